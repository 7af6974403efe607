"""The legal moves of a board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from sumito.core.move import Move
from sumito.core.native_game import LEGAL, AnyGame, read_move
from sumito.core.text import counted


class LegalMoves:
    """A live view of the legal moves of a board. It supports `len`, `in`, truth and iteration.

    >>> moves = Board().legal_moves
    >>> len(moves), Move.of([0], Direction.E) in moves, "a1b2" in moves
    (44, False, True)
    """

    __slots__ = ("_game",)

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def __len__(self) -> int:
        return self._game.count_moves()

    def __bool__(self) -> bool:
        return self._game.any_move()

    def __contains__(self, move: object) -> bool:
        """Return whether a `Move`, or the text of a move in any dialect, is legal.

        Raises:
            NotationError: the text does not name a move.
        """
        if isinstance(move, Move):
            return self._game.is_legal(move.number)
        return isinstance(move, str) and read_move(self._game, move)[0] == LEGAL

    def __iter__(self) -> Iterator[Move]:
        """Iterate over the moves that are legal now. Moves played during the iteration do not change it."""
        return cast("Iterator[Move]", self._game.moves())

    def __repr__(self) -> str:
        return f"<{counted(len(self), 'legal move', 'legal moves')}>"
