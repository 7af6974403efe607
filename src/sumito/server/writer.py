"""Write to the logs of games: one thread, many writes in each commit.

A write is acknowledged only after its transaction is on the disk. Every write names the version of the game that it
follows, so of two writes that follow the same version exactly one is stored, whichever process sends it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, Self

from sqlalchemy import bindparam, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError

from sumito.server.database import reason
from sumito.server.schema import credit, event, game
from sumito.server.storage_errors import QueueFullError, StorageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from sqlalchemy import Connection

    from sumito.server.database import Database

_LOG: Final = logging.getLogger(__name__)
_MOST_IN_A_COMMIT: Final = 256
_WAITING_WRITES: Final = 4096
_ATTEMPTS: Final = 5
_PAUSE_S: Final = 0.05  # before the second attempt; doubled before each further one


@dataclass(frozen=True, slots=True)
class Event:
    """An entry of the log of a game. `data` is a JSON text, which the storage does not read."""

    seq: int
    kind: str
    ply: int
    data: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class GameState:
    """The columns of a game that change while it is played."""

    status: str
    version: int
    ply: int
    position: str
    turn_started_ms: int | None = None
    deadline_ms: int | None = None
    result: str | None = None


@dataclass(frozen=True, slots=True)
class Write:
    """Events to append to a game whose version is `expected`, and the state of the game after them.

    With `boot` the write credits an outage: it is refused if that boot of the server has credited this game before.
    """

    game: str
    expected: int
    events: tuple[Event, ...]
    state: GameState
    changed_ms: int
    boot: str | None = None

    def __post_init__(self) -> None:
        """Refuse a write that another one could follow unnoticed."""
        if not self.events or self.state.version <= self.expected:
            raise ValueError("a write needs at least one event and a higher version")


@dataclass(frozen=True, slots=True)
class WriteResult:
    """The end of a write: stored, in conflict with an earlier write, or failed with an error.

    After a conflict or an error, load the game again. A failed write can still be stored, if the connection was lost
    during the commit.
    """

    stored: bool
    error: StorageError | None = None


_STORED: Final = WriteResult(stored=True)
_CONFLICT: Final = WriteResult(stored=False)

_STATE_COLUMNS: Final = ("status", "version", "ply", "position", "turn_started_ms", "deadline_ms", "result")
# Parameters have other names than the columns, because SQLAlchemy uses those itself.
_UPDATE: Final = (
    update(game)
    .where(game.c.id == bindparam("of_game"), game.c.version == bindparam("expected"))
    .values({name: bindparam(f"new_{name}") for name in (*_STATE_COLUMNS, "changed_ms")})
)


class Writer:
    """A thread that commits writes in batches.

    `deliver` runs the callbacks of a batch, by default in the thread of the writer. An event loop passes
    `loop.call_soon_threadsafe`, and is woken once for each batch.
    """

    def __init__(
        self,
        database: Database,
        *,
        deliver: Callable[[Callable[[], None]], object] | None = None,
        waiting: int = _WAITING_WRITES,
    ) -> None:
        """Start the thread. At most `waiting` writes can wait."""
        self._database = database
        self._deliver = deliver or (lambda run: run())
        self._waiting = waiting
        self._queue: deque[tuple[Write, Callable[[WriteResult], None]]] = deque()
        self._changed = threading.Condition()
        self._closing = False
        insert = sqlite.insert if database.is_sqlite else postgresql.insert
        counted = {"preserve_rowcount": True}  # SQLAlchemy keeps it only for other statements
        self._insert_event = insert(event).on_conflict_do_nothing().execution_options(**counted)
        self._insert_credit = insert(credit).on_conflict_do_nothing().execution_options(**counted)
        self._thread = threading.Thread(target=self._run, name="writer of games", daemon=True)
        self._thread.start()

    def submit(self, write: Write, done: Callable[[WriteResult], None]) -> None:
        """Queue a write. `done` gets its result, after the commit.

        Raises:
            QueueFullError: too many writes are waiting.
            StorageError: the writer is closed.
        """
        with self._changed:
            if self._closing:
                raise StorageError("the server is stopping")
            if len(self._queue) >= self._waiting:
                raise QueueFullError("the server is busy: too many moves are waiting for the disk")
            self._queue.append((write, done))
            self._changed.notify()

    def close(self) -> None:
        """Refuse further writes, finish those that are waiting, and end the thread."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def __enter__(self) -> Self:
        """Return the writer."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the writer."""
        self.close()

    def _run(self) -> None:
        while batch := self._next_batch():
            results = self._commit([write for write, _ in batch])
            try:
                self._deliver(partial(_tell, [done for _, done in batch], results))
            except RuntimeError:  # the event loop is closed
                _LOG.exception("the results of %d writes could not be delivered", len(batch))

    def _next_batch(self) -> list[tuple[Write, Callable[[WriteResult], None]]]:
        """Wait for writes and return them; an empty list if the writer is closed and has finished."""
        with self._changed:
            while not self._queue and not self._closing:
                self._changed.wait()
            batch = [self._queue.popleft() for _ in range(min(len(self._queue), _MOST_IN_A_COMMIT))]
        # Processes that lock games in the same order never wait for each other in a circle.
        batch.sort(key=lambda item: item[0].game)
        return batch

    def _commit(self, writes: Sequence[Write]) -> list[WriteResult]:
        """Store writes, and return their results in the same order. Nothing here may end the thread."""
        together = True
        problem = ""
        for attempt in range(_ATTEMPTS):
            if attempt:
                time.sleep(_PAUSE_S * 2**attempt)
            try:
                if together and self._store_together(writes):
                    return [_STORED] * len(writes)
                together = False
                # A commit whose answer was lost can have been carried out.
                return self._store_apart(writes, again=attempt > 0)
            except Exception as error:
                problem = reason(error) if isinstance(error, DBAPIError) else repr(error)
                _LOG.warning("attempt %d of %d to store %d writes: %s", attempt + 1, _ATTEMPTS, len(writes), problem)
                together = False
                self._database.engine.dispose()  # the next attempt has a new connection
        failure = StorageError(f"the database has not stored the move: {problem}")
        return [WriteResult(stored=False, error=failure)] * len(writes)

    def _store_together(self, writes: Sequence[Write]) -> bool:
        """Store all writes with few statements. Return False, and store nothing, if one of them cannot be stored."""
        events = [_event_values(write, entry) for write in writes for entry in write.events]
        credits_due = [{"boot": write.boot, "game": write.game} for write in writes if write.boot is not None]
        try:
            with self._database.writing() as connection:
                changed = connection.execute(_UPDATE, [_state_values(write) for write in writes]).rowcount
                if changed == len(writes):
                    added = connection.execute(self._insert_event, events).rowcount
                    if credits_due:
                        added += connection.execute(self._insert_credit, credits_due).rowcount
                    if added == len(events) + len(credits_due):
                        return True
                connection.rollback()
                return False
        except Exception as error:
            if not _is_fault_of_a_write(error):
                raise
            return False

    def _store_apart(self, writes: Sequence[Write], *, again: bool) -> list[WriteResult]:
        """Store writes one by one in a transaction. `again`: an earlier attempt can have stored them."""
        results = []
        with self._database.writing() as connection:
            for write in writes:
                try:
                    with connection.begin_nested() as savepoint:
                        if self._store(connection, write):
                            results.append(_STORED)
                            continue
                        savepoint.rollback()
                    results.append(_STORED if again and _is_present(connection, write) else _CONFLICT)
                except Exception as error:
                    if not _is_fault_of_a_write(error):
                        raise
                    problem = StorageError(f"the database refuses the move: {type(error).__name__}")
                    results.append(WriteResult(stored=False, error=problem))
        return results

    def _store(self, connection: Connection, write: Write) -> bool:
        if connection.execute(_UPDATE, _state_values(write)).rowcount != 1:
            return False
        for entry in write.events:
            insert = self._insert_event.returning(event.c.seq)
            if connection.execute(insert, _event_values(write, entry)).first() is None:
                return False
        if write.boot is None:
            return True
        insert = self._insert_credit.returning(credit.c.game)
        return connection.execute(insert, {"boot": write.boot, "game": write.game}).first() is not None


