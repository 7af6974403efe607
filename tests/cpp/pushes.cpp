// Compare the pushes and the ejections of positions of random play with those in the list of all moves. Print what
// differs.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "sumito/movegen.hpp"

using namespace sumito;

namespace {

std::vector<std::uint16_t> sorted_codes(const std::vector<Move>& moves) {
    std::vector<std::uint16_t> codes;
    for (const Move m : moves) {
        codes.push_back(m.code());
    }
    std::sort(codes.begin(), codes.end());
    return codes;
}

std::vector<std::uint16_t> generated(const Position& position, void (*generator)(const Position&, MoveList&)) {
    MoveList moves;
    generator(position, moves);
    return sorted_codes({moves.begin(), moves.end()});
}

} // namespace

int main() {
    int seen = 0;
    for (std::uint64_t game = 0; game < 200; ++game) {
        Position position = standard_position();
        for (std::uint64_t ply = 0; ply < 200 && position.ejected[0] < 6 && position.ejected[1] < 6; ++ply) {
            MoveList all;
            generate(position, all);
            if (all.size() == 0) {
                break;
            }
            std::vector<Move> pushes;
            std::vector<Move> ejections;
            for (const Move m : all) {
                const Effect effect = effect_of(position, m);
                if (effect.pushed != 0) {
                    (effect.ejects ? ejections : pushes).push_back(m);
                }
            }
            seen += static_cast<int>(pushes.size());
            if (generated(position, generate_pushes) != sorted_codes(pushes) ||
                generated(position, generate_ejections) != sorted_codes(ejections)) {
                std::printf("game %d, ply %d\n", static_cast<int>(game), static_cast<int>(ply));
            }
            position = position.played(all[mixed(1000 * game + ply + 1) % all.size()]);
        }
    }
    if (seen < 10'000) {
        std::printf("too few pushes: %d\n", seen);
    }
}
