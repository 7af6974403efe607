#include "sumito/judgement.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "sumito/score.hpp"

#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

namespace {

int checked_scale(int scale) {
    if (!is_scale(scale)) {
        throw nb::value_error("not a scale");
    }
    return scale;
}

} // namespace

void bind_judgement(nb::module_& m) {
    m.def(
        "judge",
        [](int best, int played, bool same, int scale) {
            const MoveJudgement found = judge(best, played, same, checked_scale(scale));
            return std::tuple(found.loss, static_cast<int>(found.judgement), found.missed_win, found.accuracy);
        },
        nb::arg("best"), nb::arg("played"), nb::arg("same"), nb::arg("scale"),
        "The loss of winning chance, the judgement, the plies of a missed win (0: none), the accuracy.");
    m.def(
        "played_score",
        [](int after, int best) {
            const PlayedScore found = played_score(after, best);
            return std::tuple(found.score, found.is_best);
        },
        nb::arg("after"), nb::arg("best"),
        "The score of a played move, and whether it is better than the best move that the search found.");
    m.def(
        "summarise",
        [](const std::vector<double>& losses) {
            const PlayerSummary found = summarise(losses);
            return std::tuple(found.accuracy, std::vector<int>(found.judgements.begin(), found.judgements.end()));
        },
        nb::arg("losses"), "The mean accuracy of a player's moves, and their number by judgement.");
    m.attr("SHOWN_PLIES") = SHOWN_PLIES;
    m.def(
        "glyph",
        [](int judgement) {
            if (judgement < 0 || judgement >= JUDGEMENTS) {
                throw nb::value_error("no such judgement");
            }
            return std::string(glyph(static_cast<Judgement>(judgement)));
        },
        nb::arg("judgement"), "The glyph of a judgement in records; empty for a good move.");
    m.def(
        "turning_points",
        [](const std::vector<double>& losses, std::size_t most) { return turning_points(losses, most); },
        nb::arg("losses"), nb::arg("most"), "The indices of the moves that lost the most, in order.");
    m.def(
        "write_score",
        [](int score, int scale) {
            std::array<char, 64> text;
            return std::string(text.data(), write_score(score, checked_scale(scale), text));
        },
        nb::arg("score"), nb::arg("scale"), "A score of Black in words.");
    m.def(
        "write_comment",
        [](int score, int best, int played, bool same, int scale, std::string_view better) {
            const MoveJudgement judgement = judge(best, played, same, checked_scale(scale));
            std::string text(write_comment(score, scale, judgement, better, {}), ' ');
            write_comment(score, scale, judgement, better, text);
            return text;
        },
        nb::arg("score"), nb::arg("best"), nb::arg("played"), nb::arg("same"), nb::arg("scale"), nb::arg("better"),
        "The comment on a move: the score of Black after it, and its judgement.");
}
