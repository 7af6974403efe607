#include "sumito/verdict.hpp"

#include <algorithm>

namespace sumito {
namespace {

// Return the cells from one end of `cells` to the other, or 0 if they do not lie on one axis.
Bitboard span(Bitboard cells) {
    for (const Direction axis : ALL_AXES) {
        for (Bitboard rest = cells; rest != 0;) {
            Bitboard run = 0;
            for (Cell c = take_cell(rest); c != NO_CELL; c = next(c, axis)) {
                run |= bit(c);
                if ((cells & ~run) == 0) {
                    return run;
                }
            }
        }
    }
    return 0;
}

Verdict refused(Verdict verdict, Reason reason, Bitboard culprits) {
    verdict.reason = reason;
    verdict.culprits = culprits;
    return verdict;
}

Verdict judge_broadside(const Position& position, Verdict verdict, Bitboard cells, Direction d) {
    if (const Bitboard leaving = cells & ~HAS_NEXT[d]; leaving != 0) {
        return refused(verdict, Reason::OFF_BOARD, leaving);
    }
    if (const Bitboard taken = shifted(cells, d) & ~position.empty(); taken != 0) {
        return refused(verdict, Reason::BROADSIDE_BLOCKED, taken);
    }
    return verdict;
}

Verdict judge_in_line(const Position& position, Verdict verdict, Cell head, Direction d) {
    const Direction back = opposite(d);
    int standing = 0;
    for (Cell c = head; standing < 3 && c != NO_CELL && has(position.own(), c); c = next(c, back)) {
        ++standing;
    }
    Bitboard enemies = 0;
    Cell beyond = next(head, d);
    for (; beyond != NO_CELL && has(position.enemy(), beyond); beyond = next(beyond, d)) {
        enemies |= bit(beyond);
    }
    const int n = verdict.n;
    const int against = count(enemies);
    verdict.standing = static_cast<std::uint8_t>(standing);
    verdict.enemies = static_cast<std::uint8_t>(against);

    const bool room = beyond == NO_CELL || !has(position.own(), beyond);
    if (against == 0) {
        if (beyond == NO_CELL) {
            return refused(verdict, Reason::OFF_BOARD, bit(head));
        }
        return room ? verdict : refused(verdict, Reason::OWN_MARBLE_AHEAD, bit(beyond));
    }
    if (standing <= std::min(against, 3)) {
        return refused(verdict, standing < std::min(against, 3) ? Reason::OUTNUMBERED : Reason::PAC, enemies);
    }
    if (!room) {
        return refused(verdict, Reason::NO_ROOM_BEHIND, bit(beyond));
    }
    if (n <= against) {
        Bitboard left_out = 0;
        for (int i = n; i <= against; ++i) {
            left_out |= bit(along(head, back, i));
        }
        return refused(verdict, Reason::TOO_FEW, left_out);
    }
    return verdict;
}

} // namespace

Verdict request(Bitboard cells, Direction direction) {
    return {.n = static_cast<std::uint8_t>(count(cells)),
            .direction = direction,
            .named = cells,
            .move = move_of(cells, direction)};
}

Verdict judge(const Position& position, Bitboard cells, Direction direction) {
    Verdict verdict = request(cells, direction);
    if (const Bitboard holes = cells & position.empty(); holes != 0) {
        return refused(verdict, Reason::NO_MARBLE, holes);
    }
    if (const Bitboard foreign = cells & ~position.own(); foreign != 0) {
        return refused(verdict, Reason::NOT_YOURS, foreign);
    }
    if (verdict.n > 3) {
        return refused(verdict, Reason::TOO_MANY, cells);
    }
    const Bitboard whole = span(cells);
    if (whole != cells) {
        return refused(verdict, Reason::NOT_A_LINE, whole == 0 ? cells : whole & ~cells);
    }
    // A head has no marble of the line ahead of it. In line there is one head; broadside every marble is one.
    const Bitboard heads = cells & ~shifted(cells, opposite(direction));
    return count(heads) == 1 ? judge_in_line(position, verdict, first_cell(heads), direction)
                             : judge_broadside(position, verdict, cells, direction);
}

Verdict judge_between(const Position& position, Cell first, Cell last, Direction direction) {
    const Bitboard ends = bit(first) | bit(last);
    const Bitboard whole = span(ends);
    const bool ends_own = (ends & ~position.own()) == 0;
    if (!ends_own || whole == 0) {
        return judge(position, ends, direction);
    }
    // With a gap or an enemy between the ends this is not a line, even if it would also be too long.
    if (const Bitboard between = whole & ~position.own(); between != 0) {
        return refused(request(whole, direction), Reason::NOT_A_LINE, between);
    }
    return judge(position, whole, direction);
}

bool is_legal(const Position& position, Move move) {
    const Bitboard line = move.line();
    if (!move || (line & ~position.own()) != 0) {
        return false;
    }
    const Verdict asked{.n = static_cast<std::uint8_t>(move.size()), .move = move};
    const Verdict verdict = move.in_line() ? judge_in_line(position, asked, move.head(), move.direction())
                                           : judge_broadside(position, asked, line, move.direction());
    return verdict.reason == Reason::LEGAL;
}

} // namespace sumito
