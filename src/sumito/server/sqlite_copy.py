"""Copy a database file of SQLite while it is in use."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def copy_sqlite(source: Path, target: Path, *, replace: bool = False) -> None:
    """Copy a database to a file that appears at once and complete, and is on the disk when this returns.

    Writers of the source do not wait: in WAL mode the copy is the state at its start.

    Raises:
        FileExistsError: `target` exists, and `replace` is false.
        OSError: the file cannot be written.
        sqlite3.Error: the source cannot be read, or the disk is full.
    """
    if not replace and os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, "file exists", str(target))
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        # sqlite3 would make the file readable by everybody.
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(part)) as new,
        ):
            old.backup(new)  # all pages in one step: a step at a time would start again after every write
            # A copy of a WAL database would need two more files as soon as it is opened.
            new.execute("PRAGMA journal_mode = DELETE")
        with open(part, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(part, target)
        sync_folder(target.parent)
    finally:
        with suppress(FileNotFoundError):
            part.unlink()


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, if the system can."""
    with suppress(OSError):  # Windows opens no folders
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
