"""`sumito layouts`: list the starting layouts."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from sumito.cli.options.board import layout_named

if TYPE_CHECKING:
    from sumito.core import Layout

_NUMBERS: Final = (2, 3, 5, 6, 7, 8)  # the columns with numbers, which end at the right


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
    columns = [column for column in zip(*map(_row, chosen), strict=True) if any(column)]
    widths = [max(map(len, column)) for column in columns]
    for number, layout in enumerate(chosen):
        if args.diagrams and number:
            print()
        cells = [
            column[number].rjust(width) if place in _NUMBERS else column[number].ljust(width)
            for place, (column, width) in enumerate(zip(columns, widths, strict=True))
        ]
        print("  ".join([*cells, ", ".join(layout.aliases)]).rstrip())
        if args.diagrams:
            print(f"\n{layout}")
    return 0


def _row(layout: Layout) -> list[str]:
    """Return the columns of a layout before its other names."""
    from sumito.core import Board
    from sumito.lab.atlas import in_words, shipped_atlas

    marbles = "-".join(map(str, dict.fromkeys(map(len, layout.marbles.values()))))
    row = [layout.slug, layout.name, marbles, str(len(Board(layout).legal_moves))]
    entry = shipped_atlas().entries.get(layout.slug)
    if entry is None:  # of several players
        return [*row, "", "", "", "", ""]
    figures = entry.figures
    shares = [each.percent() for each in (figures.first, figures.draws)]
    return [*row, in_words(entry.words), *shares, figures.plies.text(0), figures.ejections.text(1)]
