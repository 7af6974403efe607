#pragma once

#include <array>

#include "sumito/multi/position.hpp"

// The evaluation for several players: how each side stands by itself, and how it stands against the others. The unit is
// a hundredth of an ejected marble.
namespace sumito::multi {

// By side. A side that has left stands at 0.
using Standings = std::array<int, MOST_PLAYERS>;

// Return how each side stands: the marbles it has ejected, more for the last ones before the win; its own marbles, how
// near they are to the centre and to each other, those that any enemy can push or eject, and what it can eject itself.
Standings standings(const Position& position, int marbles_to_eject);

// Return the score of a side: how it stands against the others that have not left. Half of this counts against the best
// of them, who is the danger for everybody, and half against their mean. With two sides, one score is the negated
// other.
int score_of(const Position& position, const Standings& standings, int side);

} // namespace sumito::multi
