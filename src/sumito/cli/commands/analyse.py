"""`sumito analyse`: analyse the games of a file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Final

from sumito.cli.exit_codes import FAILURE
from sumito.cli.options.board import whole_number
from sumito.cli.options.language import add_language_option, language_of
from sumito.terminal.failures import InputError, record_problem

if TYPE_CHECKING:
    from sumito.cli.progress import Progress
    from sumito.core import Board
    from sumito.engine import Analysis, Engine, Limit
    from sumito.learn.catalogue import Catalogue
    from sumito.notation.records import Readable, Record, RecordError

_NODES: Final = 100_000
_MOST_NODES: Final = 999_999_999
_LONGEST_MS: Final = 3_600_000
_DEEPEST: Final = 100
_HASH_MB: Final = 64


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "analyse",
        help="analyse the games in a record file",
        description="Analyse games with the engine, with one search for each position. For each move,\n"
        "show its score, the winning chances and a better move; then show the accuracy\n"
        "of both players and the turning points. Scores are Black's, in marbles.",
        epilog="example:\n  sumito analyse games.apgn --graph game.svg",
    )
    parser.add_argument("file", metavar="FILE", help="a file of records, or - for standard input")
    parser.add_argument("--game", metavar="N", type=_count, help="only the game with this number, from 1")
    parser.add_argument(
        "--nodes", metavar="N", type=_nodes, help=f"positions to search for each move (default: {_NODES})"
    )
    parser.add_argument("--time-ms", metavar="N", type=_time, help="milliseconds to search for each move")
    parser.add_argument("--depth", metavar="N", type=_depth, help="plies to search for each move")
    parser.add_argument("--apgn", metavar="OUT.apgn", help="write the games with comments and better lines")
    parser.add_argument("--graph", metavar="FILE", help="draw the winning chances of one game: FILE.svg or FILE.png")
    add_language_option(parser)
    return parser


def _count(text: str) -> int:
    return whole_number(text, 1, _MOST_NODES)


def _nodes(text: str) -> int:
    return whole_number(text, 1, _MOST_NODES)


def _time(text: str) -> int:
    return whole_number(text, 1, _LONGEST_MS)


def _depth(text: str) -> int:
    return whole_number(text, 1, _DEEPEST)


def run(args: argparse.Namespace) -> int:
    """Analyse the games, and print and write the results. Return the exit code."""
    from sumito.cli.picture import picture_maker
    from sumito.cli.progress import Progress
    from sumito.engine import Engine, Limit
    from sumito.engine.game_analysis import analyse_game
    from sumito.learn.catalogue import catalogue
    from sumito.notation.records import RecordError, write_record
    from sumito.terminal.analysis_text import analysis_graph, analysis_lines
    from sumito.terminal.files import check_apart, dialect_for, output_file

    check_apart({"the record": args.file, "--apgn": args.apgn, "--graph": args.graph})
    words = catalogue(language_of(args))
    picture = None if args.graph is None else picture_maker(args.graph)
    limit = Limit(depth=args.depth, nodes=args.nodes, time_ms=args.time_ms)
    if limit == Limit():
        limit = Limit(nodes=_NODES)
    engine = Engine(hash_mb=_HASH_MB)
    games = invalid = 0
    with ExitStack() as stack:
        progress = stack.enter_context(Progress())
        found = _chosen(stack.enter_context(_source(args.file)), args.game)
        if args.graph is not None:
            # A graph shows one game. Refuse a file with several games before the search, not after it.
            first = list(islice(found, 2))
            if len(first) > 1:
                raise InputError(f"--graph draws one game, and {args.file} contains several: choose one with --game")
            found = iter(first)
        annotated = stack.enter_context(output_file(args.apgn)) if args.apgn is not None else None
        graph = stack.enter_context(output_file(args.graph)) if args.graph is not None else None
        for number, record in found:
            games += 1
            if isinstance(record, RecordError) or len(record.start.players) > 2:
                problem = (
                    record_problem(args.file, record)
                    if isinstance(record, RecordError)
                    else f"{args.file}: game {number}: only games of two players can be analysed"
                )
                if graph is not None:
                    raise InputError(problem)
                invalid += 1
                print(problem, file=sys.stderr)
                continue
            engine.forget()
            analysis = analyse_game(
                record, _Search(engine, limit, progress, words, number, len(record.main_line()) + 1)
            )
            progress.clear()
            print(*analysis_lines(number, analysis, words), sep="\n", flush=True)
            if annotated is not None:
                write_record(analysis.annotated(), annotated, dialect_for(args.apgn))
            if graph is not None and picture is not None:
                graph.write(picture(analysis_graph(analysis, words)))
        if not games:
            raise InputError(f"{args.file}: the file contains no game{f' {args.game}' if args.game else ''}")
    return FAILURE if invalid else 0


@contextmanager
def _source(name: str) -> Iterator[Readable]:
    from sumito.terminal.files import input_file

    if name == "-":
        yield sys.stdin.buffer
    else:
        with input_file(name) as file:
            yield file


def _chosen(file: Readable, number: int | None) -> Iterator[tuple[int, Record | RecordError]]:
    """Return the games of a file with their numbers, or only game `number`."""
    from sumito.notation.records import read_records

    games = enumerate(read_records(file), 1)
    return games if number is None else islice(games, number - 1, number)


class _Search:
    """Searches the positions of a game, and shows the progress."""

    def __init__(
        self, engine: Engine, limit: Limit, progress: Progress, words: Catalogue, game: int, positions: int
    ) -> None:
        self._engine = engine
        self._limit = limit
        self._progress = progress
        self._words = words
        self._game = game
        self._positions = positions
        self._done = 0

    def __call__(self, board: Board) -> Analysis:
        from sumito.terminal.searching import interruptible

        self._progress.show(
            self._words.say("terminal.analysis.progress", number=self._game, done=self._done, all=self._positions)
        )
        self._done += 1
        return interruptible(self._engine, lambda: self._engine.analyse(board, self._limit))
