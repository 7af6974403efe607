"""Moves: a line of cells and a direction, independent of any position."""

from __future__ import annotations

from collections.abc import Iterable
from functools import total_ordering
from typing import Final, final

from sumito import _native
from sumito.core.cells import Direction, bits_of, cell_name, checked_direction
from sumito.core.choice import Choice


class MoveKind(Choice):
    """Whether a line moves along its axis or across it. The move of a single marble counts as in line."""

    IN_LINE = "in_line"
    BROADSIDE = "broadside"


@final
@total_ordering
class Move:
    """One of the 1,734 possible moves. Each is a single shared object, so `is` compares them.

    >>> Move.of([parse_cell("c3"), parse_cell("c4")], Direction.NE)
    Move.of((13, 14), Direction.NE)

    The effect of a move depends on the board: `board.sumito_odds(move)`, `board.pushed(move)`,
    `board.is_ejection(move)`.
    """

    __slots__ = ("cells", "direction", "kind", "number")

    number: int
    """A stable index from 0 to 1733."""
    cells: tuple[int, ...]
    """The line, from tail to head. In line, the head goes first. Broadside, the tail is the lowest cell."""
    direction: Direction
    """The direction of the move."""
    kind: MoveKind
    """In line or broadside."""

    def __init__(self) -> None:
        raise TypeError("moves are shared: use Move.of(cells, direction)")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"moves are shared and cannot be changed: {name}")

    @staticmethod
    def of(cells: Iterable[int], direction: Direction | str) -> Move:
        """Return the move of these cells, given in any order.

        Raises:
            ValueError: the cells are not a line of one to three, or a marble would leave the board.
        """
        named = tuple(cells)
        direction = checked_direction(direction)
        number = _native.move_number(bits_of(named), direction)
        if number < 0:
            names = " ".join(map(cell_name, named))
            raise ValueError(f"no such move: {names} to {direction.name}")
        return MOVES[number]

    @property
    def tail(self) -> int:
        """The first cell of the line."""
        return self.cells[0]

    @property
    def head(self) -> int:
        """The last cell of the line. In line, it goes first."""
        return self.cells[-1]

    @property
    def targets(self) -> tuple[int, ...]:
        """The cells where the marbles land, in the order of `cells`."""
        return tuple(_native.next_cell(cell, self.direction) for cell in self.cells)

    def __lt__(self, other: Move) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self.number < other.number

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return self is other

    def __repr__(self) -> str:
        return f"Move.of({self.cells}, Direction.{self.direction.name})"

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return _move, (self.number,)

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: object) -> Move:
        return self


def _move(number: int) -> Move:
    return MOVES[number]


def _all_moves() -> tuple[Move, ...]:
    directions = tuple(Direction)
    moves = []
    for number, (cells, direction, in_line) in enumerate(_native.move_table()):
        move = object.__new__(Move)
        kind = MoveKind.IN_LINE if in_line else MoveKind.BROADSIDE
        for name, value in zip(Move.__slots__, (tuple(cells), directions[direction], kind, number), strict=True):
            object.__setattr__(move, name, value)
        moves.append(move)
    return tuple(moves)


MOVES: Final = _all_moves()
"""Every move, by number."""

_native.use_moves(MOVES)
