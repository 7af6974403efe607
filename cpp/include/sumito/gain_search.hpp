#pragma once

#include <array>
#include <cstdint>

#include "sumito/movegen.hpp"

// Search a few plies for the marbles that the players win from each other, without an evaluation. Repetition and caps
// are ignored.
namespace sumito {

class GainSearch {
  public:
    static constexpr int WIN = 100; // the gain of a player who wins the game by an ejection
    static constexpr int MOST_PLIES = 8;

    // All calls together visit at most `most_nodes` nodes.
    GainSearch(int marbles_to_eject, std::uint64_t most_nodes)
        : marbles_to_eject_(marbles_to_eject), most_nodes_(most_nodes) {}

    // Return the marbles that the player to move ejects minus those that this player loses, if both play well: within
    // `plies` plies, and by the ejections that follow at once. The result is exact between `alpha` and `beta`, else a
    // bound.
    int gain(const Position& position, int plies, int alpha, int beta);
    // Return the same if the player begins with `move`. `plies` counts from after it.
    int gain_by(const Position& position, Move move, int plies, int alpha, int beta);

    // Whether the nodes were not enough. Then no result can be used.
    bool stopped() const { return nodes_ > most_nodes_; }
    std::uint64_t nodes() const { return nodes_; }

  private:
    int marbles_to_eject_;
    std::uint64_t most_nodes_;
    std::uint64_t nodes_ = 0;
    std::array<Move, MOST_PLIES + 1> last_cut_{}; // the last quiet move that was good enough, by the plies left
};

} // namespace sumito
