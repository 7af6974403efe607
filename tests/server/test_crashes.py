"""Kill the server at random moments while games are played: no acknowledged move is lost, none is stored twice."""

from __future__ import annotations

import asyncio
import random

import pytest
from sqlalchemy import URL

from server.playing import TIMED, Acknowledgement, Goal, Outage, check, finish_games, now_ms, play_on, start_games
from server.running import RunningServer
from sumito.client import Connection, Site
from sumito.play import messages


async def play_through(
    server: RunningServer, goal: Goal, games: int, plies: int, rounds: int
) -> tuple[list[Acknowledgement], list[Outage]]:
    """Play games, some plies for each kill of the server. Return all acknowledgements and outages."""
    journal: list[Acknowledgement] = []
    outages: list[Outage] = []
    rng = random.Random(7)
    tasks = await start_games(server.address, games, goal, journal)
    for _ in range(rounds):
        goal.rise(plies)
        await play_on(rng.randrange(1, games), tasks, journal)
        await asyncio.to_thread(server.kill)
        from_ms = now_ms()
        await asyncio.to_thread(server.start)
        outages.append(Outage(from_ms, now_ms()))
    await finish_games(tasks, goal)
    return journal, outages


def kill_rounds(url: URL, games: int, plies: int, rounds: int) -> None:
    """Play games while the server is killed, and check everything that is promised."""
    goal = Goal()
    with RunningServer(url) as server:
        journal, outages = asyncio.run(play_through(server, goal, games, plies, rounds))
    tally = check(url, journal, games, goal.plies, outages)
    print(f"{rounds} kills: {tally}")  # pytest -rP shows it
    assert tally.turns_through_outages >= rounds


@pytest.mark.timeout(180)
def test_killed_server_loses_no_acknowledged_move(url: URL) -> None:
    kill_rounds(url, games=6, plies=12, rounds=3)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_server_killed_often_loses_no_acknowledged_move(url: URL) -> None:
    kill_rounds(url, games=200, plies=4, rounds=20)


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
