#include "sumito/symmetry.hpp"

namespace sumito {

Bitboard image(int symmetry, Bitboard set) {
    Bitboard out = 0;
    while (set != 0) {
        out |= bit(image(symmetry, take_cell(set)));
    }
    return out;
}

Move image(int symmetry, Move move) {
    return move_of(image(symmetry, move.line()), image(symmetry, move.direction()));
}

Position image(int symmetry, const Position& position) {
    Position out = position;
    for (Bitboard& marbles : out.marbles) {
        marbles = image(symmetry, marbles);
    }
    out.key = out.fresh_key();
    return out;
}

int canonical_symmetry(const Position& position) {
    int best = 0;
    std::array<std::uint64_t, PLAYERS> least{};
    for (int s = 0; s < SYMMETRIES; ++s) {
        const std::array<std::uint64_t, PLAYERS> ids{ids_of_set(image(s, position.marbles[0])),
                                                     ids_of_set(image(s, position.marbles[1]))};
        if (s == 0 || ids < least) {
            least = ids;
            best = s;
        }
    }
    return best;
}

} // namespace sumito
