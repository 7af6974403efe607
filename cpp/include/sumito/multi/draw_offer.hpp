#pragma once

#include "sumito/multi/game.hpp"

// When a computer of several players accepts a draw.
namespace sumito::multi {

// It accepts if another side that still plays has ejected more marbles than its own.
inline bool accepts_draw(const Game& game, int player) {
    const Position& position = game.position();
    const auto score = [&](int side) { return position.scores[static_cast<std::size_t>(side)]; };
    const int own = position.side_of(player);
    for (int side = 0; side < position.sides; ++side) {
        if ((position.active & position.members(side)) != 0 && score(side) > score(own)) {
            return true;
        }
    }
    return false;
}

} // namespace sumito::multi
