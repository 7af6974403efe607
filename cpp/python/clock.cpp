#include "sumito/clock.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "sumito/time_budget.hpp"

#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

namespace {

using ClockValues = std::tuple<int, bool, Milliseconds, Milliseconds, std::vector<Milliseconds>>;

int checked(const Clock& clock, int player) {
    if (player < 0 || player >= clock.players()) {
        throw nb::value_error("no such player");
    }
    return player;
}

// Check a time from Python. Sums of times within the bounds do not overflow.
Milliseconds checked_ms(Milliseconds ms) {
    if (ms > MOST_MILLISECONDS || ms < -MOST_MILLISECONDS) {
        throw nb::value_error("a time in milliseconds is within 2**53 of 0");
    }
    return ms;
}

} // namespace

void bind_clock(nb::module_& m) {
    m.attr("MOST_MILLISECONDS") = MOST_MILLISECONDS;
    m.def(
        "time_budget",
        [](Milliseconds time, Milliseconds remaining, Milliseconds increment, Milliseconds delay) {
            const TimeBudget found = time_budget({time, remaining, increment, delay});
            return std::tuple(found.soft, found.hard);
        },
        nb::arg("time"), nb::arg("remaining"), nb::arg("increment"), nb::arg("delay"),
        "Microseconds after which no iteration begins, and within which the search stops; 0 for no limit.");
    nb::class_<Clock>(m, "Clock")
        .def(
            "__init__",
            [](Clock* self, int kind, Milliseconds time, Milliseconds increment, Milliseconds delay, int players) {
                if (kind < 0 || kind > static_cast<int>(ClockKind::SHARED)) {
                    throw nb::value_error("no such kind of clock");
                }
                const TimeControl control{static_cast<ClockKind>(kind), time, increment, delay};
                if (!control.valid()) {
                    throw nb::value_error("not a time control");
                }
                if (players < 2 || players > MAX_PLAYERS) {
                    throw nb::value_error("a clock is for two to six players");
                }
                new (self) Clock(control, players);
            },
            nb::arg("kind"), nb::arg("time"), nb::arg("increment"), nb::arg("delay"), nb::arg("players"))
        .def("copy", [](const Clock& c) { return Clock(c); })
        .def(
            "start", [](Clock& c, int player, Milliseconds now) { c.start(checked(c, player), checked_ms(now)); },
            nb::arg("player"), nb::arg("now"))
        .def(
            "press", [](Clock& c, int next, Milliseconds now) { c.press(checked(c, next), checked_ms(now)); },
            nb::arg("next"), nb::arg("now"))
        .def(
            "stop", [](Clock& c, Milliseconds now) { c.stop(checked_ms(now)); }, nb::arg("now"))
        .def(
            "remaining",
            [](const Clock& c, int player, Milliseconds now) {
                return c.remaining(checked(c, player), checked_ms(now));
            },
            nb::arg("player"), nb::arg("now"))
        .def(
            "allowance",
            [](const Clock& c, int player, Milliseconds now) {
                const TimeAllowance found = allowance(c, checked(c, player), checked_ms(now));
                return std::tuple(found.time, found.remaining, found.increment, found.delay);
            },
            nb::arg("player"), nb::arg("now"),
            "Milliseconds for this move, on the clock, of increment, of delay. The first two are 0 without a limit.")
        .def(
            "flagged", [](const Clock& c, Milliseconds now) { return c.flagged(checked_ms(now)); }, nb::arg("now"))
        .def_prop_ro("deadline", &Clock::deadline)
        .def(
            "adjust", [](Clock& c, int player, Milliseconds by) { c.adjust(checked(c, player), checked_ms(by)); },
            nb::arg("player"), nb::arg("by"))
        .def_prop_ro("running", &Clock::running)
        .def(
            "state",
            [](const Clock& c) {
                const Clock::State& state = c.state();
                const std::vector<Milliseconds> left(state.left.begin(), state.left.begin() + c.players());
                return ClockValues(state.player, c.running() >= 0, state.since, state.delay, left);
            },
            "whose turn it is or was, whether the clock runs, since when, what is left of the delay, what is left to "
            "each")
        .def(
            "restore",
            [](Clock& c, const ClockValues& values) {
                const auto& [player, runs, since, delay, left] = values;
                if (player < (runs ? 0 : -1) || player >= c.players() ||
                    left.size() != static_cast<std::size_t>(c.players())) {
                    throw nb::value_error("not the state of such a clock");
                }
                Clock::State state{player, checked_ms(since), checked_ms(delay), c.state().left};
                std::transform(left.begin(), left.end(), state.left.begin(), checked_ms);
                if (delay < 0 || std::any_of(left.begin(), left.end(), [](Milliseconds ms) { return ms < 0; })) {
                    throw nb::value_error("no clock has less than nothing left");
                }
                c.restore(state, runs);
            },
            nb::arg("state"));
}
