#include "sumito/multi/evaluation.hpp"

#include <algorithm>

namespace sumito::multi {
namespace {

constexpr int EJECTED = 100;                       // for each marble that the side has ejected
constexpr std::array<int, 4> LAST{0, 120, 50, 15}; // if this many are missing to the win
constexpr int MARBLE = 60;                         // for each own marble
constexpr std::array<int, 5> RINGS{0, -6, -18, -34, -58};
constexpr int NEIGHBOURS = 3;  // for each pair of adjacent own marbles
constexpr int EJECTABLE = -40; // for each own marble that an enemy can eject
constexpr int PUSHABLE = -6;   // for each own marble that an enemy can push
constexpr int CAN_EJECT = 20;  // for each enemy that the side can eject
constexpr int CAN_PUSH = 6;

// What the marbles of a side can do to the others.
struct Grip {
    Bitboard pushable = 0, ejectable = 0;
    int neighbours = 0;
};
Grip grip_of(Bitboard own, Bitboard enemy, Bitboard empty) {
    Grip grip;
    for (const Direction d : ALL_DIRECTIONS) {
        // Cells with one, two, three marbles right behind them.
        const Bitboard one = shifted(own, d);
        const Bitboard two = shifted(own & one, d);
        const Bitboard three = shifted(own & two, d);
        const Bitboard hit = enemy & (two | shifted(enemy & three, d));
        grip.pushable |= hit & HAS_NEXT[d] & behind(empty, d);
        grip.ejectable |= hit & ~HAS_NEXT[d];
        grip.neighbours += count(own & one);
    }
    grip.neighbours /= 2;
    return grip;
}

bool plays(const Position& position, int side) {
    return (position.active & position.members(side)) != 0;
}

} // namespace

Standings standings(const Position& position, int marbles_to_eject) {
    const Bitboard taken = position.taken();
    const Bitboard empty = ALL & ~taken;
    std::array<Bitboard, MOST_PLAYERS> own{};
    Bitboard pushable = 0;
    Bitboard ejectable = 0;
    Standings found{};
    for (int s = 0; s < position.sides; ++s) {
        const auto side = static_cast<std::size_t>(s);
        if (!plays(position, s)) {
            continue;
        }
        for (std::size_t player = side; player < position.players; player += position.sides) {
            own[side] |= position.marbles[player];
        }
        const Grip grip = grip_of(own[side], taken & ~own[side], empty);
        pushable |= grip.pushable;
        ejectable |= grip.ejectable;
        const int score = position.scores[side];
        const int missing = std::clamp(marbles_to_eject - score, 0, static_cast<int>(LAST.size()));
        int sum =
            EJECTED * score + (missing < static_cast<int>(LAST.size()) ? LAST[static_cast<std::size_t>(missing)] : 0);
        sum += MARBLE * count(own[side]) + NEIGHBOURS * grip.neighbours;
        sum += CAN_EJECT * count(grip.ejectable) + CAN_PUSH * count(grip.pushable);
        for (std::size_t ring = 0; ring < RING.size(); ++ring) {
            sum += RINGS[ring] * count(own[side] & RING[ring]);
        }
        found[side] = sum;
    }
    for (std::size_t side = 0; side < position.sides; ++side) {
        found[side] += EJECTABLE * count(own[side] & ejectable) + PUSHABLE * count(own[side] & pushable);
    }
    return found;
}

int score_of(const Position& position, const Standings& standings, int side) {
    int others = 0;
    int sum = 0;
    int best = 0;
    for (int other = 0; other < position.sides; ++other) {
        if (other != side && plays(position, other)) {
            const int standing = standings[static_cast<std::size_t>(other)];
            best = others == 0 ? standing : std::max(best, standing);
            sum += standing;
            ++others;
        }
    }
    const int own = standings[static_cast<std::size_t>(side)];
    return others == 0 ? own : own - (best * others + sum) / (2 * others);
}

} // namespace sumito::multi
