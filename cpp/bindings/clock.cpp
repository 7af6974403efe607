#include "sumito/clock.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <vector>

#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

namespace {

int checked(const Clock& clock, int player) {
    if (player < 0 || player >= clock.players()) {
        throw nb::value_error("no such player");
    }
    return player;
}

} // namespace

void bind_clock(nb::module_& m) {
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
            "start", [](Clock& c, int player, Milliseconds now) { c.start(checked(c, player), now); },
            nb::arg("player"), nb::arg("now"))
        .def(
            "press", [](Clock& c, int next, Milliseconds now) { c.press(checked(c, next), now); }, nb::arg("next"),
            nb::arg("now"))
        .def("stop", &Clock::stop, nb::arg("now"))
        .def(
            "remaining",
            [](const Clock& c, int player, Milliseconds now) { return c.remaining(checked(c, player), now); },
            nb::arg("player"), nb::arg("now"))
        .def("flagged", &Clock::flagged, nb::arg("now"))
        .def_prop_ro("deadline", &Clock::deadline)
        .def(
            "adjust", [](Clock& c, int player, Milliseconds by) { c.adjust(checked(c, player), by); },
            nb::arg("player"), nb::arg("by"))
        .def_prop_ro("running", &Clock::running)
        .def_prop_ro("since", &Clock::since)
        .def(
            "left", [](const Clock& c, int player) { return c.left(checked(c, player)); }, nb::arg("player"))
        .def(
            "restore",
            [](Clock& c, int running, Milliseconds since, const std::vector<Milliseconds>& left) {
                if (running < -1 || running >= c.players() || left.size() > MAX_PLAYERS) {
                    throw nb::value_error("not the state of such a clock");
                }
                std::array<Milliseconds, MAX_PLAYERS> all{};
                std::copy(left.begin(), left.end(), all.begin());
                c.restore(running, since, all);
            },
            nb::arg("running"), nb::arg("since"), nb::arg("left"));
}
