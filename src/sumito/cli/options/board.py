"""The options `--layout` and `--position`, and the parsing of cells and numbers."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from sumito.core import LAYOUTS, MULTI_LAYOUTS, Board, parse_cell
from sumito.core.choice import listed
from sumito.terminal.failures import InputError, quoted

if TYPE_CHECKING:
    from sumito.core import Layout, Rules

_MOST_SIMILAR: Final = 3
_LONGEST_NAME: Final = 40  # the time of a comparison grows with the length
_SHORTEST_BEGINNING: Final = 3  # letters of a word that is typed in part
_NUMBERS: Final = {"3": "three", "4": "four", "5": "five", "6": "six"}


def add_board_options(parser: argparse.ArgumentParser) -> argparse._MutuallyExclusiveGroup:
    """Add `--layout` and `--position`. Return their group, whose options exclude each other."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--layout", metavar="NAME", help="start from this layout (see `sumito layouts`; default: standard)"
    )
    group.add_argument("--position", metavar="TEXT", help="start from this position, as `sumito play` prints it")
    return group


def board_of(args: argparse.Namespace, rules: Rules | None = None) -> Board:
    """Return the board that the options name; by default the standard layout.

    Raises:
        InputError: no layout has this name, or the position contains bytes that are not text.
        NotationError: the text is not a position.
        PositionError: the position cannot be played.
    """
    if args.position is not None:
        return Board.from_position(plain_text("--position", args.position), rules=rules)
    return Board(layout_named("standard" if args.layout is None else args.layout), rules=rules)


def board_of_two(args: argparse.Namespace, rules: Rules | None = None) -> Board:
    """Return the board that the options name, for a command that only two players have.

    Raises:
        InputError: as `board_of`, or more than two play.
    """
    board = board_of(args, rules)
    _expect_two(len(board.players))
    return board


def layout_named(name: str) -> Layout:
    """Return the layout with this name.

    Raises:
        InputError: there is no such layout; the message suggests similar names.
    """
    for layouts in (LAYOUTS, MULTI_LAYOUTS):
        if name in layouts:
            return layouts[name]
    raise InputError(f"no such layout: {quoted(name)} ({_suggestion(name)})")


def _suggestion(name: str) -> str:
    """Return the end of an error message: at most three similar layouts, the most similar first.

    Names that have the typed words, or begin with them, precede names with similar letters. A digit is the number of
    players.
    """
    from difflib import SequenceMatcher, get_close_matches  # imported only for an error: it takes 10 ms

    typed = _words(name[:_LONGEST_NAME])
    spelled = [_NUMBERS.get(word, word) for word in typed]
    names = {
        " ".join(_words(text)): layout.slug
        for layout in (*LAYOUTS.values(), *MULTI_LAYOUTS.values())
        for text in (*layout.aliases, layout.name, layout.slug)
    }

    def similarity(text: str) -> float:
        return max(SequenceMatcher(None, " ".join(words), text).ratio() for words in (typed, spelled))

    pairs = list(zip(typed, spelled, strict=True))
    shared = {text: sum(any(_has(text.split(), word) for word in pair) for pair in pairs) for text in names}
    most = max(shared.values())
    found = sorted((text for text in names if most and shared[text] == most), key=similarity, reverse=True)
    if most < len(typed):
        found += get_close_matches(" ".join(typed), names, n=2 * _MOST_SIMILAR)
    similar = list(dict.fromkeys(names[text] for text in found))[:_MOST_SIMILAR]
    return f"did you mean {listed(similar)}?" if similar else "`sumito layouts` lists them"


def _words(name: str) -> list[str]:
    return name.lower().replace("-", " ").replace("_", " ").split()


def _has(words: list[str], typed: str) -> bool:
    return typed in words or (len(typed) >= _SHORTEST_BEGINNING and any(word.startswith(typed) for word in words))


def layout_of_two(name: str) -> Layout:
    """Return the layout with this name, for a command that only two players have.

    Raises:
        InputError: there is no such layout, or it is for more than two players.
    """
    layout = layout_named(name)
    _expect_two(len(layout.marbles))
    return layout


def layouts_of_two(text: str) -> list[str]:
    """Parse the argument of `--layouts`, names that are separated by commas. Return the slugs.

    Raises:
        InputError: a layout does not exist, or it is for more than two players.
    """
    names = plain_text("--layouts", text).split(",")
    return list(dict.fromkeys(layout_of_two(name.strip()).slug for name in names))


def _expect_two(players: int) -> None:
    if players > 2:
        raise InputError(f"this command is for two players, not {players}")


def plain_text(what: str, text: str) -> str:
    """Return an argument if it is valid text.

    Raises:
        InputError: it contains bytes that are not text in this locale.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError(f"{what}: not a text: {quoted(text)}") from None
    return text


def whole_number(text: str, least: int, most: int) -> int:
    """Parse a whole number from `least` to `most`.

    Raises:
        ArgumentTypeError: `text` is not such a number.
    """
    if text.isascii() and text.isdigit() and len(text) <= len(str(most)) and least <= int(text) <= most:
        return int(text)
    raise argparse.ArgumentTypeError(f"expected a whole number from {least} to {most}, not {quoted(text)}")


def cells_named(text: str) -> list[int]:
    """Parse the names of cells, separated by commas or spaces.

    Raises:
        InputError: there is no cell, or one is named twice.
        NotationError: there is no such cell.
    """
    cells = [parse_cell(name) for name in plain_text("cells", text).replace(",", " ").split()]
    if not cells:
        raise InputError("no cells named")
    for cell, name in zip(cells, text.replace(",", " ").split(), strict=True):
        if cells.count(cell) > 1:
            raise InputError(f"cell named twice: {name.lower()}")
    return cells
