"""The client of online games, with servers that refuse it or talk nonsense."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from sumito import BLACK, Board, Outcome, Termination
from sumito.client import Connection, SiteError, connection
from sumito.play import messages

SECONDS = 30
Answer = Callable[[ServerConnection, Request], Response | None]


async def failures(answer: Answer, frames: tuple[str, ...] = ()) -> list[str]:
    """Connect to a server that answers handshakes so, and then sends frames. Return how a wait and a command fail."""

    async def talk(socket: ServerConnection) -> None:
        for frame in frames:
            await socket.send(frame)
        await socket.wait_closed()

    async with serve(talk, "127.0.0.1", 0, process_request=answer, subprotocols=[messages.PROTOCOL]) as server:  # type: ignore[list-item]
        port = next(iter(server.sockets)).getsockname()[1]
        async with asyncio.timeout(SECONDS), Connection(f"http://127.0.0.1:{port}", None, "game") as client:
            waits = client.wait(-1), client.do(messages.Resign())
            found = await asyncio.gather(*waits, return_exceptions=True)
            with pytest.raises((SiteError, LookupError)):
                await client.do(messages.Resign())  # and every later one
    assert all(isinstance(each, SiteError | LookupError) for each in found), found
    return [str(each) for each in found]


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client comes back at once."""
    monkeypatch.setattr(connection, "_BACK_S", (0.0, 0.0))


def test_a_refused_handshake_is_not_repeated() -> None:
    def refuse(socket: ServerConnection, request: Request) -> Response:
        return socket.respond(HTTPStatus.FORBIDDEN, '{"error":"Open this site itself to do that."}')

    def refuse_without_reason(socket: ServerConnection, request: Request) -> Response:
        return socket.respond(HTTPStatus.NOT_FOUND, "nothing here")

    assert asyncio.run(failures(refuse)) == ["Open this site itself to do that."] * 2
    assert asyncio.run(failures(refuse_without_reason)) == ["the connection is refused: 404"] * 2


def test_a_busy_or_failing_server_is_asked_again() -> None:
    statuses = [HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.BAD_GATEWAY, HTTPStatus.INTERNAL_SERVER_ERROR]

    def refuse(socket: ServerConnection, request: Request) -> Response | None:
        return socket.respond(statuses.pop(), "later") if statuses else None

    gone = messages.encode(messages.Gone("game")).decode()
    assert asyncio.run(failures(refuse, (gone,))) == ["there is no game game"] * 2
    assert statuses == []


def test_a_message_of_another_protocol_ends_all_waits() -> None:
    for frame in ('{"t":"news"}', "[", "\0"):
        one, other = asyncio.run(failures(lambda *_: None, (frame,)))
        assert one == other
        assert one.startswith("the server sends an unknown message; it may be newer than this client: ")


def test_the_board_shows_why_players_have_left() -> None:
    start = Board("three-players")
    terms = messages.GameTerms(start.position(), None, {}, messages.Control("untimed", 0, 0, 0), False, False, None)
    leavings = (messages.Leaving(1, 1, "absence"), messages.Leaving(2, 1, "time"))
    offers = messages.Offers((), (), ())
    game = connection.RemoteGame("game")
    # fmt: off
    game.take(messages.Game(
        "game", 3, 0, 0, ("d8d7",), "over", (), None, 0, offers, None, (), None, None, (), 0, terms, leavings
    ))
    # fmt: on
    board = game.board()
    assert (board.active, board.outcome) == ((BLACK,), Outcome(Termination.TIME, (BLACK,)))
