#include "sumito/perft.hpp"

#include "sumito/movegen.hpp"

namespace sumito {
namespace {

bool won(const Position& position, int marbles_to_eject) {
    return position.ejected[0] >= marbles_to_eject || position.ejected[1] >= marbles_to_eject;
}

} // namespace

std::uint64_t perft(const Position& position, int depth, int marbles_to_eject) {
    if (depth <= 0) {
        return 1;
    }
    if (won(position, marbles_to_eject)) {
        return 0;
    }
    if (depth == 1) {
        return static_cast<std::uint64_t>(count_moves(position));
    }
    MoveList moves;
    generate(position, moves);
    std::uint64_t leaves = 0;
    for (const Move m : moves) {
        leaves += perft(position.played(m), depth - 1, marbles_to_eject);
    }
    return leaves;
}

std::uint64_t perft_made(const Position& position, int depth, int marbles_to_eject) {
    if (depth <= 0) {
        return 1;
    }
    if (won(position, marbles_to_eject)) {
        return 0;
    }
    MoveList moves;
    generate(position, moves);
    std::uint64_t leaves = 0;
    if (depth == 1) {
        std::uint64_t keys = 0;
        for (const Move m : moves) {
            keys ^= position.played(m).key;
            ++leaves;
        }
        // Use the keys, so that the compiler cannot optimise the leaves away.
        return keys == 1 ? 0 : leaves;
    }
    for (const Move m : moves) {
        leaves += perft_made(position.played(m), depth - 1, marbles_to_eject);
    }
    return leaves;
}

std::uint64_t random_play(const Position& start, std::uint64_t games, std::uint64_t seed, int marbles_to_eject) {
    std::uint64_t plies = 0;
    std::uint64_t n = seed << 32;
    for (std::uint64_t game = 0; game < games; ++game) {
        Position position = start;
        for (int ply = 0; ply < 400 && !won(position, marbles_to_eject); ++ply) {
            MoveList moves;
            generate(position, moves);
            if (moves.size() == 0) {
                break;
            }
            const std::uint64_t random = mixed(++n) >> 32;
            position = position.played(moves[static_cast<std::size_t>(random * moves.size() >> 32)]);
            ++plies;
        }
    }
    return plies;
}

} // namespace sumito
