"""Searches that Ctrl-C can end: they run in a thread of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from sumito.engine import Engine

_T = TypeVar("_T")
_MOMENT_S = 0.05


def interruptible(engine: Engine, search: Callable[[], _T]) -> _T:
    """What a search with this engine gives.

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
            pass
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
