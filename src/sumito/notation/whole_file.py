"""Write files atomically."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a file for writing, and replace the old file when the block ends. After a failure the old file stays.

    So the old file can be read meanwhile. A link is followed. A device or pipe is written directly.

    Raises:
        OSError: the file cannot be written. The error names it.
    """
    name = os.fspath(path)
    if os.path.exists(name) and not os.path.isfile(name):  # a folder raises its own error
        with open(name, "wb") as device:
            yield device
        return
    target = os.path.realpath(name)
    beside = os.path.join(os.path.dirname(target), f".{os.urandom(8).hex()}.part")
    try:
        # Must not exist yet, so that a planted link is not followed.
        made = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        with open(made, "wb") as opened:
            if os.path.exists(target):
                shutil.copymode(target, beside)
            yield opened
            opened.flush()
            os.fsync(opened.fileno())
        os.replace(beside, target)
    except BaseException as error:
        with suppress(OSError):
            os.unlink(beside)
        if isinstance(error, OSError) and error.filename in (None, beside):
            error.filename = name
        raise
