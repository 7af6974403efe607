#include "sumito/move.hpp"

#include "arguments.hpp"
#include "page_api.hpp"

using namespace sumito;

uint64_t sumito_move_line(int32_t move) {
    return is_move(move) ? ids_of_set(move_of_number(move).line()) : 0;
}
int32_t sumito_move_direction(int32_t move) {
    return is_move(move) ? move_of_number(move).direction() : -1;
}
int32_t sumito_move_in_line(int32_t move) {
    return is_move(move) ? move_of_number(move).in_line() : -1;
}
int32_t sumito_move_number(uint64_t cells, int32_t direction) {
    if (!is_set(cells) || !is_direction(direction)) {
        return -1;
    }
    const Move move = move_of(set_of_ids(cells), direction_of(direction));
    return move ? number_of(move) : -1;
}
