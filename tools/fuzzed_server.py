"""The real server without a network: requests and sockets as plain calls, for the fuzzer."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Iterable, Iterator, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn, cast

import structlog

from sumito.play import messages
from sumito.server.app import make_app
from sumito.server.files import SiteFiles
from sumito.server.settings import read_settings
from sumito.server.socket_protocol import LINE, Line, SocketProtocol

HOST = "127.0.0.1:8000"
LIMITS = dict.fromkeys(
    (
        "messages_per_second",
        "message_burst",
        "sockets_per_address",
        "handshakes_per_address",
        "games_per_address",
    ),
    10**9,
)
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder without a disk, for speed
CLOSED = {1003, 1008, None}
"""The ways in which the server may end a socket: a binary frame, a bad message, the client has left."""
REFUSED = {200, 400, 404, 409}
"""The ways in which the server may answer a request."""
TEXT_FRAME = 0x81
TIMED = {"control": {"kind": "total", "time_ms": 600_000}, "takebacks": True}


class FuzzedServer:
    """The application with a database in a temporary folder. It runs only while a method does."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)
        chosen = read_settings({"database": f"sqlite:///{self._folder.name}/games.sqlite", **LIMITS}, {})
        self._failures: list[str] = []
        structlog.configure(processors=[self._note])
        self._app = make_app(chosen, SiteFiles(), hosts=(HOST,))
        self._loop = asyncio.new_event_loop()
        self._loop.run_until_complete(self._start())

    def _note(self, _: object, level: str, event: MutableMapping[str, Any]) -> NoReturn:
        if level in ("error", "critical", "exception"):
            self._failures.append(repr(event))
        raise structlog.DropEvent

    async def _start(self) -> None:
        started = asyncio.Event()

        async def receive() -> dict[str, str]:
            if started.is_set():
                await asyncio.Event().wait()  # it is never shut down
            return {"type": "lifespan.startup"}

        async def send(message: MutableMapping[str, Any]) -> None:
            assert message["type"] == "lifespan.startup.complete", message
            started.set()

        self._task = asyncio.ensure_future(self._app({"type": "lifespan", "state": {}}, receive, send))
        await started.wait()

    def post(self, path: str, body: bytes) -> None:
        """Send a request, and check the answer."""
        status, answer = self._loop.run_until_complete(self._post(path, body))
        assert status in REFUSED, (status, answer)
        assert isinstance(json.loads(answer), dict), answer
        self._check()

    def talk(self, text: bytes) -> None:
        """Send the lines of a text as frames, as a player of a new game, whose id stands for `GAME` in them."""
        self._loop.run_until_complete(self._talk(text))
        self._check()

    def _check(self) -> None:
        assert not self._failures, self._failures

    async def _post(self, path: str, body: bytes) -> tuple[int, bytes]:
        pieces: list[bytes] = []
        status = 0

        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            status = message.get("status", status)
            pieces.append(message.get("body", b""))

        scope = {"type": "http", "method": "POST", "http_version": "1.1", "scheme": "http", "root_path": ""}
        with suppress(RuntimeError):  # Starlette raises a failure again after it has answered with 500
            await self._app({**scope, **_address(path), "headers": _headers(None)}, receive, send)
        return status, b"".join(pieces)

    async def _new_game(self) -> tuple[str, str]:
        """Return the id of a new game, and the token of one of its players."""
        body = json.dumps({"terms": TIMED, "color": "black"}).encode()
        created = json.loads((await self._post("/online/games", body))[1])
        secret = json.dumps({"secret": created["invitation"]}).encode()
        await self._post("/online/invitations/redeem", secret)
        return created["game"], created["token"]

    async def _talk(self, text: bytes) -> None:
        game, token = await self._new_game()
        frames = text.replace(b"GAME", game.encode()).split(b"\n")
        incoming = _incoming(frames)
        closed: int | None = None

        async def receive() -> dict[str, object]:
            return next(incoming)

        async def send(message: MutableMapping[str, Any]) -> None:
            nonlocal closed
            if message["type"] == "websocket.close":
                closed = message["code"]

        line = Line(cast("SocketProtocol", FuzzedProtocol()))
        scope = {
            "type": "websocket",
            "http_version": "1.1",
            "scheme": "ws",
            "root_path": "",
            "extensions": {LINE: line},
        }
        asked = {"subprotocols": [messages.PROTOCOL], "headers": _headers(token)}
        await self._app({**scope, **_address("/socket"), **asked}, receive, send)
        assert closed in CLOSED, closed


class FuzzedProtocol:
    """What the line of a connection needs of its protocol. It checks every message to the client."""

    def __init__(self) -> None:
        self.writable = asyncio.Event()
        self.writable.set()
        self.queue: asyncio.Queue[object] = asyncio.Queue()

    def send_frame(self, kind: int, payload: bytes) -> None:
        """Check the message of a text frame."""
        if kind == TEXT_FRAME:
            messages.decode_server(payload)


def _incoming(frames: Iterable[bytes]) -> Iterator[dict[str, object]]:
    yield {"type": "websocket.connect"}
    for frame in frames:
        try:
            yield {"type": "websocket.receive", "text": frame.decode()}
        except UnicodeDecodeError:
            yield {"type": "websocket.receive", "bytes": frame}
    while True:
        yield {"type": "websocket.disconnect", "code": 1001}


def _address(path: str) -> dict[str, object]:
    return {"path": path, "raw_path": path.encode(), "query_string": b"", "client": ("127.0.0.1", 1), "server": None}


def _headers(token: str | None) -> list[tuple[bytes, bytes]]:
    own = [(b"host", HOST.encode())]
    return own if token is None else [*own, (b"authorization", f"Bearer {token}".encode())]
