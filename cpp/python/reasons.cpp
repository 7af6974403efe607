#include "sumito/reasons.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>

#include "sumito/multi/reasons.hpp"

#include "arguments.hpp"
#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

namespace {

// The verdict or nothing, the sentences, the cells to mark, the number of the move that would work instead or -1, the
// figure or nothing.
using ExplanationValues = std::tuple<std::optional<VerdictValues>, std::string, std::uint64_t, int, std::string>;

// The sentences of one call.
struct Text {
    std::array<char, EXPLANATION_SIZE> buffer;
    Sentences sentences{buffer};

    std::string string() const { return {buffer.data(), sentences.size()}; }
};

ExplanationValues values(const Explanation& e, const Text& text) {
    std::optional<VerdictValues> verdict;
    if (e.verdict) {
        verdict = ::values(*e.verdict);
    }
    return {verdict, text.string(), ids_of_set(e.cells), e.instead ? number_of(e.instead) : -1, std::string(e.figure)};
}

// Bind the explanations for a type of games.
template <typename AnyGame>
void bind_reasons_of(nb::module_& m) {
    m.def(
        "explain",
        [](const AnyGame& game, std::uint64_t cells, int direction) {
            Text text;
            const Explanation e = explain(game, named_cells(cells), direction_of(direction), text.sentences);
            return values(e, text);
        },
        nb::arg("game"), nb::arg("cells"), nb::arg("direction"),
        "Return the verdict, the sentences, the cells to mark, the move that would work instead or -1, and the "
        "figure.");
    m.def(
        "explain_between",
        [](const AnyGame& game, int first, int last, int direction) {
            Text text;
            const Explanation e =
                explain_between(game, cell_of(first), cell_of(last), direction_of(direction), text.sentences);
            return values(e, text);
        },
        nb::arg("game"), nb::arg("first"), nb::arg("last"), nb::arg("direction"));
    m.def(
        "explain_text",
        [](const AnyGame& game, std::string_view move, int dialect,
           bool transposed) -> std::variant<ExplanationValues, TextErrorValues> {
            Text text;
            Explanation e;
            const TextError error =
                explain_text(game, move, dialect_of(dialect, Dialect::ANY), transposed, e, text.sentences);
            if (error) {
                return ::values(error);
            }
            return values(e, text);
        },
        nb::arg("game"), nb::arg("text"), nb::arg("dialect"), nb::arg("transposed"),
        "Return the explanation, or the problem and its column if the text is not well formed.");
    m.def(
        "explain_outcome",
        [](const AnyGame& game) {
            Text text;
            explain_outcome(game, text.sentences);
            return text.string();
        },
        nb::arg("game"));
    m.def(
        "tap",
        [](const AnyGame& game, std::uint64_t line, int target) -> std::optional<std::tuple<int, ExplanationValues>> {
            Text text;
            const std::optional<Tap> answer = tap(game, set_of(line), cell_of(target), text.sentences);
            if (!answer) {
                return {};
            }
            return std::tuple(static_cast<int>(answer->problem), values(answer->explanation, text));
        },
        nb::arg("game"), nb::arg("line"), nb::arg("target"),
        "Return a problem (1 gap, 2 not in line) or 0, and an explanation; None if no line or no enemy is named.");
}

} // namespace

void bind_reasons(nb::module_& m) {
    bind_reasons_of<Game>(m);
    bind_reasons_of<multi::Game>(m);
}
