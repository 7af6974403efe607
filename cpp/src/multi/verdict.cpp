#include "sumito/multi/verdict.hpp"

#include "sumito/judging.hpp"

namespace sumito::multi {
namespace {

// The sets of a position, computed once for a judgement.
class Players {
  public:
    explicit Players(const Position& p)
        : own_(p.own()), partner_(p.partner()), enemy_(p.enemy()), mixed_moves_(p.mixed_moves) {}

    Bitboard own() const { return own_; }
    Bitboard partner() const { return partner_; }
    Bitboard enemy() const { return enemy_; }
    Bitboard empty() const { return ALL & ~(own_ | partner_ | enemy_); }
    bool mixed_moves() const { return mixed_moves_; }

  private:
    Bitboard own_, partner_, enemy_;
    bool mixed_moves_;
};

} // namespace

Verdict judge(const Position& position, Bitboard cells, Direction direction) {
    return judging::judge(Players(position), cells, direction);
}

Verdict judge_between(const Position& position, Cell first, Cell last, Direction direction) {
    return judging::judge_between(Players(position), first, last, direction);
}

bool is_legal(const Position& position, Move move) {
    return judging::is_legal(Players(position), move);
}

} // namespace sumito::multi
