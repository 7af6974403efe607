"""`sumito lab explorer`: make the data file of the opening explorer."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from sumito.cli.exit_codes import INTERRUPTED
from sumito.cli.options.board import layouts_of_two, whole_number
from sumito.cli.options.match import (
    add_concurrency_option,
    add_journal_option,
    add_nodes_option,
    add_seed_option,
)

# As in `Recipe`. The lab is not imported here, so that help is fast.
_MOST_GAMES: Final = 65_535
_LAYOUTS: Final = "standard,belgian-daisy,german-daisy"
_NODES: Final = 2000
_EVALUATION_NODES: Final = 20_000
_FEWEST_GAMES: Final = 3


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
    add_journal_option(parser, "games and evaluations", required=True)
    parser.add_argument("--games", metavar="N", required=True, type=_games, help="the number of games, of all layouts")
    parser.add_argument("--layouts", metavar="NAMES", default=_LAYOUTS, help=f"the layouts (default: {_LAYOUTS})")
    add_nodes_option(parser, _NODES)
    parser.add_argument(
        "--evaluation-nodes",
        metavar="N",
        type=lambda text: whole_number(text, 1, 10**9 - 1),
        default=_EVALUATION_NODES,
        help=f"positions to search for each evaluation (default: {_EVALUATION_NODES})",
    )
    parser.add_argument(
        "--fewest-games",
        metavar="N",
        type=_games,
        default=_FEWEST_GAMES,
        help=f"the games that a position needs (default: {_FEWEST_GAMES})",
    )
    add_seed_option(parser)
    add_concurrency_option(parser)
    return parser


def _games(text: str) -> int:
    return whole_number(text, 1, _MOST_GAMES)


def run(args: argparse.Namespace) -> int:
    """Make the file, and print its size."""
    from sumito.cli.progress import Progress
    from sumito.lab.explorer_maker import Recipe, make_explorer, positions_in
    from sumito.terminal.files import check_apart, check_writable, checked_name, output_file

    recipe = Recipe(
        games=args.games,
        layouts=tuple(layouts_of_two(args.layouts)),
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
