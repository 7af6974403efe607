#pragma once

#include <cstddef>

#include "sumito/network.hpp"
#include "sumito/search.hpp"

#include "two_players.hpp"

// The engine of two players for the calls of `engine_api.hpp`. `several_players_engine.hpp` has the same functions.
namespace kind {

using sumito::Network;
using sumito::Search;

inline void use(Search& search, const Network* network) {
    search.use(network);
}
// What an engine keeps of a game that it searches, and how many moves of a variation can be played there.
struct Searched {};
inline Searched searched(const Game& /*game*/) {
    return {};
}
inline std::size_t playable(Searched /*game*/, const sumito::Variation& variation) {
    return variation.moves.size();
}

} // namespace kind
