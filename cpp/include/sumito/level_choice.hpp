#pragma once

#include <cstddef>
#include <span>

#include "sumito/move.hpp"
#include "sumito/position.hpp"

// Levels of play: how a level chooses among the best variations (docs/levels.md).
namespace sumito {

// In hundredths of a marble, except `sight` and `attention`, which are percentages.
struct Taste {
    int temperature = 0; // a variation that is worse by this much is chosen e times more rarely
    int margin = 0;      // a variation that is worse by more is never chosen
    int eagerness = 0;   // added to the worth of a variation that begins with an ejection
    int sight = 100;     // how much of the score counts: 100 is all of it, 0 is nothing
    int attention = 100; // the chance that the level notices an ejection; one that it misses is not chosen
    int push = 0;        // added to the worth of a variation that begins with a push
    int centre = 0;      // added for each step nearer to the centre that a marble of the first move makes
};

struct Candidate {
    int score = 0; // for the player to move
    Move move;     // the first move of the variation
    Effect effect; // of that move
};

// Return whether a level can choose among variations of these depths. Scores of different depths cannot be compared.
bool comparable(std::span<const int> depths);
// Return the index of the chosen candidate. All candidates must have been searched to the same depth, their moves must
// be legal, and there must be at least one. `random` is at least 0 and below 1; it also decides what is noticed.
std::size_t choose(std::span<const Candidate> candidates, const Taste& taste, double random);

} // namespace sumito
