"""A few lines on a terminal that tell how far a long command is."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self


class Progress:
    """Lines on standard error that are written over and over; nothing at all where that is no terminal."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._next = 0.0
        self._widths: list[int] = []

    def show(self, *lines: str) -> None:
        """Show some lines, if the last ones have been seen for a moment."""
        if self._shown and (now := time.monotonic()) >= self._next:
            self._next = now + 0.1
            self._write([line[:78] for line in lines])

    def clear(self) -> None:
        """Take the lines away, before something else is written."""
        if self._widths:
            self._write([""] * len(self._widths))
            print(self._first_line(), end="", file=sys.stderr, flush=True)
            self._widths = []
            self._next = 0.0

    def _write(self, lines: list[str]) -> None:
        lines += [""] * (len(self._widths) - len(lines))
        widths = self._widths + [0] * (len(lines) - len(self._widths))
        text = "\n".join(line.ljust(width) for line, width in zip(lines, widths, strict=True))
        print(self._first_line() + text, end="", file=sys.stderr, flush=True)
        self._widths = [len(line) for line in lines]

    def _first_line(self) -> str:
        """What leads from the end of the lines to their beginning."""
        return f"\x1b[{len(self._widths) - 1}A\r" if len(self._widths) > 1 else "\r"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.clear()
