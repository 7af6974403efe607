#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sumito/game.hpp"
#include "sumito/sentence.hpp"

// What each player could push and eject, what of the player to move is in danger, and which moves defend it.
namespace sumito {

// A sumito, once for all the lines of one direction with the same head.
struct Push {
    Move move;         // with the fewest marbles
    std::uint8_t most; // marbles that may push together: as many as in the move, or three
    Cell ejected;      // the marble that falls; NO_CELL: none does
    Bitboard pushed;   // the enemies that it moves
};

// How a move defends; the first that holds.
enum class DefenceKind : std::uint8_t {
    WINS,     // it ends the game
    EJECTS,   // it ejects a marble itself
    SUPPORTS, // it pushes the head of an attacking line aside and stands there: now the row is too strong
    CUTS,     // it pushes another marble out of an attacking line
    AWAY,     // a marble in danger steps away
    GAP,      // the marble before it steps away: no contact, no push
};

struct Defence {
    Move move;
    DefenceKind kind;
    Bitboard saved;   // the marbles in danger, as they stand now, that cannot be ejected after it
    Bitboard exposed; // own marbles, as they stand after it, that can be
};

struct Threats {
    // By player, each as if to move: first the ejections, by the marble that falls; then by the marble at the head.
    // Equal ones by direction.
    std::array<std::vector<Push>, PLAYERS> pushes;
    std::array<Bitboard, PLAYERS> ejectable{}; // the player's marbles that the enemy could eject
    std::array<bool, PLAYERS> wins{};          // whether the player's next ejection ends the game, and there is one
    // What the player to move can do for his marbles in danger: the moves after which none of them can be ejected; if
    // there is none, those that save some. First those that expose the fewest marbles, then by kind, by the number of
    // marbles moved, and by the move's number.
    std::vector<Defence> defences;
};

// Nothing where the game is over. A move that ends it by ejection leaves no danger; nothing else that may end it
// counts.
Threats find_threats(const Game& game);

// A learner's summary, in messages `position.*`: the ejections of the player to move, then the dangers and the best
// defence of each kind, then the other pushes; at most three of each.
void explain_position(const Game& game, Sentences& out);

} // namespace sumito
