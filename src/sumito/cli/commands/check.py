"""`sumito check`: whether the games in record files can be replayed."""

from __future__ import annotations

import argparse
import sys

from sumito.cli.exit_codes import FAILURE
from sumito.terminal.failures import record_problem


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """The command's own options."""
    parser = commands.add_parser(
        "check",
        help="check the games in record files",
        description="Replay every game in files of records (APGN, or PlayStrategy's PGN), and name\n"
        "those that are not valid: `FILE:LINE: game G, ply P: reason`. The last line is\n"
        "`games N plies P invalid K`, where the plies are those of the valid games.\n"
        "The exit code is 1 if a game is not valid.",
        epilog="example:\n  sumito check games.apgn",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="a file of records")
    parser.add_argument(
        "--transposed", action="store_true", help="letter and number are exchanged in every cell, as in old exports"
    )
    return parser


def run(args: argparse.Namespace) -> int:
    """Replay, report, sum up."""
    from sumito.cli.progress import Progress
    from sumito.notation.records import RecordError, read_records
    from sumito.terminal.files import input_file

    for name in args.files:
        with input_file(name):
            pass  # a misspelt name shall be told before an hour's work, not after it
    games = plies = invalid = 0
    with Progress() as progress:
        for name in args.files:
            with input_file(name) as file:
                for record in read_records(file, transposed=args.transposed):
                    games += 1
                    if isinstance(record, RecordError):
                        invalid += 1
                        progress.clear()
                        print(record_problem(name, record), file=sys.stderr)
                    else:
                        plies += len(record.main_line())
                    progress.show(f"games {games} plies {plies} invalid {invalid}")
    print(f"games {games} plies {plies} invalid {invalid}")
    return FAILURE if invalid else 0
