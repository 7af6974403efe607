"""`sumito layouts`: list the starting layouts."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sumito.cli.options.board import layout_named
from sumito.core.choice import listed

if TYPE_CHECKING:
    from sumito.core import Layout
    from sumito.lab.atlas import Entry


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "layouts",
        help="list the starting layouts",
        description="List all starting layouts, or the named ones. The columns are the slug, the\n"
        "name, the marbles of each player and the number of Black's first moves. For two\n"
        "players the atlas follows: whether the layout is fair, sharp or slow, Black's\n"
        "share of the points, draws, plies and ejections. Other names are last.",
        epilog="example:\n  sumito layouts --diagrams belgian-daisy\n\ndocs/atlas.md explains the figures.",
    )
    parser.add_argument("names", metavar="NAME", nargs="*", help="the slug, the name or another name of a layout")
    parser.add_argument("--diagrams", action="store_true", help="draw each board")
    return parser


def run(args: argparse.Namespace) -> int:
    """List the layouts, and draw them if asked to."""
    from sumito.core import LAYOUTS, MULTI_LAYOUTS

    chosen = [layout_named(name) for name in args.names] or [*LAYOUTS.values(), *MULTI_LAYOUTS.values()]
    columns = [column for column in _columns(chosen) if any(column)]
    for number, layout in enumerate(chosen):
        if args.diagrams and number:
            print()
        cells = [column[number] for column in columns]
        print("  ".join([*cells, ", ".join(layout.aliases)]).rstrip())
        if args.diagrams:
            print(f"\n{layout}")
    return 0


def _columns(layouts: Sequence[Layout]) -> list[list[str]]:
    """Return the columns before the other names. Those of the atlas are empty for several players."""
    from sumito.core import Board
    from sumito.lab.atlas import in_words, shipped_atlas

    entries = [shipped_atlas().entries.get(layout.slug) for layout in layouts]

    def from_atlas(text: Callable[[Entry], str]) -> list[str]:
        return ["" if entry is None else text(entry) for entry in entries]

    return [
        _left([layout.slug for layout in layouts]),
        _left([layout.name for layout in layouts]),
        _right([listed(map(str, dict.fromkeys(map(len, layout.marbles.values())))) for layout in layouts]),
        _right([str(len(Board(layout).legal_moves)) for layout in layouts]),
        _left(from_atlas(lambda entry: in_words(entry.words))),
        _right(from_atlas(lambda entry: entry.figures.first.percent())),
        _right(from_atlas(lambda entry: entry.figures.draws.percent())),
        _right(from_atlas(lambda entry: entry.figures.plies.text(0))),
        _right(from_atlas(lambda entry: entry.figures.ejections.text(1))),
    ]


def _left(column: list[str]) -> list[str]:
    width = max(map(len, column))
    return [cell.ljust(width) for cell in column]


def _right(column: list[str]) -> list[str]:
    width = max(map(len, column))
    return [cell.rjust(width) for cell in column]
