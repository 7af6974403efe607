#include "sumito/move.hpp"

namespace sumito {

Move move_of(Bitboard cells, Direction direction) {
    const int size = count(cells);
    if (size < 1 || size > 3 || (cells & ~HAS_NEXT[direction]) != 0) {
        return {};
    }
    if (size == 1) {
        return {first_cell(cells), direction, direction, 1};
    }
    for (const Direction axis : ALL_DIRECTIONS) {
        // An axis has two names. In line it is the direction of the move, broadside it is E, NE or NW.
        const bool in_line = axis == direction;
        if (!in_line && (axis > NW || axis == opposite(direction))) {
            continue;
        }
        for (Bitboard rest = cells; rest != 0;) {
            const Cell tail = take_cell(rest);
            if (along(tail, axis, size - 1) != NO_CELL && Move{tail, direction, axis, size}.line() == cells) {
                return {tail, direction, axis, size};
            }
        }
    }
    return {};
}

} // namespace sumito
