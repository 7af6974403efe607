#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <vector>

#include "sumito/position.hpp"
#include "sumito/score.hpp"
#include "sumito/symmetry.hpp"

// The network: hidden sums for each player's view of the board, a second layer above them, and one output for the
// player to move. A filter looks at the board in its twelve images, and a unit of the second layer at the filters in
// the same twelve ways, so that an image of a position has exactly the same score. It computes in whole numbers, so
// that every processor gives the same score.
namespace sumito {

// The inputs of a view: own marbles by cell, enemy marbles by cell, own marbles lost, enemy marbles lost.
inline constexpr int MOST_LOST = 5; // by a player who still plays
inline constexpr int NETWORK_INPUTS = 2 * CELLS + 2 * (MOST_LOST + 1);
inline constexpr int HIDDEN_BLOCK = 96; // the number of hidden sums is a multiple of it
inline constexpr int MAX_FILTERS = 24;
inline constexpr int MAX_HIDDEN = SYMMETRIES * MAX_FILTERS;
inline constexpr int MAX_STAGES = 2 * MOST_LOST + 1; // one for each number of marbles lost
inline constexpr int MAX_UNITS = 4;                  // of the second layer

// The hidden sums of a position for both views, and that position.
struct Accumulator {
    alignas(64) std::array<std::array<std::int16_t, MAX_HIDDEN>, PLAYERS> sums;
    std::array<Bitboard, PLAYERS> marbles;
    std::array<std::uint8_t, PLAYERS> lost;
};

enum class NetworkProblem : std::uint8_t {
    NONE,
    NOT_A_NETWORK, // not the bytes of a network file
    DAMAGED,       // the checksum is wrong
};

// Return the checksum at the end of a network file: the 64-bit FNV-1a of all bytes before it.
std::uint64_t network_checksum(std::span<const std::uint8_t> bytes);

// Memory at the start of a cache line, so that no read of a register crosses two lines.
template <typename T>
struct LineAllocator {
    using value_type = T;
    static constexpr std::align_val_t LINE{64};

    LineAllocator() = default;
    template <typename U>
    constexpr explicit(false) LineAllocator(const LineAllocator<U>&) noexcept {}
    T* allocate(std::size_t n) { return static_cast<T*>(operator new(n * sizeof(T), LINE)); }
    void deallocate(T* memory, std::size_t) noexcept { operator delete(memory, LINE); }
    friend bool operator==(LineAllocator, LineAllocator) { return true; }
};

class Network {
  public:
    // Read a network file of format N2 or N3 (docs/training.md). If there is a problem, the network does not change.
    NetworkProblem read(std::span<const std::uint8_t> bytes);

    int scale() const { return scale_; } // of its scores (score.hpp)
    int filters() const { return filters_; }
    int hidden() const { return SYMMETRIES * filters_; }
    int stages() const { return stages_; }
    int units() const { return units_; } // none in format N2

    // Compute the sums of a position, from nothing or from the sums of another position. The fewer marbles differ, the
    // less work it is. `marbles_to_eject` comes from the rules of the game.
    void accumulate(Accumulator& to, const Position& position, int marbles_to_eject) const;
    void accumulate(Accumulator& to, const Accumulator& from, const Position& position, int marbles_to_eject) const;
    // Return the score for the player to move, in hundredths of a marble.
    // Not inlined: its array would be on the stack of every node of a search.
    [[gnu::noinline]] int evaluate(const Accumulator& accumulator, int turn) const;

  private:
    // Return whether no sum can overflow in any position.
    bool holds() const;
    // Return what the second layer adds to the output. `active` has the squares of the hidden sums of both views.
    template <std::size_t UNITS>
    std::int32_t second_layer(const std::int16_t* active, std::size_t stage) const;

    template <typename T>
    using Weights = std::vector<T, LineAllocator<T>>;

    int filters_ = 0, stages_ = 0, units_ = 0, scale_ = USUAL_SCALE;
    Weights<std::int16_t> input_;  // by input, then hidden
    Weights<std::int16_t> bias_;   // by hidden
    Weights<std::int16_t> output_; // by stage, then mover's and other's view, then hidden
    Weights<std::int32_t> output_bias_;
    Weights<std::int16_t> second_;        // by stage, then pair of hidden sums of both views, then unit in each image
    Weights<std::int32_t> second_bias_;   // by stage, then unit in each image
    Weights<std::int32_t> second_output_; // by stage, then unit in each image
};

} // namespace sumito
