"""Draw the board as plain text, and parse such diagrams."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sumito.core.cells import BLACK, ORDER_OF_PLAY, ROWS, WHITE, Color
from sumito.core.errors import NotationError

SYMBOLS = dict(zip(ORDER_OF_PLAY, "XBORYG", strict=True))
EMPTY = "."

_COLORS = {symbol: color for color, symbol in SYMBOLS.items()}


def _first_number(row: int) -> int:
    return max(1, row - 3)


def _width(row: int) -> int:
    return 9 - abs(row - 4)


def _first_cell(row: int) -> int:
    return sum(map(_width, range(row)))


def draw_text(marbles: Mapping[Color, Iterable[int]]) -> str:
    """Draw the board with its coordinates in ten lines.

    >>> print(draw_text({BLACK: [30], WHITE: [31]}))
          i . . . . .
         h . . . . . .
        g . . . . . . .
       f . . . . . . . .
      e . . . . X O . . .
       d . . . . . . . . 9
        c . . . . . . . 8
         b . . . . . . 7
          a . . . . . 6
             1 2 3 4 5
    """
    shown = {cell: SYMBOLS[color] for color, cells in marbles.items() for cell in cells}
    lines = []
    for row in range(8, -1, -1):
        first = _first_cell(row)
        line = [ROWS[row], *(shown.get(cell, EMPTY) for cell in range(first, first + _width(row)))]
        if row < 4:
            line.append(str(row + 6))
        lines.append(" " * (2 + abs(row - 4)) + " ".join(line))
    lines.append(" " * 9 + "1 2 3 4 5")
    return "\n".join(lines)


def read_text(text: str) -> dict[Color, tuple[int, ...]]:
    """Parse a diagram: nine rows, row i first, with or without coordinates. Return the cells of each player.

    Black and White are always players, the others if they have marbles.

    Raises:
        NotationError: there are not nine rows, a row has the wrong width, or a symbol is unknown.
    """
    found: dict[Color, list[int]] = {color: [] for color in SYMBOLS}
    rows = [line for line in text.splitlines() if any(c in _COLORS or c == EMPTY for c in line.upper())]
    if len(rows) != 9:
        code = "too_few_rows" if len(rows) < 9 else "too_many_rows"
        raise NotationError(f"a diagram has nine rows, not {len(rows)}", text, 1, code)
    for row, line in zip(range(8, -1, -1), rows, strict=True):
        symbols = [(column, c.upper()) for column, c in enumerate(line, 1) if not c.isspace()]
        if symbols and symbols[-1][1].isdigit():
            del symbols[-1]
        # The letters of rows b and g are those of blue and green marbles too.
        label = ROWS[row].upper()
        if symbols and symbols[0][1] == label and (label not in _COLORS or len(symbols) > _width(row)):
            del symbols[0]
        if len(symbols) != _width(row):
            code = "row_too_short" if len(symbols) < _width(row) else "row_too_long"
            raise NotationError(f"row {ROWS[row]} has {_width(row)} cells, not {len(symbols)}", line, 1, code)
        for cell, (column, symbol) in enumerate(symbols, _first_cell(row)):
            if symbol in _COLORS:
                found[_COLORS[symbol]].append(cell)
            elif symbol != EMPTY:
                raise NotationError("expected X, O, B, R, Y, G or a dot", line, column, "bad_character")
    return {color: tuple(cells) for color, cells in found.items() if cells or color in (BLACK, WHITE)}
