"""The live games of one process among several, with a time that the test sets."""

from __future__ import annotations

import asyncio

import msgspec

from server.games import new_guest
from sumito.core import Color
from sumito.play import Cause, Terms, commands
from sumito.play.events import TimeCredit
from sumito.server.bus import LonelyBus
from sumito.server.database import Database
from sumito.server.live_game import Storage, match_of
from sumito.server.live_games import LiveGames
from sumito.server.outage import MOST_MS
from sumito.server.store import Heartbeat, NewSeat, Store
from sumito.server.writer import Writer

TERMS = Terms.from_json({"control": {"kind": "total", "time_ms": 10_000, "increment_ms": 0, "delay_ms": 0}})


class SharedBus(LonelyBus):
    """A bus whose other processes are silent."""

    shared = True


def test_time_of_a_player_at_a_dead_process_does_not_run_out_at_once(database: Database) -> None:
    store = Store(database)
    guests = [new_guest(store, name) for name in ("black", "white")]
    seats = [NewSeat(color, guest=guest) for color, guest in zip(("black", "white"), guests, strict=True)]
    text = msgspec.json.encode(TERMS.to_json()).decode()
    game = store.create_game(terms=text, position=TERMS.start, seats=seats, now_ms=0)
    store.beat(Heartbeat("dead", "dead", 5_000))
    store.attach(game, guests[0], "dead")
    now_ms = 1_000

    async def run() -> list[tuple[int, Cause | None]]:
        nonlocal now_ms
        seen = []
        with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
            games = LiveGames(store, Storage(writer.submit, store.load, lambda: now_ms), SharedBus(), "alive")
            live = await games.open(game)
            assert live is not None
            for command in (commands.Move(Color.BLACK, "a1b2", 1), commands.Move(Color.WHITE, "i5h5", 2)):
                await games.do(live, command, now_ms)
            for later_ms in (14_000, 14_000, 14_000 + MOST_MS):  # the deadline is at 11,000
                now_ms = later_ms
                await games.sweep()
                stored = store.load(game)
                assert stored is not None
                match = match_of(stored)
                credits_given = [event for event in match.log if isinstance(event, TimeCredit)]
                seen.append((len(credits_given), None if match.result is None else match.result.cause))
            await games.close()
        return seen

    assert asyncio.run(run()) == [(1, None), (1, None), (1, Cause.TIME)]
