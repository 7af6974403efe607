"""`sumito convert`: write records in another notation."""

from __future__ import annotations

import argparse
import os
import sys

from sumito.cli.exit_codes import FAILURE
from sumito.core.text import counted
from sumito.terminal.failures import Failure, one_line, record_problem


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "convert",
        help="write records in another notation",
        description="Read records, and write them in another notation: Aba-Pro and Nacre make APGN,\n"
        "PlayStrategy makes PGN.\n"
        "Invalid games are reported as by `sumito check`, and left out; the exit code is\n"
        "then 1. OUT is replaced at the end. It stays unchanged if all games are left\n"
        "out, or if OUT is IN and would lose a game.",
        epilog="example:\n  sumito convert games.apgn games.pgn",
    )
    parser.add_argument("source", metavar="IN", help="a file of records")
    parser.add_argument("target", metavar="OUT", help="the file to write")
    parser.add_argument(
        "--notation",
        choices=("aba-pro", "nacre", "playstrategy"),
        help="the notation of moves (default: playstrategy if OUT ends in .pgn, else aba-pro)",
    )
    parser.add_argument(
        "--transposed",
        action="store_true",
        help="read an old export, with letter and number of each cell exchanged",
    )
    return parser


def run(args: argparse.Namespace) -> int:
    """Convert the records, and report games that are left out. Return the exit code."""
    from sumito.cli.progress import Progress
    from sumito.core import Dialect
    from sumito.notation.records import RecordError, read_records, write_record
    from sumito.terminal.files import dialect_for, input_file, output_file

    dialect = Dialect(args.notation) if args.notation else dialect_for(args.target)
    games = left_out = invalid = 0
    with Progress() as progress, input_file(args.source) as source, output_file(args.target) as target:
        for record in read_records(source, transposed=args.transposed):
            games += 1
            problem = None
            if isinstance(record, RecordError):
                problem = record_problem(args.source, record)
                invalid += 1
            else:
                try:
                    write_record(record, target, dialect=dialect)
                except ValueError as error:  # this notation cannot hold the game
                    problem = one_line(f"{args.source}: game {games}: {error}")
            if problem is not None:
                left_out += 1
                progress.clear()
                print(problem, file=sys.stderr)
            progress.show(f"games {games} left out {left_out}")
        if games == left_out:
            lack = "no valid game" if games == invalid else "all games are left out"
            raise Failure(f"{args.source}: {lack}, so {args.target} is not written")
        if left_out and os.path.exists(args.target) and os.path.samefile(args.source, args.target):
            raise Failure(
                f"{args.target}: unchanged, since {left_out} of {counted(games, 'game', 'games')} would be lost"
            )
    print(f"written {games - left_out} left out {left_out}")
    return FAILURE if left_out else 0
