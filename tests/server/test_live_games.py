"""The live games of one process: what is shown is stored, and deadlines come in time, which the test sets."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from itertools import pairwise
from unittest.mock import Mock

import msgspec
import pytest
import uvloop
from structlog.testing import capture_logs

from server.games import SECONDS, new_guest
from sumito.core import Color
from sumito.play import Cause, Terms, commands, messages
from sumito.play.commands import Command
from sumito.play.events import Arrival, Departure, FlagFall, Start, TimeCredit
from sumito.server import live_games
from sumito.server.bus import LocalBus
from sumito.server.database import Database
from sumito.server.live_game import BUSY, LAG_LIMIT_MS, LiveGame, Refusal, Storage, match_of
from sumito.server.live_games import LiveGames
from sumito.server.outage import MOST_MS, Outage
from sumito.server.schema import event
from sumito.server.storage_errors import StorageError
from sumito.server.store import Heartbeat, NewGame, NewSeat, Store, StoredGame
from sumito.server.writer import Write, Writer, WriteResult

TERMS = Terms.from_json({"control": {"kind": "total", "time_ms": 10_000, "increment_ms": 0, "delay_ms": 0}})


class SharedBus(LocalBus):
    """A bus whose other processes are silent."""

    shared = True


def timed_game(store: Store) -> tuple[str, list[int]]:
    """Store a game that has not begun. Return it with the guests on its seats."""
    guests = [new_guest(store, secrets.token_hex(8)) for _ in range(2)]
    seats = [NewSeat(color, guest=guest) for color, guest in zip(("black", "white"), guests, strict=True)]
    text = msgspec.json.encode(TERMS.to_json()).decode()
    return store.create_game(NewGame(text, TERMS.start, seats), 0), guests


class SlowDisk:
    """A storage whose writes wait for their results."""

    def __init__(self, store: Store) -> None:
        self.storage = Storage(self._submit, store.load, lambda: 1_000)
        self.submitted = asyncio.Event()

    def _submit(self, write: Write, done: Callable[[WriteResult], None]) -> None:
        self.write, self.done = write, done
        self.submitted.set()


class Spectator:
    """A subscriber that keeps its messages."""

    def __init__(self, guest: int | None = None) -> None:
        self.guest = guest
        self.seen: list[messages.ServerMessage] = []

    def send(self, message: bytes) -> None:
        self.seen.append(messages.decode_server(message))

    def follows(self, game: str) -> bool:
        return True


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


def test_time_of_a_player_at_a_dead_process_does_not_run_out_at_once(database: Database) -> None:
    store = Store(database)
    game, guests = timed_game(store)
    store.beat(Heartbeat("dead", "dead", 5_000))
    store.attach(game, guests[0], "dead")
    now_ms = 1_000

    async def run() -> list[tuple[int, Cause | None]]:
        nonlocal now_ms
        seen = []
        with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
            storage = Storage(writer.submit, store.load, lambda: now_ms)
            games = LiveGames(store, storage, SharedBus(), "alive", on_change=lambda _: None)
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
                credits_given = [each for each in match.log if isinstance(each, TimeCredit)]
                seen.append((len(credits_given), None if match.result is None else match.result.cause))
            await games.close()
        return seen

    assert asyncio.run(run()) == [(1, None), (1, None), (1, Cause.TIME)]


def test_a_player_whose_process_has_died_is_noted_as_away(database: Database) -> None:
    store = Store(database)
    game, guests = timed_game(store)
    store.beat(Heartbeat("dead", "dead", 5_000))
    store.beat(Heartbeat("other", "other", 9_000))
    for guest, boot in zip(guests, ("dead", "other"), strict=True):
        store.attach(game, guest, boot)

    async def run() -> list[set[Color]]:
        seen = []
        with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
            storage = Storage(writer.submit, store.load, lambda: 10_000)
            games = LiveGames(store, storage, SharedBus(), "alive", on_change=lambda _: None)
            live = await games.open(game)
            assert live is not None
            for _ in range(3):
                await games.poll()
                seen.append(set(live.match.away))
            await games.close()
        return seen

    # The first look could have met a page that was reloading.
    assert asyncio.run(run()) == [set(), {Color.BLACK}, {Color.BLACK}]


def test_a_player_who_changes_the_process_quickly_loses_no_time(database: Database) -> None:
    store = Store(database)
    game, guests = timed_game(store)
    store.beat(Heartbeat("killed", "killed", 9_000))
    store.attach(game, guests[0], "killed")
    now_ms = 8_000

    async def run() -> list[int]:
        nonlocal now_ms
        with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
            storage = Storage(writer.submit, store.load, lambda: now_ms)
            games = LiveGames(store, storage, SharedBus(), "alive", on_change=lambda _: None)
            live = await games.open(game)
            assert live is not None
            for command in (commands.Move(Color.BLACK, "a1b2", 1), commands.Move(Color.WHITE, "i5h5", 2)):
                await games.do(live, command, now_ms)
            left = [live.match.remaining_ms(Color.BLACK, at_ms=now_ms)]
            now_ms = 9_800  # the process was killed at some time since 9,000
            games.subscribe(live, Spectator(guests[0]))
            while games._tasks:
                await asyncio.gather(*games._tasks)
            left.append(live.match.remaining_ms(Color.BLACK, at_ms=now_ms))
            await games.close()
        return [each or 0 for each in left]

    assert asyncio.run(run()) == [10_000, 9_000]  # the second before the last heartbeat is the player's own


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


async def finish(games: LiveGames) -> None:
    """Wait for the tasks of live games, and for those that they start."""
    while games._tasks:
        await asyncio.wait(games._tasks)


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


async def other_process(database: Database, store: Store, game: str, *orders: Command) -> int:
    """Carry out commands in another process, whose hints get lost. Return the version after them."""
    with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
        stored = store.load(game)
        assert stored is not None
        live = LiveGame(stored, Storage(writer.submit, store.load, lambda: 2_000))
        for each in orders:
            await live.do(each, 2_000)
        return live.version


def test_many_hints_lead_to_few_readings(database: Database) -> None:
    store = Store(database)
    game, _ = timed_game(store)
    loads = 0

    def load(game_id: str) -> StoredGame | None:
        nonlocal loads
        loads += 1
        return store.load(game_id)

    async def run() -> None:
        with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
            storage = Storage(writer.submit, load, lambda: 2_000)
            games = LiveGames(store, storage, SharedBus(), "boot", on_change=lambda _: None)
            live = await games.open(game)
            assert live is not None
            moves = commands.Move(Color.BLACK, "a1b2", 1), commands.Move(Color.WHITE, "i5h5", 2)
            version = await other_process(database, store, game, *moves)
            for _ in range(100):
                for each in range(version + 1):
                    games.hear(f"{game} {each}")
            await finish(games)
            assert (live.version, loads) == (version, 1)
            games.hear(f"{game} {version}")  # it is known
            await finish(games)
            assert loads == 1
            games.hear(f"{game} {version} seats")
            await asyncio.sleep(0)
            for _ in range(100):  # somebody takes a seat while the game is read
                games.hear(f"{game} {version} seats")
            await finish(games)
            assert (loads, games._heard) == (3, {})
            await games.close()

    asyncio.run(run())


def test_a_refused_command_that_reads_the_game_sets_its_deadline(database: Database) -> None:
    """Another process has stored the second move: the clocks have ten seconds, and the first moves had more."""
    store = Store(database)
    game, _ = timed_game(store)

    async def run() -> tuple[float, float]:
        loop = asyncio.get_running_loop()
        with Writer(database, deliver=loop.call_soon_threadsafe) as writer:
            storage = Storage(writer.submit, store.load, lambda: 2_000)
            games = LiveGames(store, storage, LocalBus(), "boot", on_change=lambda _: None)
            live = await games.open(game)
            assert live is not None
            await games.do(live, commands.Move(Color.BLACK, "a1b2", 1), 2_000)
            late = games._deadlines[game][0]
            await other_process(database, store, game, commands.Move(Color.WHITE, "i5h5", 2))
            with pytest.raises(Refusal):
                await games.do(live, commands.Move(Color.WHITE, "i5h4", 2), 2_000)
            await finish(games)
            assert live.match.plies == 2
            early = games._deadlines[game][0]
            await games.close()
            return early, late

    early, late = asyncio.run(run())
    assert late - early > 15


def test_a_player_with_another_tab_is_back_at_once_and_stays(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One tab is at each of two processes, and the second is closed. The opponent is at the second process."""
    monkeypatch.setattr(live_games, "_LEFT_AFTER_S", 0.0)
    store = Store(database)
    game, guests = timed_game(store)
    for boot in ("first", "second"):
        store.beat(Heartbeat(boot, boot, 1_000))

    async def run() -> None:
        with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
            storage = Storage(writer.submit, store.load, lambda: 1_000)
            processes = [
                LiveGames(store, storage, SharedBus(), boot, on_change=lambda _: None) for boot in ("first", "second")
            ]
            opened = [await each.open(game) for each in processes]
            tabs = [Spectator(guests[0]) for _ in processes]
            for games, live, tab in zip(processes, opened, tabs, strict=True):
                assert live is not None
                games.subscribe(live, tab)
                await finish(games)
            assert opened[1] is not None
            processes[1].subscribe(opened[1], Spectator(guests[1]))
            processes[1].unsubscribe(opened[1], tabs[1])
            for _ in range(5):
                for games in processes:
                    await finish(games)
                    await games.poll()
            for games in processes:
                await finish(games)
                await games.close()

    asyncio.run(run())
    stored = store.load(game)
    assert stored is not None
    kinds = [type(each) for each in match_of(stored).log]
    assert kinds == [Start, Departure, Arrival]
    assert store.unattached([game], 0) == set()


