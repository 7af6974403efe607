#include "sumito/reasons.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <array>
#include <optional>
#include <string>
#include <tuple>

#include "arguments.hpp"
#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

namespace {

// the sentences, the cells to mark, the number of the move that would work instead or -1, the figure or nothing
using ExplanationValues = std::tuple<std::string, std::uint64_t, int, std::string>;

ExplanationValues values(const Explanation& e, std::string text) {
    return {std::move(text), ids_of_set(e.cells), e.instead ? number_of(e.instead) : -1, std::string(e.figure)};
}

Verdict verdict_of(const VerdictValues& values) {
    const auto [reason, n, standing, enemies, culprits, move] = values;
    const auto small = [](int number) {
        if (number < 0 || number > CELLS) {
            throw nb::value_error("a verdict counts 0..61 marbles");
        }
        return static_cast<std::uint8_t>(number);
    };
    if (reason < 0 || reason > static_cast<int>(Reason::TOO_FEW)) {
        throw nb::value_error("no such reason");
    }
    return {.reason = static_cast<Reason>(reason),
            .n = small(n),
            .standing = small(standing),
            .enemies = small(enemies),
            .culprits = set_of(culprits),
            .move = move == -1 ? Move{} : move_of_index(move)};
}

using Text = std::array<char, EXPLANATION_SIZE>;

} // namespace

void bind_reasons(nb::module_& m) {
    m.def(
        "explain_verdict",
        [](const Game& game, const VerdictValues& verdict,
           std::optional<int> direction) -> std::optional<ExplanationValues> {
            Text text;
            Sentences out(text);
            const std::optional<Direction> asked =
                direction ? std::optional(direction_of(*direction)) : std::optional<Direction>();
            const std::optional<Explanation> e = explain(game, verdict_of(verdict), asked, out);
            if (!e) {
                return {};
            }
            return values(*e, {text.data(), out.size()});
        },
        nb::arg("game"), nb::arg("verdict"), nb::arg("direction").none(),
        "Sentences, cells to mark, the move that would work instead or -1, the figure; None for the verdict of "
        "another game.");
    m.def(
        "explain_outcome",
        [](const Game& game) {
            Text text;
            Sentences out(text);
            explain_outcome(game, out);
            return std::string(text.data(), out.size());
        },
        nb::arg("game"));
    m.def(
        "tap",
        [](const Game& game, std::uint64_t line,
           int target) -> std::optional<std::tuple<int, std::optional<VerdictValues>, ExplanationValues>> {
            Text text;
            Sentences out(text);
            const std::optional<Tap> found = tap(game, set_of(line), cell_of(target), out);
            if (!found) {
                return {};
            }
            std::optional<VerdictValues> verdict;
            if (found->verdict) {
                verdict = values(*found->verdict);
            }
            return std::tuple(static_cast<int>(found->hint), verdict,
                              values(found->explanation, {text.data(), out.size()}));
        },
        nb::arg("game"), nb::arg("line"), nb::arg("target"),
        "A hint (1 gap, 2 not in line) or 0, a verdict, an explanation; None where no line or no enemy is named.");
}
