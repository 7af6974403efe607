#include <string_view>

#include "sumito/draw_offer.hpp"
#include "sumito/level_names.hpp"

#include "api.hpp"
#include "arguments.hpp"

// Levels of play: their names in records, and the answer to an offer of a draw.
using namespace sumito;

uint32_t sumito_level_name(const char* id, uint32_t length, char* out, uint32_t capacity) {
    const std::string_view name = within(id, length) ? level_name({id, length}) : std::string_view();
    return copied(name.data(), name.size(), out, capacity);
}
uint32_t sumito_level_named(const char* name, uint32_t length, char* out, uint32_t capacity) {
    const std::string_view id = within(name, length) ? level_named({name, length}) : std::string_view();
    return copied(id.data(), id.size(), out, capacity);
}

int32_t sumito_accepts_draw(const sumito_game* game, int32_t score) {
    return game != nullptr && accepts_draw(game->game, score);
}
