"""The games that this process serves now: loaded on demand, kept while somebody follows them, ended in time."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec
import structlog

from sumito.play import Match, commands
from sumito.server.bus import LonelyBus
from sumito.server.live_game import LiveGame, Refusal, Storage
from sumito.server.store import NewSeat

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterable

    from sumito.play.commands import Command
    from sumito.server.bus import Bus
    from sumito.server.live_game import Subscriber
    from sumito.server.store import Store

LAG_LIMIT_MS: Final = 500
"""The most that the network is allowed to take for a move. A deadline waits this long for moves on their way."""
_SWEEP_MARGIN_MS: Final = LAG_LIMIT_MS + 2_000  # another process may still store a move that arrived in time
_LEFT_AFTER_S: Final = 5.0  # a page that reloads has not left
_SWEEP_S: Final = 1.0
_POLL_S: Final = 2.5
_LOG: Final = structlog.get_logger()


class LiveGames:
    """The live games of this process."""

    def __init__(self, store: Store, storage: Storage, bus: Bus) -> None:
        self._store = store
        self._storage = storage
        self._bus = bus
        self._games: dict[str, LiveGame] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._deadlines: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._games)

    async def open(self, game_id: str) -> LiveGame | None:
        """Return a live game, loaded if necessary; None if there is no such game."""
        if game_id in self._games:
            return self._games[game_id]
        async with self._loading.setdefault(game_id, asyncio.Lock()):
            if game_id not in self._games:
                stored = await asyncio.to_thread(self._store.load, game_id)
                if stored is None:
                    self._loading.pop(game_id, None)
                    return None
                self._games[game_id] = LiveGame(stored, self._storage)
                self._set_deadline(self._games[game_id])
                await self._complete(self._games[game_id])
        self._loading.pop(game_id, None)
        return self._games[game_id]

    async def do(
        self, live: LiveGame, command: Command, at_ms: int, *, version: int | None = None, lag_ms: int = 0
    ) -> int:
        """Carry out a command, and tell the other processes.

        Raises:
            Refusal: the command is refused.
        """
        before = live.version
        after = await live.do(command, at_ms, version=version, lag_ms=lag_ms)
        if after != before:
            self._bus.publish(f"{live.id} {after}")
        self._set_deadline(live)
        if live.needs_rematch:
            await self._make_rematch(live)
        return after

    async def refresh(self, live: LiveGame) -> None:
        """Read a game again, since somebody has taken a seat or another process has changed it."""
        await live.refresh()
        self._set_deadline(live)
        await self._complete(live)

    async def _complete(self, live: LiveGame) -> None:
        """Begin a game whose seats are taken, and create a rematch that was agreed on.

        Usually that is done at once. A server that was killed in between does it when it next opens the game.
        """
        if live.is_full and not live.match.started and live.match.result is None:
            await self._note(live, commands.Begin())
        if live.needs_rematch:
            await self._make_rematch(live)

    async def _make_rematch(self, live: LiveGame) -> None:
        """Create the next game, unless another process has. Everybody gets the next colour."""
        players, guests = live.match.players, live.guests
        seats = [NewSeat(color.value, guest=guests[number - 1]) for number, color in enumerate(players)]
        text = msgspec.json.encode(live.match.terms.to_json()).decode()
        new = await asyncio.to_thread(
            lambda: self._store.create_game(
                terms=text,
                position=live.match.terms.start,
                seats=seats,
                now_ms=self._storage.now_ms(),
                rematch_of=live.id,
            )
        )
        if (following := await self.open(new)) is not None:
            self._drop(following)
        await live.refresh()
        self._bus.publish(f"{live.id} {live.version} seats")

    # ---- who follows a game

    def subscribe(self, live: LiveGame, subscriber: Subscriber) -> None:
        """Let a connection follow a game."""
        live.subscribers.add(subscriber)
        seat = live.seat_of(subscriber.guest)
        if seat is not None and live.match.players[seat] in live.match.away:
            self._start(self._note(live, commands.Return(live.match.players[seat])))
        live.show_presence()
        if isinstance(self._bus, LonelyBus) and _counts_presence(live.match):
            # A player who left while the server was down has not been noted. Other processes would know better.
            for number, player in enumerate(live.match.players):
                if not live.is_here(number) and player not in live.match.away:
                    self._start(self._leave(live, number))

    def unsubscribe(self, live: LiveGame, subscriber: Subscriber) -> None:
        """End that a connection follows a game."""
        live.subscribers.discard(subscriber)
        live.show_presence()
        seat = live.seat_of(subscriber.guest)
        if seat is not None and not live.is_here(seat) and _counts_presence(live.match):
            self._start(self._leave(live, seat))
        elif not live.subscribers:
            self._drop(live)

    async def _leave(self, live: LiveGame, seat: int) -> None:
        await asyncio.sleep(_LEFT_AFTER_S)
        if not live.is_here(seat):
            await self._note(live, commands.Leave(live.match.players[seat]))
        if not live.subscribers:
            self._drop(live)

    async def _note(self, live: LiveGame, command: Command) -> None:
        with suppress(Refusal):  # the match has ended, or another process was faster
            await self.do(live, command, self._storage.now_ms())

    def _drop(self, live: LiveGame) -> None:
        if self._games.get(live.id) is live and not live.subscribers:
            del self._games[live.id]
            if (timer := self._deadlines.pop(live.id, None)) is not None:
                timer.cancel()

    # ---- time

    def _set_deadline(self, live: LiveGame) -> None:
        if (timer := self._deadlines.pop(live.id, None)) is not None:
            timer.cancel()
        deadline_ms = live.match.deadline_ms
        if deadline_ms is not None:
            wait_s = max(0, deadline_ms + LAG_LIMIT_MS - self._storage.now_ms()) / 1000
            loop = asyncio.get_running_loop()
            self._deadlines[live.id] = loop.call_later(wait_s, lambda: self._start(self._flag(live)))

    async def _flag(self, live: LiveGame) -> None:
        now_ms = self._storage.now_ms()
        try:
            await self.do(live, commands.Flag(), now_ms)
        except Refusal as refusal:
            if refusal.code == "too_early":  # the deadline has moved
                self._set_deadline(live)

    async def credit(self, game_ids: Iterable[str], boot: str, ms: int) -> int:
        """Make up for an outage: move the running turns of games. Return the number of games."""
        credited = 0
        for game_id in game_ids:
            live = await self.open(game_id)
            if live is None:
                continue
            with suppress(Refusal):
                await self.do(live, commands.Credit(boot, ms), self._storage.now_ms())
                credited += 1
            self._drop(live)
        return credited

    # ---- tasks that run as long as the server

    async def sweep(self) -> None:
        """End games whose deadline has passed while nobody followed them. Runs until it is cancelled."""
        while True:
            await asyncio.sleep(_SWEEP_S)
            limit_ms = self._storage.now_ms() - _SWEEP_MARGIN_MS
            for game_id in await asyncio.to_thread(self._store.due_games, limit_ms):
                live = await self.open(game_id)
                if live is not None:
                    await self._note(live, commands.Flag())
                    self._drop(live)

    async def poll(self) -> None:
        """Look for moves of other processes while hints do not arrive. Runs until it is cancelled."""
        while True:
            await asyncio.sleep(_POLL_S)
            if not self._bus.healthy and self._games:
                for game_id, version in (await asyncio.to_thread(self._store.versions, list(self._games))).items():
                    self.hear(f"{game_id} {version}")

    def hear(self, hint: str) -> None:
        """Take a hint of another process."""
        game_id, version, *seats = hint.split()
        live = self._games.get(game_id)
        if live is not None and (seats or int(version) > live.version):
            self._start(self.refresh(live))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _LOG.error("task_failed", exc_info=error)

    async def close(self) -> None:
        """Wait for commands that are on their way to the disk."""
        for timer in self._deadlines.values():
            timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _counts_presence(match: Match) -> bool:
    return match.started and match.result is None and match.terms.claim_after_ms is not None
