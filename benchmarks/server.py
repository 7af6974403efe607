"""Measure the server: moves over real sockets, rules and durable commits included. `make bench` runs this.

The server and the clients are processes of their own. CPU time is that of the server. A bare echo is a program on the
same uvicorn that sends each message back. A bare commit is the statements of a move through the driver,
64 moves at a time.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

import msgspec
from sqlalchemy import URL
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from storage import bare  # type: ignore[import-not-found]  # beside this file

from server.games import new_game
from server.running import FAST, RunningServer
from sumito import Board
from sumito.play import Terms, commands, messages
from sumito.server.database import open_database
from sumito.server.listening import listen, serve
from sumito.server.live_game import LiveGame, Storage
from sumito.server.store import NewSeat, Store
from sumito.server.tokens import token_hash
from sumito.server.writer import Writer

PLIES = 40
BUSY_GAMES = 64
PACED_GAMES = 1_000  # two sockets each
PACED_PLIES = 10  # one a second
IDLE = 2_000
SECONDS = 240  # the most that one measurement takes
TARGET = 5_000  # durable moves for each second of CPU
TARGET_P99_MS = 20
SETTINGS = {
    **FAST,
    "SUMITO_SOCKETS_PER_ADDRESS": "1000000",
    "SUMITO_HANDSHAKES_PER_ADDRESS": "1000000",
    "SUMITO_GAMES_PER_ADDRESS": "1000000",
}


@dataclass(frozen=True)
class Work:
    """The work of the process with the clients. Without a pace every game is played as fast as it can be."""

    address: str
    kind: str
    games: list[str]
    plies: int
    pace_s: float | None = None


# ---- the process with the clients


def tokens(game: int) -> tuple[str, str]:
    return f"black {game}", f"white {game}"


def script() -> list[str]:
    """Return the moves that all games consist of."""
    rng, board, moves = random.Random(11), Board(), []
    for _ in range(PLIES):
        moves.append(board.format_move(rng.choice(list(board.legal_moves))))
        board.play(moves[-1])
    return moves


async def open_socket(address: str, token: str) -> ClientConnection:
    return await connect(
        f"ws{address.removeprefix('http')}/socket",
        subprotocols=[messages.PROTOCOL],  # type: ignore[list-item]
        additional_headers={"Authorization": f"Bearer {token}"},
        compression=None,
        proxy=None,
        open_timeout=60,
        ping_interval=None,
    )


async def until(socket: ClientConnection, beginning: str, ending: str = "") -> None:
    async for text in socket:
        assert isinstance(text, str)
        if '"refused"' in text[:40]:
            raise RuntimeError(text)
        if beginning in text[:40] and ending in text:
            return


class Start:
    """Lets all clients begin together, once they are connected."""

    def __init__(self, clients: int) -> None:
        self.handshakes = asyncio.Semaphore(50)
        self.connected = asyncio.Barrier(clients + 1)
        self.go = asyncio.Event()

    async def wait(self) -> None:
        await self.connected.wait()
        await self.go.wait()


async def play_game(work: Work, number: int, moves: list[str], start: Start, latencies: list[float]) -> None:
    """Play a game with two sockets. Note the time until each acknowledgement."""
    game = work.games[number]
    async with start.handshakes:
        sockets = [await open_socket(work.address, token) for token in tokens(number)]
        for each in sockets:
            await each.send(messages.encode(messages.Watch(game, None)).decode())
            await until(each, '"game"')
    await start.wait()
    loop = asyncio.get_running_loop()
    due = loop.time() + random.Random(number).random() * (work.pace_s or 0)
    for ply in range(work.plies):
        if work.pace_s is not None:
            await asyncio.sleep(due + ply * work.pace_s - loop.time())
        mover, other = sockets[ply % 2], sockets[1 - ply % 2]
        began = loop.time()
        await mover.send(messages.encode(messages.Do(game, ply, ply + 1, messages.Move(moves[ply]))).decode())
        await until(mover, '"done"')
        latencies.append((loop.time() - began) * 1000)
        await until(other, '"game"', f'"version":{ply + 2},')
    for each in sockets:
        await each.close()


async def echo(work: Work, start: Start) -> None:
    async with start.handshakes:
        socket = await open_socket(work.address, "nobody")
    await start.wait()
    for _ in range(work.plies):
        await socket.send("x" * 90)
        await socket.recv()
    await socket.close()


async def stay(work: Work, start: Start) -> None:
    """Open a socket that follows no game."""
    async with start.handshakes:
        socket = await open_socket(work.address, "nobody")
    await start.wait()
    await socket.close()


async def be_client(work: Work) -> None:
    """Connect, print a line, wait for a line, do the work, and print the latencies."""
    start, latencies, moves = Start(len(work.games)), list[float](), script()
    async with asyncio.timeout(SECONDS), asyncio.TaskGroup() as tasks:
        for number in range(len(work.games)):
            if work.kind == "play":
                tasks.create_task(play_game(work, number, moves, start, latencies))
            else:
                tasks.create_task({"echo": echo, "idle": stay}[work.kind](work, start))
        await start.connected.wait()
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        start.go.set()
    print(json.dumps(sorted(latencies)), flush=True)


# ---- the echo


async def echoing(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept", "subprotocol": messages.PROTOCOL})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


# ---- the measurements


@dataclass(frozen=True)
class Spent:
    """What a server spent on the work of clients, and their latencies in order."""

    cpu_s: float
    wall_s: float
    bytes_before: int
    bytes_connected: int
    latencies: list[float]


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_bytes(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()


def measure(pid: int, work: Work) -> Spent:
    """Let clients work on a server process."""
    before = resident_bytes(pid)
    command = [sys.executable, __file__, "client"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as clients:
        assert clients.stdin is not None
        assert clients.stdout is not None
        clients.stdin.write(json.dumps(asdict(work)) + "\n")
        clients.stdin.flush()
        if clients.stdout.readline() != "ready\n":
            raise RuntimeError("the clients have failed")
        connected, cpu, wall = resident_bytes(pid), cpu_s(pid), time.perf_counter()
        clients.stdin.write("go\n")
        clients.stdin.flush()
        latencies = json.loads(clients.stdout.readline())
        return Spent(cpu_s(pid) - cpu, time.perf_counter() - wall, before, connected, latencies)


def begin_games(url: URL, count: int) -> list[str]:
    """Store games that have begun, between guests whose tokens the clients know."""

    async def begin(store: Store, writer: Writer, ids: list[str]) -> None:
        storage = Storage(writer.submit, store.load, lambda: time.time_ns() // 1_000_000)
        for game in ids:
            stored = store.load(game)
            assert stored is not None
            await LiveGame(stored, storage).do(commands.Begin(), storage.now_ms())

    async def begin_all(ids: list[str]) -> None:
        with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
            await begin(store, writer, ids)

    terms = Terms()
    text = msgspec.json.encode(terms.to_json()).decode()
    with closing(open_database(url)) as database:
        store = Store(database)
        ids = []
        for number in range(count):
            guests = [store.create_guest(token_hash(token), 0).id for token in tokens(number)]
            seats = [NewSeat(color, guest=guest) for color, guest in zip(("black", "white"), guests, strict=True)]
            ids.append(store.create_game(terms=text, position=terms.start, seats=seats, now_ms=0))
        asyncio.run(begin_all(ids))
    return ids


def bare_commits(folder: Path) -> float:
    """Return the moves for each second of CPU through the driver."""
    url = URL.create("sqlite", database=str(folder / "bare.sqlite"))
    with closing(open_database(url)) as database:
        games = [new_game(database) for _ in range(BUSY_GAMES)]
    began = time.process_time()
    bare(url, games, 1, PLIES)
    return BUSY_GAMES * PLIES / (time.process_time() - began)


def bare_echoes() -> tuple[float, float]:
    """Return the messages for each second of CPU, and the bytes of an idle connection."""
    listening = listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    listening.close()
    with subprocess.Popen([sys.executable, __file__, "echo", str(port)], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            server.stdout.readline()
            address = f"http://127.0.0.1:{port}"
            idle = measure(server.pid, Work(address, "idle", [""] * IDLE, 0))
            busy = measure(server.pid, Work(address, "echo", [""] * BUSY_GAMES, 4 * PLIES))
        finally:
            server.kill()
    return BUSY_GAMES * 4 * PLIES / busy.cpu_s, (idle.bytes_connected - idle.bytes_before) / IDLE


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        commits = bare_commits(folder)
        echoes, echo_bytes = bare_echoes()
        url = URL.create("sqlite", database=str(folder / "games.sqlite"))
        games = begin_games(url, BUSY_GAMES)
        with RunningServer(url, SETTINGS) as server:
            idle = measure(server.pid, Work(server.address, "idle", [""] * IDLE, 0))
            busy = measure(server.pid, Work(server.address, "play", games[:BUSY_GAMES], PLIES))
        moves = BUSY_GAMES * PLIES
        print(
            f"durable moves per CPU second: {moves / busy.cpu_s:,.0f}, target {TARGET:,} ({moves / busy.wall_s:,.0f} a "
            f"second); bare echo {echoes:,.0f}, bare commit {commits:,.0f}"
        )
        each = (idle.bytes_connected - idle.bytes_before) / IDLE
        print(f"an idle connection: {each / 1024:.1f} KiB; bare echo {echo_bytes / 1024:.1f} KiB")
    with tempfile.TemporaryDirectory() as name:
        url = URL.create("sqlite", database=f"{name}/games.sqlite")
        games = begin_games(url, PACED_GAMES)
        with RunningServer(url, SETTINGS) as server:
            paced = measure(server.pid, Work(server.address, "play", games, PACED_PLIES, pace_s=1.0))
        p50, p99 = (paced.latencies[int(len(paced.latencies) * part)] for part in (0.5, 0.99))
        print(
            f"{2 * PACED_GAMES:,} sockets, {len(paced.latencies) / paced.wall_s:,.0f} moves a second, acknowledged "
            f"after {p50:.1f} ms (median), {p99:.1f} ms (99 %), target {TARGET_P99_MS} ms; the server used "
            f"{paced.cpu_s / paced.wall_s:.0%} of a core"
        )
    print(f"load of the machine after: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    match sys.argv[1:]:
        case ["client"]:
            asyncio.run(be_client(Work(**json.loads(sys.stdin.readline()))))
        case ["echo", port]:
            listening = listen("127.0.0.1", int(port))
            print("ready", flush=True)
            serve(echoing, listening)
        case _:
            main()
