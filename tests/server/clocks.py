"""Move the time of servers that run in this process."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from sumito.server import service, store


def move_time(monkeypatch: pytest.MonkeyPatch, ms: int) -> None:
    """Move the time of running and of later servers forward, until the test ends."""
    clocks = SimpleNamespace(
        monotonic_ns=lambda: time.monotonic_ns() + ms * 1_000_000,
        time_ns=lambda: time.time_ns() + ms * 1_000_000,
    )
    monkeypatch.setattr(service, "time", clocks)
    monkeypatch.setattr(store, "time", clocks)
