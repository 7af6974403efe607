"""A port of this machine on which the site is served, until somebody stops it."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import uvicorn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import ASGIApp

_PATIENCE_S = 3  # with answers that are under way when the site is stopped


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 is one that is free.

    From here on a browser finds somebody: until the site runs, it waits.

    Raises:
        OSError: the host is none of this machine (`socket.gaierror` if it is none at all), or the port cannot be had.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except UnicodeError:
        raise socket.gaierror(socket.EAI_NONAME, "not the name of a host") from None
    family, _, _, _, place = found[0]
    both = family == socket.AF_INET6 and place[0] == "::" and socket.has_dualstack_ipv6()
    listening = socket.create_server(place, family=family, dualstack_ipv6=both)
    # Every connection inherits it: else the end of an answer waits until its beginning is acknowledged, often 40 ms.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def address(listening: socket.socket) -> str:
    """Where a browser finds it."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(app: ASGIApp, listening: socket.socket) -> None:
    """Serve an application until Ctrl-C; answers that are under way come to their end."""
    try:
        _server_of(app).run(sockets=[listening])
    except KeyboardInterrupt:  # raised again when all is done
        pass
    finally:
        listening.close()


@contextmanager
def served(app: ASGIApp) -> Iterator[str]:
    """The address of an application, which this machine alone sees and a thread serves as long as the block runs."""
    listening = listen("127.0.0.1", 0)
    server = _server_of(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield address(listening)
    finally:
        server.should_exit = True
        thread.join()


def _server_of(app: ASGIApp) -> uvicorn.Server:
    return uvicorn.Server(
        uvicorn.Config(
            app,
            log_config=None,  # what goes wrong is on standard error all the same
            access_log=False,
            server_header=False,
            lifespan="off",
            ws="none",
            timeout_graceful_shutdown=_PATIENCE_S,
        )
    )
