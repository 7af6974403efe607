"""The errors of the library. Each has a built-in base class, and its message names the input."""

from __future__ import annotations

from enum import Flag, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sumito.core.move import Move
    from sumito.core.outcome import Outcome
    from sumito.core.verdict import Verdict


_SHOWN = 120  # the longest text that a message quotes; `NotationError.text` has all of it


class SumitoError(Exception):
    """The base class of all errors of the library."""


class NotationError(SumitoError, ValueError):
    """A text is malformed.

    Attributes:
        code: the kind of fault, such as `bad_character`; programs compare this, never the message.
        problem: the fault in English.
        text: the text that was read.
        column: the place of the fault, counted from 1.
    """

    def __init__(self, problem: str, text: str, column: int, code: str = "malformed") -> None:
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
        super().__init__(f"{problem}: {shown!r}, column {column}")
        self.code = code
        self.problem = problem
        self.text = text
        self.column = column

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, str, int, str]]:
        return type(self), (self.problem, self.text, self.column, self.code)


class PositionProblem(Flag):
    """Reasons why a position cannot be played. Several can apply at once."""

    # The first three are those of the core.
    NO_MARBLES = auto()
    SCORE_TOO_HIGH = auto()
    TWO_WINNERS = auto()
    OVERLAP = auto()
    UNEQUAL = auto()


class PositionError(SumitoError, ValueError):
    """A position cannot be played. `problems` has the reasons."""

    def __init__(self, message: str, problems: PositionProblem) -> None:
        super().__init__(message)
        self.problems = problems

    def __reduce__(self) -> tuple[type[PositionError], tuple[str, PositionProblem]]:
        return type(self), (str(self), self.problems)


class IllegalMoveError(SumitoError, ValueError):
    """A move is illegal. `verdict` has the reason."""

    def __init__(self, message: str, verdict: Verdict) -> None:
        super().__init__(message)
        self.verdict = verdict

    @property
    def move(self) -> Move | None:
        """The illegal move; None if the cells and the direction do not make a move."""
        return self.verdict.move

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.verdict)


class GameOverError(IllegalMoveError):
    """The game is over. `outcome` says how it ended."""

    def __init__(self, message: str, verdict: Verdict, outcome: Outcome) -> None:
        super().__init__(message, verdict)
        self.outcome = outcome

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.verdict, self.outcome)
