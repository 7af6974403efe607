#pragma once

#include <array>
#include <cstdint>

// Cells and directions.
//
// Outside the core a cell is its id: a1 = 0 .. i9 = 60, row by row. Inside it is (x + 13 y) mod 61, with x and y
// counted from the centre. A step in a direction then adds the same number modulo 61 for every cell. A set of cells is
// one 64-bit word, and a step rotates it. A rotation of the board by 60 degrees multiplies by 14.
namespace sumito {

inline constexpr int CELLS = 61;
inline constexpr int DIRECTIONS = 6;

enum Direction : std::uint8_t { E, NE, NW, W, SW, SE };
inline constexpr std::array<Direction, DIRECTIONS> ALL_DIRECTIONS{E, NE, NW, W, SW, SE};
inline constexpr std::array<Direction, 3> ALL_AXES{E, NE, NW}; // an axis is named by its direction to higher ids

constexpr Direction rotated(Direction d, int sixths) {
    return static_cast<Direction>((d + sixths + DIRECTIONS) % DIRECTIONS);
}
constexpr Direction opposite(Direction d) {
    return rotated(d, 3);
}

using Cell = std::uint8_t;
inline constexpr Cell NO_CELL = 63;

// The number that a step in each direction adds, modulo 61.
inline constexpr std::array<int, DIRECTIONS> OFFSET{1, 14, 13, 60, 47, 48};

// Return whether row 0..8 (a..i) and number 1..9 name a cell: if |number - 1 - row| <= 4.
constexpr bool is_cell(int row, int number) {
    const int slant = number - 1 - row;
    return row >= 0 && row <= 8 && number >= 1 && number <= 9 && slant >= -4 && slant <= 4;
}
constexpr Cell cell_at(int row, int number) {
    return is_cell(row, number) ? static_cast<Cell>(((number - 5) + 13 * (row - 4) + 61 * 2) % 61) : NO_CELL;
}

struct CellTables {
    std::array<std::uint8_t, CELLS> row{}, number{}, id{}; // by cell
    std::array<Cell, CELLS> of_id{};
    // along[d][k][cell]: the cell k steps from `cell` in direction d, k = 0 .. 8; NO_CELL if it is off the board.
    std::array<std::array<std::array<Cell, CELLS>, 9>, DIRECTIONS> along{};
};

constexpr CellTables make_cell_tables() {
    constexpr std::array<int, DIRECTIONS> up{0, 1, 1, 0, -1, -1};
    constexpr std::array<int, DIRECTIONS> right{1, 1, 0, -1, -1, 0};
    CellTables t{};
    int id = 0;
    for (int row = 0; row < 9; ++row) {
        for (int number = 1; number <= 9; ++number) {
            const Cell c = cell_at(row, number);
            if (c == NO_CELL) {
                continue;
            }
            t.row[c] = static_cast<std::uint8_t>(row);
            t.number[c] = static_cast<std::uint8_t>(number);
            t.id[c] = static_cast<std::uint8_t>(id);
            t.of_id[static_cast<std::size_t>(id++)] = c;
            for (std::size_t d = 0; d < DIRECTIONS; ++d) {
                for (int k = 0; k < 9; ++k) {
                    t.along[d][static_cast<std::size_t>(k)][c] = cell_at(row + k * up[d], number + k * right[d]);
                }
            }
        }
    }
    return t;
}
inline constexpr CellTables TABLES = make_cell_tables();

constexpr int row_of(Cell c) {
    return TABLES.row[c];
}
constexpr int number_of(Cell c) {
    return TABLES.number[c];
}
constexpr int id_of(Cell c) {
    return TABLES.id[c];
}
constexpr Cell cell_of_id(int id) {
    return TABLES.of_id[static_cast<std::size_t>(id)];
}
constexpr Cell along(Cell c, Direction d, int steps) {
    return TABLES.along[d][static_cast<std::size_t>(steps)][c];
}
constexpr Cell next(Cell c, Direction d) {
    return along(c, d, 1);
}

// The way from one cell to another along an axis; 0 steps if they do not lie on one axis.
struct Way {
    Direction direction;
    int steps;
};
constexpr Way way(Cell from, Cell to) {
    for (const Direction d : ALL_DIRECTIONS) {
        for (int k = 1; k < 9; ++k) {
            if (along(from, d, k) == to) {
                return {d, k};
            }
        }
    }
    return {E, 0};
}

} // namespace sumito
