#include "sumito/clock.hpp"

#include <algorithm>

namespace sumito {

bool TimeControl::valid() const {
    const bool bonus = increment != 0 || delay != 0;
    if (increment < 0 || delay < 0 || (increment != 0 && delay != 0)) {
        return false;
    }
    if (kind == ClockKind::UNTIMED) {
        return time == 0 && !bonus;
    }
    return time > 0 && (kind == ClockKind::TOTAL || !bonus);
}

Clock::Clock(TimeControl control, int players) : control_(control), players_(players) {
    left_.fill(control.time);
}

// What the running turn has cost so far. A host's clock that steps back costs nothing.
Milliseconds Clock::spent(Milliseconds now) const {
    return running_ < 0 ? 0 : std::max<Milliseconds>(0, now - since_ - control_.delay);
}

void Clock::start(int player, Milliseconds now) {
    stop(now);
    running_ = player;
    since_ = now;
}

void Clock::press(int next, Milliseconds now) {
    if (running_ < 0 || flagged(now)) {
        return;
    }
    const int player = running_;
    stop(now);
    left_[slot(player)] += control_.increment;
    if (control_.kind == ClockKind::PER_MOVE) {
        left_[slot(player)] = control_.time;
    }
    start(next, now);
}

void Clock::stop(Milliseconds now) {
    if (running_ >= 0 && control_.kind != ClockKind::UNTIMED) {
        left_[slot(running_)] = std::max<Milliseconds>(0, left_[slot(running_)] - spent(now));
    }
    running_ = -1;
}

Milliseconds Clock::remaining(int player, Milliseconds now) const {
    const bool runs = running_ >= 0 && slot(player) == slot(running_);
    return std::max<Milliseconds>(0, left_[slot(player)] - (runs ? spent(now) : 0));
}

bool Clock::flagged(Milliseconds now) const {
    return running_ >= 0 && control_.kind != ClockKind::UNTIMED && remaining(running_, now) == 0;
}

Milliseconds Clock::deadline() const {
    return running_ < 0 || control_.kind == ClockKind::UNTIMED ? -1 : since_ + control_.delay + left_[slot(running_)];
}

void Clock::adjust(int player, Milliseconds by) {
    left_[slot(player)] = std::max<Milliseconds>(0, left_[slot(player)] + by);
}

void Clock::restore(int running, Milliseconds since, const std::array<Milliseconds, MAX_PLAYERS>& left) {
    running_ = running;
    since_ = since;
    left_ = left;
}

} // namespace sumito