def _state_values(write: Write) -> dict[str, object]:
    values: dict[str, object] = {f"new_{name}": getattr(write.state, name) for name in _STATE_COLUMNS}
    values |= {"of_game": write.game, "expected": write.expected, "new_changed_ms": write.changed_ms}
    return values


def _event_values(write: Write, entry: Event) -> dict[str, object]:
    return {
        "game": write.game,
        "seq": entry.seq,
        "kind": entry.kind,
        "ply": entry.ply,
        "data": entry.data,
        "at_ms": entry.at_ms,
    }


def _is_present(connection: Connection, write: Write) -> bool:
    """Return whether the events of a write are in the log exactly as it has them."""
    columns = (event.c.seq, event.c.kind, event.c.ply, event.c.data, event.c.at_ms)
    wanted = (event.c.game == write.game, event.c.seq.in_([entry.seq for entry in write.events]))
    rows = connection.execute(select(*columns).where(*wanted).order_by(event.c.seq))
    return [Event(*row) for row in rows] == sorted(write.events, key=lambda entry: entry.seq)


def _is_fault_of_a_write(error: Exception) -> bool:
    """Return whether an error comes from the values of a write, not from the database or the connection to it."""
    return isinstance(error, (DataError, IntegrityError, ProgrammingError)) or not isinstance(error, DBAPIError)


def _tell(callbacks: Sequence[Callable[[WriteResult], None]], results: Sequence[WriteResult]) -> None:
    for done, result in zip(callbacks, results, strict=True):
        try:
            done(result)
        except Exception:  # the other writes of the batch have a right to their results
            _LOG.exception("the callback of a write failed")
