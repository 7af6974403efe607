#include <array>

#include "arguments.hpp"
#include "game_api.hpp"

using namespace sumito;

namespace {

uint32_t written(int32_t form, const kind::Setup& setup, char* out, uint32_t capacity) {
    std::array<char, POSITION_TEXT_SIZE> text;
    return copied(text.data(), kind::write_setup(form, setup, text), out, capacity);
}

} // namespace

uint32_t sumito_game_write(const sumito_game* game, int32_t form, char* out, uint32_t capacity) {
    return game != nullptr && is_form(form) ? written(form, game->game.setup(), out, capacity) : 0;
}

uint32_t sumito_game_write_start(const sumito_game* game, int32_t form, char* out, uint32_t capacity) {
    return game != nullptr && is_form(form) ? written(form, game->game.start(), out, capacity) : 0;
}

int32_t sumito_game_read_move(const sumito_game* game, const char* text, uint32_t length, int32_t dialect,
                              int32_t transposed, sumito_reading* out) {
    if (game == nullptr || !within(text, length) || !is_dialect(dialect) || !within(out, 1)) {
        return 0;
    }
    const MoveReading reading = read_move(game->game, {text, length}, static_cast<Dialect>(dialect), transposed != 0);
    *out = {.verdict = values(reading.verdict),
            .error = {static_cast<int32_t>(reading.error.problem), reading.error.column}};
    return 1;
}

uint32_t sumito_game_write_move(const sumito_game* game, int32_t move, int32_t dialect, char* out, uint32_t capacity) {
    if (game == nullptr || !below(dialect, static_cast<int>(Dialect::ANY))) {
        return 0;
    }
    std::array<char, kind::ENTRY_TEXT_SIZE> text;
    return copied(text.data(), kind::write_entry(game->game, move, static_cast<Dialect>(dialect), text), out, capacity);
}
