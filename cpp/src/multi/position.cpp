#include "sumito/multi/position.hpp"

namespace sumito::multi {

sumito::Position Position::as_two() const {
    sumito::Position two;
    two.marbles = {own(), taken() & ~own()};
    return two;
}

Position Position::played(Move move) const {
    Position p = *this;
    const Direction d = move.direction();
    const auto step = [&p, d](Cell from) {
        const auto player = static_cast<std::size_t>(p.player_on(from));
        p.marbles[player] ^= bit(from);
        p.key ^= KEYS.marble[player][from];
        if (const Cell to = next(from, d); to != NO_CELL) {
            p.marbles[player] |= bit(to);
            p.key ^= KEYS.marble[player][to];
        } else {
            const auto side = static_cast<std::size_t>(p.side_of(p.turn));
            p.key ^= score_key(side, p.scores[side]);
            p.key ^= score_key(side, ++p.scores[side]);
        }
    };
    if (move.in_line()) {
        // The line and the marbles that it pushes are one unbroken run. The foremost marble steps first.
        const Bitboard full = taken();
        Cell c = move.head();
        for (Cell ahead = next(c, d); ahead != NO_CELL && has(full, ahead); ahead = next(c, d)) {
            c = ahead;
        }
        for (; c != move.tail(); c = next(c, opposite(d))) {
            step(c);
        }
        step(c);
    } else {
        for (int i = 0; i < move.size(); ++i) {
            step(along(move.tail(), move.axis(), i));
        }
    }
    return p.passed();
}

Position Position::left(int player) const {
    Position p = *this;
    const auto index = static_cast<std::size_t>(player);
    for (Bitboard rest = p.marbles[index]; rest != 0;) {
        p.key ^= KEYS.marble[index][take_cell(rest)];
    }
    p.marbles[index] = 0;
    p.active = static_cast<std::uint8_t>(p.active & ~(1 << player));
    p.key ^= KEYS.gone[index];
    return p.turn == player ? p.passed() : p;
}

Position Position::passed() const {
    Position p = *this;
    p.turn = static_cast<std::uint8_t>(next_player(turn));
    p.key ^= KEYS.turn[turn] ^ KEYS.turn[p.turn];
    return p;
}

std::uint64_t Position::fresh_key() const {
    std::uint64_t fresh = KEYS.turn[turn];
    for (std::size_t player = 0; player < players; ++player) {
        fresh ^= is_active(static_cast<int>(player)) ? 0 : KEYS.gone[player];
        fresh ^= score_key(player, scores[player]);
        for (Bitboard rest = marbles[player]; rest != 0;) {
            fresh ^= KEYS.marble[player][take_cell(rest)];
        }
    }
    return fresh;
}

Effect effect_of(const Position& position, Move move) {
    sumito::Position two;
    two.marbles = {position.side(), position.enemy()};
    return sumito::effect_of(two, move);
}

} // namespace sumito::multi
