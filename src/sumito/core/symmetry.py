"""The twelve symmetries of the board."""

from __future__ import annotations

from typing import Final, final

from sumito import _native
from sumito.core.cells import Direction
from sumito.core.move import MOVES, Move


@final
class Symmetry:
    """A turn or a mirror image of the board.

    Numbers 0 to 5 turn it counter-clockwise by so many times 60 degrees; 6 to 11 mirror it in the row through the
    centre first and then turn it. Boards are transformed with `board.transformed(symmetry)`.

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
        """Where a cell goes."""
        return _native.image_of_cell(self.number, cell)

    def direction(self, direction: Direction) -> Direction:
        """What a direction becomes."""
        return Direction(_native.image_of_direction(self.number, direction))

    def move(self, move: Move) -> Move:
        """What a move becomes."""
        return MOVES[_native.image_of_move(self.number, move.number)]

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        return SYMMETRIES[_native.inverse(self.number)]

    def then(self, other: Symmetry) -> Symmetry:
        """First this symmetry, then the other."""
        return SYMMETRIES[_native.composed(self.number, other.number)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Symmetry) and self.number == other.number

    def __hash__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"Symmetry({self.number})"


SYMMETRIES: Final = tuple(map(Symmetry, range(12)))
"""All twelve; the first one changes nothing."""
