#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sumito/game.hpp"
#include "sumito/sentence.hpp"

// Find the pushes and ejections of each player, the endangered marbles of the player to move, and the moves that defend
// them.
namespace sumito {

// A sumito. Lines of one direction with the same head are one push.
struct Push {
    Move move;         // with the fewest marbles
    std::uint8_t most; // the most marbles that can push: as many as in the move, or three
    Cell ejected;      // the marble that is ejected; NO_CELL if none is
    Bitboard pushed;   // the enemies that are pushed
};

// How a move defends. If several kinds apply, the first one counts.
enum class DefenceKind : std::uint8_t {
    WINS,     // it ends the game
    EJECTS,   // it ejects a marble itself
    SUPPORTS, // it pushes the head of an attacking line away and takes its cell: now the row is too strong
    CUTS,     // it pushes another marble out of an attacking line
    AWAY,     // a marble in danger steps away
    GAP,      // the marble ahead of the attackers steps away: without contact there is no push
};

struct Defence {
    Move move;
    DefenceKind kind;
    Bitboard saved;   // the endangered marbles, on their cells before the move, that cannot be ejected after it
    Bitboard exposed; // own marbles, on their cells after the move, that can be ejected
};

struct Threats {
    // By player, each as if to move. The ejections come first, sorted by the ejected marble. The others are sorted by
    // the cell ahead of the head. Ties are sorted by direction.
    std::array<std::vector<Push>, PLAYERS> pushes;
    std::array<Bitboard, PLAYERS> ejectable{}; // the player's marbles that the enemy could eject
    std::array<bool, PLAYERS> wins{};          // whether the player can eject a marble now and so win
    // The moves of the player to move after which no endangered marble can be ejected; if there is none, the moves that
    // save some. Sorted by the number of exposed marbles, then by kind, number of marbles moved, and number of the
    // move.
    std::vector<Defence> defences;
};

// Return the position with another player to move. Its key is not updated.
Position with_turn(Position position, int player);
// Return the pushes of the player to move, in the order of `Threats::pushes`.
std::vector<Push> pushes_of(const Position& position);
// Return the enemies that the player to move can eject.
Bitboard ejectable(const Position& position);
// Return the cells of these marbles after a move of their own player.
Bitboard after(Bitboard set, Move move);

// Return the threats; empty if the game is over. A move that wins by ejection leaves no danger. Other ways to end the
// game are ignored.
Threats find_threats(const Game& game);

// Write a summary for a learner, in messages `position.*`: the ejections of the player to move, the dangers, the best
// defence of each kind, and the other pushes, at most three of each.
void explain_position(const Game& game, Sentences& out);

} // namespace sumito
