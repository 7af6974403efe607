"""A real server and clients that mean harm: each gets the right answer, two players go on, and nothing is left."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from effort import examples
from server.online_site import SECONDS, OnlineSite, online_site
from sumito.play import messages
from sumito.server import http_protocol, live_games
from sumito.server.service import OnlineService
from sumito.server.sockets import TOO_SLOW

PATIENCE_S = 0.5
FLOODED = 40
HOSTILE = {"X-Forwarded-For": "192.0.2.66"}


def wait_until(is_true: Callable[[], bool], what: str) -> None:
    limit = time.monotonic() + SECONDS
    while not is_true():
        assert time.monotonic() < limit, what


class Players:
    """Two players of one game that others can watch."""

    def __init__(self, site: OnlineSite) -> None:
        self._clients = site.client(), site.client()
        self._site = site
        self.game = self._new_game()

    def _new_game(self) -> str:
        black, white = self._clients
        game, secret = black.create("black")
        assert white.join(secret).status == 200
        return game

    def play(self) -> None:
        """Play another game of two moves, on new sockets."""
        black, white = self._clients
        game = self._new_game()
        with black.socket() as one, white.socket() as other:
            version = one.watch(game).version
            other.watch(game)
            for talk, command in ((one, "a1b2"), (other, "i5h5")):
                done = talk.do(game, messages.Move(command), version)
                assert isinstance(done, messages.Done), done
                version = done.version
            assert isinstance(one.do(game, messages.Resign(), version), messages.Done)

    def metric(self, name: str) -> float:
        lines = self._site.ask("GET", "/metrics").body.decode().splitlines()
        return float(next(line for line in lines if line.startswith(f"{name} ")).split()[1])


def connections(site: OnlineSite) -> int:
    """Return the number of TCP connections that the server holds."""
    port = f":{int(site.host.rpartition(':')[2]):04X}"
    with open("/proc/net/tcp", encoding="ascii") as table:
        rows = [line.split() for line in table][1:]
    return sum(row[1].endswith(port) and row[3] == "01" for row in rows)


LOOPS: list[asyncio.AbstractEventLoop] = []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineSite]:
    start = OnlineService.start

    async def start_and_tell(service: OnlineService) -> None:
        LOOPS[:] = [asyncio.get_running_loop()]
        await start(service)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OnlineService, "start", start_and_tell)
        patch.setattr(live_games, "_LEFT_AFTER_S", 0.1)  # else the tasks of players who left are there for seconds
        with online_site(tmp_path_factory.mktemp("site"), sockets_per_address=FLOODED) as found:
            yield found


def tasks() -> int:
    """Return the number of unfinished tasks of the server, which runs in a thread of this process."""
    return len(asyncio.all_tasks(LOOPS[0]))


@pytest.fixture(scope="module")
def players(site: OnlineSite) -> Players:
    return Players(site)


@pytest.fixture(autouse=True)
def peace(site: OnlineSite, players: Players) -> Iterator[None]:
    """After each test the players go on, and the attackers have left nothing behind."""
    players.play()
    wait_until(lambda: players.metric("sumito_sockets") == 0, "the sockets of the players close")
    before = tasks()
    yield
    players.play()
    wait_until(lambda: players.metric("sumito_sockets") == 0, "open sockets remain")
    wait_until(lambda: connections(site) == 0, "open connections remain")
    wait_until(lambda: tasks() <= before, "tasks remain")


# ---- frames and bodies

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=20,
)
KINDS = ("watch", "leave", "state", "do", "ping", "lobby", "game", "")
COMMANDS = st.fixed_dictionaries(
    {"kind": st.sampled_from(("move", "resign", "offer_draw", "claim_win", "phrase", "begin"))},
    optional={"move": st.sampled_from(("a1b2", "i5h5", "")) | st.text(max_size=10), "phrase": st.text(max_size=10)},
)
MESSAGES = st.fixed_dictionaries(
    {"t": st.sampled_from(KINDS)},
    optional={
        "game": st.just("GAME") | st.text(max_size=12),
        "version": st.none() | st.integers(-3, 10) | VALUES,
        "id": st.integers(0, 3) | VALUES,
        "do": COMMANDS | VALUES,
        "n": st.integers() | VALUES,
        "games": st.dictionaries(st.text(max_size=10), st.integers() | VALUES, max_size=3),
        "on": st.booleans() | VALUES,
    },
)
FRAMES = st.one_of(
    MESSAGES.map(json.dumps),
    VALUES.map(json.dumps),
    st.text(max_size=100),
    st.binary(max_size=100),
    st.integers(1_000, 4_000).map(lambda size: "[" * size),
)
TOO_LARGE = st.integers(4_097, 9_000).map(lambda size: "[" * size)


@examples(200)
@given(frames=st.lists(FRAMES, min_size=1, max_size=8), last=st.none() | TOO_LARGE, plays=st.booleans())
def test_random_frames(
    site: OnlineSite, players: Players, frames: list[str | bytes], last: str | None, plays: bool
) -> None:
    client = site.client()
    game = client.create().game if plays else players.game
    with client.socket(**HOSTILE) as talk:
        with suppress(ConnectionClosed):
            for frame in (*frames, *(() if last is None else (last,))):
                talk.connection.send(frame.replace("GAME", game) if isinstance(frame, str) else frame)
            talk.send(messages.Ping(77, {}))
            while not (isinstance(answer := talk.receive(), messages.Pong) and answer.n == 77):
                pass
        assert talk.connection.close_code in (None, 1003, 1008, 1009)


CREATING, WITH_SECRET = ("games", "seeks"), ("invitations", "invitations/redeem", "transfers/look", "transfers/redeem")
WITH_SEEK = ("seeks/accept", "seeks/withdraw")
WISHES = st.fixed_dictionaries({}, optional={"terms": VALUES, "color": VALUES, "pair": st.booleans() | VALUES})
SECRETS = st.fixed_dictionaries({"secret": st.text(max_size=50) | VALUES})
LIMITS = st.sampled_from((1, 2**31, 2**63 - 1, 2**63, -(2**63)))
SEEKS = st.fixed_dictionaries({"seek": LIMITS | st.integers() | VALUES})
REQUESTS = st.one_of(
    st.tuples(st.sampled_from(CREATING), WISHES.map(json.dumps)),
    st.tuples(st.sampled_from(WITH_SECRET), SECRETS.map(json.dumps)),
    st.tuples(st.sampled_from(WITH_SEEK), SEEKS.map(json.dumps)),
    st.tuples(
        st.sampled_from((*CREATING, *WITH_SECRET, *WITH_SEEK, "transfers")),
        VALUES.map(json.dumps) | st.binary(max_size=200),
    ),
)


@examples(200)
@given(asked=REQUESTS)
def test_random_bodies(site: OnlineSite, asked: tuple[str, str | bytes]) -> None:
    path, body = asked
    sent = body if isinstance(body, bytes) else body.encode()
    answer = site.ask("POST", f"/online/{path}", sent, HOSTILE)
    assert answer.status in (200, 400, 404, 409)
    assert isinstance(answer.json, dict)


# ---- bytes that are no requests


def raw(site: OnlineSite, data: bytes = b"") -> sockets.socket:
    """Return a TCP connection to the server that has sent some bytes."""
    host, _, port = site.host.partition(":")
    connection = sockets.socket()
    connection.settimeout(SECONDS)
    connection.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)  # one that does not read is soon full
    connection.connect((host, int(port)))
    connection.sendall(data)
    return connection


def rest(connection: sockets.socket) -> bytes:
    """Read until the server closes the connection."""
    said = b""
    try:
        while piece := connection.recv(65_536):
            said += piece
    except ConnectionResetError:  # it has closed before it had read everything
        pass
    return said


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server waits for a request for a short time only."""
    monkeypatch.setattr(http_protocol, "REQUEST_S", PATIENCE_S)


