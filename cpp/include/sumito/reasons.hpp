#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sumito/move_text.hpp"
#include "sumito/sentence.hpp"

// Explain moves, outcomes and taps to a learner: the rule, the numbers and the marbles, a move that would work instead,
// and the figure that shows the rule. docs/learn.md defines which move would work instead.
namespace sumito {

struct Explanation {
    std::optional<Verdict> verdict; // on the move; empty if a tap names no move
    Bitboard cells = 0;             // to mark: the cause of a refusal, or the empty cells of a gap
    Move instead{};                 // a legal move that would work instead; Move{} if there is none
    std::string_view figure{};      // the id of a figure of the rulebook; empty if no figure shows the rule
};

// No call below writes more text than this.
inline constexpr std::size_t EXPLANATION_SIZE = 1024;

// Explain why `cells` can or cannot move in this direction. `cells` are all the marbles named, at least one.
Explanation explain(const Game& game, Bitboard cells, Direction direction, Sentences& out);

// Explain the move of a line that is named by its two ends.
Explanation explain_between(const Game& game, Cell first, Cell last, Direction direction, Sentences& out);

// Explain the move that a text names. If the text is not well formed, return the error and write nothing.
TextError explain_text(const Game& game, std::string_view text, Dialect dialect, bool transposed, Explanation& about,
                       Sentences& out);

// Explain how the game ended. Write nothing if it goes on.
void explain_outcome(const Game& game, Sentences& out);

enum class TapProblem : std::uint8_t { NONE, GAP, NOT_IN_LINE };

// The answer to a tap on an enemy marble while a line of one's own is selected. Without a problem the tap names the
// move of the verdict, to be played if it is legal. With a problem nothing is played; the verdict, if any, says more.
struct Tap {
    TapProblem problem = TapProblem::NONE;
    Explanation explanation;
};

// Answer a tap. Return nothing, and write nothing, if `line` is not one to three own marbles in line, or if `target` is
// not an enemy marble.
std::optional<Tap> tap(const Game& game, Bitboard line, Cell target, Sentences& out);

} // namespace sumito
