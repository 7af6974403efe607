"""Tasks of puzzles, and their answers by exhaustive search: no evaluation, nothing left out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sumito import _native
from sumito.core import MOVES, Board, IllegalMoveError, Move, SumitoError

MOST_MOVES: Final = _native.MOST_TASK_MOVES
NODES: Final = 20_000_000
"""A call looks at no more than so many positions, if you do not say: a few seconds."""


class NotProvedError(SumitoError, RuntimeError):
    """The positions that a call may look at were not enough for a proof."""


class Goal(StrEnum):
    """What is asked of the player to move."""

    EJECT = "eject"
    """To gain marbles within so many own moves, whatever the other player does."""
    SAVE = "save"
    """A move after which the other player does not gain a marble within so many moves of his."""


_GOALS: Final = tuple(Goal)


@dataclass(frozen=True, slots=True)
class Task:
    """What a puzzle asks.

    A gain is counted right after a move of the player who wants it: marbles ejected less marbles lost since the task
    began. The last ejection of a game is gain enough; to leave the other player without a legal move is none.
    Repetition and caps do not count.

    >>> Task(Goal.EJECT, moves=2)
    Task(goal=<Goal.EJECT: 'eject'>, moves=2, marbles=1)
    """

    goal: Goal
    moves: int
    """How many moves the player who gains has: 1 to 6."""
    marbles: int = 1
    """How many are to be gained: 1 to 3; one is to be saved."""

    def __post_init__(self) -> None:
        most = 3 if Goal(self.goal) is Goal.EJECT else 1
        for name, value, end in (("moves", self.moves, MOST_MOVES), ("marbles", self.marbles, most)):
            if type(value) is not int or not 1 <= value <= end:
                raise ValueError(f"{name} is a whole number from 1 to {end}, not {value!r}")

    def _values(self) -> tuple[int, int, int]:
        return _GOALS.index(self.goal), self.marbles, self.moves


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a try is worth."""

    sound: bool
    """Whether the move does what the task asks, or keeps that within reach."""
    line: tuple[Move, ...]
    """What follows. After a sound move to eject: the most stubborn reply, and so on to the last ejection. After one
    that is not: a reply that makes the task impossible; none where no move is left anyway. After a sound move to save:
    nothing; after one that is not: how the marble is lost."""
    task: Task | None
    """What is still to be done after a sound move and the first reply; None where nothing is."""

    @property
    def solved(self) -> bool:
        """Whether nothing is left to do."""
        return self.sound and self.task is None


def _checked(nodes: int) -> int:
    if type(nodes) is not int or not 0 <= nodes < 2**63:
        raise ValueError(f"nodes is a whole number from 0 to 2**63 - 1, not {nodes!r}")
    return nodes


def solve(board: Board, task: Task, *, nodes: int = NODES) -> tuple[Move, ...]:
    """Every first move that does what the task asks; none once the game is over.

    >>> board = Board.from_position("5/6/7/8/6SSs/8/7/6/ss3 0 0 b 0 1")
    >>> [board.format_move(move) for move in solve(board, Task(Goal.EJECT, moves=1))]
    ['e7e8']

    Raises:
        NotProvedError: so many positions are not enough.
        ValueError: not a number of positions.
    """
    nodes = _checked(nodes)
    if board.outcome is not None:
        return ()
    proved, numbers = _native.solve(board._game, *task._values(), nodes)
    if not proved:
        raise NotProvedError(f"not proved within {nodes} nodes: {board.position()}")
    return tuple(MOVES[number] for number in sorted(numbers))


def attempt(board: Board, task: Task, move: Move, *, nodes: int = NODES) -> Attempt:
    """What a legal move is worth for the task.

    Raises:
        IllegalMoveError: the move is not legal.
        NotProvedError: so many positions are not enough.
        ValueError: not a number of positions.
    """
    nodes = _checked(nodes)
    if not board.is_legal(move):
        raise IllegalMoveError(f"not legal in {board.position()}: {move!r}", board.verdict(move.cells, move.direction))
    proved, sound, marbles, numbers = _native.attempt(board._game, *task._values(), nodes, move.number)
    if not proved:
        raise NotProvedError(f"not proved within {nodes} nodes: {board.position()}")
    left = Task(task.goal, task.moves - 1, marbles) if sound and marbles else None
    return Attempt(sound, tuple(MOVES[number] for number in numbers), left)
