#include "sumito/move_text.hpp"

#include <array>

namespace sumito {
namespace {

constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

MoveReading malformed(TextProblem problem, int column) {
    return {.error = {problem, column}, .verdict = {}};
}
MoveReading judged(const Verdict& verdict) {
    return {.error = {}, .verdict = verdict};
}

// Return the unbroken run of own marbles from the rear one on. Return only the named cell if it has no own marble.
Bitboard run_from(const Position& position, Cell rear, Direction d) {
    Bitboard run = bit(rear);
    for (Cell c = rear; c != NO_CELL && has(position.own(), c); c = next(c, d)) {
        run |= bit(c);
    }
    return run;
}

// Return the destination of an in-line move in PlayStrategy's notation.
Cell end_of_chain(const Position& position, Move move) {
    Cell c = move.tail();
    for (Cell ahead = next(c, move.direction()); ahead != NO_CELL; ahead = next(c, move.direction())) {
        c = ahead;
        if (has(position.empty(), c)) {
            break;
        }
    }
    return c;
}

struct Cells {
    std::array<Cell, 3> at{};
    std::array<int, 3> column{};
    int size = 0;
    bool ejects = false; // written with PlayStrategy's x
};

MoveReading read_aba_pro(const Position& position, const Cells& cells) {
    const auto [from, to, destination] = cells.at;
    if (cells.ejects) {
        return malformed(TextProblem::NOT_IN_DIALECT, 2);
    }
    if (cells.size == 2) {
        const Way step = way(from, to);
        if (step.steps != 1) {
            return malformed(TextProblem::NOT_ADJACENT, cells.column[1]);
        }
        return judged(judge(position, run_from(position, from, step.direction), step.direction));
    }
    const Way step = way(from, destination);
    const Way line = way(from, to);
    if (step.steps != 1) {
        return malformed(TextProblem::NOT_ADJACENT, cells.column[2]);
    }
    if (from == to ||
        (line.steps > 0 && (line.direction == step.direction || line.direction == opposite(step.direction)))) {
        return malformed(TextProblem::NOT_BROADSIDE, cells.column[1]);
    }
    return judged(judge_between(position, from, to, step.direction));
}

// Read a broadside move of two or three marbles from the cell of one end and the destination of the other. The way is
// one or two steps along the axis, then one step in direction d, at 60 degrees to the axis.
MoveReading read_crosswise(const Position& position, Cell from, Cell to) {
    MoveReading best = malformed(TextProblem::NOT_A_MOVE, 2);
    bool best_own = false;
    for (const Direction axis : ALL_DIRECTIONS) {
        for (const int sixths : {1, 5}) {
            const Direction d = rotated(axis, sixths);
            for (int size = 2; size <= 3; ++size) {
                const Cell last = along(from, axis, size - 1);
                if (last == NO_CELL || next(last, d) != to) {
                    continue;
                }
                const Verdict verdict = judge_between(position, from, last, d);
                const bool own = has(position.own(), from) && has(position.own(), last);
                if (verdict.reason == Reason::LEGAL) {
                    return judged(verdict);
                }
                if (best.error || (own && !best_own)) {
                    best = judged(verdict);
                    best_own = own;
                }
            }
        }
    }
    return best;
}

MoveReading read_nacre(const Position& position, const Cells& cells) {
    const auto [from, to, none] = cells.at;
    if (cells.size != 2 || cells.ejects) {
        return malformed(TextProblem::NOT_IN_DIALECT, cells.ejects ? 2 : cells.column[2]);
    }
    const Way step = way(from, to);
    if (step.steps == 0) {
        return read_crosswise(position, from, to);
    }
    if (step.steps > 3) {
        return malformed(TextProblem::NOT_IN_DIALECT, cells.column[1]);
    }
    return judged(judge_between(position, from, along(from, step.direction, step.steps - 1), step.direction));
}

MoveReading read_playstrategy(const Position& position, const Cells& cells) {
    const auto [from, to, none] = cells.at;
    if (cells.size != 2) {
        return malformed(TextProblem::NOT_IN_DIALECT, cells.column[2]);
    }
    const Way step = way(from, to);
    if (step.steps == 0) {
        return cells.ejects ? malformed(TextProblem::WRONG_DESTINATION, 2) : read_crosswise(position, from, to);
    }
    const Verdict verdict = judge(position, run_from(position, from, step.direction), step.direction);
    if (verdict.reason == Reason::LEGAL) {
        if (end_of_chain(position, verdict.move) != to) {
            return malformed(TextProblem::WRONG_DESTINATION, cells.column[1]);
        }
        if (cells.ejects && !effect_of(position, verdict.move).ejects) {
            return malformed(TextProblem::WRONG_DESTINATION, 2);
        }
    }
    return judged(verdict);
}

MoveReading read_cells(const Position& position, const Cells& cells, Dialect dialect) {
    switch (dialect) {
    case Dialect::ABA_PRO:
        return read_aba_pro(position, cells);
    case Dialect::NACRE:
        return read_nacre(position, cells);
    case Dialect::PLAYSTRATEGY:
        return read_playstrategy(position, cells);
    case Dialect::ANY:
        break;
    }
    MoveReading best = malformed(TextProblem::NOT_A_MOVE, 0);
    for (const Dialect each : {Dialect::ABA_PRO, Dialect::NACRE, Dialect::PLAYSTRATEGY}) {
        const MoveReading reading = read_cells(position, cells, each);
        if (!reading.error && reading.verdict.reason == Reason::LEGAL) {
            return reading;
        }
        // If no dialect gives a legal move, keep the first refusal. Only Aba-Pro has texts of three cells, so its
        // errors are kept too.
        if (best.error && (!reading.error || each == Dialect::ABA_PRO)) {
            best = reading;
        }
    }
    if (best.error && cells.size == 2) {
        return malformed(TextProblem::NOT_A_MOVE, 0);
    }
    return best;
}

} // namespace

Cell read_cell(std::string_view two) {
    if (two.size() != 2 || lower(two[0]) < 'a' || lower(two[0]) > 'i' || two[1] < '1' || two[1] > '9') {
        return NO_CELL;
    }
    return cell_at(lower(two[0]) - 'a', two[1] - '0');
}

MoveReading read_move(const Game& game, std::string_view text, Dialect dialect, bool transposed) {
    Cells cells;
    if (text.empty()) {
        return malformed(TextProblem::EMPTY, 0);
    }
    for (std::size_t at = 0; at < text.size(); at += 2) {
        if (at == 2 && lower(text[at]) == 'x') {
            cells.ejects = true;
            ++at;
        }
        const int column = static_cast<int>(at);
        const std::size_t i = static_cast<std::size_t>(cells.size);
        if (cells.size == 3) {
            return malformed(TextProblem::NOT_A_MOVE, column);
        }
        Cell c = read_cell(text.substr(at, 2));
        if (c == NO_CELL) {
            return malformed(TextProblem::BAD_CELL, column);
        }
        if (transposed) {
            c = cell_at(number_of(c) - 1, row_of(c) + 1);
        }
        cells.at[i] = c;
        cells.column[i] = column;
        ++cells.size;
    }
    if (cells.size < 2) {
        return malformed(TextProblem::NOT_A_MOVE, static_cast<int>(text.size()));
    }
    MoveReading reading = read_cells(game.position(), cells, dialect);
    if (game.outcome() && !reading.error) {
        reading.verdict = Game::over(reading.verdict);
    }
    return reading;
}

std::size_t write_move(const Position& position, Move move, Dialect dialect, std::span<char, MOVE_TEXT_SIZE> out) {
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
        put(dialect == Dialect::NACRE ? along(tail, d, move.size()) : end_of_chain(position, move));
    } else {
        const int turn = (d - move.axis() + DIRECTIONS) % DIRECTIONS;
        const bool tail_is_farther = turn == 1 || turn == 5;
        put(tail_is_farther ? tail : move.head());
        put(next(tail_is_farther ? move.head() : tail, d));
    }
    return size;
}

} // namespace sumito
