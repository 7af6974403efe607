"""What a puzzle is about, told from its solution. docs/learn.md has the definitions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sumito.core import Board, Color, Direction, Move, MoveKind, next_cell
from sumito.learn.puzzles import THEMES
from sumito.learn.solver import Goal, Task, attempt

_MOST: Final = 3  # marbles that count in a line
_AXES: Final = (Direction.E, Direction.NE, Direction.NW)
_SIDES: Final = tuple(Direction)


def themes_of(board: Board, task: Task, sound: Iterable[Move]) -> tuple[str, ...]:
    """The themes of a puzzle with these sound first moves, in the order of THEMES."""
    moves = tuple(sound)
    found = _of_gain(board, task, moves[0]) if task.goal is Goal.EJECT else _of_rescue(board, moves)
    found |= {theme for theme in ("quiet", "broadside", "edge") if all(_is(theme, board, move) for move in moves)}
    if _dets(board, board.turn) or any(_dets(_after(board, move), board.turn) for move in moves):
        found.add("det")
    return tuple(theme for theme in THEMES if theme in found)


def threats(board: Board) -> list[Move]:
    """The ejections that the player who is not to move could play if the other one passed."""
    rows, black, white, turn = board.position().split()[:4]
    passed = Board.from_position(f"{rows} {black} {white} {'w' if turn == 'b' else 'b'}", rules=board.rules)
    return [move for move in passed.legal_moves if passed.is_ejection(move)]


def falling(move: Move) -> int:
    """The cell of the marble that an ejection throws off the board."""
    cell: int | None = move.head
    last = move.head
    while cell is not None:
        last, cell = cell, next_cell(cell, move.direction)
    return last


def _is(theme: str, board: Board, move: Move) -> bool:
    if theme == "quiet":
        return not board.is_sumito(move)
    if theme == "broadside":
        return move.kind is MoveKind.BROADSIDE
    reached = [next_cell(cell, move.direction) for cell in move.cells]
    return all(_is_edge(cell) for cell in (*move.cells, *reached))


def _is_edge(cell: int | None) -> bool:
    return cell is not None and any(next_cell(cell, direction) is None for direction in _SIDES)


def _after(board: Board, move: Move) -> Board:
    after = board.copy()
    after.play(move)
    return after


def _odds(board: Board, move: Move) -> str:
    """The name of the sumito that a push of either player is."""
    enemies = 0
    cell = next_cell(move.head, move.direction)
    while cell is not None and board[cell] is not None:
        enemies += 1
        cell = next_cell(cell, move.direction)
    return f"sumito_{len(move.cells)}{enemies}"


def _of_gain(board: Board, task: Task, first: Move) -> set[str]:
    found = set()
    player, now = board.turn, board.copy()
    line = (first, *attempt(board, task, first).line)
    for move in line:
        if now.turn is not player:
            found |= {"sacrifice"} if now.is_ejection(move) else set()
        elif now.is_ejection(move):
            found.add(_odds(now, move))
        elif _breaks_pac(now, move):
            found.add("broken_pac")
        now.play(move)
    after = _after(board, first)
    if len({falling(move) for move in threats(after)}) > 1:
        found.add("double_threat")
    return found


def _of_rescue(board: Board, sound: tuple[Move, ...]) -> set[str]:
    dangers = threats(board)
    targets = {falling(move) for move in dangers}
    found = {_odds(board, move) for move in dangers}
    if len(targets) > 1:
        found.add("double_threat")
    if any(targets & set(move.cells) for move in sound):
        found.add("escape")
    if any(board.is_sumito(move) for move in sound):
        found.add("counterattack")
    return found


def _run(board: Board, cell: int | None, direction: Direction, color: Color) -> tuple[int, int | None]:
    """How many marbles of a colour stand in line from a cell on, and the cell after them."""
    count = 0
    while cell is not None and board[cell] is color:
        count += 1
        cell = next_cell(cell, direction)
    return count, cell


def _facing(board: Board, meeting: int, direction: Direction, own: Color, enemy: Color) -> tuple[int, int]:
    """The strength of a line that begins at a cell and goes on in a direction, and of the enemies that it faces."""
    standing = _run(board, meeting, direction, own)[0]
    enemies = _run(board, next_cell(meeting, direction.opposite), direction.opposite, enemy)[0]
    return min(standing, _MOST), min(enemies, _MOST)


def _breaks_pac(board: Board, move: Move) -> bool:
    """Whether a push takes an enemy out of a pac of two or three along another axis, and leaves it the weaker there."""
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


def _group(board: Board, cell: int) -> frozenset[int]:
    """The marbles that touch each other, of this one's colour."""
    color, todo, group = board[cell], [cell], {cell}
    while todo:
        here = todo.pop()
        near = {side for way in _SIDES if (side := next_cell(here, way)) is not None and board[side] is color}
        todo += near - group
        group |= near
    return frozenset(group)


def _dets(board: Board, color: Color) -> list[int]:
    """The dets of a player: single marbles with enemies of one group on both sides along at least two axes."""
    found = []
    for cell in board.marbles(color):
        sides = {way: next_cell(cell, way) for way in _SIDES}
        marbles = {way: side for way, side in sides.items() if side is not None and board[side] is not None}
        if any(board[side] is color for side in marbles.values()):
            continue
        held = [axis for axis in _AXES if axis in marbles and axis.opposite in marbles]
        if len(held) > 1 and len({_group(board, marbles[way]) for axis in held for way in (axis, axis.opposite)}) == 1:
            found.append(cell)
    return found
