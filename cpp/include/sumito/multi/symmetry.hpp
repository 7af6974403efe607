#pragma once

#include "sumito/multi/position.hpp"
#include "sumito/symmetry.hpp"

// The twelve images of a position of several players.
namespace sumito::multi {

Position image(int symmetry, const Position& position);

// Return the symmetry that gives the least of the twelve images, ordered by the cells of each player in turn (by id).
int canonical_symmetry(const Position& position);

} // namespace sumito::multi
