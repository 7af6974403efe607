"""Live games without a network: their subscribers, a slow disk, other processes that are silent."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

import msgspec

from server.games import new_guest
from sumito.play import Terms, messages
from sumito.server.bus import LocalBus
from sumito.server.live_game import Storage
from sumito.server.live_games import LiveGames
from sumito.server.store import NewGame, NewSeat, Store
from sumito.server.writer import Write, WriteResult

TERMS = Terms.from_json({"control": {"kind": "total", "time_ms": 10_000, "increment_ms": 0, "delay_ms": 0}})


class SharedBus(LocalBus):
    """A bus whose other processes are silent."""

    shared = True


def timed_game(store: Store) -> tuple[str, list[int]]:
    """Store a game that has not begun. Return it with the guests on its seats."""
    guests = [new_guest(store, secrets.token_hex(8)) for _ in range(2)]
    seats = [NewSeat(color, guest=guest) for color, guest in zip(("black", "white"), guests, strict=True)]
    text = msgspec.json.encode(TERMS.to_json()).decode()
    return store.create_game(NewGame(text, TERMS.start, seats), 0), guests


class SlowDisk:
    """A storage whose writes wait for their results."""

    def __init__(self, store: Store) -> None:
        self.storage = Storage(self._submit, store.load, lambda: 1_000)
        self.submitted = asyncio.Event()

    def _submit(self, write: Write, done: Callable[[WriteResult], None]) -> None:
        self.write, self.done = write, done
        self.submitted.set()


class Spectator:
    """A subscriber that keeps its messages."""

    def __init__(self, guest: int | None = None) -> None:
        self.guest = guest
        self.seen: list[messages.ServerMessage] = []

    def send(self, message: bytes) -> None:
        self.seen.append(messages.decode_server(message))

    def follows(self, game: str) -> bool:
        return True

    def lose(self, game: str) -> None:
        self.seen.append(messages.Gone(game))


async def finish(games: LiveGames) -> None:
    """Wait for the tasks of live games, and for those that they start."""
    while games._tasks:
        await asyncio.wait(games._tasks)
