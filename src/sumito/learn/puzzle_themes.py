"""Find the themes of a puzzle from its solution. docs/learn.md has the definitions."""

from __future__ import annotations

from collections.abc import Iterable

from sumito import _native
from sumito.core import MOVES, Board, Move
from sumito.core.native_game import game_of_two
from sumito.learn.puzzles import THEMES
from sumito.learn.solver import Goal, Task, attempt


def themes_of(board: Board, task: Task, solutions: Iterable[Move]) -> tuple[str, ...]:
    """Return the themes of a puzzle with these solving first moves, in the order of THEMES.

    Raises:
        ValueError: there are no solutions, or one of them is not legal.
    """
    numbers = [move.number for move in solutions]
    variation = attempt(board, task, MOVES[numbers[0]]).variation if numbers and task.goal is Goal.EJECT else ()
    goal = tuple(Goal).index(task.goal)
    bits = _native.puzzle_themes(game_of_two(board), goal, numbers, [move.number for move in variation])
    return tuple(theme for i, theme in enumerate(THEMES) if bits >> i & 1)
