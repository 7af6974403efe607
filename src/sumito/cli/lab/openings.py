"""`sumito lab openings`: list the positions of an opening book."""

from __future__ import annotations

import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "openings",
        help="list the positions of an opening book",
        description="List the positions after the openings of a book, one per line.",
        epilog="example:\n  sumito lab openings",
    )
    parser.add_argument("--book", metavar="FILE", help="the book (default: the book of this package)")
    return parser


def run(args: argparse.Namespace) -> int:
    """Print the positions."""
    from sumito.lab.book import Book, shipped_book
    from sumito.terminal.files import checked_name

    book = shipped_book() if args.book is None else Book.read(checked_name(args.book))
    for position in book.positions():
        print(position)
    return 0
