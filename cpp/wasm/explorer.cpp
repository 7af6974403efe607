#include "sumito/explorer.hpp"

#include <span>
#include <vector>

#include "study_api.hpp"
#include "study_arguments.hpp"

using namespace sumito;

struct sumito_explorer {
    Explorer explorer;
};

namespace {

sumito_explored_move values(Move move, Move same_as, const ExploredPosition& position) {
    return {.move = move ? number_of(move) : -1,
            .same_as = same_as ? number_of(same_as) : -1,
            .games = static_cast<int32_t>(position.games),
            .wins = static_cast<int32_t>(position.wins),
            .draws = static_cast<int32_t>(position.draws),
            .evaluated = position.evaluated ? 1 : 0,
            .evaluation = position.evaluation};
}

} // namespace

sumito_explorer* sumito_explorer_new(void) {
    return new sumito_explorer;
}
void sumito_explorer_free(sumito_explorer* explorer) {
    delete explorer;
}

int32_t sumito_explorer_read(sumito_explorer* explorer, const uint8_t* data, uint32_t length, int32_t with_games) {
    if (explorer == nullptr || !within(data, length)) {
        return -1;
    }
    return static_cast<int32_t>(explorer->explorer.read(std::span(data, length), with_games != 0));
}

int32_t sumito_explorer_add(sumito_explorer* explorer, const char* start, uint32_t length, const int32_t* moves,
                            uint32_t count, int32_t winner) {
    Setup setup;
    if (explorer == nullptr || !is_setup(start, length, setup) || !is_list(moves, count) ||
        !below(winner + 1, PLAYERS + 1)) {
        return 0;
    }
    return explorer->explorer.add(setup.position, std::span(moves, count), winner) ? 1 : 0;
}

int32_t sumito_explorer_games(const sumito_explorer* explorer) {
    return explorer == nullptr ? -1 : static_cast<int32_t>(explorer->explorer.games());
}

int32_t sumito_explorer_find(const sumito_explorer* explorer, const char* position, uint32_t length,
                             sumito_explored_move* out) {
    Setup setup;
    if (explorer == nullptr || !is_setup(position, length, setup) || !within(out, 1)) {
        return 0;
    }
    *out = values({}, {}, explorer->explorer.find(setup.position));
    return 1;
}

uint32_t sumito_explorer_moves(const sumito_explorer* explorer, const char* position, uint32_t length,
                               sumito_explored_move* out, uint32_t capacity) {
    Setup setup;
    if (explorer == nullptr || !is_setup(position, length, setup)) {
        return 0;
    }
    std::vector<sumito_explored_move> found;
    for (const ExploredMove& each : explorer->explorer.moves(setup.position)) {
        found.push_back(values(each.move, each.same_as, each.after));
    }
    return copied(found.data(), found.size(), out, capacity);
}
