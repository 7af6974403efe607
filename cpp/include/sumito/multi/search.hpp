#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sumito/multi/evaluation.hpp"
#include "sumito/multi/game.hpp"
#include "sumito/searching.hpp"

// The search for several players, of one thread. There are two camps, the side to move and all others, so alpha-beta
// works as with two players. Without teams, only one of the others replies to each move, the one whose reply is the
// worst for the side to move (best-reply search). With two teams, or with two players left, everybody moves in turn,
// and the search is exact. docs/several-players.md tells why it was chosen.
namespace sumito::multi {

class Search : searching::Progress {
  public:
    explicit Search(Table& table) : table_(table), frames_(MAX_PLY + 4) {}

    using Report = sumito::Search::Report;

    // Run the search, as sumito::Search does. Scores are for the player to move.
    SearchResult run(const Game& game, const Limits& limits, std::span<const Move> root_moves, const Host& host,
                     Report report = nullptr, void* report_self = nullptr);
    // Forget the move statistics of earlier searches. The owner clears the table.
    void forget();

  private:
    friend searching::Root;

    struct Group {
        int player;
        std::size_t end;
    };
    struct Frame {
        MoveList moves;
        std::vector<Group> groups; // the moves of each player, one after the other
        searching::Order order;
        std::array<Move, MAX_MOVES> tried_moves;
        std::size_t tried = 0;
        std::array<Move, 2> killers{};
        std::size_t since = 0; // where the positions in path_ begin that can recur
        int game_ply = 0;      // plies since the start of the game
        int quiet = 0;         // plies since the last ejection
        std::vector<Move> variation;
    };

    // All scores are for the camp of the player to move: the side of the root, or its opponents together.
    int search(const Position& position, int alpha, int beta, int depth, int ply, bool may_pass);
    int quiet_search(const Position& position, int alpha, int beta, int ply);
    int search_root_move(Move move, int alpha, int beta, int depth);
    // List the moves of the player to move, or of every player who can reply.
    using Generator = void (*)(const Position& position, MoveList& moves);
    void list_moves(const Position& position, Frame& frame, Generator generator) const;
    // Return who makes a move of this list.
    int mover(const Position& position, Move move) const;
    // Search the position after a move or a pass at this ply, and return the score for the camp that made it.
    int search_after(const Position& before, const Position& after, int alpha, int beta, int depth, int ply,
                     bool may_pass);
    int evaluated(const Position& position) const;
    // Count the node. Return a score if the search is stopped or the game is over here, otherwise NOT_OVER.
    int begin_node(const Position& position, int ply);
    int ended(const Position& position, int ply) const;
    int blocked(int ply) const;
    void order_moves(const Position& position, Frame& frame, Move remembered) const;
    void learn(const Position& position, Frame& frame, Move best, int depth);
    std::int16_t& history_of(const Position& position, Move move) {
        return history_[static_cast<std::size_t>(mover(position, move))][static_cast<std::size_t>(number_of(move))];
    }
    bool is_own(const Position& position) const { return position.side_of(position.turn) == root_side_; }
    Position played(const Position& position, Move move) const;
    Position passed(const Position& position) const;
    searching::PliesLeft plies_left(int ply) const {
        const Frame& frame = frames_[static_cast<std::size_t>(ply)];
        return {rules_, frame.game_ply, frame.quiet};
    }
    // Return the key of a position in the table. Near a cap, the plies left belong to it.
    std::uint64_t table_key(const Position& position, int ply) const {
        return position.key ^ root_key_ ^ plies_left(ply).key();
    }

    Table& table_;
    std::vector<Frame> frames_;
    std::vector<std::uint64_t> path_; // keys since the last ejection or leaving before the root, then one a ply
    std::size_t root_ = 0;            // where the root is in path_
    using History = std::array<std::int16_t, MOVES>;
    std::array<History, MOST_PLAYERS> history_{};

    Rules rules_;
    Position root_position_;
    int root_side_ = 0;
    std::uint64_t root_key_ = 0; // scores in the table depend on the rules and, without teams, on who searches
    std::vector<Move> root_moves_;
};

// Return the score of each side after a variation. That of the side to move is the variation's own. With two sides the
// other is negated. Otherwise the others are those of the end of the variation: of the outcome if the game is over
// there, else of the position. A player who has left has lost.
Standings scores_of(const Game& game, const Variation& variation);

// Return how many moves of a variation can be played from the game's position, one after the other. If one of several
// opponents replies to each move, the rest of the variation leaves players out.
std::size_t playable(const Game& game, const Variation& variation);

} // namespace sumito::multi