def test_a_player_whose_arrival_could_not_be_stored_is_noted_later(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(database)
    game, guests = timed_game(store)
    store.beat(Heartbeat("boot", "boot", 1_000))

    async def run() -> set[tuple[str, int]]:
        with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
            storage = Storage(writer.submit, store.load, lambda: 1_000)
            games = LiveGames(store, storage, SharedBus(), "boot", on_change=lambda _: None)
            live = await games.open(game)
            assert live is not None
            with monkeypatch.context() as outage:
                outage.setattr(store, "attach", Mock(side_effect=StorageError("away")))
                games.subscribe(live, Spectator(guests[0]))
                await finish(games)
            await games.poll()
            await finish(games)
            await games.close()
        return store.unattached([game], 0)

    assert asyncio.run(run()) == {(game, guests[1])}


def test_credits_for_an_outage_share_a_commit(database: Database) -> None:
    """No write is answered before all are there. The credits count from the time at which each of them is given."""
    store = Store(database)
    ids = [timed_game(store)[0] for _ in range(8)]
    now_ms = 1_000

    async def run() -> list[int]:
        nonlocal now_ms
        loop = asyncio.get_running_loop()
        with Writer(database, deliver=loop.call_soon_threadsafe) as writer:
            begun = LiveGames(
                store, Storage(writer.submit, store.load, lambda: 1_000), LocalBus(), "boot", on_change=lambda _: None
            )
            for game in ids:
                assert await begun.open(game) is not None
            await begun.close()
        waiting: list[tuple[Write, Callable[[WriteResult], None]]] = []
        complete = asyncio.Event()

        def submit(write: Write, done: Callable[[WriteResult], None]) -> None:
            nonlocal now_ms
            now_ms += 1_000
            waiting.append((write, done))
            if len(waiting) == len(ids):
                complete.set()

        games = LiveGames(
            store, Storage(submit, store.load, lambda: now_ms), LocalBus(), "boot", on_change=lambda _: None
        )
        credit = asyncio.create_task(games.credit(ids, Outage("dead", 0)))
        await asyncio.wait_for(complete.wait(), SECONDS)
        for _, done in waiting:
            done(WriteResult(stored=True))
        assert await credit == len(ids)
        await games.close()
        return [write.state.turn_started_ms or 0 for write, _ in waiting]

    started = asyncio.run(run())
    assert [later - earlier for earlier, later in pairwise(started)] == [1_000] * 7


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
