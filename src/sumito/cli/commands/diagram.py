"""`sumito diagram`: draw a board as text, SVG or PNG."""

from __future__ import annotations

import argparse
import sys

from sumito.cli.options.board import add_board_options, board_of, cells_named, plain_text, whole_number
from sumito.cli.options.drawing import add_drawing_options
from sumito.terminal.failures import InputError


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "diagram",
        help="draw a board as text, SVG or PNG",
        description="Draw a board as text, or as a picture in a file that ends in .svg or .png.",
        epilog="example:\n  sumito diagram --layout belgian-daisy --last-move a1b2 -o daisy.svg",
    )
    add_board_options(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="the picture to write: FILE.svg or FILE.png")
    parser.add_argument("--last-move", metavar="MOVE", help="play this move first, and mark it")
    parser.add_argument("--marks", metavar="CELLS", help="cells to mark, such as e5,e6")
    add_drawing_options(parser)
    parser.add_argument("--theme", choices=("light", "dark"), help="the colours of a picture (default: light)")
    parser.add_argument(
        "--width",
        metavar="PIXELS",
        type=lambda text: whole_number(text, 1, 10_000),
        help="the width of a picture (default: 900 for a PNG; an SVG fills its place)",
    )
    return parser


def run(args: argparse.Namespace) -> int:
    """Print the board, or write it to a file."""
    board = board_of(args)
    marks = [] if args.marks is None else cells_named(args.marks)
    last_move = None if args.last_move is None else board.play(plain_text("--last-move", args.last_move))
    if args.output is None:
        for option, value in (("--width", args.width), ("--theme", args.theme)):
            if value is not None:
                raise InputError(f"{option} is for pictures: add -o FILE")
        from sumito.terminal.board_text import board_lines, look_for

        marked = {*marks, *(last_move.targets if last_move else ())}
        lines = board_lines(
            board,
            look_for(sys.stdout),
            orientation=args.orientation,
            coordinates=not args.no_coordinates,
            marks=marked,
        )
        print("\n".join(lines))
        return 0

    from sumito.cli.picture import picture_maker
    from sumito.notation.svg import draw_svg
    from sumito.terminal.files import output_file

    make = picture_maker(args.output, width=args.width)
    svg = draw_svg(
        board,
        last_move=last_move,
        marks=marks,
        coordinates=not args.no_coordinates,
        orientation=args.orientation,
        theme=args.theme or "light",
        size=args.width if args.output.lower().endswith(".svg") else None,
    )
    picture = make(svg)
    with output_file(args.output) as file:
        file.write(picture)
    return 0
