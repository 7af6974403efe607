"""Measure how often the coach's warnings are right, judged by the engine, and how many giveaways it notices.

usage: coach.py [POSITIONS] [SEED]
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from statistics import quantiles

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from coach_judge import at_level, careless, cases, greedy, played
from simple_players import random_player
from sumito.engine import Engine
from sumito.learn.coach import giveaway

NODES = 20_000
TARGET = 0.95


def main() -> None:
    given = [int(value) for value in sys.argv[1:]]
    count, seed = (*given, *(500, 1)[len(given) :])
    with Engine(hash_mb=32) as engine:
        levels = [at_level(engine, level) for level in (1, 2, 3, 5, 7)]
        players = [random_player, greedy, *levels, careless(levels[2], 0.3), careless(levels[3], 0.15)]
        found = cases(engine, played(players, seed), count, NODES, seed)
    warned = [case for case in found if case.is_warned]
    lost = [case for case in found if case.is_lost]
    right = [case for case in warned if case.is_lost]
    times = []
    for case in found:
        begin = time.perf_counter()
        giveaway(case.board, case.move)
        times.append(1000 * (time.perf_counter() - begin))
    print(f"{count} positions, {len(found)} moves, of which {len(lost)} give a marble away")
    print(f"precision {len(right) / len(warned):.1%} of {len(warned)} warnings (target {TARGET:.0%})")
    print(f"recall {len(right) / len(lost):.1%}")
    print(f"warned before {sum(case.is_warned for case in found if case.was_played)} of {count} moves played")
    print(f"time: median {quantiles(times, n=100)[49]:.2f} ms, 99% within {quantiles(times, n=100)[98]:.2f} ms")


if __name__ == "__main__":
    main()
