"""The errors of a bad input or a failed machine, and the one line that reports them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sumito.notation.records import RecordError

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


def record_problem(name: str, error: RecordError) -> str:
    """Return the file, line, game and ply of an invalid game, and the reason."""
    ply = "" if error.ply is None else f", ply {error.ply}"
    return one_line(f"{name}:{error.line}: game {error.game}{ply}: {error.reason}")
