#include "sumito/game.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>
#include <vector>

#include "sumito/movegen.hpp"

#include "arguments.hpp"
#include "bind.hpp"
#include "moves.hpp"

namespace nb = nanobind;
using namespace sumito;

namespace {

std::size_t checked_player(int player) {
    if (player < 0 || player >= PLAYERS) {
        throw nb::value_error("a player is 0 or 1");
    }
    return static_cast<std::size_t>(player);
}

int counter(int value) {
    if (value < 0 || value > 2'000'000) {
        throw nb::value_error("too many plies");
    }
    return value;
}

std::uint8_t small(int value) {
    if (value < 0 || value > MAX_EJECTED / 2) {
        throw nb::value_error("too many lost marbles");
    }
    return static_cast<std::uint8_t>(value);
}

} // namespace

void bind_game(nb::module_& m) {
    nb::class_<Setup>(m, "Setup")
        .def(
            "__init__",
            [](Setup* self, std::uint64_t black, std::uint64_t white, int black_lost, int white_lost, int turn,
               int quiet, int ply) {
                Position p;
                p.marbles = {set_of(black), set_of(white)};
                if ((p.marbles[0] & p.marbles[1]) != 0) {
                    throw nb::value_error("two marbles in one cell");
                }
                p.ejected = {small(black_lost), small(white_lost)};
                p.turn = static_cast<std::uint8_t>(checked_player(turn));
                p.key = p.fresh_key();
                new (self) Setup{p, counter(quiet), counter(ply)};
            },
            nb::arg("black"), nb::arg("white"), nb::arg("black_lost"), nb::arg("white_lost"), nb::arg("turn"),
            nb::arg("quiet"), nb::arg("ply"))
        .def(
            "marbles",
            [](const Setup& s, int player) { return ids_of_set(s.position.marbles[checked_player(player)]); },
            nb::arg("player"))
        .def(
            "ejected",
            [](const Setup& s, int player) { return static_cast<int>(s.position.ejected[checked_player(player)]); },
            nb::arg("player"));

    nb::class_<Rules>(m, "Rules")
        .def(
            "__init__",
            [](Rules* self, int marbles_to_eject, int repetition, int ply_cap, int quiet_cap, bool more_ejections_wins,
               bool blocked_loses) {
                const Rules rules{marbles_to_eject,
                                  repetition,
                                  ply_cap,
                                  quiet_cap,
                                  more_ejections_wins ? Adjudication::MORE_EJECTIONS : Adjudication::DRAW,
                                  blocked_loses ? Blocked::LOSES : Blocked::DRAWS};
                if (!rules.valid()) {
                    throw nb::value_error("such rules cannot be played");
                }
                new (self) Rules(rules);
            },
            nb::arg("marbles_to_eject"), nb::arg("repetition"), nb::arg("ply_cap"), nb::arg("quiet_cap"),
            nb::arg("more_ejections_wins"), nb::arg("blocked_loses"));

    nb::class_<Game>(m, "Game")
        .def(nb::init<const Setup&, const Rules&>(), nb::arg("start"), nb::arg("rules"))
        .def("copy", [](const Game& g) { return Game(g); })
        .def_prop_ro("start", &Game::start)
        .def_prop_ro("setup", &Game::setup)
        .def_prop_ro("turn", [](const Game& g) { return static_cast<int>(g.position().turn); })
        .def_prop_ro("ply", &Game::ply)
        .def_prop_ro("quiet", &Game::quiet)
        .def_prop_ro("key", [](const Game& g) { return g.position().key; })
        .def("fresh_key", [](const Game& g) { return g.position().fresh_key(); })
        .def(
            "marbles",
            [](const Game& g, int player) { return ids_of_set(g.position().marbles[checked_player(player)]); },
            nb::arg("player"))
        .def(
            "ejected",
            [](const Game& g, int player) { return static_cast<int>(g.position().ejected[checked_player(player)]); },
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
            "play", [](Game& g, int number) { return g.play(move_of_index(number)); }, nb::arg("move"))
        .def(
            "undo",
            [](Game& g) {
                const Move last = g.undo();
                return last ? number_of(last) : -1;
            },
            "Undo the last move, and return it; -1 if there is none.")
        .def("history",
             [](const Game& g) {
                 std::vector<int> numbers(g.length());
                 for (std::size_t i = 0; i < numbers.size(); ++i) {
                     numbers[i] = number_of(g.move(i));
                 }
                 return numbers;
             })
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
                const Effect effect = effect_of(g.position(), move_of_index(number));
                return std::pair<std::uint64_t, bool>(ids_of_set(effect.pushed), effect.ejects);
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
        .def(
            "resign", [](Game& g, int player) { return g.resign(static_cast<int>(checked_player(player))); },
            nb::arg("player"))
        .def("agree_draw", &Game::agree_draw)
        .def(
            "flag", [](Game& g, int player) { return g.flag(static_cast<int>(checked_player(player))); },
            nb::arg("player"))
        .def("flag_shared", &Game::flag_shared)
        .def(
            "declare",
            [](Game& g, int termination, int winners) {
                if (termination < 0 || termination > static_cast<int>(Termination::TIME) || winners < 0 ||
                    winners > 3) {
                    throw nb::value_error("no such outcome");
                }
                return g.declare({static_cast<Termination>(termination), static_cast<std::uint8_t>(winners)});
            },
            nb::arg("termination"), nb::arg("winners"))
        .def("problems", &Game::problems)
        .def("reopen", &Game::reopen);
}
