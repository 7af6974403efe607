"""Kill the server at random moments while games are played: no acknowledged move is lost, none is stored twice."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from contextlib import closing

import pytest
from sqlalchemy import URL

from server.playing import TIMED, Acknowledgement, Goal, Span, check, finish_games, now_ms, play_on, start_games
from server.running import RunningServer
from sumito.client import Connection, Site
from sumito.play import messages
from sumito.play.events import TimeCredit
from sumito.server.database import open_database
from sumito.server.live_game import match_of
from sumito.server.store import Store

OUTAGE_S = 4


async def play_through(
    server: RunningServer, goal: Goal, sizes: Sequence[int], plies: int, rounds: int
) -> tuple[list[Acknowledgement], list[Span]]:
    """Play games, some plies for each kill of the server. Return all acknowledgements and outages.

    `sizes` has the number of players of each game.
    """
    journal: list[Acknowledgement] = []
    outages: list[Span] = []
    rng = random.Random(7)
    tasks = await start_games(server.address, sizes, goal, journal)
    for _ in range(rounds):
        goal.rise(plies)
        await play_on(rng.randrange(1, len(sizes)), tasks, journal)
        await asyncio.to_thread(server.kill)
        from_ms = now_ms()
        await asyncio.to_thread(server.start)
        outages.append(Span(from_ms, now_ms()))
    await finish_games(tasks, goal)
    return journal, outages


def kill_rounds(url: URL, sizes: Sequence[int], plies: int, rounds: int) -> None:
    """Play games while the server is killed, and check everything that is promised."""
    goal = Goal(max(sizes))
    with RunningServer(url) as server:
        journal, outages = asyncio.run(play_through(server, goal, sizes, plies, rounds))
    tally = check(url, journal, len(sizes), goal.plies, outages)
    print(f"{rounds} kills: {tally}")  # pytest -rP shows it
    assert tally.turns_through_outages >= rounds


@pytest.mark.timeout(180)
def test_killed_server_loses_no_acknowledged_move(url: URL) -> None:
    kill_rounds(url, sizes=(2, 2, 3, 2, 2, 3), plies=12, rounds=3)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_server_killed_often_loses_no_acknowledged_move(url: URL) -> None:
    kill_rounds(url, sizes=[2] * 200, plies=4, rounds=20)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_killed_server_loses_no_acknowledged_move_of_three_players(url: URL) -> None:
    kill_rounds(url, sizes=[3] * 50, plies=6, rounds=8)


def test_time_without_a_server_costs_nobody_time(sqlite_url: URL) -> None:
    with RunningServer(sqlite_url) as server:
        creator, guest = Site(server.address), Site(server.address)
        invitation = creator.create(TIMED, color="black")
        guest.join(invitation)
        before, after, lived = asyncio.run(_clocks_around_an_outage(server, creator, guest, invitation.game))
    assert after.running == before.running
    # The clock may have run only while the server lived.
    lived_ms = lived.to_ms - lived.from_ms
    assert all(now >= then - lived_ms for now, then in zip(after.remaining, before.remaining, strict=True))
    with closing(open_database(sqlite_url)) as database:
        stored = Store(database).load(invitation.game)
    assert stored is not None
    (credit,) = (event for event in match_of(stored).log if isinstance(event, TimeCredit))
    assert credit.ms >= credit.at_ms - lived.to_ms >= OUTAGE_S * 1000


async def _clocks_around_an_outage(
    server: RunningServer, creator: Site, guest: Site, game_id: str
) -> tuple[messages.ClockState, messages.ClockState, Span]:
    """Return the clocks before and after, and a time that has all of the turn in which the server lived."""
    async with (
        Connection(creator.address, creator.token, game_id) as black,
        Connection(guest.address, guest.token, game_id) as white,
    ):
        await black.wait(0)
        await black.do(messages.Move("a1b2"))
        await white.wait(1)
        from_ms = now_ms()
        await white.do(messages.Move("i5h5"))
        game = await black.wait(black.game.version - 1)
        while len(game.moves) < 2:
            game = await black.wait(game.version)
        assert game.latest is not None
        before = game.latest.clock
        await asyncio.to_thread(server.kill)
        lived = Span(from_ms, now_ms())
        await asyncio.sleep(OUTAGE_S)  # the outage itself
        await asyncio.to_thread(server.start)
        game = await black.wait(game.version)
        assert game.latest is not None
        after = game.latest.clock
    assert before is not None
    assert after is not None
    return before, after, lived
