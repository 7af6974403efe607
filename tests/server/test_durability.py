"""Acknowledged writes survive: processes that are killed, a full disk, and the order of sync and acknowledgement."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import URL

from conftest import REPOSITORY
from server.postgres import SECONDS, Postgres
from server.running import RunningServer
from sumito import Board
from sumito.client import Connection, Site, connection
from sumito.play import messages
from sumito.server.database import open_database
from sumito.server.store import Store

Acknowledgements = dict[str, list[tuple[int, str]]]


@contextmanager
def child(url: URL, *words: object, before: Sequence[str] = ()) -> Iterator[subprocess.Popen[str]]:
    """Run the writing child. Its games are the first line of its output."""
    address = url.render_as_string(hide_password=False)
    process = subprocess.Popen(
        [*before, sys.executable, "-m", "server.writing_child", address, *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(REPOSITORY / "tests"), *sys.path])},
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def acknowledged(lines: Sequence[str]) -> Acknowledgements:
    found: Acknowledgements = {}
    for line in lines:
        game, seq, data = line.split()
        found.setdefault(game, []).append((int(seq), data))
    return found


def check(url: URL, games: Sequence[str], lines: Sequence[str]) -> int:
    """Check that every acknowledged write is there once, and return the number of writes that are there."""
    said = acknowledged(lines)
    stored = 0
    with closing(open_database(url)) as database:
        for game in games:
            loaded = Store(database).load(game)
            assert loaded is not None
            log = [(event.seq, event.data) for event in loaded.events]
            assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
            assert loaded.row.version == len(log)
            mine = said.get(game, [])
            assert log[: len(mine)] == mine, "an acknowledged write is lost or changed"
            assert len(log) <= len(mine) + 1, "more than one write without an acknowledgement"
            stored += len(log)
    return stored


def kill_rounds(url: URL, rounds: int) -> None:
    dice = random.Random(rounds)
    for _ in range(rounds):
        with child(url, 20) as process:
            assert process.stdout is not None
            games = process.stdout.readline().split()
            assert len(games) == 20
            lines = [process.stdout.readline() for _ in range(dice.randrange(50, 400))]
            process.send_signal(signal.SIGKILL)
            rest = process.stdout.read().splitlines(keepends=True)
        # Acknowledgements that were in the pipe count too. A line that was cut off does not.
        lines += [line for line in rest if line.endswith("\n")]
        assert check(url, games, lines) >= len(lines)


def test_a_killed_process_loses_no_acknowledged_write(url: URL) -> None:
    kill_rounds(url, 3)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_twenty_killed_processes_lose_no_acknowledged_write(url: URL) -> None:
    kill_rounds(url, 20)


def test_a_full_disk_loses_no_acknowledged_write(sqlite_url: URL) -> None:
    with child(sqlite_url, 5, 1_000_000, 400_000) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        games = process.stdout.readline().split()
        lines = []
        failed = 0
        while failed < len(games):
            line = process.stdout.readline()
            assert line, "the child ended"
            if line == "failed\n":
                failed += 1
            else:
                lines.append(line)
        process.stdin.close()
        assert process.wait(SECONDS) == 0
    assert len(lines) > 100
    assert check(sqlite_url, games, lines) == len(lines)


# ---- the order of system calls

ACKNOWLEDGEMENT = re.compile(r"\bwrite\(1<pipe:\[\d+\]>, \"\w{10} (\d+) ")
CALL = re.compile(r"^(\d+) +(?:(\w+)\(\d+<([^>]*)>|<\.\.\. (\w+) resumed>)(.*)$")
WRITES = 30


def synced_before_each_acknowledgement(trace: Path, log: str) -> int:
    """Return the number of acknowledgements. Before each, a sync of a file of the log has ended since the last one."""
    synced = False
    number = 0
    unfinished: dict[str, str] = {}
    for line in trace.read_text(encoding="utf-8", errors="replace").splitlines():
        if ACKNOWLEDGEMENT.search(line):
            assert synced, f"acknowledged without a sync: {line}"
            synced = False
            number += 1
        elif match := CALL.match(line):
            process, name, path, resumed, rest = match.groups()
            if name in ("fdatasync", "fsync") and rest.endswith("<unfinished ...>"):
                unfinished[process] = path
            elif (name or resumed) in ("fdatasync", "fsync") and rest.endswith("= 0"):
                synced |= log in (path or unfinished.pop(process, ""))
    return number


def strace(trace: Path, *words: str, calls: str = "write,fsync,fdatasync") -> list[str]:
    # With -o strace would ignore the signal that ends it, unless -I says otherwise.
    return [
        "strace",
        "-I2",
        "-f",
        "-y",
        "-q",
        "-s",
        "32",
        "-e",
        f"trace={calls}",
        "-o",
        str(trace),
        *words,
    ]


def play_one_game(url: URL, *before: str) -> None:
    """One game has one write at a time, so every write has a commit of its own."""
    with child(url, 1, WRITES, before=before) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        for _ in range(WRITES + 1):
            assert process.stdout.readline()
        process.stdin.close()
        assert process.stdout.readline() == "end\n"
        process.terminate()  # strace goes on as long as a process that it was attached to
        process.wait(SECONDS)


def test_sqlite_syncs_its_log_before_each_acknowledgement(sqlite_url: URL, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    play_one_game(sqlite_url, *strace(trace))
    assert synced_before_each_acknowledgement(trace, "games.sqlite-wal") == WRITES


def test_postgres_syncs_its_log_before_each_acknowledgement(postgres: Postgres, tmp_path: Path) -> None:
    """Trace the child and every process of PostgreSQL together, in one order."""
    trace = tmp_path / "trace"
    url = postgres.empty_database()
    postgres.run("ALTER SYSTEM SET fsync = on")
    postgres.run("SELECT pg_reload_conf()")
    try:
        assert postgres.run("SHOW fsync") == [("on",)]
        own = subprocess.run(
            ["pgrep", "-P", str(postgres.process.pid)], capture_output=True, text=True, check=True
        ).stdout.split()
        attached = [word for pid in (str(postgres.process.pid), *own) for word in ("-p", pid)]
        play_one_game(url, *strace(trace, *attached))
    finally:
        postgres.run("ALTER SYSTEM RESET fsync")
        postgres.run("SELECT pg_reload_conf()")
    assert synced_before_each_acknowledgement(trace, "/pg_wal/") == WRITES


# ---- the same for a whole server

HEX = r"\"((?:\\x[0-9a-f]{2})*)\""
SOCKET_READ = re.compile(rf"^(\d+) +read\(\d+<socket:[^>]*>, (?:{HEX}|<unfinished)")
READ_RESUMED = re.compile(rf"^(\d+) +<\.\.\. read resumed>{HEX}")
WRITTEN = re.compile(rf"^\d+ +(?:write|pwrite64)\(\d+<([^>]*)>, {HEX}")
MOVES = 10


def texts(data: bytes) -> list[str]:
    """Return the texts of short frames of a client. Other frames have none."""
    found = []
    while len(data) >= 6:
        end = 6 + (data[1] & 0x7F)
        if data[0] == 0x81:
            found.append(bytes(byte ^ data[2 + place % 4] for place, byte in enumerate(data[6:end])).decode())
        data = data[end:]
    return found


class Order:
    """Follows a move: it arrives, it is in the log, the log is synced, and only then it is shown and acknowledged.

    One move at a time is on its way.
    """

    def __init__(self, moves: Sequence[str]) -> None:
        self._coming = list(moves)
        self._move = b"none yet"
        self._state = "acknowledged"

    @property
    def is_complete(self) -> bool:
        return not self._coming and self._state == "acknowledged"

    def arrive(self, message: str) -> None:
        if '"t":"do"' in message:
            assert self._state == "acknowledged"
            self._move, self._state = f'"{self._coming.pop(0)}"'.encode(), "here"
            assert self._move.decode() in message

    def write(self, path: str, data: bytes) -> None:
        if path.endswith("-wal") and self._move in data and self._state == "here":
            self._state = "in the log"
        elif path.startswith("socket:"):
            acknowledges = b'"t":"done"' in data
            if acknowledges or self._move in data:
                assert self._state in ("synced", "acknowledged"), f"{self._move!r} is sent while it is {self._state}"
            if acknowledges:
                self._state = "acknowledged"

    def sync(self) -> None:
        if self._state == "in the log":
            self._state = "synced"


def check_order(trace: Path, order: Order) -> None:
    """Go through the system calls. A read and a sync count when they end, and a write when it begins."""
    unfinished: dict[str, str] = {}
    reading: set[str] = set()
    for line in trace.read_text(encoding="utf-8", errors="replace").splitlines():
        if found := SOCKET_READ.match(line) or READ_RESUMED.match(line):
            process, data = found.groups()
            if data is None:
                reading.add(process)
            elif found.re is SOCKET_READ or process in reading:
                reading.discard(process)
                for message in texts(unhexed(data)):
                    order.arrive(message)
        elif found := WRITTEN.match(line):
            order.write(found[1], unhexed(found[2]))
        elif found := CALL.match(line):
            process, name, path, resumed, rest = found.groups()
            if name == "fdatasync" and rest.endswith("<unfinished ...>"):
                unfinished[process] = path
            elif (name or resumed) == "fdatasync" and rest.endswith("= 0"):
                synced = path or unfinished.pop(process, "")
                if synced.endswith("-wal"):
                    order.sync()
    assert order.is_complete


def unhexed(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def test_a_server_syncs_each_move_before_anybody_sees_it(
    sqlite_url: URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every move of the game is another one, so its text in the log is that of this move."""
    # On a busy machine an answer can take more than a second. A repeated command would be a second arrival.
    monkeypatch.setattr(connection, "_REPEAT_S", SECONDS)
    trace = tmp_path / "trace"
    calls = "read,write,pwrite64,fdatasync"
    words = ["--seccomp-bpf", "-x", "-s", "5000"]  # a page of the database, and every frame
    server = RunningServer(sqlite_url, before=strace(trace, *words, calls=calls))
    server.start()
    try:
        moves = asyncio.run(play_on(Site(server.address), Site(server.address)))
    finally:
        server.stop()
    check_order(trace, Order(moves))


async def play_on(creator: Site, guest: Site) -> list[str]:
    """Play some moves, each other than the ones before. Return them."""
    invitation = creator.create({}, color="black")
    guest.join(invitation)
    board, moves = Board(), list[str]()
    async with (
        Connection(creator.address, creator.token, invitation.game) as black,
        Connection(guest.address, guest.token, invitation.game) as white,
    ):
        for player in (black, white) * (MOVES // 2):
            game = await player.wait(-1)
            while len(game.moves) < len(moves) or not game.is_our_turn:
                game = await player.wait(game.version)
            possible = (board.format_move(move) for move in board.legal_moves)
            moves.append(next(text for text in possible if text not in moves))
            board.play(moves[-1])
            await player.do(messages.Move(moves[-1]))
        while len(game.moves) < MOVES:  # both have seen all
            game = await black.wait(game.version)
    return moves
