#pragma once

#include <optional>
#include <string_view>

#include "sumito/multi/move_text.hpp"
#include "sumito/reasons.hpp"

// Explain the moves and outcomes of several players, as sumito/reasons.hpp does for two.
namespace sumito::multi {

Explanation explain(const Game& game, Bitboard cells, Direction direction, Sentences& out);
Explanation explain_between(const Game& game, Cell first, Cell last, Direction direction, Sentences& out);
TextError explain_text(const Game& game, std::string_view text, Dialect dialect, bool transposed, Explanation& about,
                       Sentences& out);
void explain_outcome(const Game& game, Sentences& out);
std::optional<Tap> tap(const Game& game, Bitboard line, Cell target, Sentences& out);

} // namespace sumito::multi
