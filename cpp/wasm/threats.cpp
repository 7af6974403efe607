#include "sumito/threats.hpp"

#include <span>

#include "api.hpp"
#include "arguments.hpp"

using namespace sumito;

uint32_t sumito_game_pushes(const sumito_game* game, int32_t player, sumito_push* out, uint32_t capacity) {
    if (!has_player(game, player)) {
        return 0;
    }
    const Threats threats = find_threats(game->game);
    const auto& pushes = threats.pushes[static_cast<std::size_t>(player)];
    if (pushes.size() <= capacity && within(out, capacity)) {
        for (const Push& push : pushes) {
            *out++ = {.pushed = ids_of_set(push.pushed),
                      .move = number_of(push.move),
                      .most = push.most,
                      .ejected = push.ejected != NO_CELL ? id_of(push.ejected) : -1,
                      .reserved = 0};
        }
    }
    return static_cast<uint32_t>(pushes.size());
}

uint32_t sumito_game_defences(const sumito_game* game, sumito_defence* out, uint32_t capacity) {
    if (game == nullptr) {
        return 0;
    }
    const Threats threats = find_threats(game->game);
    if (threats.defences.size() <= capacity && within(out, capacity)) {
        for (const Defence& defence : threats.defences) {
            *out++ = {.saved = ids_of_set(defence.saved),
                      .exposed = ids_of_set(defence.exposed),
                      .move = number_of(defence.move),
                      .kind = static_cast<int32_t>(defence.kind)};
        }
    }
    return static_cast<uint32_t>(threats.defences.size());
}

uint32_t sumito_game_explain_position(const sumito_game* game, char* out, uint32_t capacity) {
    if (game == nullptr) {
        return 0;
    }
    Sentences measured({});
    explain_position(game->game, measured);
    if (measured.size() <= capacity && within(out, capacity)) {
        Sentences written(std::span(out, capacity));
        explain_position(game->game, written);
    }
    return static_cast<uint32_t>(measured.size());
}
