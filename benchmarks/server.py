"""Measure the server: moves over real sockets, rules and durable commits included. `make bench` runs this.

The server is one process on the first core. The clients are another process on the last core, written with picows so
that they wait for the server and not the server for them. Both share these cores with whatever else runs: latencies
mean something only if the load of the machine is low. CPU time is that of the server with its threads, the best of
several rounds. A bare echo is a program on the same uvicorn that sends each message back. A bare commit is the
statements of a move through the driver, 64 moves at a time. A busy machine slows all three, so the cost of a move is
also shown as a multiple of an echo and of a commit.
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
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from pathlib import Path

import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from sqlalchemy import URL
from starlette.types import Receive, Scope, Send

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from storage import bare  # type: ignore[import-not-found]  # beside this file

from server.games import new_game
from server.running import FAST, RunningServer
from sumito import Board
from sumito.play import Terms, commands, messages
from sumito.server.database import open_database
from sumito.server.guests import Guests
from sumito.server.listening import listen, serve
from sumito.server.live_game import LiveGame, Storage
from sumito.server.store import NewGame, NewSeat, Store
from sumito.server.tokens import token_hash
from sumito.server.writer import Writer

PLIES = 80
BUSY_GAMES = 64
ROUNDS = 3
PACED_GAMES = 1_000  # two sockets each
PACED_PLIES = 10  # one a second
IDLE = 2_000
SECONDS = 240  # the most that one measurement takes
TARGET = 5_000  # durable moves for each second of CPU
TARGET_P99_MS = 20
CORES = sorted(os.sched_getaffinity(0))
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
    first: int = 0
    """The number of the first game."""


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


class Client(WSListener):
    """A socket. `take` gets its messages."""

    def __init__(self) -> None:
        self.take: Callable[[bytes], None] = lambda _: None

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type is WSMsgType.TEXT:
            self.take(frame.get_payload_as_bytes())

    def send(self, message: bytes) -> None:
        self.transport.send(WSMsgType.TEXT, message)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    async def receive(self, beginning: bytes) -> None:
        """Wait for a message that begins so."""
        came = asyncio.get_running_loop().create_future()
        self.take = lambda message: None if came.done() or not message.startswith(beginning) else came.set_result(None)
        await came


async def open_socket(address: str, token: str) -> Client:
    headers = {"Authorization": f"Bearer {token}", "Sec-WebSocket-Protocol": messages.PROTOCOL}
    url = f"ws{address.removeprefix('http')}/socket"
    _, client = await ws_connect(Client, url, extra_headers=headers, websocket_handshake_timeout=60)
    assert isinstance(client, Client)
    return client


class PlayedGame:
    """A game with two sockets. Each move is sent once the one before has reached both."""

    def __init__(self, work: Work, number: int, moves: list[str]) -> None:
        self.work, self.number = work, number
        self.id = work.games[number]
        self.commands = [
            messages.encode(messages.Do(self.id, ply, ply + 1, messages.Move(moves[ply]))) for ply in range(work.plies)
        ]
        self.ply = 0
        self.latencies: list[float] = []

    async def connect(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.over = self.loop.create_future()
        self.sockets = [await open_socket(self.work.address, token) for token in tokens(self.work.first + self.number)]
        for each in self.sockets:
            each.send(messages.encode(messages.Watch(self.id, None)))
            await each.receive(b'{"t":"game"')

    async def play(self) -> None:
        for seat, each in enumerate(self.sockets):
            each.take = partial(self.take, seat)
        self.due = self.loop.time() + random.Random(self.number).random() * (self.work.pace_s or 0)
        self.wait()
        await self.over
        for each in self.sockets:
            each.transport.disconnect()

    def wait(self) -> None:
        if self.work.pace_s is None:
            self.move()
        else:
            self.loop.call_at(self.due + self.ply * self.work.pace_s, self.move)

    def move(self) -> None:
        self.missing = 2  # the acknowledgement, and the move at the other player
        self.shown = b'"version":%d,' % (self.ply + 2)
        self.began = time.perf_counter()
        self.sockets[self.ply % 2].send(self.commands[self.ply])

    def take(self, seat: int, message: bytes) -> None:
        """Take a message to the player on a seat. Note the time until each acknowledgement."""
        if seat == self.ply % 2:
            if message.startswith(b'{"t":"refused"'):
                self.over.set_exception(RuntimeError(message))
            if not message.startswith(b'{"t":"done"'):
                return
            self.latencies.append((time.perf_counter() - self.began) * 1000)
        elif not message.startswith(b'{"t":"game"') or self.shown not in message[:60]:
            return
        self.missing -= 1
        if self.missing == 0:
            self.ply += 1
            if self.ply < self.work.plies:
                self.wait()
            else:
                self.over.set_result(None)


class EchoedMessages:
    """A socket that sends a message as soon as it has the last one back."""

    def __init__(self, work: Work, number: int, moves: list[str]) -> None:
        self.work = work
        self.latencies: list[float] = []

    async def connect(self) -> None:
        self.socket = await open_socket(self.work.address, "nobody")

    async def play(self) -> None:
        for _ in range(self.work.plies):
            self.socket.send(b"x" * 90)
            await self.socket.receive(b"x")
        self.socket.transport.disconnect()


CLIENTS: dict[str, type[PlayedGame | EchoedMessages]] = {"play": PlayedGame, "echo": EchoedMessages}


async def be_client(work: Work) -> None:
    """Connect, print a line, wait for a line, do the work, and print the latencies."""
    moves, handshakes = script(), asyncio.Semaphore(50)
    clients = [CLIENTS[work.kind](work, number, moves) for number in range(len(work.games))]

    async def connect(client: PlayedGame | EchoedMessages) -> None:
        async with handshakes:
            await client.connect()

    async with asyncio.timeout(SECONDS):
        await asyncio.gather(*map(connect, clients))
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        await asyncio.gather(*(client.play() for client in clients))
    print(json.dumps(sorted(chain.from_iterable(client.latencies for client in clients))), flush=True)


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
        os.sched_setaffinity(clients.pid, {CORES[-1]})
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
            guests = [Guests(database).create(token_hash(token), 0).id for token in tokens(number)]
            seats = [NewSeat(color, guest=guest) for color, guest in zip(("black", "white"), guests, strict=True)]
            ids.append(store.create_game(NewGame(text, terms.start, seats), 0))
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
            idle = measure(server.pid, Work(address, "echo", [""] * IDLE, 0))
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
        games = begin_games(url, ROUNDS * BUSY_GAMES)
        with RunningServer(url, SETTINGS) as server:
            idle = measure(server.pid, Work(server.address, "echo", [""] * IDLE, 0))
            rounds = [
                measure(server.pid, Work(server.address, "play", games[first : first + BUSY_GAMES], PLIES, first=first))
                for first in range(0, len(games), BUSY_GAMES)
            ]
        moves, busy = BUSY_GAMES * PLIES, min(rounds, key=lambda spent: spent.cpu_s)
        durable = moves / busy.cpu_s
        print(
            f"durable moves per CPU second: {durable:,.0f}, target {TARGET:,} ({moves / busy.wall_s:,.0f} a second); "
            f"bare echo {echoes:,.0f}, bare commit {commits:,.0f}"
        )
        print(f"a move costs as much CPU as {echoes / durable:.1f} bare echoes or {commits / durable:.1f} bare commits")
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
            uvloop.run(be_client(Work(**json.loads(sys.stdin.readline()))))
        case ["echo", port]:
            listening = listen("127.0.0.1", int(port))
            print("ready", flush=True)
            serve(echoing, listening)
        case _:
            os.sched_setaffinity(0, {CORES[0]})  # the server inherits it
            main()
