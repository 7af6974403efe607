"""The sockets of online play: who may open one, hostile frames, floods, slow readers, and every refusal."""

from __future__ import annotations

import asyncio
import socket as sockets
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocketState
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.online_site import SECONDS, Client, OnlineSite, Talk, online_site
from sumito.play import Match, Terms, messages
from sumito.play.phrases import PHRASES
from sumito.server.bus import LocalBus
from sumito.server.lag import RoundTrips
from sumito.server.listening import listen
from sumito.server.live_games import LiveGames
from sumito.server.lobby import Lobby
from sumito.server.own_games import OwnGames
from sumito.server.site import HEADERS
from sumito.server.socket_protocol import LINE
from sumito.server.sockets import RESTART, TOO_SLOW, Allowance, ClientSocket, Lists
from sumito.server.store import NewGame, Store
from sumito.server.tokens import is_game_id, new_game_id

TIMED = {"kind": "total", "time_ms": 600_000, "increment_ms": 0, "delay_ms": 0}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineSite]:
    with online_site(tmp_path_factory.mktemp("site")) as found:
        yield found


def players(site: OnlineSite, **terms: object) -> tuple[str, Client, Client]:
    """Return a running game with its clients of Black and White."""
    black, white = site.client(), site.client()
    game, secret = black.create("black", **terms)
    assert white.join(secret).status == 200
    return game, black, white


def closed(talk: Talk) -> int:
    """Read until the server closes the socket. Return its code."""
    try:
        while True:
            talk.connection.recv(SECONDS)
    except ConnectionClosed as error:
        return 1006 if error.rcvd is None else error.rcvd.code


# ---- the handshake


def handshake(site: OnlineSite, headers: dict[str, str], protocol: str | None = messages.PROTOCOL) -> int:
    try:
        with site.connect(headers, protocol=protocol):
            return 101
    except InvalidStatus as error:
        answer = error.response
    for name, value in {**HEADERS, "Cache-Control": "no-store", "X-Robots-Tag": "noindex"}.items():
        assert answer.headers[name] == value
    assert answer.body is not None
    assert answer.body.startswith(b'{"error":"')
    return answer.status_code


def test_sockets_need_a_page_of_this_site_or_no_cookie(site: OnlineSite) -> None:
    own, evil = {"Origin": f"http://{site.host}"}, {"Origin": "http://evil.example"}
    cookie, bearer = {"Cookie": "sumito_session=x"}, {"Authorization": "Bearer x"}
    assert [handshake(site, each) for each in ({}, own, own | cookie, bearer, own | bearer)] == [101] * 5
    strange = {"Origin": f"https://{site.host}"}
    assert [handshake(site, each) for each in (evil, cookie, evil | cookie, evil | bearer, strange)] == [403] * 5


def test_sockets_need_the_host(site: OnlineSite) -> None:
    answer = site.ask(
        "GET",
        "/socket",
        headers={
            "Host": "evil.example",
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Protocol": messages.PROTOCOL,
        },
    )
    assert (answer.status, answer.json) == (421, {"error": "This server has another address."})


@pytest.mark.parametrize("protocol", [None, "sumito.2", "SUMITO.1"])
def test_sockets_need_the_subprotocol(site: OnlineSite, protocol: str | None) -> None:
    assert handshake(site, {}, protocol) == 400


# ---- frames


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("", 1008),
        ("garbage", 1008),
        ("[]", 1008),
        ('{"t":"unknown"}', 1008),
        ('{"t":"ping"}', 1008),
        ('{"t":"ping","n":1,"games":{},"extra":1}', 1008),
        ('{"t":"ping","n":1000000000000000000000000000000,"games":{}}', 1008),
        ('{"t":"do","game":"x","id":1.5,"version":0,"do":{"kind":"resign"}}', 1008),
        ('{"t":"do","game":"x","id":1,"version":0,"do":{"kind":"begin"}}', 1008),
        ('{"x":' + "[" * 4_000, 1008),
        ('{"t":"ping","n":1,"games":' + '{"a":' * 600 + "1" + "}" * 601, 1008),
        (b"\0\1\2", 1003),
        (b"", 1003),
        ('{"t":"leave","game":"' + "x" * 4_096 + '"}', 1009),
    ],
)
def test_bad_frames_close_the_socket(site: OnlineSite, frame: str | bytes, code: int) -> None:
    with site.client().socket() as talk:
        talk.connection.send(frame)
        assert closed(talk) == code


