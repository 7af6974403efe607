#include "sumito/multi/perft.hpp"

#include "sumito/multi/game.hpp"
#include "sumito/multi/movegen.hpp"

namespace sumito::multi {

std::uint64_t perft(const Position& position, int depth, int marbles_to_eject) {
    if (depth <= 0) {
        return 1;
    }
    if (winning_side(position, marbles_to_eject) >= 0) {
        return 0;
    }
    const Position p = settled(position, {.marbles_to_eject = marbles_to_eject});
    const int needed = p.teams() ? p.players : 2;
    if (count(p.active) < needed) {
        return 0;
    }
    if (depth == 1) {
        return static_cast<std::uint64_t>(count_moves(p));
    }
    MoveList moves;
    generate(p, moves);
    std::uint64_t leaves = 0;
    for (const Move m : moves) {
        leaves += perft(p.played(m), depth - 1, marbles_to_eject);
    }
    return leaves;
}

} // namespace sumito::multi
