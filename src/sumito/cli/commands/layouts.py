"""`sumito layouts`: list the starting layouts."""

from __future__ import annotations

import argparse

from sumito.cli.options.board import layout_named


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "layouts",
        help="list the starting layouts",
        description="List all starting layouts, or the named ones. The columns are the slug, the\n"
        "name, the marbles of each player, the number of Black's first moves, and other\n"
        "names.",
        epilog="example:\n  sumito layouts --diagrams belgian-daisy",
    )
    parser.add_argument("names", metavar="NAME", nargs="*", help="the slug, the name or another name of a layout")
    parser.add_argument("--diagrams", action="store_true", help="draw each board")
    return parser


def run(args: argparse.Namespace) -> int:
    """List the layouts, and draw them if asked to."""
    from sumito.core import LAYOUTS, MULTI_LAYOUTS, Board

    chosen = [layout_named(name) for name in args.names] or [*LAYOUTS.values(), *MULTI_LAYOUTS.values()]
    marbles = ["-".join(map(str, dict.fromkeys(map(len, each.marbles.values())))) for each in chosen]
    columns = ([each.slug for each in chosen], [each.name for each in chosen], marbles)
    slugs, names, counts = (max(map(len, column)) for column in columns)
    for number, layout in enumerate(chosen):
        if args.diagrams and number:
            print()
        first_moves = len(Board(layout).legal_moves)
        line = f"{layout.slug:<{slugs}}  {layout.name:<{names}}  {marbles[number]:>{counts}}  {first_moves:>3}  "
        print((line + ", ".join(layout.aliases)).rstrip())
        if args.diagrams:
            print(f"\n{layout}")
    return 0
