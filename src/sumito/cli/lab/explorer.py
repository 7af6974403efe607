"""`sumito lab explorer`: make the data file of the opening explorer."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Final

from sumito.cli.exit_codes import INTERRUPTED
from sumito.cli.options.board import layout_of_two, whole_number

_MOST_NODES: Final = 10**9 - 1
_LAYOUTS: Final = "standard,belgian-daisy,german-daisy"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "explorer",
        help="make the data of the opening explorer",
        description="Let the engine play against itself from bare layouts. In the first 12 plies it\n"
        "chooses at random among its six best moves, a good one more often. Count the\n"
        "positions of the games, evaluate those with enough games, and write them to a\n"
        "file of at most 300 kB. The same options make the same file. The same command\n"
        "continues work that was stopped.",
        epilog="example:\n  sumito lab explorer -o my.explorer --journal my.jsonl --games 6 --nodes 50",
    )
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the file to write")
    parser.add_argument(
        "--journal",
        metavar="FILE",
        required=True,
        help="save finished games and evaluations to this file, and continue from it the next time",
    )
    parser.add_argument(
        "--games", metavar="N", required=True, type=_number(1, 65_535), help="the number of games, of all layouts"
    )
    parser.add_argument("--layouts", metavar="LIST", default=_LAYOUTS, help=f"the layouts (default: {_LAYOUTS})")
    parser.add_argument(
        "--nodes",
        metavar="N",
        type=_number(1, _MOST_NODES),
        default=2000,
        help="positions to search for each move (default: 2000)",
    )
    parser.add_argument(
        "--evaluation-nodes",
        metavar="N",
        type=_number(1, _MOST_NODES),
        default=20_000,
        help="positions to search for each evaluation (default: 20000)",
    )
    parser.add_argument(
        "--fewest-games",
        metavar="N",
        type=_number(1, 65_535),
        default=3,
        help="the games that a position needs (default: 3)",
    )
    parser.add_argument(
        "--seed", metavar="N", type=_number(0, _MOST_NODES), default=1, help="another seed makes other games"
    )
    parser.add_argument(
        "--concurrency", metavar="N", type=_number(1, 512), default=1, help="games to play at once (default: 1)"
    )
    return parser


def _number(least: int, most: int) -> Callable[[str], int]:
    return lambda text: whole_number(text, least, most)


def run(args: argparse.Namespace) -> int:
    """Make the file, and print its size."""
    from sumito.cli.progress import Progress
    from sumito.lab.explorer_maker import Recipe, make_explorer, positions_in
    from sumito.terminal.files import check_apart, check_writable, checked_name, output_file

    recipe = Recipe(
        games=args.games,
        layouts=tuple(layout_of_two(name).slug for name in args.layouts.split(",")),
        nodes=args.nodes,
        evaluation_nodes=args.evaluation_nodes,
        fewest_games=args.fewest_games,
        seed=args.seed,
    )
    check_apart({"--output": args.output, "--journal": args.journal})
    check_writable(args.output)
    with Progress() as progress:
        try:
            data = make_explorer(
                recipe,
                checked_name(args.journal),
                concurrency=args.concurrency,
                report=lambda what, done, total: progress.show(f"{what} {done} of {total}"),
            )
        except KeyboardInterrupt:
            progress.clear()
            print("sumito lab explorer: interrupted; the same command continues", file=sys.stderr)
            return INTERRUPTED
    with output_file(args.output) as file:
        file.write(data)
    print(f"games {args.games} positions {positions_in(data)} bytes {len(data)}")
    return 0
