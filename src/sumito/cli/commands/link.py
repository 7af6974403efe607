"""`sumito link`: print the short link of a game, or the game of a link."""

from __future__ import annotations

import argparse

from sumito.cli.options.board import plain_text
from sumito.cli.options.game import add_game_options, game_of
from sumito.terminal.failures import Failure, InputError


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "link",
        help="print the short link of a game, or the game of a link",
        description="Print a short text that holds a game: its start, its moves and its result,\n"
        "without names and comments. With --link, print the game of such a text as a\n"
        "record.",
        epilog="example:\n  sumito link games.apgn --site https://example.org/",
    )
    add_game_options(parser)
    parser.add_argument("--site", metavar="URL", help="print the address of the game at this web app")
    return parser


def run(args: argparse.Namespace) -> int:
    """Print the link, or the record."""
    from sumito.notation.link import format_link
    from sumito.notation.records import format_record

    if args.link is not None and args.site is not None:
        raise InputError("--site is for the link of a file's game, not for --link")
    record = game_of(args)
    if args.link is not None:
        print(format_record(record), end="")
        return 0
    try:
        link = format_link(record)
    except ValueError as error:
        raise Failure(f"{args.file}: {error}") from error
    print(link if args.site is None else f"{plain_text('--site', args.site).rstrip('/')}/analysis/#g={link}")
    return 0
