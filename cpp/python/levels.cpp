#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

#include "sumito/draw_offer.hpp"
#include "sumito/level_choice.hpp"

#include "arguments.hpp"
#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

void bind_levels(nb::module_& m) {
    m.def(
        "comparable", [](const std::vector<int>& depths) { return comparable(depths); }, nb::arg("depths"),
        "Return whether a level can choose among variations of these depths.");
    m.def(
        "choose",
        [](const Game& game, const std::vector<std::pair<int, int>>& candidates, int temperature, int margin,
           int eagerness, double random) {
            std::vector<Candidate> list;
            for (const auto& [score, move] : candidates) {
                list.push_back({score, move_of_index(move)});
                if (!game.is_legal(list.back().move)) {
                    throw nb::value_error("a candidate is not legal");
                }
            }
            if (list.empty() || !(random >= 0 && random < 1)) {
                throw nb::value_error("choose needs a candidate, and a random number from 0 to less than 1");
            }
            return choose(game, list, {temperature, margin, eagerness}, random);
        },
        nb::arg("game"), nb::arg("candidates"), nb::arg("temperature"), nb::arg("margin"), nb::arg("eagerness"),
        nb::arg("random"), "Return the index of the candidate (score, move) that a level chooses.");
    m.def(
        "level_name",
        [](int level) {
            if (level < 1 || level > LEVELS) {
                throw nb::value_error("no such level");
            }
            return std::string(level_name(level));
        },
        nb::arg("level"), "Return the name of a level in records.");
    m.def("level_named", &level_named, nb::arg("name"),
          "Return the level with this name in records; 0 for any other name.");
    m.def("accepts_draw", &accepts_draw, nb::arg("game"), nb::arg("score"),
          "Return whether the computer accepts a draw from the player to move; `score` is for that player.");
}
