#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sumito/record_end.hpp"

// Pack a game into a short text for a link, and unpack it. docs/records.md describes the format.
namespace sumito {

// A game without names and comments: the start without its counters, the moves and the end.
struct PackedGame {
    Position start = standard_position();
    int marbles_to_eject = 6;
    std::vector<Move> moves;
    std::uint8_t result = 3; // by the order of RESULTS
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
