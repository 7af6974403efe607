#pragma once

#include <array>
#include <cstdint>

#include "sumito/position.hpp"

// A position of three to six players, each for themselves or in teams. Players are numbered in the order of play.
namespace sumito::multi {

inline constexpr int LEAST_PLAYERS = 3;
inline constexpr int MOST_PLAYERS = 6;

enum class Color : std::uint8_t { BLACK, WHITE, BLUE, RED, YELLOW, GREEN };

struct KeyTables {
    std::array<std::array<std::uint64_t, CELLS>, MOST_PLAYERS> marble{};
    std::array<std::uint64_t, MOST_PLAYERS> turn{}; // the first player: 0
    std::array<std::uint64_t, MOST_PLAYERS> gone{}; // of players who have left
};
constexpr KeyTables make_key_tables() {
    KeyTables t{};
    std::uint64_t n = std::uint64_t{1} << 32; // not the words of two players
    for (std::size_t player = 0; player < MOST_PLAYERS; ++player) {
        for (int id = 0; id < CELLS; ++id) {
            t.marble[player][cell_of_id(id)] = mixed(n++);
        }
        t.turn[player] = player == 0 ? 0 : mixed(n++);
        t.gone[player] = mixed(n++);
    }
    return t;
}
inline constexpr KeyTables KEYS = make_key_tables();

// Return the word of a side's score. Scores seldom change, and a table of these words would be most of the page's data.
constexpr std::uint64_t score_key(std::size_t side, std::uint8_t score) {
    return score == 0 ? 0 : mixed((std::uint64_t{1} << 33) + (side << 8) + score);
}

struct Position {
    std::array<Bitboard, MOST_PLAYERS> marbles{};
    std::uint64_t key = 0; // of marbles, scores, turn and active players, kept up to date
    std::array<Color, MOST_PLAYERS> colors{};
    std::array<std::uint8_t, MOST_PLAYERS> scores{}; // marbles that each side has ejected
    std::uint8_t players = LEAST_PLAYERS;
    std::uint8_t sides = LEAST_PLAYERS; // player p belongs to side p % sides, so partners sit opposite each other
    std::uint8_t active = 0;            // bit p: player p has not left
    std::uint8_t turn = 0;
    bool mixed_moves = false; // Rules::mixed_moves

    constexpr bool teams() const { return sides < players; }
    constexpr int side_of(int player) const { return player % sides; }
    constexpr bool is_active(int player) const { return (active >> player & 1) != 0; }
    // Return the players of a side, as bits.
    constexpr std::uint8_t members(int side) const {
        int found = 0;
        for (int player = side; player < players; player += sides) {
            found |= 1 << player;
        }
        return static_cast<std::uint8_t>(found);
    }

    // Return whether nobody of a side has left.
    constexpr bool all_play(int side) const { return (members(side) & ~active) == 0; }

    constexpr Bitboard own() const { return marbles[turn]; }
    // Return the marbles of the side to move.
    constexpr Bitboard side() const {
        Bitboard found = 0;
        for (std::size_t player = static_cast<std::size_t>(side_of(turn)); player < players; player += sides) {
            found |= marbles[player];
        }
        return found;
    }
    constexpr Bitboard partner() const { return side() & ~own(); }
    constexpr Bitboard taken() const {
        Bitboard found = 0;
        for (const Bitboard each : marbles) {
            found |= each;
        }
        return found;
    }
    constexpr Bitboard enemy() const { return taken() & ~side(); }
    constexpr Bitboard empty() const { return ALL & ~taken(); }
    // Return the player whose marble is on the cell; -1 if it is empty.
    constexpr int player_on(Cell c) const {
        for (int player = 0; player < players; ++player) {
            if (has(marbles[static_cast<std::size_t>(player)], c)) {
                return player;
            }
        }
        return -1;
    }
    // Return the active player who follows this one.
    constexpr int next_player(int player) const {
        for (int step = 1; step < players; ++step) {
            if (const int next = (player + step) % players; is_active(next)) {
                return next;
            }
        }
        return player;
    }

    // Return the marbles of the two sides of a move as a position of two players: those of the player to move, and
    // those of everybody else. Without teams, its moves and verdicts are those of this position.
    sumito::Position as_two() const;

    // Return the position after a legal move.
    Position played(Move move) const;
    // Return the position after a player has left: the marbles are taken off the board.
    Position left(int player) const;
    // Return the position with the next active player to move.
    Position passed() const;
    std::uint64_t fresh_key() const;

    friend bool operator==(const Position&, const Position&) = default;
};

// The effect of a legal move: the enemies that it pushes, and whether the last one is ejected.
Effect effect_of(const Position& position, Move move);

} // namespace sumito::multi
