#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sumito/position.hpp"
#include "sumito/symmetry.hpp"

// The network: hidden sums for each player's view of the board, and one output for the player to move. A filter looks
// at the board in its twelve images, so that an image of a position has exactly the same score. Whole numbers
// throughout: every processor gives the same one.
namespace sumito {

// What a player sees: own marbles by cell, enemy marbles by cell, own marbles lost, enemy marbles lost.
inline constexpr int MOST_LOST = 5; // of those who still play
inline constexpr int NETWORK_INPUTS = 2 * CELLS + 2 * (MOST_LOST + 1);
inline constexpr int HIDDEN_BLOCK = 32; // hidden sums come in such blocks
inline constexpr int MAX_FILTERS = 24;
inline constexpr int MAX_HIDDEN = SYMMETRIES * MAX_FILTERS;
inline constexpr int MAX_BUCKETS = 8;

// The hidden sums of a position, for both views, and the position that they are of.
struct Accumulator {
    alignas(64) std::array<std::array<std::int16_t, MAX_HIDDEN>, PLAYERS> sums;
    std::array<Bitboard, PLAYERS> marbles;
    std::array<std::uint8_t, PLAYERS> lost;
};

class Network {
  public:
    // False, and nothing changes, where these are not the bytes of a network file (docs/training.md).
    bool read(std::span<const std::uint8_t> bytes);

    int filters() const { return filters_; }
    int hidden() const { return SYMMETRIES * filters_; }
    int buckets() const { return buckets_; }

    // The sums of a position from nothing, or from those of another one: the nearer they are, the less work.
    // `marbles_to_eject` is that of the game: what counts is how many are still to come.
    void accumulate(Accumulator& to, const Position& position, int marbles_to_eject) const;
    void accumulate(Accumulator& to, const Accumulator& from, const Position& position, int marbles_to_eject) const;
    // The score for the player to move, in hundredths of a marble.
    int evaluate(const Accumulator& accumulator, int turn) const;

  private:
    // Whether no sum can leave its type, whatever the position.
    bool holds() const;

    int filters_ = 0, buckets_ = 0;
    std::vector<std::int16_t> input_;  // by input, then hidden
    std::vector<std::int16_t> bias_;   // by hidden
    std::vector<std::int16_t> output_; // by bucket, then mover's and other's view, then hidden
    std::vector<std::int32_t> output_bias_;
};

} // namespace sumito
