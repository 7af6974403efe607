"""Numbers about the running server, in the text form of Prometheus."""

from __future__ import annotations

import time
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from collections.abc import Callable

    from sumito.server.writer import Write, WriteResult

    Submit = Callable[[Write, Callable[[WriteResult], None]], None]


class Metrics:
    """The numbers of one server process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._moves = Counter("sumito_moves_stored", "Moves that are on the disk.", registry=self._registry)
        self._commits = Histogram(
            "sumito_commit_seconds",
            "Seconds from a command to its commit.",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
            registry=self._registry,
        )
        self._refusals = Counter("sumito_refusals", "Refused commands and requests.", ["code"], registry=self._registry)

        self._numbers = count()
        self._waiting: dict[int, float] = {}  # the beginnings of writes without a result, the oldest first

    @property
    def longest_wait_s(self) -> float:
        """How long the oldest write has been waiting for its result. A writer that hangs or has died gives none."""
        oldest = next(iter(self._waiting.values()), None)
        return 0.0 if oldest is None else time.perf_counter() - oldest

    def count_refusal(self, code: str) -> None:
        """Count a refused command or request. `code` is one of a fixed set, never a text of a client."""
        self._refusals.labels(code).inc()

    def watch(self, name: str, meaning: str, number: Callable[[], int]) -> None:
        """Show a number that changes in both directions."""
        Gauge(name, meaning, registry=self._registry).set_function(number)

    def measured(self, submit: Submit) -> Submit:
        """Return a function that submits writes as `submit` does, and measures them."""

        def submit_and_measure(write: Write, done: Callable[[WriteResult], None]) -> None:
            number = next(self._numbers)
            self._waiting[number] = time.perf_counter()
            try:
                submit(write, partial(self._finish, number, write, done))
            except Exception:
                del self._waiting[number]
                raise

        return submit_and_measure

    # A closure that knows itself would be garbage after every move, and the search for garbage stops the server.
    def _finish(self, number: int, write: Write, done: Callable[[WriteResult], None], result: WriteResult) -> None:
        begun = self._waiting.pop(number)
        if result.stored:
            self._commits.observe(time.perf_counter() - begun)
            self._moves.inc(len([entry for entry in write.events if entry.kind == "move"]))
        done(result)

    def text(self) -> bytes:
        """Return all numbers."""
        return generate_latest(self._registry)
