"""The service of online games from its start to its end."""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import Sequence
from types import SimpleNamespace
from unittest.mock import Mock

import msgspec
import pytest
from sqlalchemy import URL
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from server.clocks import move_time
from server.games import SECONDS, new_guest
from server.running import RunningServer
from sumito.play import Terms, messages
from sumito.play.events import Event, Start, TimeCredit
from sumito.server import service as service_module
from sumito.server import store as store_module
from sumito.server.live_game import match_of
from sumito.server.live_games import LiveGames
from sumito.server.outage import DEAD_MS, Outage
from sumito.server.service import OnlineService
from sumito.server.settings import Settings
from sumito.server.sockets import RESTART
from sumito.server.storage_errors import StorageError
from sumito.server.store import NewGame, NewSeat


class KilledError(Exception):
    """Stands for the end of a server at some point."""


TERMS = Terms.from_json({"control": {"kind": "total", "time_ms": 60_000, "increment_ms": 0, "delay_ms": 0}})


async def begun_game(service: OnlineService) -> str:
    """Store a game that has begun."""
    seats = [NewSeat(color, guest=new_guest(service.store, secrets.token_hex(8))) for color in ("black", "white")]
    text = msgspec.json.encode(TERMS.to_json()).decode()
    game = service.store.create_game(NewGame(text, TERMS.start, seats), service.time.now_ms())
    live = await service.games.open(game)  # it begins, since its seats are taken
    assert live is not None
    service.games.release(live)
    return game


def left_ms(service: OnlineService, game: str) -> int:
    """Return the time that the player to move has left."""
    stored = service.store.load(game)
    assert stored is not None
    assert stored.row.deadline_ms is not None
    return stored.row.deadline_ms - service.time.now_ms()


@pytest.mark.usefixtures("own_data_folder")
def test_a_restart_within_a_second_is_credited(url: URL) -> None:
    """The last heartbeat is so new that a server among several would take its sender for alive."""
    settings = Settings(database=url.render_as_string(hide_password=False).replace("+psycopg", ""))

    async def run() -> tuple[Event, ...]:
        first = OnlineService(settings, holder="first")
        await first.start()
        game = await begun_game(first)
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


def test_a_server_killed_while_it_gives_credits_costs_nobody_time(
    sqlite_url: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(database=sqlite_url.render_as_string())
    monkeypatch.setattr(service_module, "_CREDITS", 1)

    async def run() -> list[tuple[int, int]]:
        first = OnlineService(settings, holder="first")
        await first.start()
        games = [await begun_game(first) for _ in range(3)]
        before = [left_ms(first, game) for game in games]
        await first.stop()

        move_time(monkeypatch, 100_000)
        killed = OnlineService(settings, holder="killed")
        give = LiveGames.credit
        given = 0

        async def give_two(games: LiveGames, ids: Sequence[str], outage: Outage) -> int:
            nonlocal given
            given += 1
            if given > 2:
                raise KilledError
            return await give(games, ids, outage)

        with monkeypatch.context() as dying:
            dying.setattr(LiveGames, "credit", give_two)
            with pytest.raises(KilledError):
                await killed.start()
        assert killed._writer is not None
        killed._writer.close()
        killed._database.close()

        move_time(monkeypatch, 300_000)
        third = OnlineService(settings, holder="third")
        await third.start()
        after = [left_ms(third, game) for game in games]
        await third.stop()
        return list(zip(before, after, strict=True))

    for before, after in asyncio.run(run()):
        assert before <= after <= before + 10_000  # with the time for players to come back


def test_a_machine_that_sleeps_costs_nobody_time(sqlite_url: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    """The monotonic clock stands still meanwhile. Before each credit the sweeper looks for games to end."""
    slept_ms = 100_000

    async def run() -> tuple[int, int, int]:
        service = OnlineService(Settings(database=sqlite_url.render_as_string()), holder="sleepy")
        await service.start()
        for task in service._tasks:
            task.cancel()
        game = await begun_game(service)
        await service._beat()
        before = left_ms(service, game)
        clock = SimpleNamespace(time_ns=lambda: time.time_ns() + slept_ms * 1_000_000)
        monkeypatch.setattr(store_module, "time", clock)
        give = LiveGames.credit

        async def sweep_and_give(games: LiveGames, ids: Sequence[str], outage: Outage) -> int:
            await games.sweep()
            return await give(games, ids, outage)

        monkeypatch.setattr(LiveGames, "credit", sweep_and_give)
        for _ in range(2):
            await service._beat()
        after = left_ms(service, game)
        behind_ms = service.store.now_ms() - service.time.now_ms()
        await service.stop()
        return before, after, behind_ms

    before, after, behind_ms = asyncio.run(run())
    assert before <= after <= before + 10_000
    assert behind_ms < DEAD_MS


def test_a_credit_that_fails_is_given_with_the_next_heartbeat(sqlite_url: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> tuple[int, int]:
        service = OnlineService(Settings(database=sqlite_url.render_as_string()), holder="sleepy")
        await service.start()
        for task in service._tasks:
            task.cancel()
        game = await begun_game(service)
        before = left_ms(service, game)
        clock = SimpleNamespace(time_ns=lambda: time.time_ns() + 100_000_000_000)
        monkeypatch.setattr(store_module, "time", clock)
        with monkeypatch.context() as away:
            away.setattr(service.store, "playing_games", Mock(side_effect=StorageError("away")))
            with pytest.raises(StorageError):
                await service._beat()
        await service.games.sweep()
        await service._beat()
        after = left_ms(service, game)
        await service.stop()
        return before, after

    before, after = asyncio.run(run())
    assert before <= after <= before + 10_000


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
