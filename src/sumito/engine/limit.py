"""Limits of a search: depth, nodes, time."""

from __future__ import annotations

from dataclasses import dataclass

from sumito import _native
from sumito.core import Clock, Color


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """Limits of a search. It ends at the first one that it reaches; without any it runs until it is stopped.

    >>> Limit(time_ms=100, depth=12)
    Limit(depth=12, nodes=None, time_ms=100, remaining_ms=None, increment_ms=0, delay_ms=0)
    """

    depth: int | None = None
    """The number of plies to search."""
    nodes: int | None = None
    """The number of positions to search. With one thread, a search by nodes or depth is reproducible."""
    time_ms: int | None = None
    """The time for this move."""
    remaining_ms: int | None = None
    """The time left on the clock. The engine uses a part of it."""
    increment_ms: int = 0
    """The time that the clock gains after the move."""
    delay_ms: int = 0
    """The time before the clock starts to run."""

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "time_ms", "remaining_ms"):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or value < 1):
                raise ValueError(f"{name} must be a whole number of at least 1, not {value!r}")
        for name in ("increment_ms", "delay_ms"):
            value = getattr(self, name)
            if type(value) is not int or value < 0:
                raise ValueError(f"{name} must be a whole number of at least 0, not {value!r}")

    @classmethod
    def of_clock(cls, clock: Clock, color: Color, *, now_ms: int) -> Limit:
        """Return the limit that a player's clock gives for this move.

        >>> Limit.of_clock(Clock(TimeControl.per_move(5_000)), BLACK, now_ms=0).time_ms
        5000

        Players who share a total get an equal part of it.

        Raises:
            ValueError: there is no such player.
        """
        time, remaining, increment, delay = clock._clock.allowance(clock._player(color), clock._whole(now_ms))
        return cls(time_ms=time or None, remaining_ms=remaining or None, increment_ms=increment, delay_ms=delay)

    def budget_ms(self) -> tuple[float, float]:
        """Return the latest start of an iteration and the end of the search, in milliseconds; 0 is no limit."""
        times = (self.time_ms or 0, self.remaining_ms or 0, self.increment_ms, self.delay_ms)
        soft, hard = _native.time_budget(*(min(time, _native.MOST_MILLISECONDS) for time in times))
        return soft / 1000, hard / 1000
