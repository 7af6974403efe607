"""Two server processes behind a proxy: processes, Redis and PostgreSQL fail while games are played."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import URL

from server.cluster import Cluster, running_cluster
from server.playing import TIME_MS, TIMED, Acknowledgement, Goal, check, finish_games, now_ms, play_on, start_games
from server.postgres import Postgres
from sumito.client import Connection, RemoteGame, Site
from sumito.play import messages

FROZEN_S = 3.0  # longer than a process may be silent
OUTAGE_S = 4.0
TERMINATE = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'games' AND pid <> pg_backend_pid()"

Fault = Callable[[Cluster, Postgres, int], Awaitable[None]]
"""A fault of the round with a number."""


async def kill_process(cluster: Cluster, _: Postgres, number: int) -> None:
    server = cluster.servers[number % 2]
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)


async def lose_redis(cluster: Cluster, _: Postgres, __: int) -> None:
    await asyncio.to_thread(cluster.redis.kill)
    await asyncio.to_thread(cluster.redis.start)


async def freeze_process(cluster: Cluster, _: Postgres, number: int) -> None:
    server = cluster.servers[(number + 1) % 2]
    server.pause()
    await asyncio.sleep(FROZEN_S)  # the fault itself
    server.resume()


async def terminate_backends(_: Cluster, postgres: Postgres, __: int) -> None:
    await asyncio.to_thread(postgres.run, TERMINATE)


FAULTS: tuple[Fault, ...] = (kill_process, lose_redis, freeze_process, terminate_backends)


async def play_through(
    cluster: Cluster, postgres: Postgres, goal: Goal, games: int, plies: int, rounds: int
) -> list[Acknowledgement]:
    """Play games through the proxy, some plies for each fault, while everything fails. Return the acknowledgements."""
    journal: list[Acknowledgement] = []
    tasks = await start_games(cluster.address, [2] * games, goal, journal)
    for number in range(rounds):
        for fault in FAULTS:
            goal.rise(plies)
            await play_on(games // 2, tasks, journal)
            await fault(cluster, postgres, number)
    await finish_games(tasks, goal)
    return journal


@pytest.fixture(scope="module")
def games_url(postgres: Postgres) -> URL:
    return postgres.empty_database()


@pytest.fixture(scope="module")
def cluster(games_url: URL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """One cluster for all tests, since it takes seconds to start. Each test restores what it has stopped."""
    with running_cluster(games_url, tmp_path_factory.mktemp("cluster")) as running:
        yield running


def fail_rounds(cluster: Cluster, url: URL, postgres: Postgres, games: int, plies: int, rounds: int) -> None:
    """Play games while everything fails, and check everything that is promised."""
    goal = Goal()
    journal = asyncio.run(play_through(cluster, postgres, goal, games, plies, rounds))
    print(f"{rounds} times {len(FAULTS)} faults: {check(url, journal, games, goal.plies)}")  # pytest -rP shows it


@pytest.mark.timeout(120)
def test_failing_processes_lose_no_acknowledged_move(cluster: Cluster, games_url: URL, postgres: Postgres) -> None:
    fail_rounds(cluster, games_url, postgres, games=6, plies=20, rounds=1)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_processes_that_fail_often_lose_no_acknowledged_move(
    cluster: Cluster, games_url: URL, postgres: Postgres
) -> None:
    fail_rounds(cluster, games_url, postgres, games=200, plies=3, rounds=20)


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
    async def run() -> list[list[str]]:
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
            return [list((await after(each, 3)).moves) for each in (black, white)]

    assert asyncio.run(run()) == [["a1b2", "i5h5", "b2c3"]] * 2


def test_player_of_a_dead_process_is_credited(cluster: Cluster) -> None:
    async def run() -> tuple[messages.ClockState, messages.ClockState, int]:
        players = Players(cluster)
        async with asyncio.timeout(40), players as (black, white):
            await after(black, 0)
            await black.do(messages.Move("a1b2"))
            await after(white, 1)
            from_ms = now_ms()
            await white.do(messages.Move("i5h5"))
            before = (await after(black, 2)).latest
            await asyncio.to_thread(cluster.servers[0].kill)
            lived_ms = now_ms() - from_ms
            await asyncio.sleep(OUTAGE_S)  # the outage itself
            second = Connection(players.sites[1].address, players.sites[0].token, players.game)
            async with second:
                game = await after(second, 2)
                assert before is not None
                assert before.clock is not None
                # First comes the credit, then the return.
                while (shown := game.latest) is None or shown.version == before.version or not shown.seats[0].here:
                    game = await second.wait(game.version)
                assert shown.clock is not None
                return before.clock, shown.clock, lived_ms

    before, now, lived_ms = asyncio.run(run())
    cluster.servers[0].start()
    assert now.running == before.running == 0
    assert before.remaining[0] - now.remaining[0] <= lived_ms  # the clock ran while the process lived, at most
    assert now.remaining[0] <= TIME_MS  # nobody gains time
