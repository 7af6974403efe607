"""Explain moves, the end of a game, and taps on enemy marbles.

The core chooses the messages. The catalogues have the words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from sumito import _native
from sumito.core import MOVES, Board, Direction, IllegalReason, Move, Verdict
from sumito.core.cells import bits_of, cells_of, checked_cell, checked_direction
from sumito.core.text import Dialect, dialect_number, for_core, move_error
from sumito.core.verdict import verdict_of
from sumito.learn.catalogue import catalogue
from sumito.learn.sentence import Sentence, sentences_of


@dataclass(frozen=True, slots=True)
class Explanation:
    """Sentences for a learner, and what to show with them."""

    sentences: tuple[Sentence, ...]
    """The rule with its numbers and marbles, then an alternative if there is one."""
    cells: tuple[int, ...] = ()
    """The cells to mark: those that make the move illegal, or the empty cells of a gap."""
    figure: str | None = None
    """The figure of the rulebook that shows the rule."""
    instead: Move | None = None
    """A legal alternative, or None."""
    verdict: Verdict | None = None
    """The verdict on the explained move; None if no move is explained."""

    @property
    def move(self) -> Move | None:
        """The explained move; None if it is illegal."""
        return self.verdict.move if self.verdict else None

    @property
    def reason(self) -> IllegalReason | None:
        """Why the move is illegal; None if it is legal."""
        return None if self.verdict is None else self.verdict.reason

    @property
    def marks(self) -> tuple[int, ...]:
        """The cells to mark on a board: those that make the move illegal, otherwise the line that moves."""
        return self.cells or (self.verdict.move.cells if self.verdict is not None and self.verdict.move else ())

    def text(self, language: str = "en", *, orientation: int = 0) -> str:
        """Return the text in a language.

        Directions are as seen on a board with Black at the bottom, rotated clockwise by `orientation` times 60 degrees.
        With 3, White is at the bottom.
        """
        return catalogue(language).sentences(_seen(sentence, orientation) for sentence in self.sentences)


def explain(board: Board, cells: Iterable[int], direction: Direction | str) -> Explanation:
    """Explain why these marbles can or cannot move in this direction.

    `cells` are all the marbles of the line, in any order.

    >>> explain(Board(), [parse_cell("a3"), parse_cell("a4")], Direction.E).text()
    'Your own marble on a5 is in the way.'

    Raises:
        ValueError: `cells` is empty, names a cell twice, or contains a number outside 0 to 60.
    """
    return _explanation(_native.explain(board._game, bits_of(cells), checked_direction(direction)))


def explain_between(board: Board, first: int, last: int, direction: Direction | str) -> Explanation:
    """Explain the move of a line that is given by its two ends."""
    ends = checked_cell(first), checked_cell(last)
    return _explanation(_native.explain_between(board._game, *ends, checked_direction(direction)))


def explain_text(
    board: Board, text: str, dialect: Dialect | str | None = None, *, transposed: bool = False
) -> Explanation:
    """Explain the move that a text names, legal or not. The arguments are those of `Board.parse_move`.

    >>> explain_text(Board(), "e5e6").text()
    'There is no marble on e5. Choose one, two or three black marbles that touch in one line.'

    Raises:
        NotationError: the text does not name a move.
    """
    values = _native.explain_text(board._game, for_core(text), dialect_number(dialect), transposed)
    if len(values) == 2:
        raise move_error(*values, text)
    return _explanation(values)


def explain_outcome(board: Board) -> Explanation:
    """Explain how the game ended. There are no sentences while it continues.

    >>> board = Board()
    >>> outcome = board.resign()
    >>> explain_outcome(board).text()
    'White wins: Black has resigned.'
    """
    return Explanation(sentences_of(_native.explain_outcome(board._game)))


class TapProblem(StrEnum):
    """The reasons why a tap does not name a move."""

    GAP = "gap"
    """There are empty cells between the line and the marble."""
    NOT_IN_LINE = "not_in_line"
    """The marble is not on the axis of the line."""


_TAP_PROBLEMS = (None, *TapProblem)


@dataclass(frozen=True, slots=True)
class Tap:
    """The answer to a tap on an enemy marble while a line is selected."""

    problem: TapProblem | None
    """Why the tap does not name a move; None if it does."""
    explanation: Explanation
    """The explanation for the player. With a problem, nothing is played."""

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the move that the tap names."""
        return self.explanation.verdict

    @property
    def move(self) -> Move | None:
        """The move to play, or None."""
        return self.explanation.move if self.problem is None else None


def tap(board: Board, line: Iterable[int], cell: int) -> Tap:
    """Answer a tap on an enemy marble while a line of the player's marbles is selected.

    >>> board = Board.from_position("5/6/7/8/1SSS1ss2/8/7/6/5")
    >>> tap(board, [parse_cell(name) for name in ("e2", "e3", "e4")], parse_cell("e6")).problem
    <TapProblem.GAP: 'gap'>

    Raises:
        ValueError: `line` is not one to three marbles of the player to move in a line, or `cell` has no enemy marble.
            In teams some marbles of the line can be a partner's.
    """
    found = _native.tap(board._game, bits_of(line), checked_cell(cell))
    if found is None:
        raise ValueError("a tap needs a selected line of one to three own marbles, and an enemy marble")
    problem, values = found
    return Tap(_TAP_PROBLEMS[problem], _explanation(values))


def _seen(sentence: Sentence, orientation: int) -> Sentence:
    """Return the sentence for a rotated board."""
    parameters = dict(sentence.parameters)
    for name in ("direction", "directions"):
        value = parameters.get(name)
        if isinstance(value, tuple):
            parameters[name] = tuple(Direction((each - orientation) % len(Direction)) for each in value)
    return Sentence(sentence.message, parameters)


def _explanation(values: tuple[tuple[int, int, int, int, int, int] | None, str, int, int, str]) -> Explanation:
    verdict, text, cells, instead, figure = values
    return Explanation(
        sentences_of(text),
        cells_of(cells),
        figure or None,
        MOVES[instead] if instead >= 0 else None,
        None if verdict is None else verdict_of(verdict),
    )
