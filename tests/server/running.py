"""A server in a process of its own, which tests can kill and start again at the same port."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from sqlalchemy import URL

# Programs that play as fast as they can are no attack.
FAST = {
    f"SUMITO_{name}": "100000"
    for name in (
        "MESSAGES_PER_SECOND",
        "MESSAGE_BURST",
        "SOCKETS_PER_ADDRESS",
        "HANDSHAKES_PER_ADDRESS",
        "GAMES_PER_ADDRESS",
    )
}


class RunningServer:
    """`sumito serve` with a database. Use it as a context manager."""

    def __init__(self, url: URL, settings: Mapping[str, str] = FAST, before: Sequence[str] = ()) -> None:
        """`before` is a command that runs the server, such as strace."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._url = url.render_as_string(hide_password=False).replace("+psycopg", "")
        self._settings = settings
        self._before = before
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start the process, and wait until it listens."""
        command = [
            *self._before,
            sys.executable,
            "-m",
            "sumito",
            "serve",
            "--port",
            str(self.port),
            "--database",
            self._url,
        ]
        environment = {**os.environ, **self._settings}
        self._process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line == f"sumito is at {self.address}/ (Ctrl-C stops it)\n", line

    def kill(self) -> None:
        """Kill the process at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask the process to stop, and wait until it has."""
        self._end(signal.SIGTERM)

    def pause(self) -> None:
        """Freeze the process, as a machine that swaps would."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let a frozen process go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(how)
            process.wait(30)
            assert process.stdout is not None
            process.stdout.read()  # until the server has ended too, if another command runs it
            process.stdout.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
