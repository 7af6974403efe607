#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "sumito/multi/search.hpp"
#include "sumito/network.hpp"

#include "several_players.hpp"

// The engine of three to six players for the calls of `engine_api.hpp`. `two_players_engine.hpp` has the same
// functions.
namespace kind {

using sumito::multi::Search;

// The evaluation is hand-made.
struct Network {
    static sumito::NetworkProblem read(std::span<const std::uint8_t> /*bytes*/) {
        return sumito::NetworkProblem::NOT_A_NETWORK;
    }
    static int scale() { return sumito::USUAL_SCALE; }
};
inline void use(Search& /*search*/, const Network* /*network*/) {}
// What an engine keeps of a game that it searches, and how many moves of a variation can be played there. The host may
// change or free the game meanwhile.
using Searched = std::optional<Game>;
inline Searched searched(const Game& game) {
    return Game(game.setup(), game.rules(), game.mixed_moves());
}
inline std::size_t playable(const Searched& game, const sumito::Variation& variation) {
    return sumito::multi::playable(*game, variation);
}

} // namespace kind
