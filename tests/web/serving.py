"""How tests serve the site: the real server, on a free port, in a thread of this process."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.types import ASGIApp

from sumito.server.listening import address, listen, server_of


@contextmanager
def served(app: ASGIApp) -> Iterator[str]:
    """The address of an application while it runs. Nobody waits for it to start: its port listens already."""
    listening = listen("127.0.0.1", 0)
    server = server_of(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield address(listening)
    finally:
        server.should_exit = True
        thread.join()
