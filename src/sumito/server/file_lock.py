"""The lock that keeps a second server from a database file."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

from sumito.server.storage_errors import StorageError

if TYPE_CHECKING:
    from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30  # Windows forbids others to read the locked bytes, so those are not the text

    def _lock(file: int) -> None:
        os.lseek(file, _FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """A lock of the operating system on NAME.lock. The end of the process frees it, however the process ends."""

    def __init__(self, database: Path, holder: str) -> None:
        """Lock the database file for `holder`: the address of the server, or the name of a command.

        Raises:
            StorageError: another process has the lock. The message says which.
            OSError: the file of the lock cannot be opened.
        """
        path = database.with_name(f"{database.name}.lock")
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        try:
            _lock(self._file)
        except OSError:
            said = _holder(os.pread(self._file, 4096, 0) if hasattr(os, "pread") else path.read_bytes()[:4096])
            os.close(self._file)
            raise StorageError(f"{database} is in use by {said}") from None
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, json.dumps({"pid": os.getpid(), "holder": holder}).encode())

    def release(self) -> None:
        """Free the lock. The file stays: removing it would let two processes lock two files of one name."""
        os.ftruncate(self._file, 0)
        os.close(self._file)


def holder_of(database: Path) -> str | None:
    """Return the holder of the lock of a database file; None if nobody has it."""
    path = database.with_name(f"{database.name}.lock")
    try:
        file = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        return None
    try:
        _lock(file)
    except OSError:
        try:
            return str(json.loads(path.read_bytes()[:4096])["holder"])
        except (ValueError, KeyError, TypeError):  # the holder has not written it yet
            return "another process"
    finally:
        os.close(file)
    return None


def _holder(text: bytes) -> str:
    try:
        said = json.loads(text)
        return f"process {said['pid']} ({said['holder']})"
    except (ValueError, KeyError, TypeError):  # the holder has not written it yet
        return "another process"
