#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <utility>
#include <vector>

#include "sumito/draw_offer.hpp"
#include "sumito/level_choice.hpp"
#include "sumito/level_names.hpp"
#include "sumito/multi/draw_offer.hpp"
#include "sumito/multi/game.hpp"

#include "any_game.hpp"
#include "arguments.hpp"
#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

namespace {

template <typename AnyGame>
std::size_t chosen(const AnyGame& game, const std::vector<std::pair<int, int>>& candidates,
                   const std::array<int, 7>& taste, double random) {
    std::vector<Candidate> list;
    for (const auto& [score, number] : candidates) {
        const Move move = move_of_index(number);
        if (!game.is_legal(move)) {
            throw nb::value_error("a candidate is not legal");
        }
        list.push_back({score, move, effect_of(game.position(), move)});
    }
    if (list.empty() || !(random >= 0 && random < 1)) {
        throw nb::value_error("choose needs a candidate, and a random number from 0 to less than 1");
    }
    const auto [temperature, margin, eagerness, sight, attention, push, centre] = taste;
    return choose(list, {temperature, margin, eagerness, sight, attention, push, centre}, random);
}

} // namespace

void bind_levels(nb::module_& m) {
    m.def(
        "comparable", [](const std::vector<int>& depths) { return comparable(depths); }, nb::arg("depths"),
        "Return whether a level can choose among variations of these depths.");
    m.def(
        "choose", &chosen<Game>, nb::arg("game"), nb::arg("candidates"), nb::arg("taste"), nb::arg("random"),
        "Return the index of the candidate (score, move) that a level chooses. The taste has the temperature, the "
        "margin, the eagerness, the sight, the attention, the worth of a push and the worth of a step to the centre.");
    m.def("choose", &chosen<multi::Game>, nb::arg("game"), nb::arg("candidates"), nb::arg("taste"), nb::arg("random"));
    m.def("level_name", &level_name, nb::arg("id"),
          "Return the name of a level in records; empty if there is no level with this id.");
    m.def("level_named", &level_named, nb::arg("name"),
          "Return the id of the level with this name in records; empty for any other name.");
    m.def(
        "accepts_draw", [](const Game& game, int score) { return accepts_draw(game, score); }, nb::arg("game"),
        nb::arg("score"),
        "Return whether the computer accepts a draw from the player to move; `score` is for that player.");
    m.def(
        "accepts_draw",
        [](const multi::Game& game, int player) {
            return multi::accepts_draw(game, static_cast<int>(checked_player(game.position(), player)));
        },
        nb::arg("game"), nb::arg("player"), "Return whether a computer that plays for `player` accepts a draw.");
}
