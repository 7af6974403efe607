"""The time budget of a move: compared with a float reference, and equal in both builds of the core."""

from __future__ import annotations

import itertools
import struct

import pytest

from sumito import BLACK, WHITE, Clock, TimeControl, _native
from sumito.engine import Limit
from wasm import Core

TIMES = (0, 1, 2, 3, 4, 5, 7, 99, 1_000, 12_345, 600_000, 2**40)
BONUSES = (0, 1, 3, 500, 30_000)


def reference(time: int, remaining: int, increment: int, delay: int) -> tuple[float, float]:
    """Return the budget by the rule of docs/engine.md in floating point."""
    soft = hard = float("inf")
    if time:
        soft = hard = max(time - 2, time / 2)
    if remaining:
        share = remaining / 40 + 0.8 * increment
        most = max(remaining * 0.4 - 2, 0.5)
        soft = min(soft, min(0.6 * share, most) + delay)
        hard = min(hard, min(2.5 * share, most) + delay)
    return (0 if soft == float("inf") else soft), (0 if hard == float("inf") else hard)


def sweep() -> list[tuple[int, int, int, int]]:
    return list(itertools.product(TIMES, TIMES, BONUSES, BONUSES))


def test_budgets_follow_the_rule() -> None:
    for times in sweep():
        soft, hard = _native.time_budget(*times)
        expected = reference(*times)
        assert (soft / 1000, hard / 1000) == pytest.approx(expected, rel=1e-12, abs=0.001), times
        assert 0 <= soft <= hard


def test_a_limit_gives_its_budget_in_milliseconds() -> None:
    assert Limit(remaining_ms=1_001).budget_ms() == (15.015, 62.562)
    assert Limit(remaining_ms=100, increment_ms=50).budget_ms() == (25.5, 38.0)
    assert Limit(time_ms=3).budget_ms() == (1.5, 1.5)
    assert Limit().budget_ms() == (0, 0)


def test_both_builds_give_the_same_budget() -> None:
    core = Core()
    out = core.buffer("out", 16)
    for times in sweep():
        given = core.give(struct.pack("<4d", *times))
        assert core.call("time_budget", given, out) == 1
        soft, hard = _native.time_budget(*times)
        assert struct.unpack("<2d", core.read(out, 16)) == (soft / 1000, hard / 1000)


def test_times_beyond_all_clocks_count_as_long() -> None:
    huge = Limit(time_ms=10**30, remaining_ms=10**30, increment_ms=10**30, delay_ms=10**30)
    soft, hard = huge.budget_ms()
    assert 1e12 < soft <= hard


@pytest.mark.parametrize(
    "control",
    [
        TimeControl.untimed(),
        TimeControl.per_move(5_000),
        TimeControl.total(60_000),
        TimeControl.total(60_000, increment_ms=500),
        TimeControl.total(60_000, delay_ms=1_700),
        TimeControl.shared(61_001),
    ],
    ids=str,
)
def test_both_builds_read_the_same_allowance_from_a_clock(control: TimeControl) -> None:
    core = Core()
    clock = Clock(control)
    kinds = ("untimed", "total", "per_move", "shared")
    values = (kinds.index(control.kind), control.time_ms, control.increment_ms, control.delay_ms)
    twin = core.call("clock_new", *values, 2)
    out = core.buffer("out", 32)
    seen = set()
    for now in (0, 400, 1_000, 1_700, 3_333, 59_999, 60_000, 70_000):
        if now == 400:
            clock.start(BLACK, now_ms=now)
            assert core.call("clock_start", twin, 0, now)
        for player, color in enumerate((BLACK, WHITE)):
            assert core.call("clock_allowance", twin, player, now + 0.75, out) == 1
            allowed = clock._clock.allowance(player, now)
            assert struct.unpack("<4d", core.read(out, 32)) == allowed
            limit = Limit.of_clock(clock, color, now_ms=now)
            given = (limit.time_ms or 0, limit.remaining_ms or 0, limit.increment_ms, limit.delay_ms)
            assert given == allowed
            seen.add(allowed)
    assert len(seen) > (control.kind != "untimed")
    assert core.call("clock_allowance", twin, 2, 0, out) == 0
