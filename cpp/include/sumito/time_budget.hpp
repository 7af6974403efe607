#pragma once

#include <cstdint>

#include "sumito/clock.hpp"

// How long the search may take for one move. Whole numbers, so that every build gives the same budget.
namespace sumito {

// The time a player has for a move. 0 means no limit in `time` and `remaining`.
struct TimeAllowance {
    Milliseconds time = 0;      // for this move
    Milliseconds remaining = 0; // on the player's clock
    Milliseconds increment = 0; // added to the clock after the move
    Milliseconds delay = 0;     // before the clock starts to run
};

using Microseconds = std::int64_t;

// Begin no further iteration after `soft`, and stop within `hard`. Both are 0 if there is no limit.
struct TimeBudget {
    Microseconds soft = 0, hard = 0;
};

// Return the allowance that `player`'s clock gives at `now`. Players who share a total get an equal part of it.
TimeAllowance allowance(const Clock& clock, int player, Milliseconds now);

TimeBudget time_budget(const TimeAllowance& allowance);

} // namespace sumito
