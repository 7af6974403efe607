"""Exchange lines of text with a program, with a deadline for each line."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Final
from weakref import finalize

_LONGEST_LINE: Final = 1 << 20
_CHUNK: Final = 1 << 16
_TAIL: Final = 300  # characters of standard error to keep
_DRAINED: Final = 16  # the most reads of unasked output; a program that writes more never stops
_LEAVING_S: Final = 1.0  # the time that a program has to end


class ProcessError(Exception):
    """The program cannot be read from or written to. The message says why."""


class LineProcess:
    """A running program. Only one thread at a time can read. Any thread can write or kill.

    Raises:
        OSError: the program does not start.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._popen = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # so that its children can be killed with it
        )
        # Ends the program when this object is collected, or when Python exits.
        self._end = finalize(self, _end, self._popen)
        files = (self._popen.stdin, self._popen.stdout, self._popen.stderr)
        self._in, self._out, self._err = (file.fileno() for file in files if file is not None)
        self._poll = select.poll()
        for number in (self._in, self._out, self._err):
            os.set_blocking(number, False)
            if number != self._in:
                self._poll.register(number, select.POLLIN)
        self._writing = threading.Lock()
        self._rest = b""
        self._lines: deque[bytes] = deque()
        self._complaints = b""

    @property
    def is_alive(self) -> bool:
        """Whether the program runs."""
        return self._end.alive and self._popen.poll() is None

    @property
    def complaints(self) -> str:
        """The end of its standard error."""
        return self._complaints.decode(errors="replace").strip()

    def send(self, text: str, deadline: float) -> None:
        """Write one or several lines.

        Raises:
            ProcessError: the program is dead, or it does not read.
        """
        data = text.encode() + b"\n"
        with self._writing:
            while data:
                try:
                    data = data[os.write(self._in, data) :]
                except BlockingIOError:
                    room = select.poll()
                    room.register(self._in, select.POLLOUT)
                    if not room.poll(_milliseconds_to(deadline)):
                        raise ProcessError("does not read") from None
                except OSError:
                    raise ProcessError(self._how_it_died()) from None

    def line(self, deadline: float) -> str | None:
        """Return the next line, or None after the deadline.

        Raises:
            ProcessError: the program is dead, or its line is too long.
        """
        while not self._lines:
            ready = self._poll.poll(_milliseconds_to(deadline))
            if not ready:
                return None
            for number, _event in ready:
                self._read(number)
        if time.monotonic() > deadline:
            return None
        return self._lines.popleft().decode(errors="replace").strip()

    def drain(self) -> None:
        """Discard unasked output.

        Raises:
            ProcessError: the program is dead, or its line is too long.
        """
        for _ in range(_DRAINED):
            self._lines.clear()
            ready = self._poll.poll(0)
            if not ready:
                break
            for number, _event in ready:
                self._read(number)

    def kill(self) -> None:
        """Kill the program. A thread that waits for a line gets an error."""
        _kill(self._popen)

    def end(self) -> None:
        """Kill the program and free its resources. No thread may wait for a line."""
        self._end()

    def quit(self) -> None:
        """Send `quit`, wait a short time, and kill the program. No thread may wait for a line."""
        if self.is_alive:
            deadline = time.monotonic() + _LEAVING_S
            with suppress(ProcessError):  # raised when the program has ended
                self.send("quit", deadline)
                while self.line(deadline) is not None:
                    pass
        self.end()

    def _read(self, number: int) -> None:
        try:
            data = os.read(number, _CHUNK)
        except BlockingIOError:
            return
        if number == self._err:
            self._complaints = (self._complaints + data)[-_TAIL:]
            if not data:
                self._poll.unregister(number)
            return
        if not data:
            raise ProcessError(self._how_it_died())
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > _LONGEST_LINE:
            raise ProcessError(f"writes a line of more than {_LONGEST_LINE} characters")
        self._lines.extend(lines)

    def _how_it_died(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(_LEAVING_S)
        code = self._popen.returncode
        with suppress(BlockingIOError):  # the rest of its standard error
            while data := os.read(self._err, _CHUNK):
                self._complaints = (self._complaints + data)[-_TAIL:]
        if code is None:
            return "has closed its output"
        return f"died with exit code {code}" if code >= 0 else f"died of {signal.Signals(-code).name}"


def _kill(popen: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(popen.pid, signal.SIGKILL)


def _end(popen: subprocess.Popen[bytes]) -> None:
    _kill(popen)
    popen.wait()
    for file in (popen.stdin, popen.stdout, popen.stderr):
        if file is not None:
            file.close()


def _milliseconds_to(deadline: float) -> float:
    return max(0.0, deadline - time.monotonic()) * 1000
