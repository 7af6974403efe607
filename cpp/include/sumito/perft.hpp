#pragma once

#include <cstdint>

#include "sumito/position.hpp"

// Count the sequences of `depth` moves, to test and measure the move generator. Repetition and caps are ignored. A
// position in which a player has lost `marbles_to_eject` has no moves.
namespace sumito {

std::uint64_t perft(const Position& position, int depth, int marbles_to_eject);

// Return the same number, but make every leaf position, for the benchmark of played().
std::uint64_t perft_made(const Position& position, int depth, int marbles_to_eject);

// Play games of uniformly random moves, each to its end or to 400 plies, for the benchmark of generate() and played().
// Return the number of plies.
std::uint64_t random_play(const Position& start, std::uint64_t games, std::uint64_t seed, int marbles_to_eject);

} // namespace sumito
