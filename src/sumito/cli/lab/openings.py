"""`sumito lab openings`: what a book holds, as text."""

from __future__ import annotations

import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """The command's own options."""
    parser = commands.add_parser(
        "openings",
        help="list the positions of a book of openings",
        description="List the positions that the openings of a book lead to, one a line.",
        epilog="example:\n  sumito lab openings",
    )
    parser.add_argument("--book", metavar="FILE", help="the book; if you do not say, the one that is shipped")
    return parser


def run(args: argparse.Namespace) -> int:
    """Print a line an opening."""
    from sumito.lab.book import Book, shipped_book
    from sumito.terminal.files import checked_name

    book = shipped_book() if args.book is None else Book.read(checked_name(args.book))
    for position in book.positions():
        print(position)
    return 0
