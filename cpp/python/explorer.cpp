#include "sumito/explorer.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "arguments.hpp"
#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

namespace {

// games, wins, draws, evaluation
using PositionValues = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::optional<int>>;

PositionValues values(const ExploredPosition& position) {
    return {position.games, position.wins, position.draws,
            position.evaluated ? std::optional(position.evaluation) : std::nullopt};
}

} // namespace

void bind_explorer(nb::module_& m) {
    m.def(
        "explorer_key", [](const Setup& setup) { return explorer_key(setup.position); }, nb::arg("setup"),
        "Return a number that is equal for all images of a position under the symmetries.");
    nb::class_<Explorer>(m, "Explorer")
        .def(nb::init<>())
        .def(
            "read",
            [](Explorer& self, const nb::bytes& data, bool with_games) {
                return static_cast<int>(
                    self.read({static_cast<const std::uint8_t*>(data.data()), data.size()}, with_games));
            },
            nb::arg("data"), nb::arg("with_games"),
            "Read a data file: the evaluations and, if `with_games`, the games. Return 0, 1 if it is another kind of "
            "file, 2 if it is damaged.")
        .def(
            "add",
            [](Explorer& self, const Setup& start, const std::vector<int>& moves, int winner) {
                if (winner < -1 || winner >= PLAYERS) {
                    throw nb::value_error("a winner is 0, 1 or, for a draw, -1");
                }
                return self.add(start.position, moves, winner);
            },
            nb::arg("start"), nb::arg("moves"), nb::arg("winner"), "Count a game. Return whether its moves are legal.")
        .def_prop_ro("games", &Explorer::games)
        .def(
            "find", [](const Explorer& self, const Setup& setup) { return values(self.find(setup.position)); },
            nb::arg("setup"), "Return games, wins, draws and evaluation of a position for the player to move.")
        .def(
            "moves",
            [](const Explorer& self, const Setup& setup) {
                std::vector<std::tuple<int, int, PositionValues>> out;
                for (const ExploredMove& each : self.moves(setup.position)) {
                    out.emplace_back(number_of(each.move), number_of(each.same_as), values(each.after));
                }
                return out;
            },
            nb::arg("setup"),
            "Return the moves played in a position, most games first: the move, the first move that leads to an image "
            "of the same position, and games, wins, draws and evaluation for the player who moves.");
}
