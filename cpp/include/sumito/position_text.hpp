#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "sumito/game.hpp"

// Read and write positions as text. Nothing here allocates memory: text is written into the caller's buffer.
namespace sumito {

enum class TextProblem : std::uint8_t {
    NONE,
    EMPTY,
    BAD_CHARACTER,
    ROW_TOO_LONG,
    ROW_TOO_SHORT,
    TOO_FEW_ROWS,
    TOO_MANY_ROWS,
    BAD_SCORE,
    BAD_TURN,
    BAD_COUNTER,
    TOO_MANY_FIELDS,
    BAD_CELL,
    CELL_TWICE,
    NO_SEPARATOR,
    BAD_LENGTH,
    // of positions of several players
    PLAYER_TWICE,
    TOO_FEW_PLAYERS,
    ALL_HAVE_LEFT,
    // of moves
    NOT_A_MOVE,
    NOT_ADJACENT,
    NOT_BROADSIDE,
    NOT_IN_DIALECT,
    WRONG_DESTINATION,
};
struct TextError {
    TextProblem problem = TextProblem::NONE;
    int column = 0; // from 0

    explicit operator bool() const { return problem != TextProblem::NONE; }
};

enum class PositionForm : std::uint8_t {
    FEN,      // rows, scores, turn, counters, as PlayStrategy writes them: the default form
    APGN,     // the Position tag of a record: rows-lost turn
    FACTORED, // 0a12b123_0a45b456: marbles lost and cells, Black, then White; also read: 0a1a2b1b2b3,0a4a5
    DIGITS,   // 61 digits 0, 1, 2, beginning with a1
};

// The size of a buffer for any form.
inline constexpr std::size_t POSITION_TEXT_SIZE = 192;

// Read a position. `setup` does not change if there is an error. Values that a form lacks are those of the start of a
// game.
TextError read_position(PositionForm form, std::string_view text, Setup& setup);
std::size_t write_position(PositionForm form, const Setup& setup, std::span<char, POSITION_TEXT_SIZE> out);

} // namespace sumito
