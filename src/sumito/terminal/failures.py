"""The errors of a bad input or a failed machine, and the one line that reports them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sumito.notation.records import RecordError

_SHOWN: Final = 60
# These characters are invisible. Hebrew text needs them around notation.
_ISOLATES: Final = "\N{LEFT-TO-RIGHT ISOLATE}\N{POP DIRECTIONAL ISOLATE}"


class InputError(Exception):
    """The arguments or an input file are wrong."""


class Failure(Exception):
    """The input is right, but the command cannot be carried out."""


def one_line(text: object) -> str:
    """Return a message with line breaks and control characters escaped."""
    return "".join(c if c.isprintable() or c in _ISOLATES else c.encode("unicode_escape").decode() for c in str(text))


def quoted(text: str) -> str:
    """Return a text in quotes, shortened if it is long."""
    return repr(text) if len(text) <= _SHOWN else f"{text[:_SHOWN]!r}..."


def file_problem(error: OSError) -> str:
    """Return the name of the file and the reason of the error."""
    reason = (error.strerror or str(error)).lower()
    return reason if error.filename is None else f"{error.filename}: {reason}"


def record_problem(name: str, error: RecordError) -> str:
    """Return the file, line, game and ply of an invalid game, and the reason."""
    ply = "" if error.ply is None else f", ply {error.ply}"
    return one_line(f"{name}:{error.line}: game {error.game}{ply}: {error.reason}")
