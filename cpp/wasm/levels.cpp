#include <cstddef>
#include <string_view>
#include <vector>

#include "sumito/level_choice.hpp"
#include "sumito/level_names.hpp"

#include "arguments.hpp"
#include "page_api.hpp"

// Levels of play: the choice among variations, and their names in records.
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

uint32_t sumito_level_name(const char* id, uint32_t length, char* out, uint32_t capacity) {
    const std::string_view name = within(id, length) ? level_name({id, length}) : std::string_view();
    return copied(name.data(), name.size(), out, capacity);
}
uint32_t sumito_level_named(const char* name, uint32_t length, char* out, uint32_t capacity) {
    const std::string_view id = within(name, length) ? level_named({name, length}) : std::string_view();
    return copied(id.data(), id.size(), out, capacity);
}
