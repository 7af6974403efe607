"""`sumito lab tune-search`: tune the parameters of the search with games."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from sumito.cli.options.board import whole_number
from sumito.cli.options.match import (
    add_concurrency_option,
    add_journal_option,
    add_nodes_option,
    add_seed_option,
    checked_journal,
    even,
)
from sumito.terminal.failures import InputError

if TYPE_CHECKING:
    from sumito.lab.search_tuning import SearchTuning, TuningState


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "tune-search",
        help="tune the parameters of the search with games",
        description="Tune margins and other numbers of the search for two players by SPSA. Each\n"
        "iteration plays games between two sets of parameters and moves towards the better\n"
        "one. Print the tuned parameters, and the player that has them for `sumito lab\n"
        "match`. The same options give the same result.",
        epilog="example:\n  sumito lab tune-search --games 16 --nodes 50 --pairs 2",
    )
    parser.add_argument("--games", metavar="N", type=even, required=True, help="the number of games in all")
    parser.add_argument(
        "--pairs",
        metavar="N",
        type=lambda text: whole_number(text, 1, 1000),
        default=4,
        help="pairs of games in an iteration (default: 4)",
    )
    parser.add_argument("--parameters", metavar="NAME,NAME", help="the parameters to tune (default: all of them)")
    add_nodes_option(parser)
    add_concurrency_option(parser)
    add_seed_option(parser)
    add_journal_option(parser, "iterations")
    return parser


def run(args: argparse.Namespace) -> int:
    """Tune the parameters, and print them."""
    from sumito.cli.progress import Progress
    from sumito.engine import Limit
    from sumito.lab.book import shipped_book
    from sumito.lab.search_tuning import PARAMETERS, SearchTuning, tune_search

    iterations, rest = divmod(args.games // 2, args.pairs)
    if rest or not iterations:
        raise InputError(f"--games must be a multiple of {2 * args.pairs}, the games of an iteration")
    names = args.parameters.split(",") if args.parameters else [each.name for each in PARAMETERS]
    tuning = SearchTuning(shipped_book(), Limit(nodes=args.nodes), iterations, args.pairs, tuple(names), args.seed)
    interrupted = False
    latest: list[TuningState] = []

    def show(state: TuningState) -> None:
        latest[:] = [state]
        progress.show(f"games {state.games} of {args.games}", state.player())

    with Progress() as progress:
        try:
            tune_search(tuning, journal=checked_journal(args), concurrency=args.concurrency, report=show)
        except KeyboardInterrupt:
            interrupted = True
    for state in latest:
        print(*tuning_lines(tuning, state), sep="\n", flush=True)
    if interrupted:
        raise KeyboardInterrupt
    return 0


def tuning_lines(tuning: SearchTuning, state: TuningState) -> list[str]:
    """Return the parameters as lines."""
    rounded = state.rounded()
    width = max(len(name) for name in rounded)
    lines = [f"games {state.games}", f"{'parameter':<{width}}  shipped  tuned"]
    lines += [f"{each.name:<{width}}  {each.default:7}  {rounded[each.name]:5}" for each in tuning.parameters]
    return [*lines, state.player()]
