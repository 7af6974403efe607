#pragma once

#include <cstdint>

#include "sumito/position.hpp"

// The number of lines of play of a length: the measure of a move generator's truth and speed. Repetition and caps do
// not count; a position in which somebody has lost `marbles_to_eject` has no moves.
namespace sumito {

std::uint64_t perft(const Position& position, int depth, int marbles_to_eject);

// The same number with every leaf made, for the benchmark of played().
std::uint64_t perft_made(const Position& position, int depth, int marbles_to_eject);

// Whole games of uniformly random moves, each to its end or to 400 plies, for the benchmark of generate() and played().
// Returns the plies.
std::uint64_t random_play(const Position& start, std::uint64_t games, std::uint64_t seed, int marbles_to_eject);

} // namespace sumito
