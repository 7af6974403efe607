"""Compute the time that players get back after an outage of the server, or of the process with a player's socket."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sumito.play.commands import Credit
from sumito.play.events import TimeCredit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sumito.play.events import Event

DEAD_MS: Final = 2_000
"""A process without a heartbeat for longer than this is dead."""
MOST_MS: Final = 15_000
"""The most that one dead process gives back in one game."""
_GRACE_MS: Final = 5_000  # for players to come back after an outage


@dataclass(frozen=True, slots=True)
class Outage:
    """A time without any server, since the last heartbeat of the boot that was the last to live."""

    boot: str
    heartbeat_ms: int

    def credit(self, log: Iterable[Event], now_ms: int) -> Credit | None:
        """Return the credit for a game with this log; None if it has lost nothing.

        A server can die while it gives credits. The next one then gives each game the time since its last credit. The
        name has the time at which the credit begins. So of several processes that start together only one gives it.
        """
        prefix = f"{self.boot} since "
        given = (event.at_ms for event in log if isinstance(event, TimeCredit) and event.boot.startswith(prefix))
        since_ms = max(given, default=0)
        if since_ms > self.heartbeat_ms:
            ms = now_ms - since_ms  # the first credit had the grace
        else:
            since_ms = self.heartbeat_ms
            ms = now_ms - since_ms + _GRACE_MS
        return Credit(f"{prefix}{since_ms}", ms) if ms > 0 else None


def is_dead(heartbeat_ms: int, now_ms: int) -> bool:
    """Return whether a process with this last heartbeat is dead."""
    return now_ms - heartbeat_ms > DEAD_MS


def credit_name(boot: str, heartbeat_ms: int, now_ms: int) -> str:
    """Return the name of a credit. A game gets each credit once.

    A player can come back before the last process counts as dead, or because of the network. This credit is small. It
    has a name of its own, so that a later death of the process is credited too.
    """
    return boot if is_dead(heartbeat_ms, now_ms) else f"{boot} left"


def credit_ms(heartbeat_ms: int, turn_started_ms: int, now_ms: int) -> int:
    """Return the credit of the player to move who comes back now from a process with this last heartbeat.

    It is the time since the heartbeat, or since the turn began.
    """
    return max(0, min(MOST_MS, now_ms - max(heartbeat_ms, turn_started_ms)))
