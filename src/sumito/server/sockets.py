"""The sockets of clients: one queue of messages each, bounded in both directions."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from sumito.play import messages
from sumito.server.live_game import Refusal, command_of
from sumito.server.socket_protocol import ARRIVED, LINE
from sumito.server.tokens import is_game_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import Message

    from sumito.server.live_game import LiveGame
    from sumito.server.live_games import LiveGames
    from sumito.server.lobby import Lobby
    from sumito.server.own_games import OwnGames
    from sumito.server.socket_protocol import Line

_QUEUE: Final = 64  # messages that wait for a slow client
_MOST_GAMES: Final = 60
LARGEST_MESSAGE: Final = 4096
"""Bytes of a message of a client."""
BINARY: Final = 1003
VIOLATION: Final = 1008
"""The client sends too many messages, or a bad one."""
FAILED: Final = 1011
RESTART: Final = 1012
TOO_SLOW: Final = 1013
_GOODBYE_S: Final = 1.0  # for the last messages
_LOG: Final = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many messages a client may send: `burst` at once, and `per_second` in the long run."""

    burst: int
    per_second: int


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists that clients can follow besides games."""

    lobby: Lobby
    own_games: OwnGames


class ClientSocket:
    """A connected client. `guest` is its identity; None for a watcher without one."""

    def __init__(
        self,
        socket: WebSocket,
        guest: int | None,
        games: LiveGames,
        lists: Lists,
        now_ms: Callable[[], int],
        allowance: Allowance,
        count_refusal: Callable[[str], None],
    ) -> None:
        self.guest = guest
        self._count_refusal = count_refusal
        self._socket = socket
        self._games = games
        self._lists = lists
        self._now_ms = now_ms
        self._following: dict[str, LiveGame] = {}
        self._queue: list[bytes] = []
        self._overflows = 0
        self._behind: set[str] = set()
        self._lists_behind = False
        self._allowance = allowance
        self._tokens = float(allowance.burst)
        self._filled_at = asyncio.get_running_loop().time()
        self._close_code: int | None = None
        self._stopping = False
        self._line: Line = socket.scope["extensions"][LINE]
        self._line.on_writable = self._flush
        self._line.on_stop = self._stop

    # ---- sending

    def send(self, message: bytes) -> None:
        """Send a message, or keep it for a slow client. One that is too slow gets whole games and lists."""
        if self._close_code is not None:
            return
        if not self._queue and self._line.is_writable:
            self._line.send(message)
            self._line.measure()
            return
        if len(self._queue) >= _QUEUE:
            self._queue.clear()
            self._overflows += 1
            if self._overflows > 1:
                self.close(TOO_SLOW)
                return
            self._behind.update(self._following)
            self._lists_behind = True
        self._queue.append(message)

    def follows(self, game: str) -> bool:
        """Return whether the client follows a game."""
        return game in self._following

    def lose(self, game: str) -> None:
        """Follow a game no longer, because it is not for this client any more."""
        if self._following.pop(game, None) is not None:
            self._tell(messages.Gone(game))

    def close(self, code: int) -> None:
        """Close the socket after the messages that wait."""
        if self._close_code is None:
            self._close_code = code
            self._line.end_reading()

    def _stop(self) -> None:
        """Tell the client that the server is about to stop. A command that is on its way is still answered."""
        self._tell(messages.Stopping())
        self._stopping = True
        self._line.end_reading()

    async def run(self) -> None:
        """Serve the client until it leaves."""
        try:
            # Nothing cancels this: a client that hangs up does not end a command that is on its way to the disk.
            await self._read_all()
            if self._stopping:
                self.close(RESTART)
        except Exception as error:
            _LOG.error("socket_failed", games=list(self._following), exc_info=error)
            self.close(FAILED)
        finally:
            for live in list(self._following.values()):
                self._games.unsubscribe(live, self)
            self._following.clear()
            self._lists.lobby.leave(self)
            self._lists.own_games.leave(self)
        if self._socket.application_state is WebSocketState.CONNECTED and self._close_code is not None:
            try:
                await asyncio.wait_for(self._socket.close(self._close_code), _GOODBYE_S)
            except TimeoutError:
                self._line.end(self._close_code)
            except (RuntimeError, WebSocketDisconnect):  # it has left
                pass

    def _flush(self) -> None:
        """Send what waits, since the client takes messages again. All of it, if the socket closes."""
        while self._queue and (self._line.is_writable or self._close_code is not None):
            self._line.send(self._queue.pop(0))
            for game in self._behind:
                if (live := self._following.get(game)) is not None:
                    self._line.send(live.whole(self.guest))
            self._behind.clear()
            if self._lists_behind:
                self._lists_behind = False
                self._lists.lobby.repeat(self)
                self._lists.own_games.repeat(self)
        if not self._queue:
            self._line.measure()
            self._overflows = 0  # it has caught up

    # ---- receiving

    async def _read_all(self) -> None:
        try:
            while self._close_code is None:
                frame = await self._socket.receive()
                at_ms = self._arrival_ms(frame)
                if frame["type"] == "websocket.disconnect":
                    return
                if frame.get("text") is None:
                    return self.close(BINARY)
                if not self._may_speak():
                    return self.close(VIOLATION)
                try:
                    message = messages.decode_client(frame["text"])
                except (msgspec.DecodeError, RecursionError):  # RecursionError: lists in lists
                    return self.close(VIOLATION)
                await self._take(message, at_ms)
        except WebSocketDisconnect:
            return

    def _arrival_ms(self, received: Message) -> int:
        """Return when a message arrived. The waits since then cost nobody time."""
        arrived_ns = received.get(ARRIVED)
        waited_ns = 0 if arrived_ns is None else time.monotonic_ns() - arrived_ns
        return self._now_ms() - waited_ns // 1_000_000

    def _may_speak(self) -> bool:
        now = asyncio.get_running_loop().time()
        self._tokens = min(self._allowance.burst, self._tokens + (now - self._filled_at) * self._allowance.per_second)
        self._filled_at = now
        self._tokens -= 1
        return self._tokens >= 0

    async def _take(self, message: messages.ClientMessage, at_ms: int) -> None:
        match message:
            case messages.Do():
                await self._do(message, at_ms)
            case messages.Watch():
                await self._watch(message)
            case messages.AskState():
                if (live := self._following.get(message.game)) is not None:
                    self.send(live.whole(self.guest))
                else:
                    self._tell(messages.Gone(message.game))
            case messages.Leave():
                if (live := self._following.pop(message.game, None)) is not None:
                    self._games.unsubscribe(live, self)
            case messages.Ping():
                known = {game: live.version for game, live in self._following.items() if game in message.games}
                self._tell(messages.Pong(message.n, self._now_ms(), known))
            case messages.Lobby():
                if message.on:
                    self._lists.lobby.follow(self, several=message.several)
                else:
                    self._lists.lobby.leave(self)
            case messages.FollowYours():
                (self._lists.own_games.follow if message.on else self._lists.own_games.leave)(self)

    async def _watch(self, message: messages.Watch) -> None:
        may_open = is_game_id(message.game) and len(self._following) < _MOST_GAMES
        live = await self._games.open(message.game) if may_open else None
        if live is None:
            return self._tell(messages.Gone(message.game))
        if live.seat_of(self.guest) is None and not live.match.terms.watchers:
            self._games.release(live)
            return self._tell(messages.Gone(message.game))
        # First follow, then show: no move falls between.
        self._following[message.game] = live
        self._games.subscribe(live, self)
        self.send(answer_to_watch(live, self.guest, message.version))

    async def _do(self, message: messages.Do, at_ms: int) -> None:
        live = self._following.get(message.game)
        seat = None if live is None else live.seat_of(self.guest)
        if live is None or seat is None:
            self._refuse(message, 0, "unknown_game")
            return
        command = command_of(message, live.match.players[seat])
        try:
            lag_ms = self._line.trips.least_ms
            version = await self._games.do(live, command, at_ms, version=message.version, lag_ms=lag_ms)
        except Refusal as refusal:
            self._refuse(message, live.version, refusal.code)
        else:
            self._tell(messages.Done(live.id, message.id, version))

    def _refuse(self, message: messages.Do, version: int, code: str) -> None:
        self._count_refusal(code)
        self._tell(messages.Refused(message.game, message.id, version, code))

    def _tell(self, message: messages.ServerMessage) -> None:
        self.send(messages.encode(message))


def answer_to_watch(live: LiveGame, guest: int | None, version: int | None) -> bytes:
    """Return the first message for a client that knows a version of the game; None if it knows none.

    A seat that is taken before the game begins, and the rematch after it, do not raise the version.
    """
    if version == live.version and live.match.started and live.match.result is None:
        return messages.encode(messages.Current(live.id, live.version))
    return live.whole(guest)
