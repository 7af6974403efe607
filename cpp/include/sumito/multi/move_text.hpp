#pragma once

#include <string_view>

#include "sumito/move_text.hpp"
#include "sumito/multi/game.hpp"

// Read the moves of several players, in the dialects of two. sumito::write_move() writes them.
namespace sumito::multi {

// Return the whole line that a rear marble names. In teams the marbles of a partner belong to it if it pushes.
Bitboard line_from(const Position& position, Cell rear, Direction d);

// In Aba-Pro and PlayStrategy's dialect a rear marble names its whole line.
MoveReading read_move(const Game& game, std::string_view text, Dialect dialect, bool transposed = false);

} // namespace sumito::multi
