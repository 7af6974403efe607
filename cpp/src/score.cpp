#include "sumito/score.hpp"

#include <cstdint>

#include "sumito/exponential.hpp"

namespace sumito {

int chance(int score, int scale) {
    if (is_proved(score)) {
        return score > 0 ? ONE_CHANCE : 0;
    }
    const auto size = static_cast<std::uint64_t>(score < 0 ? -score : score);
    // Compute the larger of the two chances by the logistic function, rounded.
    const auto unit = static_cast<std::uint64_t>(scale);
    const std::uint64_t odds = ONE_EXPONENTIAL + exponential_of_minus((size * ONE_EXPONENT + unit / 2) / unit);
    const auto larger = static_cast<int>((ONE_CHANCE * ONE_EXPONENTIAL + odds / 2) / odds);
    return score < 0 ? ONE_CHANCE - larger : larger;
}

} // namespace sumito
