#pragma once

#include <array>

#include "sumito/position.hpp"

// Generate the legal moves of a position by sets: all lines of one length in one direction at once.
namespace sumito {

// Each of the 156 pairs of adjacent cells can join one own marble to one empty cell or one enemy. Such a pair is the
// head of at most three in-line moves, and the tail of at most two broadside moves of two marbles and two of three.
inline constexpr int MAX_MOVES = 7 * 156;

class MoveList {
  public:
    // Add the moves of these tails. A loop over a set of unknown size costs a mispredicted branch, which is more than
    // the moves cost. If the processor can count bits, the first BLIND moves are written without a test, and the size
    // is set from the count.
    void add(Bitboard tails, Direction direction, Direction axis, int size) {
        Move* out = moves_.data() + size_;
        if constexpr (BLIND > 0) {
            size_ += static_cast<std::size_t>(count(tails));
            for (int i = 0; i < BLIND; ++i) {
                *out++ = Move{first_cell(tails), direction, axis, size};
                tails &= tails - 1;
            }
            while (tails != 0) {
                *out++ = Move{take_cell(tails), direction, axis, size};
            }
        } else {
            for (; tails != 0; ++size_) {
                *out++ = Move{take_cell(tails), direction, axis, size};
            }
        }
    }
    void clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    Move operator[](std::size_t i) const { return moves_[i]; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }

  private:
#if defined(__POPCNT__) || defined(__wasm__) || defined(__aarch64__)
    static constexpr int BLIND = 3;
#else
    static constexpr int BLIND = 0;
#endif
    std::array<Move, MAX_MOVES + BLIND> moves_;
    std::size_t size_ = 0;
};

// None of these functions checks whether the game is over.
void generate(const Position& position, MoveList& moves);
void generate_ejections(const Position& position, MoveList& moves);
void generate_pushes(const Position& position, MoveList& moves); // without ejections
bool any_ejection(const Position& position);
int count_moves(const Position& position);
bool any_move(const Position& position);

} // namespace sumito
