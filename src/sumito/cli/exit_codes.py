"""The exit codes of the program."""

from __future__ import annotations

import errno
from typing import Final

BAD_INPUT: Final = 2
FAILURE: Final = 1
BROKEN_PIPE: Final = 141  # a shell reports this code for a program that SIGPIPE ended
INTERRUPTED: Final = 130

# These errors mean a wrong file name. All other errors of the system are failures of the machine.
_MISNAMED: Final = frozenset(
    {errno.ENOENT, errno.EISDIR, errno.ENOTDIR, errno.EACCES, errno.EPERM, errno.ENAMETOOLONG, errno.ELOOP}
)


def exit_code(error: OSError) -> int:
    """Return 2 if the name of a file is wrong, 1 if the machine failed."""
    return BAD_INPUT if error.errno in _MISNAMED else FAILURE
