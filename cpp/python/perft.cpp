#include "sumito/perft.hpp"

#include <nanobind/nanobind.h>

#include "sumito/game.hpp"
#include "sumito/multi/game.hpp"
#include "sumito/multi/perft.hpp"

#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

void bind_perft(nb::module_& m) {
    using Count = std::uint64_t (*)(const Position&, int, int);
    const auto bind = [&m](const char* name, Count count) {
        m.def(
            name,
            [count](const Setup& setup, int depth, int marbles_to_eject) {
                return count(setup.position, depth, marbles_to_eject);
            },
            nb::arg("setup"), nb::arg("depth"), nb::arg("marbles_to_eject"), nb::call_guard<nb::gil_scoped_release>());
    };
    bind("perft", perft);
    bind("perft_made", perft_made);
    m.def(
        "perft",
        [](const multi::Setup& setup, int depth, int marbles_to_eject) {
            return multi::perft(setup.position, depth, marbles_to_eject);
        },
        nb::arg("setup"), nb::arg("depth"), nb::arg("marbles_to_eject"), nb::call_guard<nb::gil_scoped_release>());
    m.def(
        "random_play",
        [](const Setup& setup, std::uint64_t games, std::uint64_t seed, int marbles_to_eject) {
            return random_play(setup.position, games, seed, marbles_to_eject);
        },
        nb::arg("setup"), nb::arg("games"), nb::arg("seed"), nb::arg("marbles_to_eject"),
        nb::call_guard<nb::gil_scoped_release>());
}
