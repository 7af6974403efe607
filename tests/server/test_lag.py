"""Lag compensation: the shortest round trip counts, within a quota that the log determines."""

from __future__ import annotations

import asyncio
import random
import time

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import connect

from sumito.play import Terms, commands
from sumito.play.events import PlayedMove
from sumito.server.lag import GAIN_MS, LagQuota, RoundTrips
from sumito.server.listening import served
from sumito.server.live_game import LAG_LIMIT_MS, LiveGame, Storage
from sumito.server.socket_protocol import ARRIVED, LINE
from sumito.server.store import GameRow, SeatRow, StoredGame
from sumito.server.writer import WriteResult

LATE_S = 0.2


@given(st.lists(st.integers(0, 10_000)))
def test_shortest_of_the_last_ten_round_trips_counts(trips: list[int]) -> None:
    measured = RoundTrips()
    for each in trips:
        measured.add(each)
    assert measured.least_ms == min(trips[-10:], default=0)


def compensations(trips: list[int]) -> list[int]:
    """Return what a player is given who moves after each of these round trips."""
    quota, given_ms = LagQuota(LAG_LIMIT_MS), []
    for trip in trips:
        given_ms.append(quota.compensation_ms(trip))
        quota.spend(given_ms[-1])
    return given_ms


@given(st.lists(st.integers(0, 3_000), max_size=60))
def test_compensation_stays_within_the_quota(trips: list[int]) -> None:
    given_ms = compensations(trips)
    assert all(0 <= given <= min(trip, LAG_LIMIT_MS) for given, trip in zip(given_ms, trips, strict=True))
    assert sum(given_ms) <= LAG_LIMIT_MS + GAIN_MS * max(0, len(trips) - 1)


@given(st.lists(st.integers(0, GAIN_MS)))
def test_usual_round_trips_are_compensated_in_full(trips: list[int]) -> None:
    assert compensations(trips) == trips


def test_quota_of_a_game_counts_the_moves_of_each_player() -> None:
    terms = Terms()
    row = GameRow(
        "game", "open", msgspec.json.encode(terms.to_json()).decode(), 0, 0, terms.start, None, None, None, 0, 0, None
    )
    seats = tuple(
        SeatRow("game", number, color, number + 1, None, 0) for number, color in enumerate(("black", "white"))
    )
    stored = StoredGame(row, seats, {1: 1001, 2: 1002}, None, ())
    rng = random.Random(3)

    async def play() -> LiveGame:
        storage = Storage(lambda _, done: done(WriteResult(stored=True)), lambda _: stored, lambda: 0)
        live = LiveGame(stored, storage)
        await live.do(commands.Begin(), 0)
        for ply in range(8):
            board = live.match.board
            move = board.format_move(rng.choice(list(board.legal_moves)))
            lag_ms = 300 if live.match.turn == "black" else 0
            await live.do(commands.Move(live.match.turn, move, live.version), 1_000 * (ply + 1), lag_ms=lag_ms)
        return live

    log = asyncio.run(play()).match.log
    assert [event.lag_ms for event in log if isinstance(event, PlayedMove)] == [300, 0, 300, 0, 100, 0, 100, 0]


async def answering(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer each message with the shortest round trip, and how long the message has waited. Take a while for each."""
    if scope["type"] != "websocket":
        return
    line = scope["extensions"][LINE]
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        waited_ms = (time.monotonic_ns() - message[ARRIVED]) // 1_000_000
        line.measure()
        await send({"type": "websocket.send", "text": f"{line.trips.least_ms} {waited_ms}"})
        await asyncio.sleep(LATE_S)


def test_server_measures_round_trips_and_arrivals() -> None:
    async def talk(address: str) -> list[list[int]]:
        async with connect(f"ws{address.removeprefix('http')}", compression=None, proxy=None) as socket:
            await socket.send("first")
            time.sleep(LATE_S)  # a slow network: nothing is answered meanwhile
            answers = [await socket.recv()]
            await socket.send("second")
            await socket.send("third")
            return [
                [int(part) for part in answer.split()]
                for answer in [*answers, await socket.recv(), await socket.recv()]
            ]

    with served(answering) as address:
        first, second, third = asyncio.run(talk(address))
    assert first[0] == 0  # not measured yet
    assert LATE_S * 500 <= second[0] <= 30_000
    assert third[1] >= LATE_S * 500  # it arrived while the second was being handled
