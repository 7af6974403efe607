#pragma once

#include <array>
#include <cstdint>

// Chess clocks as pure state: time is an argument, in whole milliseconds from any fixed point. For two to six players.
namespace sumito {

using Milliseconds = std::int64_t;

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
    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

inline constexpr int MAX_PLAYERS = 6;

class Clock {
  public:
    Clock(TimeControl control, int players);

    // The clock of this player runs from now on. A clock that runs already is stopped first, without a bonus.
    void start(int player, Milliseconds now);
    // The player whose clock runs has moved: the increment is added and `next` is on the clock. Nothing happens where
    // no clock runs, or where the flag has fallen.
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
    int running() const { return running_; } // the player on the clock, -1 where none is
    Milliseconds since() const { return since_; }
    Milliseconds left(int player) const { return left_[slot(player)]; } // at the last start
    // A clock as it was saved.
    void restore(int running, Milliseconds since, const std::array<Milliseconds, MAX_PLAYERS>& left);

    friend bool operator==(const Clock&, const Clock&) = default;

  private:
    // A shared total is kept in the first slot.
    std::size_t slot(int player) const {
        return control_.kind == ClockKind::SHARED ? 0 : static_cast<std::size_t>(player);
    }
    Milliseconds spent(Milliseconds now) const;

    TimeControl control_;
    int players_;
    int running_ = -1;
    Milliseconds since_ = 0;
    std::array<Milliseconds, MAX_PLAYERS> left_{};
};

} // namespace sumito
