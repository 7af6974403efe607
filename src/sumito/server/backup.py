"""Back a database up to a file, and restore it."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing, suppress
from itertools import count
from typing import TYPE_CHECKING

from sqlalchemy import URL, create_engine, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from sumito.server.database import file_of, is_sqlite, make_engine, open_database, reason, shown
from sumito.server.file_lock import FileLock
from sumito.server.migration import check_revision
from sumito.server.sqlite_copy import copy_sqlite, sync_folder
from sumito.server.storage_errors import StorageError

if TYPE_CHECKING:
    from pathlib import Path


def back_up(url: URL, target: Path) -> None:
    """Copy a database to a new file, while the server runs.

    Raises:
        FileExistsError: `target` exists.
        OSError: the file cannot be written.
        StorageError: the database cannot be read, or a program of PostgreSQL is missing.
    """
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, "file exists", str(target))
    if not is_sqlite(url):
        part = target.with_name(f"{target.name}.{os.getpid()}.part")
        try:
            os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            _run("pg_dump", url, "--format=custom", f"--file={part}", "--no-owner", "--no-privileges")
            with open(part, "rb+") as dump:
                os.fsync(dump.fileno())
            os.replace(part, target)
            sync_folder(target.parent)
        finally:
            part.unlink(missing_ok=True)
        return
    file = file_of(url)
    if not file.is_file():
        raise StorageError(f"there is no database: {file}")
    try:
        copy_sqlite(file, target)
    except sqlite3.Error as error:
        raise StorageError(f"{file} could not be copied: {error}") from error


def restore(url: URL, source: Path) -> Path | None:
    """Replace a file of SQLite by a backup, or fill an empty database of PostgreSQL, and bring it up to date.

    No server may be using the file. Return the new name of the old file; None if there was none.

    Raises:
        OSError: a file cannot be read or written.
        StorageError: the database is in use or not empty, the file is no backup, or a program is missing.
    """
    if not source.is_file():
        raise FileNotFoundError(errno.ENOENT, "no such file", str(source))
    if not is_sqlite(url):
        _restore_postgres(url, source)
        return None
    _check_sqlite(source)
    file = file_of(url)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = FileLock(file, "sumito server restore")
    try:
        before = _replace_sqlite(file, source)
    finally:
        lock.release()
    open_database(url, holder="sumito server restore").close()
    return before


def _replace_sqlite(file: Path, source: Path) -> Path | None:
    """Put a copy of the backup in the place of the file. There is a database at every moment, also after a kill."""
    fresh = file.with_name(f"{file.name}.restored")
    copy_sqlite(source, fresh, replace=True)
    kept = None
    logs = [file.with_name(f"{file.name}{end}") for end in ("-wal", "-shm")]
    if file.is_file():
        # Move what a killed server left in the log into the file. A damaged file is kept as it is.
        with suppress(sqlite3.Error), closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        kept = _free_name(file.with_name(f"{file.name}.before-restore"))
        for each in (file, *logs):
            if each.exists():
                _give_second_name(each, kept.with_name(kept.name + each.name.removeprefix(file.name)))
        sync_folder(file.parent)
    for log in logs:  # the log of the old file must not be applied to the new one
        log.unlink(missing_ok=True)
    os.replace(fresh, file)
    sync_folder(file.parent)
    return kept


def _free_name(file: Path) -> Path:
    """Return the name, with a number if files have it already."""
    names = (file if number == 1 else file.with_name(f"{file.name}-{number}") for number in count(1))
    return next(name for name in names if not os.path.lexists(name))


def _give_second_name(file: Path, name: Path) -> None:
    try:
        os.link(file, name)
    except OSError:  # some file systems have no second names
        shutil.copy2(file, name)


def _check_sqlite(source: Path) -> None:
    def connect() -> sqlite3.Connection:
        return sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)  # leaves the backup as it is

    try:
        with create_engine("sqlite://", creator=connect, poolclass=NullPool).connect() as connection:
            verdict = connection.scalar(text("PRAGMA integrity_check(1)"))
            if verdict != "ok":
                raise StorageError(f"{source} is damaged: {verdict}")
            if check_revision(connection) is None:
                raise StorageError(f"{source} is not a backup: it is empty")
    except DBAPIError as error:
        raise StorageError(f"{source} is not a backup: {reason(error)}") from None


def _restore_postgres(url: URL, source: Path) -> None:
    with source.open("rb") as file:
        if file.read(5) != b"PGDMP":
            raise StorageError(f"{source} is not a backup of PostgreSQL")
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            if inspect(connection).get_table_names():
                raise StorageError(
                    f"{shown(url)} is not empty: create a new database, restore into it, and let the server use that"
                )
    except DBAPIError as error:
        raise StorageError(f"the database {shown(url)} cannot be opened: {reason(error)}") from error
    finally:
        engine.dispose()
    options = ("--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error")
    _run("pg_restore", url, *options, f"--dbname={url.database or ''}", str(source))
    open_database(url, migration=True).close()


def _run(program: str, url: URL, *options: str) -> None:
    """Run a client program of PostgreSQL. The password is in its environment, where other users cannot see it."""
    path = shutil.which(program)
    if path is None:
        raise StorageError(f"{program} is missing. On Debian or Ubuntu: sudo apt-get install postgresql-client")
    places: dict[str, object] = {"PGHOST": url.host, "PGPORT": url.port, "PGUSER": url.username}
    places |= {"PGPASSWORD": url.password, "PGDATABASE": url.database}
    places |= {f"PG{key.upper()}": value for key, value in url.query.items() if key in ("host", "port", "sslmode")}
    variables = {key: str(value) for key, value in places.items() if value is not None}
    done = subprocess.run(
        [path, *options],
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise StorageError(f"{program} failed: {' '.join(done.stderr.split()) or f'exit code {done.returncode}'}")
