"""Find the files of the web app, open a port, and make the server."""

from __future__ import annotations

import errno
import socket
from typing import TYPE_CHECKING

from sumito.cli.options.board import plain_text
from sumito.server.files import SiteFiles
from sumito.server.listening import listen
from sumito.terminal.failures import Failure, InputError, quoted

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from sumito.server.settings import Settings


def site_files() -> SiteFiles:
    """Return the files of the web app.

    Raises:
        Failure: this installation does not have them.
    """
    files = SiteFiles()
    if (missing := files.missing()) is not None:
        raise Failure(f"this installation has no web app: {missing} is missing")
    return files


def listen_at(host: str, port: int) -> socket.socket:
    """Return a socket that listens at `host` and `port`.

    Raises:
        InputError: `host` is not an address of this machine.
        Failure: the port is taken, or needs administrator rights.
    """
    if "\0" in plain_text("--host", host) or not host:
        raise InputError(f"--host: not the name of a host: {quoted(host)}")
    try:
        return listen(host, port)
    except socket.gaierror:
        raise InputError(f"--host: no such host: {quoted(host)}") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Failure(f"port {port} is taken: choose another --port (0 for any free port)") from None
        if error.errno in (errno.EACCES, errno.EPERM):
            raise Failure(f"port {port} needs administrator rights: choose a --port above 1023") from None
        if error.errno == errno.EADDRNOTAVAIL:
            raise InputError(f"--host: {quoted(host)} is not an address of this machine") from None
        raise


def online_app(settings: Settings, listening: socket.socket) -> ASGIApp:
    """Return the server with online games, for a socket that listens. An error closes the socket.

    Raises:
        Failure: the extra of the server is missing, or the database cannot be opened.
    """
    from sumito.cli.options.database import storage_failures

    with storage_failures():
        from sumito.server.app import make_app

        try:
            return make_app(settings, site_files(), hosts=_hosts(listening))
        except BaseException:
            listening.close()
            raise


def running_server() -> str | None:
    """Return the address of the server that has the database in the data folder; None if no server runs."""
    from sumito.cli.options.database import storage_failures

    with storage_failures():
        from sumito.server.database import database_url, file_of
        from sumito.server.file_lock import holder_of

        holder = holder_of(file_of(database_url()))
    return holder if holder is not None and holder.startswith("http") else None


def _hosts(listening: socket.socket) -> tuple[str, ...]:
    """Return the hosts, with the port, by which browsers can call the server. The first is its usual address."""
    host, port = listening.getsockname()[:2]
    everywhere = host in ("0.0.0.0", "::")  # noqa: S104 - it listens at every address of this machine
    first = "127.0.0.1" if everywhere else f"[{host}]" if ":" in host else host
    names = [first, "127.0.0.1", "localhost", "[::1]"]
    if everywhere:
        names += [socket.gethostname(), network_address()]
    return tuple(dict.fromkeys(f"{each}:{port}" for each in names))


def network_address() -> str:
    """Return the address of this machine in its network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that nobody has: the system only chooses the route
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
