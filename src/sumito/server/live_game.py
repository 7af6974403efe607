"""A game that people play or watch now: its match, who is connected, and commands one at a time.

A command is decided on the match in memory, stored, and only then applied, acknowledged and shown. So nobody ever sees
a move that is not on the disk.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

import msgspec
from msgspec.structs import replace

from sumito.core import Color
from sumito.play import Cause, CommandError, Match, RefusalCode, Terms, commands, messages
from sumito.play.events import Event as MatchEvent
from sumito.play.events import PlayedMove
from sumito.server.lag import LagQuota
from sumito.server.storage_errors import StorageError
from sumito.server.store import GameMark
from sumito.server.views import Occupant, Since, Surroundings, change, presence_message, seats_of, seen_from, whole_game
from sumito.server.writer import Event, GameState, Write, WriteResult

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sumito.play.commands import Command
    from sumito.server.store import StoredGame

LAG_LIMIT_MS: Final = 500
"""The most that the network is allowed to take for a move. A deadline waits this long for moves on their way."""
STALE: Final = "stale"
BUSY: Final = "busy"
NOT_ALLOWED: Final = RefusalCode.NOT_ALLOWED.value


class Subscriber(Protocol):
    """A connection that follows a game."""

    guest: int | None

    def send(self, message: bytes) -> None:
        """Queue an encoded message. Never blocks."""
        ...

    def follows(self, game: str) -> bool:
        """Return whether the connection follows a game."""
        ...

    def lose(self, game: str) -> None:
        """Follow a game no longer, because it is not for this connection any more."""
        ...


class Refusal(Exception):
    """A command is refused. The code goes to the client."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Storage:
    """The functions that a live game needs from the server."""

    submit: Callable[[Write, Callable[[WriteResult], None]], None]
    load: Callable[[str], StoredGame | None]
    now_ms: Callable[[], int]


def match_of(stored: StoredGame) -> Match:
    """Return the match of a stored game.

    Raises:
        ValueError: the log is damaged.
    """
    terms = Terms.from_json(msgspec.json.decode(stored.row.terms))
    return Match.replay(terms, (MatchEvent.from_json(msgspec.json.decode(entry.data)) for entry in stored.events))


