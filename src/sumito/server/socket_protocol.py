"""The WebSocket protocol of uvicorn, which also stamps messages on arrival and measures round trips.

ASGI hides PING frames and the time of arrival. So this uses attributes of uvicorn that are not documented. A test
checks that they still work.
"""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from sumito.server.lag import RoundTrips

if TYPE_CHECKING:
    import asyncio

    from uvicorn import Config
    from uvicorn._types import ASGIReceiveEvent
    from uvicorn.server import ServerState
    from websockets.frames import Frame

LINE: Final = "sumito.line"
"""The name of the `Line` of a connection in the extensions of its scope."""
ARRIVED: Final = "sumito.arrived_ns"
"""The key of the time of arrival in a received message, in nanoseconds of the monotonic clock."""
_PAUSE_NS: Final = 1_000_000_000  # between two measurements


class Line:
    """The line to a client."""

    __slots__ = ("_measured_ns", "_protocol", "_sent", "trips")

    def __init__(self, protocol: SocketProtocol) -> None:
        self._protocol = protocol
        self._measured_ns = time.monotonic_ns() - _PAUSE_NS
        self._sent: bytes | None = None
        self.trips = RoundTrips()

    def measure(self) -> None:
        """Send a PING, unless one is on its way or the last was sent less than a second ago."""
        now_ns = time.monotonic_ns()
        if self._sent is None and now_ns - self._measured_ns >= _PAUSE_NS:
            self._measured_ns = now_ns
            self._sent = b"lag" + now_ns.to_bytes(8)
            self._protocol.send_ping(self._sent)

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
        self._arrivals: deque[int] = deque()
        self._line = Line(self)

    async def run_asgi(self) -> None:
        """Run the application, which finds the line in its scope."""
        self.scope["extensions"][LINE] = self._line  # type: ignore[assignment]
        await super().run_asgi()

    def send_receive_event_to_app(self) -> None:
        """Queue a message for the application, and note when it arrived."""
        waiting = self.queue.qsize()
        super().send_receive_event_to_app()
        if self.queue.qsize() > waiting:
            self._arrivals.append(time.monotonic_ns())

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next message, with the time of its arrival."""
        message = await super().receive()
        if message["type"] == "websocket.receive":
            message[ARRIVED] = self._arrivals.popleft()  # type: ignore[typeddict-unknown-key]
        return message

    def send_ping(self, payload: bytes) -> None:
        """Send a PING, if the connection is open."""
        if not self.close_sent and not self.transport.is_closing():
            self.conn.send_ping(payload)
            self.transport.write(b"".join(self.conn.data_to_send()))

    def handle_pong(self, event: Frame) -> None:
        """Take the answer to a PING of ours, or of uvicorn."""
        if not self._line.answered(bytes(event.data)):
            super().handle_pong(event)
