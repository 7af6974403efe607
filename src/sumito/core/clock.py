"""Clocks as pure state. The current time is an argument, in whole milliseconds since any fixed point."""

from __future__ import annotations

from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING

from sumito import _native
from sumito.core.cells import BLACK, WHITE, Color
from sumito.core.choice import Choice

if TYPE_CHECKING:
    from sumito.core.board import Board


class ClockKind(Choice):
    """The kinds of time control."""

    UNTIMED = "untimed"
    """No limit."""
    TOTAL = "total"
    """A total for each player."""
    PER_MOVE = "per_move"
    """The same time for each move."""
    SHARED = "shared"
    """One total for the whole game."""


_KINDS = tuple(ClockKind)
# The control, the players, and the state of the core: player, running, since, delay used, time left of each player.
_ClockState = tuple["TimeControl", tuple[Color, ...], tuple[int, bool, int, int, list[int]]]


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control. Make one with `untimed`, `total`, `per_move` or `shared`.

    >>> TimeControl.total(600_000, increment_ms=2_000)
    TimeControl(kind=<ClockKind.TOTAL: 'total'>, time_ms=600000, increment_ms=2000, delay_ms=0)
    """

    kind: ClockKind = ClockKind.UNTIMED
    time_ms: int = 0
    increment_ms: int = 0
    delay_ms: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", ClockKind(self.kind))
        for name in ("time_ms", "increment_ms", "delay_ms"):
            value = getattr(self, name)
            if type(value) is not int or not 0 <= value <= 2**53:
                raise ValueError(f"{name} must be a whole number of milliseconds of at least 0, not {value!r}")
        timed = self.kind is not ClockKind.UNTIMED
        if timed != (self.time_ms > 0):
            raise ValueError(f"{self.kind} with time_ms={self.time_ms}: only an untimed game has no time")
        if (self.increment_ms or self.delay_ms) and self.kind is not ClockKind.TOTAL:
            raise ValueError(f"{self.kind} has neither increment nor delay: they belong to a total for each player")
        if self.increment_ms and self.delay_ms:
            raise ValueError("an increment or a delay, not both")

    @classmethod
    def untimed(cls) -> TimeControl:
        """Return a time control without a limit."""
        return cls()

    @classmethod
    def total(cls, time_ms: int, *, increment_ms: int = 0, delay_ms: int = 0) -> TimeControl:
        """Return a time control with a total for each player.

        An increment is added after each move. A delay passes at the beginning of each turn before the clock runs.
        """
        return cls(ClockKind.TOTAL, time_ms, increment_ms, delay_ms)

    @classmethod
    def per_move(cls, time_ms: int) -> TimeControl:
        """Return a time control with the same time for each move."""
        return cls(ClockKind.PER_MOVE, time_ms)

    @classmethod
    def shared(cls, time_ms: int) -> TimeControl:
        """Return a time control with one total for the whole game. When it runs out, more ejections win."""
        return cls(ClockKind.SHARED, time_ms)


class Clock:
    """The clocks of a game.

    >>> clock = Clock(TimeControl.total(60_000, increment_ms=1_000))
    >>> clock.start(BLACK, now_ms=0)
    >>> clock.press(now_ms=5_000)
    >>> clock.remaining_ms(BLACK, now_ms=7_000), clock.remaining_ms(WHITE, now_ms=7_000)
    (56000, 58000)
    """

    __slots__ = ("_clock", "control", "players")

    def __init__(self, control: TimeControl, players: tuple[Color, ...] = (BLACK, WHITE)) -> None:
        players = tuple(map(Color, players))
        if len(set(players)) != len(players):
            raise ValueError(f"a player twice: {', '.join(map(str, players))}")
        self.control = control
        self.players = players
        self._clock = _native_clock(control, players)

    @staticmethod
    def _whole(ms: int) -> int:
        try:
            return index(ms)
        except TypeError:
            raise TypeError(f"a time must be a whole number of milliseconds, not {ms!r}") from None

    def _player(self, color: Color | str) -> int:
        if color not in self.players and (color := Color(color)) not in self.players:
            raise ValueError(f"{color} has no clock")
        return self.players.index(color)

    @property
    def running(self) -> Color | None:
        """The player whose clock runs, or None."""
        player = self._clock.running
        return None if player < 0 else self.players[player]

    def start(self, color: Color | str, *, now_ms: int) -> None:
        """Start a player's clock, and stop any other.

        A player who was stopped in the middle of a turn continues that turn. Any other player begins a turn.
        """
        self._clock.start(self._player(color), self._whole(now_ms))

    def press(self, *, now_ms: int, to: Color | str | None = None) -> None:
        """End the turn of the player whose clock runs, and start the clock of the next player.

        `to` is the next player, if it is not the one who follows, as after a player has left.

        Do nothing if no clock runs, or if the time has run out.
        """
        if self._clock.running >= 0:
            following = (self._clock.running + 1) % len(self.players) if to is None else self._player(to)
            self._clock.press(following, self._whole(now_ms))

    def stop(self, *, now_ms: int) -> None:
        """Stop the clock that runs."""
        self._clock.stop(self._whole(now_ms))

    def remaining_ms(self, color: Color | str, *, now_ms: int) -> int | None:
        """Return the time that a player has left, at least 0; None if the game is untimed."""
        player = self._player(color)
        return None if self.control.kind is ClockKind.UNTIMED else self._clock.remaining(player, self._whole(now_ms))

    def flagged(self, *, now_ms: int) -> bool:
        """Return whether the player whose clock runs has run out of time."""
        return self._clock.flagged(self._whole(now_ms))

    def flag(self, board: Board, *, now_ms: int) -> bool:
        """Let the player whose time has run out lose on the board. Return whether this ended the game.

        If more than two play, the player leaves, and the clock of the next player starts if the others play on. With a
        shared time the game always ends. Do nothing if the player has left before.
        """
        if board.outcome is not None or not self.flagged(now_ms=now_ms):
            return False
        if self.control.kind is ClockKind.SHARED:
            board.flag(None)
            return True
        if self.running not in board.active:
            return False
        if board.flag(self.running) is None:
            self.start(board.turn, now_ms=now_ms)
        return board.outcome is not None

    @property
    def deadline_ms(self) -> int | None:
        """The time at which the running clock runs out; None if the game is untimed or no clock runs."""
        timed = self.control.kind is not ClockKind.UNTIMED and self._clock.running >= 0
        return self._clock.deadline if timed else None

    def adjust(self, color: Color | str, by_ms: int) -> None:
        """Add time to a player's clock, or take it away."""
        self._clock.adjust(self._player(color), self._whole(by_ms))

    def copy(self) -> Clock:
        """Return an independent clock with the same state."""
        twin = Clock.__new__(Clock)
        twin.control, twin.players, twin._clock = self.control, self.players, _native_clock(self.control, self.players)
        twin._clock.restore(self._clock.state())
        return twin

    def __getstate__(self) -> _ClockState:
        return self.control, self.players, self._clock.state()

    def __setstate__(self, state: _ClockState) -> None:
        control, players, native = state
        Clock.__init__(self, control, players)
        self._clock.restore(native)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Clock) and self.__getstate__() == other.__getstate__()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        *_, left_ms = self._clock.state()
        left = ", ".join(f"{color} {left}" for color, left in zip(self.players, left_ms, strict=True))
        return f"<Clock {self.control.kind}: {left} ms left, {self.running or 'nobody'} on the clock>"


def _native_clock(control: TimeControl, players: tuple[Color, ...]) -> _native.Clock:
    kind = _KINDS.index(control.kind)
    return _native.Clock(kind, control.time_ms, control.increment_ms, control.delay_ms, len(players))
