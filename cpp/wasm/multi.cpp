#include <array>
#include <vector>

#include "sumito/multi/draw_offer.hpp"

#include "arguments.hpp"
#include "engine.hpp"
#include "multi_api.hpp"

using namespace sumito::multi;

int32_t sumito_game_players(const sumito_game* game) {
    return game != nullptr ? game->game.position().players : -1;
}
int32_t sumito_game_sides(const sumito_game* game) {
    return game != nullptr ? game->game.position().sides : -1;
}
int32_t sumito_game_color(const sumito_game* game, int32_t player) {
    return has_player(game, player)
               ? static_cast<int32_t>(game->game.position().colors[static_cast<std::size_t>(player)])
               : -1;
}
int32_t sumito_game_active(const sumito_game* game) {
    return game != nullptr ? game->game.position().active : -1;
}
int32_t sumito_game_round(const sumito_game* game) {
    return game != nullptr ? game->game.round() : -1;
}
int32_t sumito_game_score(const sumito_game* game, int32_t player) {
    if (!has_player(game, player)) {
        return -1;
    }
    const Position& position = game->game.position();
    return position.scores[static_cast<std::size_t>(position.side_of(player))];
}

int32_t sumito_game_accepts_draw(const sumito_game* game, int32_t player) {
    return has_player(game, player) && accepts_draw(game->game, player);
}

uint32_t sumito_game_ejections(const sumito_game* game, int32_t player, int32_t* out, uint32_t capacity) {
    if (!has_player(game, player)) {
        return 0;
    }
    const std::vector<int> ejections = game->game.ejections(game->game.position().side_of(player));
    return copied(ejections.data(), ejections.size(), out, capacity);
}

uint32_t sumito_game_leavings(const sumito_game* game, sumito_leaving* out, uint32_t capacity) {
    if (game == nullptr) {
        return 0;
    }
    std::vector<sumito_leaving> leavings;
    for (const PastLeaving& each : game->game.leavings()) {
        const auto& [player, cause] = each.leaving;
        leavings.push_back({player, static_cast<int32_t>(cause), each.moves_before, each.automatic});
    }
    return copied(leavings.data(), leavings.size(), out, capacity);
}

uint32_t sumito_engine_scores(const sumito_engine* engine, int32_t variation, int32_t* out, uint32_t capacity) {
    const sumito::Variation* found = variation_of(engine, variation);
    if (found == nullptr) {
        return 0;
    }
    const Standings by_side = scores_of(*engine->searched, *found);
    const Position& position = engine->searched->position();
    std::array<int32_t, MOST_PLAYERS> scores{};
    for (int player = 0; player < position.players; ++player) {
        scores[static_cast<std::size_t>(player)] = by_side[static_cast<std::size_t>(position.side_of(player))];
    }
    return copied(scores.data(), position.players, out, capacity);
}
