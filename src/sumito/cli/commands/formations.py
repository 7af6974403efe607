"""`sumito formations`: list the formations on a board."""

from __future__ import annotations

import argparse
import sys
from itertools import groupby
from typing import TYPE_CHECKING, Final

from sumito.cli.options.board import add_board_options, board_of_two
from sumito.cli.options.language import add_language_option, language_of
from sumito.terminal.wrapping import text_lines

if TYPE_CHECKING:
    from sumito.core import Board
    from sumito.learn.formations import Formation

# Not imported from `sumito.learn`, so that help is fast.
KINDS: Final = (
    *("monomial", "binomial", "lance", "arc", "shield", "polynomial"),
    *("block", "det", "pac", "sumito"),
)
_COLORS: Final = dict(
    zip(
        KINDS,
        ("#8b5cf6", "#3b82f6", "#06b6d4", "#10b981", "#84cc16", "#64748b", "#eab308", "#d946ef", "#f97316", "#ef4444"),
        strict=True,
    )
)


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "formations",
        help="list the formations on a board: groups, blocks, pacs, sumitos",
        description="List the formations on a board, kind by kind: groups, blocks, dets, pacs and\n"
        "sumitos. Draw a board for each kind, with its marbles marked.",
        epilog="example:\n  sumito formations --position 5/6/7/8/1SSSss3/8/7/6/5 --kind sumito",
    )
    add_board_options(parser)
    parser.add_argument("--inside", action="store_true", help="include lances, arcs and shields within larger groups")
    parser.add_argument(
        "--kind", metavar="KIND", action="append", choices=KINDS, help=f"list only this kind: {', '.join(KINDS)}"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write a picture with outlines instead: FILE.svg or FILE.png"
    )
    add_language_option(parser)
    return parser


def run(args: argparse.Namespace) -> int:
    """List the formations and draw the boards, or write a picture."""
    from sumito.learn.formations import formations

    board = board_of_two(args)
    found = [each for each in formations(board, inside=args.inside) if args.kind is None or each.kind in args.kind]
    if args.output is not None:
        _draw(board, found, args.output)
    else:
        _list(board, found, language_of(args))
    return 0


def _list(board: Board, found: list[Formation], language: str) -> None:
    from sumito.learn.catalogue import catalogue
    from sumito.terminal.board_text import board_lines, legend, look_for

    words, look = catalogue(language), look_for(sys.stdout)
    if not found:
        print(words.say("formation.none"))
        return
    for kind, same in groupby(found, lambda each: each.kind):
        these = list(same)
        print(look.bold(words.say("formation.heading", term=words.say(f"term.{kind}"), n=len(these))))
        for each in these:
            print(*text_lines(words.sentence(each.sentence), first="  ", rest="    "), sep="\n")
        print()
        marks = {cell for each in these for cell in (*each.cells, *each.enemies)}
        print("\n".join(board_lines(board, look, marks=marks)))
        print()
    print(legend(board, look, words))


def _draw(board: Board, found: list[Formation], output: str) -> None:
    from sumito.cli.picture import picture_maker
    from sumito.notation.svg import draw_svg
    from sumito.terminal.files import output_file

    make = picture_maker(output)
    picture = make(draw_svg(board, outlines=[((*each.cells, *each.enemies), _COLORS[each.kind]) for each in found]))
    with output_file(output) as file:
        file.write(picture)
