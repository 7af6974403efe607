"""The measuring of writes: what waits, what was stored, and nothing that Python must search for garbage."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest

from sumito.server.metrics import Metrics
from sumito.server.storage_errors import QueueFullError
from sumito.server.writer import Event, GameState, Write, WriteResult

WRITE = Write("game", 0, (Event(1, "move", 1, "{}", 0),), GameState("playing", 1, 1, ""), 0, None)
Done = Callable[[WriteResult], None]


def test_a_write_waits_until_its_result_is_there() -> None:
    metrics = Metrics()
    waiting: list[Done] = []
    results: list[WriteResult] = []
    metrics.measured(lambda _, done: waiting.append(done))(WRITE, results.append)
    assert metrics.longest_wait_s > 0
    waiting[0](WriteResult(stored=True))
    assert (metrics.longest_wait_s, len(results)) == (0, 1)
    assert b"sumito_moves_stored_total 1.0" in metrics.text()


def test_a_write_that_is_not_taken_does_not_wait() -> None:
    metrics = Metrics()

    def refuse(_: Write, __: Done) -> None:
        raise QueueFullError("busy")

    with pytest.raises(QueueFullError):
        metrics.measured(refuse)(WRITE, lambda _: None)
    assert metrics.longest_wait_s == 0


def test_a_write_leaves_no_garbage_that_stops_the_server() -> None:
    waiting: list[Done] = []
    submit = Metrics().measured(lambda _, done: waiting.append(done))
    gc.collect()
    for _ in range(10):
        submit(WRITE, lambda _: None)
        waiting.pop()(WriteResult(stored=True))
    assert gc.collect() == 0
