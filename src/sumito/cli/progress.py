"""Show the progress of a long command."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Final, Self

_BAR: Final = 20


class Progress:
    """Lines on standard error that are overwritten again and again. Shows nothing if that is not a terminal."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._next = 0.0
        self._widths: list[int] = []

    def show(self, *lines: str) -> None:
        """Show lines, at most ten times a second."""
        if self._shown and (now := time.monotonic()) >= self._next:
            self._next = now + 0.1
            self._write([line[:78] for line in lines])

    def clear(self) -> None:
        """Erase the lines, so that something else can be printed."""
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
        """Return the control characters that move from the last line to the first."""
        return f"\x1b[{len(self._widths) - 1}A\r" if len(self._widths) > 1 else "\r"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.clear()


def bar(share: float) -> str:
    """Return a bar that shows how much is done, 0 to 1."""
    return f"[{('#' * int(share * _BAR)).ljust(_BAR, '.')}] {share:4.0%}"


def time_to_go(left: int, done: int, seconds: float) -> str:
    """Return the time that the work left takes, if `done` parts took `seconds`, in its two largest units."""
    if done <= 0:
        return "some time to go"
    whole = round(left * seconds / done)
    if whole >= 3600:
        return f"{whole // 3600} h {whole % 3600 // 60} min to go"
    return f"{whole // 60} min {whole % 60} s to go" if whole >= 60 else f"{whole} s to go"
