"""Helpers that talk with the engine protocol: a session without a process."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator

from sumito.engine.protocol import Session

LONG = 30.0  # seconds; anything that takes longer hangs


class Talk:
    """A session with its output."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._more = threading.Condition()
        self.session = Session(self._hear, name="sumito test")
        self._heard = 0

    def _hear(self, line: str) -> None:
        with self._more:
            self.said.append(line)
            self._more.notify_all()

    def tell(self, *lines: str) -> None:
        for line in lines:
            assert self.session.handle(line)

    def wait_for(self, pattern: str) -> str:
        """Return the next line that begins with a text."""

        def come() -> bool:
            while self._heard < len(self.said):
                self._heard += 1
                if re.match(pattern, self.said[self._heard - 1]):
                    return True
            return False

        with self._more:
            assert self._more.wait_for(come, LONG), self.said
            return self.said[self._heard - 1]

    def answer(self, *lines: str) -> list[str]:
        """Return the answers to these lines, up to a `readyok`."""
        before = len(self.said)
        self.tell(*lines, "isready")
        self.wait_for("readyok")
        return self.said[before:-1]

    def best(self, *lines: str) -> str:
        """Return the best move after these lines."""
        self.tell(*lines)
        return self.wait_for("bestmove").split()[1]


def talking() -> Iterator[Talk]:
    """Yield a session with a small table, and close it at the end."""
    talk = Talk()
    talk.tell("setoption name Hash value 1")
    yield talk
    talk.session.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "sumito go" and thread.is_alive()]
