"""The options `--orientation` and `--no-coordinates` of drawn boards."""

from __future__ import annotations

import argparse

from sumito.cli.options.board import whole_number


def add_drawing_options(parser: argparse.ArgumentParser) -> None:
    """Add `--orientation` and `--no-coordinates`."""
    parser.add_argument(
        "--orientation",
        metavar="N",
        type=lambda text: whole_number(text, 0, 5),
        default=0,
        help="rotate the board clockwise by N times 60 degrees; with two players, 3 puts White at the bottom",
    )
    parser.add_argument("--no-coordinates", action="store_true", help="draw no letters and numbers")
