"""The engine keeps its time: no move is late, in games of ten milliseconds a move."""

import multiprocessing
import os
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from positions import SOME_LAYOUTS
from sumito import BLACK, Board, Rules
from sumito.engine import Engine, Limit

TIME_MS = 10
MOST_OVER_MS = 20
PLIES = 120  # of a game, at most
FEW_PLIES = 40
GAMES = 1_000
A_TASK = 10
# A sanitizer looks at the code, which fewer games show it as well.
LONG = 50 if "SUMITO_EXPECT_IN" in os.environ else GAMES
WAITED = Path("/proc/thread-self/schedstat")  # of Linux: time on a core, time in the queue for one, turns


def waited_ms() -> float:
    """How long this thread has been ready to run and had no core: what other programs take is not the engine's."""
    with suppress(FileNotFoundError):
        return int(WAITED.read_text(encoding="ascii").split()[1]) / 1e6
    return 0.0


def late_moves(engine: Engine, seed: int, plies: int) -> Iterator[tuple[float, str]]:
    """One game, and how much longer than allowed each move took where it did; odd games are against a random player."""
    rng = random.Random(seed)
    board = Board(rng.choice(SOME_LAYOUTS), rules=Rules(ply_cap=plies))
    engine.forget()
    while board.outcome is None:
        if seed % 2 and board.turn is BLACK:
            move = rng.choice(list(board.legal_moves))
        else:
            waited, started = waited_ms(), time.perf_counter()
            move = engine.play(board, Limit(time_ms=TIME_MS))
            took = (time.perf_counter() - started) * 1000 - (waited_ms() - waited)
            if took > TIME_MS:
                yield took - TIME_MS, f"game {seed}, ply {board.ply}: {board.position()}"
        board.play(move)


def worst_of_games(first: int, games: int, plies: int) -> tuple[float, str]:
    engine = Engine()
    late = [each for seed in range(first, first + games) for each in late_moves(engine, seed, plies)]
    return max(late, default=(0.0, "none"))


def test_five_games_at_ten_milliseconds_a_move() -> None:
    over_ms, where = worst_of_games(0, 5, FEW_PLIES)
    assert over_ms <= MOST_OVER_MS, where


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_thousand_games_at_ten_milliseconds_a_move() -> None:
    """Several at once, one a core: more would only wait for one another."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    with ProcessPoolExecutor(cores, mp_context=multiprocessing.get_context("spawn")) as pool:
        tasks = [pool.submit(worst_of_games, first, A_TASK, PLIES) for first in range(0, LONG, A_TASK)]
        over_ms, where = max(task.result() for task in tasks)
    print(f"{LONG} games, at most {over_ms:.1f} ms over")
    assert over_ms <= MOST_OVER_MS, where
