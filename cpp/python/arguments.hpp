#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <tuple>

#include "sumito/move_text.hpp"

// Check and convert the arguments of calls. Each function raises ValueError for a value out of range.
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
inline sumito::Bitboard set_of(std::uint64_t ids) {
    if ((ids & ~sumito::ALL) != 0) {
        throw nanobind::value_error("a set of cells has bits 0..60");
    }
    return sumito::set_of_ids(ids);
}
inline sumito::Bitboard named_cells(std::uint64_t ids) {
    if (ids == 0) {
        throw nanobind::value_error("a move needs marbles");
    }
    return set_of(ids);
}
// Return a dialect up to `last`: ANY is for reading only.
inline sumito::Dialect dialect_of(int dialect, sumito::Dialect last) {
    if (dialect < 0 || dialect > static_cast<int>(last)) {
        throw nanobind::value_error("no such dialect");
    }
    return static_cast<sumito::Dialect>(dialect);
}
inline sumito::Move move_of_index(int number) {
    if (number < 0 || number >= sumito::MOVES) {
        throw nanobind::value_error("a move is 0..1733");
    }
    return sumito::move_of_number(number);
}

// problem, column from 0
using TextErrorValues = std::tuple<int, int>;

inline TextErrorValues values(const sumito::TextError& error) {
    return {static_cast<int>(error.problem), error.column};
}

// reason, n, standing, enemies, culprits, number of the move or -1
using VerdictValues = std::tuple<int, int, int, int, std::uint64_t, int>;

inline VerdictValues values(const sumito::Verdict& v) {
    return {static_cast<int>(v.reason),
            v.n,
            v.standing,
            v.enemies,
            sumito::ids_of_set(v.culprits),
            v.move ? sumito::number_of(v.move) : -1};
}