class LiveGame:
    """A game in memory. All methods run in the event loop."""

    def __init__(self, stored: StoredGame, storage: Storage) -> None:
        self.id = stored.row.id
        self._storage = storage
        self._command = asyncio.Lock()  # one command at a time is on its way to the disk
        self.subscribers: set[Subscriber] = set()
        self.match = match_of(stored)
        self._quotas = _quotas(self.match)
        self._occupants: tuple[Occupant, ...] = ()
        self.guests: tuple[int | None, ...] = ()
        """The guests on the seats."""
        self._seat_of: dict[int | None, int] = {}
        self._hosts: frozenset[int] = frozenset()  # the seats of those who have created the game
        self._seats: tuple[messages.Seat, ...] = ()
        self._rematch: str | None = None
        self._take(stored)

    # ---- state

    @property
    def version(self) -> int:
        """The version on the disk, as far as this process knows."""
        return self.match.version

    @property
    def mark(self) -> GameMark:
        """What this process knows of the game, to compare with the disk."""
        seated = sum(each for each in self.guests if each is not None)
        return GameMark(self.version, seated, self._rematch)

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(each.guest is not None for each in self._occupants)

    @property
    def needs_rematch(self) -> bool:
        """Whether all players want another game and there is none yet."""
        return self.match.rematch_agreed and self._rematch is None

    def seat_of(self, guest: int | None) -> int | None:
        """Return the number of a guest's seat; None for a watcher."""
        return self._seat_of.get(guest)

    def is_here(self, seat: int) -> bool:
        """Return whether the player on a seat is connected to this process."""
        guest = self.guests[seat]
        return guest is not None and any(each.guest == guest for each in self.subscribers)

    def whole(self, guest: int | None) -> bytes:
        """Return the whole game as a message for a guest."""
        now_ms = self._storage.now_ms()
        view = whole_game(self.match, self._surroundings(), now_ms)
        seat = self.seat_of(guest)
        return messages.encode(view if seat is None else self._seen_from(seat, view, now_ms))

    # ---- commands

    async def do(self, command: Command, at_ms: int, *, version: int | None = None, lag_ms: int = 0) -> int:
        """Carry out a command, and return the version that shows it. It is on the disk then.

        `lag_ms` is the measured round trip of the player. A command that is already stored is not stored again.

        Raises:
            Refusal: the command is refused.
        """
        async with self._command:
            for _ in range(2):
                if version is not None:
                    stored_at = self.match.repeated_at(command, version=version)
                    if stored_at is not None:
                        return stored_at
                if isinstance(command, commands.Abort) and self._is_visitor(self.match.players.index(command.player)):
                    raise Refusal(NOT_ALLOWED)
                try:
                    decided = self.match.decide(command, at_ms, lag_ms=self._counted_lag_ms(command, lag_ms))
                except CommandError as error:
                    raise Refusal(error.code.value) from None
                if await self._store(decided, at_ms, boot=getattr(command, "boot", None)):
                    return self.version
                await self._reload()  # another process was faster
            raise Refusal(STALE)

    def _is_visitor(self, seat: int) -> bool:
        """Return whether the player on a seat waits in somebody else's game of several: leaving it must not end it.

        Nobody else is left if the others have given their seats back. Then this one cannot, and can end the game.
        """
        if self.match.started or self.is_full or len(self._seats) <= 2:
            return False
        return seat not in self._hosts and len(self._seat_of) > 1

    def _counted_lag_ms(self, command: Command, lag_ms: int) -> int:
        return self._quotas[command.player].compensation_ms(lag_ms) if isinstance(command, commands.Move) else 0

    async def refresh(self, version: int | None = None) -> None:
        """Read the game again, since somebody has taken a seat or another process has stored `version`."""
        async with self._command:
            if version is None or version > self.version:  # a command that has waited too can have read it
                await self._reload()

    async def _store(self, decided: list[MatchEvent], at_ms: int, *, boot: str | None) -> bool:
        write, after, since = self._write(decided, at_ms, boot)
        answer: asyncio.Future[WriteResult] = asyncio.get_running_loop().create_future()
        try:
            self._storage.submit(write, partial(_answer, answer))
        except StorageError:  # too many writes wait, or the server stops
            raise Refusal(BUSY) from None
        result = await answer
        if result.error is not None:
            await self._reload()
            raise Refusal(BUSY)
        if not result.stored:
            return False
        self.match = after
        _spend(self._quotas, decided)
        self.show(since)
        return True

    def _write(self, decided: list[MatchEvent], at_ms: int, boot: str | None) -> tuple[Write, Match, Since]:
        """Return the write of events, the match after them, and what everybody has who knows the game before them.

        The match after them is a copy, which takes the place of the match after the commit.
        """
        entries, after, kept = [], self.match.copy(), self.match.plies
        for event in decided:
            after.apply(event)
            data = msgspec.json.encode(event.to_json()).decode()
            entries.append(Event(after.version, event.kind, after.plies, data, event.at_ms))
            kept = min(kept, after.plies)
        write = Write(self.id, self.version, tuple(entries), _state(after), at_ms, boot)
        return write, after, Since(self.match.position_version, kept)

    async def _reload(self) -> None:
        stored = await asyncio.to_thread(self._storage.load, self.id)
        if stored is None:
            return
        before, self.match = self.match, match_of(stored)
        self._quotas = _quotas(self.match)
        changed = self._take(stored)
        if changed:
            self._exclude()
        if changed or before.version != self.match.version:
            self.show(None)

    def _exclude(self) -> None:
        """Send a game without watchers no longer to those who have given their seats back."""
        if not self.match.terms.watchers:
            for each in [each for each in self.subscribers if each.guest not in self._seat_of]:
                self.subscribers.discard(each)
                each.lose(self.id)

    def _take(self, stored: StoredGame) -> bool:
        """Take over the seats and the rematch. Return whether they have changed."""
        before = self._occupants, self._rematch
        self._occupants = tuple(
            Occupant(seat.guest, None if seat.guest is None else stored.numbers[seat.guest]) for seat in stored.seats
        )
        self.guests = tuple(each.guest for each in self._occupants)
        self._seat_of = {guest: seat for seat, guest in enumerate(self.guests) if guest is not None}
        self._seats = seats_of(self.match.players, self._occupants)
        self._hosts = frozenset(seat.number for seat in stored.seats if seat.joined_ms == stored.row.created_ms)
        self._rematch = stored.rematch
        return before != (self._occupants, self._rematch)

    # ---- messages

    def show(self, since: Since | None) -> None:
        """Send the game to all subscribers: the change since then, or the whole game."""
        match, around, now_ms = self.match, self._surroundings(), self._storage.now_ms()
        view = whole_game(match, around, now_ms) if since is None else change(match, around, now_ms, since)
        encoded: dict[int | None, bytes] = {}
        for each in list(self.subscribers):
            seat = self.seat_of(each.guest)
            if seat not in encoded:
                encoded[seat] = messages.encode(view if seat is None else self._seen_from(seat, view, now_ms))
            each.send(encoded[seat])

    def show_presence(self) -> None:
        """Tell all subscribers who is connected."""
        message = messages.encode(presence_message(self.match, self._surroundings()))
        for each in list(self.subscribers):
            each.send(message)

    def _seen_from(self, seat: int, view: messages.Game, now_ms: int) -> messages.Game:
        seen = seen_from(seat, view, self.match, now_ms)
        return replace(seen, can=()) if self._is_visitor(seat) else seen

    def _surroundings(self) -> Surroundings:
        watchers = [each for each in self.subscribers if each.guest not in self._seat_of]
        return Surroundings(self.id, self._seats, self._rematch, len(watchers))


