"""How long the engine may think."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sumito.core import Clock, ClockKind, Color


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """What ends a search; the first that is reached counts. With none of them it goes on until it is stopped.

    >>> Limit(time_ms=100, depth=12)
    Limit(depth=12, nodes=None, time_ms=100, remaining_ms=None, increment_ms=0, delay_ms=0)
    """

    depth: int | None = None
    """Plies to look ahead."""
    nodes: int | None = None
    """Positions to look at. With one thread a search by nodes or depth gives the same result every time."""
    time_ms: int | None = None
    """Time for this move."""
    remaining_ms: int | None = None
    """What is left on the clock: the engine takes a part of it."""
    increment_ms: int = 0
    """What the clock gets back after the move."""
    delay_ms: int = 0
    """How long the clock waits before it runs."""

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "time_ms", "remaining_ms"):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or value < 1):
                raise ValueError(f"{name} is a whole number from 1 on, not {value!r}")
        for name in ("increment_ms", "delay_ms"):
            value = getattr(self, name)
            if type(value) is not int or value < 0:
                raise ValueError(f"{name} is a whole number from 0 on, not {value!r}")

    @classmethod
    def of_clock(cls, clock: Clock, color: Color, *, now_ms: int) -> Limit:
        """What a player's clock leaves for this move.

        >>> Limit.of_clock(Clock(TimeControl.per_move(5_000)), BLACK, now_ms=0).time_ms
        5000

        Of a total that the players share, half is left for each.

        Raises:
            ValueError: no such player.
        """
        left = clock.remaining_ms(color, now_ms=now_ms)
        control = clock.control
        if left is None:
            return cls()
        if control.kind is ClockKind.PER_MOVE:
            return cls(time_ms=max(left, 1))
        if control.kind is ClockKind.SHARED:
            return cls(remaining_ms=max(left // len(clock.players), 1))
        delay = control.delay_ms
        if clock.running is color and clock.deadline_ms is not None:
            delay = max(0, clock.deadline_ms - now_ms - left)  # some of it has passed
        return cls(remaining_ms=max(left, 1), increment_ms=control.increment_ms, delay_ms=delay)

    def budget_ms(self) -> tuple[float, float]:
        """The time after which no new iteration begins, and the time within which the search ends; 0 for none."""
        soft = hard = float("inf")
        if self.time_ms is not None:
            # The answer has to be there in time: what leaving the search costs is taken off.
            hard = max(self.time_ms - _LEAVING_MS, self.time_ms / 2)
            soft = hard
        if self.remaining_ms is not None:
            share = self.remaining_ms / _MOVES_TO_GO + 0.8 * self.increment_ms
            most = max(self.remaining_ms * 0.4 - _LEAVING_MS, 0.5)
            # What passes before the clock runs costs nothing, whether it is used or not.
            soft = min(soft, 0.6 * share + self.delay_ms, most + self.delay_ms)
            hard = min(hard, 2.5 * share + self.delay_ms, most + self.delay_ms)
        return (0.0 if soft == float("inf") else soft, 0.0 if hard == float("inf") else hard)


_LEAVING_MS: Final = 2
_MOVES_TO_GO: Final = 40  # half of a long game
