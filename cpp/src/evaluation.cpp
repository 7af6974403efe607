#include "sumito/evaluation.hpp"

namespace sumito {

// The weights, as `sumito lab tune` prints them.
constexpr std::array<int, FEATURES> WEIGHTS{
    -25547, // lost
    -2072,  // lost_squared
    -162,   // reference
    -13,    // reference_late
    -878,   // ring_2
    -942,   // ring_3
    -2102,  // ring_4
    1602,   // contact
    -842,   // edge_contact
    -1014,  // surrounded
    -730,   // split
    683,    // facing
    1820,   // pushable
    3528,   // ejectable
    2155,   // to_move
};

namespace {

constexpr std::size_t at(Feature feature) {
    return static_cast<std::size_t>(feature);
}
constexpr Term term_of(Feature feature) {
    switch (feature) {
    case Feature::LOST:
    case Feature::LOST_SQUARED:
        return Term::MATERIAL;
    case Feature::REFERENCE:
    case Feature::REFERENCE_LATE:
        return Term::REFERENCE;
    case Feature::RING_2:
    case Feature::RING_3:
    case Feature::RING_4:
        return Term::RINGS;
    case Feature::CONTACT:
    case Feature::EDGE_CONTACT:
        return Term::CONTACT;
    case Feature::SURROUNDED:
    case Feature::SPLIT:
        return Term::COHESION;
    case Feature::FACING:
    case Feature::PUSHABLE:
        return Term::SUMITO;
    case Feature::EJECTABLE:
        return Term::EJECTION_THREATS;
    case Feature::TO_MOVE:
        break;
    }
    return Term::TEMPO;
}

constexpr int RADIUS = 4;
constexpr int LINES = 2 * RADIUS + 1; // parallel to one axis
constexpr std::size_t AXES = 3;

// Return the three coordinates of a cell, one for each axis: x, y and x - y, from -4 to 4.
constexpr std::array<int, AXES> place_of(Cell c) {
    const int x = number_of(c) - 5;
    const int y = row_of(c) - 4;
    return {x, y, x - y};
}
constexpr int size(int n) {
    return n < 0 ? -n : n;
}

constexpr Bitboard INSIDE = RING[0] | RING[1] | RING[2];

// LINE[a][i]: the cells whose number on axis a is i - 4.
constexpr std::array<std::array<Bitboard, LINES>, AXES> make_lines() {
    std::array<std::array<Bitboard, LINES>, AXES> lines{};
    for (Cell c = 0; c < CELLS; ++c) {
        for (std::size_t a = 0; a < AXES; ++a) {
            const int line = place_of(c)[a] + RADIUS;
            lines[a][static_cast<std::size_t>(line)] |= bit(c);
        }
    }
    return lines;
}
constexpr std::array<std::array<Bitboard, LINES>, AXES> LINE = make_lines();

// Return how much farther the own marbles are from the reference point than the enemies, in sixteenths of a step. The
// reference point is the weighted mean of both centres of mass (3 parts each) and the centre of the board (1 part). A
// distance is half the sum of the distances along the axes, so it is enough to count the marbles on each line. All
// numbers are whole, so an image of a position has exactly the same value.
int farther(Bitboard own, Bitboard enemy) {
    const int marbles = count(own) != 0 ? count(own) : 1;
    const int enemies = count(enemy) != 0 ? count(enemy) : 1;
    const int unit = 7 * marbles * enemies;
    int sum = 0;
    for (const auto& lines : LINE) {
        std::array<int, LINES> more{};
        int mass = 0;
        for (int i = 0; i < LINES; ++i) {
            const auto line = static_cast<std::size_t>(i);
            const int mine = count(own & lines[line]);
            const int theirs = count(enemy & lines[line]);
            more[line] = mine - theirs;
            mass += (i - RADIUS) * (mine * enemies + theirs * marbles);
        }
        for (int i = 0; i < LINES; ++i) {
            sum += more[static_cast<std::size_t>(i)] * size((i - RADIUS) * unit - 3 * mass);
        }
    }
    return sum * 8 / unit;
}

// The effect of a player's marbles on the board.
struct Grip {
    Bitboard near = 0;         // cells next to a marble
    Bitboard surrounded = ALL; // cells with a marble on every side
    Bitboard pushable = 0;     // enemies at the far end of a sumito
    Bitboard ejectable = 0;    // enemies that a sumito ejects
    int facing = 0;            // lines of three that face an enemy
    int split = 0;             // enemies right between two marbles
};
Grip grip_of(Bitboard own, Bitboard enemy, Bitboard empty) {
    Grip grip;
    std::array<Bitboard, DIRECTIONS> ahead{};
    for (const Direction d : ALL_DIRECTIONS) {
        // Cells with one, two, three marbles right behind them.
        const Bitboard one = shifted(own, d);
        const Bitboard two = shifted(own & one, d);
        const Bitboard three = shifted(own & two, d);
        const Bitboard faced = enemy & three;
        const Bitboard hit = enemy & (two | shifted(faced, d));
        grip.near |= one;
        grip.surrounded &= one;
        grip.pushable |= hit & HAS_NEXT[d] & behind(empty, d);
        grip.ejectable |= hit & ~HAS_NEXT[d];
        grip.facing += count(faced);
        ahead[d] = one;
    }
    for (const Direction d : ALL_AXES) {
        grip.split += count(enemy & ahead[d] & ahead[opposite(d)]);
    }
    return grip;
}

// A position as the player to move sees it.
struct View {
    Bitboard own, enemy;
    int lost, won; // marbles
    Grip mine, theirs;
};
View view_of(const Position& p) {
    const Bitboard empty = p.empty();
    return {p.own(),
            p.enemy(),
            p.ejected[p.turn],
            p.ejected[1 - p.turn],
            grip_of(p.own(), p.enemy(), empty),
            grip_of(p.enemy(), p.own(), empty)};
}
int difference(Bitboard mine, Bitboard theirs) {
    return count(mine) - count(theirs);
}
// Cap a number of lost marbles at six, the most in any game that continues, before it is multiplied.
int few(int marbles) {
    return marbles < 6 ? marbles : 6;
}

// One function for each term. It sets the features of the term.
void material(const View& view, Features& found) {
    found[at(Feature::LOST)] = view.lost - view.won;
    found[at(Feature::LOST_SQUARED)] = few(view.lost) * few(view.lost) - few(view.won) * few(view.won);
}
void reference(const View& view, Features& found) {
    const int distance = farther(view.own, view.enemy);
    found[at(Feature::REFERENCE)] = distance;
    found[at(Feature::REFERENCE_LATE)] = distance * (few(view.lost) + few(view.won));
}
void rings(const View& view, Features& found) {
    found[at(Feature::RING_2)] = difference(view.own & RING[2], view.enemy & RING[2]);
    found[at(Feature::RING_3)] = difference(view.own & RING[3], view.enemy & RING[3]);
    found[at(Feature::RING_4)] = difference(view.own & EDGE, view.enemy & EDGE);
}
void contact(const View& view, Features& found) {
    const Bitboard mine = view.own & view.theirs.near;
    const Bitboard theirs = view.enemy & view.mine.near;
    found[at(Feature::CONTACT)] = difference(mine & INSIDE, theirs & INSIDE);
    found[at(Feature::EDGE_CONTACT)] = difference(mine & EDGE, theirs & EDGE);
}
void cohesion(const View& view, Features& found) {
    found[at(Feature::SURROUNDED)] = difference(view.own & view.mine.surrounded, view.enemy & view.theirs.surrounded);
    found[at(Feature::SPLIT)] = view.mine.split - view.theirs.split;
}
void sumito(const View& view, Features& found) {
    found[at(Feature::FACING)] = view.mine.facing - view.theirs.facing;
    found[at(Feature::PUSHABLE)] = difference(view.mine.pushable, view.theirs.pushable);
}
void ejection_threats(const View& view, Features& found) {
    found[at(Feature::EJECTABLE)] = difference(view.mine.ejectable, view.theirs.ejectable);
}
void tempo(Features& found) {
    found[at(Feature::TO_MOVE)] = 1;
}

} // namespace

Features features(const Position& position) {
    const View view = view_of(position);
    Features found{};
    material(view, found);
    reference(view, found);
    rings(view, found);
    contact(view, found);
    cohesion(view, found);
    sumito(view, found);
    ejection_threats(view, found);
    tempo(found);
    return found;
}

Terms explain(const Position& position) {
    const Features found = features(position);
    Terms terms{};
    for (std::size_t i = 0; i < FEATURES; ++i) {
        terms[static_cast<std::size_t>(term_of(static_cast<Feature>(i)))] += WEIGHTS[i] * found[i];
    }
    for (int& term : terms) {
        term /= ONE_WEIGHT; // rounds towards zero, so exchanging the colours exactly negates a term
    }
    return terms;
}

int evaluate(const Position& position) {
    int sum = 0;
    for (const int term : explain(position)) {
        sum += term;
    }
    return sum;
}

} // namespace sumito
