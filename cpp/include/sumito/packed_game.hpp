#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sumito/recorded_game.hpp"

// Pack a game into a short text for a link, and unpack it. docs/records.md describes the format.
namespace sumito {

// A game of any number of players without names and comments.
struct PackedGame {
    RecordedGame start; // its counters are not packed
    std::vector<int> entries;
    int result = PLAYERS + 1; // by its number in RecordedGame
    Termination termination = Termination::NONE;
};

enum class PackingProblem : std::uint8_t {
    NONE,
    EMPTY,
    BAD_CHARACTER,
    UNKNOWN_VERSION,
    BAD_CHECKSUM,        // the text is not complete, or was changed
    TOO_LONG,            // more than MAX_PACKED_PLIES
    IMPOSSIBLE_POSITION, // the start cannot be played
    ILLEGAL_MOVE,
    BAD_END, // the result or the termination contradicts the moves
    NOT_CANONICAL,
};

inline constexpr std::size_t MAX_PACKED_PLIES = 4096;

// Both leave `out` unspecified if there is a problem. The same game always gives the same text, and each text that can
// be unpacked is the text of its game.
PackingProblem pack(const PackedGame& game, std::vector<char>& out);
PackingProblem unpack(std::string_view text, PackedGame& out);

} // namespace sumito
