"""Compensate players for the network: the shortest of the last round trips, within a quota.

The server measures round trips itself, by WebSocket PING frames. A client can answer late, but never early. The
shortest of ten is what the network always takes. The quota bounds the gain of a client that answers late on purpose.
"""

from __future__ import annotations

from typing import Final

GAIN_MS: Final = 100
"""What each move of a player adds to the quota."""
_TRIPS: Final = 10


class RoundTrips:
    """The last round trips of a connection."""

    __slots__ = ("_trips",)

    def __init__(self) -> None:
        self._trips: tuple[int, ...] = ()

    def add(self, ms: int) -> None:
        """Add a round trip, and forget the eleventh."""
        self._trips = (*self._trips[1 - _TRIPS :], ms)

    @property
    def least_ms(self) -> int:
        """The shortest; 0 if there is none."""
        return min(self._trips, default=0)


class LagQuota:
    """What a player can be compensated. It starts full.

    It follows from the moves in the log of the game, so it is the same in every process and after every restart.
    """

    __slots__ = ("_left_ms", "_limit_ms")

    def __init__(self, limit_ms: int) -> None:
        self._limit_ms = self._left_ms = limit_ms

    def compensation_ms(self, round_trip_ms: int) -> int:
        """Return the part of a round trip that does not count for the next move."""
        return max(0, min(round_trip_ms, self._left_ms))

    def spend(self, ms: int) -> None:
        """Take a move with this compensation into account."""
        self._left_ms = min(self._limit_ms, self._left_ms - ms + GAIN_MS)
