"""The options that name one recorded game."""

from __future__ import annotations

import argparse
from itertools import islice
from typing import TYPE_CHECKING

from sumito.cli.options.board import plain_text, whole_number
from sumito.terminal.failures import InputError, record_problem

if TYPE_CHECKING:
    from sumito.notation.records import Record


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add the options: a file and the number of a game in it, or a link."""
    parser.add_argument("file", metavar="FILE", nargs="?", help="a file of records")
    parser.add_argument(
        "--game",
        metavar="N",
        type=lambda text: whole_number(text, 1, 999_999_999),
        help="the number of the game in the file (default: 1)",
    )
    parser.add_argument("--link", metavar="LINK", help="read the game from a link instead of a file")


def game_of(args: argparse.Namespace) -> Record:
    """Return the game that the options name.

    Raises:
        InputError: there is no such game, it is not valid, or the options contradict each other.
        NotationError: the link does not hold a game.
        OSError: the file cannot be read.
    """
    from sumito.notation.link import parse_link
    from sumito.notation.records import RecordError, read_records
    from sumito.terminal.files import input_file

    if (args.file is None) == (args.link is None):
        raise InputError("expected a file of records, or --link with a link")
    if args.link is not None:
        if args.game is not None:
            raise InputError("--game is for a file of records, not for --link")
        return parse_link(plain_text("--link", args.link))
    number = args.game or 1
    with input_file(args.file) as file:
        record = next(islice(read_records(file), number - 1, None), None)
    if record is None:
        raise InputError(f"{args.file}: there is no game {number}")
    if isinstance(record, RecordError):
        raise InputError(record_problem(args.file, record))
    return record
