"""The games that this process serves now: loaded on demand, kept while somebody follows them, ended in time."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import msgspec
import structlog
from sqlalchemy.exc import SQLAlchemyError

from sumito.play import Match, commands
from sumito.server.live_game import BUSY, LAG_LIMIT_MS, LiveGame, Refusal, Storage
from sumito.server.outage import DEAD_MS, MOST_MS, Outage, credit_ms, credit_name, is_dead
from sumito.server.store import NewGame, NewSeat

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterable

    from sumito.play.commands import Command
    from sumito.server.bus import Bus
    from sumito.server.live_game import Subscriber
    from sumito.server.store import Store

# A process that does not have the socket of the player to move waits longer: the other one can still be storing a move
# that arrived in time.
_SWEEP_MARGIN_MS: Final = LAG_LIMIT_MS + DEAD_MS
_MOST_SWEPT: Final = 100  # games in one round of the sweeper
_LEFT_AFTER_S: Final = 5.0  # a page that reloads has not left
_LOG: Final = structlog.get_logger()


class LiveGames:
    """The live games of this process."""

    def __init__(
        self, store: Store, storage: Storage, bus: Bus, boot: str, on_change: Callable[[LiveGame], None]
    ) -> None:
        """Take the parts of the server. `boot` names this process. `on_change` is called after every stored command."""
        self._on_change = on_change
        self._boot = boot
        self._store = store
        self._storage = storage
        self._bus = bus
        self._games: dict[str, LiveGame] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._damaged: set[str] = set()  # games whose logs cannot be replayed
        self._deadlines: dict[str, tuple[float, asyncio.Handle]] = {}
        """Timers that run out no later than the deadlines of their games, each after its time."""
        self._holds_deadlines = False
        self._lost: set[tuple[str, int]] = set()  # players who were connected nowhere at the last look
        self._heard: dict[str, set[int | None]] = {}
        """For games that are read again: the versions of hints since the reading began; None for changed seats."""
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._games)

    async def open(self, game_id: str) -> LiveGame | None:
        """Return a live game, loaded if necessary; None if there is no such game, or its log is damaged."""
        if game_id in self._games:
            return self._games[game_id]
        try:
            async with self._loading.setdefault(game_id, asyncio.Lock()):
                if game_id not in self._games:
                    loaded = await self._load(game_id)
                    if loaded is None:
                        return None
                    live = self._games.setdefault(game_id, loaded)
                    self._set_deadline(live)
                    await self._complete(live)
                    # Somebody may have opened it meanwhile, and dropped it again.
                    self._set_deadline(self._games.setdefault(game_id, live))
        finally:
            self._loading.pop(game_id, None)
        return self._games[game_id]

    async def _load(self, game_id: str) -> LiveGame | None:
        stored = await asyncio.to_thread(self._store.load, game_id)
        if stored is None:
            return None
        try:
            return LiveGame(stored, self._storage)
        except ValueError as error:
            if game_id not in self._damaged:  # the sweeper meets it every second
                self._damaged.add(game_id)
                _LOG.error("game_damaged", game=game_id, error=str(error))
            return None

    async def do(
        self, live: LiveGame, command: Command, at_ms: int, *, version: int | None = None, lag_ms: int = 0
    ) -> int:
        """Carry out a command, and tell the other processes. Do not cancel this while the server runs.

        Raises:
            Refusal: the command is refused.
        """
        before = live.version
        try:
            after = await live.do(command, at_ms, version=version, lag_ms=lag_ms)
        except Refusal:
            if live.version != before:  # another process was faster, and nothing else reads its version
                self._set_deadline(live)
                self._start(self._complete(live))
            raise
        if after != before:
            self._bus.publish(f"{live.id} {after}")
            self._on_change(live)
            if self._games.get(live.id, live) is not live:  # dropped and loaded again meanwhile
                self.hear(f"{live.id} {after}")
        self._set_deadline(live)
        if live.needs_rematch:
            await self._make_rematch(live)
        return after

    async def refresh(self, live: LiveGame, version: int | None = None) -> None:
        """Read a game again, since somebody has taken a seat or another process has stored `version`."""
        await live.refresh(version)
        self._set_deadline(live)
        await self._note_returns(live)
        await self._complete(live)

    async def reseat(self, live: LiveGame) -> None:
        """Read a game again after guests have taken or left seats here, and tell the other processes."""
        await self.refresh(live)
        self._bus.publish(f"{live.id} {live.version} seats")

    async def _complete(self, live: LiveGame) -> None:
        """Begin a game whose seats are taken, and create a rematch that was agreed on.

        Usually that is done at once. A server that was killed in between does it when it next opens the game.
        """
        if live.is_full and not live.match.started and live.match.result is None:
            await self._note(live, commands.Begin())  # refused before the appointment
        if live.needs_rematch:
            await self._make_rematch(live)

    async def _make_rematch(self, live: LiveGame) -> None:
        """Create the next game, unless another process has. Everybody gets the next colour."""
        players, guests = live.match.players, live.guests
        seats = [NewSeat(color.value, guest=guests[number - 1]) for number, color in enumerate(players)]
        terms = replace(live.match.terms, appointment_ms=None)
        text = msgspec.json.encode(terms.to_json()).decode()
        rematch = NewGame(text, terms.start, seats, rematch_of=live.id)
        new = await asyncio.to_thread(self._store.create_game, rematch, self._storage.now_ms())
        if (following := await self.open(new)) is not None:
            self._drop(following)
        await live.refresh()
        self._bus.publish(f"{live.id} {live.version} seats")

    # ---- who follows a game

    def subscribe(self, live: LiveGame, subscriber: Subscriber) -> None:
        """Let a connection follow a game."""
        live.subscribers.add(subscriber)
        seat = live.seat_of(subscriber.guest)
        if seat is not None:
            self._start(self._arrive(live, seat))
        live.show_presence()
        if not self._bus.shared and _counts_presence(live.match):
            # A player who left while the server was down has not been noted. Other processes would know better.
            for number, player in enumerate(live.match.players):
                if not live.is_here(number) and player in live.match.active and player not in live.match.away:
                    self._start(self._leave(live, number))

    async def _arrive(self, live: LiveGame, seat: int) -> None:
        """Note that a player is connected to this process."""
        await self._attach(live, seat)
        await self._note_returns(live)

    async def _attach(self, live: LiveGame, seat: int) -> None:
        """Store that a player is connected to this process, and make up for the death of the process before."""
        guest = live.guests[seat]
        if self._bus.shared and guest is not None:
            last = await asyncio.to_thread(self._store.attach, live.id, guest, self._boot)
            if last is not None and live.match.turn is live.match.players[seat]:
                now_ms = self._storage.now_ms()
                ms = credit_ms(last.at_ms, live.match.turn_started_ms or 0, now_ms)
                if ms > 0:
                    await self._note(live, commands.Credit(credit_name(last.boot, last.at_ms, now_ms), ms))

    async def _note_returns(self, live: LiveGame) -> None:
        """Note that players are back who count as absent and are connected here."""
        for seat, player in enumerate(live.match.players):
            if player in live.match.away and live.is_here(seat):
                # Another process has noted the departure, of another tab. It has forgotten this process too.
                await self._attach(live, seat)
                await self._note(live, commands.Return(player))

    def unsubscribe(self, live: LiveGame, subscriber: Subscriber) -> None:
        """Stop sending a game to a connection."""
        live.subscribers.discard(subscriber)
        live.show_presence()
        seat = live.seat_of(subscriber.guest)
        if seat is not None and not live.is_here(seat) and (self._bus.shared or _counts_presence(live.match)):
            self._start(self._leave(live, seat))
        else:
            self._drop(live)

    async def _leave(self, live: LiveGame, seat: int) -> None:
        await asyncio.sleep(_LEFT_AFTER_S)
        try:
            if not live.is_here(seat) and await self._detach(live, seat) and _counts_presence(live.match):
                await self._note(live, commands.Leave(live.match.players[seat]))
        finally:
            self._drop(live)

    async def _detach(self, live: LiveGame, seat: int) -> bool:
        """Note that a player is not connected here any more. Return False if the player is at another process."""
        guest = live.guests[seat]
        if not self._bus.shared or guest is None:
            return True
        return await asyncio.to_thread(self._store.detach, live.id, guest, self._boot)

    async def _note(self, live: LiveGame, command: Command) -> None:
        with suppress(Refusal):  # the match has ended, or another process was faster
            await self.do(live, command, self._storage.now_ms())

    def release(self, live: LiveGame) -> None:
        """Forget a game that was opened for a moment, if nobody follows it."""
        self._drop(live)

    def _drop(self, live: LiveGame) -> None:
        if self._games.get(live.id) is live and not live.subscribers:
            del self._games[live.id]
            self._forget_deadline(live)

    # ---- time

    def _set_deadline(self, live: LiveGame) -> None:
        if self._games.get(live.id) is not live:  # dropped meanwhile: the timer would keep it in memory
            return
        due_ms, timer = self._due_ms(live), self._deadlines.get(live.id)
        if due_ms is None:
            self._forget_deadline(live)
            return
        loop = asyncio.get_running_loop()
        due = loop.time() + max(0, due_ms - self._storage.now_ms()) / 1000
        # Most moves put the deadline off. A timer that runs out too early is set again, so it can stay.
        # The time is kept beside the timer, because uvloop returns one without a time if that has passed.
        if timer is None or timer[0] > due:
            self._forget_deadline(live)
            self._deadlines[live.id] = due, loop.call_at(due, self._run_out, live)

    def _forget_deadline(self, live: LiveGame) -> None:
        if (timer := self._deadlines.pop(live.id, None)) is not None:
            timer[1].cancel()

    def _run_out(self, live: LiveGame) -> None:
        self._forget_deadline(live)
        self._start(self._flag(live))

    def _due_ms(self, live: LiveGame) -> int | None:
        """Return when this process ends the turn, or begins the game."""
        if not live.match.started and live.is_full and live.match.result is None:
            return live.match.terms.appointment_ms
        deadline_ms = live.match.deadline_ms
        if deadline_ms is None:
            return None
        is_ours = not self._bus.shared or live.is_here(live.match.players.index(live.match.turn))
        return deadline_ms + (LAG_LIMIT_MS if is_ours else _SWEEP_MARGIN_MS)

    def hold_deadlines(self) -> None:
        """Let no time run out until `release_deadlines`, because games wait for a credit."""
        self._holds_deadlines = True

    def release_deadlines(self) -> None:
        """Let time run out again, and set all timers again: the time of the server can have stepped forward."""
        self._holds_deadlines = False
        for live in self._games.values():
            self._set_deadline(live)

    async def _flag(self, live: LiveGame) -> None:
        if self._holds_deadlines:
            return
        due_ms, now_ms = self._due_ms(live), self._storage.now_ms()
        if due_ms is None:
            return
        if now_ms >= due_ms and not live.match.started:
            await self._complete(live)
            return
        if now_ms < due_ms or await self._credit_absent(live, now_ms):  # the deadline has moved
            self._set_deadline(live)
            return
        try:
            await self.do(live, commands.Flag(), now_ms)
        except Refusal as refusal:
            if refusal.code == "too_early":  # another process has moved the deadline
                self._set_deadline(live)

    async def _credit_absent(self, live: LiveGame, now_ms: int) -> bool:
        """Give the player to move time to come back, if the process with the socket is dead. Return whether it is."""
        seat = live.match.players.index(live.match.turn)
        guest = live.guests[seat]
        if not self._bus.shared or guest is None or live.is_here(seat):
            return False
        last = await asyncio.to_thread(self._store.attached, live.id, guest)
        if last is None or not is_dead(last.at_ms, now_ms):
            return False
        try:
            await self.do(live, commands.Credit(last.boot, MOST_MS), now_ms)
        except Refusal:  # it has been given
            return False
        return True

    async def credit(self, game_ids: Iterable[str], outage: Outage) -> int:
        """Make up for an outage: move the running turns of games, all at once. Return the number of games.

        Raises:
            SQLAlchemyError: the database is away. Some games can have their credit.
        """
        credited = 0

        async def give(live: LiveGame) -> None:
            nonlocal credited
            now_ms = self._storage.now_ms()
            command = outage.credit(live.match.log, now_ms)
            if command is not None:
                try:
                    await self.do(live, command, now_ms)
                    credited += 1
                except Refusal as refusal:  # usually another process was faster
                    if refusal.code == BUSY:
                        _LOG.error("credit_failed", game=live.id)

        await asyncio.gather(*(self._visit(game_id, give) for game_id in game_ids))
        return credited

    # ---- work that the server repeats

    async def sweep(self) -> None:
        """End games whose deadline has passed while nobody followed them, and begin those with an appointment."""
        limit_ms = self._storage.now_ms() - _SWEEP_MARGIN_MS
        most = _MOST_SWEPT + len(self._damaged)  # those stay due for ever
        due = await asyncio.to_thread(lambda: self._store.due_games(limit_ms, limit=most))
        for game_id in due:
            await self._visit(game_id, self._flag)
        for game_id in await asyncio.to_thread(self._store.appointed_games, self._storage.now_ms()):
            await self._visit(game_id, self._complete)

    async def _visit(self, game_id: str, work: Callable[[LiveGame], Awaitable[None]]) -> None:
        """Do something to a game that perhaps nobody follows. A game that fails does not keep the others waiting.

        Raises:
            SQLAlchemyError: the database is away, for all games.
        """
        try:
            live = await self.open(game_id)
            if live is not None:
                try:
                    await work(live)
                finally:
                    self._drop(live)
        except SQLAlchemyError:
            raise
        except Exception as error:
            _LOG.error("game_failed", game=game_id, exc_info=error)

    async def poll(self) -> None:
        """Look for changes by other processes whose hints did not arrive, and for players whose process has died."""
        if self._games:
            for game_id, mark in (await asyncio.to_thread(self._store.marks, list(self._games))).items():
                live = self._games.get(game_id)
                if live is not None and mark.version >= live.version and mark != live.mark:
                    self._read_again(game_id, None)
            await self._note_lost()

    async def _note_lost(self) -> None:
        """Note that players have left who are connected nowhere. Their dead process could not.

        A page that reloads is connected nowhere for a moment, so only the second look counts. A player who is
        connected here after all is noted again.
        """
        limit_ms = self._storage.now_ms() - DEAD_MS
        lost = await asyncio.to_thread(self._store.unattached, list(self._games), limit_ms)
        for game_id, guest in lost:
            live = self._games.get(game_id)
            seat = None if live is None else live.seat_of(guest)
            if live is None or seat is None:
                continue
            if live.is_here(seat):
                await self._arrive(live, seat)
            elif (game_id, guest) in self._lost and _counts_presence(live.match):
                await self._note(live, commands.Leave(live.match.players[seat]))
        self._lost = lost

    def hear(self, hint: str) -> None:
        """Take a hint of another process."""
        game_id, version, *seats = hint.split()
        live = self._games.get(game_id)
        if live is not None and (seats or int(version) > live.version):
            self._read_again(game_id, None if seats else int(version))

    def _read_again(self, game_id: str, version: int | None) -> None:
        is_reading = game_id in self._heard
        self._heard.setdefault(game_id, set()).add(version)
        if not is_reading:
            self._start(self._catch_up(game_id))

    async def _catch_up(self, game_id: str) -> None:
        """Read a game again because of hints. All that come meanwhile lead to one more reading at most."""
        try:
            while (heard := self._heard[game_id]) and (live := self._games.get(game_id)) is not None:
                self._heard[game_id] = set()
                await self.refresh(live, None if None in heard else max(each for each in heard if each is not None))
        finally:
            del self._heard[game_id]
            if (live := self._games.get(game_id)) is not None:
                self._drop(live)  # perhaps nobody is allowed to follow it any more

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _LOG.error("task_failed", exc_info=error)

    async def close(self) -> None:
        """End all tasks. The writer still stores the commands that it has."""
        for _, timer in self._deadlines.values():
            timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _counts_presence(match: Match) -> bool:
    return match.started and match.result is None and match.terms.claim_after_ms is not None
