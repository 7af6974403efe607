#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sumito/game.hpp"
#include "sumito/sentence.hpp"

// What explains a verdict to a learner: the rule, the numbers and the marbles, what would work instead, and the figure
// that shows it. docs/learn.md says when something would work instead.
namespace sumito {

struct Explanation {
    Bitboard cells = 0;        // to be marked: what causes the refusal, or the empty cells of a gap
    Move instead{};            // a legal move that would work instead; none where nothing would
    std::string_view figure{}; // the id of a figure of the rulebook; empty where none shows it
};

// As much text as any call below writes.
inline constexpr std::size_t EXPLANATION_SIZE = 1024;

// What a verdict of this game means. Some refusals come without a move; then the direction that was asked for helps to
// find what would work instead. None, and nothing is written, where the verdict is not of this game.
std::optional<Explanation> explain(const Game& game, const Verdict& verdict, std::optional<Direction> direction,
                                   Sentences& out);

// How the game ended; nothing while it goes on.
void explain_outcome(const Game& game, Sentences& out);

enum class Hint : std::uint8_t { NONE, GAP, NOT_IN_LINE };

// An enemy marble is tapped while a line of one's own is selected. Without a hint the tap asks for the verdict's move,
// which is to be played if it is legal. With one nothing is played; the verdict, if any, tells more.
struct Tap {
    Hint hint = Hint::NONE;
    std::optional<Verdict> verdict;
    Explanation explanation;
};

// None, and nothing is written, where the line is no line of one to three own marbles or the target is no enemy.
std::optional<Tap> tap(const Game& game, Bitboard line, Cell target, Sentences& out);

} // namespace sumito
