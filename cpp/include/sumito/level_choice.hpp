#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "sumito/game.hpp"
#include "sumito/move.hpp"

// Levels of play: how a level chooses among the best variations (docs/levels.md), and its name in records.
namespace sumito {

inline constexpr int LEVELS = 12;

// All in hundredths of a marble.
struct Taste {
    int temperature = 0; // a variation that is worse by this much is chosen e times more rarely
    int margin = 0;      // a variation that is worse by more is never chosen
    int eagerness = 0;   // added to the score of a variation that begins with an ejection
};

struct Candidate {
    int score = 0; // for the player to move
    Move move;     // the first move of the variation
};

// Return whether a level can choose among variations of these depths. Scores of different depths cannot be compared.
bool comparable(std::span<const int> depths);
// Return the index of the chosen candidate. All candidates must have been searched to the same depth, their moves must
// be legal, and there must be at least one. `random` is at least 0 and below 1.
std::size_t choose(const Game& game, std::span<const Candidate> candidates, const Taste& taste, double random);

// Return the name of a level, 1 to LEVELS, in the player tags of records.
std::string_view level_name(int level);
// Return the level with this name; 0 if it is not the name of a level.
int level_named(std::string_view name);

} // namespace sumito
