"""Read game records from files and text: APGN and PlayStrategy's PGN. The core checks each game by replay.

The other modules of records: `record_tree` holds a record in memory, `record_writer` writes it, `record_fault` has the
errors.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final, Protocol, cast

from sumito import _native
from sumito.core import Color, Dialect
from sumito.notation.record_fault import FaultContext, RecordError, RecordFault, reason_of
from sumito.notation.record_names import RESULTS, VARIANTS, core_names
from sumito.notation.record_tree import Growth, Leaving, Node, Ply, Record, entry_of, start_at
from sumito.notation.record_writer import format_record, write_record, write_records

__all__ = [
    "RESULTS",
    "VARIANTS",
    "Leaving",
    "Node",
    "Ply",
    "Readable",
    "Record",
    "RecordError",
    "format_record",
    "parse_record",
    "read_records",
    "write_record",
    "write_records",
]

_PIECE: Final = 1 << 16
# The numbers of the core's RecordEventKind.
_MORE, _GAME_BEGIN, _TAG, _START, _HEADER, _MOVE, _COMMENT = range(7)
_GLYPH, _OPEN, _CLOSE, _RESULT, _FAULT, _GAME_END, _END = range(7, 14)
_DIALECTS: Final = (Dialect.ABA_PRO, Dialect.NACRE, Dialect.PLAYSTRATEGY)
# By the numbers of the core's CommentPlace: the attribute, and whether it belongs to the record.
_PLACES: Final = (
    ("comments", True),
    ("comments_before", False),
    ("comments", False),
    ("comments_after", False),
    ("closing_comments", True),
)
_AFTER_VARIATION: Final = 3

_Event = tuple[int, int, int, bytes, bytes, int, int]


class Readable(Protocol):
    """A source that can be read piece by piece: an open file, binary or text."""

    def read(self, size: int, /) -> bytes | str | None:
        """Return at most `size` bytes or characters; an empty piece at the end."""
        ...


def read_records(
    file: str | os.PathLike[str] | Readable, *, transposed: bool = False
) -> Iterator[Record | RecordError]:
    """Yield the games of a file one by one, in constant memory: a record, or the error if a game is not valid.

    `file` is a path, or an open file, binary or text, which stays open. With `transposed`, letter and number are
    exchanged in every cell of a move, and the moves of a PGN may be in any dialect, as in PlayStrategy's old exports.

    Raises:
        OSError: the file cannot be read.
    """
    if isinstance(file, (str, os.PathLike)):
        records = _closing(file, transposed)
        next(records)
        return cast("Iterator[Record | RecordError]", records)
    return _records(_pieces(file), transposed)


def parse_record(text: str, *, transposed: bool = False) -> Record:
    """Parse a text that contains one record.

    Raises:
        RecordError: the text contains no valid record, or more than one game.
    """
    games = _games(iter([text.encode(errors="surrogatepass")]), transposed)
    first = next(games, None)
    if first is None:
        raise RecordError("no game", code="no_game", game=1, line=1, column=1, ply=None, headers={})
    record = first.finished()
    if isinstance(record, RecordError):
        raise record
    if second := next(games, None):
        line, column = second.place
        headers = second.tags
        raise RecordError(
            "more than one game", code="several_games", game=2, line=line, column=column, ply=None, headers=headers
        )
    return record


def _closing(path: str | os.PathLike[str], transposed: bool) -> Iterator[Record | RecordError | None]:
    with open(path, "rb") as opened:
        yield None  # the caller runs up to here: errors of opening are raised at once, and a dropped iterator closes
        yield from _records(_pieces(opened), transposed)


def _pieces(file: Readable) -> Iterator[bytes]:
    while (piece := file.read(_PIECE)) is None or piece:
        if piece is None:
            raise BlockingIOError("the file has nothing to read yet: open it as a blocking one")
        if not isinstance(piece, (str, bytes, bytearray, memoryview)):
            raise TypeError(f"a file gives bytes or text, not {piece!r}")
        # Half of a surrogate pair is not text: the core refuses its bytes, and the error has the number of the game.
        yield piece.encode(errors="surrogatepass") if isinstance(piece, str) else bytes(piece)


def _records(pieces: Iterator[bytes], transposed: bool) -> Iterator[Record | RecordError]:
    return (game.finished() for game in _games(pieces, transposed))


def _games(pieces: Iterator[bytes], transposed: bool) -> Iterator[_Game]:
    reader = _native.RecordReader(core_names(), transposed)
    next_event = reader.next
    number = 0
    game: _Game | None = None
    while True:
        event = next_event()
        kind = event[0]
        if kind == _MORE:
            piece = next(pieces, None)
            if piece is None:
                reader.finish()
            else:
                reader.feed(piece)
        elif kind == _END:
            return
        elif game is None:
            number += 1
            game = _Game(number, event[5:], transposed)
        elif kind == _GAME_END:
            yield game
            game = None
        else:
            game.take(event)


class _Game:
    """A game while it is read: the tree grows with the events of the core."""

    __slots__ = (
        *("_closed", "_error", "_growth", "_number", "_players", "_record", "_texts", "_transposed"),
        *("place", "tags"),
    )

    def __init__(self, number: int, place: tuple[int, int], transposed: bool) -> None:
        self.place = place
        """Line and column of the first token."""
        self.tags: dict[str, str] = {}
        """The tags as they stand in the file."""
        self._number = number
        self._transposed = transposed
        self._record: Record | None = None
        self._growth = Growth([])
        self._players: tuple[Color, ...] = ()
        self._closed: Node | None = None  # the first move of the variation that ended last
        self._error: RecordError | None = None
        # Comments and glyphs by their owner. They become tuples at the end, since a move can have any number of them.
        self._texts: dict[tuple[int, str], tuple[Node | Record, list[str]]] = {}

    def take(self, event: _Event) -> None:
        """Take the next event of this game."""
        kind, number, detail, text, name, line, column = event
        if kind == _MOVE:
            self._growth.add(entry_of(number, self._players))
        elif kind == _COMMENT:
            attribute, of_record = _PLACES[detail]
            last = self._closed if detail == _AFTER_VARIATION else self._growth.path[-1] if not of_record else None
            self._add(last or self._started, attribute, text.decode())
        elif kind == _GLYPH:
            self._add(self._growth.path[-1], "glyphs", text.decode())
        elif kind == _OPEN:
            self._growth.open()
        elif kind == _CLOSE:
            _, variation = self._growth.close()
            self._closed = variation[0]
        elif kind == _TAG:
            self.tags[name.decode()] = text.decode()
        elif kind == _START:
            self._start(text.decode(), number, _DIALECTS[detail], name.decode())
        elif kind == _HEADER:
            self._started.headers[name.decode()] = text.decode()
        elif kind == _RESULT:
            self._started.result = text.decode()
        else:
            fault = RecordFault(detail)
            reason = reason_of(fault, text, name.decode(), self._context())
            code, ply = fault.name.lower(), number or None
            self._error = RecordError(
                reason, code=code, game=self._number, line=line, column=column, ply=ply, headers=self.tags
            )
            self._record = None
            self._texts.clear()

    def finished(self) -> Record | RecordError:
        """Return the record, or the error if it is not valid. There are no more events."""
        for (_, attribute), (owner, texts) in self._texts.items():
            setattr(owner, attribute, tuple(texts))
        return self._error or self._started

    @property
    def _started(self) -> Record:
        return cast("Record", self._record)

    def _start(self, position: str, marbles_to_eject: int, dialect: Dialect, variant: str) -> None:
        record = Record(start_at(position, marbles_to_eject), dialect=dialect)
        record.variant = variant or None
        self._record = record
        self._growth = Growth(record.children)
        self._players = record.start.players

    def _add(self, owner: Node | Record, attribute: str, text: str) -> None:
        self._texts.setdefault((id(owner), attribute), (owner, []))[1].append(text)

    def _context(self) -> FaultContext:
        record = self._record
        board = record.start if record else None
        if board:
            for node in self._growth.path:
                node.play_on(board)
        # As the core reads the moves: in any dialect if the record does not tell.
        pgn = record is not None and record.dialect is Dialect.PLAYSTRATEGY
        told = self._transposed is False if pgn else "Notation" in self.tags
        dialect = record.dialect if record and told else None
        return FaultContext(self.tags, board, dialect, self._transposed)
