#pragma once

#include <cstddef>

#include "sumito/movegen.hpp"

// An iteration over the legal moves of a position. Later changes of the board do not affect it.
struct MoveIterator {
    sumito::MoveList moves;
    std::size_t at = 0;
};
