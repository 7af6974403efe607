"""Write to the logs of games: one thread, many writes in each commit.

A write is acknowledged only after its transaction is on the disk. Every write names the version of the game that it
follows, so of two writes that follow the same version exactly one is stored, whichever process sends it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, Self

from msgspec import Struct
from sqlalchemy import bindparam, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError

from sumito.server.database import reason
from sumito.server.schema import credit, event, game
from sumito.server.storage_errors import QueueFullError, StorageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import TracebackType

    from sqlalchemy import Connection

    from sumito.server.database import Database

_LOG: Final = logging.getLogger(__name__)
_MOST_IN_A_COMMIT: Final = 256
_WAITING_WRITES: Final = 4096
_ATTEMPTS: Final = 5
_PAUSE_S: Final = 0.1  # before the second attempt; doubled before each further one


class Event(Struct, frozen=True):
    """An entry of the log of a game. `data` is a JSON text, which the storage does not read."""

    seq: int
    kind: str
    ply: int
    data: str
    at_ms: int


class GameState(Struct, frozen=True):
    """The columns of a game that change while it is played."""

    status: str
    version: int
    ply: int
    position: str
    turn_started_ms: int | None = None
    deadline_ms: int | None = None
    result: str | None = None


class Write(Struct, frozen=True):
    """Events to append to a game whose version is `expected`, and the state of the game after them.

    With `boot` the write credits an outage: it is refused if the game has been given the credit with this name.
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


_COUNTED: Final = {"preserve_rowcount": True}  # otherwise SQLAlchemy does not keep the number of inserted rows
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
    `loop.call_soon_threadsafe`, and is woken once for each batch. `later` runs what wakes the thread, by default at
    once. An event loop passes `loop.call_soon`, and wakes the thread once for all writes that it submits meanwhile.
    """

    def __init__(
        self,
        database: Database,
        *,
        deliver: Callable[[Callable[[], None]], object] | None = None,
        later: Callable[[Callable[[], None]], object] | None = None,
        waiting: int = _WAITING_WRITES,
    ) -> None:
        """Start the thread. At most `waiting` writes can wait."""
        self._database = database
        self._deliver = deliver or _run
        self._later = later or _run
        self._is_woken = False
        self._waiting = waiting
        self._queue: deque[tuple[Write, Callable[[WriteResult], None]]] = deque()
        self._changed = threading.Condition()
        self._closing = False
        self._connection: Connection | None = None
        insert = sqlite.insert if database.is_sqlite else postgresql.insert
        self._insert_event = insert(event).on_conflict_do_nothing()
        self._insert_credit = insert(credit).on_conflict_do_nothing()
        # A batch goes to the driver as it is. Its values have the types of the columns.
        dialect = sqlite.dialect(paramstyle="named") if database.is_sqlite else database.engine.dialect
        statements = (_UPDATE, self._insert_event, self._insert_credit)
        self._texts = tuple(str(each.compile(dialect=dialect)) for each in statements)
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
        if not self._is_woken:
            self._is_woken = True
            self._later(self._wake)

    def _wake(self) -> None:
        self._is_woken = False
        with self._changed:
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
        self._disconnect()

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
                time.sleep(_PAUSE_S * 2 ** (attempt - 1))
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
                self._disconnect()
                self._database.engine.dispose()  # the next attempt has a new connection
        failure = StorageError(f"the database has not stored the move: {problem}")
        return [WriteResult(stored=False, error=failure)] * len(writes)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """Open a transaction on the connection of this thread."""
        if self._connection is None:
            self._connection = self._database.connect()
        with self._database.transaction(self._connection):
            yield self._connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _store_together(self, writes: Sequence[Write]) -> bool:
        """Store all writes with few statements. Return False, and store nothing, if one of them cannot be stored."""
        rows: tuple[list[dict[str, object]], ...] = (
            [_state_values(write) for write in writes],
            [_event_values(write, entry) for write in writes for entry in write.events],
            [{"boot": write.boot, "game": write.game} for write in writes if write.boot is not None],
        )
        try:
            with self._writing() as connection:
                for text, values in zip(self._texts, rows, strict=True):
                    if values and _changed(connection, text, values) != len(values):
                        connection.rollback()
                        return False
                return True
        except Exception as error:
            if not _is_fault_of_a_write(error):
                raise
            return False

    def _store_apart(self, writes: Sequence[Write], *, again: bool) -> list[WriteResult]:
        """Store writes one by one in a transaction. `again`: an earlier attempt can have stored them."""
        results = []
        with self._writing() as connection:
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


def _run(work: Callable[[], None]) -> None:
    work()


def _changed(connection: Connection, text: str, values: list[dict[str, object]]) -> int:
    """Carry out a statement for each of several values. Return the number of rows that it has changed or added."""
    return connection.exec_driver_sql(text, values, execution_options=_COUNTED).rowcount


def _state_values(write: Write) -> dict[str, object]:
    state = write.state
    return {
        "of_game": write.game,
        "expected": write.expected,
        "new_status": state.status,
        "new_version": state.version,
        "new_ply": state.ply,
        "new_position": state.position,
        "new_turn_started_ms": state.turn_started_ms,
        "new_deadline_ms": state.deadline_ms,
        "new_result": state.result,
        "new_changed_ms": write.changed_ms,
    }


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
