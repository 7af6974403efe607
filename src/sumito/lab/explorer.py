"""The opening explorer: how often positions were played, and how those games ended.

Positions that are images of each other under a symmetry of the board count as one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Final

from sumito import _native
from sumito.core import MOVES, Board, Move
from sumito.core.native_game import game_of_two
from sumito.lab import LabError
from sumito.notation.record_names import RESULTS
from sumito.notation.records import Record

LARGEST: Final = 300_000
"""The largest data file, in bytes."""
_FAULTS: Final = ("", "not a data file of this version's explorer", "the file is damaged")
_WINNERS: Final = {RESULTS[0]: 0, RESULTS[1]: 1, RESULTS[2]: -1}


class ExplorerError(LabError):
    """A file is not a data file of the explorer, or it is damaged. The message names it."""


@dataclass(frozen=True, slots=True)
class Games:
    """The games that reached a position, from the point of view of one player."""

    games: int
    wins: int
    draws: int
    evaluation: int | None
    """The engine's score in hundredths of a marble; None if the position is in no data file."""

    @property
    def score(self) -> float:
        """The points that the player got: 1 for a win, 1/2 for a draw."""
        return self.wins + self.draws / 2

    @property
    def points(self) -> float | None:
        """The share of the points that the player got; None without games."""
        return self.score / self.games if self.games else None


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was played in a position."""

    move: Move
    same: tuple[Move, ...]
    """The other moves that lead to an image of the same position. They are counted together."""
    after: Games
    """The games that reached the position after the move, from the point of view of the player who moves."""


class Explorer:
    """Counts the positions of games.

    A game counts once in each of its positions. Moves are counted by the positions that they lead to, so that it does
    not matter in which order the moves were played.

    >>> explorer = Explorer()
    >>> record = Record(result="1-0")
    >>> node = record.add_move("a1b2")
    >>> explorer.add(record)
    True
    >>> [(Board().format_move(each.move), each.after.games) for each in explorer.moves(Board())]
    [('a1b2', 1)]
    >>> [Board().format_move(move) for move in explorer.moves(Board())[0].same]
    ['a5b5']
    """

    def __init__(self) -> None:
        self._core = _native.Explorer()

    def read(self, data: bytes, name: str | os.PathLike[str], *, with_games: bool = True) -> None:
        """Add a data file: the evaluations of its positions and, if `with_games`, its games.

        Raises:
            ExplorerError: these are not the bytes of a data file, or they are damaged. The message begins with `name`.
        """
        if fault := self._core.read(data, with_games):
            raise ExplorerError(f"{os.fspath(name)}: {_FAULTS[fault]}")

    def add(self, record: Record) -> bool:
        """Count a game. Return False if it does not count: it has no result, or more than two players.

        Raises:
            ValueError: a move is illegal.
        """
        winner = _WINNERS.get(record.result)
        if winner is None or len(record.start.players) > 2:
            return False
        self.add_game(record.start, record.moves(), winner)
        return True

    def add_game(self, start: Board, moves: Iterable[Move], winner: int) -> None:
        """Count a game of two players.

        Args:
            start: the board before the first move.
            moves: the moves.
            winner: 0 if the first player won, 1 if the second player won, -1 for a draw.

        Raises:
            ValueError: a move is illegal.
        """
        if not self._core.add(game_of_two(start).setup, [move.number for move in moves], winner):
            raise ValueError("a move of the game is illegal")

    @property
    def games(self) -> int:
        """The number of games counted."""
        return self._core.games

    def find(self, board: Board) -> Games:
        """Return the games that reached a position, from the point of view of the player to move."""
        return Games(*self._core.find(game_of_two(board).setup))

    def moves(self, board: Board) -> list[PlayedMove]:
        """Return the moves that were played in a position, most games first."""
        return list(_played(self._core.moves(game_of_two(board).setup)))


def _played(rows: list[tuple[int, int, tuple[int, int, int, int | None]]]) -> Iterator[PlayedMove]:
    for first, group in groupby(rows, key=lambda row: row[1]):
        numbers, _, values = zip(*group, strict=True)
        yield PlayedMove(MOVES[first], tuple(MOVES[number] for number in numbers if number != first), Games(*values[0]))


def key_of(board: Board) -> int:
    """Return the number of a position in data files, which is equal for all its images."""
    return _native.explorer_key(game_of_two(board).setup)


@cache
def shipped_data() -> bytes:
    """Return the shipped data file."""
    return Path(str(files("sumito") / "data/openings.explorer")).read_bytes()
