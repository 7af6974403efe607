#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "sumito/position_text.hpp"
#include "sumito/verdict.hpp"

// Read and write moves in the three dialects in use. In a given position a text names at most one legal move, over all
// dialects.
namespace sumito {

enum class Dialect : std::uint8_t {
    ABA_PRO,      // the rear marble and the cell it steps to; broadside: both ends and the destination of the first
    NACRE,        // the rear marble and the destination of the farthest own marble
    PLAYSTRATEGY, // the rear marble and the first empty cell ahead, or the edge cell of the ejected marble
    ANY,          // for reading: any of the three
};

struct MoveReading {
    TextError error;   // the text is not well formed
    Verdict verdict{}; // otherwise, on the move that the text names
};

// Read a move. With `transposed`, letter and number are exchanged in every cell, as in old exports.
MoveReading read_move(const Game& game, std::string_view text, Dialect dialect, bool transposed = false);

inline constexpr std::size_t MOVE_TEXT_SIZE = 6;
// Write a legal move in a dialect other than ANY. `empty` are the empty cells before it.
std::size_t write_move(Bitboard empty, Move move, Dialect dialect, std::span<char, MOVE_TEXT_SIZE> out);

// Read a cell from its two characters. The letter can be upper case. Return NO_CELL if they do not name a cell.
Cell read_cell(std::string_view two);

} // namespace sumito
