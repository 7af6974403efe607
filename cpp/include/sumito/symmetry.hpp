#pragma once

#include <array>
#include <cstdint>

#include "sumito/move.hpp"
#include "sumito/position.hpp"

// The twelve symmetries of the board. Symmetry s < 6 rotates it s times by 60 degrees (E to NE). Symmetry s >= 6
// mirrors it in the row through the centre and then rotates it s - 6 times.
namespace sumito {

inline constexpr int SYMMETRIES = 12;

constexpr std::array<std::array<Cell, CELLS>, SYMMETRIES> make_symmetry_tables() {
    std::array<std::array<Cell, CELLS>, SYMMETRIES> t{};
    for (std::size_t s = 0; s < SYMMETRIES; ++s) {
        for (Cell c = 0; c < CELLS; ++c) {
            const int x = number_of(c) - 5;
            const int y = row_of(c) - 4;
            int image = s < 6 ? c : cell_at(4 - y, x - y + 5);
            for (std::size_t rotation = 0; rotation < s % 6; ++rotation) {
                image = image * 14 % 61;
            }
            t[s][c] = static_cast<Cell>(image);
        }
    }
    return t;
}
inline constexpr auto SYMMETRY_TABLES = make_symmetry_tables();

constexpr Cell image(int symmetry, Cell c) {
    return SYMMETRY_TABLES[static_cast<std::size_t>(symmetry)][c];
}
constexpr Direction image(int symmetry, Direction d) {
    const int from = symmetry < 6 ? d : DIRECTIONS - d;
    return rotated(E, (from + symmetry) % DIRECTIONS);
}
// Return the symmetry that is a followed by b.
constexpr int composed(int a, int b) {
    const int mirrored = (a >= 6) != (b >= 6) ? 6 : 0;
    const int rotations = b < 6 ? a % 6 + b : b % 6 + 6 - a % 6;
    return mirrored + rotations % 6;
}
constexpr int inverse(int symmetry) {
    return symmetry < 6 ? (6 - symmetry) % 6 : symmetry;
}

Bitboard image(int symmetry, Bitboard set);
Move image(int symmetry, Move move);
Position image(int symmetry, const Position& position);

// Return the symmetry that gives the least of the twelve images, ordered by the first player's cells (by id), then the
// second's. Two positions have the same least image exactly if one is an image of the other.
int canonical_symmetry(const Position& position);

} // namespace sumito
