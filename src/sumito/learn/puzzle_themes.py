"""Find the themes of a puzzle from its solution. docs/learn.md has the definitions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sumito.core import Board, Color, Direction, Move, MoveKind, next_cell
from sumito.learn.formations import FormationKind, formations
from sumito.learn.puzzles import THEMES
from sumito.learn.solver import Goal, Task, attempt
from sumito.learn.threats import threats

_MOST: Final = 3  # the most marbles of a line that count
_SIDES: Final = tuple(Direction)


def themes_of(board: Board, task: Task, solutions: Iterable[Move]) -> tuple[str, ...]:
    """Return the themes of a puzzle with these solving first moves, in the order of THEMES."""
    moves = tuple(solutions)
    found = _of_gain(board, task, moves[0]) if task.goal is Goal.EJECT else _of_rescue(board, moves)
    found |= {theme for theme in ("quiet", "broadside", "edge") if all(_is(theme, board, move) for move in moves)}
    if any(_has_det(each, board.turn) for each in (board, *(_after(board, move) for move in moves))):
        found.add("det")
    return tuple(theme for theme in THEMES if theme in found)


def _is(theme: str, board: Board, move: Move) -> bool:
    if theme == "quiet":
        return not board.is_sumito(move)
    if theme == "broadside":
        return move.kind is MoveKind.BROADSIDE
    return all(_is_edge(cell) for cell in (*move.cells, *move.targets))


def _is_edge(cell: int) -> bool:
    return any(next_cell(cell, direction) is None for direction in _SIDES)


def _has_det(board: Board, color: Color) -> bool:
    return any(each.kind is FormationKind.DET and each.color is color for each in formations(board))


def _after(board: Board, move: Move) -> Board:
    after = board.copy()
    after.play(move)
    return after


def _odds(move: Move, pushed: Sequence[int]) -> str:
    """Return the theme for the odds of a push."""
    return f"sumito_{len(move.cells)}{len(pushed)}"


def _of_gain(board: Board, task: Task, first: Move) -> set[str]:
    found = set()
    player, now = board.turn, board.copy()
    for move in (first, *attempt(board, task, first).variation):
        if now.turn is not player:
            found |= {"sacrifice"} if now.is_ejection(move) else set()
        elif now.is_ejection(move):
            found.add(_odds(move, now.pushed(move)))
        elif _breaks_pac(now, move):
            found.add("broken_pac")
        now.play(move)
    if len(threats(_after(board, first)).endangered) > 1:
        found.add("double_threat")
    return found


def _of_rescue(board: Board, solutions: Sequence[Move]) -> set[str]:
    hanging = threats(board)
    dangers = [push for push in hanging.pushes if push.ejected in hanging.endangered]
    found = {_odds(move, push.pushed) for push in dangers for move in push.moves}
    if len(hanging.endangered) > 1:
        found.add("double_threat")
    if any(set(hanging.endangered) & set(move.cells) for move in solutions):
        found.add("escape")
    if any(board.is_sumito(move) for move in solutions):
        found.add("counterattack")
    return found


def _run(board: Board, cell: int | None, direction: Direction, color: Color) -> tuple[int, int | None]:
    """Return the number of marbles of a colour in a row from a cell on, and the cell after them."""
    count = 0
    while cell is not None and board[cell] is color:
        count += 1
        cell = next_cell(cell, direction)
    return count, cell


def _facing(board: Board, meeting: int, direction: Direction, own: Color, enemy: Color) -> tuple[int, int]:
    """Return the strengths of a line that begins at a cell, and of the enemies that it faces in a direction."""
    standing = _run(board, meeting, direction, own)[0]
    enemies = _run(board, next_cell(meeting, direction.opposite), direction.opposite, enemy)[0]
    return min(standing, _MOST), min(enemies, _MOST)


def _breaks_pac(board: Board, move: Move) -> bool:
    """Return whether a push removes an enemy from a pac on another axis, so that the enemy is weaker there."""
    own, after = board.turn, _after(board, move)
    enemy = after.turn
    for cell in board.pushed(move):
        for direction in _SIDES:
            _, meeting = _run(board, cell, direction, enemy)
            aside = direction not in (move.direction, move.direction.opposite)
            if aside and meeting is not None and board[meeting] is own:
                standing, enemies = _facing(board, meeting, direction, own, enemy)
                standing_after, enemies_after = _facing(after, meeting, direction, own, enemy)
                if standing == enemies > 1 and standing_after > enemies_after:
                    return True
    return False
