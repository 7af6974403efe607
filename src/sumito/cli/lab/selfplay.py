"""`sumito lab selfplay`: make samples from self-play."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from sumito.cli.exit_codes import INTERRUPTED
from sumito.cli.options.board import whole_number
from sumito.cli.options.match import add_network_option, add_processes_option
from sumito.cli.progress import Progress, bar, time_to_go
from sumito.core.text import counted
from sumito.terminal.failures import Failure, InputError
from sumito.terminal.files import checked_name

if TYPE_CHECKING:
    from sumito.lab.chunks import Run
    from sumito.lab.processes import FinishedTask, Report
    from sumito.lab.selfplay import Task

_MOST: Final = 2**32


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "selfplay",
        help="play games of the engine against itself, and save their positions",
        description="Let the engine play against itself. Save every position with its score, the best\n"
        "move and the result of the game to the files of a folder, 32 bytes each. The\n"
        "same command continues a run that was stopped. Other settings need another\n"
        "folder.",
        epilog="example:\n  sumito lab selfplay -o samples --games 4 --nodes 100",
    )
    parser.add_argument("-o", "--output", metavar="DIR", required=True, help="the folder of the run")
    parser.add_argument("--games", metavar="N", required=True, type=_number(1, _MOST), help="the number of games")
    parser.add_argument(
        "--nodes",
        metavar="N",
        type=_number(1, _MOST),
        default=5000,
        help="positions to search for each move (default: 5000)",
    )
    parser.add_argument(
        "--seed", metavar="S", type=_number(0, _MOST), default=1, help="the seed of all random numbers (default: 1)"
    )
    add_network_option(parser)
    add_processes_option(parser)
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on the machines of a Ray cluster; `auto` finds one, `local` starts one here",
    )
    return parser


def _number(least: int, most: int) -> Callable[[str], int]:
    return lambda text: whole_number(text, least, most)


def run(args: argparse.Namespace) -> int:
    """Play the missing games, and print statistics."""
    from sumito.lab.chunks import Run, Settings
    from sumito.lab.processes import WorkerError

    if args.ray is not None and args.ray != "local" and args.processes is not None:
        raise InputError("--processes cannot be used with --ray: the machines of the cluster decide")
    settings = Settings(games=args.games, nodes=args.nodes, seed=args.seed, network=args.network)
    with Run(checked_name(args.output), settings) as games, Progress() as progress:
        counter = _Counter(games, progress)
        try:
            for played in _players(args, games.missing(), counter.add):
                games.keep(*played)
        except (ImportError, WorkerError) as error:
            raise Failure(error) from error
        except KeyboardInterrupt:
            progress.clear()
            games.save()
            saved = f"{len(games.chunks)} of {counted(len(games.tasks), 'chunk is', 'chunks are')} saved"
            print(
                f"sumito lab selfplay: interrupted, {saved}. To continue:\n  {_command(args)}",
                file=sys.stderr,
            )
            return INTERRUPTED
        progress.clear()
        found = games.statistics()
    print(
        f"games {found.games}  distinct {found.distinct_games}  draws {found.draw_rate:.1%}  "
        f"plies {found.mean_plies:.1f}"
    )
    print(f"positions {found.positions}  {found.positions_per_second:.0f}/s per process")
    return 0


def _players(args: argparse.Namespace, tasks: list[Task], report: Report) -> Iterator[FinishedTask[Task]]:
    from sumito.lab.processes import play_in_processes
    from sumito.lab.ray_driver import play_on_ray

    processes = args.processes or os.cpu_count() or 1
    if not tasks or args.ray is None:
        return play_in_processes(tasks, processes, report)
    return play_on_ray(tasks, args.ray, processes, report)


class _Counter:
    """Counts games and positions, and shows them."""

    def __init__(self, games: Run, progress: Progress) -> None:
        found = games.statistics()
        self._total = sum(task.games for task in games.tasks.values())
        self._games = self._games_before = found.games
        self._positions = self._positions_before = found.positions
        self._progress = progress
        self._began = time.monotonic()

    def add(self, games: int, size: int) -> None:
        from sumito.lab.samples import SAMPLE_SIZE

        self._games += games
        self._positions += size // SAMPLE_SIZE
        seconds = max(time.monotonic() - self._began, 1e-3)
        speed = (self._positions - self._positions_before) / seconds
        positions = counted(self._positions, "position", "positions")
        to_go = time_to_go(self._total - self._games, self._games - self._games_before, seconds)
        self._progress.show(f"{bar(self._games / self._total)}  {positions}  {speed:.0f}/s  {to_go}")


def _command(args: argparse.Namespace) -> str:
    """Return the command that continues the run."""
    words = ["sumito", "lab", "selfplay", "-o", args.output]
    for name in ("games", "nodes", "seed", "network", "processes", "ray"):
        if (value := getattr(args, name)) is not None:
            words += [f"--{name}", str(value)]
    return shlex.join(words)
