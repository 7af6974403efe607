#include "sumito/clock.hpp"

#include <algorithm>

namespace sumito {
namespace {

Milliseconds within(Milliseconds time) {
    return std::clamp<Milliseconds>(time, 0, MOST_MILLISECONDS);
}

} // namespace

bool TimeControl::valid() const {
    const bool bonus = increment != 0 || delay != 0;
    for (const Milliseconds each : {time, increment, delay}) {
        if (each != within(each)) {
            return false;
        }
    }
    if (increment != 0 && delay != 0) {
        return false;
    }
    if (kind == ClockKind::UNTIMED) {
        return time == 0 && !bonus;
    }
    return time > 0 && (kind == ClockKind::TOTAL || !bonus);
}

Clock::Clock(TimeControl control, int players) : control_(control), players_(players) {
    state_.left.fill(control.time);
}

// Return the time that the running turn has used so far; 0 if the host's clock has stepped back.
Milliseconds Clock::spent(Milliseconds now) const {
    return runs_ ? std::max<Milliseconds>(0, now - state_.since - state_.delay) : 0;
}

void Clock::start(int player, Milliseconds now) {
    stop(now);
    if (player != state_.player) {
        state_.player = player;
        state_.delay = control_.delay;
        if (control_.kind == ClockKind::PER_MOVE) {
            state_.left[slot(player)] = control_.time;
        }
    }
    state_.since = now;
    runs_ = true;
}

void Clock::press(int next, Milliseconds now) {
    if (!runs_ || flagged(now)) {
        return;
    }
    const int player = state_.player;
    stop(now);
    state_.left[slot(player)] =
        control_.kind == ClockKind::PER_MOVE ? control_.time : within(state_.left[slot(player)] + control_.increment);
    state_.player = -1; // the turn is over, even if `next` is the same player
    start(next, now);
}

void Clock::stop(Milliseconds now) {
    if (runs_ && control_.kind != ClockKind::UNTIMED) {
        state_.left[slot(state_.player)] = within(state_.left[slot(state_.player)] - spent(now));
        state_.delay = within(state_.delay - std::max<Milliseconds>(0, now - state_.since));
    }
    runs_ = false;
}

Milliseconds Clock::remaining(int player, Milliseconds now) const {
    const bool runs = runs_ && slot(player) == slot(state_.player);
    return within(state_.left[slot(player)] - (runs ? spent(now) : 0));
}

bool Clock::flagged(Milliseconds now) const {
    return runs_ && control_.kind != ClockKind::UNTIMED && remaining(state_.player, now) == 0;
}

Milliseconds Clock::deadline() const {
    const bool never = !runs_ || control_.kind == ClockKind::UNTIMED;
    return never ? -1 : state_.since + state_.delay + state_.left[slot(state_.player)];
}

void Clock::adjust(int player, Milliseconds by) {
    state_.left[slot(player)] = within(state_.left[slot(player)] + by);
}

void Clock::restore(const State& state, bool runs) {
    state_ = state;
    runs_ = runs;
}

} // namespace sumito
