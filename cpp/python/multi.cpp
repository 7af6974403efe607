#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sumito/multi/evaluation.hpp"
#include "sumito/multi/game.hpp"
#include "sumito/multi/movegen.hpp"
#include "sumito/multi/record_names.hpp"

#include "any_game.hpp"
#include "arguments.hpp"
#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito::multi;
using sumito::Bitboard;

namespace {

Position position_of(const std::vector<std::uint64_t>& marbles, const std::vector<int>& colors, int sides) {
    Position p;
    const std::size_t players = marbles.size();
    if (players < LEAST_PLAYERS || players > MOST_PLAYERS || colors.size() != players) {
        throw nb::value_error("three to six players, each with marbles and a colour");
    }
    if (sides != static_cast<int>(players) && (sides != 2 || players != 4)) {
        throw nb::value_error("only four players make two teams");
    }
    for (std::size_t player = 0; player < players; ++player) {
        if (colors[player] < 0 || colors[player] >= MOST_PLAYERS) {
            throw nb::value_error("a colour is 0..5");
        }
        const Bitboard set = set_of(marbles[player]);
        if ((p.taken() & set) != 0) {
            throw nb::value_error("two marbles in one cell");
        }
        p.marbles[player] = set;
        p.colors[player] = static_cast<Color>(colors[player]);
    }
    p.players = static_cast<std::uint8_t>(players);
    p.sides = static_cast<std::uint8_t>(sides);
    p.active = static_cast<std::uint8_t>((1 << players) - 1);
    p.key = p.fresh_key();
    return p;
}

std::vector<int> colors_of(const Position& p) {
    std::vector<int> colors(p.players);
    for (std::size_t player = 0; player < p.players; ++player) {
        colors[player] = static_cast<int>(p.colors[player]);
    }
    return colors;
}

int number_checked(const Game& g, int player) {
    return static_cast<int>(checked_player(g.position(), player));
}
int side_of(const Game& g, int player) {
    return g.position().side_of(number_checked(g, player));
}

// player, cause, moves before it, automatic
using LeavingValues = std::tuple<int, int, int, bool>;

std::string result_text(const Game& g, sumito::Outcome outcome) {
    std::array<char, TOKEN_SIZE> text;
    return {text.data(), outcome ? write_result(g.position(), outcome.winners, text) : 0};
}

} // namespace

void bind_multi(nb::module_& m) {
    m.def(
        "leaving_number",
        [](int player, int cause) { return number_of(Entry{.leaving = {player, static_cast<Cause>(cause)}}); },
        nb::arg("player"), nb::arg("cause"),
        "Return the number of a player who leaves by resignation (0) or time (1).");
    m.def(
        "leaving_of",
        [](int number) {
            const Leaving leaving = leaving_of(number);
            return std::pair<int, int>(leaving.player, static_cast<int>(leaving.cause));
        },
        nb::arg("number"), "Return the player and the cause of such a number; -1 for the player if it is none.");

    nb::class_<Setup>(m, "MultiSetup")
        .def(
            "__init__",
            [](Setup* self, const std::vector<std::uint64_t>& marbles, const std::vector<int>& colors, int sides) {
                new (self) Setup{position_of(marbles, colors, sides), 0, 1};
            },
            nb::arg("marbles"), nb::arg("colors"), nb::arg("sides"))
        .def("marbles", &marbles_of<Setup>, nb::arg("player"))
        .def_prop_ro("colors", [](const Setup& s) { return colors_of(s.position); })
        .def_prop_ro("sides", [](const Setup& s) { return static_cast<int>(s.position.sides); });

    nb::class_<Game> game(m, "MultiGame");
    bind_shared_methods(game);
    game.def(nb::init<const Setup&, const sumito::Rules&, bool>(), nb::arg("start"), nb::arg("rules"),
             nb::arg("mixed_moves"))
        .def_prop_ro("colors", [](const Game& g) { return colors_of(g.position()); })
        .def_prop_ro("sides", [](const Game& g) { return static_cast<int>(g.position().sides); })
        .def_prop_ro("active", [](const Game& g) { return static_cast<int>(g.position().active); })
        .def_prop_ro("round", &Game::round)
        .def(
            "ejected", [](const Game& g, int player) { return g.lost(number_checked(g, player)); }, nb::arg("player"),
            "Return the marbles that a player has lost since the start.")
        .def(
            "score",
            [](const Game& g, int player) {
                return static_cast<int>(g.position().scores[static_cast<std::size_t>(side_of(g, player))]);
            },
            nb::arg("player"), "Return the marbles that the side of a player has ejected.")
        .def(
            "play", [](Game& g, int number) { return g.enter(number); }, nb::arg("entry"),
            "Play a move, or let a player leave: -2 - 2 player by resignation, -3 - 2 player by time.")
        .def(
            "leave",
            [](Game& g, int player, int cause) {
                if (cause < 0 || cause > static_cast<int>(Cause::TIME)) {
                    throw nb::value_error("a player leaves by resignation (0) or time (1)");
                }
                return g.leave(number_checked(g, player), static_cast<Cause>(cause));
            },
            nb::arg("player"), nb::arg("cause"))
        .def(
            "undo",
            [](Game& g) {
                const auto last = g.undo();
                return last ? number_of(*last) : -1;
            },
            "Undo the last entry. Return its number; -1 if there is no entry.")
        .def(
            "history",
            [](const Game& g) {
                std::vector<int> entries(g.chosen());
                for (std::size_t i = 0; i < entries.size(); ++i) {
                    entries[i] = number_of(g.chosen(i));
                }
                return entries;
            },
            "Return the numbers of the moves, and of the players who have left by choice.")
        .def(
            "leavings",
            [](const Game& g) {
                std::vector<LeavingValues> leavings;
                for (const PastLeaving& each : g.leavings()) {
                    const auto& [player, cause] = each.leaving;
                    leavings.emplace_back(player, static_cast<int>(cause), each.moves_before, each.automatic);
                }
                return leavings;
            },
            "Return each player who has left, the cause, the moves before it, and whether it was not a choice.")
        .def(
            "ejections", [](const Game& g, int player) { return g.ejections(side_of(g, player)); }, nb::arg("player"),
            "Return the players whose marbles the side of a player has ejected since the start.")
        .def_prop_ro("result", [](const Game& g) { return result_text(g, g.outcome()); })
        .def_prop_ro("shown_result", [](const Game& g) { return result_text(g, g.shown()); })
        .def(
            "scores",
            [](const Game& g) {
                const Position& position = g.position();
                const Standings stand = standings(position, g.rules().marbles_to_eject);
                std::vector<int> scores(position.sides);
                for (std::size_t side = 0; side < scores.size(); ++side) {
                    scores[side] = score_of(position, stand, static_cast<int>(side));
                }
                return scores;
            },
            "Return the evaluation of the position for each side, before any search.");
}
