"""The engine keeps its time limits, in games of ten milliseconds a move."""

import multiprocessing
import os
import random
import resource
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from positions import SOME_LAYOUTS
from sumito import BLACK, Board, Rules
from sumito.engine import Engine, Limit

TIME_MS = 10
MOST_OVER_MS = 20
# Some hosts stop all cores of a virtual machine for a while and count it as time on a core. That is rare. An engine
# that reads the clock too seldom is late at every other move.
MOST_LATE = 0.01
pytestmark = pytest.mark.timing
PLIES = 120  # plies of a game, at most
FEW_PLIES = 40
GAMES = 1_000
A_TASK = 10
# A sanitizer checks the code, for which fewer games are enough.
LONG = 50 if "SUMITO_EXPECT_IN" in os.environ else GAMES
WAITED = Path("/proc/thread-self/schedstat")  # of Linux: time on a core, time in the queue for a core, time slices


class Watch:
    """The time of this thread, without the time that the engine cannot control.

    Other programs take the core, and the host of a virtual machine stops it. On a busy machine real time includes them.
    A thread that never slept is charged with its CPU time. One that slept is charged with real time, minus its time in
    the queue for a core. On a quiet machine both are real time.
    """

    def __init__(self) -> None:
        self._slept, self._waited_ms = self._sleeps(), self._queued_ms()
        self._on_core, self._real = time.thread_time(), time.perf_counter()

    def real_ms(self) -> float:
        return (time.perf_counter() - self._real) * 1000

    def own_ms(self) -> float:
        real, on_core = self.real_ms(), (time.thread_time() - self._on_core) * 1000
        return on_core if self._sleeps() == self._slept else real - (self._queued_ms() - self._waited_ms)

    @staticmethod
    def _sleeps() -> int:
        return resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw

    @staticmethod
    def _queued_ms() -> float:
        return int(WAITED.read_text(encoding="ascii").split()[1]) / 1e6


@dataclass
class Late:
    """The number of moves of some games, the number of late ones, and the delay of the worst in milliseconds."""

    over_ms: float = float("-inf")
    where: str = ""
    moves: int = 0
    late: int = 0
    late_in_real_time: int = 0

    def add(self, other: "Late") -> None:
        self.over_ms, self.where = max((self.over_ms, self.where), (other.over_ms, other.where))
        self.moves += other.moves
        self.late += other.late
        self.late_in_real_time += other.late_in_real_time

    def check(self) -> None:
        assert self.late <= MOST_LATE * self.moves, f"{self.late} of {self.moves} moves were late; {self.where}"


def game(engine: Engine, seed: int, plies: int) -> Late:
    """Play one game. Odd ones are against a random player."""
    rng = random.Random(seed)
    board = Board(rng.choice(SOME_LAYOUTS), rules=Rules(ply_cap=plies))
    engine.forget()
    found = Late()
    while board.outcome is None:
        if seed % 2 and board.turn is BLACK:
            move = rng.choice(list(board.legal_moves))
        else:
            watch = Watch()
            move = engine.play(board, Limit(time_ms=TIME_MS))
            own_ms, real_ms = watch.own_ms() - TIME_MS, watch.real_ms() - TIME_MS
            where = f"{own_ms:.1f} ms in game {seed}, ply {board.ply}: {board.position()}"
            found.add(Late(own_ms, where, 1, own_ms > MOST_OVER_MS, real_ms > MOST_OVER_MS))
        board.play(move)
    return found


def games(first: int, number: int, plies: int) -> Late:
    engine = Engine()
    found = Late()
    for seed in range(first, first + number):
        found.add(game(engine, seed, plies))
    return found


def test_a_thread_that_sleeps_is_charged_with_it() -> None:
    watch = Watch()
    threading.Event().wait(0.05)
    assert watch.own_ms() > 10
    watch = Watch()
    while time.thread_time() < watch._on_core + 0.02:
        pass
    assert watch.own_ms() >= 20


def test_five_games_at_ten_milliseconds_a_move() -> None:
    found = games(0, 5, FEW_PLIES)
    assert found.moves >= 100
    found.check()


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_thousand_games_at_ten_milliseconds_a_move() -> None:
    """Play several games at once, one for each core. More would only wait for each other."""
    found = Late()
    cores = len(os.sched_getaffinity(0))
    with ProcessPoolExecutor(cores, mp_context=multiprocessing.get_context("spawn")) as pool:
        for task in [pool.submit(games, first, A_TASK, PLIES) for first in range(0, LONG, A_TASK)]:
            found.add(task.result())
    late = f"{found.late} late, in real time {found.late_in_real_time}"
    print(f"{found.moves} moves, {late}; the worst {found.over_ms:+.1f} ms")
    found.check()
