#pragma once

#include <array>
#include <span>

#include "sumito/bitboard.hpp"
#include "sumito/move.hpp"

namespace sumito {

// Cells in the order in which a sentence names them.
struct CellList {
    std::array<Cell, CELLS> cells{};
    std::size_t size = 0;

    constexpr void add(Cell c) { cells[size++] = c; }
    constexpr Cell front() const { return cells[0]; }
    constexpr Cell back() const { return cells[size - 1]; }
    constexpr Bitboard set() const {
        Bitboard all = 0;
        for (const Cell c : span()) {
            all |= bit(c);
        }
        return all;
    }
    constexpr std::span<const Cell> span() const { return std::span(cells).first(size); }
};

// Return `size` cells from `first` on, fewer if the board ends.
CellList cells_from(Cell first, Direction d, int size);
// Return `size` cells up to `last`, fewer if the board ends.
CellList cells_to(Cell last, Direction d, int size);
// Return the line of a move, from its tail to its head.
CellList cells_of(Move move);
// Return the cells of a set in the order of their ids.
CellList cells_of(Bitboard set);
// Return a line of one to three cells, beginning at the end with the lowest id; empty if the cells are not a line.
CellList line_of(Bitboard cells, Direction& axis);

} // namespace sumito
