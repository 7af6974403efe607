#pragma once

#include <cstdint>
#include <span>

#include "sumito/game.hpp"
#include "sumito/solver.hpp"

// Find the themes of a puzzle from its solution. docs/learn.md defines them.
namespace sumito {

// The most telling last.
enum class Theme : std::uint8_t {
    DET,
    AT_THE_EDGE,
    SUMITO_21,
    SUMITO_31,
    SUMITO_32,
    QUIET,
    BROADSIDE,
    BROKEN_PAC,
    DOUBLE_THREAT,
    SACRIFICE,
    ESCAPE,
    COUNTERATTACK,
};

// Return whether all first moves are legal, at least one, and the variation can follow the first of them.
bool are_solutions(const Game& game, std::span<const Move> solutions, std::span<const Move> variation);

// Return the themes of a puzzle, bit t for theme t. `solutions` are all first moves that solve it. `variation` are the
// moves that follow the first of them, from Solver::attempt; SAVE needs none. They must be solutions.
std::uint32_t themes_of(const Game& game, Goal goal, std::span<const Move> solutions, std::span<const Move> variation);

} // namespace sumito
