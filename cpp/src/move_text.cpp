#include "sumito/move_text.hpp"

#include "sumito/move_reading.hpp"

namespace sumito {
namespace {

struct TwoPlayers {
    const Position& position;

    Bitboard side() const { return position.own(); }
    Bitboard empty() const { return position.empty(); }
    Verdict judge(Bitboard cells, Direction d) const { return sumito::judge(position, cells, d); }
    Verdict judge_between(Cell first, Cell last, Direction d) const {
        return sumito::judge_between(position, first, last, d);
    }
    // Return only the named cell if it has no own marble.
    Bitboard run_from(Cell rear, Direction d) const { return bit(rear) | sumito::run_from(position.own(), rear, d); }
    bool ejects(Move move) const { return effect_of(position, move).ejects; }
};

} // namespace

Cell read_cell(std::string_view two) {
    if (two.size() != 2 || move_reading::lower(two[0]) < 'a' || move_reading::lower(two[0]) > 'i' || two[1] < '1' ||
        two[1] > '9') {
        return NO_CELL;
    }
    return cell_at(move_reading::lower(two[0]) - 'a', two[1] - '0');
}

MoveReading read_move(const Game& game, std::string_view text, Dialect dialect, bool transposed) {
    MoveReading reading = move_reading::read_text(TwoPlayers{game.position()}, text, dialect, transposed);
    if (game.outcome() && !reading.error) {
        reading.verdict = Game::over(reading.verdict);
    }
    return reading;
}

std::size_t write_move(Bitboard empty, Move move, Dialect dialect, std::span<char, MOVE_TEXT_SIZE> out) {
    std::size_t size = 0;
    const auto put = [&](Cell c) {
        out[size++] = static_cast<char>('a' + row_of(c));
        out[size++] = static_cast<char>('0' + number_of(c));
    };
    const Cell tail = move.tail();
    const Direction d = move.direction();
    if (dialect == Dialect::ABA_PRO) {
        put(tail);
        if (!move.in_line()) {
            put(move.head());
        }
        put(next(tail, d));
    } else if (move.in_line()) {
        put(tail);
        put(dialect == Dialect::NACRE ? along(tail, d, move.size()) : move_reading::end_of_chain(empty, move));
    } else {
        const int turn = (d - move.axis() + DIRECTIONS) % DIRECTIONS;
        const bool tail_is_farther = turn == 1 || turn == 5;
        put(tail_is_farther ? tail : move.head());
        put(next(tail_is_farther ? move.head() : tail, d));
    }
    return size;
}

} // namespace sumito
