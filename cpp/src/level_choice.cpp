#include "sumito/level_choice.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "sumito/exponential.hpp"
#include "sumito/position.hpp"
#include "sumito/score.hpp"
#include "sumito/sorting.hpp"

namespace sumito {
namespace {

struct RankedCandidate {
    std::size_t index;
    std::int64_t worth; // wide enough for the sum of two ints
    int move;
};

// Order by worth, then by the number of the move, so that the order of the candidates does not matter.
bool before(const RankedCandidate& one, const RankedCandidate& two) {
    return one.worth != two.worth ? one.worth > two.worth : one.move < two.move;
}

constexpr std::array<std::string_view, LEVELS> NAMES{
    "sumito level 1", "sumito level 2", "sumito level 3", "sumito level 4",  "sumito level 5",  "sumito level 6",
    "sumito level 7", "sumito level 8", "sumito level 9", "sumito level 10", "sumito level 11", "sumito level 12",
};

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

} // namespace

bool comparable(std::span<const int> depths) {
    return !depths.empty() && std::ranges::all_of(depths, [&](int depth) { return depth == depths[0]; });
}

std::size_t choose(const Game& game, std::span<const Candidate> candidates, const Taste& taste, double random) {
    std::vector<RankedCandidate> list;
    list.reserve(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        list.push_back({i, candidates[i].score, number_of(candidates[i].move)});
    }
    sort_few(list, before);
    if (is_proved(candidates[list[0].index].score)) {
        return list[0].index;
    }
    for (RankedCandidate& each : list) {
        const bool ejects = effect_of(game.position(), candidates[each.index].move).ejects;
        each.worth += ejects ? taste.eagerness : 0;
    }
    sort_few(list, before);
    std::uint64_t sum = 0;
    std::size_t count = 0;
    for (; count < list.size() && list[0].worth - list[count].worth <= taste.margin; ++count) {
        sum += weight(list[0].worth - list[count].worth, taste.temperature);
    }
    std::uint64_t rest = static_cast<std::uint64_t>(random * RANDOM_END) * sum >> 32;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t own = weight(list[0].worth - list[i].worth, taste.temperature);
        if (rest < own) {
            return list[i].index;
        }
        rest -= own;
    }
    return list[0].index; // not reached: `rest` is below the sum
}

std::string_view level_name(int level) {
    return NAMES[static_cast<std::size_t>(level - 1)];
}

int level_named(std::string_view name) {
    for (int level = LEVELS; level > 0; --level) {
        if (level_name(level) == name) {
            return level;
        }
    }
    return 0;
}

} // namespace sumito
