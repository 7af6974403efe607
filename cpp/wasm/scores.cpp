#include "sumito/draw_offer.hpp"
#include "sumito/score.hpp"

#include "api.hpp"
#include "arguments.hpp"

// The meaning of scores, also for an offer of a draw.
using namespace sumito;

double sumito_chance(int32_t score, int32_t scale) {
    return is_scale(scale) ? static_cast<double>(chance(score, scale)) / ONE_CHANCE : -1;
}
int32_t sumito_usual_scale(void) {
    return USUAL_SCALE;
}

int32_t sumito_accepts_draw(const sumito_game* game, int32_t score) {
    return game != nullptr && accepts_draw(game->game, score);
}
