"""Draw a board as text: rotated, with marked cells, in colour if the terminal has colours."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TextIO

from sumito.core import BLACK, CELLS, WHITE, Color, Direction, cell_name, next_cell
from sumito.core.diagram import SYMBOLS

if TYPE_CHECKING:
    from sumito.core import Board
    from sumito.learn.catalogue import Catalogue

_WOOD: Final = "48;5;94"  # a background on which both black and white stand out
_MARKED: Final = "48;5;137"
_INK: Final = {
    BLACK: "1;38;5;16",
    WHITE: "1;38;5;231",
    Color.BLUE: "1;38;5;27",
    Color.RED: "1;38;5;196",
    Color.YELLOW: "1;38;5;226",
    Color.GREEN: "1;38;5;46",
    None: "38;5;223",
}
_FAINT: Final = "2"
_COLORS: Final = 8  # the fewest of a terminal that has colours at all
_STEPS: Final = {  # the change of number and row
    Direction.E: (1, 0),
    Direction.NE: (1, 1),
    Direction.NW: (0, 1),
    Direction.W: (-1, 0),
    Direction.SW: (-1, -1),
    Direction.SE: (0, -1),
}
_MIDDLE: Final = 12  # the column of e5


@dataclass(frozen=True, slots=True)
class Look:
    """The symbols of a board, and whether it is drawn in colour. The symbols alone tell the players apart."""

    black: str = "X"
    white: str = "O"
    empty: str = "."
    colored: bool = False

    def symbol(self, color: Color | None) -> str:
        """Return the symbol of a marble, or of an empty cell."""
        return {**SYMBOLS, BLACK: self.black, WHITE: self.white}[color] if color else self.empty

    def row(self, *colors: Color | None) -> str:
        """Return marbles and empty cells side by side."""
        if not self.colored:
            return " ".join(map(self.symbol, colors))
        # They need the background of the board: without it a black marble would be invisible on a dark screen.
        painted = " ".join(f"\x1b[{_INK[color]}m{self.symbol(color)}\x1b[22m" for color in colors)
        return f"\x1b[0;{_WOOD}m {painted} \x1b[0m"

    def bold(self, text: str) -> str:
        """Return a text in bold, if there is colour."""
        return f"\x1b[1m{text}\x1b[0m" if self.colored else text


def look_for(out: TextIO) -> Look:
    """Return the look for a stream: colours and round marbles if it is a terminal that has them, else letters."""
    if not out.isatty() or os.environ.get("NO_COLOR") or not _has_colors(out):
        return Look()
    if (out.encoding or "").lower().replace("-", "") != "utf8":
        return Look(colored=True)
    return Look("\N{BLACK CIRCLE}", "\N{WHITE CIRCLE}", "\N{MIDDLE DOT}", colored=True)


def _has_colors(out: TextIO) -> bool:
    """Return whether a terminal has colours. One that the system does not know has them, unless it is dumb."""
    try:
        import curses
    except ImportError:  # some systems have no terminfo
        return os.environ.get("TERM") != "dumb"
    try:
        curses.setupterm(fd=out.fileno())
    except (OSError, curses.error):
        return os.environ.get("TERM") != "dumb"
    return curses.tigetnum("colors") >= _COLORS


def board_lines(
    board: Board,
    look: Look = Look(),  # noqa: B008 - a value that never changes
    *,
    orientation: int = 0,
    coordinates: bool = True,
    marks: Collection[int] = (),
) -> list[str]:
    """Return the lines of a board. Marked cells are in brackets, or on a lighter background if there is colour.

    `orientation` rotates the board clockwise in steps of 60 degrees. With two players, 3 puts White at the bottom.
    """
    page: dict[int, dict[int, tuple[str, str]]] = {}

    def put(place: tuple[int, int], step: tuple[int, int], text: str, style: str) -> tuple[int, int]:
        number, row = _rotated((place[0] + step[0], place[1] + step[1]), orientation)
        line, column = -row, _MIDDLE + 2 * number - row
        page.setdefault(line, {})[column] = (text, style)
        return line, column

    places: dict[tuple[int, int], int] = {}
    for cell in CELLS:
        name = cell_name(cell)
        place = (int(name[1]) - 5, ord(name[0]) - ord("e"))
        color = board[cell]
        places[put(place, (0, 0), look.symbol(color), f"{_MARKED if cell in marks else _WOOD};{_INK[color]}")] = cell
        for sign, way in ((name[0], Direction.W), (name[1], Direction.SE)):
            if coordinates and next_cell(cell, way) is None:
                put(place, _STEPS[way], sign, _FAINT)
    for (line, column), cell in places.items():
        # The column between two cells has the background of the board, or a bracket.
        for side, bracket in ((-1, "["), (1, "]")):
            near = places.get((line, column + 2 * side))
            if cell in marks:
                text = " " if look.colored or near in marks else bracket
                page[line][column + side] = (text, _MARKED)
            elif near not in marks:
                page[line][column + side] = (" ", _WOOD)
    return [_joined(page[line], look.colored) for line in sorted(page)]


def legend(board: Board, look: Look, words: Catalogue) -> str:
    """Return the line that tells which marbles are whose."""
    if len(board.players) > 2:
        return ", ".join(f"{words.notation(look.row(color))} {words.say(f'color.{color}')}" for color in board.players)
    black, white = (words.notation(look.row(color)) for color in board.players)
    return words.say("color.legend", black=black, white=white)


def shown_width(line: str) -> int:
    """Return the number of columns that a line takes on a terminal. Colours and isolates take none."""
    return len(re.sub(r"\x1b\[[0-9;]*m|[\u2066\u2069]", "", line))


def compass_lines(orientation: int = 0) -> list[str]:
    """Return the names of the six directions around a centre."""
    lines = {-1: [" "] * 11, 0: [" "] * 11, 1: [" "] * 11}
    lines[0][5] = "+"
    for direction, step in _STEPS.items():
        number, row = _rotated(step, orientation)
        at = round(5 + 2.5 * (2 * number - row) - (len(direction.name) - 1) / 2)
        lines[-row][at : at + len(direction.name)] = direction.name
    return ["".join(lines[y]).rstrip() for y in (-1, 0, 1)]


def _rotated(place: tuple[int, int], orientation: int) -> tuple[int, int]:
    number, row = place
    for _ in range(orientation):
        number, row = row, row - number  # 60 degrees clockwise
    return number, row


def _joined(columns: dict[int, tuple[str, str]], colored: bool) -> str:
    parts: list[str] = []
    before = ""
    for column in range(max(columns) + 1):
        text, style = columns.get(column, (" ", ""))
        if colored and style != before:
            parts.append(f"\x1b[0;{style}m" if style else "\x1b[0m")
            before = style
        parts.append(text)
    if before:
        parts.append("\x1b[0m")
    return "".join(parts).rstrip()
