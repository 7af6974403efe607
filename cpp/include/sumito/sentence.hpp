#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "sumito/move.hpp"

// What the core has to say to a learner: messages and their parameters, never words; those are the catalogues'. Each is
// a line of text such as `refusal.pac n=2 own=e3,e4 enemies=2 cells=e5,e6`. What a value is, is plain from its
// text: a number, a color (black, white), cells in their order, directions.
namespace sumito {

class Sentences {
  public:
    // Text goes into the caller's buffer; what does not fit is counted and not written.
    explicit Sentences(std::span<char> out) : out_(out) {}

    // A new sentence; the calls below are about the last one.
    Sentences& say(std::string_view message);
    Sentences& number(std::string_view name, int value);
    Sentences& color(std::string_view name, int player);
    // In this order. Lists are not empty.
    Sentences& cells(std::string_view name, std::span<const Cell> cells);
    // In the order of their ids.
    Sentences& cells(std::string_view name, Bitboard set);
    // The line of a move, from its tail on.
    Sentences& line(std::string_view name, Move move);
    Sentences& direction(std::string_view name, Direction direction);
    Sentences& directions(std::string_view name, std::span<const Direction> directions);

    // Of the whole text: more than the buffer holds where it was too small.
    std::size_t size() const { return size_; }

  private:
    void put(std::string_view text);
    void name(std::string_view text);

    std::span<char> out_;
    std::size_t size_ = 0;
};

} // namespace sumito
