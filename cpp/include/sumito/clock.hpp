#pragma once

#include <array>
#include <cstdint>

// Chess clocks as pure state: time is an argument, in whole milliseconds from any fixed point. For two to six players.
namespace sumito {

using Milliseconds = std::int64_t;
// The bound of times and totals, positive and negative. A double holds them exactly, and no sum overflows.
inline constexpr Milliseconds MOST_MILLISECONDS = Milliseconds{1} << 53;

enum class ClockKind : std::uint8_t {
    UNTIMED,
    TOTAL,    // a total for each player, with an increment after each move or a delay before it runs
    PER_MOVE, // the same time for each move
    SHARED,   // one total for the whole game
};

struct TimeControl {
    ClockKind kind = ClockKind::UNTIMED;
    Milliseconds time = 0; // the total, or the time for each move
    Milliseconds increment = 0;
    Milliseconds delay = 0;

    // Return whether the time is positive (or the control untimed), and only TOTAL has an increment or a delay, not
    // both.
    bool valid() const;
};

inline constexpr int MAX_PLAYERS = 6;

class Clock {
  public:
    Clock(TimeControl control, int players);

    // Start the clock of this player. A clock that already runs is stopped first, without an increment. A player who
    // was stopped in the middle of a turn continues it; any other player begins a turn.
    void start(int player, Milliseconds now);
    // End the turn of the player whose clock runs: add the increment, and begin a turn of `next`. Do nothing if no
    // clock runs or the flag has fallen.
    void press(int next, Milliseconds now);
    // Stop the clock until the next start.
    void stop(Milliseconds now);

    // Return the time that the player has left, at least 0.
    Milliseconds remaining(int player, Milliseconds now) const;
    // Return whether the time of the player on the clock has run out.
    bool flagged(Milliseconds now) const;
    // Return when it will run out if nobody presses; -1 if never.
    Milliseconds deadline() const;
    // Add `by` to the time of a player. It can be negative.
    void adjust(int player, Milliseconds by);

    const TimeControl& control() const { return control_; }
    int players() const { return players_; }
    int running() const { return runs_ ? state_.player : -1; } // the player on the clock; -1 if no clock runs

    // Everything that changes: save it, and pass it to restore().
    struct State {
        int player = -1; // whose turn it is or was; -1 before the first
        Milliseconds since = 0;
        Milliseconds delay = 0;                       // the rest of this turn's delay
        std::array<Milliseconds, MAX_PLAYERS> left{}; // at the last start
    };
    const State& state() const { return state_; }
    void restore(const State& state, bool runs);

  private:
    // Return the index in `left`. A shared total is in the first slot.
    std::size_t slot(int player) const {
        return control_.kind == ClockKind::SHARED ? 0 : static_cast<std::size_t>(player);
    }
    Milliseconds spent(Milliseconds now) const;

    TimeControl control_;
    int players_;
    bool runs_ = false;
    State state_;
};

} // namespace sumito
