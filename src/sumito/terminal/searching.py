"""Run searches in a thread of their own, so that Ctrl-C can stop or shorten them."""

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
    """While entered, the first Ctrl-C ends a search with its result so far, and the second one interrupts."""

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
    """Run a search with this engine and return its result, or its result so far if `hurry` is wanted.

    The core does not handle signals while it searches, so this thread waits for them.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed; the search has ended.
        Exception: the search raised it.
    """
    results: list[_T] = []
    errors: list[BaseException] = []
    cancelled, done = threading.Event(), threading.Event()

    def work() -> None:
        try:
            if not cancelled.is_set():
                results.append(search())
        except BaseException as error:  # raised again in the waiting thread
            errors.append(error)
        finally:
            done.set()

    thread = threading.Thread(target=work, daemon=True)
    try:
        thread.start()
        while not done.wait(_MOMENT_S):  # on some systems a wait without a timeout ignores signals
            if hurry is not None and hurry.wanted:
                engine.stop()
    except KeyboardInterrupt:
        cancelled.set()
        # A thread without an identifier has not started, and `cancelled` stops it. Another one needs several stops,
        # because its search may not have started.
        while thread.ident is not None and not done.wait(_MOMENT_S):
            engine.stop()
        raise
    finally:
        if done.is_set():
            thread.join()  # At the end of Python, the bindings report what a running thread still holds.
    if errors:
        raise errors[0]
    return results[0]