def _answer(waiting: asyncio.Future[WriteResult], result: WriteResult) -> None:
    if not waiting.done():  # a server that stops cancels what waits
        waiting.set_result(result)


def _quotas(match: Match) -> dict[Color, LagQuota]:
    quotas = {player: LagQuota(LAG_LIMIT_MS) for player in match.players}
    _spend(quotas, match.log)
    return quotas


def _spend(quotas: dict[Color, LagQuota], events: Iterable[MatchEvent]) -> None:
    for event in events:
        if isinstance(event, PlayedMove):
            quotas[event.player].spend(event.lag_ms)


def _state(match: Match) -> GameState:
    result = match.result
    status = "playing" if match.started else "open"
    if result is not None:
        status = "finished" if result.counts else "aborted"
    return GameState(
        status=status,
        version=match.version,
        ply=match.plies,
        position=match.position,
        turn_started_ms=match.turn_started_ms,
        deadline_ms=match.deadline_ms,
        result=None if result is None else _result_text(result.cause, result.winners),
    )


def _result_text(cause: Cause, winners: tuple[Color, ...]) -> str:
    return msgspec.json.encode({"cause": cause.value, "winners": [each.value for each in winners]}).decode()


PLAYER_COMMANDS: Final = {each.kind: each for each in commands.PLAYER_COMMANDS}


def command_of(message: messages.Do, player: Color) -> Command:
    """Return the command of a player in a message."""
    wanted = message.do
    if isinstance(wanted, messages.Move):
        return commands.Move(player, wanted.move, message.version)
    if isinstance(wanted, messages.Phrase):
        return commands.Phrase(player, wanted.phrase)
    return PLAYER_COMMANDS[wanted.__struct_config__.tag](player)  # type: ignore[index]
