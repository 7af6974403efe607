"""Solve tasks of puzzles by exhaustive search, without an evaluation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sumito import _native
from sumito.core import MOVES, Board, Move, SumitoError
from sumito.core.choice import Choice
from sumito.core.native_game import game_of_two

MOST_MOVES: Final = _native.MOST_TASK_MOVES
NODES: Final = 20_000_000
"""The default limit of nodes for a call. It takes a few seconds."""


class NotProvedError(SumitoError, RuntimeError):
    """The limit of nodes was not enough for a proof."""


class Goal(Choice):
    """The goals of the player to move."""

    EJECT = "eject"
    """Gain marbles within a number of own moves, against any defence."""
    SAVE = "save"
    """Find a move after which the opponent cannot gain a marble within a number of moves."""


_GOALS: Final = tuple(Goal)


@dataclass(frozen=True, slots=True)
class Task:
    """The task of a puzzle.

    The gain is the number of marbles ejected, minus the marbles lost, since the task began. It counts after each move
    of the player who gains. Winning the game by ejection is always enough. Leaving the opponent without a legal move
    is not a gain. Repetition and caps on plies are ignored.

    >>> Task(Goal.EJECT, moves=2)
    Task(goal=<Goal.EJECT: 'eject'>, moves=2, marbles=1)
    """

    goal: Goal
    moves: int
    """The number of moves of the player who gains: 1 to 6."""
    marbles: int = 1
    """The number of marbles to gain: 1 to 3. It is 1 for a task to save."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "goal", Goal(self.goal))
        most = 3 if self.goal is Goal.EJECT else 1
        for name, value, end in (("moves", self.moves, MOST_MOVES), ("marbles", self.marbles, most)):
            if type(value) is not int or not 1 <= value <= end:
                raise ValueError(f"{name} must be a whole number from 1 to {end}, not {value!r}")

    def _values(self) -> tuple[int, int, int]:
        return _GOALS.index(self.goal), self.marbles, self.moves


@dataclass(frozen=True, slots=True)
class Attempt:
    """The judgement of a try."""

    solves: bool
    """Whether the move solves the task, or still leads to its solution."""
    variation: tuple[Move, ...]
    """The moves that follow.

    To eject, after a solving move: the longest defence, up to the last ejection. To eject, after another move: a reply
    that makes the task impossible; empty if no move is left. To save, after a solving move: empty. To save, after
    another move: the moves that lose the marble.
    """
    task: Task | None
    """The rest of the task after a solving move and the first reply; None if the task is done."""

    @property
    def solved(self) -> bool:
        """Whether the task is done."""
        return self.solves and self.task is None


def _checked(nodes: int) -> int:
    if type(nodes) is not int or not 0 <= nodes < 2**63:
        raise ValueError(f"nodes must be a whole number from 0 to 2**63 - 1, not {nodes!r}")
    return nodes


def solve(board: Board, task: Task, *, nodes: int = NODES) -> tuple[Move, ...]:
    """Return every solving first move; empty if the game is over.

    >>> board = Board.from_position("5/6/7/8/6SSs/8/7/6/ss3 0 0 b 0 1")
    >>> [board.format_move(move) for move in solve(board, Task(Goal.EJECT, moves=1))]
    ['e7e8']

    Raises:
        NotProvedError: `nodes` is not enough for a proof.
        ValueError: `nodes` is out of range.
    """
    nodes = _checked(nodes)
    if board.outcome is not None:
        return ()
    proved, numbers = _native.solve(game_of_two(board), *task._values(), nodes)
    if not proved:
        raise NotProvedError(f"not proved within {nodes} nodes: {board.position()}")
    return tuple(MOVES[number] for number in sorted(numbers))


def attempt(board: Board, task: Task, move: Move | str, *, nodes: int = NODES) -> Attempt:
    """Judge a legal move for the task.

    Raises:
        IllegalMoveError: the move is illegal.
        NotationError: the text does not name a move.
        NotProvedError: `nodes` is not enough for a proof.
        ValueError: `nodes` is out of range.
    """
    nodes = _checked(nodes)
    move = board.parse_move(board.format_move(move))  # raises if the move is illegal
    proved, solves, marbles, numbers = _native.attempt(game_of_two(board), *task._values(), nodes, move.number)
    if not proved:
        raise NotProvedError(f"not proved within {nodes} nodes: {board.position()}")
    left = Task(task.goal, task.moves - 1, marbles) if solves and marbles else None
    return Attempt(solves, tuple(MOVES[number] for number in numbers), left)
