"""Count the bytes that the real server sends. Measured at the server, no cache or service worker can hide any."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sumito.server.listening import served
from sumito.server.site import make_site


class Traffic:
    """The bytes sent by address: compressed if the browser accepts it, 0 if it already has the file."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.address = ""
        self.sent: dict[str, int] = {}
        self.headers = 0
        """Bytes of the headers of all answers: with HTTP/1.1 they are not packed."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.headers += sum(len(name) + len(value) + 4 for name, value in message["headers"])
            elif message["type"] == "http.response.body":
                address = scope["path"].removeprefix("/")
                self.sent[address] = self.sent.get(address, 0) + len(message.get("body", b""))
            await send(message)

        await self._app(scope, receive, counted)

    def begin(self) -> None:
        """Start counting."""
        self.sent, self.headers = {}, 0

    def bytes_of(self, *endings: str) -> int:
        """Return the bytes of addresses with this suffix. A page's own address ends with a slash or is empty."""
        return sum(
            size
            for address, size in self.sent.items()
            if address.endswith(endings) or ("/" in endings and address == "")
        )

    @property
    def total(self) -> int:
        return sum(self.sent.values())


@contextmanager
def counted_site() -> Iterator[Traffic]:
    """Serve the site at `traffic.address`, and count its traffic."""
    traffic = Traffic(make_site())
    with served(traffic) as address:
        traffic.address = address
        yield traffic
