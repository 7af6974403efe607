"""Games that are played at a terminal, in files: kept move by move, saved, and taken up again."""

from __future__ import annotations

import datetime
import io
import os
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from sumito.core import GameOverError, Rules, Termination
from sumito.terminal.failures import InputError, record_problem

if TYPE_CHECKING:
    from sumito.core import Board
    from sumito.notation.records import Record

_LARGEST: Final = 1 << 20  # bytes of a file that is written again at each move


def resumed(name: str) -> tuple[Board, dict[str, str]]:
    """The last game of a file as it stood, an end that was declared included, and who played when.

    Raises:
        InputError: there is no game to go on with.
        OSError: the file cannot be read.
    """
    from sumito.core import BLACK, WHITE, Board
    from sumito.notation.records import RecordError, read_records
    from sumito.terminal.files import input_file

    with input_file(name) as file:
        games = deque(read_records(file), maxlen=1)
    if not games:
        raise InputError(f"{name}: there is no game in this file")
    record = games.pop()
    if isinstance(record, RecordError):
        raise InputError(record_problem(name, record))
    start = record.start
    board = Board.from_position(start.position(), rules=Rules(marbles_to_eject=start.rules.marbles_to_eject))
    for ply, move in enumerate(record.moves(), 1):
        try:
            board.play(move)
        except GameOverError as error:  # in records repetition ends nothing
            raise InputError(f"{name}: the last game went on at ply {ply} after its end, {error.outcome}") from error
    termination = record.headers.get("Termination")
    loser = {"1-0": WHITE, "0-1": BLACK}.get(record.result)
    if board.outcome is None and record.result != "*":
        if termination == Termination.RESIGNATION and loser:
            board.resign(loser)
        elif termination == Termination.TIME:
            board.flag(loser)
        elif termination == Termination.AGREEMENT:
            board.agree_draw()
    return board, {tag: record.headers[tag] for tag in ("Event", "Date", "Black", "White")}


def file_to_go_on(name: str, board: Board, headers: Mapping[str, str]) -> GameFile | None:
    """The file of a game as it was taken up again, to keep it there; None where that would lose something.

    It loses nothing if what would be written is what is there: no notes, no tags and no games of another kind.

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
    """Where games are kept: a file that has every move, if there is one, and those that a player names."""

    def __init__(
        self, name: str | None = None, headers: Mapping[str, str] | None = None, finished: Sequence[Record] = ()
    ) -> None:
        """The file to keep games in, the tags of a game that was taken up again, and the games before it there."""
        self.name = name
        self._headers = headers or _today()
        self._finished = list(finished)  # which the file keeps too
        self._written: dict[str, Record] = {}  # the last game in each file

    def keep(self, board: Board, players: Mapping[str, str]) -> None:
        """Write the game so far to the file that keeps it, where there is one.

        Raises:
            InputError: the name is none of a file.
            OSError: it cannot be written.
        """
        if self.name is not None:
            self._write(self.name, [*self._finished, self._so_far(board, players)])

    def save(self, name: str, board: Board, players: Mapping[str, str]) -> None:
        """Write the game so far to another file.

        Raises:
            InputError: the name is none of a file.
            OSError: it cannot be written.
        """
        self._write(name, [self._so_far(board, players)])

    def current(self, board: Board, players: Mapping[str, str]) -> str | None:
        """The file that has the game as it stands, the latest if there are several."""
        now = self._so_far(board, players)
        return next((name for name, last in reversed(self._written.items()) if last == now), None)

    @property
    def latest(self) -> str | None:
        """The file that was written last."""
        return next(reversed(self._written), None)

    def text(self, board: Board) -> bytes:
        """What the file has when the game is kept."""
        return _text(self.name or "", [*self._finished, self._so_far(board, {})])

    def begin_another(self, board: Board, players: Mapping[str, str]) -> None:
        """The game is over, and a new one begins."""
        self._finished.append(self._so_far(board, players))
        self._headers = _today()

    def _so_far(self, board: Board, players: Mapping[str, str]) -> Record:
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
