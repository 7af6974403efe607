"""Books of openings: a layout and a few plies each, from which matches begin."""

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
    """The legal moves in the order of their numbers: what a choice of an opening is a place in."""
    return sorted(board.legal_moves, key=_number)


@dataclass(frozen=True)
class Opening:
    """A layout and the plies that were played from it.

    >>> opening = Opening("belgian-daisy", (3, 17))
    >>> opening.board().ply
    2
    """

    layout: str
    """Its slug."""
    choices: tuple[int, ...]
    """Each ply as a place in the list of legal moves, sorted by number, where it was played."""

    @classmethod
    def of(cls, layout: str, moves: Iterable[Move]) -> Opening:
        """The opening with these moves.

        Raises:
            ValueError: a move is not legal there.
        """
        board = Board(layout, rules=_FREE)
        choices = []
        for move in moves:
            choices.append(numbered_moves(board).index(board.play(move)))
        return cls(layout, tuple(choices))

    def board(self, rules: Rules | None = None) -> Board:
        """The game so far, under these rules.

        Raises:
            LabError: there is no such layout or no such ply.
        """
        if self.layout not in LAYOUTS:
            raise LabError(f"an opening from a layout that is not known: {self.layout!r}")
        board = Board(self.layout, rules=rules)
        for choice in self.choices:
            moves = numbered_moves(board)
            if choice >= len(moves):
                raise LabError(f"an opening that cannot be played: {self.layout} {self.choices}")
            board.play(moves[choice])
        return board


class Book(Sequence[Opening]):
    """Openings in a fixed order, the same for everybody who has the same file.

    The file holds them by layout and length, a byte a ply, deflated. `sha256` is of what it holds, so that two books
    with the same openings have the same one.
    """

    def __init__(self, openings: Iterable[Opening]) -> None:
        """A book of these openings, sorted.

        Raises:
            ValueError: there are none, or one stands twice.
        """
        self._openings = tuple(sorted(openings, key=lambda each: (each.layout, len(each.choices), each.choices)))
        if not self._openings:
            raise ValueError("a book needs an opening")
        if len(set(self._openings)) != len(self._openings):
            raise ValueError("an opening stands twice")
        self._content = _packed(self._openings)

    @property
    def sha256(self) -> str:
        """What tells the book from others."""
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
        """The opening of a pair of games: the whole book in an order that the seed makes, then in another."""
        return self[_order(seed, number // len(self), len(self))[number % len(self)]]

    def positions(self) -> Iterator[str]:
        """The position that each opening leads to, as text.

        Raises:
            LabError: an opening cannot be played.
        """
        return (opening.board(_FREE).position() for opening in self)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Book:
        """The book in a file.

        Raises:
            LabError: it is no book.
            OSError: it cannot be read.
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
            raise LabError(f"{name}: a book of openings that is damaged") from None

    def packed(self) -> bytes:
        """The book as its file holds it."""
        return MAGIC + zlib.compress(self._content, 9)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the book to a file, which appears whole or not at all.

        Raises:
            OSError: it cannot be written.
        """
        with whole_file(path) as file:
            file.write(self.packed())


@cache
def shipped_book() -> Book:
    """The book that comes with the package."""
    return Book._parsed((files("sumito") / SHIPPED).read_bytes(), SHIPPED)


@cache
def _order(seed: int, round_number: int, count: int) -> tuple[int, ...]:
    """A shuffled 0 to count - 1, by a rule that no version of Python changes."""
    keys = {i: hashlib.sha256(f"{seed} {round_number} {i}".encode()).digest() for i in range(count)}
    return tuple(sorted(keys, key=keys.__getitem__))


def _packed(openings: Sequence[Opening]) -> bytes:
    """A line `slug plies count` for each layout and length, and after it their plies, a byte each."""
    parts = []
    for (slug, plies), group in groupby(openings, key=lambda each: (each.layout, len(each.choices))):
        choices = [each.choices for each in group]
        parts.append(f"{slug} {plies} {len(choices)}\n".encode())
        # Ply by ply rather than opening by opening: the first ones are alike.
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
