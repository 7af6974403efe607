"""`sumito lab book`: make an opening book."""

from __future__ import annotations

import argparse

from sumito.cli.options.board import layouts_of_two, whole_number


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "book",
        help="make an opening book",
        description="Make openings of 4 to 8 random plies without an ejection. Both players have a\n"
        "winning chance of at least 0.4, and no two openings are equal under a symmetry\n"
        "of the board or an exchange of colours. The same options make the same book.",
        epilog="example:\n  sumito lab book -o my.book --openings 70 --nodes 50",
    )
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the file to write")
    parser.add_argument(
        "--openings", metavar="N", type=_many, default=20_000, help="the number of openings (default: 20000)"
    )
    parser.add_argument(
        "--layouts",
        metavar="NAMES",
        help="the layouts to start from, separated by commas (default: two fifths from standard, belgian-daisy and"
        " german-daisy, the rest from all others)",
    )
    parser.add_argument(
        "--nodes", metavar="N", type=_many, default=5000, help="positions to search for each opening (default: 5000)"
    )
    parser.add_argument(
        "--seed", metavar="N", type=_seed, default=0, help="another seed makes another book (default: 0)"
    )
    parser.add_argument("--concurrency", metavar="N", type=_threads, default=1, help="threads to use (default: 1)")
    parser.add_argument(
        "--journal", metavar="FILE", help="save the work to this file, and continue from it the next time"
    )
    return parser


def _many(text: str) -> int:
    return whole_number(text, 1, 10**8)


def _seed(text: str) -> int:
    return whole_number(text, 0, 10**9 - 1)


def _threads(text: str) -> int:
    return whole_number(text, 1, 512)


def run(args: argparse.Namespace) -> int:
    """Make the book, write it, and print its digest."""
    from sumito.cli.progress import Progress
    from sumito.lab.book_maker import Recipe, fair_shares, make_book
    from sumito.terminal.files import checked_name, output_file

    layouts = None if args.layouts is None else layouts_of_two(args.layouts)
    recipe = Recipe(fair_shares(args.openings, layouts), args.nodes, args.seed)
    journal = None if args.journal is None else checked_name(args.journal)
    with Progress() as progress, output_file(args.output) as file:
        book = make_book(
            recipe,
            concurrency=args.concurrency,
            journal=journal,
            report=lambda made, wanted, attempts: progress.show(f"openings {made} of {wanted}, attempts {attempts}"),
        )
        file.write(book.packed())
    print(f"openings {len(book)} sha256 {book.sha256}")
    return 0
