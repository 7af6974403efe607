"""The live games of one process: what is shown is stored, and deadlines come in time, which the test sets."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from unittest.mock import Mock

import msgspec
import pytest
import uvloop
from structlog.testing import capture_logs

from server.games import SECONDS
from server.live import SharedBus, SlowDisk, Spectator, finish, timed_game
from sumito.core import Color
from sumito.play import commands, messages
from sumito.play.events import FlagFall
from sumito.server import live_games
from sumito.server.bus import LocalBus
from sumito.server.database import Database
from sumito.server.live_game import BUSY, LAG_LIMIT_MS, LiveGame, Refusal, Storage
from sumito.server.live_games import LiveGames
from sumito.server.outage import Outage
from sumito.server.schema import event
from sumito.server.storage_errors import StorageError
from sumito.server.store import Store
from sumito.server.writer import Writer, WriteResult


def test_nothing_is_shown_before_it_is_stored(database: Database) -> None:
    store = Store(database)
    game, guests = timed_game(store)

    async def run() -> None:
        stored = store.load(game)
        assert stored is not None
        disk = SlowDisk(store)
        live = LiveGame(stored, disk.storage)
        player, watcher = Spectator(guests[1]), Spectator()
        live.subscribers.update((player, watcher))
        before = live.match.copy()
        command = asyncio.create_task(live.do(commands.Begin(), 1_000))
        await asyncio.wait_for(disk.submitted.wait(), SECONDS)
        assert (live.match, live.version) == (before, 0)
        assert msgspec.json.decode(live.whole(None))["version"] == 0
        assert player.seen == watcher.seen == []
        disk.done(WriteResult(stored=True))
        assert await command == live.version == disk.write.state.version == 1
        for each, you in ((player, True), (watcher, False)):
            (shown,) = each.seen
            assert isinstance(shown, messages.Game)
            assert (shown.version, shown.seats[1].you, "abort" in shown.can) == (1, you, you)

    asyncio.run(run())


def test_a_failed_write_leaves_the_match_unchanged(database: Database) -> None:
    store = Store(database)
    game, _ = timed_game(store)

    async def run() -> None:
        stored = store.load(game)
        assert stored is not None
        disk = SlowDisk(store)
        live = LiveGame(stored, disk.storage)
        before, watcher = live.match.copy(), Spectator()
        live.subscribers.add(watcher)
        command = asyncio.create_task(live.do(commands.Begin(), 1_000))
        await asyncio.wait_for(disk.submitted.wait(), SECONDS)
        disk.done(WriteResult(stored=False, error=StorageError("the disk is full")))
        with pytest.raises(Refusal) as refusal:
            await command
        assert refusal.value.code == BUSY
        assert live.match == before
        assert watcher.seen == []

    asyncio.run(run())


def test_a_timer_never_runs_out_after_the_deadline(database: Database) -> None:
    """The clocks of ten seconds start with the second ply. Until then each move has half a minute."""
    store = Store(database)
    game, _ = timed_game(store)
    now_ms = 1_000

    async def run() -> list[tuple[int, float]]:
        nonlocal now_ms
        seen = []
        loop = asyncio.get_running_loop()
        with Writer(database, deliver=loop.call_soon_threadsafe) as writer:
            storage = Storage(writer.submit, store.load, lambda: now_ms)
            games = LiveGames(store, storage, LocalBus(), "alive", on_change=lambda _: None)
            live = await games.open(game)
            assert live is not None
            for color, move in (("black", "a1b2"), ("white", "i5h5"), ("black", "b2c3"), ("white", "h5g5")):
                now_ms += 2_000
                await games.do(live, commands.Move(Color(color), move, live.version), now_ms)
                assert live.match.deadline_ms is not None
                due = loop.time() + (live.match.deadline_ms + LAG_LIMIT_MS - now_ms) / 1000
                seen.append((live.match.deadline_ms, due - games._deadlines[game][0]))
            await games.close()
        return seen

    deadlines, early = zip(*asyncio.run(run()), strict=True)
    assert min(later - earlier for earlier, later in pairwise(deadlines)) < 0  # one of them came nearer
    assert min(early) >= 0


def test_a_command_that_is_cancelled_leaves_its_write_alone(database: Database) -> None:
    """A server that stops cancels it. The writer still stores what it has, and tells the result."""
    store = Store(database)
    game, _ = timed_game(store)

    async def run() -> None:
        stored = store.load(game)
        assert stored is not None
        disk = SlowDisk(store)
        command = asyncio.create_task(LiveGame(stored, disk.storage).do(commands.Begin(), 1_000))
        await asyncio.wait_for(disk.submitted.wait(), SECONDS)
        command.cancel()
        await asyncio.wait([command])
        disk.done(WriteResult(stored=True))
        assert command.cancelled()

    asyncio.run(run())


def test_a_game_that_another_opener_drops_is_still_opened(database: Database) -> None:
    """The first opener waits for the disk, since the game begins. The second only reads the game."""
    store = Store(database)
    game, _ = timed_game(store)

    async def run() -> None:
        disk = SlowDisk(store)
        games = LiveGames(store, disk.storage, LocalBus(), "boot", on_change=lambda _: None)
        first = asyncio.create_task(games.open(game))
        await asyncio.wait_for(disk.submitted.wait(), SECONDS)
        second = await games.open(game)
        assert second is not None
        games.release(second)
        assert len(games) == 0
        disk.done(WriteResult(stored=True))
        assert await asyncio.wait_for(first, SECONDS) is second is await games.open(game)
        await games.close()

    asyncio.run(run())


def test_a_game_whose_deadline_has_passed_can_be_opened(database: Database) -> None:
    """With the event loop of the server, whose timers for a time in the past are no timers."""
    store = Store(database)
    game, _ = timed_game(store)

    async def run() -> None:
        now_ms = 1_000
        with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
            storage = Storage(writer.submit, store.load, lambda: now_ms)
            begun = LiveGames(store, storage, LocalBus(), "boot", on_change=lambda _: None)
            assert await begun.open(game) is not None
            await begun.close()
            now_ms += 1_000_000
            games = LiveGames(store, storage, LocalBus(), "boot", on_change=lambda _: None)
            assert await games.credit([game], Outage("dead", 0)) == 1
            await games.close()

    uvloop.run(run())


def damage(database: Database, game: str) -> None:
    """Put an event into the log of a game that no match takes."""
    with database.writing() as connection:
        wrong = msgspec.json.encode(FlagFall(1).to_json()).decode()
        late = {"game": game, "seq": 99, "kind": "flag", "ply": 0, "data": wrong, "at_ms": 1}
        connection.execute(event.insert(), [late, {**late, "seq": 100}])


def test_a_damaged_game_does_not_keep_others_from_their_end(database: Database) -> None:
    store = Store(database)
    good, _ = timed_game(store)
    bad, _ = timed_game(store)
    now_ms = 1_000

    async def run() -> None:
        nonlocal now_ms
        with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
            storage = Storage(writer.submit, store.load, lambda: now_ms)
            games = LiveGames(store, storage, LocalBus(), "boot", on_change=lambda _: None)
            for game in (bad, good):
                live = await games.open(game)
                assert live is not None
                games.release(live)
                now_ms += 1_000  # the damaged game is due first
            damage(database, bad)
            assert await games.credit([bad, good], Outage("dead", 0)) == 1
            now_ms += 1_000_000
            for _ in range(2):
                await games.sweep()
            assert await games.open(bad) is None
            assert games._loading == {}
            await games.close()

    with capture_logs() as logs:
        asyncio.run(run())
    stored = store.load(good)
    assert stored is not None
    assert stored.row.status == "aborted"  # nobody has moved
    assert [(entry["event"], entry["game"]) for entry in logs] == [("game_damaged", bad)]


def test_a_game_that_fails_does_not_keep_others_from_their_end(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(database)
    failing, good = (timed_game(store)[0] for _ in range(2))
    now_ms = 1_000

    async def run() -> None:
        nonlocal now_ms
        with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
            storage = Storage(writer.submit, store.load, lambda: now_ms)
            games = LiveGames(store, storage, LocalBus(), "boot", on_change=lambda _: None)
            for game in (failing, good):
                live = await games.open(game)
                assert live is not None
                games.release(live)
                now_ms += 1_000
            flag = games._flag

            async def flag_one(live: LiveGame) -> None:
                if live.id == failing:
                    raise ZeroDivisionError
                await flag(live)

            monkeypatch.setattr(games, "_flag", flag_one)
            now_ms += 1_000_000
            await games.sweep()
            assert len(games) == 0
            await games.close()

    asyncio.run(run())
    found = [store.load(game) for game in (failing, good)]
    assert [each and each.row.status for each in found] == ["playing", "aborted"]


def test_a_game_that_both_players_leave_leaves_no_timer(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second departure is stored after the first has dropped the game."""
    monkeypatch.setattr(live_games, "_LEFT_AFTER_S", 0.0)
    store = Store(database)
    game, guests = timed_game(store)

    async def run() -> None:
        with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
            storage = Storage(writer.submit, store.load, lambda: 1_000)
            games = LiveGames(store, storage, LocalBus(), "boot", on_change=lambda _: None)
            live = await games.open(game)
            assert live is not None
            players = [Spectator(guest) for guest in guests]
            for each in players:
                games.subscribe(live, each)
            await finish(games)
            assert list(games._deadlines) == [game]
            for each in players:
                games.unsubscribe(live, each)
            await finish(games)
            assert live.match.away.keys() == set(live.match.players)
            assert (len(games), games._deadlines) == (0, {})
            await games.close()

    asyncio.run(run())


