#pragma once

#include <array>
#include <string_view>

#include "sumito/move_text.hpp"

// The reading of moves, for positions of two players and of several. A View has the sets side(), which are the marbles
// that can move, and empty(); judge() and judge_between(); run_from(), which returns the marbles of an in-line move
// with this rear marble; and ejects().
namespace sumito::move_reading {

constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr MoveReading malformed(TextProblem problem, int column) {
    return {.error = {problem, column}, .verdict = {}};
}
constexpr MoveReading judged(const Verdict& verdict) {
    return {.error = {}, .verdict = verdict};
}

// Return the destination of an in-line move in PlayStrategy's notation.
constexpr Cell end_of_chain(Bitboard empty, Move move) {
    Cell c = move.tail();
    for (Cell ahead = next(c, move.direction()); ahead != NO_CELL; ahead = next(c, move.direction())) {
        c = ahead;
        if (has(empty, c)) {
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

template <typename View>
MoveReading read_aba_pro(View view, const Cells& cells) {
    const auto [from, to, destination] = cells.at;
    if (cells.ejects) {
        return malformed(TextProblem::NOT_IN_DIALECT, 2);
    }
    if (cells.size == 2) {
        const Way step = way(from, to);
        if (step.steps != 1) {
            return malformed(TextProblem::NOT_ADJACENT, cells.column[1]);
        }
        return judged(view.judge(view.run_from(from, step.direction), step.direction));
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
    return judged(view.judge_between(from, to, step.direction));
}

// Read a broadside move of two or three marbles from the cell of one end and the destination of the other. The way is
// one or two steps along the axis, then one step in direction d, at 60 degrees to the axis.
template <typename View>
MoveReading read_crosswise(View view, Cell from, Cell to) {
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
                const Verdict verdict = view.judge_between(from, last, d);
                const bool own = has(view.side(), from) && has(view.side(), last);
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

template <typename View>
MoveReading read_nacre(View view, const Cells& cells) {
    const auto [from, to, none] = cells.at;
    if (cells.size != 2 || cells.ejects) {
        return malformed(TextProblem::NOT_IN_DIALECT, cells.ejects ? 2 : cells.column[2]);
    }
    const Way step = way(from, to);
    if (step.steps == 0) {
        return read_crosswise(view, from, to);
    }
    if (step.steps > 3) {
        return malformed(TextProblem::NOT_IN_DIALECT, cells.column[1]);
    }
    return judged(view.judge_between(from, along(from, step.direction, step.steps - 1), step.direction));
}

template <typename View>
MoveReading read_playstrategy(View view, const Cells& cells) {
    const auto [from, to, none] = cells.at;
    if (cells.size != 2) {
        return malformed(TextProblem::NOT_IN_DIALECT, cells.column[2]);
    }
    const Way step = way(from, to);
    if (step.steps == 0) {
        return cells.ejects ? malformed(TextProblem::WRONG_DESTINATION, 2) : read_crosswise(view, from, to);
    }
    const Verdict verdict = view.judge(view.run_from(from, step.direction), step.direction);
    if (verdict.reason == Reason::LEGAL) {
        if (end_of_chain(view.empty(), verdict.move) != to) {
            return malformed(TextProblem::WRONG_DESTINATION, cells.column[1]);
        }
        if (cells.ejects && !view.ejects(verdict.move)) {
            return malformed(TextProblem::WRONG_DESTINATION, 2);
        }
    }
    return judged(verdict);
}

template <typename View>
MoveReading read_cells(View view, const Cells& cells, Dialect dialect) {
    switch (dialect) {
    case Dialect::ABA_PRO:
        return read_aba_pro(view, cells);
    case Dialect::NACRE:
        return read_nacre(view, cells);
    case Dialect::PLAYSTRATEGY:
        return read_playstrategy(view, cells);
    case Dialect::ANY:
        break;
    }
    MoveReading best = malformed(TextProblem::NOT_A_MOVE, 0);
    for (const Dialect each : {Dialect::ABA_PRO, Dialect::NACRE, Dialect::PLAYSTRATEGY}) {
        const MoveReading reading = read_cells(view, cells, each);
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

template <typename View>
MoveReading read_text(View view, std::string_view text, Dialect dialect, bool transposed) {
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
    return read_cells(view, cells, dialect);
}

} // namespace sumito::move_reading
