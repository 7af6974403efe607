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
#include "sumito/multi/move_text.hpp"
#include "sumito/multi/position_text.hpp"
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

// Bind the text of moves for a type of games.
template <typename AnyGame, typename Read>
void bind_moves_of(nb::module_& m, Read read) {
    m.def(
        "read_move",
        [read](const AnyGame& game, std::string_view text, int dialect, bool transposed) {
            const MoveReading r = read(game, text, dialect_of(dialect, Dialect::ANY), transposed);
            return std::tuple<int, int, VerdictValues>(static_cast<int>(r.error.problem), r.error.column,
                                                       values(r.verdict));
        },
        nb::arg("game"), nb::arg("text"), nb::arg("dialect"), nb::arg("transposed"),
        "Return the code of the problem (0: none), its column, and the verdict on the move that the text names.");
    m.def(
        "write_move",
        [](const AnyGame& game, int number, int dialect) {
            std::array<char, MOVE_TEXT_SIZE> out;
            const std::size_t size = write_move(game.position().empty(), move_of_index(number),
                                                dialect_of(dialect, Dialect::PLAYSTRATEGY), out);
            return std::string(out.data(), size);
        },
        nb::arg("game"), nb::arg("move"), nb::arg("dialect"));
}

} // namespace

void bind_text(nb::module_& m) {
    m.def(
        "read_position",
        [](int form, std::string_view text) -> std::variant<Setup, multi::Setup, TextErrorValues> {
            if (form_of(form) == PositionForm::FEN && multi::has_players(text)) {
                multi::Setup setup;
                const TextError error = multi::read_position(text, setup);
                if (error) {
                    return values(error);
                }
                return setup;
            }
            Setup setup;
            const TextError error = read_position(form_of(form), text, setup);
            if (error) {
                return values(error);
            }
            return setup;
        },
        nb::arg("form"), nb::arg("text"));
    m.def("has_players", multi::has_players, nb::arg("text"),
          "Return whether a position text names more than two players.");
    m.def(
        "write_position",
        [](int form, const Setup& setup) {
            std::array<char, POSITION_TEXT_SIZE> out;
            const std::size_t size = write_position(form_of(form), setup, out);
            return std::string(out.data(), size);
        },
        nb::arg("form"), nb::arg("setup"));
    m.def(
        "write_position",
        [](int form, const multi::Setup& setup) {
            if (form_of(form) != PositionForm::FEN) {
                throw nb::value_error("only the form fen has more than two players");
            }
            std::array<char, POSITION_TEXT_SIZE> out;
            const std::size_t size = multi::write_position(setup, out);
            return std::string(out.data(), size);
        },
        nb::arg("form"), nb::arg("setup"));
    bind_moves_of<Game>(m, [](const Game& game, std::string_view text, Dialect dialect, bool transposed) {
        return read_move(game, text, dialect, transposed);
    });
    bind_moves_of<multi::Game>(m, [](const multi::Game& game, std::string_view text, Dialect dialect, bool transposed) {
        return multi::read_move(game, text, dialect, transposed);
    });
}
