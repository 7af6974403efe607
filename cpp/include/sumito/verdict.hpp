#pragma once

#include <cstdint>

#include "sumito/position.hpp"

// Whether a move is legal, and if not, why. Every refusal of the product comes from here.
namespace sumito {

// In the order of precedence: where several hold, the first is given.
enum class Reason : std::uint8_t {
    LEGAL,
    GAME_OVER,
    NO_MARBLE,
    NOT_YOURS,
    TOO_MANY,
    NOT_A_LINE,
    OFF_BOARD,
    BROADSIDE_BLOCKED,
    OWN_MARBLE_AHEAD,
    PAC,
    OUTNUMBERED,
    NO_ROOM_BEHIND,
    TOO_FEW,
};

struct Verdict {
    Reason reason = Reason::LEGAL;
    std::uint8_t n = 0;        // marbles named
    std::uint8_t standing = 0; // in line: own marbles from the head backwards, at most three
    std::uint8_t enemies = 0;  // in line: enemies in contact ahead of the head
    Bitboard culprits = 0;     // the marbles or cells that cause the refusal
    Move move{};               // what was asked for, where it is a move at all
};

// A verdict on these cells before anything is judged.
Verdict request(Bitboard cells, Direction direction);

// `cells` are all the marbles named, at least one. A position knows nothing of the end of the game: GAME_OVER is the
// game's to say.
Verdict judge(const Position& position, Bitboard cells, Direction direction);

// A line named by its two ends: a hole or another's marble between them makes it no line.
Verdict judge_between(const Position& position, Cell first, Cell last, Direction direction);

// A move as such, as fast as can be.
bool is_legal(const Position& position, Move move);

} // namespace sumito
