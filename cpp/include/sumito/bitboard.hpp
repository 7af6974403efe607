#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "sumito/cell.hpp"

// A set of cells: bit c is cell c.
namespace sumito {

using Bitboard = std::uint64_t;
inline constexpr Bitboard ALL = (Bitboard{1} << CELLS) - 1;

constexpr Bitboard bit(Cell c) {
    return Bitboard{1} << c;
}
constexpr bool has(Bitboard set, Cell c) {
    return (set >> c & 1) != 0;
}
constexpr int count(Bitboard set) {
    return std::popcount(set);
}
constexpr Cell first_cell(Bitboard set) {
    return static_cast<Cell>(std::countr_zero(set));
}
constexpr Cell take_cell(Bitboard& set) {
    const Cell c = first_cell(set);
    set &= set - 1;
    return c;
}

constexpr std::array<Bitboard, DIRECTIONS> make_has_next() {
    std::array<Bitboard, DIRECTIONS> sets{};
    for (const Direction d : ALL_DIRECTIONS) {
        for (Cell c = 0; c < CELLS; ++c) {
            sets[d] |= next(c, d) != NO_CELL ? bit(c) : 0;
        }
    }
    return sets;
}
// The cells that have a neighbour in each direction.
inline constexpr std::array<Bitboard, DIRECTIONS> HAS_NEXT = make_has_next();

constexpr std::array<Bitboard, 5> make_rings() {
    constexpr auto size = [](int n) { return n < 0 ? -n : n; };
    std::array<Bitboard, 5> rings{};
    for (Cell c = 0; c < CELLS; ++c) {
        const int x = number_of(c) - 5;
        const int y = row_of(c) - 4;
        rings[static_cast<std::size_t>(size(x) + size(y) + size(x - y)) / 2] |= bit(c);
    }
    return rings;
}
// The cells by their distance from the centre. The last ring is the edge.
inline constexpr std::array<Bitboard, 5> RING = make_rings();
inline constexpr Bitboard EDGE = RING.back();

// Return the distances of the cells from the centre, added up.
constexpr int distance_from_centre(Bitboard set) {
    int sum = 0;
    for (std::size_t ring = 0; ring < RING.size(); ++ring) {
        sum += static_cast<int>(ring) * count(set & RING[ring]);
    }
    return sum;
}

// Return the cells whose neighbour in direction d is in the set. The result is raw: cells without a neighbour in
// direction d, and bits from 61 up, are noise. The caller must intersect it with a subset of HAS_NEXT[d].
constexpr Bitboard behind(Bitboard set, Direction d) {
    const int k = OFFSET[opposite(d)];
    return set << k | set >> (CELLS - k);
}

// Move the set one step. Cells that would leave the board are dropped.
constexpr Bitboard shifted(Bitboard set, Direction d) {
    const int k = OFFSET[d];
    set &= HAS_NEXT[d];
    return (set << k | set >> (CELLS - k)) & ALL;
}

// Return the unbroken run of cells of the set that begins at c and goes in direction d.
constexpr Bitboard run_from(Bitboard set, Cell c, Direction d) {
    Bitboard run = 0;
    for (; c != NO_CELL && has(set, c); c = next(c, d)) {
        run |= bit(c);
    }
    return run;
}

// Convert from and to the sets used outside the core, in which bit i is the cell with id i.
constexpr Bitboard set_of_ids(std::uint64_t ids) {
    Bitboard set = 0;
    for (; ids != 0; ids &= ids - 1) {
        set |= bit(cell_of_id(std::countr_zero(ids)));
    }
    return set;
}
constexpr std::uint64_t ids_of_set(Bitboard set) {
    std::uint64_t ids = 0;
    while (set != 0) {
        ids |= std::uint64_t{1} << id_of(take_cell(set));
    }
    return ids;
}

} // namespace sumito
