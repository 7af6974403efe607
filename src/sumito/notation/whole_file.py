"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """A file to write, that takes its place when all is written: a failure leaves what was there before.

    So a file can be read while it is written anew. A link stays a link; a device or a pipe is written as it is.

    Raises:
        OSError: it cannot be written; the error names it.
    """
    name = os.fspath(path)
    if os.path.exists(name) and not os.path.isfile(name):  # a folder says so itself
        with open(name, "wb") as device:
            yield device
        return
    target = os.path.realpath(name)
    beside = os.path.join(os.path.dirname(target), f".{os.urandom(8).hex()}.part")
    try:
        # Made here and now, so that no link that lies in wait is followed.
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
