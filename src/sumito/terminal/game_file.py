"""Save games of the terminal to files, and resume them."""

from __future__ import annotations

import datetime
import io
import os
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from sumito.core import Board, Dialect
from sumito.terminal.failures import InputError, quoted, record_problem

if TYPE_CHECKING:
    from sumito.core import Color
    from sumito.notation.records import Record

_LARGEST: Final = 1 << 20  # bytes of a file that is written again after each move


def resumed(name: str) -> tuple[Board, dict[str, str]]:
    """Return the last game of a file with its declared end, and the tags that name the players and the date.

    Raises:
        InputError: the file has no game, or its last game is not valid.
        OSError: the file cannot be read.
    """
    from sumito.notation.records import RecordError, read_records
    from sumito.terminal.files import input_file

    with input_file(name) as file:
        games = deque(read_records(file), maxlen=1)
    if not games:
        raise InputError(f"{name}: the file contains no game")
    record = games.pop()
    if isinstance(record, RecordError):
        raise InputError(record_problem(name, record))
    board = record.resume()
    return board, {tag: record.headers[tag] for tag in ("Event", "Date", *map(player_tag, board.players))}


def player_tag(color: Color) -> str:
    """Return the tag of a record that names a player."""
    return color.value.capitalize()


def cause_of_leaving(board: Board) -> str:
    """Return why the player who has left last has done so: `resignation` or `time`."""
    from sumito.notation.records import Leaving, Record

    last = Record.from_board(board).main_line()[-1].entry
    return "time" if isinstance(last, Leaving) and last.cause == "time" else "resignation"


def file_to_go_on(name: str, board: Board, headers: Mapping[str, str]) -> GameFile | None:
    """Return the file of a resumed game, to save it there; None if the file would lose something.

    Nothing is lost if the file contains exactly what this program writes: no comments, no other tags.

    Raises:
        OSError: the file cannot be read.
    """
    from sumito.notation.records import Record, read_records
    from sumito.terminal.files import input_file

    if os.path.getsize(name) > _LARGEST:
        return None
    with input_file(name) as opened:
        there = opened.read(_LARGEST)
    games = [game for game in read_records(io.BytesIO(there)) if isinstance(game, Record)]
    file = GameFile(name, headers, games[:-1])
    return file if file.text(board) == there else None


class GameFile:
    """The record of a game, written after each move, and the files that a player saves it to."""

    def __init__(
        self, name: str | None = None, headers: Mapping[str, str] | None = None, finished: Sequence[Record] = ()
    ) -> None:
        """Take the name of the record, the tags of a resumed game, and the games that precede it in the record."""
        self.name = name
        self._headers = headers or _today()
        self._finished = list(finished)
        self._is_new = name is not None and not os.path.lexists(name)
        self._written: dict[str, Record] = {}  # the last game in each file

    def check(self, board: Board) -> None:
        """Check that the record can be written, without writing it.

        Raises:
            InputError: the name cannot be the name of a file, or such a file cannot hold the game.
            OSError: the file cannot be written.
        """
        from sumito.terminal.files import check_writable, dialect_for

        if self.name is None:
            return
        if len(board.players) > 2 and dialect_for(self.name) is Dialect.PLAYSTRATEGY:
            raise InputError(f"{quoted(self.name)}: PGN is for two players: name a file that ends in .apgn")
        check_writable(self.name)

    @staticmethod
    def is_empty(board: Board) -> bool:
        """Return whether there is nothing to save: no move, nobody who has left, and no end."""
        return not board.history and board.outcome is None and board.active == board.start().active

    def keep(self, board: Board, players: Mapping[str, str]) -> None:
        """Write the record, if there is one. A new record gets no empty game.

        Raises:
            InputError: the name cannot be the name of a file.
            OSError: the file cannot be written.
        """
        if self.name is None:
            return
        games = [*self._finished] if self.is_empty(board) else [*self._finished, self._record(board, players)]
        if games:
            self._write(self.name, games)
        elif self.name in self._written and self._is_new:  # every move is taken back
            os.remove(self.name)
            del self._written[self.name]
        elif not self._is_new:
            self._write(self.name, [self._record(board, players)])

    def save(self, name: str, board: Board, players: Mapping[str, str]) -> None:
        """Write the game to another file.

        Raises:
            InputError: the name cannot be the name of a file.
            OSError: the file cannot be written.
        """
        self._write(name, [self._record(board, players)])

    def current(self, board: Board, players: Mapping[str, str]) -> str | None:
        """Return the latest file that contains the game in its present state; None if there is no such file."""
        if not self._written:
            return None
        now = self._record(board, players)
        return next((name for name, last in reversed(self._written.items()) if last == now), None)

    @property
    def latest(self) -> str | None:
        """The file that was written last."""
        return next(reversed(self._written), None)

    def text(self, board: Board) -> bytes:
        """Return the text of the record."""
        return _text(self.name or "", [*self._finished, self._record(board, {})])

    def begin_another(self, board: Board, players: Mapping[str, str]) -> None:
        """Add the finished game to the record before a new game begins."""
        self._finished.append(self._record(board, players))
        self._headers = _today()

    def _record(self, board: Board, players: Mapping[str, str]) -> Record:
        from sumito.notation.records import Record

        return Record.from_board(board, headers={**self._headers, **players})

    def _write(self, name: str, records: Sequence[Record]) -> None:
        from sumito.terminal.files import output_file

        self._written.pop(name, None)
        with output_file(name) as file:
            file.write(_text(name, records))
        self._written[name] = records[-1]


def _today() -> dict[str, str]:
    return {"Date": datetime.date.today().strftime("%Y.%m.%d")}


def _text(name: str, records: Iterable[Record]) -> bytes:
    from sumito.notation.records import write_records
    from sumito.terminal.files import dialect_for

    text = io.BytesIO()
    write_records(records, text, dialect_for(name))
    return text.getvalue()
