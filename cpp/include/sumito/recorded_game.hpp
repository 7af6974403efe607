#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sumito/game.hpp"
#include "sumito/move_text.hpp"
#include "sumito/multi/game.hpp"
#include "sumito/multi/record_names.hpp"
#include "sumito/position_text.hpp"
#include "sumito/record_end.hpp"
#include "sumito/record_names.hpp"

// A game of any number of players as records have it. Its entries are numbers: of moves, and of several players also of
// those who leave (multi::number_of).
namespace sumito {

inline constexpr std::size_t ENTRY_TEXT_SIZE = std::max(MOVE_TEXT_SIZE, multi::TOKEN_SIZE);

// What a text in the moves of a record names.
struct EntryReading {
    RecordFault fault = RecordFault::NONE; // NOT_A_MOVE, ILLEGAL_MOVE or GAME_OVER
    bool follows = false;                  // a player who has left without a choice: not an entry
    int number = 0;
};

class RecordedGame {
  public:
    RecordedGame() = default;
    RecordedGame(const Setup& start, int marbles_to_eject) : two_(start, replay_rules(marbles_to_eject)) {}
    RecordedGame(const multi::Setup& start, int marbles_to_eject)
        : several_(std::in_place, start, replay_rules(marbles_to_eject)) {}

    bool is_several() const { return several_.has_value(); }
    const Game& two() const { return two_; }
    const multi::Game* several() const { return several_ ? &*several_ : nullptr; } // nullptr if two play
    const Rules& rules() const { return several_ ? several_->rules() : two_.rules(); }
    int problems() const { return several_ ? several_->problems() : two_.problems(); }
    std::size_t length() const { return several_ ? several_->chosen() : two_.length(); }
    Outcome outcome() const { return several_ ? several_->outcome() : two_.outcome(); }

    EntryReading read(std::string_view text, Dialect dialect, bool transposed) const;
    bool can_enter(int number) const;
    bool enter(int number);
    int undo(); // the number of the last entry; there must be one

    // Return the text of an entry that is possible now.
    std::size_t write(int number, Dialect dialect, std::span<char, ENTRY_TEXT_SIZE> out) const;
    // Return the players who have left as a consequence of the last entry, as text with blanks between.
    std::size_t write_followers(std::span<char, multi::MOST_PLAYERS * multi::TOKEN_SIZE> out) const;
    // Return the text of the start: in a form if two play.
    std::size_t write_start(PositionForm form, std::span<char, POSITION_TEXT_SIZE> out) const;
    // Return the number before the next entry: `3.` for the player who begins a round, else `3...`.
    std::size_t write_number(std::span<char, MOVE_NUMBER_SIZE> out) const;
    // Whether the next entry begins a round.
    bool begins_round() const;

    // Results have numbers: each side wins, a draw, unknown.
    int results() const { return (several_ ? several_->position().sides : PLAYERS) + 2; }
    // Return the text of a result. The buffer holds it if needed.
    std::string_view result(int number, std::span<char, multi::TOKEN_SIZE> buffer) const;
    std::optional<int> read_result(std::string_view text) const;
    RecordFault end_fault(std::string_view result, std::string_view termination) const;
    // Return the end that a record claims; nothing if its result is unknown.
    std::optional<Outcome> claimed_end(std::string_view result, Termination termination) const;
    bool declare(Outcome outcome) { return several_ ? several_->declare(outcome) : two_.declare(outcome); }

    // Return the start of this game, under other rules.
    RecordedGame begun_under(const Rules& rules) const;

  private:
    // Return the winners of a result that is not unknown.
    std::uint8_t winners(int number) const;

    Game two_{};
    std::optional<multi::Game> several_;
};

// How a recorded game is played on: by the usual rules, or without the rule of repetition if the game went on after a
// repetition or has another result.
struct Resumption {
    bool legal = false; // whether the entries are possible
    Rules rules{};
    Outcome outcome{}; // shown by the entries, or claimed
};
Resumption resume(const RecordedGame& start, std::span<const int> entries, std::string_view result,
                  std::string_view termination);

} // namespace sumito
