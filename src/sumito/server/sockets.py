"""The sockets of clients: one queue of messages each, bounded in both directions."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from contextlib import suppress
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
_GOODBYE_S: Final = 1.0  # for the last messages, and again for the close itself
_LOG: Final = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many messages a client may send: `burst` at once, and `per_second` in the long run."""

    burst: int
    per_second: int


class ClientSocket:
    """A connected client. `guest` is its identity; None for a watcher without one."""

    def __init__(
        self,
        socket: WebSocket,
        guest: int | None,
        games: LiveGames,
        now_ms: Callable[[], int],
        allowance: Allowance,
        count_refusal: Callable[[str], None],
    ) -> None:
        self.guest = guest
        self._count_refusal = count_refusal
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
        self._closing = asyncio.Event()

    # ---- sending

    def send(self, message: bytes) -> None:
        """Queue a message. A client that is too slow gets whole games instead of what it missed."""
        if self._closing.is_set():
            return
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
        if not self._closing.is_set():
            self._close_code = code
            self._closing.set()
            self._ready.set()

    async def run(self) -> None:
        """Serve the client until it leaves."""
        sender = asyncio.create_task(self._send_all())
        reader = asyncio.create_task(self._read_all())
        closing = asyncio.create_task(self._closing.wait())
        tasks = (sender, reader, closing)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if self._closing.is_set():
                await asyncio.wait((sender,), timeout=_GOODBYE_S)
        finally:
            for task in tasks:
                task.cancel()
            for result in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(result, Exception):
                    _LOG.error("socket_failed", games=list(self._following), exc_info=result)
                    self.close(FAILED)
            for live in list(self._following.values()):
                self._games.unsubscribe(live, self)
            self._following.clear()
            if self._socket.application_state is WebSocketState.CONNECTED and self._close_code is not None:
                with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):  # it has left, or takes nothing more
                    await asyncio.wait_for(self._socket.close(self._close_code), _GOODBYE_S)

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
                self._overflows = 0  # it has caught up
                if self._closing.is_set():
                    return
        except (WebSocketDisconnect, RuntimeError):
            return

    # ---- receiving

    async def _read_all(self) -> None:
        try:
            while True:
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
                pass

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
        if message.version == live.version:
            self._tell(messages.Current(live.id, live.version))
        else:
            self.send(live.whole(self.guest))

    async def _do(self, message: messages.Do, at_ms: int) -> None:
        live = self._following.get(message.game)
        seat = None if live is None else live.seat_of(self.guest)
        if live is None or seat is None:
            self._refuse(message, 0, "unknown_game")
            return
        command = command_of(message, live.match.players[seat])
        try:
            lag_ms = 0 if self._line is None else self._line.trips.least_ms
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
