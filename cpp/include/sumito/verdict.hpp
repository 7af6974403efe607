#pragma once

#include <cstdint>

#include "sumito/position.hpp"

// Judge moves: whether a move is legal, and if not, why. Every refusal of the product comes from here.
namespace sumito {

// In the order of precedence: if several apply, a verdict has the first. The last three are for teams and come before
// PAC; their numbers are the last because pages know the others by theirs.
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
    PARTNER_AHEAD,        // the cell ahead of an in-line move holds a partner's marble
    PARTNER_WITHOUT_PUSH, // a partner's marble can move only in a line that pushes
    REAR_NOT_YOURS,       // the marble that pushes, at the rear of the line, is a partner's
};

struct Verdict {
    Reason reason = Reason::LEGAL;
    std::uint8_t n = 0;        // marbles named
    std::uint8_t standing = 0; // in line: marbles from the head backwards that could push, at most three
    std::uint8_t enemies = 0;  // in line: enemies in contact ahead of the head
    Direction direction = E;   // in which they are to move
    Bitboard named = 0;        // the marbles named
    Bitboard culprits = 0;     // the marbles or cells that cause the refusal
    Move move{};               // the move; Move{} if these marbles cannot make one
};

// Return the verdict on a request that has not been judged yet.
Verdict request(Bitboard cells, Direction direction);

// Judge a move of `cells`, which are all the marbles named, at least one. The result is never GAME_OVER: only a Game
// knows that it has ended.
Verdict judge(const Position& position, Bitboard cells, Direction direction);

// Judge a move of the line between two ends. An empty cell or an enemy between them makes it NOT_A_LINE.
Verdict judge_between(const Position& position, Cell first, Cell last, Direction direction);

// Return only whether a move is legal. This is fast.
bool is_legal(const Position& position, Move move);

} // namespace sumito
