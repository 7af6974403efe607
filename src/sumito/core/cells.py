"""Cells, directions and colours: the nouns that everything else is made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, IntEnum
from operator import index

from sumito import _native
from sumito.core.errors import NotationError


class Color(Enum):
    """A player's marbles. Black moves first.

    >>> Color.BLACK
    <Color.BLACK: 'black'>
    """

    BLACK = "black"
    WHITE = "white"

    def __str__(self) -> str:
        return self.value


BLACK = Color.BLACK
"""Black, who moves first."""
WHITE = Color.WHITE
"""White."""


class Direction(IntEnum):
    """One of the six ways, each towards a corner of the board.

    >>> Direction.NE.opposite
    <Direction.SW: 4>
    """

    E = 0
    NE = 1
    NW = 2
    W = 3
    SW = 4
    SE = 5

    @classmethod
    def _missing_(cls, value: object) -> Direction:
        hint = f": Direction.E, or parse_direction({value!r})" if isinstance(value, str) else ""
        raise ValueError(f"{value!r} is not a valid Direction{hint}")

    @property
    def opposite(self) -> Direction:
        """The way back."""
        return Direction((self + 3) % 6)

    def turned(self, sixths: int) -> Direction:
        """The direction that is so many times 60 degrees counter-clockwise of this one."""
        return Direction((self + sixths) % 6)


ROWS = "abcdefghi"
CELLS = range(61)
"""Every cell: a1 is 0, i9 is 60, row by row."""

_NAMES = tuple(
    f"{letter}{number}" for row, letter in enumerate(ROWS) for number in range(1, 10) if abs(number - 1 - row) <= 4
)
_CELLS = {name: cell for cell, name in enumerate(_NAMES)}


def checked_cell(cell: int) -> int:
    """The cell itself, if it is one; whole numbers of other libraries are taken too.

    Raises:
        TypeError: not a whole number, for instance a name.
        ValueError: there is no such cell.
    """
    try:
        number = index(cell)
    except TypeError:
        raise TypeError(f"a cell is a number from 0 (a1) to 60 (i9), not {cell!r}; parse_cell reads names") from None
    if not 0 <= number < 61:
        raise ValueError(f"no such cell: {cell!r} (0 is a1, 60 is i9)")
    return number


def cell_name(cell: int) -> str:
    """The name of a cell.

    >>> cell_name(0), cell_name(30)
    ('a1', 'e5')

    Raises:
        ValueError: there is no such cell.
    """
    return _NAMES[checked_cell(cell)]


def parse_cell(text: str) -> int:
    """The cell with this name; the letter may be upper case.

    >>> parse_cell("e5")
    30

    Raises:
        NotationError: no cell has this name.
    """
    cell = _CELLS.get(text.lower() if text.isascii() else "")
    if cell is None:
        raise NotationError("no such cell", text, 1)
    return cell


def parse_direction(text: str) -> Direction:
    """The direction with this name, in any case.

    >>> parse_direction("ne")
    <Direction.NE: 1>

    Raises:
        NotationError: no direction has this name.
    """
    try:
        return Direction[text.upper() if text.isascii() else ""]
    except KeyError:
        raise NotationError("no such direction (E, NE, NW, W, SW or SE)", text, 1) from None


def next_cell(cell: int, direction: Direction) -> int | None:
    """The neighbour of a cell, None where the board ends.

    >>> next_cell(parse_cell("e5"), Direction.E) == parse_cell("e6")
    True
    """
    found = _native.next_cell(checked_cell(cell), Direction(direction))
    return None if found < 0 else found


def cells_of(bits: int) -> tuple[int, ...]:
    """The cells of a set that the core hands out, in order."""
    return tuple(_each(bits))


def _each(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def bits_of(cells: Iterable[int]) -> int:
    """A set of cells as the core takes it.

    Raises:
        ValueError: no cells, a cell twice, or a number that is no cell.
    """
    bits = 0
    for cell in map(checked_cell, cells):
        if bits >> cell & 1:
            raise ValueError(f"cell named twice: {cell_name(cell)}")
        bits |= 1 << cell
    if not bits:
        raise ValueError("no cells named")
    return bits
