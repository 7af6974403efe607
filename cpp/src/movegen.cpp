#include "sumito/movegen.hpp"

namespace sumito {
namespace {

// The in-line moves of one direction, as sets of tails by size. `own` and `enemy` are restricted to cells with a
// neighbour in that direction, so behind() needs no further mask.
struct InLine {
    Bitboard one, two, three;
};

template <Direction D>
InLine in_line_tails(Bitboard own, Bitboard enemy, Bitboard empty) {
    own &= HAS_NEXT[D];
    const Bitboard ahead_empty = behind(empty, D);
    // Enemies that have an empty cell or the edge behind them.
    const Bitboard last = enemy & (ahead_empty | ~HAS_NEXT[D]);
    const Bitboard ahead_last = behind(last, D);
    const Bitboard first_of_two = enemy & HAS_NEXT[D] & ahead_last;

    const Bitboard free_head = own & ahead_empty;
    const Bitboard head_against_one = own & ahead_last;
    const Bitboard head_against_two = own & behind(first_of_two, D);
    const Bitboard two = own & behind(free_head | head_against_one, D);
    const Bitboard three = own & behind(two | (own & behind(head_against_two, D)), D);
    return {free_head, two, three};
}

// The broadside moves in direction D, as sets of tails. `free` is InLine::one of D.
struct Broadside {
    Bitboard two, three;
};

template <Direction Axis>
Broadside broadside_tails(Bitboard free) {
    const Bitboard two = free & HAS_NEXT[Axis] & behind(free, Axis);
    const Bitboard three = two & behind(two, Axis);
    return {two, three};
}

// Return the name of an axis: its direction from the lower id to the higher.
constexpr Direction axis_name(Direction d) {
    return d <= NW ? d : opposite(d);
}
template <Direction D>
inline constexpr Direction CROSS_A = axis_name(rotated(D, 1));
template <Direction D>
inline constexpr Direction CROSS_B = axis_name(rotated(D, 2));

template <Direction D>
int count_towards(Bitboard own, Bitboard enemy, Bitboard empty) {
    const InLine line = in_line_tails<D>(own, enemy, empty);
    const Broadside a = broadside_tails<CROSS_A<D>>(line.one);
    const Broadside b = broadside_tails<CROSS_B<D>>(line.one);
    return count(line.one) + count(line.two) + count(line.three) + count(a.two) + count(a.three) + count(b.two) +
           count(b.three);
}

template <Direction D>
void add_towards(Bitboard own, Bitboard enemy, Bitboard empty, MoveList& moves) {
    const InLine line = in_line_tails<D>(own, enemy, empty);
    const Broadside a = broadside_tails<CROSS_A<D>>(line.one);
    const Broadside b = broadside_tails<CROSS_B<D>>(line.one);
    moves.add(line.three, D, D, 3);
    moves.add(line.two, D, D, 2);
    moves.add(line.one, D, D, 1);
    moves.add(a.three, D, CROSS_A<D>, 3);
    moves.add(b.three, D, CROSS_B<D>, 3);
    moves.add(a.two, D, CROSS_A<D>, 2);
    moves.add(b.two, D, CROSS_B<D>, 2);
}

// The ejecting lines, as sets of tails.
struct Ejections {
    Bitboard two, three;
};

template <Direction D>
Ejections ejecting_tails(Bitboard own, Bitboard enemy) {
    const Bitboard on_edge = enemy & ~HAS_NEXT[D];
    if (on_edge == 0) {
        return {0, 0};
    }
    own &= HAS_NEXT[D];
    const Bitboard ahead_edge = behind(on_edge, D);
    const Bitboard against_two = own & behind(enemy & HAS_NEXT[D] & ahead_edge, D);
    const Bitboard two = own & behind(own & ahead_edge, D);
    const Bitboard three = own & behind(two | (own & behind(against_two, D)), D);
    return {two, three};
}

template <Direction D>
void add_ejections_towards(Bitboard own, Bitboard enemy, MoveList& moves) {
    const Ejections line = ejecting_tails<D>(own, enemy);
    if ((line.two | line.three) != 0) {
        moves.add(line.three, D, D, 3);
        moves.add(line.two, D, D, 2);
    }
}

template <Direction D>
void add_pushes_towards(Bitboard own, Bitboard enemy, Bitboard empty, MoveList& moves) {
    own &= HAS_NEXT[D];
    enemy &= HAS_NEXT[D];
    const Bitboard ahead_last = behind(enemy & behind(empty, D), D);
    const Bitboard against_two = own & behind(enemy & ahead_last, D);
    const Bitboard two = own & behind(own & ahead_last, D);
    const Bitboard three = own & behind(two | (own & behind(against_two, D)), D);
    moves.add(three, D, D, 3);
    moves.add(two, D, D, 2);
}

template <Direction D>
bool ejects_towards(Bitboard own, Bitboard enemy) {
    const Ejections line = ejecting_tails<D>(own, enemy);
    return (line.two | line.three) != 0;
}

} // namespace

int count_moves(const Position& position) {
    const Bitboard own = position.own();
    const Bitboard enemy = position.enemy();
    const Bitboard empty = position.empty();
    return count_towards<E>(own, enemy, empty) + count_towards<NE>(own, enemy, empty) +
           count_towards<NW>(own, enemy, empty) + count_towards<W>(own, enemy, empty) +
           count_towards<SW>(own, enemy, empty) + count_towards<SE>(own, enemy, empty);
}

void generate(const Position& position, MoveList& moves) {
    const Bitboard own = position.own();
    const Bitboard enemy = position.enemy();
    const Bitboard empty = position.empty();
    add_towards<E>(own, enemy, empty, moves);
    add_towards<NE>(own, enemy, empty, moves);
    add_towards<NW>(own, enemy, empty, moves);
    add_towards<W>(own, enemy, empty, moves);
    add_towards<SW>(own, enemy, empty, moves);
    add_towards<SE>(own, enemy, empty, moves);
}

void generate_ejections(const Position& position, MoveList& moves) {
    const Bitboard own = position.own();
    const Bitboard enemy = position.enemy();
    add_ejections_towards<E>(own, enemy, moves);
    add_ejections_towards<NE>(own, enemy, moves);
    add_ejections_towards<NW>(own, enemy, moves);
    add_ejections_towards<W>(own, enemy, moves);
    add_ejections_towards<SW>(own, enemy, moves);
    add_ejections_towards<SE>(own, enemy, moves);
}

void generate_pushes(const Position& position, MoveList& moves) {
    const Bitboard own = position.own();
    const Bitboard enemy = position.enemy();
    const Bitboard empty = position.empty();
    add_pushes_towards<E>(own, enemy, empty, moves);
    add_pushes_towards<NE>(own, enemy, empty, moves);
    add_pushes_towards<NW>(own, enemy, empty, moves);
    add_pushes_towards<W>(own, enemy, empty, moves);
    add_pushes_towards<SW>(own, enemy, empty, moves);
    add_pushes_towards<SE>(own, enemy, empty, moves);
}

bool any_ejection(const Position& position) {
    const Bitboard own = position.own();
    const Bitboard enemy = position.enemy();
    return ejects_towards<E>(own, enemy) || ejects_towards<NE>(own, enemy) || ejects_towards<NW>(own, enemy) ||
           ejects_towards<W>(own, enemy) || ejects_towards<SW>(own, enemy) || ejects_towards<SE>(own, enemy);
}

bool any_move(const Position& position) {
    const Bitboard own = position.own();
    for (const Direction d : ALL_DIRECTIONS) {
        if ((shifted(own, d) & position.empty()) != 0) {
            return true;
        }
    }
    // No marble can step to an empty cell, so only pushes by two or three marbles are left.
    return count_moves(position) != 0;
}

} // namespace sumito
