"""Perft: count the sequences of moves."""

from __future__ import annotations

from collections.abc import Iterator
from operator import index
from typing import TYPE_CHECKING, Final, cast

from sumito import _native
from sumito.core.native_game import AnyGame, new_game
from sumito.core.outcome import Rules

if TYPE_CHECKING:
    from sumito.core.board import Board
    from sumito.core.move import Move

_DEEPEST_PERFT: Final = 64  # bounds the recursion; no such count would finish
_PERFT_STRIDE: Final = 4


def perft(board: Board, depth: int) -> int:
    """Count the sequences of `depth` moves. Authors of move generators compare these numbers.

    Repetition and caps on plies are ignored. A won position has no moves. If more than two play, those who cannot move
    leave, and the others go on.

    >>> perft(Board(), 3)
    98912
    """
    if not 0 <= index(depth) <= _DEEPEST_PERFT:
        raise ValueError(f"depth must be from 0 to {_DEEPEST_PERFT}, not {depth!r}")
    free = Rules(marbles_to_eject=board.rules.marbles_to_eject, mixed_moves=board.rules.mixed_moves, repetition=0)
    return _perft(new_game(board._game.setup, free), index(depth), free.marbles_to_eject)


def _perft(game: AnyGame, depth: int, marbles_to_eject: int) -> int:
    # Short native calls, so that Ctrl-C takes effect quickly.
    if depth <= _PERFT_STRIDE:
        return _native.perft(game.setup, depth, marbles_to_eject)
    leaves = 0
    for move in cast("Iterator[Move]", game.moves()):
        game.play(move.number)
        leaves += _perft(game, depth - 1, marbles_to_eject)
        game.undo()
    return leaves
