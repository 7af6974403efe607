#pragma once

#include <algorithm>

#include "sumito/verdict.hpp"

// The judgement of moves, for positions of two players and of several. A View has the sets own(), partner(), enemy()
// and empty() of the player to move, and mixed_moves(). Two players have no partners: the compiler leaves that out.
namespace sumito::judging {

// Return the cells from one end of `cells` to the other, or 0 if they do not lie on one axis.
constexpr Bitboard span(Bitboard cells) {
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

constexpr Verdict refused(Verdict verdict, Reason reason, Bitboard culprits) {
    verdict.reason = reason;
    verdict.culprits = culprits;
    return verdict;
}

template <typename View>
Verdict judge_broadside(View view, Verdict verdict, Bitboard cells, Direction d) {
    if (const Bitboard leaving = cells & ~HAS_NEXT[d]; leaving != 0) {
        return refused(verdict, Reason::OFF_BOARD, leaving);
    }
    if (const Bitboard taken = shifted(cells, d) & ~view.empty(); taken != 0) {
        return refused(verdict, Reason::BROADSIDE_BLOCKED, taken);
    }
    if (const Bitboard helpers = cells & view.partner(); helpers != 0 && !view.mixed_moves()) {
        return refused(verdict, Reason::PARTNER_WITHOUT_PUSH, helpers);
    }
    return verdict;
}

template <typename View>
Verdict judge_in_line(View view, Verdict verdict, Cell head, Direction d) {
    const Direction back = opposite(d);
    const Bitboard side = view.own() | view.partner();
    // The longest line that could push: three marbles of the side at most, with an own one at the rear.
    int standing = 0;
    int size = 0;
    for (Cell c = head; size < 3 && c != NO_CELL && has(side, c); c = next(c, back)) {
        ++size;
        if (has(view.own(), c)) {
            standing = size;
        }
    }
    Bitboard enemies = 0;
    Cell beyond = next(head, d);
    for (; beyond != NO_CELL && has(view.enemy(), beyond); beyond = next(beyond, d)) {
        enemies |= bit(beyond);
    }
    const int n = verdict.n;
    const int against = count(enemies);
    verdict.standing = static_cast<std::uint8_t>(standing);
    verdict.enemies = static_cast<std::uint8_t>(against);

    const bool room = beyond == NO_CELL || !has(side, beyond);
    if (against == 0) {
        if (beyond == NO_CELL) {
            return refused(verdict, Reason::OFF_BOARD, bit(head));
        }
        if (!room) {
            const bool partner = has(view.partner(), beyond);
            return refused(verdict, partner ? Reason::PARTNER_AHEAD : Reason::OWN_MARBLE_AHEAD, bit(beyond));
        }
    }
    if (view.partner() != 0) {
        if (const Bitboard helpers = verdict.named & view.partner();
            helpers != 0 && against == 0 && !view.mixed_moves()) {
            return refused(verdict, Reason::PARTNER_WITHOUT_PUSH, helpers);
        }
        if (const Cell rear = along(head, back, n - 1); has(view.partner(), rear)) {
            return refused(verdict, Reason::REAR_NOT_YOURS, bit(rear));
        }
    }
    if (against == 0) {
        return verdict;
    }
    if (standing <= std::min(against, 3)) {
        return refused(verdict, standing < std::min(against, 3) ? Reason::OUTNUMBERED : Reason::PAC, enemies);
    }
    if (!room) {
        return refused(verdict, Reason::NO_ROOM_BEHIND, bit(beyond));
    }
    if (n <= against) {
        // Of the marbles that are not named, those up to the first line that is strong enough.
        Bitboard left_out = 0;
        for (int i = n; i <= against || (view.partner() != 0 && has(view.partner(), along(head, back, i - 1))); ++i) {
            left_out |= bit(along(head, back, i));
        }
        return refused(verdict, Reason::TOO_FEW, left_out);
    }
    return verdict;
}

template <typename View>
Verdict judge(View view, Bitboard cells, Direction direction) {
    const Verdict verdict = request(cells, direction);
    if (const Bitboard holes = cells & view.empty(); holes != 0) {
        return refused(verdict, Reason::NO_MARBLE, holes);
    }
    if (const Bitboard foreign = cells & ~view.own() & ~view.partner(); foreign != 0) {
        return refused(verdict, Reason::NOT_YOURS, foreign);
    }
    if (view.partner() != 0 && (cells & view.own()) == 0) {
        return refused(verdict, Reason::NOT_YOURS, cells);
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
    return count(heads) == 1 ? judge_in_line(view, verdict, first_cell(heads), direction)
                             : judge_broadside(view, verdict, cells, direction);
}

template <typename View>
Verdict judge_between(View view, Cell first, Cell last, Direction direction) {
    const Bitboard side = view.own() | view.partner();
    const Bitboard ends = bit(first) | bit(last);
    const Bitboard whole = span(ends);
    if ((ends & ~side) != 0 || whole == 0) {
        return judge(view, ends, direction);
    }
    // With a gap or an enemy between the ends this is not a line, even if it would also be too long.
    if (const Bitboard between = whole & ~side; between != 0) {
        return refused(request(whole, direction), Reason::NOT_A_LINE, between);
    }
    return judge(view, whole, direction);
}

template <typename View>
bool is_legal(View view, Move move) {
    const Bitboard line = move.line();
    if (!move || (line & ~view.own() & ~view.partner()) != 0 || (view.partner() != 0 && (line & view.own()) == 0)) {
        return false;
    }
    const Verdict asked{.n = static_cast<std::uint8_t>(move.size()), .named = line, .move = move};
    const Verdict verdict = move.in_line() ? judge_in_line(view, asked, move.head(), move.direction())
                                           : judge_broadside(view, asked, line, move.direction());
    return verdict.reason == Reason::LEGAL;
}

} // namespace sumito::judging
