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

    def work() -> None:
        try:
            results.append(search())
        except BaseException as error:  # raised again where it is waited for
            errors.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(_MOMENT_S)  # on some systems a wait without an end hears no signals
    except KeyboardInterrupt:
        while thread.is_alive():
            engine.stop()  # more than once: the search may not have begun yet
            thread.join(_MOMENT_S)
        raise
    if errors:
        raise errors[0]
    return results[0]
