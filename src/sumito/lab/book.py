"""Opening books. An opening is a layout and a few plies, from which match games begin."""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Final, overload

from sumito.core import LAYOUTS, Board, Move, Rules
from sumito.core.text import counted
from sumito.lab import LabError
from sumito.notation.whole_file import whole_file

MAGIC: Final = b"sumito book 1\n"
SHIPPED: Final = "data/openings.book"
_FREE: Final = Rules(repetition=0)
_LARGEST: Final = 1 << 28  # bytes, unpacked


_number: Final = attrgetter("number")


def numbered_moves(board: Board) -> list[Move]:
    """Return the legal moves sorted by number. The choices of an opening are indices into this list."""
    return sorted(board.legal_moves, key=_number)


@dataclass(frozen=True)
class Opening:
    """A layout and some plies.

    >>> opening = Opening("belgian-daisy", (3, 17))
    >>> opening.board().ply
    2
    """

    layout: str
    """The slug of the layout."""
    choices: tuple[int, ...]
    """Each ply, as an index into `numbered_moves` of its position."""

    @classmethod
    def of(cls, layout: str, moves: Iterable[Move]) -> Opening:
        """Return the opening with these moves.

        Raises:
            ValueError: a move is illegal.
        """
        board = Board(layout, rules=_FREE)
        choices = []
        for move in moves:
            choices.append(numbered_moves(board).index(board.play(move)))
        return cls(layout, tuple(choices))

    def board(self, rules: Rules | None = None) -> Board:
        """Return a board with the opening played.

        Raises:
            LabError: the layout is unknown, or a ply does not exist.
        """
        if self.layout not in LAYOUTS:
            raise LabError(f"the layout of an opening is unknown: {self.layout!r}")
        board = Board(self.layout, rules=rules)
        for choice in self.choices:
            moves = numbered_moves(board)
            if choice >= len(moves):
                raise LabError(f"an opening cannot be played: {self.layout} {self.choices}")
            board.play(moves[choice])
        return board


class Book(Sequence[Opening]):
    """A sorted list of openings.

    The file has the openings grouped by layout and length, with one byte a ply, compressed. `sha256` is the hash of the
    uncompressed content, so books with the same openings have the same hash.
    """

    def __init__(self, openings: Iterable[Opening]) -> None:
        """Make a book of these openings.

        Raises:
            ValueError: there are no openings, or one occurs twice.
        """
        self._openings = tuple(sorted(openings, key=lambda each: (each.layout, len(each.choices), each.choices)))
        if not self._openings:
            raise ValueError("a book needs at least one opening")
        if len(set(self._openings)) != len(self._openings):
            raise ValueError("an opening occurs twice")
        self._content = _packed(self._openings)

    @property
    def sha256(self) -> str:
        """The hash of the content."""
        return hashlib.sha256(self._content).hexdigest()

    @overload
    def __getitem__(self, place: int) -> Opening: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Opening, ...]: ...
    def __getitem__(self, place: int | slice) -> Opening | tuple[Opening, ...]:
        return self._openings[place]

    def __len__(self) -> int:
        return len(self._openings)

    def __repr__(self) -> str:
        return f"<Book {counted(len(self), 'opening', 'openings')}, {self.sha256[:12]}>"

    def drawn(self, seed: int, number: int) -> Opening:
        """Return the opening of a pair of games. The seed gives the order. All are used before one repeats."""
        return self[_order(seed, number // len(self), len(self))[number % len(self)]]

    def positions(self) -> Iterator[str]:
        """Iterate over the final positions of the openings, as text.

        Raises:
            LabError: an opening cannot be played.
        """
        return (opening.board(_FREE).position() for opening in self)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Book:
        """Read a book from a file.

        Raises:
            LabError: the file is not a book, or it is damaged.
            OSError: the file cannot be read.
        """
        return cls._parsed(Path(path).read_bytes(), os.fspath(path))

    @classmethod
    def _parsed(cls, data: bytes, name: str) -> Book:
        if not data.startswith(MAGIC):
            raise LabError(f"{name}: not a book of openings")
        try:
            content = zlib.decompressobj().decompress(data[len(MAGIC) :], _LARGEST)
            return cls(_unpacked(content))
        except (zlib.error, ValueError, IndexError):
            raise LabError(f"{name}: this book of openings is damaged") from None

    def packed(self) -> bytes:
        """Return the content of the file."""
        return MAGIC + zlib.compress(self._content, 9)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the book to a file atomically.

        Raises:
            OSError: the file cannot be written.
        """
        with whole_file(path) as file:
            file.write(self.packed())


@cache
def shipped_book() -> Book:
    """Return the book that ships with the package."""
    return Book._parsed((files("sumito") / SHIPPED).read_bytes(), SHIPPED)


@cache
def _order(seed: int, round_number: int, count: int) -> tuple[int, ...]:
    """Shuffle the numbers from 0 to `count - 1`, in the same way in every version of Python."""
    keys = {i: hashlib.sha256(f"{seed} {round_number} {i}".encode()).digest() for i in range(count)}
    return tuple(sorted(keys, key=keys.__getitem__))


def _packed(openings: Sequence[Opening]) -> bytes:
    """Pack openings: for each layout and length a line `slug plies count`, followed by the plies, one byte each."""
    parts = []
    for (slug, plies), group in groupby(openings, key=lambda each: (each.layout, len(each.choices))):
        choices = [each.choices for each in group]
        parts.append(f"{slug} {plies} {len(choices)}\n".encode())
        # Ply by ply rather than opening by opening, because first plies are alike and compress better.
        parts += [bytes(each[ply] for each in choices) for ply in range(plies)]
    return b"".join(parts)


def _unpacked(content: bytes) -> Iterator[Opening]:
    at = 0
    while at < len(content):
        end = content.index(b"\n", at)
        slug, plies, count = content[at:end].decode("ascii").split(" ")
        width, rows = int(count), int(plies)
        at = end + 1 + width * rows
        if at > len(content) or width < 1 or rows < 0:
            raise ValueError("cut off")
        columns = [content[end + 1 + width * ply : end + 1 + width * (ply + 1)] for ply in range(rows)]
        for choices in zip(*columns, strict=True) if rows else [()] * width:
            yield Opening(slug, choices)
