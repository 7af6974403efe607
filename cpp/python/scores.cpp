#include <nanobind/nanobind.h>

#include "sumito/score.hpp"

#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

void bind_scores(nb::module_& m) {
    m.attr("WIN") = WIN;
    m.attr("LEAST_WIN") = LEAST_WIN;
    m.attr("USUAL_SCALE") = USUAL_SCALE;
    m.attr("MOST_SCALE") = MOST_SCALE;
    m.attr("ONE_CHANCE") = ONE_CHANCE;
    m.def("is_proved", &is_proved, nb::arg("score"), "Return whether the score is a proved win or loss.");
    m.def("win_in", &win_in, nb::arg("score"), "Return the plies to the end of a proved score; negative for a loss.");
    m.def("ending_score", &ending_score, nb::arg("winner"), nb::arg("player"),
          "Return the score of a game that has ended, for a player; the winner is -1 for a draw.");
    m.def(
        "chance",
        [](int score, int scale) {
            if (!is_scale(scale)) {
                throw nb::value_error("not a scale");
            }
            return chance(score, scale);
        },
        nb::arg("score"), nb::arg("scale"), "Return the chance to win, in units of 1 / ONE_CHANCE.");
}
