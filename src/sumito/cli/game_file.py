"""Games that are played at a terminal, in files: kept move by move, saved, and taken up again."""

from __future__ import annotations

import datetime
from collections import deque
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from sumito.cli.failures import InputError
from sumito.core import GameOverError, Rules, Termination

if TYPE_CHECKING:
    from sumito.core import Board
    from sumito.notation.records import Record


def resumed(name: str) -> tuple[Board, dict[str, str]]:
    """The last game of a file as it stood, an end that was declared included, and who played when.

    Raises:
        InputError: there is no game to go on with.
        OSError: the file cannot be read.
    """
    from sumito.cli.check import report
    from sumito.cli.files import input_file
    from sumito.core import BLACK, WHITE, Board
    from sumito.notation.records import RecordError, read_records

    with input_file(name) as file:
        games = deque(read_records(file), maxlen=1)
    if not games:
        raise InputError(f"{name}: there is no game in this file")
    record = games.pop()
    if isinstance(record, RecordError):
        raise InputError(report(name, record))
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


class GameFile:
    """Where games are kept: the file of `--record`, if there is one, and those that a player names."""

    def __init__(self, name: str | None = None, headers: Mapping[str, str] | None = None) -> None:
        """The file to keep games in, and the tags of a game that was taken up again."""
        self.name = name
        self.is_current = False
        """Whether the file has the game as it stands."""
        self._headers = headers
        self._finished: list[Record] = []  # the games before this one, which the file keeps too

    def keep(self, board: Board, players: Mapping[str, str]) -> None:
        """Write the game so far to the file of `--record`, where there is one.

        Raises:
            InputError: the name is none of a file.
            OSError: it cannot be written.
        """
        if self.name is not None:
            self.is_current = False
            _write(self.name, [*self._finished, self._so_far(board, players)])
            self.is_current = True

    def save(self, name: str, board: Board, players: Mapping[str, str]) -> None:
        """Write the game so far to another file.

        Raises:
            InputError: the name is none of a file.
            OSError: it cannot be written.
        """
        _write(name, [self._so_far(board, players)])

    def begin_another(self, board: Board, players: Mapping[str, str]) -> None:
        """The game is over, and a new one begins."""
        self._finished.append(self._so_far(board, players))
        self._headers = None

    def _so_far(self, board: Board, players: Mapping[str, str]) -> Record:
        from sumito.notation.records import Record

        headers = self._headers or {"Date": datetime.date.today().strftime("%Y.%m.%d")}
        return Record.from_board(board, headers={**headers, **players})


def _write(name: str, records: Iterable[Record]) -> None:
    from sumito.cli.files import dialect_for, output_file
    from sumito.notation.records import write_records

    with output_file(name) as file:
        write_records(records, file, dialect_for(name))
