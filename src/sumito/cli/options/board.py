"""The options `--layout` and `--position`, and other things that options name: cells, numbers."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from sumito.core import LAYOUTS, Board, parse_cell
from sumito.core.layout import layout_hint
from sumito.terminal.failures import InputError, quoted

if TYPE_CHECKING:
    from sumito.core import Layout, Rules


def add_board_options(parser: argparse.ArgumentParser) -> argparse._MutuallyExclusiveGroup:
    """Give a command `--layout` and `--position`, of which at most one may stand; the group for more of the kind."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--layout", metavar="NAME", help="the start: a layout's name (`sumito layouts` lists them)")
    group.add_argument("--position", metavar="TEXT", help="the start: a position text, as `sumito play` prints it")
    return group


def board_of(args: argparse.Namespace, rules: Rules | None = None) -> Board:
    """The board that the options name; without any, the standard layout.

    Raises:
        InputError: no layout has this name, or the text is none.
        NotationError: the text is no position.
        PositionError: nobody could have come there.
    """
    if args.position is not None:
        return Board.from_position(plain_text("--position", args.position), rules=rules)
    return Board(layout_named("standard" if args.layout is None else args.layout), rules=rules)


def layout_named(name: str) -> Layout:
    """The layout with this name.

    Raises:
        InputError: there is none; the message has those with a similar name.
    """
    if name in LAYOUTS:
        return LAYOUTS[name]
    raise InputError(f"no such layout: {quoted(name)} ({layout_hint(name)})")


def plain_text(what: str, text: str) -> str:
    """The text itself, if it is one: an argument may hold bytes that are no text in this locale.

    Raises:
        InputError: it does.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError(f"{what}: not a text: {quoted(text)}") from None
    return text


def whole_number(text: str, least: int, most: int) -> int:
    """A whole number in digits, for argparse.

    Raises:
        ArgumentTypeError: it is none, or out of bounds.
    """
    if text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most:
        return int(text)
    raise argparse.ArgumentTypeError(f"a whole number from {least} to {most}, not {quoted(text)}")


def cells_named(text: str) -> list[int]:
    """Cells by name, with commas or spaces between.

    Raises:
        InputError: no cells, or one twice.
        NotationError: no such cell.
    """
    cells = [parse_cell(name) for name in plain_text("cells", text).replace(",", " ").split()]
    if not cells:
        raise InputError("no cells named")
    for cell, name in zip(cells, text.replace(",", " ").split(), strict=True):
        if cells.count(cell) > 1:
            raise InputError(f"cell named twice: {name.lower()}")
    return cells
