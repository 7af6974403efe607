"""One line on a terminal that tells how far a long command is."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self


class Progress:
    """A line on standard error that is written over and over; nothing at all where that is no terminal."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._next = 0.0
        self._width = 0

    def show(self, text: str) -> None:
        """Show a text, if the last one has been seen for a moment."""
        if self._shown and (now := time.monotonic()) >= self._next:
            self._next = now + 0.1
            line = text[:78]
            print("\r" + line.ljust(self._width), end="", file=sys.stderr, flush=True)
            self._width = len(line)

    def clear(self) -> None:
        """Take the line away, before something else is written."""
        if self._width:
            print("\r" + " " * self._width + "\r", end="", file=sys.stderr, flush=True)
            self._width = 0
            self._next = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.clear()
