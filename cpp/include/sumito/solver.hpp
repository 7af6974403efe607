#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sumito/movegen.hpp"

// Tasks of puzzles, answered by looking at every line of play: no evaluation, nothing left out. What makes it quick is
// order, and a table that compares whole positions. Repetition and caps do not count.
namespace sumito {

enum class Goal : std::uint8_t {
    EJECT, // the player to move gains so many marbles within so many own moves, whatever the other one does
    SAVE,  // one move, after which the other player does not gain a marble within so many moves
};

// A gain is counted right after a move of the player who wants it: marbles ejected less marbles lost since the task
// began. The last ejection of a game is gain enough; to leave the enemy without a legal move is none.
struct Task {
    Goal goal = Goal::EJECT;
    int marbles = 1; // to gain; 1 where one is to be saved
    int moves = 1;   // of the player who gains

    bool valid() const;
};
inline constexpr int MOST_TASK_MOVES = 6;

struct Solution {
    bool proved = false;     // else the nodes were not enough, and nothing is known
    std::vector<Move> sound; // every first move that does it
};

struct Attempt {
    bool proved = false;
    bool sound = false;
    int marbles = 0; // still to gain after the move and the reply to it; 0: done
    // What follows the move. EJECT, sound: the most stubborn reply, and so on to the end; not sound: a reply that makes
    // the task impossible, none where no move is left anyway. SAVE, sound: nothing; not sound: how the marble is lost.
    std::vector<Move> line;
};

class Solver {
  public:
    // One call looks at no more than so many nodes.
    Solver(int marbles_to_eject, std::uint64_t most_nodes);

    // The task must be valid and, of an attempt, the move legal.
    Solution solve(const Position& position, Task task);
    Attempt attempt(const Position& position, Task task, Move move);

  private:
    // What is known of a position in which the player who gains is to move. How much is still to be gained does not
    // follow from the marbles: where one is to be saved it counts from the first move on, which may eject one or not.
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
    bool is_sound(const Position& position, Task task, Move move);
    int fewest_moves(const Position& position, int need, int most);
    int count_gaining(const Position& position, int need, int moves);
    Move refutation(const Position& position, int need, int moves);
    Move stubborn_reply(const Position& position, int need, int moves);
    void add_gaining_line(Position position, int need, int most, std::vector<Move>& line);

    int marbles_to_eject_;
    std::uint64_t most_nodes_;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
    std::vector<Entry> table_;
    std::array<Move, MOST_TASK_MOVES + 1> refuting_{}; // the last reply that refuted, by the moves that were left
};

} // namespace sumito
