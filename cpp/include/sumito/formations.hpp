#pragma once

#include <cstdint>
#include <vector>

#include "sumito/position.hpp"
#include "sumito/sentence.hpp"

// What stands on the board, by the names of the glossary.
namespace sumito {

// A group is a maximal set of marbles of one player that contact joins.
enum class FormationKind : std::uint8_t {
    MONOMIAL,   // a group of one
    BINOMIAL,   // a group of two
    LANCE,      // three in a straight line
    ARC,        // three in a bent line, its ends not in contact
    SHIELD,     // three, each in contact with both others
    POLYNOMIAL, // a group of four or more
    BLOCK,      // parallel lances side by side
    DET,        // a monomial right between enemies along two axes or three, these enemies of one group
    PAC,        // lines face to face, equal as far as three count: neither can push the other
    SUMITO,     // a line that faces a weaker one
};

struct Formation {
    FormationKind kind{};
    bool inside = false;         // a lance, arc or shield that is a part of a larger group
    bool room = false;           // of a sumito: nothing stands behind the enemies, so the push can be played
    int player = -1;             // whose it is; a pac is nobody's
    std::uint8_t directions = 0; // bit d: of a sumito where it pushes; of a block, det or pac its axes, E, NE or NW
    Bitboard cells = 0;          // the player's marbles; of a pac the first player's line, as long as it stands
    Bitboard enemies = 0;        // those that a det stands between, a sumito pushes, a pac has on the other side
};

// All of them, by kind, then by player, then by cells. Groups are named as a whole; on request also the lances, arcs
// and shields inside groups of four or more.
std::vector<Formation> formations(const Position& position, bool inside);

// What is to be said of a formation: no kind, since they are listed by kind.
void describe(const Formation& formation, Sentences& out);
inline constexpr std::size_t FORMATION_TEXT_SIZE = 256; // 61 cells, and some words

} // namespace sumito
