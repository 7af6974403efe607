"""What goes wrong on the command line: who is to blame, in how many words, and with which exit code."""

from __future__ import annotations

import errno
from typing import Final

BAD_INPUT: Final = 2
FAILURE: Final = 1
BROKEN_PIPE: Final = 141  # what a shell reports of a program that SIGPIPE ended
INTERRUPTED: Final = 130

# Mistakes in a file's name; all else that a system reports is a failure of the machine.
_MISNAMED: Final = frozenset(
    {errno.ENOENT, errno.EISDIR, errno.ENOTDIR, errno.EACCES, errno.EPERM, errno.ENAMETOOLONG, errno.ELOOP}
)
_SHOWN: Final = 60
# They print nothing, but the words of a language from right to left need them around notation.
_ISOLATES: Final = "\N{LEFT-TO-RIGHT ISOLATE}\N{POP DIRECTIONAL ISOLATE}"


class InputError(Exception):
    """The arguments or a file are not what the command can use."""


class Failure(Exception):
    """The input is good, but something that the command needs is not there."""


def one_line(text: object) -> str:
    """A message without line breaks, and without what would disturb a terminal."""
    return "".join(c if c.isprintable() or c in _ISOLATES else c.encode("unicode_escape").decode() for c in str(text))


def quoted(text: str) -> str:
    """A text in quotes, and not all of a long one."""
    return repr(text) if len(text) <= _SHOWN else f"{text[:_SHOWN]!r}..."


def file_problem(error: OSError) -> str:
    """What the system says of a file, with the file's name in front."""
    reason = (error.strerror or str(error)).lower()
    return reason if error.filename is None else f"{error.filename}: {reason}"


def exit_code(error: OSError) -> int:
    """2 where the name of a file is wrong, 1 where the machine failed."""
    return BAD_INPUT if error.errno in _MISNAMED else FAILURE
