"""`sumito lab seats`: play a match of two players who share the seats of several."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from sumito.cli.options.board import whole_number
from sumito.cli.options.match import (
    PLAYERS,
    add_journal_option,
    add_limit_options,
    add_seed_option,
    checked_journal,
    even,
    limit_of,
    player_specs,
)
from sumito.core import MULTI_LAYOUTS

if TYPE_CHECKING:
    from sumito.lab.seats import SeatMatch, SeatResult


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "seats",
        help="play two players against each other in games of several",
        description="Play games of three to six players, or of two teams. A and B share the seats in\n"
        "every way in turn, and two games in a row exchange all seats, after the same two\n"
        f"rounds of random moves. Print A's share of the points.\n{PLAYERS}\n"
        "`random` plays any legal move.",
        epilog="example:\n  sumito lab seats nodes=200 random --games 2",
    )
    parser.add_argument("players", metavar="PLAYER", nargs=2, help="A and B")
    parser.add_argument("--games", metavar="N", type=even, required=True, help="the number of games")
    parser.add_argument(
        "--layout", choices=sorted(MULTI_LAYOUTS), default="three-players", help="(default: three-players)"
    )
    add_limit_options(parser)
    add_seed_option(parser)
    parser.add_argument(
        "--ply-cap",
        metavar="N",
        type=lambda text: whole_number(text, 10, 100_000),
        default=400,
        help="end a game after N plies; the most ejections win (default: 400)",
    )
    add_journal_option(parser, "games")
    return parser


def run(args: argparse.Namespace) -> int:
    """Play the match, and print the result."""
    from dataclasses import replace

    from sumito.cli.progress import Progress
    from sumito.lab.seats import RULES, SeatMatch, play_seats

    one, two = player_specs(args.players)
    match = SeatMatch((one, two), args.layout, limit_of(args), args.seed, replace(RULES, ply_cap=args.ply_cap))
    with Progress() as progress:
        result = play_seats(
            match,
            args.games,
            journal=checked_journal(args),
            report=lambda result: progress.show(*_lines(match, result)),
        )
    print(*_lines(match, result), sep="\n")
    return 0


def _lines(match: SeatMatch, result: SeatResult) -> list[str]:
    """Return the result as lines."""
    one, two = (player.text for player in match.players)
    ends = ", ".join(f"{name} {n}" for name, n in sorted(result.terminations.items()))
    return [
        f"A {one}",
        f"B {two}",
        f"games {len(result.games)}: A won {result.wins(0)}, B won {result.wins(1)}, drawn {result.wins(None)}",
        f"A scored {result.score:.1%}",
        f"{result.mean_plies:.0f} plies a game; ends: {ends}",
    ]
