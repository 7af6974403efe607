#include "arguments.hpp"
#include "page_api.hpp"

using namespace sumito;

namespace {

constexpr int DEEPEST_PERFT = 64; // the limit of the stack

} // namespace

uint64_t sumito_game_perft(const sumito_game* game, int32_t depth) {
    return game != nullptr && below(depth, DEEPEST_PERFT + 1)
               ? perft(game->game.position(), depth, game->game.rules().marbles_to_eject)
               : 0;
}
