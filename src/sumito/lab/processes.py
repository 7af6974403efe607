"""Play tasks in several processes of one machine."""

from __future__ import annotations

import json
import os
import queue
import selectors
import struct
import subprocess
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Final, Generic, NamedTuple, Protocol, TypeVar, cast

from sumito.core import SumitoError

# A worker writes frames: a kind, a length and the bytes. There is one frame a game, or one with an error message.
_FRAME: Final = struct.Struct("<cI")
_GAME: Final = b"g"
_PROBLEM: Final = b"p"
_TRIES: Final = 3
# Puts the folder of this package at the end of the path of the worker, in case it is not installed.
_START: Final = "import sys; sys.path.append(sys.argv[1]); from sumito.lab.processes import work; work()"

Report = Callable[[int, int], None]
"""Called with the number of new games and their bytes. The numbers are negative if a worker dies and they are lost."""


class Task(Protocol):
    """A number of games to play. A class of tasks is a frozen dataclass at the top of a module, of values for JSON."""

    @property
    def games(self) -> int:
        """The number of games."""

    def play(self) -> Iterator[bytes]:
        """Play the games. Yield the bytes of each. Equal tasks give equal bytes."""


TaskT = TypeVar("TaskT", bound=Task)


class WorkerError(SumitoError, RuntimeError):
    """A task cannot be played. The message says why."""


class FinishedTask(NamedTuple, Generic[TaskT]):
    """A finished task with the bytes of its games."""

    task: TaskT
    data: bytes
    seconds: float


def play_in_processes(
    tasks: Iterable[TaskT], processes: int, report: Report | None = None
) -> Iterator[FinishedTask[TaskT]]:
    """Play tasks in several processes. Yield them in the order in which they finish.

    A task whose process dies is played again. The processes end with their caller, even if it is killed.

    Raises:
        WorkerError: a task cannot be played, or its process died three times.
    """
    todo = deque(tasks)
    deaths: Counter[TaskT] = Counter()
    workers: set[_Worker[TaskT]] = set()
    told = report or (lambda games, size: None)
    with selectors.DefaultSelector() as waiting:

        def dismiss(worker: _Worker[TaskT]) -> None:
            waiting.unregister(worker.answers)
            workers.remove(worker)
            worker.end()

        try:
            while todo or workers:
                while todo and len(workers) < processes:
                    worker = _Worker(todo.popleft())
                    workers.add(worker)
                    waiting.register(worker.answers, selectors.EVENT_READ, worker)
                for key, _ in waiting.select():
                    worker = key.data
                    if not worker.receive(told):
                        dismiss(worker)
                        told(-len(worker.games), -sum(map(len, worker.games)))
                        deaths[worker.task] += 1
                        if deaths[worker.task] == _TRIES:
                            raise WorkerError(f"{_TRIES} processes died while playing {worker.task}")
                        todo.appendleft(worker.task)
                    elif played := worker.played():
                        if todo:
                            worker.give(todo.popleft())
                        else:
                            dismiss(worker)
                        yield played
        finally:
            for worker in workers:
                worker.end()


class _Worker(Generic[TaskT]):
    """A process that plays tasks."""

    def __init__(self, task: TaskT) -> None:
        # In its own session, so that Ctrl-C reaches only the parent process.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _START, str(Path(__file__).parents[2])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self._orders, self.answers = cast("IO[bytes]", self._process.stdin), cast("IO[bytes]", self._process.stdout)
        self._unread = bytearray()
        self.give(task)

    def give(self, task: TaskT) -> None:
        self.task = task
        self.games: list[bytes] = []
        self._started = time.perf_counter()
        with suppress(BrokenPipeError):  # `receive` notices the death of the process
            kind = type(task)
            order = [kind.__module__, kind.__name__, asdict(cast("Any", task))]
            self._orders.write(json.dumps(order).encode() + b"\n")

    def receive(self, told: Report) -> bool:
        """Read what the process has written. Return whether it is alive."""
        data = self.answers.read(1 << 20)
        if not data:
            return False
        self._unread += data
        while len(self._unread) >= _FRAME.size:
            kind, length = _FRAME.unpack_from(self._unread)
            end = _FRAME.size + length
            if len(self._unread) < end:
                break
            content = bytes(self._unread[_FRAME.size : end])
            del self._unread[:end]
            if kind == _PROBLEM:
                raise WorkerError(content.decode())
            self.games.append(content)
            told(1, length)
        return True

    def played(self) -> FinishedTask[TaskT] | None:
        """Return the task if it is finished, otherwise None."""
        if len(self.games) < self.task.games:
            return None
        return FinishedTask(self.task, b"".join(self.games), time.perf_counter() - self._started)

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._orders.close()
        self.answers.close()


def work() -> None:
    """Run a worker: read tasks from standard input, one per line, and write the games to standard output."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # sends all other output to standard error
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    try:
        while True:
            for kind, content in _answers_to(*json.loads(lines.get())):
                answers.write(_FRAME.pack(kind, len(content)) + content)
                answers.flush()
    except BrokenPipeError:
        os._exit(0)  # the parent process is gone


def _answers_to(module: str, kind: str, values: dict[str, Any]) -> Iterator[tuple[bytes, bytes]]:
    try:
        task: Task = getattr(import_module(module), kind)(**values)
        for game in task.play():
            yield _GAME, game
    except Exception as error:
        yield _PROBLEM, f"{type(error).__name__}: {error}".encode()


def _listen(lines: queue.SimpleQueue[bytes]) -> None:
    """Read lines while games are played. The end of the input means that the parent process is gone."""
    for line in sys.stdin.buffer:
        lines.put(line)
    os._exit(0)
