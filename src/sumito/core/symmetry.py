"""The twelve symmetries of the board."""

from __future__ import annotations

from typing import Final, final

from sumito import _native
from sumito.core.cells import Direction, checked_cell, checked_direction
from sumito.core.move import MOVES, Move


@final
class Symmetry:
    """A rotation of the board, or a reflection followed by a rotation.

    Numbers 0 to 5 rotate it counter-clockwise by `number` times 60 degrees. Numbers 6 to 11 first reflect it in the
    middle row, then rotate it by `number - 6` times 60 degrees. `board.transformed(symmetry)` transforms a board.

    >>> SYMMETRIES[1].direction(Direction.E)
    <Direction.NE: 1>
    """

    __slots__ = ("number",)

    number: int
    """0 to 11."""

    def __init__(self, number: int) -> None:
        if type(number) is not int or not 0 <= number < 12:
            raise ValueError(f"no such symmetry: {number!r} (0 to 11)")
        object.__setattr__(self, "number", number)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"symmetries are shared and cannot be changed: {name}")

    def __reduce__(self) -> tuple[type[Symmetry], tuple[int]]:
        return Symmetry, (self.number,)

    def cell(self, cell: int) -> int:
        """Return the image of a cell.

        Raises:
            TypeError: `cell` is not an integer, for instance a name.
            ValueError: `cell` is not in 0 to 60.
        """
        return _native.image_of_cell(self.number, checked_cell(cell))

    def direction(self, direction: Direction | str) -> Direction:
        """Return the image of a direction."""
        return Direction(_native.image_of_direction(self.number, checked_direction(direction)))

    def move(self, move: Move) -> Move:
        """Return the image of a move."""
        if not isinstance(move, Move):
            raise TypeError(f"expected a Move, not {move!r}; board.parse_move(text) gives one")
        return MOVES[_native.image_of_move(self.number, move.number)]

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        return SYMMETRIES[_native.inverse(self.number)]

    def then(self, other: Symmetry) -> Symmetry:
        """Return the symmetry that applies this one first and then the other."""
        return SYMMETRIES[_native.composed(self.number, checked_symmetry(other).number)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Symmetry) and self.number == other.number

    def __hash__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"Symmetry({self.number})"


SYMMETRIES: Final = tuple(map(Symmetry, range(12)))
"""All twelve symmetries. The first one is the identity."""


def checked_symmetry(symmetry: Symmetry) -> Symmetry:
    """Return the symmetry itself.

    Raises:
        TypeError: it is something else, for instance a number.
    """
    if not isinstance(symmetry, Symmetry):
        raise TypeError(f"expected a Symmetry such as SYMMETRIES[3], not {symmetry!r}")
    return symmetry
