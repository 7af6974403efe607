#include "sumito/evaluation.hpp"

namespace sumito {
namespace {

// Weights in hundredths of a marble. Signs and proportions from a logistic fit on human games; untuned beyond that.
constexpr int MARBLE = 100;
constexpr int REFERENCE = 9; // eighths, for a squared step
constexpr std::array<int, 5> RING{0, 0, 0, -4, -14};
constexpr int PAIR = 2;
constexpr int PUSH = 4;
constexpr int EJECTION = 10;
constexpr int TEMPO = 6;

constexpr int distance(Cell a, Cell b) {
    const int x = number_of(a) - number_of(b);
    const int y = row_of(a) - row_of(b);
    const int z = x - y;
    const auto size = [](int n) { return n < 0 ? -n : n; };
    const int xy = size(x) > size(y) ? size(x) : size(y);
    return xy > size(z) ? xy : size(z);
}

constexpr std::array<Bitboard, 5> make_rings() {
    std::array<Bitboard, 5> rings{};
    for (Cell c = 0; c < CELLS; ++c) {
        rings[static_cast<std::size_t>(distance(c, 0))] |= bit(c);
    }
    return rings;
}
constexpr std::array<Bitboard, 5> RINGS = make_rings();

// Sums over a set of marbles, counted from the centre of the board: x, y, and q = x^2 - xy + y^2, the square of the
// distance. Packed in one word, so that one addition a marble makes all three.
struct Mass {
    std::int64_t x, y, q, marbles;
};
constexpr std::array<std::uint64_t, CELLS> make_packed() {
    std::array<std::uint64_t, CELLS> packed{};
    for (Cell c = 0; c < CELLS; ++c) {
        const int x = number_of(c) - 5;
        const int y = row_of(c) - 4;
        packed[c] = static_cast<std::uint64_t>(x + 4) | static_cast<std::uint64_t>(y + 4) << 16 |
                    static_cast<std::uint64_t>(x * x - x * y + y * y) << 32 | std::uint64_t{1} << 48;
    }
    return packed;
}
constexpr std::array<std::uint64_t, CELLS> PACKED = make_packed();

Mass mass_of(Bitboard set) {
    std::uint64_t sum = 0;
    while (set != 0) {
        sum += PACKED[take_cell(set)];
    }
    const auto part = [sum](int shift) { return static_cast<std::int64_t>(sum >> shift & 0xFFFF); };
    const std::int64_t marbles = part(48);
    return {part(0) - 4 * marbles, part(16) - 4 * marbles, part(32), marbles};
}

// How much farther the enemy's marbles are from the point where the fight is, in squared steps. That point is the mean
// of both centres of mass, three parts each, and the centre of the board, one part. Whole numbers throughout: an image
// of a position has exactly the same value.
std::int64_t reference_difference(const Mass& own, const Mass& enemy) {
    if (own.marbles == 0 || enemy.marbles == 0) {
        return (enemy.q - own.q) * REFERENCE / 8;
    }
    // The point is (x, y) / unit.
    const std::int64_t unit = 7 * own.marbles * enemy.marbles;
    const std::int64_t x = 3 * (own.x * enemy.marbles + enemy.x * own.marbles);
    const std::int64_t y = 3 * (own.y * enemy.marbles + enemy.y * own.marbles);
    const std::int64_t square = x * x - x * y + y * y;
    // Twice the sum of the squares about the point, times unit^2.
    const auto spread = [&](const Mass& m) {
        const std::int64_t product = 2 * m.x * x + 2 * m.y * y - m.x * y - m.y * x;
        return 2 * m.q * unit * unit - 2 * product * unit + 2 * m.marbles * square;
    };
    return (spread(enemy) - spread(own)) * REFERENCE / (std::int64_t{16} * unit * unit);
}

int rings(Bitboard set) {
    int value = 0;
    for (std::size_t k = 3; k < 5; ++k) {
        value += RING[k] * count(set & RINGS[k]);
    }
    return value;
}

int pairs(Bitboard set) {
    return count(set & shifted(set, E)) + count(set & shifted(set, NE)) + count(set & shifted(set, NW));
}

// The sumitos that a player has, and those among them that eject.
struct Pushes {
    int all = 0, ejections = 0;
};
Pushes pushes(Bitboard own, Bitboard enemy, Bitboard empty) {
    Pushes found;
    for (const Direction d : ALL_DIRECTIONS) {
        const Bitboard mine = own & HAS_NEXT[d];
        const Bitboard on_edge = enemy & ~HAS_NEXT[d];
        const Bitboard last = (enemy & HAS_NEXT[d] & behind(empty, d)) | on_edge;
        const auto against = [&](Bitboard ends) {
            const Bitboard one = mine & behind(ends, d);
            const Bitboard two = mine & behind(enemy & HAS_NEXT[d] & behind(ends, d), d);
            const Bitboard second = mine & behind(one, d);
            const Bitboard third = mine & behind(mine & behind(two, d), d);
            return count(second) + count(third);
        };
        const int here = against(last);
        if (here != 0) {
            found.all += here;
            found.ejections += on_edge != 0 ? against(on_edge) : 0;
        }
    }
    return found;
}

} // namespace

Terms explain(const Position& p) {
    const Bitboard own = p.own();
    const Bitboard enemy = p.enemy();
    const Pushes mine = pushes(own, enemy, p.empty());
    const Pushes theirs = pushes(enemy, own, p.empty());
    Terms terms{};
    const auto set = [&terms](Term term, int value) { terms[static_cast<std::size_t>(term)] = value; };
    set(Term::MATERIAL, MARBLE * (p.ejected[1 - p.turn] - p.ejected[p.turn]));
    set(Term::REFERENCE, static_cast<int>(reference_difference(mass_of(own), mass_of(enemy))));
    set(Term::RINGS, rings(own) - rings(enemy));
    set(Term::COHESION, PAIR * (pairs(own) - pairs(enemy)));
    set(Term::SUMITO, PUSH * (mine.all - theirs.all));
    set(Term::EJECTION_THREATS, EJECTION * (mine.ejections - theirs.ejections));
    set(Term::TEMPO, TEMPO);
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
