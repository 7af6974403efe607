"""The sockets of clients: one queue of messages each, bounded in both directions."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from sumito.play import messages
from sumito.server.live_game import Refusal, command_of
from sumito.server.socket_protocol import ARRIVED, LINE

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import Message

    from sumito.server.live_game import LiveGame
    from sumito.server.live_games import LiveGames
    from sumito.server.socket_protocol import Line

_QUEUE: Final = 64  # messages that wait for a slow client
_MOST_GAMES: Final = 60
LARGEST_MESSAGE: Final = 4096
"""Bytes of a message of a client."""
TOO_FAST: Final = 1008
TOO_SLOW: Final = 1013
RESTART: Final = 1012


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many messages a client may send: `burst` at once, and `per_second` in the long run."""

    burst: int
    per_second: int


class ClientSocket:
    """A connected client. `guest` is its identity; None for a watcher without one."""

    def __init__(
        self, socket: WebSocket, guest: int | None, games: LiveGames, now_ms: Callable[[], int], allowance: Allowance
    ) -> None:
        self.guest = guest
        self._socket = socket
        self._games = games
        self._now_ms = now_ms
        self._following: dict[str, LiveGame] = {}
        self._queue: deque[bytes] = deque()
        self._ready = asyncio.Event()
        self._overflows = 0
        self._behind: set[str] = set()
        self._allowance = allowance
        self._tokens = float(allowance.burst)
        self._filled_at = asyncio.get_running_loop().time()
        self._close_code: int | None = None
        self._line: Line | None = socket.scope.get("extensions", {}).get(LINE)  # another server has none

    # ---- sending

    def send(self, message: bytes) -> None:
        """Queue a message. A client that is too slow gets whole games instead of what it missed."""
        if len(self._queue) >= _QUEUE:
            self._queue.clear()
            self._overflows += 1
            if self._overflows > 1:
                self.close(TOO_SLOW)
                return
            self._behind.update(self._following)
        self._queue.append(message)
        self._ready.set()

    def close(self, code: int) -> None:
        """Close the socket after the messages that wait."""
        self._close_code = code
        self._ready.set()

    async def run(self) -> None:
        """Serve the client until it leaves."""
        sender = asyncio.create_task(self._send_all())
        reader = asyncio.create_task(self._read_all())
        try:
            await asyncio.wait((sender, reader), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sender, reader):
                task.cancel()
            await asyncio.gather(sender, reader, return_exceptions=True)
            for live in list(self._following.values()):
                self._games.unsubscribe(live, self)
            self._following.clear()
            if self._socket.application_state is WebSocketState.CONNECTED and self._close_code is not None:
                with suppress(RuntimeError):  # the client was faster
                    await self._socket.close(self._close_code)

    async def _send_all(self) -> None:
        try:
            while True:
                await self._ready.wait()
                while self._queue:
                    await self._socket.send_text(self._queue.popleft().decode())
                    for game in list(self._behind):
                        self._behind.discard(game)
                        if (live := self._following.get(game)) is not None:
                            await self._socket.send_text(live.whole(self.guest).decode())
                if self._line is not None:
                    self._line.measure()
                self._ready.clear()
                if self._close_code is not None:
                    return
        except (WebSocketDisconnect, RuntimeError):
            return

    # ---- receiving

    async def _read_all(self) -> None:
        try:
            while True:
                received = await self._socket.receive()
                if received["type"] != "websocket.receive":
                    return None
                text, at_ms = received["text"], self._arrival_ms(received)
                if not self._may_speak():
                    return self.close(TOO_FAST)
                try:
                    message = messages.decode_client(text)
                except msgspec.DecodeError:
                    return self.close(TOO_FAST)
                await self._take(message, at_ms)
        except (WebSocketDisconnect, KeyError):  # KeyError: a frame of bytes
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
                pass

    async def _watch(self, message: messages.Watch) -> None:
        live = await self._games.open(message.game) if len(self._following) < _MOST_GAMES else None
        if live is None or (live.seat_of(self.guest) is None and not live.match.terms.watchers):
            self._tell(messages.Gone(message.game))
            return
        # First follow, then show: no move falls between.
        self._following[message.game] = live
        self._games.subscribe(live, self)
        if message.version == live.version:
            self._tell(messages.Current(live.id, live.version))
        else:
            self.send(live.whole(self.guest))

    async def _do(self, message: messages.Do, at_ms: int) -> None:
        live = self._following.get(message.game)
        seat = None if live is None else live.seat_of(self.guest)
        if live is None or seat is None:
            self._tell(messages.Refused(message.game, message.id, 0, "unknown_game"))
            return
        command = command_of(message, live.match.players[seat])
        try:
            lag_ms = 0 if self._line is None else self._line.trips.least_ms
            version = await self._games.do(live, command, at_ms, version=message.version, lag_ms=lag_ms)
        except Refusal as refusal:
            self._tell(messages.Refused(live.id, message.id, live.version, refusal.code))
        else:
            self._tell(messages.Done(live.id, message.id, version))

    def _tell(self, message: messages.ServerMessage) -> None:
        self.send(messages.encode(message))
