"""The files that commands read and write: inputs that are there, outputs that appear whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO

from sumito.core import Dialect
from sumito.notation.whole_file import whole_file
from sumito.terminal.failures import InputError, quoted


class InputFile:
    """A file that is being read; errors name it."""

    def __init__(self, name: str, opened: IO[bytes]) -> None:
        self._name = name
        self._opened = opened

    def read(self, size: int, /) -> bytes:
        """At most so many bytes; none at the end."""
        try:
            return self._opened.read(size)
        except OSError as error:
            error.filename = self._name  # reading knows a file by its number only
            raise


@contextmanager
def input_file(name: str) -> Iterator[InputFile]:
    """A file, open for reading.

    Raises:
        InputError: the name is none of a file.
        OSError: it cannot be opened; the error names it.
    """
    if name == "-":
        raise InputError("'-' is no file: records are read from files, not from standard input")
    with open(checked_name(name), "rb") as opened:
        yield InputFile(name, opened)


@contextmanager
def output_file(name: str) -> Iterator[IO[bytes]]:
    """A file to write, that takes its place when all is written: a failure leaves what was there before.

    Raises:
        InputError: the name is none of a file.
        OSError: it cannot be written; the error names it.
    """
    if name == "-":
        raise InputError("'-' is no file: name the file to write")
    if os.path.isdir(checked_name(name)):
        raise InputError(f"{name}: is a directory")
    with whole_file(name) as opened:
        yield opened


def check_apart(files: Mapping[str, str | None]) -> None:
    """Whether these are different files, each by what it is for; where there is none, nothing is asked.

    Raises:
        InputError: two are the same, so that one would be lost.
    """
    seen: dict[str, str] = {}
    for purpose, name in files.items():
        if name is not None and name != "-":
            other = seen.setdefault(os.path.realpath(checked_name(name)), purpose)
            if other != purpose:
                raise InputError(f"{purpose}: {name} is {other} already: name another file")


def dialect_for(name: str) -> Dialect:
    """How moves are written in a file of records with this name: a PGN is PlayStrategy's."""
    return Dialect.PLAYSTRATEGY if name.lower().endswith(".pgn") else Dialect.ABA_PRO


def checked_name(name: str) -> str:
    """The name of a file, if it can be one.

    Raises:
        InputError: it is empty, or has a character that no file name has.
    """
    if not name or "\0" in name:
        raise InputError(f"not the name of a file: {quoted(name)}")
    return name
