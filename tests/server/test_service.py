"""The service of online games from its start to its end."""

from __future__ import annotations

import asyncio
import threading

import msgspec
import pytest
from sqlalchemy import URL
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from server.games import SECONDS, new_guest
from server.running import RunningServer
from sumito.play import Terms, messages
from sumito.play.events import Event, Start, TimeCredit
from sumito.server.live_game import match_of
from sumito.server.service import OnlineService
from sumito.server.settings import Settings
from sumito.server.sockets import RESTART
from sumito.server.store import NewGame, NewSeat

TERMS = Terms.from_json({"control": {"kind": "total", "time_ms": 60_000, "increment_ms": 0, "delay_ms": 0}})


@pytest.mark.usefixtures("own_data_folder")
def test_a_restart_within_a_second_is_credited(url: URL) -> None:
    """The last heartbeat is so new that a server among several would take its sender for alive."""
    settings = Settings(database=url.render_as_string(hide_password=False).replace("+psycopg", ""))

    async def run() -> tuple[Event, ...]:
        first = OnlineService(settings, holder="first")
        await first.start()
        seats = [NewSeat(color, guest=new_guest(first.store, color)) for color in ("black", "white")]
        text = msgspec.json.encode(TERMS.to_json()).decode()
        game = first.store.create_game(NewGame(text, TERMS.start, seats), first.time.now_ms())
        assert await first.games.open(game) is not None  # it begins, since its seats are taken
        await first.stop()
        second = OnlineService(settings, holder="second")
        await second.start()
        stored = second.store.load(game)
        await second.stop()
        assert stored is not None
        return match_of(stored).log

    start, credit = asyncio.run(run())
    assert isinstance(start, Start)
    assert isinstance(credit, TimeCredit)


def test_a_planned_stop_tells_the_clients(sqlite_url: URL) -> None:
    server = RunningServer(sqlite_url)
    server.start()
    address = f"ws{server.address.removeprefix('http')}/socket"
    with connect(address, subprotocols=[Subprotocol(messages.PROTOCOL)], proxy=None) as client:
        client.send(messages.encode(messages.Ping(1, {})).decode())
        assert isinstance(messages.decode_server(client.recv(SECONDS)), messages.Pong)
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        assert messages.decode_server(client.recv(SECONDS)) == messages.Stopping()
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(SECONDS)
    stopping.join()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == RESTART
