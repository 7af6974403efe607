#pragma once

#include <cstdint>

#include "sumito/multi/position.hpp"

namespace sumito::multi {

// Count the sequences of `depth` moves. Repetition and caps are ignored. Players who cannot move leave, or are skipped
// in teams. A position that somebody has won has no moves.
std::uint64_t perft(const Position& position, int depth, int marbles_to_eject);

} // namespace sumito::multi
