#include "sumito/searching.hpp"

#include <vector>

#include "sumito/sorting.hpp"

namespace sumito::searching {

std::vector<Variation> ranked(std::vector<Variation> variations) {
    std::erase_if(variations, [](const Variation& variation) { return variation.moves.empty(); });
    sort_few(variations, [](const Variation& a, const Variation& b) {
        return a.depth != b.depth   ? a.depth > b.depth
               : a.score != b.score ? a.score > b.score
                                    : a.moves[0].code() < b.moves[0].code();
    });
    return variations;
}

} // namespace sumito::searching
