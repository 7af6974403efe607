#include <cstddef>
#include <vector>

#include "sumito/level_choice.hpp"

#include "arguments.hpp"
#include "engine_api.hpp"

// Levels of play: the choice among variations.
using namespace sumito;

int32_t sumito_comparable(const int32_t* depths, uint32_t count) {
    return count > 0 && within(depths, count) && comparable({depths, count});
}
int32_t sumito_choose(const sumito_game* game, const sumito_candidate* candidates, uint32_t count,
                      const sumito_taste* taste, double random) {
    if (game == nullptr || count == 0 || !within(candidates, count) || !within(taste, 1) ||
        !(random >= 0 && random < 1)) {
        return -1;
    }
    std::vector<Candidate> list;
    for (uint32_t i = 0; i < count; ++i) {
        const auto [score, move] = candidates[i];
        if (!is_move(move) || !game->game.is_legal(move_of_number(move))) {
            return -1;
        }
        list.push_back({score, move_of_number(move), effect_of(game->game.position(), move_of_number(move))});
    }
    return static_cast<int32_t>(choose(list,
                                       {taste->temperature, taste->margin, taste->eagerness, taste->sight,
                                        taste->attention, taste->push, taste->centre},
                                       random));
}
