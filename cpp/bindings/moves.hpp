#pragma once

#include <nanobind/nanobind.h>

#include "sumito/movegen.hpp"

// An iteration over the legal moves of a position as it was when the iteration began.
struct MoveIterator {
    sumito::MoveList moves;
    std::size_t at = 0;
};

// Numbers from Python, checked.
inline sumito::Direction direction_of(int direction) {
    if (direction < 0 || direction >= sumito::DIRECTIONS) {
        throw nanobind::value_error("a direction is 0..5");
    }
    return static_cast<sumito::Direction>(direction);
}
inline sumito::Cell cell_of(int id) {
    if (id < 0 || id >= sumito::CELLS) {
        throw nanobind::value_error("a cell is 0..60");
    }
    return sumito::cell_of_id(id);
}
inline sumito::Move move_of_index(int number) {
    if (number < 0 || number >= sumito::MOVES) {
        throw nanobind::value_error("a move is 0..1733");
    }
    return sumito::move_of_number(number);
}
