"""Find the files of the web app, and open a port to serve them on."""

from __future__ import annotations

import errno
import socket

from sumito.cli.options.board import plain_text
from sumito.server.files import SiteFiles
from sumito.server.listening import listen
from sumito.terminal.failures import Failure, InputError, quoted


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
