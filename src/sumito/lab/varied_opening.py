"""Openings that differ from game to game, although the engine always finds the same best move."""

from __future__ import annotations

from random import Random

from sumito.core import Board, Move
from sumito.engine import Engine, Level, play_level
from sumito.lab.explorer import key_of


def distinct_moves(board: Board) -> list[Move]:
    """Return the legal moves without images: one of those that lead to images of the same position."""
    moves: dict[int, Move] = {}
    for move in board.legal_moves:
        after = board.copy()
        after.play(move)
        moves.setdefault(key_of(after), move)
    return list(moves.values())


class VariedOpening:
    """Chooses among the best moves of the engine at random, a better one more often.

    Moves that are images of each other count as one, or they would take the places of different moves.
    """

    def __init__(self, *, nodes: int, choices: int, temperature: int, margin: int) -> None:
        """Set how freely to choose.

        Args:
            nodes: the number of nodes to search for each of the choices.
            choices: the number of best moves to choose from.
            temperature: a move that is worse than the best by this, in hundredths of a marble, is chosen 1/e times as
                often.
            margin: a move that is worse by more is never chosen.
        """
        self._level = Level(
            id="opening",
            number=0,
            nodes=nodes * choices,
            time_ms=None,
            depth=None,
            variations=choices,
            temperature=temperature,
            margin=margin,
            eagerness=0,
            sight=100,
            attention=100,
            push=0,
            centre=0,
        )

    def move(self, engine: Engine, board: Board, dice: Random) -> Move:
        """Return a move. The board is unchanged, and the engine forgets earlier searches."""
        return play_level(engine, board, self._level, dice, moves=distinct_moves(board))
