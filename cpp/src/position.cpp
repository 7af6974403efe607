#include "sumito/position.hpp"

namespace sumito {

std::uint64_t Position::fresh_key() const {
    std::uint64_t fresh = turn != 0 ? KEYS.turn : 0;
    for (std::size_t player = 0; player < PLAYERS; ++player) {
        fresh ^= KEYS.ejected[player][ejected[player]];
        for (Bitboard rest = marbles[player]; rest != 0;) {
            fresh ^= KEYS.marble[player][take_cell(rest)];
        }
    }
    return fresh;
}

Position standard_position() {
    constexpr std::array<std::array<int, 3>, 6> rows{
        {{0, 1, 5}, {1, 1, 6}, {2, 3, 5}, {8, 5, 9}, {7, 4, 9}, {6, 5, 7}}};
    Position p;
    for (const auto& [row, from, to] : rows) {
        for (int number = from; number <= to; ++number) {
            p.marbles[row < 4 ? 0 : 1] |= bit(cell_at(row, number));
        }
    }
    p.key = p.fresh_key();
    return p;
}

Effect effect_of(const Position& position, Move move) {
    Effect effect;
    if (!move.in_line()) {
        return effect;
    }
    const Direction d = move.direction();
    Cell c = along(move.tail(), d, move.size());
    for (; c != NO_CELL && has(position.enemy(), c); c = next(c, d)) {
        effect.pushed |= bit(c);
    }
    effect.ejects = effect.pushed != 0 && c == NO_CELL;
    return effect;
}

} // namespace sumito
