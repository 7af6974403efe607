"""`sumito lab book`: a book of openings."""

from __future__ import annotations

import argparse

from sumito.cli.options.board import layout_named, plain_text, whole_number


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """The command's own options."""
    parser = commands.add_parser(
        "book",
        help="make a book of openings",
        description="Make openings: 4 to 8 random plies without an ejection, after which either\n"
        "player wins with a probability of at least 0.4, and no two alike by a symmetry\n"
        "of the board or an exchange of colours. The same options make the same book.",
        epilog="example:\n  sumito lab book -o my.book --openings 70 --nodes 50",
    )
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the file to write")
    parser.add_argument(
        "--openings", metavar="N", type=_many, default=20_000, help="how many; if you do not say, 20000"
    )
    parser.add_argument(
        "--layouts",
        metavar="NAMES",
        help="the layouts to begin from, with commas between; if you do not say, two fifths from standard,"
        " belgian-daisy and german-daisy, the rest from all others",
    )
    parser.add_argument(
        "--nodes", metavar="N", type=_many, default=5000, help="positions that judge one; if you do not say, 5000"
    )
    parser.add_argument("--seed", metavar="N", type=_seed, default=0, help="for another book")
    parser.add_argument("--concurrency", metavar="N", type=_threads, default=1, help="threads that make it")
    parser.add_argument("--journal", metavar="FILE", help="keep what is made; with the same file it goes on there")
    return parser


def _many(text: str) -> int:
    return whole_number(text, 1, 10**8)


def _seed(text: str) -> int:
    return whole_number(text, 0, 10**9 - 1)


def _threads(text: str) -> int:
    return whole_number(text, 1, 512)


def run(args: argparse.Namespace) -> int:
    """Make it, write it, and say what it is."""
    from sumito.cli.progress import Progress
    from sumito.lab.book_maker import Recipe, fair_shares, make_book
    from sumito.terminal.files import checked_name, output_file

    layouts = None
    if args.layouts is not None:
        names = plain_text("--layouts", args.layouts).split(",")
        layouts = list(dict.fromkeys(layout_named(name.strip()).slug for name in names))
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
