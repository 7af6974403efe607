#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sumito/movegen.hpp"

// Solve the tasks of puzzles by exhaustive search, without evaluation or pruning. Move order and a table that compares
// whole positions make it fast. Repetition and caps are ignored.
namespace sumito {

enum class Goal : std::uint8_t {
    EJECT, // the player to move gains `marbles` marbles within `moves` own moves against any defence
    SAVE,  // after one move, the other player cannot gain a marble within `moves` moves
};

// A gain is counted after a move of the player who gains: marbles ejected minus marbles lost since the task began. An
// ejection that wins the game is always enough. Leaving the enemy without a legal move is not a gain.
struct Task {
    Goal goal = Goal::EJECT;
    int marbles = 1; // to gain; 1 for SAVE
    int moves = 1;   // of the player who gains

    bool valid() const;
};
inline constexpr int MOST_TASK_MOVES = 6;

struct Solution {
    bool proved = false;     // if false, the nodes were not enough and the result is unknown
    std::vector<Move> moves; // every first move that solves the task
};

struct Attempt {
    bool proved = false;
    bool solves = false; // the task, or still leads to its solution
    int marbles = 0;     // still to gain after the move and the reply; 0 if the task is solved
    // The moves that follow. EJECT, solves: the most stubborn defence to the end. EJECT, fails: a reply that makes
    // the task impossible; empty if no move is left anyway. SAVE, solves: empty. SAVE, fails: how the marble is
    // lost.
    std::vector<Move> variation;
};

class Solver {
  public:
    // A call visits at most `most_nodes` nodes.
    Solver(int marbles_to_eject, std::uint64_t most_nodes);

    // The task must be valid, and the move of an attempt legal.
    Solution solve(const Position& position, Task task);
    Attempt attempt(const Position& position, Task task, Move move);

  private:
    // The result of a position in which the player who gains is to move. `need` does not follow from the marbles: for
    // SAVE it counts from after the first move, which may or may not eject a marble.
    struct Entry {
        Bitboard own = 0, enemy = 0;
        int need = 0, moves = 0;
        bool gains = false;
    };

    void begin();
    bool spend();
    int capped(const Position& position, int need) const;
    bool gains(const Position& position, int need, int moves);
    bool gains_by(const Position& position, Move move, int need, int moves);
    bool gains_after_replies(const Position& position, int need, int moves);
    bool gains_after(const Position& position, Move reply, int need, int moves);
    bool solves(const Position& position, Task task, Move move);
    int fewest_moves(const Position& position, int need, int most);
    int count_gaining(const Position& position, int need, int moves);
    Move refutation(const Position& position, int need, int moves);
    Move stubborn_reply(const Position& position, int need, int moves);
    void add_gaining_variation(Position position, int need, int most, std::vector<Move>& variation);

    int marbles_to_eject_;
    std::uint64_t most_nodes_;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
    std::vector<Entry> table_;
    std::array<Move, MOST_TASK_MOVES + 1> refuting_{}; // the last reply that refuted, by the number of moves left
};

} // namespace sumito
