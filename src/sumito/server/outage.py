"""Compute the time that a player gets back after the server process with the player's socket has died."""

from __future__ import annotations

from typing import Final

DEAD_MS: Final = 2_000
"""A process without a heartbeat for longer than this is dead."""
MOST_MS: Final = 15_000
"""The most that one dead process gives back in one game."""


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
