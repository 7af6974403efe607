"""Carry hints between the processes of a server: "this game has a new version". A lost hint loses nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

import structlog

if TYPE_CHECKING:
    from redis.asyncio import Redis

_CHANNEL: Final = "sumito:hints"
_RETRY_S: Final = 1.0
_LOG: Final = structlog.get_logger()

Receiver = Callable[[str], None]
"""Takes a hint of another process."""


class Bus(Protocol):
    """Publishes hints to the other processes."""

    @property
    def healthy(self) -> bool:
        """Whether hints arrive. While they do not, processes poll the database."""
        ...

    def publish(self, hint: str) -> None:
        """Send a hint, if that is possible now. Never blocks and never fails."""
        ...

    async def run(self, receive: Receiver) -> None:
        """Receive hints until the task is cancelled."""
        ...


class LonelyBus:
    """The bus of a server with one process: nobody else needs hints."""

    healthy = True

    def publish(self, hint: str) -> None:
        """Do nothing."""

    async def run(self, receive: Receiver) -> None:
        """Wait until the task is cancelled."""
        await asyncio.Event().wait()


class RedisBus:
    """Hints over the publish and subscribe commands of Redis."""

    def __init__(self, url: str, process: str) -> None:
        """Take the URL of Redis and the name of this process."""
        self._url = url
        self._process = process
        self._waiting: asyncio.Queue[str] = asyncio.Queue(maxsize=10_000)
        self.healthy = False

    def publish(self, hint: str) -> None:
        """Send a hint soon. It is dropped if Redis is down or too slow."""
        if self.healthy and not self._waiting.full():
            self._waiting.put_nowait(hint)

    async def run(self, receive: Receiver) -> None:
        """Send and receive until the task is cancelled. Connect again if Redis goes away."""
        from redis.asyncio import Redis
        from redis.exceptions import RedisError

        while True:
            client = Redis.from_url(self._url, socket_connect_timeout=2, socket_timeout=5)
            try:
                await self._talk(client, receive)
            except (RedisError, OSError) as error:
                if self.healthy:
                    _LOG.warning("redis_lost", error=str(error))
            finally:
                self.healthy = False
                await client.aclose()
            await asyncio.sleep(_RETRY_S)

    async def _talk(self, client: Redis, receive: Receiver) -> None:
        listener = client.pubsub(ignore_subscribe_messages=True)
        await listener.subscribe(_CHANNEL)
        while not self._waiting.empty():  # old hints: everybody polled meanwhile
            self._waiting.get_nowait()
        self.healthy = True
        _LOG.info("redis_connected")
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._send(client))
            tasks.create_task(self._listen(listener, receive))

    async def _send(self, client: Redis) -> None:
        while True:
            hints = [await self._waiting.get()]
            while not self._waiting.empty():
                hints.append(self._waiting.get_nowait())
            pipeline = client.pipeline(transaction=False)
            for hint in hints:
                pipeline.publish(_CHANNEL, f"{self._process} {hint}")
            await pipeline.execute()

    async def _listen(self, listener: object, receive: Receiver) -> None:
        while True:
            message = await listener.get_message(timeout=5)  # type: ignore[attr-defined]
            if message is None:
                await listener.ping()  # type: ignore[attr-defined]
                continue
            process, _, hint = message["data"].decode().partition(" ")
            if process != self._process:
                receive(hint)
