"""The live games of several processes, in time that the test sets: hints, deaths, credits, players with two tabs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import pairwise
from unittest.mock import Mock

import msgspec
import pytest
from sqlalchemy.exc import OperationalError

from server.games import SECONDS, new_game, new_guest
from server.live import TERMS, SharedBus, Spectator, finish, timed_game
from sumito.core import Color
from sumito.play import Cause, Terms, commands, messages
from sumito.play.commands import Command
from sumito.play.events import Arrival, Departure, Start, TimeCredit
from sumito.server import live_games
from sumito.server.bus import LocalBus
from sumito.server.database import Database
from sumito.server.live_game import LiveGame, Refusal, Storage, match_of
from sumito.server.live_games import LiveGames
from sumito.server.outage import MOST_MS, Outage
from sumito.server.storage_errors import StorageError
from sumito.server.store import Heartbeat, NewGame, NewSeat, Store, StoredGame
from sumito.server.tokens import token_hash
from sumito.server.writer import Write, Writer, WriteResult


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
            games.subscribe(live, Spectator())
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


def test_who_gives_a_seat_back_elsewhere_follows_a_private_game_no_longer(database: Database) -> None:
    store = Store(database)
    host, guest = new_guest(store, "host"), new_guest(store, "guest")
    terms = msgspec.json.encode(Terms(layout="three-players", watchers=False).to_json()).decode()
    seats = NewSeat("black", host), NewSeat("blue", guest), NewSeat("white")
    game = new_game(database, seats=seats, terms=terms)

    async def run() -> tuple[object, int]:
        with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
            storage = Storage(writer.submit, store.load, lambda: 2_000)
            games = LiveGames(store, storage, SharedBus(), "boot", on_change=lambda _: None)
            live = await games.open(game)
            assert live is not None
            follower = Spectator(guest)
            games.subscribe(live, follower)
            assert store.vacate(game, guest)  # by another process
            games.hear(f"{game} 0 seats")
            await finish(games)
            await games.close()
        return follower.seen[-1], len(games)

    # The game has no other follower here, so it is forgotten.
    assert asyncio.run(run()) == (messages.Gone(game), 0)


def test_a_seat_and_a_rematch_are_seen_though_their_hints_got_lost(database: Database) -> None:
    """Another process gives the free seat away, and makes the next game. No version shows either."""
    store = Store(database)
    owner, friend = (new_guest(store, name) for name in ("owner", "friend"))
    invitation = b"invitation"
    seats = [NewSeat("black", guest=owner), NewSeat("white", None, invitation, 9_000)]
    new = NewGame(msgspec.json.encode(TERMS.to_json()).decode(), TERMS.start, seats)

    async def run() -> list[tuple[int | None, str | None]]:
        seen = []
        with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
            storage = Storage(writer.submit, store.load, lambda: 2_000)
            games = LiveGames(store, storage, SharedBus(), "boot", on_change=lambda _: None)
            game = store.create_game(new, 0)
            live = await games.open(game)
            assert live is not None
            page = Spectator(owner)
            games.subscribe(live, page)
            await finish(games)

            def redeem() -> None:
                assert store.redeem(invitation, friend, 1_000) is not None

            def make_rematch() -> None:
                store.create_game(NewGame("{}", "start", [NewSeat("black"), NewSeat("white")], rematch_of=game), 2_000)

            for change in (redeem, make_rematch):
                change()
                await games.poll()
                await finish(games)
                view = [each for each in page.seen if isinstance(each, messages.Game)][-1]
                seen.append((view.seats[1].guest, view.rematch))
                assert live.mark == store.marks([game])[game]
            await games.close()
        return seen

    (taken, before), (_, rematch) = asyncio.run(run())
    assert taken is not None
    assert (before, rematch is None) == (None, False)


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


def test_processes_that_start_together_credit_a_game_once(database: Database) -> None:
    store = Store(database)
    game, _ = timed_game(store)

    async def run() -> list[int]:
        with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
            storage = Storage(writer.submit, store.load, lambda: 9_000)
            processes = [
                LiveGames(store, storage, SharedBus(), boot, on_change=lambda _: None) for boot in ("first", "second")
            ]
            for each in processes:
                assert await each.open(game) is not None
            credited = await asyncio.gather(*(each.credit([game], Outage("dead", 1_000)) for each in processes))
            for each in processes:
                await each.close()
            return credited

    assert sorted(asyncio.run(run())) == [0, 1]
    stored = store.load(game)
    assert stored is not None
    given = [(each.boot, each.ms) for each in match_of(stored).log if isinstance(each, TimeCredit)]
    assert given == [("dead since 1000", 13_000)]


def test_credits_wait_for_a_database_that_is_away(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(database)
    game, _ = timed_game(store)

    async def run() -> None:
        with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
            storage = Storage(writer.submit, store.load, lambda: 9_000)
            games = LiveGames(store, storage, LocalBus(), "boot", on_change=lambda _: None)
            with monkeypatch.context() as away:
                away.setattr(store, "load", Mock(side_effect=OperationalError("", {}, Exception("away"))))
                with pytest.raises(OperationalError):
                    await games.credit([game], Outage("dead", 1_000))
            assert await games.credit([game], Outage("dead", 1_000)) == 1
            await games.close()

    asyncio.run(run())


def test_other_processes_hear_of_seats_before_a_game_begins(database: Database) -> None:
    """A guest joins at one process; the host waits at another. The version of the game does not change."""
    store = Store(database)
    host, guest = new_guest(store, "host"), new_guest(store, "guest")
    terms = Terms(layout="three-players")
    invitation = token_hash("invitation")
    seats = (NewSeat("black", host), NewSeat("blue", None, invitation, 5_000), NewSeat("white", None, None, 5_000))
    game = new_game(database, seats=seats, terms=msgspec.json.encode(terms.to_json()).decode())

    async def run() -> list[messages.ServerMessage]:
        with Writer(database, deliver=asyncio.get_running_loop().call_soon_threadsafe) as writer:
            storage = Storage(writer.submit, store.load, lambda: 2_000)
            bus = Mock(SharedBus, shared=True)
            here, there = (LiveGames(store, storage, bus, name, on_change=lambda _: None) for name in ("one", "two"))
            waiting = Spectator(host)
            live = await here.open(game)
            joined = await there.open(game)
            assert live is not None
            assert joined is not None
            live.subscribers.add(waiting)
            assert await asyncio.to_thread(store.redeem, invitation, guest, 2_000) is not None
            await there.reseat(joined)
            for call in bus.publish.call_args_list:
                here.hear(call.args[0])
            await finish(here)
            for games in (here, there):
                await games.close()
        return waiting.seen

    (shown,) = asyncio.run(run())
    assert isinstance(shown, messages.Game)
    assert [seat.guest is None for seat in shown.seats] == [False, False, True]
