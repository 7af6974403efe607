"""The hints between processes: one that means nothing does not end the others."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from structlog.testing import capture_logs

from server.cluster import Redis as RedisServer
from sumito.server.bus import Receiver, RedisBus

SECONDS = 30


class Listener:
    """A subscription to Redis that has messages."""

    def __init__(self, *waiting: bytes) -> None:
        self._waiting = list(waiting)

    async def get_message(self, *, timeout: float) -> dict[str, Any]:
        if not self._waiting:
            raise OSError("Redis has gone away")
        return {"data": self._waiting.pop(0)}


def test_a_bad_hint_does_not_end_the_others() -> None:
    heard: list[int] = []
    listener: Any = Listener(b"other one", b"\xff 1", b"other 2", b"own 3", b"other ", b"other 4")
    bus = RedisBus("redis://nowhere", "own")
    with capture_logs() as logs, pytest.raises(OSError, match="gone away"):
        asyncio.run(bus._listen(listener, lambda hint: heard.append(int(hint))))
    assert heard == [2, 4]
    assert [entry["event"] for entry in logs] == ["hint_failed", "hint_failed"]


def test_a_fault_while_it_talks_does_not_end_the_bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first connection meets a fault that is none of Redis or of the network."""
    server = RedisServer(tmp_path)
    server.start()
    bus, sender = RedisBus(server.url, "own"), RedisBus(server.url, "other")
    talk, faults = bus._talk, [ZeroDivisionError("a fault")]

    async def faulty(client: Redis, receive: Receiver) -> None:
        if faults:
            raise ExceptionGroup("faults", [faults.pop()])
        await talk(client, receive)

    async def run() -> str:
        heard = asyncio.get_running_loop().create_future()
        tasks = [asyncio.create_task(bus.run(heard.set_result)), asyncio.create_task(sender.run(lambda _: None))]
        async with asyncio.timeout(SECONDS):
            while not (bus.healthy and sender.healthy):
                await asyncio.sleep(0.001)
            sender.publish("game 7")
            found: str = await heard
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return found

    monkeypatch.setattr(bus, "_talk", faulty)
    monkeypatch.setattr("sumito.server.bus._RETRY_S", 0.0)
    try:
        assert asyncio.run(run()) == "game 7"
    finally:
        server.kill()
