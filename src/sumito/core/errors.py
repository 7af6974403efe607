"""The errors of the library: few, each with a built-in base, the input and the place in the message."""

from __future__ import annotations

from enum import Flag, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sumito.core.move import Move
    from sumito.core.outcome import Outcome
    from sumito.core.verdict import Verdict


_SHOWN = 120  # characters of a text that a message repeats; the error holds all of it


class SumitoError(Exception):
    """The base of every error that the library raises on purpose."""


class NotationError(SumitoError, ValueError):
    """A text is not well formed.

    Attributes:
        text: the text that was read.
        column: where it goes wrong, counted from 1.
    """

    def __init__(self, problem: str, text: str, column: int) -> None:
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
        super().__init__(f"{problem}: {shown!r}, column {column}")
        self.problem = problem
        self.text = text
        self.column = column

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, str, int]]:
        return type(self), (self.problem, self.text, self.column)


class PositionProblem(Flag):
    """What can be wrong with marbles and scores; several may hold at once."""

    NO_MARBLES = auto()
    OVERLAP = auto()
    UNEQUAL = auto()
    SCORE_TOO_HIGH = auto()
    TWO_WINNERS = auto()


class PositionError(SumitoError, ValueError):
    """Marbles cannot stand so, or scores cannot be so. `problems` says in which ways."""

    def __init__(self, message: str, problems: PositionProblem) -> None:
        super().__init__(message)
        self.problems = problems

    def __reduce__(self) -> tuple[type[PositionError], tuple[str, PositionProblem]]:
        return type(self), (str(self), self.problems)


class IllegalMoveError(SumitoError, ValueError):
    """The rules forbid a move. `verdict` says why, `move` is the move where the request names one at all."""

    def __init__(self, message: str, verdict: Verdict) -> None:
        super().__init__(message)
        self.verdict = verdict

    @property
    def move(self) -> Move | None:
        """The move that was refused; None where the cells and the direction make no move."""
        return self.verdict.move

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.verdict)


class GameOverError(IllegalMoveError):
    """The game has ended. `outcome` says how."""

    def __init__(self, message: str, verdict: Verdict, outcome: Outcome) -> None:
        super().__init__(message, verdict)
        self.outcome = outcome

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.verdict, self.outcome)
