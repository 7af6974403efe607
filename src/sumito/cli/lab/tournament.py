"""`sumito lab tournament`: play a tournament of several players, and rate them."""

from __future__ import annotations

import argparse
from itertools import combinations
from typing import TYPE_CHECKING

from sumito.cli.options.board import whole_number
from sumito.cli.options.match import (
    PLAYERS,
    add_match_options,
    checked_journal,
    ending_lines,
    even,
    match_of,
    play_out,
    player_specs,
)
from sumito.terminal.failures import InputError

if TYPE_CHECKING:
    from sumito.lab.match import Match, Result


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "tournament",
        help="play several players against each other and rate them",
        description="Play pairs of games between several players, and print their ratings: Elo with\n"
        f"95 % intervals. The mean is 0.\n{PLAYERS}",
        epilog="example:\n  sumito lab tournament nodes=100 nodes=50 nodes=25 --games 2",
    )
    parser.add_argument("players", metavar="PLAYER", nargs="+", help="two or more players")
    parser.add_argument("--games", metavar="N", type=even, required=True, help="the number of games of each pairing")
    parser.add_argument(
        "--neighbours",
        metavar="N",
        type=lambda text: whole_number(text, 1, 1000),
        help="pair only players at most N places apart in the list (default: all)",
    )
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    add_match_options(parser)
    return parser


def run(args: argparse.Namespace) -> int:
    """Play the tournament, and print the table."""
    from sumito.lab.match import MatchRun

    players = player_specs(args.players)
    if len(players) < 2:
        raise InputError("a tournament needs two players or more")
    if len({player.text for player in players}) < len(players):
        raise InputError("a player is named twice")
    most = args.neighbours or len(players)
    pairings = tuple((i, j) for i, j in combinations(range(len(players)), 2) if j - i <= most)
    match = match_of(args, players, pairings)
    pairs = args.games // 2 * len(pairings)
    run = MatchRun(match, pairs=pairs, concurrency=args.concurrency, journal=checked_journal(args))
    play_out(
        run,
        args,
        live=lambda result: [f"pairs {len(result.pairs)} of {pairs}"],
        final=lambda result: tournament_lines(match, result, markdown=args.markdown),
    )
    return 0


def tournament_lines(match: Match, result: Result, *, markdown: bool = False) -> list[str]:
    """Return the table of a tournament, the strongest first, and the statistics of the games."""
    from sumito.lab.rating import fit_ratings

    try:
        ratings = fit_ratings(len(match.players), result.counts)
    except ValueError:  # interrupted early
        return [f"pairs {len(result.pairs)}: too few for ratings", *ending_lines(result)]
    rows = [("player", "Elo", "+-", "games", "score")]
    for player, rating in sorted(zip(match.players, ratings, strict=True), key=lambda each: -each[1].elo):
        figures = (f"{round(rating.elo):+d}", f"{rating.error:.0f}", str(2 * rating.pairs), f"{rating.score:.1%}")
        rows.append((player.text, *figures))
    if markdown:
        lines = ["| " + " | ".join(row) + " |" for row in rows]
        return [lines[0], "| --- | ---: | ---: | ---: | ---: |", *lines[1:]]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            [row[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    ]
    return lines + ending_lines(result)
