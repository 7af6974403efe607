#include "sumito/formations.hpp"

#include <vector>

#include "api.hpp"
#include "arguments.hpp"

using namespace sumito;

namespace {

sumito_formation values(const Formation& f) {
    return {.cells = ids_of_set(f.cells),
            .enemies = ids_of_set(f.enemies),
            .kind = static_cast<int32_t>(f.kind),
            .player = f.player,
            .directions = f.directions,
            .room = f.room,
            .inside = f.inside,
            .reserved = 0};
}

} // namespace

uint32_t sumito_game_formations(const sumito_game* game, int32_t inside, sumito_formation* out, uint32_t capacity) {
    if (game == nullptr) {
        return 0;
    }
    const std::vector<Formation> found = formations(game->game.position(), inside != 0);
    if (found.size() <= capacity && within(out, capacity)) {
        for (const Formation& formation : found) {
            *out++ = values(formation);
        }
    }
    return static_cast<uint32_t>(found.size());
}

uint32_t sumito_game_formation_sentences(const sumito_game* game, int32_t inside, char* out, uint32_t capacity) {
    if (game == nullptr) {
        return 0;
    }
    const std::vector<Formation> found = formations(game->game.position(), inside != 0);
    std::vector<char> text(found.size() * (FORMATION_TEXT_SIZE + 1));
    Sentences sentences(text);
    for (const Formation& formation : found) {
        describe(formation, sentences);
    }
    return copied(text.data(), sentences.size(), out, capacity);
}
