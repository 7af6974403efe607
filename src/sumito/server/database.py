"""Open the database of online games: a file of SQLite, or PostgreSQL."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from sumito.server.data_folder import data_folder
from sumito.server.extras import check_extra
from sumito.server.file_lock import FileLock
from sumito.server.migration import migrate
from sumito.server.storage_errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.pool import ConnectionPoolEntry

_BUSY_S: Final = 10  # a backup or a command of the host can hold the file for a moment
_CONNECT_S: Final = 10
# A machine that is gone answers nothing. Without these a connection to it would wait for a quarter of an hour or more.
_LIFE: Final = {
    "keepalives_idle": 10,  # seconds
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,  # milliseconds
}
_STATEMENT_MS: Final = (
    30_000  # no statement of the server takes long, and a frozen process must not hold locks for ever
)
_IMMEDIATE: Final = "sumito_immediate"


def database_url(text: str | None = None) -> URL:
    """Parse the address of a database. None means the file in the data folder.

    `sqlite:///FILE` and `postgresql://USER@HOST/NAME` are accepted. Messages never contain the password.

    Raises:
        StorageError: the address is malformed, or names another kind of database.
    """
    if text is None:
        return URL.create("sqlite", database=str(data_folder() / "sumito.sqlite"))
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise StorageError(
            "the address of the database is malformed: expected sqlite:///FILE or postgresql://USER@HOST/NAME"
        ) from None
    kind = url.drivername.partition("+")[0]
    if kind in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == "sqlite":
        if not url.database or url.database == ":memory:":
            raise StorageError("the address of the database names no file: expected sqlite:///FILE")
        return url
    raise StorageError(f"the database must be sqlite or postgresql, not {url.drivername!r}")


def is_sqlite(url: URL) -> bool:
    """Return whether a database is a file of SQLite."""
    return url.get_backend_name() == "sqlite"


def file_of(url: URL) -> Path:
    """Return the file of an SQLite database."""
    return Path(url.database or "")


class Database:
    """An open database. `reading` and `writing` give transactions to any thread."""

    def __init__(self, engine: Engine, lock: FileLock | None) -> None:
        """Take over an engine and the lock of its file. Use `open_database` instead."""
        self.engine = engine
        self.is_sqlite = is_sqlite(engine.url)
        self._lock = lock
        # SQLite has one writer at a time. It polls for its lock, so threads of this process queue here instead.
        self._turn = threading.Lock() if self.is_sqlite else nullcontext()
        self._open = 0
        self._closed = False
        self._all_ended = threading.Condition()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that only reads."""
        with self._counted(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that writes. The end of the block commits it, durably."""
        with self._counted(), self.connect() as connection, self.transaction(connection):
            yield connection

    def connect(self) -> Connection:
        """Return a connection for `transaction`."""
        # The write lock is taken at the start. A transaction that asks for it later can be refused without waiting.
        return self.engine.connect().execution_options(**{_IMMEDIATE: True})

    @contextmanager
    def transaction(self, connection: Connection) -> Iterator[None]:
        """Write on a connection that is kept. The end of the block commits, durably."""
        with self._turn, connection.begin():
            yield

    @contextmanager
    def _counted(self) -> Iterator[None]:
        with self._all_ended:
            if self._closed:  # a late thread would open a connection that nobody closes
                raise StorageError("the database is closed")
            self._open += 1
        try:
            yield
        finally:
            with self._all_ended:
                self._open -= 1
                self._all_ended.notify_all()

    def close(self) -> None:
        """Wait for the transactions of other threads, close every connection, and free the lock of the file."""
        with self._all_ended:
            # A cancelled task does not stop its thread, and `dispose` leaves a connection that is in use open.
            self._closed = True
            self._all_ended.wait_for(lambda: self._open == 0, _BUSY_S)
        self.engine.dispose()
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def open_database(url: URL, *, holder: str = "sumito", migration: bool = False) -> Database:
    """Open a database, and bring its schema up to date.

    `holder` is the address of the server, or the name of a command: a second process that wants the same file of
    SQLite reports it. An old file of SQLite is copied and migrated. An old database of PostgreSQL is migrated only
    with `migration`: other processes can be using it, no copy can be kept beside it, and the role of the server
    should not be allowed to change tables. An empty database of either kind gets its tables.

    Raises:
        ImportError: the extra for PostgreSQL is not installed.
        OSError: the folder of the file cannot be made.
        StorageError: the database cannot be opened, is in use, is not one of sumito, or needs another release.
    """
    lock = None
    if is_sqlite(url):
        file = file_of(url)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FileLock(file, holder)
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))  # SQLite would let everybody read it
    engine = None
    try:
        engine = make_engine(url, most_ms=None if migration else _STATEMENT_MS)
        migrate(engine, keep_copy=is_sqlite(url), allowed=migration or is_sqlite(url))
    except BaseException as error:
        if engine is not None:
            engine.dispose()
        if lock is not None:
            lock.release()
        if isinstance(error, DBAPIError):
            raise StorageError(f"the database {shown(url)} cannot be opened: {reason(error)}") from error
        raise
    return Database(engine, lock)


def make_engine(url: URL, *, most_ms: int | None = None) -> Engine:
    """Return an engine with the settings that durable commits need.

    `most_ms` is the longest time of a statement of PostgreSQL, and of a pause between two of a transaction.
    """
    if is_sqlite(url):
        engine = create_engine(url, hide_parameters=True, connect_args={"timeout": _BUSY_S})
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    check_extra("postgres")
    options = ["-c synchronous_commit=on"]
    if most_ms is not None:
        options += [f"-c {name}={most_ms}" for name in ("statement_timeout", "idle_in_transaction_session_timeout")]
    return create_engine(
        url,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={"connect_timeout": _CONNECT_S, "options": " ".join(options)}
        | {name: value for name, value in _LIFE.items() if name not in url.query},
    )


def _set_up_sqlite(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    assert isinstance(connection, sqlite3.Connection)  # noqa: S101 - tells mypy
    connection.isolation_level = None  # `_begin_sqlite` begins transactions, also before a change of tables
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # with NORMAL a power cut loses the last commits
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    immediate = connection.get_execution_options().get(_IMMEDIATE)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def shown(url: URL) -> str:
    """Return the name of a database for messages, without the password."""
    return (
        str(file_of(url)) if is_sqlite(url) else url.set(drivername="postgresql").render_as_string(hide_password=True)
    )


def reason(error: DBAPIError) -> str:
    """Return the message of a database error, without the statement and its parameters."""
    return " ".join(str(error.orig).split())
