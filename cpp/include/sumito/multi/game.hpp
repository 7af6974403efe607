#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sumito/game.hpp"
#include "sumito/multi/position.hpp"

// A game of three to six players: a position, how it came about, and how it ended.
//
// A player who resigns or runs out of time leaves the game. So does a player without marbles, and a player without a
// legal move when it is that player's turn. The marbles are taken off the board, and the others play on; the last one
// wins. In teams, resignation and time lose for the team, and a player who cannot move is skipped.
namespace sumito::multi {

enum class Cause : std::uint8_t { RESIGNS, TIME, BLOCKED, EMPTY }; // of leaving

// Where a game starts: a position text holds all of it.
struct Setup {
    Position position;
    int quiet = 0; // plies since the last ejection
    int round = 1; // a round ends when the turn passes the last active player
    // Return the plies before the start, if nobody has left so far.
    int ply() const { return (round - 1) * position.players + position.turn; }

    friend bool operator==(const Setup&, const Setup&) = default;
};

struct Leaving {
    int player;
    Cause cause;
};
// A move, or a player who leaves.
struct Entry {
    Move move{}; // Move{}: somebody leaves
    Leaving leaving{};
    bool automatic = false; // leaves without marbles or moves, as a consequence of the entry before
};

// A player who has left since the start.
struct PastLeaving {
    Leaving leaving;
    int moves_before;
    bool automatic;
};

// Moves and leavings by choice as numbers, for hosts: the number of the move, or -2 - 2 player - cause.
int number_of(const Entry& entry);
// Return who leaves by such a number; player -1 if it is none.
Leaving leaving_of(int number);

class Game {
  public:
    explicit Game(const Setup& start, const Rules& rules = {}, bool mixed_moves = false);

    const Position& position() const { return now_; }
    const Rules& rules() const { return rules_; }
    bool mixed_moves() const { return now_.mixed_moves; }
    const Setup& start() const { return start_; }
    Setup setup() const { return {now_, quiet_, round_}; }
    int quiet() const { return quiet_; }
    int ply() const { return ply_; }
    int round() const { return round_; }
    std::size_t length() const { return past_.size(); }
    const Entry& entry(std::size_t i) const { return past_[i].entry; }
    // The entries that are not automatic.
    std::size_t chosen() const { return keys_.size() - 1; }
    const Entry& chosen(std::size_t i) const;
    std::vector<PastLeaving> leavings() const;
    // The keys of the start, and after each entry that is not automatic. Those of several times can be equal.
    const std::vector<std::uint64_t>& keys() const { return keys_; }
    Outcome outcome() const { return outcome_; }
    int problems() const; // bits of PositionProblem; 0: the position can be played
    // The end that the entries show, whatever was declared and whatever the rules of repetition and the caps are: six
    // marbles are ejected, or nobody is left to play against.
    Outcome shown() const;
    // How many marbles a player has lost by ejection since the start.
    int lost(int player) const;
    // The players whose marbles a side has ejected since the start, in order.
    std::vector<int> ejections(int side) const;

    Verdict verdict(Bitboard cells, Direction direction) const;
    Verdict verdict_between(Cell first, Cell last, Direction direction) const;
    bool is_legal(Move move) const;

    // Plays a move. Returns false and changes nothing if the move is not legal.
    bool play(Move move);
    // A player leaves by resignation or time. Returns false and changes nothing if the game is over, or if the player
    // has left before.
    bool leave(int player, Cause cause);
    // Plays a move or lets a player leave, by its number. Returns false and changes nothing if this is not possible.
    bool can_enter(int number) const;
    bool enter(int number);
    // Undoes the last entry that is not automatic, and everything that came after it. Returns nothing if there is none.
    std::optional<Entry> undo();

    // Ends that players declare. Each returns false and changes nothing if the game is over.
    bool agree_draw();
    bool flag_shared(); // the time of the game is over: most ejections wins, else a draw
    // Any of these ends as an outcome, such as that of a saved game. False if players cannot end a game so.
    bool declare(Outcome outcome);
    // Undoes a declared end, but no move. Returns false if there is no such end.
    bool reopen();

    // How often the present position, with the same player to move, has occurred; 1 the first time.
    int occurrences() const;

  private:
    struct Past {
        Position before;
        int quiet, round, ply;
        Entry entry;
    };

    void advance(const Entry& entry, const Position& after);
    void settle();
    Outcome judged() const;
    Outcome without_opponents() const;
    Outcome by_ejections(Termination termination) const;

    Rules rules_;
    Setup start_;
    Position now_;
    int quiet_, round_, ply_;
    Outcome outcome_;
    std::vector<Past> past_;
    std::vector<std::uint64_t> keys_; // of the start, and after each entry that is not automatic
};

// Return the side that has ejected enough marbles and still plays; -1 if there is none.
int winning_side(const Position& position, int marbles_to_eject);

// Return the side that has ejected the most marbles and still plays; -1 if there are several.
int leading_side(const Position& position);

// Return the position after everybody has left or been skipped who has no marbles or no move. A position that somebody
// has won stays as it is.
Position settled(const Position& position, const Rules& rules);

} // namespace sumito::multi
