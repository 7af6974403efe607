#include "sumito/level_choice.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sumito/exponential.hpp"
#include "sumito/score.hpp"
#include "sumito/sorting.hpp"

namespace sumito {
namespace {

struct RankedCandidate {
    std::size_t index;
    std::int64_t worth; // wide enough for the sums and products of ints
    int move;
};

// Order by worth, then by the number of the move, so that the order of the candidates does not matter.
bool before(const RankedCandidate& one, const RankedCandidate& two) {
    return one.worth != two.worth ? one.worth > two.worth : one.move < two.move;
}

// The sizes of weights and random numbers. The product of a random number and the sum of 256 weights does not overflow.
constexpr int WEIGHT_BITS = 24;
constexpr double RANDOM_END = 4294967296.0;

std::uint64_t weight(std::int64_t worse_by, int temperature) {
    if (temperature < 1) {
        return worse_by == 0 ? std::uint64_t{1} << WEIGHT_BITS : 0;
    }
    const auto x = static_cast<std::uint64_t>(worse_by) * ONE_EXPONENT / static_cast<unsigned>(temperature);
    return exponential_of_minus(x) / (ONE_EXPONENTIAL >> WEIGHT_BITS);
}

// Return how many steps nearer to the centre the marbles of a move come, all together.
int steps_inward(Move move) {
    return distance_from_centre(move.line()) - distance_from_centre(shifted(move.line(), move.direction()));
}

// Return what a move is worth to a level before any search.
int charm(const Effect& effect, Move move, const Taste& taste) {
    return (effect.ejects ? taste.eagerness : 0) + (effect.pushed != 0 ? taste.push : 0) +
           taste.centre * steps_inward(move);
}

// Return whether a level notices an ejection: the random number decides for each move anew.
bool notices(std::uint64_t random, int move, int attention) {
    return mixed(random * MOVES + static_cast<std::uint64_t>(move)) % 100 < static_cast<std::uint64_t>(attention);
}

} // namespace

bool comparable(std::span<const int> depths) {
    return !depths.empty() && std::ranges::all_of(depths, [&](int depth) { return depth == depths[0]; });
}

std::size_t choose(std::span<const Candidate> candidates, const Taste& taste, double random) {
    std::vector<RankedCandidate> list;
    list.reserve(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        list.push_back({i, candidates[i].score, number_of(candidates[i].move)});
    }
    sort_few(list, before);
    if (is_proved(candidates[list[0].index].score)) {
        return list[0].index;
    }
    const auto chance = static_cast<std::uint64_t>(random * RANDOM_END);
    std::size_t noticed = 0;
    for (RankedCandidate& each : list) {
        const Effect& effect = candidates[each.index].effect;
        each.worth = each.worth * taste.sight / 100 + charm(effect, candidates[each.index].move, taste);
        if (!effect.ejects || notices(chance, each.move, taste.attention)) {
            std::swap(list[noticed++], each);
        }
    }
    if (noticed > 0) { // a level that notices nothing chooses among all
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(noticed), list.end());
    }
    sort_few(list, before);
    std::uint64_t sum = 0;
    std::size_t count = 0;
    for (; count < list.size() && list[0].worth - list[count].worth <= taste.margin; ++count) {
        sum += weight(list[0].worth - list[count].worth, taste.temperature);
    }
    std::uint64_t rest = chance * sum >> 32;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t own = weight(list[0].worth - list[i].worth, taste.temperature);
        if (rest < own) {
            return list[i].index;
        }
        rest -= own;
    }
    return list[0].index; // not reached: `rest` is below the sum
}

} // namespace sumito
