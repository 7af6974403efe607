#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sumito/evaluation.hpp"
#include "sumito/evaluation_cache.hpp"
#include "sumito/game.hpp"
#include "sumito/host.hpp"
#include "sumito/movegen.hpp"
#include "sumito/network.hpp"
#include "sumito/score.hpp"
#include "sumito/search_parameters.hpp"
#include "sumito/table.hpp"

// The search of one thread: principal variation search with iterative deepening. All of its state is here except the
// table, which several searches can share.
namespace sumito {

inline constexpr int MAX_PLY = 120;
static_assert(2 * MAX_PLY <= LONGEST_WIN); // no proof is longer

struct Limits {
    int depth = MAX_PLY - 1;
    std::uint64_t nodes = 0; // 0: no limit
    double soft_ms = 0;      // begin no further iteration after it; 0: no limit
    double hard_ms = 0;      // stop within it; 0: no limit
    int variations = 1;      // the number of best variations to find
    // If false, prune and reduce nothing: the exact value of a depth, for proofs.
    bool selective = true;
};

struct Variation {
    int score = 0; // for the player to move
    int depth = 0;
    std::vector<Move> moves;
};

struct SearchResult {
    std::vector<Variation> variations; // best first; empty if there is no legal move
    std::uint64_t nodes = 0;
    bool stopped = false; // before its depth was reached
};

namespace searching {
// Called after each iteration of a variation, with the result so far.
struct Listener {
    void (*report)(void* self, const SearchResult& result, int variation) = nullptr;
    void* self = nullptr;
};

// How far a search has come, and when it must stop.
class Progress {
  protected:
    void begin(const Limits& limits, const Host& host) {
        limits_ = limits;
        host_ = host;
        started_ = host.now(host.self);
        nodes_ = 0;
        stopped_ = false;
    }
    bool must_stop() {
        if (stopped_) {
            return true;
        }
        if (limits_.nodes != 0 && nodes_ >= limits_.nodes) {
            stopped_ = true;
        } else if (nodes_ % NODES_BETWEEN_LOOKS == 0) {
            stopped_ = host_.stop(host_.self, nodes_) ||
                       (limits_.hard_ms > 0 && host_.now(host_.self) - started_ >= limits_.hard_ms);
        }
        return stopped_;
    }

    Limits limits_;
    Host host_{};
    double started_ = 0;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;

  private:
    static constexpr std::uint64_t NODES_BETWEEN_LOOKS = 1024;
};

class PliesLeft;
struct Root; // the iterations and the root of a search of any number of players
} // namespace searching

class Search : searching::Progress {
  public:
    explicit Search(Table& table) : table_(table), frames_(MAX_PLY + 4) {}

    using Report = decltype(searching::Listener::report);

    // Run the search. The owner of the table must call its begin_search() first. `root_moves` restricts the search to
    // these legal moves; empty means all. The game must not be over.
    SearchResult run(const Game& game, const Limits& limits, std::span<const Move> root_moves, const Host& host,
                     Report report = nullptr, void* report_self = nullptr);
    // Set the evaluation: a network, which must outlive its use, or the hand-made evaluation for nullptr.
    void use(const Network* network) {
        network_ = network;
        evaluations_.clear();
    }
    // Set the parameters, for the lab. Everything else uses the defaults.
    void set(const SearchParameters& parameters) { parameters_ = parameters; }
    // Forget the move statistics of earlier searches. The owner clears the table.
    void forget();

  private:
    friend searching::Root;

    struct Frame {
        MoveList moves;
        std::array<int, MAX_MOVES> order; // by move: its priority, and its index in the list
        std::array<Move, MAX_MOVES> tried_moves;
        std::size_t tried = 0;
        std::array<Move, 2> killers{};
        Move played{};
        int evaluation = 0;
        int lost = 0;  // marbles of both players
        int quiet = 0; // plies since the last ejection
        std::vector<Move> variation;
        Position position; // not at the root
        Accumulator sums;
        bool summed = false; // whether the sums are of this node
    };

    // Search a node. The move `without` is left out.
    int search(const Position& position, int alpha, int beta, int depth, int ply, bool may_pass, Move without = Move{});
    // Search ejections only, and at the first ply of it pushes too.
    int quiet_search(const Position& position, int alpha, int beta, int ply, bool pushes);
    // Evaluate the position at this ply with the network or the hand-made evaluation.
    int evaluated(const Position& position, int ply);
    // Evaluate it by the rules too: near a cap that more ejections win, a lead counts more and more.
    int weighed(const Position& position, int ply) { return evaluated(position, ply) + lead_near_cap(position, ply); }
    int lead_near_cap(const Position& position, int ply) const;
    searching::PliesLeft plies_left(int ply) const;
    // Return the key of a position in the table. Near a cap, the plies left belong to it.
    std::uint64_t table_key(const Position& position, int ply) const;
    // Search the position after a move of the root, and return the score for the player who makes it.
    int search_root_move(Move move, int alpha, int beta, int depth);
    // Count the node. Return a score if the search is stopped or the game is over here, otherwise NOT_OVER.
    int begin_node(const Position& position, int ply);
    // Return the score of a game that is over at this node; NOT_OVER if it continues.
    int ended(const Position& position, int ply) const;
    // Return the score of a player who has no legal move.
    int blocked(int ply) const;
    void order_moves(const Position& position, Frame& frame, Move remembered, int ply);
    void learn(const Position& position, Frame& frame, Move best, int depth, int ply);
    // Return the move that led to this ply; Move{} after a pass and at the root.
    Move before(int ply) const { return ply > 0 ? frames_[static_cast<std::size_t>(ply - 1)].played : Move{}; }

    Table& table_;
    const Network* network_ = nullptr;
    EvaluationCache evaluations_; // of the network, by these rules
    SearchParameters parameters_;
    std::vector<Frame> frames_;
    std::vector<std::uint64_t> path_; // keys since the last ejection before the root, then one a ply
    std::size_t root_ = 0;            // where the root is in path_
    using History = std::array<std::int16_t, MOVES>;
    std::array<History, PLAYERS> history_{};
    // By the landing cell of the previous move's head; the last entry is for no previous move.
    std::array<std::array<History, CELLS + 1>, PLAYERS> continuation_{};
    std::array<Move, MOVES> answers_{};

    Rules rules_;
    Position root_position_;
    int root_ply_ = 0;
    std::uint64_t rules_key_ = 0; // scores in the table depend on the rules
    std::vector<Move> root_moves_;
};

} // namespace sumito
