#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>

#include "sumito/move_text.hpp"
#include "sumito/position_text.hpp"

#include "arguments.hpp"
#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

namespace {

PositionForm form_of(int form) {
    if (form < 0 || form > static_cast<int>(PositionForm::DIGITS)) {
        throw nb::value_error("no such form of position text");
    }
    return static_cast<PositionForm>(form);
}

} // namespace

void bind_text(nb::module_& m) {
    m.def(
        "read_position",
        [](int form, std::string_view text) -> std::variant<Setup, TextErrorValues> {
            Setup setup;
            const TextError error = read_position(form_of(form), text, setup);
            if (error) {
                return values(error);
            }
            return setup;
        },
        nb::arg("form"), nb::arg("text"));
    m.def(
        "write_position",
        [](int form, const Setup& setup) {
            std::array<char, POSITION_TEXT_SIZE> out;
            const std::size_t size = write_position(form_of(form), setup, out);
            return std::string(out.data(), size);
        },
        nb::arg("form"), nb::arg("setup"));
    m.def(
        "read_move",
        [](const Game& game, std::string_view text, int dialect, bool transposed) {
            const MoveReading r = read_move(game, text, dialect_of(dialect, Dialect::ANY), transposed);
            return std::tuple<int, int, VerdictValues>(static_cast<int>(r.error.problem), r.error.column,
                                                       values(r.verdict));
        },
        nb::arg("game"), nb::arg("text"), nb::arg("dialect"), nb::arg("transposed"),
        "Return the code of the problem (0: none), its column, and the verdict on the move that the text names.");
    m.def(
        "write_move",
        [](const Game& game, int number, int dialect) {
            std::array<char, MOVE_TEXT_SIZE> out;
            const std::size_t size =
                write_move(game.position(), move_of_index(number), dialect_of(dialect, Dialect::PLAYSTRATEGY), out);
            return std::string(out.data(), size);
        },
        nb::arg("game"), nb::arg("move"), nb::arg("dialect"));
}
