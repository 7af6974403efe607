#include "arguments.hpp"
#include "page_api.hpp"

using namespace sumito;

namespace {

bool is_symmetry(int32_t symmetry) {
    return below(symmetry, SYMMETRIES);
}

} // namespace

int32_t sumito_image_of_cell(int32_t symmetry, int32_t cell) {
    return is_symmetry(symmetry) && is_cell_id(cell) ? id_of(image(symmetry, cell_of_id(cell))) : -1;
}
int32_t sumito_image_of_direction(int32_t symmetry, int32_t direction) {
    return is_symmetry(symmetry) && is_direction(direction) ? image(symmetry, direction_of(direction)) : -1;
}
int32_t sumito_image_of_move(int32_t symmetry, int32_t move) {
    return is_symmetry(symmetry) && is_move(move) ? number_of(image(symmetry, move_of_number(move))) : -1;
}
int32_t sumito_symmetry_composed(int32_t first, int32_t then) {
    return is_symmetry(first) && is_symmetry(then) ? composed(first, then) : -1;
}
int32_t sumito_symmetry_inverse(int32_t symmetry) {
    return is_symmetry(symmetry) ? inverse(symmetry) : -1;
}

int32_t sumito_game_canonical(const sumito_game* game) {
    return game != nullptr ? canonical_symmetry(game->game.position()) : -1;
}
