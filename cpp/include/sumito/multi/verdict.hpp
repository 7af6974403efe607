#pragma once

#include "sumito/multi/position.hpp"
#include "sumito/verdict.hpp"

// Judge moves of several players. The result is never GAME_OVER: only a Game knows that it has ended.
namespace sumito::multi {

// Judge a move of `cells`, which are all the marbles named, at least one.
Verdict judge(const Position& position, Bitboard cells, Direction direction);

// Judge a move of the line between two ends. An empty cell or an enemy between them makes it NOT_A_LINE.
Verdict judge_between(const Position& position, Cell first, Cell last, Direction direction);

// Return only whether a move is legal. This is fast.
bool is_legal(const Position& position, Move move);

} // namespace sumito::multi
