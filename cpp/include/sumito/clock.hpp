#pragma once

#include <array>
#include <cstdint>

// Chess clocks as pure state: time is an argument, in whole milliseconds from any fixed point. For two to six players.
namespace sumito {

using Milliseconds = std::int64_t;
// Times and totals lie within it, either side of 0: what a double holds exactly, and no sum overflows.
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

    // Time is positive unless untimed, only TOTAL has an increment or a delay, and no total with both.
    bool valid() const;
};

inline constexpr int MAX_PLAYERS = 6;

class Clock {
  public:
    Clock(TimeControl control, int players);

    // The clock of this player runs from now on. One that runs already is stopped first, without a bonus. Whoever was
    // stopped in the middle of a turn goes on with it; anybody else begins a turn.
    void start(int player, Milliseconds now);
    // The player whose clock runs has moved: the increment is added and `next` begins a turn. Nothing happens where no
    // clock runs, or where the flag has fallen.
    void press(int next, Milliseconds now);
    // Nobody's clock runs until the next start.
    void stop(Milliseconds now);

    // What is left to a player; never below 0.
    Milliseconds remaining(int player, Milliseconds now) const;
    // Whether the time of the player on the clock is over.
    bool flagged(Milliseconds now) const;
    // When it will be over if nobody presses; -1 where it never will.
    Milliseconds deadline() const;
    // More time for a player, or less.
    void adjust(int player, Milliseconds by);

    const TimeControl& control() const { return control_; }
    int players() const { return players_; }
    int running() const { return runs_ ? state_.player : -1; } // the player on the clock, -1 where none is

    // Everything that changes, to be saved and brought back.
    struct State {
        int player = -1; // whose turn it is or was, -1 before the first
        Milliseconds since = 0;
        Milliseconds delay = 0;                       // what is left of the turn's
        std::array<Milliseconds, MAX_PLAYERS> left{}; // at the last start
    };
    const State& state() const { return state_; }
    void restore(const State& state, bool runs);

  private:
    // A shared total is kept in the first slot.
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
