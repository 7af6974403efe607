"""Serve the site with online play on a SQLite file. The server can be stopped and started again at the same port."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from sumito.server.app import make_app
from sumito.server.files import SiteFiles
from sumito.server.listening import listen, served
from sumito.server.settings import Settings


class OnlineServer:
    """A server in a thread of this process."""

    def __init__(self, folder: Path) -> None:
        self._settings = Settings(database=f"sqlite:///{folder / 'games.sqlite'}")
        self._running = ExitStack()
        self._port = 0
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}/"

    def start(self) -> None:
        listening = listen("127.0.0.1", self._port)
        self._port = listening.getsockname()[1]
        app = make_app(self._settings, SiteFiles(), hosts=(f"127.0.0.1:{self._port}",))
        self._running.enter_context(served(app, listening))

    def stop(self) -> None:
        self._running.close()

    def post(self, address: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
        """Send a request as a program does, and return the answer."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        request = urllib.request.Request(self.address + address, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request) as answer:
            found: dict[str, Any] = json.load(answer)
        return found


@contextmanager
def online_server(folder: Path) -> Iterator[OnlineServer]:
    """Serve online games while the block runs. `folder` keeps the database."""
    server = OnlineServer(folder)
    try:
        yield server
    finally:
        server.stop()
