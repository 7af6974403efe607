"""A board for the terminal: turned, with marked cells, and in colour where there is some."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TextIO

from sumito.core import BLACK, CELLS, WHITE, Color, Direction, cell_name, next_cell

if TYPE_CHECKING:
    from sumito.core import Board
    from sumito.learn.catalogue import Catalogue

_WOOD: Final = "48;5;94"  # a ground on which black and white can both be told from it
_MARKED: Final = "48;5;137"
_INK: Final = {BLACK: "1;38;5;16", WHITE: "1;38;5;231", None: "38;5;223"}
_FAINT: Final = "2"
_STEPS: Final = {  # how number and row change
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
    """How boards are drawn: with which symbols, and whether in colour."""

    black: str = "X"
    white: str = "O"
    empty: str = "."
    colored: bool = False

    def symbol(self, color: Color | None) -> str:
        """The sign of a marble, or of an empty cell."""
        return {BLACK: self.black, WHITE: self.white}.get(color, self.empty) if color else self.empty

    def row(self, *colors: Color | None) -> str:
        """Marbles and empty cells side by side."""
        if not self.colored:
            return " ".join(map(self.symbol, colors))
        # On the board's own ground, or a black marble would look white on a dark screen.
        painted = " ".join(f"\x1b[{_INK[color]}m{self.symbol(color)}\x1b[22m" for color in colors)
        return f"\x1b[0;{_WOOD}m {painted} \x1b[0m"

    def bold(self, text: str) -> str:
        """A text that stands out, where there is colour."""
        return f"\x1b[1m{text}\x1b[0m" if self.colored else text


def look_for(out: TextIO) -> Look:
    """The look that suits a stream: colour and round marbles on a terminal that has them, letters elsewhere."""
    if not out.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return Look()
    if (out.encoding or "").lower().replace("-", "") != "utf8":
        return Look(colored=True)
    # One filled sign for both: a ring would look weaker than a disc, and the colour tells whose it is.
    return Look("\N{BLACK CIRCLE}", "\N{BLACK CIRCLE}", "\N{MIDDLE DOT}", colored=True)


def board_lines(
    board: Board,
    look: Look = Look(),  # noqa: B008 - a value that never changes
    *,
    turns: int = 0,
    coordinates: bool = True,
    marks: Collection[int] = (),
) -> list[str]:
    """The board, line by line; marked cells stand in brackets, or on a lighter ground where there is colour.

    `turns` turns it clockwise in steps of 60 degrees: with 3, White sits at the bottom.
    """
    page: dict[int, dict[int, tuple[str, str]]] = {}

    def put(place: tuple[int, int], step: tuple[int, int], text: str, style: str) -> tuple[int, int]:
        number, row = _turned((place[0] + step[0], place[1] + step[1]), turns)
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
        # Between two cells is one column: the ground goes on there, and a bracket opens or closes.
        for side, bracket in ((-1, "["), (1, "]")):
            near = places.get((line, column + 2 * side))
            if cell in marks:
                text = " " if look.colored or near in marks else bracket
                page[line][column + side] = (text, _MARKED)
            elif near not in marks:
                page[line][column + side] = (" ", _WOOD)
    return [_joined(page[line], look.colored) for line in sorted(page)]


def legend(board: Board, look: Look, words: Catalogue) -> str:
    """Whose marbles are which, in words."""
    black, white = (words.notation(look.row(color)) for color in board.players)
    return words.say("color.legend", black=black, white=white)


def shown_width(line: str) -> int:
    """How many columns a line takes on a terminal: colours take none."""
    return len(re.sub(r"\x1b\[[0-9;]*m", "", line))


def compass_lines(turns: int = 0) -> list[str]:
    """The six directions by name, as they lie on the board."""
    lines = {-1: [" "] * 11, 0: [" "] * 11, 1: [" "] * 11}
    lines[0][5] = "+"
    for direction, step in _STEPS.items():
        number, row = _turned(step, turns)
        at = round(5 + 2.5 * (2 * number - row) - (len(direction.name) - 1) / 2)
        lines[-row][at : at + len(direction.name)] = direction.name
    return ["".join(lines[y]).rstrip() for y in (-1, 0, 1)]


def _turned(place: tuple[int, int], turns: int) -> tuple[int, int]:
    number, row = place
    for _ in range(turns):
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
