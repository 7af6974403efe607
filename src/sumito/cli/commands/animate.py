"""`sumito animate`: write a game as an animated picture."""

from __future__ import annotations

import argparse
from pathlib import PurePath

from sumito.cli.options.board import whole_number
from sumito.cli.options.drawing import add_drawing_options
from sumito.cli.options.game import add_game_options, game_of
from sumito.terminal.failures import Failure, InputError, quoted


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "animate",
        help="write a game as an animated picture",
        description="Write a game as an animated picture, in a file that ends in .gif, .png (an\n"
        "animated PNG) or .webp.",
        epilog="example:\n  sumito animate games.apgn -o game.gif",
    )
    add_game_options(parser)
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the picture to write")
    parser.add_argument(
        "--move-ms",
        metavar="N",
        type=lambda text: whole_number(text, 20, 60_000),
        default=700,
        help="how long each position is shown, in milliseconds (default: 700)",
    )
    add_drawing_options(parser)
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="the colours (default: light)")
    parser.add_argument(
        "--width",
        metavar="PIXELS",
        type=lambda text: whole_number(text, 1, 2_000),
        default=480,
        help="the width of the picture (default: 480)",
    )
    return parser


def run(args: argparse.Namespace) -> int:
    """Write the animated picture."""
    from sumito.notation.animation import FORMATS, check_animation, render_animation
    from sumito.terminal.files import output_file

    kind = PurePath(args.output).suffix.lower().removeprefix(".")
    if kind not in FORMATS:
        raise InputError(f"the name of an animated picture must end in .gif, .png or .webp: {quoted(args.output)}")
    try:
        check_animation()
    except ImportError as error:
        raise Failure(str(error)) from error
    record = game_of(args)
    with output_file(args.output) as file:
        picture = render_animation(
            record,
            kind,
            width=args.width,
            move_ms=args.move_ms,
            orientation=args.orientation,
            coordinates=not args.no_coordinates,
            theme=args.theme,
        )
        file.write(picture)
    return 0
