#include "sumito/clock.hpp"

#include "sumito/time_budget.hpp"

#include "arguments.hpp"
#include "game_api.hpp"

using namespace sumito;

struct sumito_clock {
    Clock clock;
};

namespace {

bool is_kind(int32_t kind) {
    return below(kind, static_cast<int>(ClockKind::SHARED) + 1);
}

bool is_time(double ms) { // false for NaN
    return ms > -EXACT_END && ms < EXACT_END;
}

bool is_player(const sumito_clock* clock, int32_t player) {
    return clock != nullptr && below(player, clock->clock.players());
}

Milliseconds whole(double ms) {
    return static_cast<Milliseconds>(__builtin_floor(ms));
}

// Return false if these values are not a time control.
bool read_control(int32_t kind, double time, double increment, double delay, TimeControl& control) {
    if (!is_kind(kind) || !is_time(time) || !is_time(increment) || !is_time(delay)) {
        return false;
    }
    control = {static_cast<ClockKind>(kind), whole(time), whole(increment), whole(delay)};
    return control.valid();
}

} // namespace

int32_t sumito_time_control_valid(int32_t kind, double time, double increment, double delay) {
    TimeControl control;
    return read_control(kind, time, increment, delay, control);
}
sumito_clock* sumito_clock_new(int32_t kind, double time, double increment, double delay, int32_t players) {
    TimeControl control;
    const bool valid = read_control(kind, time, increment, delay, control) && players >= 2 && players <= MAX_PLAYERS;
    return valid ? new sumito_clock{Clock(control, players)} : nullptr;
}
sumito_clock* sumito_clock_copy(const sumito_clock* clock) {
    return clock != nullptr ? new sumito_clock(*clock) : nullptr;
}
void sumito_clock_free(sumito_clock* clock) {
    delete clock;
}
int32_t sumito_clock_control(const sumito_clock* clock, sumito_time_control* out) {
    if (clock == nullptr || !within(out, 1)) {
        return 0;
    }
    const TimeControl& control = clock->clock.control();
    *out = {.time = static_cast<double>(control.time),
            .increment = static_cast<double>(control.increment),
            .delay = static_cast<double>(control.delay),
            .kind = static_cast<int32_t>(control.kind),
            .players = clock->clock.players()};
    return 1;
}

int32_t sumito_clock_start(sumito_clock* clock, int32_t player, double now) {
    if (!is_player(clock, player) || !is_time(now)) {
        return 0;
    }
    clock->clock.start(player, whole(now));
    return 1;
}
int32_t sumito_clock_press(sumito_clock* clock, int32_t next, double now) {
    if (!is_player(clock, next) || !is_time(now)) {
        return 0;
    }
    clock->clock.press(next, whole(now));
    return 1;
}
int32_t sumito_clock_stop(sumito_clock* clock, double now) {
    if (clock == nullptr || !is_time(now)) {
        return 0;
    }
    clock->clock.stop(whole(now));
    return 1;
}
int32_t sumito_clock_adjust(sumito_clock* clock, int32_t player, double by) {
    if (!is_player(clock, player) || !is_time(by)) {
        return 0;
    }
    clock->clock.adjust(player, whole(by));
    return 1;
}
int32_t sumito_clock_read(const sumito_clock* clock, sumito_clock_state* out) {
    if (clock == nullptr || !within(out, 1)) {
        return 0;
    }
    const Clock::State& state = clock->clock.state();
    *out = {.since = static_cast<double>(state.since),
            .delay = static_cast<double>(state.delay),
            .left = {},
            .player = state.player,
            .runs = clock->clock.running() >= 0};
    for (std::size_t player = 0; player < MAX_PLAYERS; ++player) {
        out->left[player] = static_cast<double>(state.left[player]);
    }
    return 1;
}
int32_t sumito_clock_restore(sumito_clock* clock, const sumito_clock_state* in) {
    if (clock == nullptr || !within(in, 1) || !is_time(in->since) || !is_time(in->delay) ||
        !(is_player(clock, in->player) || (in->player == -1 && in->runs == 0))) {
        return 0;
    }
    Clock::State state{in->player, whole(in->since), whole(in->delay), {}};
    for (std::size_t player = 0; player < MAX_PLAYERS; ++player) {
        if (!is_time(in->left[player])) {
            return 0;
        }
        state.left[player] = whole(in->left[player]);
    }
    clock->clock.restore(state, in->runs != 0);
    return 1;
}
double sumito_clock_remaining(const sumito_clock* clock, int32_t player, double now) {
    return is_player(clock, player) && is_time(now) ? static_cast<double>(clock->clock.remaining(player, whole(now)))
                                                    : -1;
}
int32_t sumito_clock_flagged(const sumito_clock* clock, double now) {
    return clock != nullptr && is_time(now) && clock->clock.flagged(whole(now));
}
double sumito_clock_deadline(const sumito_clock* clock) {
    return clock != nullptr ? static_cast<double>(clock->clock.deadline()) : -1;
}
int32_t sumito_clock_running(const sumito_clock* clock) {
    return clock != nullptr ? clock->clock.running() : -1;
}
int32_t sumito_clock_allowance(const sumito_clock* clock, int32_t player, double now, sumito_allowance* out) {
    if (!is_player(clock, player) || !is_time(now) || !within(out, 1)) {
        return 0;
    }
    const TimeAllowance found = allowance(clock->clock, player, whole(now));
    *out = {.time = static_cast<double>(found.time),
            .remaining = static_cast<double>(found.remaining),
            .increment = static_cast<double>(found.increment),
            .delay = static_cast<double>(found.delay)};
    return 1;
}
int32_t sumito_time_budget(const sumito_allowance* in, sumito_budget* out) {
    if (!within(in, 1) || !within(out, 1) || !is_time(in->time) || !is_time(in->remaining) || !is_time(in->increment) ||
        !is_time(in->delay)) {
        return 0;
    }
    const TimeBudget found =
        time_budget({whole(in->time), whole(in->remaining), whole(in->increment), whole(in->delay)});
    *out = {.soft = static_cast<double>(found.soft) / 1000, .hard = static_cast<double>(found.hard) / 1000};
    return 1;
}
