#pragma once

#include <array>
#include <cstdint>

#include "sumito/move.hpp"

// A position of two players: the marbles on the board, the player to move, and the marbles that each player has lost.
namespace sumito {

inline constexpr int PLAYERS = 2;       // player 0 is Black and moves first
inline constexpr int MAX_EJECTED = 127; // at most 63 in a setup, and the 61 that fit on the board

constexpr std::uint64_t mixed(std::uint64_t n) { // SplitMix64: the n-th of a fixed sequence of random words
    n *= 0x9E3779B97F4A7C15;
    n = (n ^ n >> 30) * 0xBF58476D1CE4E5B9;
    n = (n ^ n >> 27) * 0x94D049BB133111EB;
    return n ^ n >> 31;
}

struct KeyTables {
    std::array<std::array<std::uint64_t, CELLS>, PLAYERS> marble{};
    std::array<std::array<std::uint64_t, MAX_EJECTED + 1>, PLAYERS> ejected{}; // 0 marbles lost: 0
    std::uint64_t turn{};
};
constexpr KeyTables make_key_tables() {
    KeyTables t{};
    std::uint64_t n = 1;
    for (auto& player : t.marble) {
        for (int id = 0; id < CELLS; ++id) {
            player[cell_of_id(id)] = mixed(n++);
        }
    }
    for (auto& player : t.ejected) {
        for (std::size_t lost = 1; lost <= MAX_EJECTED; ++lost) {
            player[lost] = mixed(n++);
        }
    }
    t.turn = mixed(n);
    return t;
}
inline constexpr KeyTables KEYS = make_key_tables();

struct Position {
    std::array<Bitboard, PLAYERS> marbles{};
    std::uint64_t key = 0;                       // of everything in here, kept up to date by played()
    std::array<std::uint8_t, PLAYERS> ejected{}; // marbles that each player has lost
    std::uint8_t turn = 0;

    constexpr Bitboard own() const { return marbles[turn]; }
    constexpr Bitboard enemy() const { return marbles[1 - turn]; }
    // Return the player whose marble is on the cell; -1 if it is empty.
    constexpr int player_on(Cell c) const { return has(marbles[0], c) ? 0 : has(marbles[1], c) ? 1 : -1; }
    constexpr Bitboard empty() const { return ALL & ~(marbles[0] | marbles[1]); }

    // Return the position after a legal move. Defined in the header, because perft and the search spend most of their
    // time in it.
    Position played(Move move) const;
    std::uint64_t fresh_key() const;

    friend bool operator==(const Position&, const Position&) = default;
};

inline Position Position::played(Move move) const {
    Position p = *this;
    const std::size_t me = turn;
    const std::size_t foe = 1 - me;
    const Direction d = move.direction();
    const Cell tail = move.tail();
    if (move.in_line()) {
        // For any length of line, only the rear cell becomes free and the cell ahead becomes taken.
        const Cell front = along(tail, d, move.size());
        p.marbles[me] ^= bit(tail) | bit(front);
        p.key ^= KEYS.marble[me][tail] ^ KEYS.marble[me][front];
        if (has(marbles[foe], front)) {
            Cell landing = next(front, d);
            if (landing != NO_CELL && has(marbles[foe], landing)) {
                landing = next(landing, d);
            }
            p.marbles[foe] ^= bit(front);
            p.key ^= KEYS.marble[foe][front];
            if (landing != NO_CELL) {
                p.marbles[foe] ^= bit(landing);
                p.key ^= KEYS.marble[foe][landing];
            } else {
                p.key ^= KEYS.ejected[foe][p.ejected[foe]];
                p.key ^= KEYS.ejected[foe][++p.ejected[foe]];
            }
        }
    } else {
        for (int i = 0; i < move.size(); ++i) {
            const Cell from = along(tail, move.axis(), i);
            const Cell to = next(from, d);
            p.marbles[me] ^= bit(from) | bit(to);
            p.key ^= KEYS.marble[me][from] ^ KEYS.marble[me][to];
        }
    }
    p.turn = static_cast<std::uint8_t>(foe);
    p.key ^= KEYS.turn;
    return p;
}

// Black a1-a5 b1-b6 c3-c5, White i5-i9 h4-h9 g5-g7, Black to move.
Position standard_position();

// The effect of a legal move: the enemies that it pushes, and whether the last one is ejected.
struct Effect {
    Bitboard pushed = 0;
    bool ejects = false;
};
Effect effect_of(const Position& position, Move move);

} // namespace sumito
