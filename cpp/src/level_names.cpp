#include "sumito/level_names.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace sumito {
namespace {

constexpr std::size_t LEVELS = 12;
constexpr std::array<std::string_view, 2 * LEVELS> NAMES{
    "sumito pea",     "sumito cherry",  "sumito hazelnut", "sumito walnut",   "sumito plum",     "sumito apple",
    "sumito orange",  "sumito coconut", "sumito melon",    "sumito boulder",  "sumito moon",     "sumito sun",
    "sumito level 1", "sumito level 2", "sumito level 3",  "sumito level 4",  "sumito level 5",  "sumito level 6",
    "sumito level 7", "sumito level 8", "sumito level 9",  "sumito level 10", "sumito level 11", "sumito level 12",
};
constexpr std::array<std::string_view, LEVELS> FORMER_IDS{
    "r1-1", "r1-2", "r1-3", "r1-4", "r1-5", "r1-6", "r1-7", "r1-8", "r1-9", "r1-10", "r1-11", "r1-12",
};

// Return the id of the level with this place in NAMES.
std::string_view id_at(std::size_t place) {
    return place < LEVELS ? NAMES[place].substr(NAMES[place].find(' ') + 1) : FORMER_IDS[place - LEVELS];
}

} // namespace

std::string_view level_name(std::string_view id) {
    for (std::size_t place = 0; place < NAMES.size(); ++place) {
        if (id_at(place) == id) {
            return NAMES[place];
        }
    }
    return {};
}

std::string_view level_named(std::string_view name) {
    const auto place = static_cast<std::size_t>(std::ranges::find(NAMES, name) - NAMES.begin());
    return place < NAMES.size() ? id_at(place) : std::string_view();
}

} // namespace sumito
