#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sumito/evaluation.hpp"
#include "sumito/game.hpp"
#include "sumito/host.hpp"
#include "sumito/movegen.hpp"
#include "sumito/network.hpp"
#include "sumito/score.hpp"
#include "sumito/table.hpp"

// The search of one thread: principal variation search with iterative deepening. Its whole state is in here, but for
// the table, which several may share.
namespace sumito {

inline constexpr int MAX_PLY = 120;
static_assert(2 * MAX_PLY <= LONGEST_WIN); // no proof is longer

struct Limits {
    int depth = MAX_PLY - 1;
    std::uint64_t nodes = 0; // 0: no limit
    double soft_ms = 0;      // begin no further iteration after it; 0: no limit
    double hard_ms = 0;      // stop within it; 0: no limit
    int variations = 1;      // how many best lines
    // Without it nothing is left out or looked at less deep: the plain value of a depth, for proofs.
    bool selective = true;
};

struct Variation {
    int score = 0; // for the player to move
    int depth = 0;
    std::vector<Move> moves;
};

struct SearchResult {
    std::vector<Variation> variations; // best first; none where there is no legal move
    std::uint64_t nodes = 0;
    bool stopped = false; // before its depth was reached
};

class Search {
  public:
    explicit Search(Table& table) : table_(table), frames_(MAX_PLY + 4) {}

    // Called after each iteration of a best line, with what is known so far.
    using Report = void (*)(void* self, const SearchResult& result, int variation);

    // The owner of the table begins a search there before. `root_moves` restricts the search to some legal moves; none:
    // all. The game is not over.
    SearchResult run(const Game& game, const Limits& limits, std::span<const Move> root_moves, const Host& host,
                     Report report = nullptr, void* report_self = nullptr);
    // The evaluation from now on: a network that outlives its use, or the hand-made one for none.
    void use(const Network* network) { network_ = network; }
    // Forget what earlier searches have learnt about moves; the table is the owner's to clear.
    void forget();

  private:
    struct Frame {
        MoveList moves;
        std::array<int, MAX_MOVES> order; // by move: how early it is tried, and its place in the list
        std::array<Move, MAX_MOVES> tried_moves;
        std::size_t tried = 0;
        std::array<Move, 2> killers{};
        Move played{};
        int evaluation = 0;
        std::vector<Move> variation;
        Accumulator sums;
        bool summed = false; // whether the sums are of this node
    };

    // `without` leaves one move out.
    int search(const Position& position, int alpha, int beta, int depth, int ply, bool may_pass, Move without = Move{});
    int quiet_search(const Position& position, int alpha, int beta, int ply);
    // What the position at this ply is worth by the network or the hand-made evaluation.
    int evaluated(const Position& position, int ply);
    int search_root(int alpha, int beta, int depth, std::size_t first);
    // Count the node. A score where the search is stopped or the game is over here; NOT_OVER where it goes on.
    int begin_node(const Position& position, int ply);
    // The move is the best of its node so far, with what was found below it.
    void keep_variation(Move move, int ply);
    // The score of a game that is over at this node; NOT_OVER where it goes on.
    int ended(const Position& position, int ply) const;
    // The score of a player who has no move.
    int blocked(int ply) const;
    void order_moves(const Position& position, Frame& frame, Move remembered, int ply);
    struct Choice {
        Move move;
        int order;
    };
    Choice next_move(Frame& frame) const;
    void learn(const Position& position, Frame& frame, Move best, int depth, int ply);
    // The move that led to this ply; none after a pass and at the root.
    Move before(int ply) const { return ply > 0 ? frames_[static_cast<std::size_t>(ply - 1)].played : Move{}; }
    bool must_stop();

    Table& table_;
    const Network* network_ = nullptr;
    std::vector<Frame> frames_;
    std::vector<std::uint64_t> path_; // keys since the last ejection before the root, then one a ply
    std::size_t root_ = 0;            // where the root is in path_
    using History = std::array<std::int16_t, MOVES>;
    std::array<History, PLAYERS> history_{};
    // By the cell to which the move before has brought its head; one more for no move, after a pass and at the root.
    std::array<std::array<History, CELLS + 1>, PLAYERS> continuation_{};
    std::array<Move, MOVES> answers_{};

    Rules rules_;
    Position root_position_;
    int root_ply_ = 0, root_quiet_ = 0;
    Limits limits_;
    Host host_{};
    double started_ = 0;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
    std::vector<Move> root_moves_;
};

} // namespace sumito
