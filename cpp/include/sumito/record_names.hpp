#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "sumito/game.hpp"
#include "sumito/record_text.hpp"

// The names in records: variants, tags, notations, results, and the numbers of moves. Variants, tags and notations are
// data of the host.
namespace sumito {

// The result of a game that has ended.
std::string_view result_of(Outcome outcome);

// The termination with this name; NONE if there is none.
Termination termination_named(std::string_view name);
// The name of a termination; empty for NONE.
std::string_view termination_name(Termination termination);

// The number of a player's move after `ply` plies. Black's move and White's answer have the same number, also if White
// begins.
constexpr int move_number(int ply, int player) {
    return (ply + 1 - player) / 2 + 1;
}
inline constexpr std::size_t MOVE_NUMBER_SIZE = 16;
// Write the number before a move: `3.` for Black, `3...` for White. `out` has room for MOVE_NUMBER_SIZE. Return the
// length.
std::size_t write_move_number(int ply, int player, std::span<char> out);

struct Variant {
    std::string_view name;
    bool has_start = false; // a name without a known start needs a position
    Setup start{};
};

class RecordNames {
  public:
    RecordNames() = default;
    // The members refer to the text in here.
    RecordNames(const RecordNames&) = delete;
    RecordNames& operator=(const RecordNames&) = delete;

    // Parses lines of a kind, a name and a value, with tabs between them; see record_names.cpp for the kinds. False if
    // a line is not one of these.
    bool parse(std::string_view text);

    struct Renaming {
        std::string_view name, in_pgn;
    };

    std::vector<Variant> variants;
    std::string_view custom;                 // the variant of a start without a name
    std::string_view pgn_variant;            // the start of a PGN without a position
    std::vector<std::string_view> notations; // by the number of their dialect
    std::vector<std::string_view> required;  // tags of every APGN record
    std::vector<std::string_view> apgn_order, pgn_order;
    std::vector<Renaming> renamings; // tags that have another name in PGN

    // Starts of several players, as text.
    struct Several {
        std::string_view name, position;
    };
    std::vector<Several> several;

    const Variant* variant(std::string_view name) const;
    // The variant that starts so; null if none does. Counters do not matter.
    const Variant* variant_of(const Setup& start) const;

    // The position of a variant of several players; empty if there is none.
    std::string_view start_of_several(std::string_view name) const;

  private:
    std::vector<char> text_;
};

} // namespace sumito
