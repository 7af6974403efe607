"""Kill the server at random moments while games are played: no acknowledged move is lost, none is stored twice."""

from __future__ import annotations

import asyncio
import random

import pytest
from sqlalchemy import URL

from server.playing import TIMED, Acknowledgement, check, play
from server.running import RunningServer
from sumito.client import Connection, Site
from sumito.play import messages


async def play_through(server: RunningServer, games: int, plies: int, rounds: int) -> list[Acknowledgement]:
    """Play games, and kill and start the server meanwhile. Return all acknowledgements."""
    journal: list[Acknowledgement] = []
    rng = random.Random(7)
    tasks = []
    for number in range(games):
        creator, guest = Site(server.address), Site(server.address)
        invitation = await asyncio.to_thread(creator.create, TIMED)
        await asyncio.to_thread(guest.join, invitation)
        for seed, site in enumerate((creator, guest)):
            work = play(site, invitation.game, plies, 2 * number + seed, journal)
            tasks.append(asyncio.create_task(work))
    for _ in range(rounds):
        # Kill it after some moves of this round, not after some time.
        wanted = len(journal) + rng.randrange(games, 3 * games)
        while len(journal) < wanted and not all(task.done() for task in tasks):
            await asyncio.sleep(0.001)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    await asyncio.gather(*tasks)
    return journal


@pytest.mark.timeout(180)
def test_killed_server_loses_no_acknowledged_move(url: URL) -> None:
    with RunningServer(url) as server:
        journal = asyncio.run(play_through(server, games=6, plies=40, rounds=3))
    check(url, journal, games=6, plies=40)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_server_killed_often_loses_no_acknowledged_move(url: URL) -> None:
    with RunningServer(url) as server:
        journal = asyncio.run(play_through(server, games=200, plies=60, rounds=20))
    check(url, journal, games=200, plies=60)


def test_time_without_a_server_costs_nobody_time(sqlite_url: URL) -> None:
    with RunningServer(sqlite_url) as server:
        creator, guest = Site(server.address), Site(server.address)
        invitation = creator.create(TIMED, color="black")
        guest.join(invitation)
        before, after = asyncio.run(_clocks_around_an_outage(server, creator, guest, invitation.game))
    assert after.running == before.running
    # The clock may have run only while the server lived: at most since its last heartbeat.
    assert all(now >= then - 1_500 for now, then in zip(after.remaining, before.remaining, strict=True))


async def _clocks_around_an_outage(
    server: RunningServer, creator: Site, guest: Site, game_id: str
) -> tuple[messages.ClockState, messages.ClockState]:
    async with (
        Connection(creator.address, creator.token, game_id) as black,
        Connection(guest.address, guest.token, game_id) as white,
    ):
        await black.wait(0)
        await black.do(messages.Move("a1b2"))
        await white.wait(1)
        await white.do(messages.Move("i5h5"))
        game = await black.wait(black.game.version - 1)
        while len(game.moves) < 2:
            game = await black.wait(game.version)
        assert game.latest is not None
        before = game.latest.clock
        await asyncio.to_thread(server.kill)
        await asyncio.sleep(4)  # the outage itself
        await asyncio.to_thread(server.start)
        game = await black.wait(game.version)
        assert game.latest is not None
        after = game.latest.clock
    assert before is not None
    assert after is not None
    return before, after
