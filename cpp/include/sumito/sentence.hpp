#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "sumito/move.hpp"

// Sentences for a learner, as names of messages with parameters. The words are in the catalogues. A sentence is one
// line of text such as `refusal.pac n=2 own=e3,e4 enemies=2 cells=e5,e6`. The text of a value shows its type: a number,
// a color (black, blue), cells in their order, or directions.
namespace sumito {

class Sentences {
  public:
    // Write into the caller's buffer. Text that does not fit is counted but not written.
    explicit Sentences(std::span<char> out) : out_(out) {}

    // Begin a sentence. The calls below add parameters to the last one.
    Sentences& say(std::string_view message);
    // Begin a sentence about these cells, with their number as n.
    Sentences& counted(std::string_view message, Bitboard cells);
    Sentences& number(std::string_view name, int value);
    Sentences& color(std::string_view name, int player);
    Sentences& color(std::string_view name, std::string_view color);
    // Add cells in the given order. Lists must not be empty.
    Sentences& cells(std::string_view name, std::span<const Cell> cells);
    // Add cells in the order of their ids.
    Sentences& cells(std::string_view name, Bitboard set);
    // Add the line of a move, from its tail to its head.
    Sentences& line(std::string_view name, Move move);
    Sentences& direction(std::string_view name, Direction direction);
    Sentences& directions(std::string_view name, std::span<const Direction> directions);

    // Return the size of the whole text. It exceeds the buffer's size if the buffer was too small.
    std::size_t size() const { return size_; }

  private:
    void put(std::string_view text);
    void name(std::string_view text);

    std::span<char> out_;
    std::size_t size_ = 0;
};

} // namespace sumito
