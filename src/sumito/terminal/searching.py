"""Searches that Ctrl-C can end or hurry: they run in a thread of their own."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

if TYPE_CHECKING:
    from sumito.engine import Engine

_T = TypeVar("_T")
_MOMENT_S = 0.05


class Hurry:
    """While it is entered, Ctrl-C asks a search for what it has found so far; the second one interrupts as ever."""

    def __init__(self) -> None:
        self.wanted = False
        """Whether Ctrl-C was pressed."""
        self._before: Any = None

    def __enter__(self) -> Self:
        self.wanted = False
        self._before = signal.getsignal(signal.SIGINT)
        if self._before is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, self._heard)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _heard(self, number: int, frame: FrameType | None) -> None:
        if self.wanted:
            raise KeyboardInterrupt
        self.wanted = True


def interruptible(engine: Engine, search: Callable[[], _T], hurry: Hurry | None = None) -> _T:
    """What a search with this engine gives; what it has found so far, where there is a hurry.

    The core searches without looking at signals, so somebody else has to wait for them.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed; the search has ended.
        Exception: whatever the search raised.
    """
    results: list[_T] = []
    errors: list[BaseException] = []
    cancelled, done = threading.Event(), threading.Event()

    def work() -> None:
        try:
            if not cancelled.is_set():
                results.append(search())
        except BaseException as error:  # raised again where it is waited for
            errors.append(error)
        finally:
            done.set()

    thread = threading.Thread(target=work, daemon=True)
    try:
        thread.start()
        while not done.wait(_MOMENT_S):  # on some systems a wait without an end hears no signals
            if hurry is not None and hurry.wanted:
                engine.stop()
    except KeyboardInterrupt:
        cancelled.set()
        # A thread without a number has not begun, and finds out in time. Another one is stopped more than once: its
        # search may not have begun yet.
        while thread.ident is not None and not done.wait(_MOMENT_S):
            engine.stop()
        raise
    thread.join()
    if errors:
        raise errors[0]
    return results[0]
