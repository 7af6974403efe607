"""Open input files, and write output files atomically."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import IO

from sumito.core import Dialect
from sumito.notation.whole_file import whole_file
from sumito.terminal.failures import InputError, quoted


class InputFile:
    """A file open for reading, whose errors name it."""

    def __init__(self, name: str, opened: IO[bytes]) -> None:
        self._name = name
        self._opened = opened

    def read(self, size: int, /) -> bytes:
        """Return at most `size` bytes; no bytes at the end."""
        try:
            return self._opened.read(size)
        except OSError as error:
            error.filename = self._name  # an error of reading does not know the name
            raise


@contextmanager
def input_file(name: str) -> Iterator[InputFile]:
    """Open a file for reading.

    Raises:
        InputError: `name` cannot be the name of a file.
        OSError: the file cannot be opened; the error names it.
    """
    if name == "-":
        raise InputError("'-' is not a file: this command does not read standard input")
    with open(checked_name(name), "rb") as opened:
        yield InputFile(name, opened)


@contextmanager
def output_file(name: str) -> Iterator[IO[bytes]]:
    """Open a file for writing. It replaces an existing file at the end; after an error the old file is unchanged.

    Raises:
        InputError: `name` cannot be the name of a file.
        OSError: the file cannot be written; the error names it.
    """
    if name == "-":
        raise InputError("'-' is not a file: name the file to write")
    if os.path.isdir(checked_name(name)):
        raise InputError(f"{name}: is a directory")
    with whole_file(name) as opened:
        yield opened


class _Abandoned(Exception):
    """Ends the writing of a file that is not to be written."""


def check_writable(name: str) -> None:
    """Check that a file can be written, and leave it unchanged.

    Raises:
        InputError: `name` cannot be the name of a file.
        OSError: the file cannot be written; the error names it.
    """
    with suppress(_Abandoned), output_file(name):
        raise _Abandoned


def check_apart(files: Mapping[str, str | None]) -> None:
    """Refuse two options that name the same file.

    Raises:
        InputError: two of the files are the same.
    """
    seen: dict[str, str] = {}
    for purpose, name in files.items():
        if name is not None and name != "-":
            other = seen.setdefault(os.path.realpath(checked_name(name)), purpose)
            if other != purpose:
                raise InputError(f"{purpose}: {name} is already {other}: name another file")


def dialect_for(name: str) -> Dialect:
    """Return the dialect of the records in a file: PlayStrategy's for `.pgn`, else Aba-Pro."""
    return Dialect.PLAYSTRATEGY if name.lower().endswith(".pgn") else Dialect.ABA_PRO


def checked_name(name: str) -> str:
    """Return the name of a file.

    Raises:
        InputError: the name is empty, or contains a NUL character.
    """
    if not name or "\0" in name:
        raise InputError(f"not the name of a file: {quoted(name)}")
    return name
