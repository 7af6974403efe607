#include "sumito/score.hpp"

#include "api.hpp"

// The meaning of scores.
using namespace sumito;

double sumito_chance(int32_t score, int32_t scale) {
    return is_scale(scale) ? static_cast<double>(chance(score, scale)) / ONE_CHANCE : -1;
}
int32_t sumito_usual_scale(void) {
    return USUAL_SCALE;
}
