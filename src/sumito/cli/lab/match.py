"""`sumito lab match`: play a match of two players."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

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
from sumito.terminal.failures import InputError, quoted

if TYPE_CHECKING:
    from sumito.lab.match import Match, Result


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "match",
        help="play two players against each other",
        description="Play pairs of games, each opening twice with colours exchanged, until the number\n"
        "of games is reached or a sequential test (SPRT) has decided. Print how much\n"
        f"stronger A is than B.\n{PLAYERS}",
        epilog="example:\n  sumito lab match nodes=200 default --nodes 100 --games 4\n\n"
        "docs/lab.md explains the figures.",
    )
    parser.add_argument("players", metavar="PLAYER", nargs=2, help="A and B")
    parser.add_argument("--games", metavar="N", type=even, help="the number of games; with --sprt the largest number")
    parser.add_argument(
        "--sprt",
        nargs=2,
        type=_elo,
        metavar=("ELO0", "ELO1"),
        help="play until a test decides between two differences in normalised Elo",
    )
    parser.add_argument("--by-layout", action="store_true", help="also print the results by layout, as a table")
    add_match_options(parser)
    return parser


def _elo(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a number, not {quoted(text)}") from None


def run(args: argparse.Namespace) -> int:
    """Play the match, and print the result."""
    from sumito.lab.match import MatchRun
    from sumito.lab.statistics import Sprt

    if args.games is None and args.sprt is None:
        raise InputError("expected --games N, --sprt ELO0 ELO1, or both")
    try:
        sprt = Sprt(*args.sprt) if args.sprt else None
    except ValueError as error:
        raise InputError(f"--sprt: {error}") from None
    match = match_of(args, player_specs(args.players))
    pairs = None if args.games is None else args.games // 2
    run = MatchRun(match, pairs=pairs, sprt=sprt, concurrency=args.concurrency, journal=checked_journal(args))

    def lines(result: Result) -> list[str]:
        return match_lines(match, result)

    def final(result: Result) -> list[str]:
        return lines(result) + (layout_lines(result) if args.by_layout else [])

    play_out(run, args, live=lines, final=final)
    return 0


def match_lines(match: Match, result: Result) -> list[str]:
    """Return the result of a match as lines."""
    pairs = result.pentanomial
    one, two = (player.text for player in match.players)
    lines = [
        f"A {one}",
        f"B {two}",
        f"games {2 * pairs.pairs}: A won {result.scores[1.0]}, B won {result.scores[0.0]}, drawn {result.scores[0.5]}",
        f"pairs {pairs.pairs} as A scored them: LL {{}}, LD {{}}, LW+DD {{}}, DW {{}}, WW {{}}".format(*pairs.counts),
    ]
    if pairs.pairs:
        figures = f"Elo {pairs.elo()}, normalised {pairs.normalised_elo()}, superiority {pairs.superiority():.1%}"
        lines.append(f"A over B: {figures}")
    if result.sprt is not None:
        sprt, found = result.sprt, "undecided"
        if result.decision is not None:
            found = f"{result.decision}, it is {sprt.elo1 if result.decision == 'accepted' else sprt.elo0:g}"
        bounds = f"[{sprt.lower:.2f}, {sprt.upper:.2f}]"
        lines.append(f"LLR {result.llr:+.2f} in {bounds} for {sprt.elo0:g} or {sprt.elo1:g} nElo: {found}")
    return lines + ending_lines(result)


def layout_lines(result: Result) -> list[str]:
    """Return the results by layout as a Markdown table, the layouts with the most games first."""
    lines = ["| layout | games | A won | drawn | B won | A's share |", "| --- | --- | --- | --- | --- | --- |"]
    for layout, scores in result.scores_by_layout().items():
        games, won, drawn = scores.total(), scores[1.0], scores[0.5]
        share = (won + drawn / 2) / games
        lines.append(f"| {layout} | {games} | {won} | {drawn} | {scores[0.0]} | {share:.0%} |")
    return lines
