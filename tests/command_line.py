"""Helpers that drive the command line: run commands, play games of typed lines, and open a terminal."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pytest

from sumito import BLACK, Board, Color, Dialect, Rules
from sumito.cli import main
from sumito.engine.levels import find_level
from sumito.learn.catalogue import catalogue
from sumito.notation.records import Record, RecordError, read_records, write_record
from sumito.terminal.board_text import Look
from sumito.terminal.computers import Computers
from sumito.terminal.game import TerminalGame
from sumito.terminal.game_file import GameFile
from sumito.terminal.thinker import Thinker


class Done(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Run = Callable[..., Done]


def runner(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a fixture that runs a command in an empty directory, with empty standard input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run_it(*words: str) -> Done:
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        capsys.readouterr()
        code = main(words)
        return Done(code, *capsys.readouterr())

    return run_it


def in_process_of_its_own(*words: str, cwd: Path, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [sys.executable, "-m", "sumito", *words],
        cwd=cwd,
        **{"stdin": subprocess.DEVNULL, "capture_output": True, "text": True, "check": False, **options},
    )


@contextmanager
def interrupts_heard() -> Iterator[None]:
    """Let children that start in this block receive Ctrl-C, even if the tests were started with it ignored (nohup)."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def random_record(seed: int, plies: int, layout: str = "belgian-daisy") -> Record:
    dice = random.Random(seed)
    board = Board(layout, rules=Rules(repetition=0))
    for _ in range(plies):
        board.play(dice.choice(list(board.legal_moves)))
    return Record.from_board(board, black=f"Ada {seed}", white="Emmy")


def write_games(path: Path, *records: Record, dialect: Dialect = Dialect.ABA_PRO) -> None:
    with open(path, "wb") as file:
        for record in records:
            write_record(record, file, dialect)


def read_games(path: Path) -> list[Record | RecordError]:
    return list(read_records(path))


class Played:
    """A game played from typed lines: its final board and its output."""

    def __init__(
        self,
        *lines: str,
        board: Board | None = None,
        look: Look | None = None,
        record: str | None = None,
        level: int | str | None = None,
        side: Color = BLACK,
        coach: bool = False,
        language: str = "en",
    ) -> None:
        out = io.StringIO()
        typed = io.StringIO("".join(f"{line}\n" for line in lines))
        thinker = Thinker(random.Random(1))
        start = board or Board()
        game = TerminalGame(
            start,
            typed,
            out,
            look or Look(),
            GameFile(record),
            computers=None if level is None else Computers.against(start, side, find_level(level)).levels,
            coach=coach,
            thinker=thinker,
            words=catalogue(language),
        )
        self.code = game.run()
        self.board = game.board
        self.text = out.getvalue()

    def answer(self, line: str) -> str:
        """Return the output after a typed line, up to the next prompt, as one line."""
        after = self.text.partition(f": {line}\n")[2]
        before_prompt = re.split(r"^(?:Black X|White O) to move: |^new, undo, save ", after, maxsplit=1, flags=re.M)[0]
        return " ".join(before_prompt.split())


@contextmanager
def terminal(
    cwd: Path,
    *words: str,
    command: str = "play",
    columns: int = 80,
    variables: Mapping[str, str] = MappingProxyType({}),
    against: str | None = "f",
) -> Iterator[Terminal]:
    """Run a command at a terminal of its own, by default a game for two whose level question is answered."""
    ours, theirs = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with interrupts_heard():
        process = subprocess.Popen(
            [sys.executable, "-m", "sumito", command, *(["--terminal"] if command == "play" else []), *words],
            cwd=cwd,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**environment, "TERM": "xterm-256color", "PYTHONUTF8": "1", **variables},
            start_new_session=True,
        )
    os.close(theirs)
    try:
        screen = Terminal(ours, process)
        if command == "play" and against is not None:
            screen.wait_for("Level [1]: ")
            screen.type(f"{against}\n")
        yield screen
    finally:
        process.kill()
        process.wait()
        os.close(ours)


class Terminal:
    """The screen and the keyboard of a person."""

    def __init__(self, file: int, process: subprocess.Popen[bytes]) -> None:
        self._file = file
        self.process = process
        self.seen = ""

    def shows(self, text: str, seconds: float) -> bool:
        """Return whether a text appears within a time."""
        deadline = time.monotonic() + seconds
        while text not in self.seen:
            ready, _, _ = select.select([self._file], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                return False
            self.seen += os.read(self._file, 65536).decode()
        return True

    def wait_for(self, text: str) -> str:
        """Return the output up to a text, and drop it."""
        assert self.shows(text, 20), f"{text!r} never came: {self.seen!r}"
        before, self.seen = self.seen.split(text, 1)
        return before + text

    def interrupt(self) -> None:
        """Press Ctrl-C while the program waits for a key. One between its prompt and that wait would be overlooked."""
        deadline = time.monotonic() + 20
        while Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[0] != "S":
            assert time.monotonic() < deadline, "the program does not wait for a key"
        self.process.send_signal(signal.SIGINT)

    def type(self, text: str) -> None:
        os.write(self._file, text.encode())
