#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "sumito/multi/game.hpp"

#include "arguments.hpp"
#include "moves.hpp"

// The methods that games of two and of several players share.

inline int players_of(const sumito::Position& /*position*/) {
    return sumito::PLAYERS;
}
inline int players_of(const sumito::multi::Position& position) {
    return position.players;
}

template <typename Position>
std::size_t checked_player(const Position& position, int player) {
    if (player < 0 || player >= players_of(position)) {
        throw nanobind::value_error("no such player");
    }
    return static_cast<std::size_t>(player);
}

template <typename Setup>
std::uint64_t marbles_of(const Setup& setup, int player) {
    return sumito::ids_of_set(setup.position.marbles[checked_player(setup.position, player)]);
}

template <typename Game>
void bind_shared_methods(nanobind::class_<Game>& game) {
    namespace nb = nanobind;
    game.def("copy", [](const Game& g) { return Game(g); })
        .def_prop_ro("start", &Game::start)
        .def_prop_ro("setup", &Game::setup)
        .def_prop_ro("turn", [](const Game& g) { return static_cast<int>(g.position().turn); })
        .def_prop_ro("ply", &Game::ply)
        .def_prop_ro("quiet", &Game::quiet)
        .def_prop_ro("key", [](const Game& g) { return g.position().key; })
        .def("fresh_key", [](const Game& g) { return g.position().fresh_key(); })
        .def(
            "marbles",
            [](const Game& g, int player) {
                return sumito::ids_of_set(g.position().marbles[checked_player(g.position(), player)]);
            },
            nb::arg("player"))
        .def(
            "player_on", [](const Game& g, int cell) { return g.position().player_on(cell_of(cell)); }, nb::arg("cell"),
            "Return the player whose marble is on the cell; -1 if it is empty.")
        .def(
            "moves",
            [](const Game& g) {
                auto* iterator = new MoveIterator; // owned by Python; returning it by value would copy the whole list
                if (!g.outcome()) {
                    generate(g.position(), iterator->moves);
                }
                return iterator;
            },
            nb::rv_policy::take_ownership)
        .def("count_moves", [](const Game& g) { return g.outcome() ? 0 : count_moves(g.position()); })
        .def("any_move", [](const Game& g) { return !g.outcome() && any_move(g.position()); })
        .def(
            "is_legal", [](const Game& g, int number) { return g.is_legal(move_of_index(number)); }, nb::arg("move"))
        .def(
            "verdict",
            [](const Game& g, std::uint64_t cells, int direction) {
                return values(g.verdict(named_cells(cells), direction_of(direction)));
            },
            nb::arg("cells"), nb::arg("direction"))
        .def(
            "verdict_between",
            [](const Game& g, int first, int last, int direction) {
                return values(g.verdict_between(cell_of(first), cell_of(last), direction_of(direction)));
            },
            nb::arg("first"), nb::arg("last"), nb::arg("direction"))
        .def(
            "effect",
            [](const Game& g, int number) {
                const sumito::Effect effect = effect_of(g.position(), move_of_index(number));
                return std::pair<std::uint64_t, bool>(sumito::ids_of_set(effect.pushed), effect.ejects);
            },
            nb::arg("move"), "Return the cells that a legal move pushes, and whether it ejects.")
        .def_prop_ro("outcome",
                     [](const Game& g) {
                         return std::pair<int, int>(static_cast<int>(g.outcome().termination), g.outcome().winners);
                     })
        .def(
            "same_position", [](const Game& g, const Game& other) { return g.position() == other.position(); },
            nb::arg("other"))
        .def("occurrences", &Game::occurrences)
        .def("agree_draw", &Game::agree_draw)
        .def("flag_shared", &Game::flag_shared)
        .def(
            "declare",
            [](Game& g, int termination, int winners) {
                if (termination < 0 || termination > static_cast<int>(sumito::Termination::TIME) || winners < 0 ||
                    winners >= 1 << players_of(g.position())) {
                    throw nb::value_error("no such outcome");
                }
                return g.declare({static_cast<sumito::Termination>(termination), static_cast<std::uint8_t>(winners)});
            },
            nb::arg("termination"), nb::arg("winners"))
        .def("problems", &Game::problems)
        .def("reopen", &Game::reopen);
}
