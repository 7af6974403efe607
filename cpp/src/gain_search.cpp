#include "sumito/gain_search.hpp"

#include <algorithm>

namespace sumito {

int GainSearch::gain_by(const Position& position, Move move, int plies, int alpha, int beta) {
    const Position next = position.played(move);
    const int won = next.ejected[next.turn] - position.ejected[next.turn];
    if (won != 0 && next.ejected[next.turn] >= marbles_to_eject_) {
        return WIN;
    }
    return won - gain(next, plies, won - beta, won - alpha);
}

int GainSearch::gain(const Position& position, int plies, int alpha, int beta) {
    if (++nodes_ > most_nodes_) {
        return alpha;
    }
    const bool quiet_too = plies > 0;
    const int left = std::max(plies - 1, 0);
    int best = quiet_too ? -WIN : 0; // after the last ply a player can leave it at that
    const auto is_enough = [&](Move move) {
        best = std::max(best, gain_by(position, move, left, std::max(alpha, best), beta));
        return best >= beta || stopped();
    };
    if (best >= beta) {
        return best;
    }
    MoveList ejections;
    generate_ejections(position, ejections);
    for (const Move move : ejections) {
        if (is_enough(move)) {
            return best;
        }
    }
    if (!quiet_too) {
        return best;
    }
    MoveList moves;
    generate(position, moves);
    if (moves.size() == 0) {
        return 0;
    }
    const auto is_ejection = [&](Move move) {
        return std::find(ejections.begin(), ejections.end(), move) != ejections.end();
    };
    Move& last_cut = last_cut_[static_cast<std::size_t>(plies)];
    const Move first = last_cut;
    if (first && !is_ejection(first) && std::find(moves.begin(), moves.end(), first) != moves.end() &&
        is_enough(first)) {
        return best;
    }
    for (const Move move : moves) {
        if (move != first && !is_ejection(move) && is_enough(move)) {
            last_cut = move;
            return best;
        }
    }
    return best;
}

} // namespace sumito
