#include "sumito/cell_list.hpp"

namespace sumito {

CellList cells_from(Cell first, Direction d, int size) {
    CellList list;
    for (Cell c = first; c != NO_CELL && list.size < static_cast<std::size_t>(size); c = next(c, d)) {
        list.add(c);
    }
    return list;
}

CellList cells_to(Cell last, Direction d, int size) {
    Cell first = last;
    int found = 1;
    for (Cell c = next(last, opposite(d)); found < size && c != NO_CELL; c = next(c, opposite(d))) {
        first = c;
        ++found;
    }
    return cells_from(first, d, found);
}

CellList cells_of(Move move) {
    return cells_from(move.tail(), move.axis(), move.size());
}

CellList cells_of(Bitboard set) {
    CellList list;
    for (const Cell c : TABLES.of_id) {
        if (has(set, c)) {
            list.add(c);
        }
    }
    return list;
}

CellList line_of(Bitboard cells, Direction& axis) {
    CellList line = cells_of(cells);
    if (line.size == 0 || line.size > 3) {
        return {};
    }
    for (const Direction d : ALL_AXES) {
        if (cells_from(line.front(), d, static_cast<int>(line.size)).set() == cells) {
            axis = d;
            return line;
        }
    }
    return {};
}

} // namespace sumito
