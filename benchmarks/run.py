"""The figures to hold, measured: `make bench` prints them, best of several runs in CPU time.

The native figures are printed for both builds, each in its own process, and as their ratio. With the argument "here"
only this process is measured, for the build that SUMITO_NATIVE chooses.
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
    """The best rate of a few rounds: other load on the machine can only slow a round down."""
    rates = []
    for _ in range(ROUNDS):
        start = time.process_time()
        amount = work()
        rates.append(amount / (time.process_time() - start))
    return max(rates)


def native() -> dict[str, float]:
    from sumito import Board, _native, perft

    board = Board()
    setup = board._game.setup
    return {
        "perft, bulk-counted, leaves/s": best(lambda: perft(board, 5)),
        "perft, each leaf made, leaves/s": best(lambda: _native.perft_made(setup, 4, 6)),
        "random play with full lists, plies/s": best(lambda: _native.random_play(setup, 2_000, 1, 6)),
    }


def python() -> dict[str, float]:
    from sumito import Board, Rules

    rules = Rules(repetition=0)
    plies = 20_000

    def loop() -> int:
        """A pass over all legal moves, then one of them is played."""
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
    """CPU seconds of a child, the least of several."""
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
    """The native figures of one build, None where this processor cannot run it."""
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
    "perft, each leaf made, leaves/s": ">= 1.5e8",
    "random play with full lists, plies/s": ">= 5e6",
    "Python: a pass over legal_moves, then play, plies/s": ">= 4e5",
    "import sumito, ms over an empty interpreter": "< 60",
    "sumito --help, ms": "< 150",
}


def row(name: str, value: float, ratio: str = "") -> None:
    shown = f"{value:12.3g}" if value > 1e4 else f"{value:12.1f}"
    sign, _, figure = FIGURES.get(name, "").partition(" ")
    holds = not figure or (value >= float(figure) if sign == ">=" else value < float(figure))
    print(f"{name:58}{shown}   {FIGURES.get(name, ''):10}{'' if holds else 'NOT HELD '}{ratio}")


def main() -> None:
    if sys.argv[1:] == ["here"]:
        print(json.dumps(native()))
        return
    fast, base = measured("v3"), measured("base")
    print(f"{'':58}{'measured':>12}   to hold")
    for name, value in (fast or base or {}).items():
        ratio = f"{value / base[name]:.1f} x the baseline build" if fast and base else ""
        row(name, value, ratio)
    for name, value in (python() | start_up()).items():
        row(name, value)


if __name__ == "__main__":
    main()
