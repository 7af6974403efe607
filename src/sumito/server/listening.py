"""Listen on a port, and serve the site there until it is stopped."""

from __future__ import annotations

import gc
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import uvicorn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import ASGIApp

_STUCK_MS: Final = 30_000  # without progress, while data waits for a client
_MOST_CONNECTIONS: Final = 20_000  # then requests get 503, and the players who are connected go on
_PATIENCE_S: Final = 3  # for answers that are in progress when the server stops
# New objects until Python looks for garbage: among the new, the newer, and all. Every message renews objects of its
# socket, so each look finds thousands of them and stops the server for milliseconds. Little of it is garbage.
_GARBAGE: Final = (50_000, 2, 10)


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Port 0 selects a free port.

    From now on a browser can connect. It waits until the server runs.

    Raises:
        OSError: the host is not an address of this machine, or the port is not available.
        socket.gaierror: the host does not exist.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except UnicodeError:
        raise socket.gaierror(socket.EAI_NONAME, "not the name of a host") from None
    family, _, _, _, place = found[0]
    both = family == socket.AF_INET6 and place[0] == "::" and socket.has_dualstack_ipv6()
    listening = socket.create_server(place, family=family, dualstack_ipv6=both)
    # Every connection inherits this. Without it the end of an answer often waits 40 ms for an acknowledgement.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        # A client that takes no data would keep its connection open for ever.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _STUCK_MS)
    return listening


def address(listening: socket.socket) -> str:
    """Return the URL of the socket."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(app: ASGIApp, listening: socket.socket, *, trusted_proxies: str = "") -> None:
    """Serve an application until Ctrl-C. Answers in progress are completed.

    `trusted_proxies` are the addresses of proxies that name the address of a client, separated by commas.
    """
    gc.freeze()  # what was imported is never garbage
    gc.set_threshold(*_GARBAGE)
    try:
        _server_of(app, trusted_proxies).run(sockets=[listening])
    except KeyboardInterrupt:  # uvicorn raises it again after the shutdown
        pass
    finally:
        listening.close()


@contextmanager
def served(app: ASGIApp, listening: socket.socket | None = None, *, trusted_proxies: str = "") -> Iterator[str]:
    """Serve an application to this machine in a thread while the block runs. Yield its URL.

    `listening` is the socket to use (default: a new one at any free port).
    """
    listening = listen("127.0.0.1", 0) if listening is None else listening
    server = _server_of(app, trusted_proxies)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield address(listening)
    finally:
        server.should_exit = True
        thread.join()


def _server_of(app: ASGIApp, trusted_proxies: str) -> uvicorn.Server:
    # These need the extra `server`. Without it a port can be opened, and the command then says what is missing.
    from sumito.server.http_protocol import HttpProtocol
    from sumito.server.socket_protocol import SocketProtocol
    from sumito.server.sockets import LARGEST_MESSAGE

    return uvicorn.Server(
        uvicorn.Config(
            app,
            log_config=None,  # errors are still written to standard error
            access_log=False,
            server_header=False,
            proxy_headers=bool(trusted_proxies),
            forwarded_allow_ips=trusted_proxies,
            lifespan="auto",
            http=HttpProtocol,
            ws=SocketProtocol,
            ws_max_size=LARGEST_MESSAGE,
            ws_max_queue=16,
            ws_per_message_deflate=False,  # messages are short: it would cost memory and time
            timeout_graceful_shutdown=_PATIENCE_S,
            limit_concurrency=_MOST_CONNECTIONS,
        )
    )
