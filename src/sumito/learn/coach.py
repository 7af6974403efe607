"""Warnings before moves that give a marble away, and the motives of moves."""

from __future__ import annotations

from dataclasses import dataclass

from sumito import _native
from sumito.core import MOVES, Board, Move
from sumito.core.cells import cells_of
from sumito.core.native_game import game_of_two
from sumito.learn.reasons import Explanation
from sumito.learn.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Giveaway:
    """A marble that a move gives away."""

    push: Move
    """The opponent's ejection after the move."""
    lost: tuple[int, ...]
    """The cells, after the move, of the marbles that the opponent can win, one of them."""


def giveaway(board: Board, move: Move | str) -> Giveaway | None:
    """Return what a legal move gives away; None if it gives nothing away.

    A move gives a marble away if the opponent can eject one at once and wins it in the exchange that follows, if
    another move loses fewer marbles, and if that move also leads to a better position. The judgement looks two moves
    ahead. Repetition and caps on plies are ignored.

    >>> board = Board.from_position("s4/6/7/7S/6ss1/8/7/6/SSS2 0 0 b 0 1")
    >>> found = giveaway(board, "f9e9")
    >>> [cell_name(cell) for cell in found.lost]
    ['e9']
    >>> giveaway(board, "f9f8") is None
    True

    Raises:
        IllegalMoveError: the move is illegal.
        NotationError: the text does not name a move.
        GameOverError: the game is over.
    """
    number, lost = _native.giveaway(game_of_two(board), _legal(board, move).number)
    return None if number < 0 else Giveaway(MOVES[number], cells_of(lost))


def warning(board: Board, move: Move | str) -> Explanation | None:
    """Return the warning before a legal move that gives a marble away; None if it gives nothing away.

    >>> board = Board.from_position("s4/6/7/7S/6ss1/8/7/6/SSS2 0 0 b 0 1")
    >>> warning(board, "f9e9").text()
    'Careful: White can push this marble off. In danger: e9. e7 and e8 would push right.'

    Raises:
        IllegalMoveError: the move is illegal.
        NotationError: the text does not name a move.
        GameOverError: the game is over.
    """
    found = giveaway(board, move)
    if found is None:
        return None
    after = board.copy()
    after.play(move)
    careful = Sentence("coach.careful", {"enemy": after.turn, "n": len(found.lost)})
    how = {"cells": found.lost, "line": found.push.cells, "direction": (found.push.direction,)}
    return Explanation((careful, Sentence("unseen.how", how)), found.lost)


def why(board: Board, move: Move | str, best: Move | str | None = None) -> Sentence:
    """Return a sentence about the strongest motive of a legal move, which has not been played yet.

    Its parameter `cells` has the marbles concerned, after the move. The message is `why.none` if there is no clear
    motive. If `best`, the best move, is another one, an effect that it has to a larger extent is no motive; and if it
    wins more marbles, the message is `why.none.better`.

    >>> from sumito.learn.catalogue import catalogue
    >>> board = Board.from_position("5/6/7/8/5SSSs/8/7/6/5 0 0 b 0 1")
    >>> catalogue("en").sentence(why(board, "e7e8"))
    'Black wins a marble and loses none in return.'

    Raises:
        IllegalMoveError: a move is illegal.
        NotationError: a text does not name a move.
        GameOverError: the game is over.
    """
    first = -1 if best is None else _legal(board, best).number
    return Sentence.parse(_native.explain_choice(game_of_two(board), _legal(board, move).number, first))


def _legal(board: Board, move: Move | str) -> Move:
    return board.parse_move(board.format_move(move))  # raises if the move is illegal
