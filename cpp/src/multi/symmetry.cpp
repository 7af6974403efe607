#include "sumito/multi/symmetry.hpp"

namespace sumito::multi {

Position image(int symmetry, const Position& position) {
    Position out = position;
    for (Bitboard& marbles : out.marbles) {
        marbles = sumito::image(symmetry, marbles);
    }
    out.key = out.fresh_key();
    return out;
}

int canonical_symmetry(const Position& position) {
    int best = 0;
    std::array<std::uint64_t, MOST_PLAYERS> least{};
    for (int s = 0; s < SYMMETRIES; ++s) {
        std::array<std::uint64_t, MOST_PLAYERS> ids{};
        for (std::size_t player = 0; player < position.players; ++player) {
            ids[player] = ids_of_set(sumito::image(s, position.marbles[player]));
        }
        if (s == 0 || ids < least) {
            least = ids;
            best = s;
        }
    }
    return best;
}

} // namespace sumito::multi
