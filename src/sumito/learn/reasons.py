"""Why a move is refused, what a legal one does, how a game ended, and what a tap on an enemy marble asks for.

The core decides what is to be said; the catalogues have the words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from sumito import _native
from sumito.core import MOVES, Board, Direction, Move, Verdict
from sumito.core.cells import bits_of, cells_of, checked_cell
from sumito.core.verdict import values_of, verdict_of
from sumito.learn.catalogue import catalogue
from sumito.learn.sentence import Sentence, sentences_of


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is said to a learner, and what is shown with it."""

    sentences: tuple[Sentence, ...]
    """What is said: the rule with its numbers and marbles, then what would work instead, where something would."""
    cells: tuple[int, ...] = ()
    """The cells to mark: those that cause a refusal, or the empty ones of a gap."""
    figure: str | None = None
    """The figure of the rulebook that shows the rule."""
    instead: Move | None = None
    """A legal move that would work instead."""

    def text(self, language: str = "en", *, turns: int = 0) -> str:
        """The sentences in words of a language.

        Directions are told as they are seen on the board with Black below, or on one that is turned clockwise so many
        times by 60 degrees: with 3, White sits below.
        """
        return catalogue(language).sentences(_seen(sentence, turns) for sentence in self.sentences)


def explain(board: Board, verdict: Verdict, direction: Direction | None = None) -> Explanation:
    """What a verdict of this board means.

    Where more than three marbles were named, or some would leave the board, the verdict has no move: then the direction
    that was asked for helps to find what would work instead.

    >>> board = Board()
    >>> explain(board, board.verdict([parse_cell("a3"), parse_cell("a4")], Direction.E), Direction.E).text()
    'Your own marble on a5 is in the way.'

    Raises:
        ValueError: the verdict is another board's.
    """
    values = _native.explain_verdict(board._game, values_of(verdict), direction)
    if values is None:
        raise ValueError(f"not a verdict of this board: {verdict!r}")
    return _explanation(values)


def explain_outcome(board: Board) -> Explanation:
    """How the game ended; without sentences while it goes on.

    >>> board = Board()
    >>> outcome = board.resign()
    >>> explain_outcome(board).text()
    'White wins: Black has resigned.'
    """
    return Explanation(sentences_of(_native.explain_outcome(board._game)))


class Hint(StrEnum):
    """Why a tap names no move."""

    GAP = "gap"
    """Empty cells lie between the line and the marble."""
    NOT_IN_LINE = "not_in_line"
    """The marble is not on the axis of the line."""


_HINTS = (None, *Hint)


@dataclass(frozen=True, slots=True)
class Tap:
    """What it means that an enemy marble is tapped while a line is selected."""

    hint: Hint | None
    """Why the tap names no move; None where it names one."""
    verdict: Verdict | None
    """On the move that the tap names. With a hint nothing is played, and the verdict, if any, tells more."""
    explanation: Explanation
    """What is said."""

    @property
    def move(self) -> Move | None:
        """The move to play; None where nothing is to be played."""
        return self.verdict.move if self.hint is None and self.verdict else None


def tap(board: Board, line: Iterable[int], cell: int) -> Tap:
    """What a tap on an enemy marble asks for while a line of the player's marbles is selected.

    >>> board = Board.from_position("5/6/7/8/1SSS1ss2/8/7/6/5")
    >>> tap(board, [parse_cell(name) for name in ("e2", "e3", "e4")], parse_cell("e6")).hint
    <Hint.GAP: 'gap'>

    Raises:
        ValueError: no line of one to three marbles of the player to move, or no enemy marble.
    """
    found = _native.tap(board._game, bits_of(line), checked_cell(cell))
    if found is None:
        raise ValueError("a tap is on an enemy marble, with a line of one to three own marbles selected")
    hint, verdict, values = found
    return Tap(_HINTS[hint], None if verdict is None else verdict_of(verdict), _explanation(values))


def _seen(sentence: Sentence, turns: int) -> Sentence:
    """A sentence about a turned board."""
    parameters = dict(sentence.parameters)
    for name in ("direction", "directions"):
        value = parameters.get(name)
        if isinstance(value, tuple):
            parameters[name] = tuple(Direction((each - turns) % len(Direction)) for each in value)
    return Sentence(sentence.message, parameters)


def _explanation(values: tuple[str, int, int, str]) -> Explanation:
    text, cells, instead, figure = values
    return Explanation(sentences_of(text), cells_of(cells), figure or None, MOVES[instead] if instead >= 0 else None)
