"""Cells, directions and colours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from operator import index

from sumito import _native
from sumito.core.choice import Choice, listed
from sumito.core.errors import NotationError


class Color(Choice):
    """The colour of a player's marbles. Black moves first, and the others belong to games of more than two players.

    >>> Color.BLACK
    <Color.BLACK: 'black'>
    """

    BLACK = "black"
    WHITE = "white"
    BLUE = "blue"
    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"


COLORS = tuple(Color)  # by the numbers of the core
# In the shipped layouts.
ORDER_OF_PLAY = (Color.BLACK, Color.BLUE, Color.WHITE, Color.RED, Color.YELLOW, Color.GREEN)
BLACK = Color.BLACK
"""Black, who moves first."""
WHITE = Color.WHITE
"""White."""


class Direction(IntEnum):
    """One of the six directions, each towards a corner of the board. Functions that take one also take its name.

    >>> Direction.NE.opposite
    <Direction.SW: 4>
    >>> Direction("ne")
    <Direction.NE: 1>
    """

    E = 0
    NE = 1
    NW = 2
    W = 3
    SW = 4
    SE = 5

    @classmethod
    def _missing_(cls, value: object) -> Direction:
        if isinstance(value, str) and value.isascii() and value.upper() in cls.__members__:
            return cls[value.upper()]
        raise ValueError(f"{value!r} is not a Direction: use {listed(cls.__members__)}, or 0 to 5")

    @property
    def opposite(self) -> Direction:
        """The opposite direction."""
        return Direction((self + 3) % 6)

    def turned(self, sixths: int) -> Direction:
        """Return this direction, rotated counter-clockwise by `sixths` times 60 degrees."""
        return Direction((self + sixths) % 6)


ROWS = "abcdefghi"
CELLS = range(61)
"""Every cell, row by row: a1 is 0, i9 is 60."""

_NAMES = tuple(
    f"{letter}{number}" for row, letter in enumerate(ROWS) for number in range(1, 10) if abs(number - 1 - row) <= 4
)
_CELLS = {name: cell for cell, name in enumerate(_NAMES)}


def checked_cell(cell: int) -> int:
    """Return the cell as an int. Integer types of other libraries are accepted.

    Raises:
        TypeError: `cell` is not an integer, for instance a name.
        ValueError: `cell` is not in 0 to 60.
    """
    try:
        number = index(cell)
    except TypeError:
        raise TypeError(f"a cell is a number from 0 (a1) to 60 (i9), not {cell!r}; use parse_cell for names") from None
    if not 0 <= number < 61:
        raise ValueError(f"no such cell: {cell!r} (0 is a1, 60 is i9)")
    return number


def checked_direction(direction: Direction | str) -> Direction:
    """Return the direction for a `Direction`, its number, or its name.

    Raises:
        ValueError: there is no such direction.
    """
    return Direction(direction)  # type: ignore[arg-type]  # `_missing_` reads names


def cell_name(cell: int) -> str:
    """Return the name of a cell.

    >>> cell_name(0), cell_name(30)
    ('a1', 'e5')

    Raises:
        ValueError: `cell` is not in 0 to 60.
    """
    return _NAMES[checked_cell(cell)]


def parse_cell(text: str) -> int:
    """Parse the name of a cell. The letter can be upper or lower case.

    >>> parse_cell("e5")
    30

    Raises:
        NotationError: no cell has this name.
    """
    if not isinstance(text, str):
        raise TypeError(f"expected the name of a cell, not {text!r}")
    cell = _CELLS.get(text.lower() if text.isascii() else "")
    if cell is None:
        raise NotationError("no such cell", text, 1, "bad_cell")
    return cell


def parse_direction(text: str) -> Direction:
    """Parse the name of a direction, in upper or lower case.

    >>> parse_direction("ne")
    <Direction.NE: 1>

    Raises:
        NotationError: no direction has this name.
    """
    if not isinstance(text, str):
        raise TypeError(f"expected the name of a direction, not {text!r}")
    try:
        return Direction[text.upper() if text.isascii() else ""]
    except KeyError:
        raise NotationError(f"no such direction ({listed(Direction.__members__)})", text, 1, "bad_direction") from None


def next_cell(cell: int, direction: Direction | str) -> int | None:
    """Return the neighbour of a cell, or None at the edge of the board.

    >>> next_cell(parse_cell("e5"), Direction.E) == parse_cell("e6")
    True
    """
    found = _native.next_cell(checked_cell(cell), checked_direction(direction))
    return None if found < 0 else found


def cells_of(bits: int) -> tuple[int, ...]:
    """Return the cells of a bit set of the core, in ascending order."""
    return tuple(_each(bits))


def _each(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def bits_of(cells: Iterable[int]) -> int:
    """Return the bit set of the core for these cells.

    Raises:
        ValueError: `cells` is empty, names a cell twice, or contains a number outside 0 to 60.
    """
    bits = 0
    for cell in map(checked_cell, cells):
        if bits >> cell & 1:
            raise ValueError(f"cell named twice: {cell_name(cell)}")
        bits |= 1 << cell
    if not bits:
        raise ValueError("no cells named")
    return bits