@examples(100)
@given(data=st.binary(max_size=300).filter(lambda data: data.strip(b"\r\n")))
def test_random_bytes_get_an_error(site: OnlineSite, data: bytes) -> None:
    with raw(site, data + b"\r\n\r\n") as connection:
        connection.shutdown(sockets.SHUT_WR)
        assert rest(connection).startswith(b"HTTP/1.1 400 ")


HANDSHAKE = (
    "GET /socket HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: sumito.1\r\n"
    "X-Forwarded-For: 192.0.2.66\r\n\r\n"
)


def knock(site: OnlineSite) -> tuple[sockets.socket, int]:
    """Ask for a socket of the protocol. Return the connection and the status of the answer."""
    connection = raw(site, HANDSHAKE.format(host=site.host).encode())
    said = b""
    while not said.endswith(b"\r\n\r\n"):
        said += connection.recv(1)
    return connection, int(said.split()[1])


def shaken(site: OnlineSite) -> sockets.socket:
    """Return a TCP connection that has become a socket of the protocol."""
    connection, status = knock(site)
    assert status == 101
    return connection


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x81\x05hello", 1002),  # a client must mask its frames
        (b"\xff" * 20, 1002),
        (b"GET / HTTP/1.1\r\n\r\n", 1002),
        (b"\x81\xff" + (2**40).to_bytes(8) + b"mask" + b"x" * 100, 1009),  # a length that never comes
        (b"\x81\x82mask" + bytes(a ^ b for a, b in zip(b"\xff\xfe", b"ma", strict=True)), 1007),  # not UTF-8
    ],
)
def test_bad_bytes_on_a_socket_have_their_code(site: OnlineSite, data: bytes, code: int) -> None:
    with shaken(site) as connection:
        connection.sendall(data)
        said = rest(connection)
    assert said[0] == 0x88
    assert int.from_bytes(said[2:4]) == code


