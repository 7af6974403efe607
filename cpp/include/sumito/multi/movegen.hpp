#pragma once

#include "sumito/movegen.hpp"
#include "sumito/multi/position.hpp"

// Generate the legal moves of a position of several players. None of these functions checks whether the game is over.
namespace sumito::multi {

void generate(const Position& position, MoveList& moves);
void generate_ejections(const Position& position, MoveList& moves);
int count_moves(const Position& position);
bool any_move(const Position& position);

// Return whether anybody on the side to move could move now.
bool any_move_of_side(const Position& position);

} // namespace sumito::multi
