#include "sumito/verdict.hpp"

#include "sumito/judging.hpp"

namespace sumito {
namespace {

struct TwoPlayers {
    const Position& position;

    Bitboard own() const { return position.own(); }
    static constexpr Bitboard partner() { return 0; }
    Bitboard enemy() const { return position.enemy(); }
    Bitboard empty() const { return position.empty(); }
    static constexpr bool mixed_moves() { return false; }
};

} // namespace

Verdict request(Bitboard cells, Direction direction) {
    return {.n = static_cast<std::uint8_t>(count(cells)),
            .direction = direction,
            .named = cells,
            .move = move_of(cells, direction)};
}

Verdict judge(const Position& position, Bitboard cells, Direction direction) {
    return judging::judge(TwoPlayers{position}, cells, direction);
}

Verdict judge_between(const Position& position, Cell first, Cell last, Direction direction) {
    return judging::judge_between(TwoPlayers{position}, first, last, direction);
}

bool is_legal(const Position& position, Move move) {
    return judging::is_legal(TwoPlayers{position}, move);
}

} // namespace sumito
