"""Run tasks of self-play in several processes of one machine."""

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
from pathlib import Path
from typing import IO, Final, NamedTuple, cast

from sumito.core import SumitoError
from sumito.lab.samples import SAMPLE_SIZE
from sumito.lab.selfplay import Task, play_games

# A worker writes frames: a kind, a length and the bytes. There is one frame a game, or one with an error message.
_FRAME: Final = struct.Struct("<cI")
_GAME: Final = b"g"
_PROBLEM: Final = b"p"
_TRIES: Final = 3
# Puts the folder of this package at the end of the path of the worker, in case it is not installed.
_START: Final = "import sys; sys.path.append(sys.argv[1]); from sumito.lab.processes import work; work()"

Report = Callable[[int, int], None]
"""Called with the number of new games and samples. The numbers are negative if a worker dies and they are lost."""


class WorkerError(SumitoError, RuntimeError):
    """A task cannot be played. The message says why."""


class FinishedTask(NamedTuple):
    """A finished task with its samples."""

    task: Task
    data: bytes
    seconds: float

    @property
    def samples(self) -> int:
        """The number of samples."""
        return len(self.data) // SAMPLE_SIZE


def play_in_processes(tasks: Iterable[Task], processes: int, report: Report | None = None) -> Iterator[FinishedTask]:
    """Play tasks in several processes. Yield them in the order in which they finish.

    A task whose process dies is played again. The processes end with their caller, even if it is killed.

    Raises:
        WorkerError: a task cannot be played, or its process died three times.
    """
    todo = deque(tasks)
    deaths: Counter[Task] = Counter()
    workers: set[_Worker] = set()
    told = report or (lambda games, samples: None)
    with selectors.DefaultSelector() as waiting:

        def dismiss(worker: _Worker) -> None:
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
                        told(-len(worker.games), -worker.samples)
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


class _Worker:
    """A process that plays tasks."""

    def __init__(self, task: Task) -> None:
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

    def give(self, task: Task) -> None:
        self.task = task
        self.games: list[bytes] = []
        self._started = time.perf_counter()
        with suppress(BrokenPipeError):  # `receive` notices the death of the process
            self._orders.write(json.dumps(asdict(task)).encode() + b"\n")

    @property
    def samples(self) -> int:
        return sum(map(len, self.games)) // SAMPLE_SIZE

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
            told(1, length // SAMPLE_SIZE)
        return True

    def played(self) -> FinishedTask | None:
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
            for kind, content in _answers_to(Task(**json.loads(lines.get()))):
                answers.write(_FRAME.pack(kind, len(content)) + content)
                answers.flush()
    except BrokenPipeError:
        os._exit(0)  # the parent process is gone


def _answers_to(task: Task) -> Iterator[tuple[bytes, bytes]]:
    try:
        for game in play_games(task):
            yield _GAME, game
    except Exception as error:
        yield _PROBLEM, f"{type(error).__name__}: {error}".encode()


def _listen(lines: queue.SimpleQueue[bytes]) -> None:
    """Read lines while games are played. The end of the input means that the parent process is gone."""
    for line in sys.stdin.buffer:
        lines.put(line)
    os._exit(0)
