#include "sumito/game.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <vector>

#include "any_game.hpp"
#include "arguments.hpp"
#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

namespace {

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
                p.turn = static_cast<std::uint8_t>(checked_player(p, turn));
                p.key = p.fresh_key();
                new (self) Setup{p, counter(quiet), counter(ply)};
            },
            nb::arg("black"), nb::arg("white"), nb::arg("black_lost"), nb::arg("white_lost"), nb::arg("turn"),
            nb::arg("quiet"), nb::arg("ply"))
        .def("marbles", &marbles_of<Setup>, nb::arg("player"))
        .def(
            "ejected",
            [](const Setup& s, int player) {
                return static_cast<int>(s.position.ejected[checked_player(s.position, player)]);
            },
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

    nb::class_<Game> game(m, "Game");
    bind_shared_methods(game);
    game.def(nb::init<const Setup&, const Rules&>(), nb::arg("start"), nb::arg("rules"))
        .def(
            "ejected",
            [](const Game& g, int player) {
                return static_cast<int>(g.position().ejected[checked_player(g.position(), player)]);
            },
            nb::arg("player"))
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
            "resign",
            [](Game& g, int player) { return g.resign(static_cast<int>(checked_player(g.position(), player))); },
            nb::arg("player"))
        .def(
            "flag", [](Game& g, int player) { return g.flag(static_cast<int>(checked_player(g.position(), player))); },
            nb::arg("player"));
}
