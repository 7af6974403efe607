#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "sumito/position.hpp"

// The hand-made evaluation: a sum of named terms, each the difference between the two players, in the network's unit:
// 64 make a logit of the winning chance.
//
// A position has features, which are whole numbers. Each feature has a weight, and a term is the weighted sum of a few
// features. `sumito lab tune` fits the weights.
namespace sumito {

enum class Term : std::uint8_t { MATERIAL, REFERENCE, RINGS, CONTACT, COHESION, SUMITO, EJECTION_THREATS, TEMPO };
inline constexpr std::size_t TERMS = 8;
inline constexpr std::array<std::string_view, TERMS> TERM_NAMES{
    "material", "reference", "rings", "contact", "cohesion", "sumito", "ejection_threats", "tempo"};

// Each feature is the value for the player to move minus the value for the other player.
enum class Feature : std::uint8_t {
    LOST,           // marbles lost
    LOST_SQUARED,   // their number squared: the last ones cost more than the first
    REFERENCE,      // distances from the point where the fight is, in sixteenths of a step
    REFERENCE_LATE, // the same, times the marbles that both have lost
    RING_2,         // marbles two steps from the centre
    RING_3,         // three steps
    RING_4,         // four: on the edge
    CONTACT,        // marbles next to an enemy, at most two steps from the centre
    EDGE_CONTACT,   // those on the edge
    SURROUNDED,     // marbles with an own one on every side
    SPLIT,          // enemies right between two own marbles
    FACING,         // lines of three that face an enemy
    PUSHABLE,       // enemies at the far end of a sumito
    EJECTABLE,      // enemies that can be ejected
    TO_MOVE,        // 1
};
inline constexpr std::size_t FEATURES = 15;
inline constexpr std::array<std::string_view, FEATURES> FEATURE_NAMES{
    "lost",         "lost_squared", "reference", "reference_late", "ring_2",   "ring_3",    "ring_4", "contact",
    "edge_contact", "surrounded",   "split",     "facing",         "pushable", "ejectable", "to_move"};

using Features = std::array<int, FEATURES>;
using Terms = std::array<int, TERMS>;

// The weight that is worth a hundredth of a marble.
inline constexpr int ONE_WEIGHT = 1024;
extern const std::array<int, FEATURES> WEIGHTS;

// All results are for the player to move. evaluate() returns the sum of the terms.
Features features(const Position& position);
Terms explain(const Position& position);
int evaluate(const Position& position);

} // namespace sumito
