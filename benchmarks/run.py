"""Measure the performance targets. `make bench` runs this.

Figures are the best of several runs in CPU time. Those about two cores or about a second use wall time.

The native figures are measured for both builds, each in its own process, and printed with their ratio. With the
argument "here", only this process is measured, with the build that SUMITO_NATIVE selects.
"""

import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable

ROUNDS = 5


def best(work: Callable[[], int]) -> float:
    """Return the best rate of a few rounds, because other load can only slow a round down."""
    rates = []
    for _ in range(ROUNDS):
        start = time.process_time()
        amount = work()
        rates.append(amount / (time.process_time() - start))
    return max(rates)


def native() -> dict[str, float]:
    from sumito import Board, _native, perft
    from sumito.core.native_game import game_of_two
    from sumito.engine import Engine, Limit
    from sumito.engine.bench import POSITIONS
    from sumito.engine.network import SHIPPED_NETWORK

    board = Board()
    setup = game_of_two(board).setup

    def searched(engine: Engine, boards: list[Board]) -> int:
        """Return the nodes of independent searches."""
        nodes = 0
        for each in boards:
            engine.forget()
            nodes += engine.analyse(each, Limit(nodes=200_000)).nodes
        return nodes

    two = [Board.from_position(position) for position in POSITIONS]
    several = [Board(layout) for layout in ("three-players", "four-players-teams", "six-players-pbmserv")]

    by_network, by_hand = (Engine(hash_mb=16, network=network) for network in (SHIPPED_NETWORK, None))
    return {
        "perft, bulk-counted, leaves/s": best(lambda: perft(board, 5)),
        "perft of three players, leaves/s": best(lambda: perft(Board("three-players"), 5)),
        "perft, each leaf made, leaves/s": best(lambda: _native.perft_made(setup, 4, 6)),
        "random play with full lists, plies/s": best(lambda: _native.random_play(setup, 2_000, 1, 6)),
        "search with the network, one thread, nodes/s": best(lambda: searched(by_network, two)),
        "search with the hand-made evaluation, one thread, nodes/s": best(lambda: searched(by_hand, two)),
        "search of several players, one thread, nodes/s": best(lambda: searched(by_hand, several)),
    }


def threads() -> dict[str, float]:
    """Measure the gain of a second core, and the depth in a second of wall time. Other load reduces both."""
    from sumito import Board
    from sumito.engine import Engine, Limit

    def in_a_second(threads: int, layout: str) -> tuple[float, float, int]:
        """Search for a second. Return nodes/s, the number of cores used, and the depth."""
        engine = Engine(threads=threads)
        started, used = time.perf_counter(), time.process_time()
        analysis = engine.analyse(Board(layout), Limit(time_ms=1_000))
        seconds = time.perf_counter() - started
        return analysis.nodes / seconds, (time.process_time() - used) / seconds, analysis.variations[0].depth

    figures: dict[str, float] = {}
    for layout in ("standard", "belgian-daisy"):
        one, two = (max(in_a_second(threads, layout) for _ in range(ROUNDS)) for threads in (1, 2))
        figures[f"{layout}: two threads, times the nodes/s of one"] = two[0] / one[0]
        figures[f"{layout}: cores that the two threads had"] = two[1]
        figures[f"{layout}: depth in a second, one thread"] = one[2]
        figures[f"{layout}: depth in a second, two threads"] = two[2]
    return figures


def python() -> dict[str, float]:
    from sumito import Board, Rules

    rules = Rules(repetition=0)
    plies = 20_000

    def loop() -> int:
        """Iterate over all legal moves, then play one of them."""
        rng = random.Random(1)
        board = Board(rules=rules)
        for _ in range(plies):
            pick = rng.random()
            chosen = None
            for move in board.legal_moves:
                if chosen is None or pick < 0.5:
                    chosen = move
            if chosen is None:
                board = Board(rules=rules)
            else:
                board.play(chosen)
        return plies

    def listed() -> int:
        choice = random.Random(1).choice
        board = Board(rules=rules)
        for _ in range(plies):
            moves = list(board.legal_moves)
            if moves:
                board.play(choice(moves))
            else:
                board = Board(rules=rules)
        return plies

    return {
        "Python: a pass over legal_moves, then play, plies/s": best(loop),
        "Python: a list of legal_moves, then a random one, plies/s": best(listed),
    }


def seconds(*command: str) -> float:
    """Return the CPU seconds of a command, the least of several runs."""
    least = float("inf")
    for _ in range(9):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return least


def start_up() -> dict[str, float]:
    empty = seconds("-c", "pass")
    return {
        "import sumito, ms over an empty interpreter": (seconds("-c", "import sumito") - empty) * 1000,
        "sumito --help, ms": seconds("-m", "sumito", "--help") * 1000,
    }


def measured(build: str) -> dict[str, float] | None:
    """Return the native figures of one build, or None if this processor cannot run it."""
    environment = {**os.environ, "SUMITO_NATIVE": build}
    done = subprocess.run(
        [sys.executable, __file__, "here"], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        print(f"{build}: {done.stderr.strip().splitlines()[-1]}")
        return None
    found: dict[str, float] = json.loads(done.stdout)
    return found


FIGURES = {
    "perft, bulk-counted, leaves/s": ">= 1.0e9",
    "perft of three players, leaves/s": ">= 2.0e7",
    "perft, each leaf made, leaves/s": ">= 1.5e8",
    "random play with full lists, plies/s": ">= 5e6",
    "search with the network, one thread, nodes/s": ">= 2e6",
    "standard: two threads, times the nodes/s of one": ">= 1.7",
    "belgian-daisy: two threads, times the nodes/s of one": ">= 1.7",
    "Python: a pass over legal_moves, then play, plies/s": ">= 4e5",
    "import sumito, ms over an empty interpreter": "< 60",
    "sumito --help, ms": "< 150",
}


def row(name: str, value: float, ratio: str = "") -> None:
    shown = f"{value:12.3g}" if value > 1e4 else f"{value:12.1f}"
    sign, _, figure = FIGURES.get(name, "").partition(" ")
    holds = not figure or (value >= float(figure) if sign == ">=" else value < float(figure))
    print(f"{name:58}{shown}   {FIGURES.get(name, ''):10}{'' if holds else 'MISSED '}{ratio}")


def main() -> None:
    if sys.argv[1:] == ["here"]:
        print(json.dumps(native()))
        return
    fast, base = measured("v3"), measured("base")
    print(f"{'':58}{'measured':>12}   target")
    for name, value in (fast or base or {}).items():
        ratio = f"{value / base[name]:.1f} x the baseline build" if fast and base else ""
        row(name, value, ratio)
    for name, value in (threads() | python() | start_up()).items():
        row(name, value)
    print(
        f"Other load makes some of these figures smaller: the load of the machine was {os.getloadavg()[0]:.1f}, "
        "including this program."
    )


if __name__ == "__main__":
    main()
