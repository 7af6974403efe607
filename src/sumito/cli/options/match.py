"""What matches of two players and of many have in common on the command line: options, files, the lines that tell."""

from __future__ import annotations

import argparse
import datetime
import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import IO, TYPE_CHECKING, Final

from sumito.cli.options.board import plain_text, whole_number
from sumito.core.text import counted
from sumito.terminal.failures import quoted

if TYPE_CHECKING:
    from sumito.lab.match import Match, MatchRun, Result
    from sumito.lab.players import PlayerSpec

PLAYERS: Final = (
    "A player is KEY=VALUE,KEY=VALUE with level, network (a file or none), hash,\n"
    "threads; command for another program that speaks our protocol, in double\n"
    "quotes, with option.NAME; nodes or time (ms) for limits of its own. `default`\n"
    "is our engine as it is."
)
"""How players are named, for help pages."""
_NODES: Final = 5000
_PLY_CAP: Final = 300


def add_match_options(parser: argparse.ArgumentParser) -> None:
    """Give a command the options of matches."""
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--nodes", metavar="N", type=_positive, help=f"positions a move; if you do not say, {_NODES}")
    limit.add_argument("--time-ms", metavar="T", type=_positive, help="milliseconds a move instead")
    parser.add_argument("--concurrency", metavar="N", type=_count, default=1, help="games at once")
    parser.add_argument("--book", metavar="FILE", help="openings of your own, as `sumito lab book` writes them")
    parser.add_argument("--seed", metavar="N", type=_seed, default=0, help="for other openings")
    parser.add_argument(
        "--ply-cap",
        metavar="N",
        type=_cap,
        default=_PLY_CAP,
        help=f"plies after which more ejections win; if you do not say, {_PLY_CAP}",
    )
    parser.add_argument("--journal", metavar="FILE", help="keep what is played; with the same file it goes on there")
    parser.add_argument("--apgn", metavar="FILE", help="write the games")
    parser.add_argument("--json", metavar="FILE", help="write the result with all that it depends on")


def even(text: str) -> int:
    """A number of games, for argparse.

    Raises:
        ArgumentTypeError: it is none, or odd.
    """
    if (games := whole_number(text, 2, 10**9 - 2)) % 2:
        raise argparse.ArgumentTypeError(f"games come in pairs: an even number, not {quoted(text)}")
    return games


def _positive(text: str) -> int:
    return whole_number(text, 1, 10**9 - 1)


def _count(text: str) -> int:
    return whole_number(text, 1, 512)


def _seed(text: str) -> int:
    return whole_number(text, 0, 10**9 - 1)


def _cap(text: str) -> int:
    return whole_number(text, 10, 100_000)


def player_specs(texts: Sequence[str]) -> tuple[PlayerSpec, ...]:
    """The players that texts name.

    Raises:
        InputError: bytes that are no text.
        NotationError: a text names no player.
    """
    from sumito.lab.players import PlayerSpec

    return tuple(PlayerSpec.parse(plain_text("a player", text)) for text in texts)


def match_of(
    args: argparse.Namespace, players: tuple[PlayerSpec, ...], pairings: tuple[tuple[int, int], ...] = ((0, 1),)
) -> Match:
    """The match that the options describe.

    Raises:
        LabError: the book is none.
        OSError: the book cannot be read.
    """
    from dataclasses import replace

    from sumito.engine import Limit
    from sumito.lab.book import Book, shipped_book
    from sumito.lab.match import RULES, Match
    from sumito.terminal.files import checked_name

    book = shipped_book() if args.book is None else Book.read(checked_name(args.book))
    limit = Limit(time_ms=args.time_ms) if args.time_ms else Limit(nodes=args.nodes or _NODES)
    return Match(players, book, limit, args.seed, replace(RULES, ply_cap=args.ply_cap), pairings)


def checked_journal(args: argparse.Namespace) -> str | None:
    """The name of the journal, if there is to be one.

    Raises:
        InputError: the name is none of a file.
    """
    from sumito.terminal.files import checked_name

    return None if args.journal is None else checked_name(args.journal)


def play_out(
    run: MatchRun,
    args: argparse.Namespace,
    *,
    live: Callable[[Result], list[str]],
    final: Callable[[Result], list[str]],
) -> None:
    """Play to the end, or until Ctrl-C; show lines meanwhile, print and write what came of it.

    Raises:
        KeyboardInterrupt: it was interrupted; what is done has been printed and written.
    """
    from sumito.cli.progress import Progress
    from sumito.lab.match import result_entry
    from sumito.terminal.files import check_apart, output_file

    interrupted = False
    with ExitStack() as files:
        # Opened now, so that a name which is wrong is known before the games are played.
        check_apart({"--journal": args.journal, "--apgn": args.apgn, "--json": args.json})
        apgn = files.enter_context(output_file(args.apgn)) if args.apgn is not None else None
        entry = files.enter_context(output_file(args.json)) if args.json is not None else None
        with Progress() as progress:
            try:
                run.play(lambda result: progress.show(*live(result)))
            except KeyboardInterrupt:
                interrupted = True
        print(*final(run.result), sep="\n", flush=True)
        if apgn is not None:
            write_games(run, apgn, args.name)
        if entry is not None:
            entry.write(json.dumps(result_entry(run.match, run.result), indent=1).encode() + b"\n")
    if interrupted:
        raise KeyboardInterrupt


def write_games(run: MatchRun, file: IO[bytes], event: str) -> None:
    """Write the games of a match as records."""
    from sumito.notation.records import write_record

    today = datetime.date.today()
    for pair in run.result.pairs:
        names = [run.match.players[place].text for place in run.match.pairing(pair.number)]
        for record in pair.records(names, event, today):
            write_record(record, file)


def ending_lines(result: Result) -> list[str]:
    """How the games were, whoever played them."""
    ends = ", ".join(f"{name} {count}" for name, count in result.terminations.most_common())
    black, white = result.results["1-0"], result.results["0-1"]
    lines = [
        f"Black won {black}, White {white}; {ends or 'no games'}",
        f"{result.mean_plies:.1f} plies a game, {counted(result.distinct_games, 'distinct game', 'distinct games')}",
    ]
    if result.failures:
        lines.append(f"failures {len(result.failures)}, the last one: {result.failures[-1]}")
    return lines
