"""Carry hints between the processes of a server: "this game has a new version". A lost hint loses nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol

import structlog

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub

_CHANNEL: Final = "sumito:hints"
_RETRY_S: Final = 1.0
_LIFE_S: Final = 1.0
_SILENCE_S: Final = 3.0
_LOG: Final = structlog.get_logger()

Receiver = Callable[[str], None]
"""Takes a hint of another process."""


class Bus(Protocol):
    """Publishes hints to the other processes."""

    @property
    def shared(self) -> bool:
        """Whether there can be other processes. Then each of them also polls the database, since hints get lost."""
        ...

    @property
    def healthy(self) -> bool:
        """Whether hints arrive."""
        ...

    def publish(self, hint: str) -> None:
        """Send a hint, if that is possible now. Never blocks and never fails."""
        ...

    async def run(self, receive: Receiver) -> None:
        """Receive hints until the task is cancelled."""
        ...


class LocalBus:
    """The bus of a server with one process: nobody else needs hints."""

    shared = False
    healthy = True

    def publish(self, hint: str) -> None:
        """Do nothing."""

    async def run(self, receive: Receiver) -> None:
        """Wait until the task is cancelled."""
        await asyncio.Event().wait()


class RedisBus:
    """Hints over the publish and subscribe commands of Redis.

    Each process publishes a sign of life every second, and gets it back. If nothing comes for a while, Redis is down or
    hangs, and the process connects again.
    """

    shared = True

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
            client = Redis.from_url(self._url, socket_connect_timeout=2, socket_timeout=_SILENCE_S)
            try:
                await self._talk(client, receive)
            except* Exception as errors:  # nothing may end this: nobody would notice
                if self.healthy:
                    _LOG.warning("redis_lost", error=str(errors.exceptions[0]))
            finally:
                self.healthy = False
                with suppress(RedisError, OSError):
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
            hints = [""]  # a sign of life
            with suppress(TimeoutError):
                async with asyncio.timeout(_LIFE_S):
                    hints = [await self._waiting.get()]
            while not self._waiting.empty():
                hints.append(self._waiting.get_nowait())
            pipeline = client.pipeline(transaction=False)
            for hint in hints:
                pipeline.publish(_CHANNEL, f"{self._process} {hint}")
            await pipeline.execute()

    async def _listen(self, listener: PubSub, receive: Receiver) -> None:
        loop = asyncio.get_running_loop()
        heard_at = loop.time()
        while loop.time() - heard_at < _SILENCE_S:
            message = await listener.get_message(timeout=_LIFE_S)
            if message is None:
                continue
            heard_at = loop.time()
            try:
                process, _, hint = message["data"].decode().partition(" ")
                if hint and process != self._process:
                    receive(hint)
            except Exception as error:  # other programs can publish here too
                _LOG.warning("hint_failed", hint=repr(message["data"][:100]), error=str(error))
        raise OSError(f"nothing heard for {_SILENCE_S} seconds")
