#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sumito/position.hpp"
#include "sumito/verdict.hpp"

// A game of two players: a position, how it came about, and how it ended.
namespace sumito {

enum class Adjudication : std::uint8_t { DRAW, MORE_EJECTIONS }; // of a game that reaches a cap
enum class Blocked : std::uint8_t { LOSES, DRAWS };              // the player who has no legal move

// The options where the rulebooks are silent. Passing is never one.
struct Rules {
    int marbles_to_eject = 6;
    int repetition = 3; // the occurrence of a position, with the same player to move, that draws; 0: none does
    int ply_cap = 0;    // plies in all; 0: no cap
    int quiet_cap = 0;  // plies since the last ejection; 0: no cap
    Adjudication adjudication = Adjudication::DRAW;
    Blocked blocked = Blocked::LOSES;

    bool valid() const;
    friend bool operator==(const Rules&, const Rules&) = default;
};

enum class Termination : std::uint8_t {
    NONE, // the game goes on
    EJECTION,
    REPETITION,
    PLY_CAP,
    BLOCKED,
    RESIGNATION,
    AGREEMENT,
    TIME,
};

struct Outcome {
    Termination termination = Termination::NONE;
    std::uint8_t winners = 0; // bit p: player p; none: a draw

    explicit operator bool() const { return termination != Termination::NONE; }
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

// Reasons why a position cannot be played, as bits.
enum PositionProblem : std::uint8_t {
    NO_MARBLES = 1,
    SCORE_TOO_HIGH = 2, // a player has ejected more marbles than the game needs
    TWO_WINNERS = 4,
};

// Where a game starts: a position text holds all of it.
struct Setup {
    Position position = standard_position();
    int quiet = 0; // plies since the last ejection
    int ply = 0;   // plies before the start; Black moves at even ones where nobody has skipped a turn

    friend bool operator==(const Setup&, const Setup&) = default;
};

class Game {
  public:
    explicit Game(const Setup& start = {}, const Rules& rules = {});

    const Position& position() const { return now_; }
    const Rules& rules() const { return rules_; }
    const Setup& start() const { return start_; }
    Setup setup() const { return {now_, quiet_, ply()}; }
    int quiet() const { return quiet_; }
    int ply() const { return start_.ply + static_cast<int>(past_.size()); }
    std::size_t length() const { return past_.size(); }
    Move move(std::size_t i) const { return past_[i].move; }
    Outcome outcome() const { return outcome_; }
    int problems() const; // bits of PositionProblem; 0: the position can be played
    // The keys of all positions since the last ejection, oldest first; the last is the present one's.
    std::span<const std::uint64_t> keys() const;

    // The verdict on any move after the end of the game.
    static Verdict over(Verdict verdict);
    Verdict verdict(Bitboard cells, Direction direction) const;
    Verdict verdict_between(Cell first, Cell last, Direction direction) const;
    bool is_legal(Move move) const { return !outcome_ && sumito::is_legal(now_, move); }

    // Plays a move. Returns false and changes nothing if the move is not legal.
    bool play(Move move);
    // Undoes the last move, and an end that was declared after it. Returns Move{} if there is no move.
    Move undo();

    // Ends that players declare. Each returns false and changes nothing if the game is over.
    bool resign(int player);
    bool agree_draw();
    bool flag(int player); // the player's time is over
    bool flag_shared();    // the time of the game is over: more ejections wins, else a draw
    // Any of these ends as an outcome, such as that of a saved game. False if players cannot end a game so.
    bool declare(Outcome outcome);

    // Undoes a declared end, but no move. Returns false if there is no such end.
    bool reopen();

    // How often the present position, with the same player to move, has occurred; 1 the first time.
    int occurrences() const;

  private:
    struct Past {
        Position before;
        int quiet;
        Move move;
    };

    Outcome judged() const;
    Outcome by_ejections(Termination termination) const;

    Rules rules_;
    Setup start_;
    Position now_;
    int quiet_;
    Outcome outcome_;
    std::vector<Past> past_;
    std::vector<std::uint64_t> keys_; // of every position so far, apart from the rest so that a scan is quick
};

} // namespace sumito
