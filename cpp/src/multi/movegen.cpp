#include "sumito/multi/movegen.hpp"

#include <algorithm>

namespace sumito::multi {
namespace {

// The marbles of a position, as a team sees them. Without teams, the moves are those of two players.
struct Team {
    Bitboard own, side, enemy, empty;
    bool mixed_moves;

    explicit Team(const Position& p)
        : own(p.own()), side(p.side()), enemy(p.enemy()), empty(p.empty()), mixed_moves(p.mixed_moves) {}
};

// Visit the moves in direction d as sets of tails, with their axis and size.
template <typename Visitor>
void visit_towards(const Team& team, Direction d, Visitor&& visit) {
    const Bitboard own = team.own & HAS_NEXT[d];
    const Bitboard side = team.side & HAS_NEXT[d];
    const Bitboard movers = team.mixed_moves ? side : own; // of moves that push nothing
    const Bitboard ahead_empty = behind(team.empty, d);

    // Enemies that have an empty cell or the edge behind them.
    const Bitboard last = team.enemy & (ahead_empty | ~HAS_NEXT[d]);
    const Bitboard ahead_last = behind(last, d);
    const Bitboard against_one = side & ahead_last;
    const Bitboard against_two = side & behind(team.enemy & HAS_NEXT[d] & ahead_last, d);

    // A line that pushes can hold marbles of both partners. The rear one is always the mover's own.
    const Bitboard free = movers & ahead_empty;
    const Bitboard middle = (movers & behind(free, d)) | (side & behind(against_one | against_two, d));
    visit(own & free, d, 1);
    visit(own & behind(free | against_one, d), d, 2);
    visit(own & behind(middle, d), d, 3);

    for (const Direction axis : ALL_AXES) {
        if (axis == d || axis == opposite(d)) {
            continue;
        }
        const Bitboard two = free & HAS_NEXT[axis] & behind(free, axis);
        const Bitboard three = two & behind(two, axis);
        // One marble of the line is the mover's own: the first, the second or the third.
        const Bitboard own_ahead = HAS_NEXT[axis] & behind(team.own, axis);
        visit(two & (team.own | own_ahead), axis, 2);
        visit(three & (team.own | own_ahead | (HAS_NEXT[axis] & behind(own_ahead, axis))), axis, 3);
    }
}

// Visit the lines that eject in direction d as sets of tails, with their size.
template <typename Visitor>
void visit_ejections(const Team& team, Direction d, Visitor&& visit) {
    const Bitboard ahead_last = behind(team.enemy & ~HAS_NEXT[d], d);
    const Bitboard own = team.own & HAS_NEXT[d];
    const Bitboard side = team.side & HAS_NEXT[d];
    const Bitboard against_one = side & ahead_last;
    const Bitboard against_two = side & behind(team.enemy & HAS_NEXT[d] & ahead_last, d);
    visit(own & behind(against_one, d), 2);
    visit(own & behind(side & behind(against_one | against_two, d), d), 3);
}

int count_of(const Team& team) {
    int found = 0;
    for (const Direction d : ALL_DIRECTIONS) {
        visit_towards(team, d, [&found](Bitboard tails, Direction, int) { found += count(tails); });
    }
    return found;
}

} // namespace

void generate(const Position& position, MoveList& moves) {
    if (!position.teams()) {
        sumito::generate(position.as_two(), moves);
        return;
    }
    const Team team(position);
    for (const Direction d : ALL_DIRECTIONS) {
        visit_towards(team, d,
                      [&moves, d](Bitboard tails, Direction axis, int size) { moves.add(tails, d, axis, size); });
    }
}

void generate_ejections(const Position& position, MoveList& moves) {
    if (!position.teams()) {
        sumito::generate_ejections(position.as_two(), moves);
        return;
    }
    const Team team(position);
    for (const Direction d : ALL_DIRECTIONS) {
        visit_ejections(team, d, [&moves, d](Bitboard tails, int size) { moves.add(tails, d, d, size); });
    }
}

int count_moves(const Position& position) {
    return position.teams() ? count_of(Team(position)) : sumito::count_moves(position.as_two());
}

bool any_move(const Position& position) {
    if (!position.teams()) {
        return sumito::any_move(position.as_two());
    }
    const Bitboard empty = position.empty();
    const bool steps =
        std::ranges::any_of(ALL_DIRECTIONS, [&](Direction d) { return (shifted(position.own(), d) & empty) != 0; });
    return steps || count_of(Team(position)) != 0;
}

bool any_move_of_side(const Position& position) {
    Position each = position;
    for (int player = position.side_of(position.turn); player < position.players; player += position.sides) {
        each.turn = static_cast<std::uint8_t>(player);
        if (position.is_active(player) && any_move(each)) {
            return true;
        }
    }
    return false;
}

} // namespace sumito::multi
