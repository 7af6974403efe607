#pragma once

#include <array>
#include <string_view>

#include "sumito/position.hpp"

// The hand-made evaluation: a sum of named terms, each the difference between the two players. 100 is about a marble.
namespace sumito {

enum class Term : std::uint8_t { MATERIAL, REFERENCE, RINGS, COHESION, SUMITO, EJECTION_THREATS, TEMPO };
inline constexpr std::size_t TERMS = 7;
inline constexpr std::array<std::string_view, TERMS> TERM_NAMES{"material", "reference",        "rings", "cohesion",
                                                                "sumito",   "ejection_threats", "tempo"};

using Terms = std::array<int, TERMS>;

// Each term for the player to move; evaluate() is their sum.
Terms explain(const Position& position);
int evaluate(const Position& position);

} // namespace sumito
