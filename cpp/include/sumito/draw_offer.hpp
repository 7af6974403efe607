#pragma once

#include "sumito/game.hpp"

// When the computer accepts a draw that its opponent offers.
namespace sumito {

inline constexpr int QUIET_PLIES_FOR_DRAW = 20;

// `score` is for the player to move, who offers the draw. The computer accepts if no marble has been ejected for
// QUIET_PLIES_FOR_DRAW plies and its own position is no better than the player's.
inline bool accepts_draw(const Game& game, int score) {
    return game.quiet() >= QUIET_PLIES_FOR_DRAW && score >= 0;
}

} // namespace sumito