def test_a_game_is_dropped_even_if_the_database_is_away(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_games, "_LEFT_AFTER_S", 0.0)
    store = Store(database)
    game, guests = timed_game(store)

    async def run() -> None:
        with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
            storage = Storage(writer.submit, store.load, lambda: 1_000)
            games = LiveGames(store, storage, SharedBus(), "boot", on_change=lambda _: None)
            live = await games.open(game)
            assert live is not None
            player = Spectator(guests[0])
            games.subscribe(live, player)
            await finish(games)
            monkeypatch.setattr(store, "detach", Mock(side_effect=StorageError("away")))
            games.unsubscribe(live, player)
            await finish(games)
            assert (len(games), games._deadlines) == (0, {})
            await games.close()

    with capture_logs() as logs:
        asyncio.run(run())
    assert [entry["event"] for entry in logs] == ["task_failed"]


def test_timers_follow_a_step_of_the_time(database: Database) -> None:
    store = Store(database)
    game, _ = timed_game(store)
    now_ms = 1_000

    async def run() -> tuple[float, float]:
        nonlocal now_ms
        with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
            storage = Storage(writer.submit, store.load, lambda: now_ms)
            games = LiveGames(store, storage, LocalBus(), "boot", on_change=lambda _: None)
            assert await games.open(game) is not None
            before = games._deadlines[game][0]
            games.hold_deadlines()
            now_ms += 29_000  # the first move has half a minute
            games.release_deadlines()
            after = games._deadlines[game][0]
            await games.close()
        return before, after

    before, after = asyncio.run(run())
    assert before - after > 20
