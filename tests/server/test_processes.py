"""Two server processes behind a proxy: processes, Redis and PostgreSQL fail while games are played."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import URL

from server.cluster import Cluster, running_cluster
from server.playing import TIMED, Acknowledgement, check, play
from server.postgres import Postgres
from sumito.client import Connection, RemoteGame, Site
from sumito.play import messages

FROZEN_S = 3.0  # longer than a process may be silent
OUTAGE_S = 4.0
TERMINATE = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'games' AND pid <> pg_backend_pid()"

Fault = Callable[[Cluster, Postgres], Awaitable[None]]


async def kill_process(cluster: Cluster, _: Postgres) -> None:
    await asyncio.to_thread(cluster.servers[0].kill)
    await asyncio.to_thread(cluster.servers[0].start)


async def lose_redis(cluster: Cluster, _: Postgres) -> None:
    await asyncio.to_thread(cluster.redis.kill)
    await asyncio.to_thread(cluster.redis.start)


async def freeze_process(cluster: Cluster, _: Postgres) -> None:
    cluster.servers[1].pause()
    await asyncio.sleep(FROZEN_S)  # the fault itself
    cluster.servers[1].resume()


async def terminate_backends(_: Cluster, postgres: Postgres) -> None:
    await asyncio.to_thread(postgres.run, TERMINATE)


FAULTS: tuple[Fault, ...] = (kill_process, lose_redis, freeze_process, terminate_backends)


async def play_through(
    cluster: Cluster, postgres: Postgres, games: int, plies: int, rounds: int
) -> tuple[list[Acknowledgement], dict[str, list[list[str]]]]:
    """Play games through the proxy while everything fails. Return the acknowledgements, and the moves that each saw."""
    journal: list[Acknowledgement] = []
    tasks: dict[str, list[asyncio.Task[list[str]]]] = {}
    for number in range(games):
        creator, guest = Site(cluster.address), Site(cluster.address)
        invitation = await asyncio.to_thread(creator.create, TIMED)
        await asyncio.to_thread(guest.join, invitation)
        tasks[invitation.game] = [
            asyncio.create_task(play(site, invitation.game, plies, 2 * number + seed, journal))
            for seed, site in enumerate((creator, guest))
        ]
    players = [task for both in tasks.values() for task in both]
    for fault in FAULTS * rounds:
        # Each fault comes after some moves since the last one, not after some time.
        wanted = len(journal) + 2 * games
        while len(journal) < wanted and not all(task.done() for task in players):
            await asyncio.sleep(0.001)
        await fault(cluster, postgres)
    await asyncio.gather(*players)
    return journal, {game: [task.result() for task in both] for game, both in tasks.items()}


def check_all(url: URL, journal: list[Acknowledgement], seen: dict[str, list[list[str]]], plies: int) -> None:
    check(url, journal, len(seen), plies)
    for one, other in seen.values():
        assert one == other


@pytest.fixture(scope="module")
def games_url(postgres: Postgres) -> URL:
    return postgres.empty_database()


@pytest.fixture(scope="module")
def cluster(games_url: URL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """One cluster for all tests, since it takes seconds to start. Each test restores what it has stopped."""
    with running_cluster(games_url, tmp_path_factory.mktemp("cluster")) as running:
        yield running


@pytest.mark.timeout(120)
def test_failing_processes_lose_no_acknowledged_move(cluster: Cluster, games_url: URL, postgres: Postgres) -> None:
    journal, seen = asyncio.run(play_through(cluster, postgres, games=6, plies=60, rounds=1))
    check_all(games_url, journal, seen, plies=60)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_processes_that_fail_often_lose_no_acknowledged_move(
    cluster: Cluster, games_url: URL, postgres: Postgres
) -> None:
    journal, seen = asyncio.run(play_through(cluster, postgres, games=60, plies=120, rounds=10))
    check_all(games_url, journal, seen, plies=120)


class Players:
    """Black, connected to the first process, and White, connected to the second."""

    def __init__(self, cluster: Cluster) -> None:
        self._stack = AsyncExitStack()
        first, second = cluster.servers
        self.sites = Site(first.address), Site(second.address)
        invitation = self.sites[0].create(TIMED, color="black")
        self.sites[1].join(invitation)
        self.game = invitation.game

    async def __aenter__(self) -> tuple[Connection, Connection]:
        black, white = (Connection(site.address, site.token, self.game) for site in self.sites)
        return await self._stack.enter_async_context(black), await self._stack.enter_async_context(white)

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()


async def after(connection: Connection, plies: int) -> RemoteGame:
    """Wait until a player sees a number of moves."""
    game = await connection.wait(-1)
    while len(game.moves) < plies or game.latest is None or game.latest.status == "waiting":
        game = await connection.wait(game.version)
    return game


@pytest.mark.parametrize("fault", ["kill", "pause"])
def test_moves_arrive_without_redis(cluster: Cluster, fault: str) -> None:
    async def run() -> None:
        async with asyncio.timeout(30), Players(cluster) as (black, white):
            await after(black, 0)
            getattr(cluster.redis, fault)()
            await black.do(messages.Move("a1b2"))
            await after(white, 1)
            await white.do(messages.Move("i5h5"))
            await after(black, 2)
            await asyncio.to_thread(cluster.redis.kill)
            await asyncio.to_thread(cluster.redis.start)
            await black.do(messages.Move("b2c3"))
            await after(white, 3)

    asyncio.run(run())


def test_player_of_a_dead_process_is_credited(cluster: Cluster) -> None:
    async def run() -> tuple[messages.ClockState, messages.ClockState]:
        players = Players(cluster)
        async with asyncio.timeout(40), players as (black, white):
            await after(black, 0)
            await black.do(messages.Move("a1b2"))
            await after(white, 1)
            await white.do(messages.Move("i5h5"))
            before = (await after(black, 2)).latest
            await asyncio.to_thread(cluster.servers[0].kill)
            await asyncio.sleep(OUTAGE_S)  # the outage itself
            second = Connection(players.sites[1].address, players.sites[0].token, players.game)
            async with second:
                game = await after(second, 2)
                assert before is not None
                while game.version == before.version:
                    game = await second.wait(game.version)
                assert game.latest is not None
                assert before.clock is not None
                assert game.latest.clock is not None
                return before.clock, game.latest.clock

    before, now = asyncio.run(run())
    cluster.servers[0].start()
    assert now.running == before.running == 0
    spent_ms = before.remaining[0] - now.remaining[0]
    assert spent_ms < 1_500  # the clock ran until the last heartbeat, at most
    assert spent_ms > -500  # nobody gains time
