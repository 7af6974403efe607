"""What the commands of the web app share: its files, and a port to serve them on."""

from __future__ import annotations

import errno
import socket

from sumito.cli.options.board import plain_text
from sumito.server.files import SiteFiles
from sumito.server.listening import listen
from sumito.terminal.failures import Failure, InputError, quoted


def site_files() -> SiteFiles:
    """The files of the web app.

    Raises:
        Failure: they are not in this installation.
    """
    files = SiteFiles()
    if (missing := files.missing()) is not None:
        raise Failure(f"this installation has no web app: {missing} is not there")
    return files


def listen_at(host: str, port: int) -> socket.socket:
    """A socket that listens there.

    Raises:
        InputError: the host is none of this machine.
        Failure: the port cannot be had.
    """
    if "\0" in plain_text("--host", host) or not host:
        raise InputError(f"--host: not the name of a host: {quoted(host)}")
    try:
        return listen(host, port)
    except socket.gaierror:
        raise InputError(f"--host: no such host: {quoted(host)}") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Failure(f"port {port} is taken: name another --port (0: any free one)") from None
        if error.errno in (errno.EACCES, errno.EPERM):
            raise Failure(f"port {port} is not for everybody: name a --port above 1023") from None
        if error.errno == errno.EADDRNOTAVAIL:
            raise InputError(f"--host: {quoted(host)} is no address of this machine") from None
        raise
