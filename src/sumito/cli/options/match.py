"""The options, the files and the output that matches and tournaments share."""

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
    from sumito.engine import Limit
    from sumito.lab.match import Match, MatchRun, Result
    from sumito.lab.players import PlayerSpec

PLAYERS: Final = (
    "A player is KEY=VALUE,KEY=VALUE with the keys level, network (a file or none),\n"
    "hash, threads, search.NAME (a parameter of the search), nodes, time (ms); or\n"
    "command, in double quotes, and option.NAME for another program that speaks the\n"
    "engine protocol. `default` is this engine with its default settings."
)
"""The text of help pages that describes players."""
_NODES: Final = 5000
_PLY_CAP: Final = 300


def add_nodes_option(parser: argparse.ArgumentParser, default: int = _NODES) -> None:
    """Add the option of the number of nodes of a search."""
    parser.add_argument(
        "--nodes",
        metavar="N",
        type=_positive,
        default=default,
        help=f"positions to search for each move (default: {default})",
    )


def add_limit_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the limit of a search."""
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument(
        "--nodes", metavar="N", type=_positive, help=f"positions to search for each move (default: {_NODES})"
    )
    limit.add_argument(
        "--time-ms", metavar="T", type=_positive, help="milliseconds to search for each move, instead of --nodes"
    )


def add_seed_option(parser: argparse.ArgumentParser) -> None:
    """Add the option of the seed."""
    parser.add_argument(
        "--seed", metavar="N", type=_seed, default=0, help="another seed chooses other openings (default: 0)"
    )


def add_concurrency_option(parser: argparse.ArgumentParser) -> None:
    """Add the option of the number of games at once."""
    parser.add_argument("--concurrency", metavar="N", type=_count, default=1, help="games to play at once (default: 1)")


def add_journal_option(parser: argparse.ArgumentParser, parts: str, *, required: bool = False) -> None:
    """Add the option of the journal, which keeps finished parts of the work."""
    parser.add_argument(
        "--journal",
        metavar="FILE",
        required=required,
        help=f"save finished {parts} to this file, and continue from it the next time",
    )


def add_network_option(parser: argparse.ArgumentParser) -> None:
    """Add the option of the network for games of the engine against itself."""
    parser.add_argument(
        "--network", metavar="FILE", help="the network to play with, or `none` for the hand-made evaluation"
    )


def add_processes_option(parser: argparse.ArgumentParser) -> None:
    """Add the option of the number of processes."""
    parser.add_argument(
        "--processes", metavar="P", type=_processes, help="processes to use (default: one for each processor)"
    )


def add_match_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of matches."""
    add_limit_options(parser)
    add_concurrency_option(parser)
    parser.add_argument(
        "--book",
        metavar="FILE",
        help="the openings, as `sumito lab book` writes them (default: the book of this package)",
    )
    add_seed_option(parser)
    parser.add_argument(
        "--ply-cap",
        metavar="N",
        type=_cap,
        default=_PLY_CAP,
        help=f"end a game after N plies; the player with more ejections wins (default: {_PLY_CAP})",
    )
    parser.add_argument(
        "--concede",
        metavar="MARBLES",
        type=_lead,
        default=0,
        help="end a game once the scores of both players agree for six plies on a lead of this many marbles",
    )
    add_journal_option(parser, "pairs")
    parser.add_argument("--apgn", metavar="FILE", help="write the games to this file")
    parser.add_argument("--json", metavar="FILE", help="write the result and the settings to this file")


def even(text: str) -> int:
    """Parse a number of games.

    Raises:
        ArgumentTypeError: `text` is not a number, or odd.
    """
    if (games := whole_number(text, 2, 10**9 - 2)) % 2:
        raise argparse.ArgumentTypeError(f"expected an even number, since games come in pairs, not {quoted(text)}")
    return games


def _positive(text: str) -> int:
    return whole_number(text, 1, 10**9 - 1)


def _count(text: str) -> int:
    return whole_number(text, 1, 512)


def _processes(text: str) -> int:
    return whole_number(text, 1, 4096)


def _seed(text: str) -> int:
    return whole_number(text, 0, 10**9 - 1)


def _cap(text: str) -> int:
    return whole_number(text, 10, 100_000)


def _lead(text: str) -> int:
    return whole_number(text, 1, 100)


def player_specs(texts: Sequence[str]) -> tuple[PlayerSpec, ...]:
    """Parse the texts of players.

    Raises:
        InputError: a text contains bytes that are not text.
        NotationError: a text does not describe a player.
    """
    from sumito.lab.players import PlayerSpec

    return tuple(PlayerSpec.parse(plain_text("a player", text)) for text in texts)


def match_of(
    args: argparse.Namespace, players: tuple[PlayerSpec, ...], pairings: tuple[tuple[int, int], ...] = ((0, 1),)
) -> Match:
    """Return the match that the options describe.

    Raises:
        LabError: the file is not a book.
        OSError: the book cannot be read.
    """
    from dataclasses import replace

    from sumito.lab.book import Book, shipped_book
    from sumito.lab.match import RULES, Match
    from sumito.terminal.files import checked_name

    book = shipped_book() if args.book is None else Book.read(checked_name(args.book))
    rules = replace(RULES, ply_cap=args.ply_cap)
    return Match(players, book, limit_of(args), args.seed, rules, pairings, args.concede)


def limit_of(args: argparse.Namespace) -> Limit:
    """Return the limit of a search that the options describe."""
    from sumito.engine import Limit

    return Limit(time_ms=args.time_ms) if args.time_ms else Limit(nodes=args.nodes or _NODES)


def checked_journal(args: argparse.Namespace) -> str | None:
    """Return the name of the journal; None if there is no journal.

    Raises:
        InputError: the name cannot be the name of a file.
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
    """Play to the end, or until Ctrl-C. Show the progress, and print and write the result.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed; the result so far has been printed and written.
    """
    from sumito.cli.progress import Progress
    from sumito.lab.match import result_entry
    from sumito.terminal.files import check_apart, output_file

    interrupted = False
    with ExitStack() as files:
        # Open the files now, to report a wrong name before the games are played.
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
    """Return the statistics of the games that do not depend on the players."""
    ends = ", ".join(f"{name} {count}" for name, count in result.terminations.most_common())
    black, white = result.results["1-0"], result.results["0-1"]
    lines = [
        f"Black won {black}, White {white}; {ends or 'no games'}",
        f"{result.mean_plies:.1f} plies a game, {counted(result.distinct_games, 'distinct game', 'distinct games')}",
    ]
    if result.failures:
        lines.append(f"failures {len(result.failures)}, the last one: {result.failures[-1]}")
    return lines