def test_long_headers_are_refused(site: OnlineSite) -> None:
    with raw(site, b"GET / HTTP/1.1\r\n") as connection:
        try:
            for _ in range(1_000):
                connection.sendall(b"X-Long: " + b"x" * 8_000 + b"\r\n")
        except OSError:
            pass
        else:
            pytest.fail("8 MB of headers were taken")


# ---- half-open connections, slow requests, slow readers


@pytest.mark.usefixtures("impatient")
def test_silent_connections_are_closed(site: OnlineSite, players: Players) -> None:
    silent = [raw(site) for _ in range(50)]
    players.play()
    assert [rest(each) for each in silent] == [b""] * 50
    for each in silent:
        each.close()


def dribble(site: OnlineSite, head: bytes, piece: bytes) -> bytes:
    """Send a request piece by piece, without an end, until the server closes the connection."""
    with raw(site, head) as connection:
        connection.settimeout(PATIENCE_S / 10)
        limit = time.monotonic() + SECONDS
        said = b""
        while time.monotonic() < limit:
            try:
                connection.sendall(piece)
                got = connection.recv(65_536)
            except TimeoutError:
                continue
            except OSError:
                return said
            if not got:
                return said
            said += got
    raise AssertionError("the server waits for ever")


@pytest.mark.usefixtures("impatient")
def test_slow_requests_are_closed(site: OnlineSite, players: Players) -> None:
    line, host = b"GET /health HTTP/1.1\r\n", f"Host: {site.host}\r\n".encode()
    post = b"POST /online/games HTTP/1.1\r\n" + host + b"Content-Length: 60000\r\n\r\n{"
    slow = [
        (line, b"X-Slow: x\r\n"),
        (line + host + b"\r\n" + line, b"X"),
        (post, b" "),
        (HANDSHAKE[:60].encode(), b"x"),
    ]
    with ThreadPoolExecutor(len(slow)) as threads:
        answers = [threads.submit(dribble, site, *each) for each in slow]
        players.play()
    assert answers[0].result() == b""
    assert answers[1].result().startswith(b"HTTP/1.1 200 ")  # the first of two requests on one connection
    assert answers[2].result() == b""
    assert answers[3].result() == b""


@pytest.mark.usefixtures("impatient")
def test_waiting_players_and_long_sockets_are_not_closed(site: OnlineSite, players: Players) -> None:
    """The time for a request is not one for the socket that it opens."""
    with site.client().socket() as talk:
        talk.watch(players.game)
        with raw(site) as silent:
            rest(silent)  # longer than a request may take
        talk.send(messages.Ping(1, {}))
        heard = [talk.receive()]
        while isinstance(heard[-1], messages.Game):  # a player who is not there is noted
            heard.append(talk.receive())
        assert isinstance(heard[-1], messages.Pong)


def frame(message: messages.ClientMessage) -> bytes:
    """Return a message as the frame of a client. Its mask is zero."""
    text = messages.encode(message)
    assert len(text) < 126
    return b"\x81" + bytes((0x80 | len(text),)) + b"\0" * 4 + text


def test_a_client_that_never_reads_is_closed(site: OnlineSite, players: Players) -> None:
    with shaken(site) as connection:
        connection.sendall(frame(messages.Watch(players.game, None)))
        connection.sendall(frame(messages.AskState(players.game)) * 10_000)
        players.play()
        wait_until(lambda: players.metric("sumito_sockets") == 0, "the server keeps a client that reads nothing")
        connection.shutdown(sockets.SHUT_WR)
        assert rest(connection).endswith(b"\x88\x02" + TOO_SLOW.to_bytes(2))


# ---- floods


def test_a_flood_of_sockets_is_bounded(site: OnlineSite, players: Players) -> None:
    answers = [knock(site) for _ in range(3 * FLOODED)]
    players.play()
    assert [status for _, status in answers] == [101] * FLOODED + [429] * 2 * FLOODED
    for connection, _ in answers:
        connection.close()
