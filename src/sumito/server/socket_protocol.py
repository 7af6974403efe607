"""The WebSocket protocol of uvicorn, which also stamps messages on arrival, measures round trips and sends faster.

ASGI hides PING frames and the time of arrival, and passes each message that is sent through a chain of coroutines. So
this uses attributes of uvicorn that are not documented. Tests check that they still work.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from sumito.server.lag import RoundTrips

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from uvicorn import Config
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
    from uvicorn.server import ServerState
    from websockets.frames import Frame

LINE: Final = "sumito.line"
"""The name of the `Line` of a connection in the extensions of its scope."""
ARRIVED: Final = "sumito.arrived_ns"
"""The key of the time of arrival in a received message, in nanoseconds of the monotonic clock."""
_PAUSE_NS: Final = 3_000_000_000  # between two measurements
_TEXT: Final = 0x81  # the first bytes of whole frames
_PING: Final = 0x89
_SHORT: Final = 126  # bytes; from here on the length of a frame has two bytes of its own
_MIDDLE: Final = 1 << 16  # and from here on eight

_GOODBYE_S: Final = 2.0  # for the messages of the last moment


class Line:
    """The line to a client. Its user sets `on_writable`, which runs when the client has taken what waited for it.

    `on_stop` runs when the server is about to stop. Its user then ends the connection; without a user, it is cut.
    """

    __slots__ = ("_measured_ns", "_protocol", "_sent", "on_stop", "on_writable", "trips")

    def __init__(self, protocol: SocketProtocol) -> None:
        self._protocol = protocol
        self._measured_ns = time.monotonic_ns() - _PAUSE_NS
        self._sent: bytes | None = None
        self.trips = RoundTrips()
        self.on_writable: Callable[[], None] = _do_nothing
        self.on_stop: Callable[[], None] | None = None

    @property
    def is_writable(self) -> bool:
        """Whether the client takes what is sent. Otherwise keep further messages."""
        return self._protocol.writable.is_set()

    def send(self, message: bytes) -> None:
        """Send a text as soon as the event loop has finished what it does now, unless the connection is closed then."""
        self._protocol.send_frame(_TEXT, message)

    def end(self, code: int) -> None:
        """Close the connection without waiting for a client that takes nothing more."""
        self._protocol.end(code)

    def end_reading(self) -> None:
        """Let the application receive that the client has gone."""
        self._protocol.queue.put_nowait({"type": "websocket.disconnect", "code": 1005})

    def measure(self) -> None:
        """Send a PING, unless one is on its way or the last was sent a moment ago."""
        now_ns = time.monotonic_ns()
        if self._sent is None and now_ns - self._measured_ns >= _PAUSE_NS:
            self._measured_ns = now_ns
            self._sent = b"lag" + now_ns.to_bytes(8)
            self._protocol.send_frame(_PING, self._sent)

    def answered(self, payload: bytes) -> bool:
        """Take a PONG. Return False if it does not answer our PING."""
        if payload != self._sent:
            return False
        self.trips.add((time.monotonic_ns() - self._measured_ns) // 1_000_000)
        self._sent = None
        return True


class SocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket connection to a client."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._arrived_ns = 0
        self._frames: list[bytes] = []
        self._line = Line(self)

    async def run_asgi(self) -> None:
        """Run the application, which finds the line in its scope."""
        self.scope["extensions"][LINE] = self._line  # type: ignore[assignment]
        await super().run_asgi()

    def data_received(self, data: bytes) -> None:
        """Take bytes of the client, and note when they arrived.

        uvicorn reads nothing more until the application has received all messages in them. So this is the time of each.
        """
        self._arrived_ns = time.monotonic_ns()
        super().data_received(data)

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next message, with the time of its arrival."""
        message = await super().receive()
        if message["type"] == "websocket.receive":
            message[ARRIVED] = self._arrived_ns  # type: ignore[typeddict-unknown-key]
        return message

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application, after the frames before it."""
        self._send_frames()
        await super().send(message)

    def send_frame(self, kind: int, payload: bytes) -> None:
        """Send a whole frame soon, together with all others of this moment: each write to the network is expensive."""
        if not self._frames:
            self.loop.call_soon(self._send_frames)
        self._frames.append(_head(kind, len(payload)) + payload)

    def _send_frames(self) -> None:
        frames, self._frames = self._frames, []
        if frames and not self.close_sent and not self.transport.is_closing():
            self.transport.write(b"".join(frames))

    def end(self, code: int) -> None:
        """Put a close frame behind what waits for the client. Drop the connection if the client does not take it."""
        if not self.close_sent and not self.transport.is_closing():
            self._send_frames()
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.loop.call_later(self.close_timeout, self.transport.abort)

    def shutdown(self) -> None:
        """Let the application end the connection. uvicorn would cut it, even if an answer is on its way."""
        if self._line.on_stop is None or self.close_sent or self.disconnected:
            super().shutdown()
        else:
            self._line.on_stop()
            self.loop.call_later(_GOODBYE_S, self._cut)

    def _cut(self) -> None:
        """Cut the connection to a client that does not answer: the server would wait for it forever."""
        if not self.disconnected:
            self.transport.abort()

    def resume_writing(self) -> None:
        """Go on to send, since the client has taken what was sent."""
        super().resume_writing()
        self._line.on_writable()
        self._send_frames()

    def handle_pong(self, event: Frame) -> None:
        """Take the answer to a PING of ours, or of uvicorn."""
        if not self._line.answered(bytes(event.data)):
            super().handle_pong(event)


def _head(kind: int, length: int) -> bytes:
    """Return the beginning of a frame, before its payload."""
    if length < _SHORT:
        return bytes((kind, length))
    if length < _MIDDLE:
        return bytes((kind, 126)) + length.to_bytes(2)
    return bytes((kind, 127)) + length.to_bytes(8)


def _do_nothing() -> None:
    pass
