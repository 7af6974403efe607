#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "sumito/position_text.hpp"
#include "sumito/verdict.hpp"

// Moves as text, in the three dialects in use. With a position a token names at most one legal move over all of them.
namespace sumito {

enum class Dialect : std::uint8_t {
    ABA_PRO,      // rear marble and the cell it steps to; broadside: both ends and where the first one goes
    NACRE,        // rear marble and where the farthest own marble lands
    PLAYSTRATEGY, // rear marble and the first empty cell after all that moves, or the edge cell of the one that falls
    ANY,          // for reading: whichever fits
};

struct MoveReading {
    TextError error;   // the text is not well formed
    Verdict verdict{}; // else: what it names, legal or not
};

// With `transposed` letter and number are exchanged in every cell, as in old exports.
MoveReading read_move(const Game& game, std::string_view text, Dialect dialect, bool transposed = false);

inline constexpr std::size_t MOVE_TEXT_SIZE = 6;
// The text of a legal move in a dialect other than ANY.
std::size_t write_move(const Position& position, Move move, Dialect dialect, std::span<char, MOVE_TEXT_SIZE> out);

// The two characters of a cell. NO_CELL where they name none; the letter may be upper case.
Cell read_cell(std::string_view two);

} // namespace sumito
