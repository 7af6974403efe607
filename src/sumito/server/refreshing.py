"""Work that is repeated when something has changed, never twice at the same time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_LOG: Final = structlog.get_logger()


class Refreshing:
    """Runs `work` after each change. Changes while it runs, or during the pause after it, lead to one more run."""

    def __init__(self, name: str, work: Callable[[], Awaitable[None]], pause_s: float = 0.1) -> None:
        """`name` is for the log."""
        self._name = name
        self._work = work
        self._pause_s = pause_s
        self._stale = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Run the work soon."""
        self._stale = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """End the work that is under way."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while self._stale:
            self._stale = False
            try:
                await self._work()
            except Exception as error:  # the database is away for a moment; the next change reads again
                _LOG.warning("work_failed", work=self._name, error=str(error))
            await asyncio.sleep(self._pause_s)
