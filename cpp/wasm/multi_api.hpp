#pragma once

#include "engine_api.hpp"
#include "page_api.hpp"

// The C interface of `multi.wasm`, the rules of three to six players and their engine: `game_api.hpp`, `page_api.hpp`,
// `engine_api.hpp`, and the calls below. Only pages with a game of several players fetch it. Colors are the numbers of
// multi::Color, causes those of multi::Cause.

struct sumito_leaving {
    int32_t player, cause;
    int32_t after;     // the number of moves before it
    int32_t automatic; // without marbles or moves: a consequence of the entry before, and not in the history
};
static_assert(sizeof(sumito_leaving) == 16);

// ---- players. -1: no game or no such player.
SUMITO_API int32_t sumito_game_players(const sumito_game* game);
SUMITO_API int32_t sumito_game_sides(const sumito_game* game); // player p belongs to side p % sides
SUMITO_API int32_t sumito_game_color(const sumito_game* game, int32_t player);
SUMITO_API int32_t sumito_game_active(const sumito_game* game); // bit p: player p has not left
SUMITO_API int32_t sumito_game_round(const sumito_game* game);
SUMITO_API int32_t sumito_game_score(const sumito_game* game, int32_t player); // of the player's side
// The players whose marbles the side of this player has ejected since the start, in order.
SUMITO_API uint32_t sumito_game_ejections(const sumito_game* game, int32_t player, int32_t* out, uint32_t capacity);
// The players who have left since the start, in order.
SUMITO_API uint32_t sumito_game_leavings(const sumito_game* game, sumito_leaving* out, uint32_t capacity);
// Whether a computer that plays for this player accepts a draw.
SUMITO_API int32_t sumito_game_accepts_draw(const sumito_game* game, int32_t player);

// ---- engine: the score of each player after a variation, in the order of play. The capacity counts players.
SUMITO_API uint32_t sumito_engine_scores(const sumito_engine* engine, int32_t variation, int32_t* out,
                                         uint32_t capacity);
