#include "sumito/time_budget.hpp"

#include <algorithm>

namespace sumito {
namespace {

constexpr Microseconds LEAVING = 2'000; // the time that the search needs to end and answer
constexpr Microseconds LEAST = 500;     // a search gets at least half a millisecond
// The longest time that counts, 35,000 years. No product below overflows.
constexpr Milliseconds MOST = Milliseconds{1} << 50;

Milliseconds within(Milliseconds time) {
    return std::clamp<Milliseconds>(time, 0, MOST);
}

} // namespace

TimeAllowance allowance(const Clock& clock, int player, Milliseconds now) {
    const TimeControl& control = clock.control();
    const Milliseconds left = clock.remaining(player, now);
    switch (control.kind) {
    case ClockKind::UNTIMED:
        return {};
    case ClockKind::PER_MOVE:
        return {.time = std::max<Milliseconds>(left, 1)};
    case ClockKind::SHARED:
        return {.remaining = std::max<Milliseconds>(left / clock.players(), 1)};
    case ClockKind::TOTAL:
        break;
    }
    // If the player's turn is running, part of its delay has passed.
    const Milliseconds delay = clock.running() == player ? clock.deadline() - now - left : control.delay;
    return {.remaining = std::max<Milliseconds>(left, 1),
            .increment = control.increment,
            .delay = std::max<Milliseconds>(delay, 0)};
}

TimeBudget time_budget(const TimeAllowance& allowance) {
    TimeBudget budget;
    if (allowance.time > 0) {
        const Microseconds time = 1000 * within(allowance.time);
        budget.soft = budget.hard = std::max(time - LEAVING, time / 2);
    }
    if (allowance.remaining > 0) {
        const Milliseconds remaining = within(allowance.remaining);
        const Milliseconds increment = within(allowance.increment);
        const Microseconds delay = 1000 * within(allowance.delay);
        // The share of this move is a fortieth of the clock, half of a long game, and four fifths of the increment. The
        // search plans to use 0.6 of it and can use 2.5 times as much, but never more than two fifths of the clock. The
        // delay is added, because it is free.
        const Microseconds most = std::max(400 * remaining - LEAVING, LEAST);
        const Microseconds soft = std::min(15 * remaining + 480 * increment, most) + delay;
        const Microseconds hard = std::min(125 * remaining / 2 + 2000 * increment, most) + delay;
        budget.soft = budget.soft > 0 ? std::min(budget.soft, soft) : soft;
        budget.hard = budget.hard > 0 ? std::min(budget.hard, hard) : hard;
    }
    return budget;
}

} // namespace sumito
