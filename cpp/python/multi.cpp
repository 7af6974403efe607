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

#include "arguments.hpp"
#include "bind.hpp"
#include "moves.hpp"

namespace nb = nanobind;
using namespace sumito::multi;
using sumito::Bitboard;

namespace {

int checked_player(const Position& p, int player) {
    if (player < 0 || player >= p.players) {
        throw nb::value_error("no such player");
    }
    return player;
}

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

// player, cause, moves before it, automatic
using LeavingValues = std::tuple<int, int, int, bool>;

std::string result_text(const Game& g, sumito::Outcome outcome) {
    std::array<char, TOKEN_SIZE> text;
    return {text.data(), outcome ? write_result(g.position(), outcome.winners, text) : 0};
}

} // namespace

void bind_multi(nb::module_& m) {
    nb::class_<Setup>(m, "MultiSetup")
        .def(
            "__init__",
            [](Setup* self, const std::vector<std::uint64_t>& marbles, const std::vector<int>& colors, int sides) {
                new (self) Setup{position_of(marbles, colors, sides), 0, 1};
            },
            nb::arg("marbles"), nb::arg("colors"), nb::arg("sides"))
        .def(
            "marbles",
            [](const Setup& s, int player) {
                return sumito::ids_of_set(
                    s.position.marbles[static_cast<std::size_t>(checked_player(s.position, player))]);
            },
            nb::arg("player"))
        .def_prop_ro("colors", [](const Setup& s) { return colors_of(s.position); })
        .def_prop_ro("sides", [](const Setup& s) { return static_cast<int>(s.position.sides); });

    nb::class_<Game>(m, "MultiGame")
        .def(nb::init<const Setup&, const sumito::Rules&, bool>(), nb::arg("start"), nb::arg("rules"),
             nb::arg("mixed_moves"))
        .def("copy", [](const Game& g) { return Game(g); })
        .def_prop_ro("start", &Game::start)
        .def_prop_ro("setup", &Game::setup)
        .def_prop_ro("colors", [](const Game& g) { return colors_of(g.position()); })
        .def_prop_ro("sides", [](const Game& g) { return static_cast<int>(g.position().sides); })
        .def_prop_ro("active", [](const Game& g) { return static_cast<int>(g.position().active); })
        .def_prop_ro("turn", [](const Game& g) { return static_cast<int>(g.position().turn); })
        .def_prop_ro("ply", &Game::ply)
        .def_prop_ro("round", &Game::round)
        .def_prop_ro("quiet", &Game::quiet)
        .def_prop_ro("key", [](const Game& g) { return g.position().key; })
        .def("fresh_key", [](const Game& g) { return g.position().fresh_key(); })
        .def(
            "marbles",
            [](const Game& g, int player) {
                return sumito::ids_of_set(
                    g.position().marbles[static_cast<std::size_t>(checked_player(g.position(), player))]);
            },
            nb::arg("player"))
        .def(
            "ejected", [](const Game& g, int player) { return g.lost(checked_player(g.position(), player)); },
            nb::arg("player"), "Return the marbles that a player has lost since the start.")
        .def(
            "score",
            [](const Game& g, int player) {
                const int side = g.position().side_of(checked_player(g.position(), player));
                return static_cast<int>(g.position().scores[static_cast<std::size_t>(side)]);
            },
            nb::arg("player"), "Return the marbles that the side of a player has ejected.")
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
            "play", [](Game& g, int number) { return g.enter(number); }, nb::arg("entry"),
            "Play a move, or let a player leave: -2 - 2 player by resignation, -3 - 2 player by time.")
        .def(
            "leave",
            [](Game& g, int player, int cause) {
                if (cause < 0 || cause > static_cast<int>(Cause::TIME)) {
                    throw nb::value_error("a player leaves by resignation (0) or time (1)");
                }
                return g.leave(checked_player(g.position(), player), static_cast<Cause>(cause));
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
                int moves = 0;
                for (std::size_t i = 0; i < g.length(); ++i) {
                    const Entry& entry = g.entry(i);
                    moves += entry.move ? 1 : 0;
                    if (!entry.move) {
                        const auto& [player, cause] = entry.leaving;
                        leavings.emplace_back(player, static_cast<int>(cause), moves, entry.automatic);
                    }
                }
                return leavings;
            },
            "Return each player who has left, the cause, the moves before it, and whether it was not a choice.")
        .def(
            "ejections",
            [](const Game& g, int player) {
                return g.ejections(g.position().side_of(checked_player(g.position(), player)));
            },
            nb::arg("player"), "Return the players whose marbles the side of a player has ejected since the start.")
        .def_prop_ro("result", [](const Game& g) { return result_text(g, g.outcome()); })
        .def_prop_ro("shown_result", [](const Game& g) { return result_text(g, g.shown()); })
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
                    winners >= 1 << MOST_PLAYERS) {
                    throw nb::value_error("no such outcome");
                }
                return g.declare({static_cast<sumito::Termination>(termination), static_cast<std::uint8_t>(winners)});
            },
            nb::arg("termination"), nb::arg("winners"))
        .def("problems", &Game::problems)
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
            "Return the evaluation of the position for each side, before any search.")
        .def("reopen", &Game::reopen);
}
