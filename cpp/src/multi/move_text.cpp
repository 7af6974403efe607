#include "sumito/multi/move_text.hpp"

#include "sumito/move_reading.hpp"
#include "sumito/multi/verdict.hpp"

namespace sumito::multi {
namespace {

struct Players {
    const Position& position;

    Bitboard side() const { return position.side(); }
    Bitboard empty() const { return position.empty(); }
    Verdict judge(Bitboard cells, Direction d) const { return multi::judge(position, cells, d); }
    Verdict judge_between(Cell first, Cell last, Direction d) const {
        return multi::judge_between(position, first, last, d);
    }
    Bitboard run_from(Cell rear, Direction d) const { return line_from(position, rear, d); }
    bool ejects(Move move) const { return effect_of(position, move).ejects; }
};

} // namespace

Bitboard line_from(const Position& position, Cell rear, Direction d) {
    const Bitboard whole = run_from(position.side(), rear, d);
    const Bitboard ahead = shifted(whole, d) & ~whole;
    const bool pushes = (ahead & position.enemy()) != 0;
    const Bitboard line = pushes || position.mixed_moves ? whole : run_from(position.own(), rear, d);
    return bit(rear) | line;
}

MoveReading read_move(const Game& game, std::string_view text, Dialect dialect, bool transposed) {
    MoveReading reading = move_reading::read_text(Players{game.position()}, text, dialect, transposed);
    if (game.outcome() && !reading.error) {
        reading.verdict = sumito::Game::over(reading.verdict);
    }
    return reading;
}

} // namespace sumito::multi
