#pragma once

#include <cstdint>
#include <vector>

#include "sumito/position.hpp"
#include "sumito/sentence.hpp"

// Find the formations of the glossary on the board.
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
    DET,        // a monomial between adjacent enemies of one group, on two or three axes
    PAC,        // two lines of equal strength in contact, counting at most three marbles: neither can push
    SUMITO,     // a line that faces a weaker one
};

struct Formation {
    FormationKind kind{};
    bool inside = false;         // a lance, arc or shield that is a part of a larger group
    bool room = false;           // of a sumito: no marble is behind the enemies, so the push is legal
    int player = -1;             // the owner; -1 for a pac
    std::uint8_t directions = 0; // one bit each: the direction of a sumito; the axes E, NE, NW of a block, det or pac
    Bitboard cells = 0;          // the player's marbles; for a pac, the whole line of the first player
    Bitboard enemies = 0;        // the enemies around a det, pushed by a sumito, or on the other side of a pac
};

// Return the bit of a direction's axis in `Formation::directions`.
constexpr std::uint8_t axis_mask(Direction d) {
    return static_cast<std::uint8_t>(1 << (d <= NW ? d : opposite(d)));
}

// Return all formations, sorted by kind, player and cells. With `inside`, also return the lances, arcs and shields
// inside groups of four or more.
std::vector<Formation> formations(const Position& position, bool inside);

// Write a sentence about a formation. It does not name the kind, because formations are listed by kind.
void describe(const Formation& formation, Sentences& out);
inline constexpr std::size_t FORMATION_TEXT_SIZE = 256; // room for 61 cells and the other parameters

} // namespace sumito
