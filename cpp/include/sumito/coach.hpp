#pragma once

#include "sumito/game.hpp"

// Warn a player before a move that gives a marble away.
namespace sumito {

// A move gives a marble away if the enemy can eject one at once and wins it in the exchange that follows, if another
// move loses fewer marbles, and if that move also leads to a better position: the rescue of a marble can cost more than
// it is worth. The judgement looks two moves ahead.
struct Giveaway {
    Move push{};       // the enemy's ejection after the move, with the fewest marbles; Move{}: nothing is given away
    Bitboard lost = 0; // the own marbles, on their cells after the move, that the enemy can win, one of them

    explicit operator bool() const { return static_cast<bool>(push); }
};

// Judge a legal move. The answer depends on nothing but the game and the move. If its limit of nodes is not enough for
// a proof, nothing is given away.
Giveaway find_giveaway(const Game& game, Move move);

} // namespace sumito
