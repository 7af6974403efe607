"""`sumito check`: validate the games in record files."""

from __future__ import annotations

import argparse
import sys

from sumito.cli.exit_codes import FAILURE
from sumito.terminal.failures import record_problem


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "check",
        help="check the games in record files",
        description="Replay every game in record files (APGN, or PlayStrategy's PGN), and report\n"
        "invalid games as `FILE:LINE: game G, ply P: reason`. The last line is\n"
        "`games N plies P invalid K`, with the plies of the valid games. The exit code\n"
        "is 1 if a game is invalid.",
        epilog="example:\n  sumito check games.apgn",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="a file of records")
    parser.add_argument(
        "--transposed", action="store_true", help="read old exports, with letter and number of each cell exchanged"
    )
    return parser


def run(args: argparse.Namespace) -> int:
    """Replay the games, and report invalid ones. Return the exit code."""
    from sumito.cli.progress import Progress
    from sumito.notation.records import RecordError, read_records
    from sumito.terminal.files import input_file

    for name in args.files:
        with input_file(name):
            pass  # report a misspelt name before the work, not after it
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
