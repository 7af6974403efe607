"""Games, moves and waiting results for the tests of the storage."""

from __future__ import annotations

from concurrent.futures import Future

from sumito.server.database import Database
from sumito.server.guests import Guests
from sumito.server.store import NewGame, NewSeat, Store
from sumito.server.tokens import token_hash
from sumito.server.writer import Event, GameState, Write, Writer, WriteResult

SECONDS = 30


def new_guest(store: Store, name: str) -> int:
    return Guests(store._database).create(token_hash(name), 1_000).id


def new_game(
    database: Database, *, now_ms: int = 1_000, seats: tuple[NewSeat, ...] | None = None, terms: str = '{"clock":null}'
) -> str:
    seats = seats or (NewSeat("black"), NewSeat("white"))
    return Store(database).create_game(NewGame(terms, "start", seats), now_ms)


def move(game: str, seq: int, data: str = '{"move":"a1b2"}', *, deadline_ms: int | None = None) -> Write:
    """Return the write of the move number `seq`."""
    state = GameState("playing", seq, seq, f"position {seq}", turn_started_ms=seq, deadline_ms=deadline_ms)
    return Write(game, seq - 1, (Event(seq, "move", seq, data, 1_000 + seq),), state, 1_000 + seq)


def submitted(writer: Writer, write: Write) -> Future[WriteResult]:
    future: Future[WriteResult] = Future()
    writer.submit(write, future.set_result)
    return future


def result(writer: Writer, write: Write) -> WriteResult:
    """Submit a write, and wait for its result."""
    return submitted(writer, write).result(SECONDS)
