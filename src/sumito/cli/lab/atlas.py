"""`sumito lab atlas`: measure how fair, sharp or slow each starting layout is."""

from __future__ import annotations

import argparse
import os
import time

from sumito.cli.options.board import layouts_of_two
from sumito.cli.options.match import (
    add_journal_option,
    add_network_option,
    add_nodes_option,
    add_processes_option,
    add_seed_option,
    checked_journal,
    even,
)
from sumito.cli.progress import Progress, bar, time_to_go
from sumito.core import LAYOUTS
from sumito.terminal.failures import Failure


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "atlas",
        help="measure how fair, sharp or slow each layout is",
        description="Let the engine play against itself from each starting layout of two players.\n"
        "Write the first player's share of the points, the draws, the length and the\n"
        "ejections to a file, with words for them. For layouts that are not fair, try a\n"
        "handicap of one marble and the swap rule. The same options make the same file.",
        epilog="example:\n  sumito lab atlas -o atlas.json --layouts standard --games 4 --nodes 50\n\n"
        "docs/atlas.md explains the figures.",
    )
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the file to write")
    parser.add_argument(
        "--games",
        metavar="N",
        type=_games,
        default=200,
        help="games from each layout; half as many to try each remedy (default: 200)",
    )
    add_nodes_option(parser, 1000)
    parser.add_argument("--layouts", metavar="NAMES", help="the layouts, separated by commas (default: all)")
    add_seed_option(parser)
    add_network_option(parser)
    add_processes_option(parser)
    add_journal_option(parser, "games")
    return parser


def _games(text: str) -> int:
    if (games := even(text)) < 4:
        raise argparse.ArgumentTypeError("expected at least 4 games")
    return games


def run(args: argparse.Namespace) -> int:
    """Play the games, write the file, and print how many layouts each word stands for."""
    from sumito.lab.atlas import counted_words, in_words
    from sumito.lab.atlas_maker import Survey, make_atlas
    from sumito.lab.processes import WorkerError
    from sumito.terminal.files import check_apart, output_file

    survey = Survey(
        layouts=tuple(LAYOUTS if args.layouts is None else layouts_of_two(args.layouts)),
        games=args.games,
        nodes=args.nodes,
        seed=args.seed,
        network=args.network,
    )
    processes = args.processes or os.cpu_count() or 1
    check_apart({"--journal": args.journal, "--output": args.output})
    with output_file(args.output) as file, Progress() as progress:
        try:
            atlas = make_atlas(
                survey, processes=processes, journal=checked_journal(args), report=_Counter(progress).show
            )
        except WorkerError as error:
            raise Failure(error) from error
        file.write(atlas.written())
    entries = atlas.entries.values()
    words = in_words(f"{word} {count}" for word, count in counted_words(entries).items() if count)
    print(f"layouts {len(entries)}: {words}")
    return 0


class _Counter:
    """Shows how many games are played."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._began = time.monotonic()
        self._before: int | None = None

    def show(self, played: int, planned: int) -> None:
        if self._before is None:
            self._before = played - 1  # those of the journal take no time
        to_go = time_to_go(planned - played, played - self._before, time.monotonic() - self._began)
        self._progress.show(f"{bar(played / planned)}  games {played} of {planned}  {to_go}")
