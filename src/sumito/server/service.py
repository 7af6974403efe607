"""Online games as one service: storage, live games, hints, heartbeats. It starts and stops with the server."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import structlog

from sumito.play import messages
from sumito.server.bus import Bus, LocalBus, RedisBus
from sumito.server.database import database_url, open_database
from sumito.server.guests import Guests
from sumito.server.live_game import Storage
from sumito.server.live_games import LiveGames
from sumito.server.lobby import HINT as LOBBY_HINT
from sumito.server.lobby import Lobby, seek_messages
from sumito.server.metrics import Metrics
from sumito.server.outage import DEAD_MS, Outage, is_dead
from sumito.server.own_games import HINT as GUESTS_HINT
from sumito.server.own_games import OwnGames, your_game
from sumito.server.seeks import LIVE_MS, Seeks
from sumito.server.sockets import Lists
from sumito.server.store import Heartbeat, Store
from sumito.server.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sumito.server.settings import Settings
    from sumito.server.sockets import ClientSocket

_BEAT_S: Final = 1.0
_SWEEP_S: Final = 1.0
_POLL_S: Final = 2.5
_CREDITS: Final = 128  # at once: they share commits
_UNJOINED_MS: Final = 14 * 86_400_000
_HOUR_S: Final = 3_600
_LOBBY_S: Final = LIVE_MS / 3_000
_LOG: Final = structlog.get_logger()


class ServerTime:
    """The time of the server: it starts with the time of the database and never steps back."""

    def __init__(self, now_ms: int) -> None:
        self._offset_ms = now_ms - time.monotonic_ns() // 1_000_000

    def now_ms(self) -> int:
        """Return milliseconds since 1970."""
        return self._offset_ms + time.monotonic_ns() // 1_000_000

    def step(self, ms: int) -> None:
        """Move the time forward: it stands still while the machine sleeps."""
        self._offset_ms += ms


class OnlineService:
    """All of online play that is not HTTP. Use `start` and `stop` in the event loop."""

    def __init__(self, settings: Settings, *, holder: str) -> None:
        """Open the database.

        Raises:
            StorageError: it cannot be opened.
        """
        self._database = open_database(database_url(settings.database or None), holder=holder)
        self.store = Store(self._database)
        self.guests = Guests(self._database)
        self.seeks = Seeks(self._database)
        self.time = ServerTime(self.store.now_ms())
        self.boot = secrets.token_hex(8)
        bus: Bus = RedisBus(settings.redis, self.boot) if settings.redis else LocalBus()
        self._bus = bus
        own_games = OwnGames(self.yours, bus)
        self.lists = Lists(Lobby(self.seeks, own_games, bus, self.time.now_ms), own_games)
        self._writer: Writer | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._owes_time = True  # for the time since the last server stopped
        self._games: LiveGames | None = None
        self.sockets: set[ClientSocket] = set()
        self.metrics = Metrics()

    @property
    def games(self) -> LiveGames:
        """The live games, once the service has started."""
        assert self._games is not None  # noqa: S101 - tells mypy
        return self._games

    async def start(self) -> None:
        """Start the writer and the tasks, and make up for the time since the last server stopped."""
        loop = asyncio.get_running_loop()
        self._writer = Writer(self._database, deliver=loop.call_soon_threadsafe, later=loop.call_soon)
        storage = Storage(self.metrics.measured(self._writer.submit), self.store.load, self.time.now_ms)
        self._games = LiveGames(
            self.store,
            storage,
            self._bus,
            self.boot,
            on_change=lambda live: self.lists.own_games.change(live.guests, live.id),
        )
        self.metrics.watch("sumito_sockets", "Open sockets.", lambda: len(self.sockets))
        self.metrics.watch("sumito_live_games", "Games in memory.", lambda: len(self.games))
        await self._beat()
        for seconds, work in (
            (_BEAT_S, self._beat),
            (_SWEEP_S, self.games.sweep),
            (_POLL_S, self._poll),
            (_LOBBY_S, self._keep_lobby),
            (_HOUR_S, self._clean),
        ):
            self._tasks.append(asyncio.create_task(_repeat(seconds, work)))
        self._tasks.append(asyncio.create_task(self._bus.run(self._hear)))

    async def stop(self) -> None:
        """Stop accepting, finish all writes, and close the database."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.lists.lobby.close()
        await self.lists.own_games.close()
        if self._games is not None:
            await self._games.close()
        if self._writer is not None:
            await asyncio.to_thread(self._writer.close)
        if not self._owes_time:
            with suppress(Exception):
                await self._sign()
        await asyncio.to_thread(self._database.close)

    def yours(self, guest_id: int) -> messages.Yours:
        """Return the running games of a guest, those with the own turn first, and the open seeks. Read the database."""
        games = [each for own in self.store.own_games(guest_id) if (each := your_game(own, guest_id)) is not None]
        seeks = seek_messages(self.seeks.open(self.time.now_ms(), guest_id=guest_id), guest_id)
        return messages.Yours(
            tuple(sorted(games, key=lambda each: not each.your_turn)), tuple(each for each in seeks if each.yours)
        )

    def _hear(self, hint: str) -> None:
        if hint == LOBBY_HINT:
            self.lists.lobby.refresh()
        elif hint.startswith(GUESTS_HINT):
            self.lists.own_games.hear(hint)
        else:
            self.games.hear(hint)

    async def _poll(self) -> None:
        """Look for changes by other processes whose hints did not arrive."""
        if self._bus.shared:
            self.lists.lobby.refresh()
            if not self._bus.healthy:
                self.lists.own_games.refresh_all()
            await self.games.poll()

    async def _keep_lobby(self) -> None:
        await self.lists.lobby.keep_time({each.guest for each in self.sockets if each.guest is not None})

    async def _credit_outage(self) -> bool:
        """Give all games the time since the last heartbeat of any server. Return False if another one is alive."""
        began_ms = self.time.now_ms()
        outage = await self._outage()
        if outage is None:
            return False
        await asyncio.to_thread(self.seeks.renew_all, began_ms)
        ids, credited = await asyncio.to_thread(self.store.playing_games), 0
        for first in range(0, len(ids), _CREDITS):
            if first and await self._outage() is None:  # another process has finished before this one
                return False
            credited += await self.games.credit(ids[first : first + _CREDITS], outage)
        if credited:
            took_ms = self.time.now_ms() - began_ms
            _LOG.info("outage_credited", games=credited, outage_ms=began_ms - outage.heartbeat_ms, took_ms=took_ms)
        return True

    async def _outage(self) -> Outage | None:
        """Return the outage that lasts until now; None if there was no server before, or another one is alive."""
        signs = await asyncio.to_thread(self.store.heartbeats)
        # Only servers with PostgreSQL and Redis have others beside them. One that is alive has kept the clocks.
        is_shared = self._bus.shared and not self._database.is_sqlite
        if not signs or (is_shared and not is_dead(signs[0].at_ms, self.time.now_ms())):
            return None
        return Outage(signs[0].boot, signs[0].at_ms)

    async def _beat(self) -> None:
        """Store a sign of life, after making up for the time in which there was none."""
        behind_ms = await asyncio.to_thread(self.store.now_ms) - self.time.now_ms()
        if behind_ms > DEAD_MS:
            _LOG.warning("time_stepped", ms=behind_ms)
            self._owes_time = True
            self.games.hold_deadlines()
            self.time.step(behind_ms)
        if not self._owes_time:
            await self._sign()
            return
        credited = await self._credit_outage()
        await self._sign()
        self._owes_time = False
        self.games.release_deadlines()
        if credited:
            await asyncio.to_thread(self.store.detach_dead, self.time.now_ms() - DEAD_MS)

    async def _sign(self) -> None:
        sign = Heartbeat(self.boot, self.boot, self.time.now_ms())
        await asyncio.to_thread(self.store.beat, sign)

    async def _clean(self) -> None:
        now_ms = self.time.now_ms()
        await asyncio.to_thread(self.store.delete_unjoined, now_ms - _UNJOINED_MS)
        await asyncio.to_thread(self.store.delete_heartbeats, now_ms - _UNJOINED_MS)


async def _repeat(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    """Do work, and do it again after a time. A lost connection to the database must not end it."""
    while True:
        try:
            await work()
        except Exception as error:
            _LOG.warning("work_failed", work=work.__name__, error=str(error))
        await asyncio.sleep(seconds)
