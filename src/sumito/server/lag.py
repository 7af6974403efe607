"""Compensate players for the network: the shortest of the last round trips, within a quota.

The server measures round trips itself, by WebSocket PING frames. A client can answer late, but never early. The
shortest of ten is what the network always takes. The quota bounds the gain of a client that answers late on purpose.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

GAIN_MS: Final = 100
"""What each move of a player adds to the quota."""
_TRIPS: Final = 10


class RoundTrips:
    """The last round trips of a connection."""

    __slots__ = ("_trips",)

    def __init__(self) -> None:
        self._trips: deque[int] = deque(maxlen=_TRIPS)

    def add(self, ms: int) -> None:
        """Add a round trip, and forget the eleventh."""
        self._trips.append(ms)

    @property
    def least_ms(self) -> int:
        """The shortest; 0 if there is none."""
        return min(self._trips, default=0)


def compensation_ms(round_trip_ms: int, earlier: Iterable[int], *, limit_ms: int) -> int:
    """Return the part of a round trip that does not count for a move.

    `earlier` are the compensations of all earlier moves of the player, in order. The quota starts full. It follows from
    the log of the game, so it is the same in every process and after every restart.
    """
    quota_ms = limit_ms
    for spent_ms in earlier:
        quota_ms = min(limit_ms, quota_ms - spent_ms + GAIN_MS)
    return max(0, min(round_trip_ms, quota_ms))
