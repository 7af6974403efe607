"""How long the engine may think."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """What ends a search; the first that is reached counts. With none of them it goes on until it is stopped.

    >>> Limit(time_ms=100, depth=12)
    Limit(depth=12, nodes=None, time_ms=100, remaining_ms=None, increment_ms=0)
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

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "time_ms", "remaining_ms"):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or value < 1):
                raise ValueError(f"{name} is a whole number from 1 on, not {value!r}")
        if type(self.increment_ms) is not int or self.increment_ms < 0:
            raise ValueError(f"increment_ms is a whole number from 0 on, not {self.increment_ms!r}")

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
            soft = min(soft, 0.6 * share, most)
            hard = min(hard, 2.5 * share, most)
        return (0.0 if soft == float("inf") else soft, 0.0 if hard == float("inf") else hard)


_LEAVING_MS = 2
_MOVES_TO_GO = 40  # half of a long game