@pytest.mark.parametrize("game", ["", "x", "abcdefghij", "\0" * 10, "ü" * 10, "../../abcd", "x" * 3_000])
def test_unknown_games_are_gone(site: OnlineSite, game: str) -> None:
    with site.client().socket() as talk:
        for message in (messages.Watch(game, None), messages.Watch(game, 2**53), messages.AskState(game)):
            talk.send(message)
            assert talk.receive() == messages.Gone(game)
        talk.send(messages.Leave(game))
        talk.send(messages.Ping(-7, {game: 3}))
        pong = talk.receive()
        assert isinstance(pong, messages.Pong)
        assert (pong.n, pong.games) == (-7, {})


def test_ids_of_games_have_one_form() -> None:
    """PostgreSQL fails on other texts, such as a NUL."""
    assert is_game_id(new_game_id())
    assert not any(map(is_game_id, ("", "\0" * 10, "ü" * 10, "abcdefghi", "abcdefghijk", "abcdefghi-")))


def test_a_failure_closes_the_socket_with_its_code(site: OnlineSite, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(LiveGames, "open", fail)
    with site.client().socket() as talk:
        talk.send(messages.Watch("abcdefghij", None))
        assert closed(talk) == 1011


# ---- who sees a game


def test_games_without_watchers_are_gone_for_others(site: OnlineSite) -> None:
    game, black, _ = players(site, watchers=False)
    with black.socket() as own, site.client().socket() as other:
        assert own.watch(game).game == game
        other.send(messages.Watch(game, None))
        assert other.receive() == messages.Gone(game)
        other.send(messages.AskState(game))
        assert other.receive() == messages.Gone(game)
        refusal = other.do(game, messages.Resign(), 0)
        assert refusal == messages.Refused(game, 1, 0, "unknown_game")


def test_watchers_see_a_game_and_cannot_play(site: OnlineSite) -> None:
    game, black, _ = players(site)
    with black.socket() as own, site.client().socket() as other:
        version = own.watch(game).version
        assert not any(seat.you for seat in other.watch(game).seats)
        assert other.do(game, messages.Move("a1b2"), version) == messages.Refused(game, 1, 0, "unknown_game")
        assert isinstance(own.do(game, messages.Move("a1b2"), version), messages.Done)
        assert other.next_game().moves == ("a1b2",)


def test_a_client_that_comes_back_learns_what_does_not_raise_the_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat that is taken before an appointment, and a rematch that a killed server had not created."""
    create = Store.create_game

    def create_but_no_rematch(store: Store, game: NewGame, now_ms: int) -> str:
        if game.rematch_of is not None:
            raise RuntimeError("killed")
        return create(store, game, now_ms)

    with online_site(tmp_path) as site:
        black, white = site.client(), site.client()
        with black.socket() as talk:
            talk.send(messages.Ping(1, {}))
            pong = talk.receive()
            assert isinstance(pong, messages.Pong)
            appointed, secret = black.create(control=TIMED, appointment_ms=pong.now + 3_600_000)
            version = talk.watch(appointed).version
        white.join(secret)
        with black.socket() as talk:
            talk.send(messages.Watch(appointed, version))
            assert None not in [seat.guest for seat in talk.next_game().seats]
        game, secret = black.create()
        white.join(secret)
        with black.socket() as one, white.socket() as other, monkeypatch.context() as patch:
            patch.setattr(Store, "create_game", create_but_no_rematch)
            version = one.watch(game).version
            other.watch(game)
            steps = ((one, "a1b2"), (other, "i5h5"), (one, messages.Resign()), (one, messages.OfferRematch()))
            for talk, step in steps:
                command = messages.Move(step) if isinstance(step, str) else step
                done = talk.do(game, command, version)
                assert isinstance(done, messages.Done), done
                version = done.version
            other.send(messages.Do(game, 9, version, messages.AcceptRematch()))
            while (found := one.next_game()).version <= version:
                pass
            assert found.rematch is None
    with online_site(tmp_path) as site:
        for headers in (black.headers, white.headers):
            with Client(site, headers).socket() as talk:
                talk.send(messages.Watch(game, found.version))
                assert talk.next_game().rematch is not None


def test_all_sockets_of_a_player_are_live(site: OnlineSite) -> None:
    game, black, white = players(site)
    with black.socket() as first, black.socket() as second, white.socket() as third:
        version = first.watch(game).version
        second.watch(game)
        third.watch(game)
        done = first.do(game, messages.Move("a1b2"), version)
        assert isinstance(done, messages.Done)
        assert second.next_game().moves == ("a1b2",)
        assert third.next_game().moves == ("a1b2",)
        done = third.do(game, messages.Move("i5h5"), done.version)
        assert isinstance(done, messages.Done)
        assert isinstance(second.do(game, messages.Move("b2c3"), done.version), messages.Done)
        assert first.next_game().moves == ("i5h5",)


def test_repeated_commands_are_stored_once(site: OnlineSite) -> None:
    game, black, _ = players(site)
    with black.socket() as talk, black.socket() as again:
        version = talk.watch(game).version
        again.watch(game)
        done = [each.do(game, messages.Move("a1b2"), version) for each in (talk, talk, again)]
        assert {each.version for each in done if isinstance(each, messages.Done)} == {version + 1}
        assert len([each for each in done if isinstance(each, messages.Done)]) == 3
        assert talk.watch(game).moves == ("a1b2",)


# ---- refusals


def test_commands_of_a_game_without_an_opponent_are_refused(site: OnlineSite) -> None:
    black = site.client()
    game, _ = black.create()
    with black.socket() as talk:
        version = talk.watch(game).version
        assert code(talk, game, messages.Move("a1b2"), version) == "not_begun"
        assert code(talk, game, messages.Resign(), version) == "not_begun"
        assert code(talk, game, messages.OfferRematch(), version) == "not_over"


def code(talk: Talk, game: str, command: messages.PlayerCommand, version: int) -> str:
    """Return the code of a refusal; empty if the command is done."""
    answer = talk.do(game, command, version)
    return answer.code if isinstance(answer, messages.Refused) else ""


def test_refusals_of_a_running_game_have_their_codes(site: OnlineSite) -> None:
    game, first, second = players(site, control=TIMED)
    with first.socket() as black, second.socket() as white:
        now = black.watch(game).version
        white.watch(game)
        assert code(white, game, messages.Move("i5h5"), now) == "not_your_turn"
        assert code(black, game, messages.Move("rubbish"), now) == "bad_move"
        assert code(black, game, messages.Move("x" * 3_000), now) == "bad_move"
        assert code(black, game, messages.Move("i5h5"), now) == "illegal_move"
        assert code(black, game, messages.Move("a1b2"), now + 9) == "unknown_version"
        assert code(black, game, messages.Resign(), now) == "too_early"
        assert code(black, game, messages.ClaimWin(), now) == "your_turn"
        assert code(white, game, messages.AddTime(), now) == "too_early"
        assert code(black, game, messages.Phrase("no such phrase"), now) == "unknown_phrase"
        assert code(black, game, messages.AskTakeback(), now) == "not_allowed"
        assert code(black, game, messages.Move("a1b2"), now) == ""
        assert code(white, game, messages.Move("i5h5"), now + 1) == ""
        assert code(black, game, messages.Abort(), now + 2) == "too_late"
        assert code(black, game, messages.Move("b2c3"), now) == "stale"
        assert code(black, game, messages.AcceptDraw(), now + 2) == "nothing_to_accept"
        assert code(black, game, messages.OfferDraw(), now + 2) == ""
        assert code(black, game, messages.OfferDraw(), now + 3) == "already_offered"
        said = [code(black, game, messages.Phrase(phrase), now + 3 + n) for n, phrase in enumerate(PHRASES)]
        assert said[-1] == "too_many"
        version = black.watch(game).version
        assert code(white, game, messages.Resign(), version) == ""
        assert code(black, game, messages.Move("b2c3"), version + 1) == "over"
        assert code(black, game, messages.OfferRematch(), version + 1) == ""
        assert code(white, game, messages.AcceptRematch(), version + 2) == ""
        assert code(white, game, messages.OfferRematch(), version + 3) == "already_done"


def test_a_full_queue_is_busy(site: OnlineSite, monkeypatch: pytest.MonkeyPatch) -> None:
    game, black, _ = players(site)
    with black.socket() as talk:
        version = talk.watch(game).version
        with monkeypatch.context() as patch:
            patch.setattr("sumito.server.writer.len", lambda _: 10**9, raising=False)  # the length of the queue
            assert code(talk, game, messages.Move("a1b2"), version) == "busy"
        assert code(talk, game, messages.Move("a1b2"), version) == ""


# ---- floods and slow readers


def test_a_flood_ends_its_own_socket_only(tmp_path: Path) -> None:
    with online_site(tmp_path, message_burst=10, messages_per_second=1) as site:
        game, black, white = players(site)
        with black.socket() as flooding, white.socket() as other:
            version = flooding.watch(game).version
            other.watch(game)
            with suppress(ConnectionClosed):  # the server need not wait for the last one
                for number in range(20):
                    flooding.send(messages.Ping(number, {}))
            assert closed(flooding) == 1008
            with black.socket() as again:
                again.watch(game)
                assert isinstance(again.do(game, messages.Move("a1b2"), version), messages.Done)
                assert other.next_game().moves == ("a1b2",)


class SlowSocket:
    """A socket, and its line, whose client reads only when it is told to."""

    def __init__(self) -> None:
        self.is_writable = False
        self.on_writable: Callable[[], None]
        self.on_stop: Callable[[], None]
        self.trips = RoundTrips()
        self.sent: list[bytes] = []
        self.closed_with: int | None = None
        self.application_state = WebSocketState.CONNECTED
        self.scope = {"extensions": {LINE: self}}
        self._read = asyncio.Event()

    def send(self, message: bytes) -> None:
        self.sent.append(message)

    def measure(self) -> None:
        pass

    def read(self) -> None:
        """Let the client take all messages from now on."""
        self.is_writable = True
        self.on_writable()

    def end_reading(self) -> None:
        self._read.set()

    async def receive(self) -> dict[str, Any]:
        await self._read.wait()
        return {"type": "websocket.disconnect"}

    async def close(self, code: int) -> None:
        self.closed_with = code


class WholeGame:
    """A followed game, which can only be shown."""

    def whole(self, guest: int | None) -> bytes:
        return b"whole"


class NoGames:
    def unsubscribe(self, live: object, subscriber: object) -> None:
        pass


class ShownList:
    """A list that the client follows."""

    def leave(self, subscriber: ClientSocket) -> None:
        pass

    def repeat(self, subscriber: ClientSocket) -> None:
        subscriber.send(b"list")


async def turns() -> None:
    """Let all tasks run until they wait."""
    for _ in range(300):
        await asyncio.sleep(0)


def made_client(socket: SlowSocket, games: object) -> ClientSocket:
    lists = Lists(cast(Any, ShownList()), cast(Any, ShownList()))
    return ClientSocket(cast(Any, socket), None, cast(Any, games), lists, lambda: 0, Allowance(1, 1), lambda _: None)


def slow_client(socket: SlowSocket) -> ClientSocket:
    client = made_client(socket, NoGames())
    client._following["game"] = cast(Any, WholeGame())
    return client


def test_a_slow_reader_gets_the_whole_game_and_the_lists_once() -> None:
    async def run() -> SlowSocket:
        socket = SlowSocket()
        client = slow_client(socket)
        task = asyncio.create_task(client.run())
        for _ in range(2):  # a reader that has caught up has all its patience again
            await turns()
            socket.is_writable = False
            for number in range(100):
                client.send(b"%d" % number)
            socket.read()
        assert not task.done()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return socket

    socket = asyncio.run(run())
    assert socket.sent.count(b"whole") == 2
    assert socket.sent.count(b"list") == 4
    assert socket.sent[-3:] == [b"99", b"list", b"list"]
    assert len(socket.sent) < 2 * 70
    assert socket.closed_with is None


def test_lists_are_repeated_to_their_followers_only() -> None:
    class Follower:
        def __init__(self, guest: int | None) -> None:
            self.guest = guest
            self.got: list[bytes] = []

        def send(self, message: bytes) -> None:
            self.got.append(message)

        def follows(self, game: str) -> bool:
            return False

        def lose(self, game: str) -> None:
            raise AssertionError("it follows no game")

    class NoSeeks:
        def open(self, now_ms: int) -> list[object]:
            return []

    async def run() -> tuple[int, int, int]:
        own_games = OwnGames(lambda _: messages.Yours((), ()), LocalBus())
        lobby = Lobby(cast(Any, NoSeeks()), own_games, LocalBus(), lambda: 0)
        follower, other, watcher = Follower(7), Follower(8), Follower(None)
        lists = (lobby, own_games)
        for each in lists:
            each.follow(follower)
        while len(follower.got) < 2:
            await asyncio.sleep(0.01)
        for each in lists:
            for subscriber in (follower, other, watcher):
                each.repeat(subscriber)
        while len(follower.got) < 4:
            await asyncio.sleep(0.01)
        for each in lists:
            await each.close()
        return len(follower.got), len(other.got), len(watcher.got)

    assert asyncio.run(asyncio.wait_for(run(), SECONDS)) == (4, 0, 0)


def test_a_reader_that_stays_slow_is_closed() -> None:
    async def run() -> SlowSocket:
        socket = SlowSocket()
        client = slow_client(socket)
        task = asyncio.create_task(client.run())
        await turns()
        for number in range(1_000):
            client.send(b"%d" % number)
            await asyncio.sleep(0)
        await asyncio.wait_for(task, SECONDS)
        assert not client._queue
        return socket

    socket = asyncio.run(run())
    assert (socket.closed_with, socket.sent) == (TOO_SLOW, [])


class SlowGames(NoGames):
    """Games whose commands take until they are told to end."""

    def __init__(self) -> None:
        self.begun, self.go_on, self.done = asyncio.Event(), asyncio.Event(), False

    async def do(self, *_: object, **__: object) -> int:
        self.begun.set()
        await self.go_on.wait()
        self.done = True
        return 1


class SeatedGame(WholeGame):
    id, version = "game", 1
    match = Match(Terms())

    def seat_of(self, guest: int | None) -> int:
        return 0


class Leaving(SlowSocket):
    """A client that sends one command, which begins to be carried out, and hangs up."""

    def __init__(self, games: SlowGames) -> None:
        super().__init__()
        self._games = games

    async def receive(self) -> dict[str, Any]:
        if not self._games.begun.is_set():
            text = messages.encode(messages.Do("game", 1, 0, messages.Resign())).decode()
            return {"type": "websocket.receive", "text": text}
        return {"type": "websocket.disconnect"}


def test_a_client_that_hangs_up_does_not_end_its_command() -> None:
    """Otherwise the game in memory could stay behind the disk."""
    games = SlowGames()

    async def run() -> None:
        socket = Leaving(games)
        client = made_client(socket, games)
        client._following["game"] = cast(Any, SeatedGame())
        task = asyncio.create_task(client.run())
        await asyncio.wait_for(games.begun.wait(), SECONDS)
        client.close(TOO_SLOW)
        await turns()
        assert not task.done()
        games.go_on.set()
        await asyncio.wait_for(task, SECONDS)
        assert games.done
        assert socket.closed_with == TOO_SLOW

    asyncio.run(run())


def test_a_server_that_stops_answers_the_command_on_its_way() -> None:
    games = SlowGames()

    async def run() -> None:
        socket = Leaving(games)
        client = made_client(socket, games)
        client._following["game"] = cast(Any, SeatedGame())
        task = asyncio.create_task(client.run())
        await asyncio.wait_for(games.begun.wait(), SECONDS)
        socket.read()
        socket.on_stop()
        await turns()
        assert not task.done()
        games.go_on.set()
        await asyncio.wait_for(task, SECONDS)
        assert [messages.decode_server(each) for each in socket.sent] == [
            messages.Stopping(),
            messages.Done("game", 1, 1),
        ]
        assert socket.closed_with == RESTART

    asyncio.run(run())


def test_connections_without_progress_end() -> None:
    """Linux ends them. Otherwise a client that takes no data holds its connection, whatever the server does."""
    with listen("127.0.0.1", 0) as listening, sockets.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert (
                sys.platform != "linux" or accepted.getsockopt(sockets.IPPROTO_TCP, sockets.TCP_USER_TIMEOUT) == 30_000
            )
