"""`sumito lab puzzles`: make puzzles from self-play."""

from __future__ import annotations

import argparse
from contextlib import suppress

from sumito.cli.options.board import whole_number


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "puzzles",
        help="make puzzles",
        description="Make puzzles: play games of the engine against itself, find tasks in their\n"
        "positions, and prove each by exhaustive search. The same options make the same\n"
        "file. Ctrl-C ends the search, and the puzzles found so far are written.",
        epilog="example:\n  sumito lab puzzles -o my.json --games 1",
    )
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the file to write")
    parser.add_argument("--games", metavar="N", type=_games, default=400, help="the number of games (default: 400)")
    parser.add_argument(
        "--seed", metavar="N", type=_seed, default=1, help="another seed makes other puzzles (default: 1)"
    )
    return parser


def _games(text: str) -> int:
    return whole_number(text, 1, 10**8)


def _seed(text: str) -> int:
    return whole_number(text, 0, 10**9 - 1)


def run(args: argparse.Namespace) -> int:
    """Find puzzles, write the selected ones, and print their number."""
    from sumito.cli.progress import Progress
    from sumito.lab.puzzle_maker import Mine
    from sumito.learn.puzzles import format_puzzles, name_puzzles
    from sumito.terminal.files import output_file

    mine = Mine(args.seed)
    with output_file(args.output) as file:
        with Progress() as progress, suppress(KeyboardInterrupt):  # the puzzles found so far are written
            mine.dig(
                args.games,
                lambda now: progress.show(f"games {now.games} of {args.games}, puzzles {len(now.found)}"),
            )
        chosen = mine.chosen()
        file.write(format_puzzles(name_puzzles(chosen)).encode())
    print(f"games {mine.games} found {len(mine.found)} puzzles {len(chosen)}")
    return 0
