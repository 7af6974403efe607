"""The queries of games, seats and heartbeats, on both databases."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import text

from server.games import SECONDS, move, new_game, new_guest, result
from sumito.server import store as store_module
from sumito.server.database import Database
from sumito.server.store import GameMark, Heartbeat, NewGame, NewSeat, Store
from sumito.server.tokens import new_game_id, new_invitation_token, new_session_token, token_hash
from sumito.server.writer import Event, GameState, Write, Writer

INVITATION = token_hash("invitation")


@pytest.fixture
def store(database: Database) -> Store:
    return Store(database)


def invited_game(database: Database, *guests: int, expires_ms: int = 5_000) -> str:
    """A game with a seat for each guest, and one for the invitation."""
    seats = [NewSeat(color, guest) for color, guest in zip(("black", "red", "blue"), guests, strict=False)]
    return new_game(database, seats=(*seats, NewSeat("white", None, INVITATION, expires_ms)))


def test_tokens_are_long_and_stored_as_hashes() -> None:
    sessions = {new_session_token() for _ in range(100)}
    assert len(sessions) == 100
    assert {len(token) for token in sessions} == {43}  # 256 bits in base64
    assert {len(new_invitation_token()) for _ in range(100)} == {22}
    assert token_hash("abc").hex() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    ids = {new_game_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(re.fullmatch(r"[0-9A-Za-z]{10}", game) for game in ids)


def test_a_game_is_loaded_as_it_was_created(store: Store, database: Database) -> None:
    guest = new_guest(store, "one")
    game = invited_game(database, guest)
    loaded = store.load(game)
    assert loaded is not None
    row = loaded.row
    assert (row.id, row.status, row.terms, row.version, row.ply) == (game, "open", '{"clock":null}', 0, 0)
    assert (row.position, row.turn_started_ms, row.deadline_ms, row.result) == ("start", None, None, None)
    assert (row.created_ms, row.changed_ms, row.rematch_of) == (1_000, 1_000, None)
    assert [(seat.number, seat.color, seat.guest, seat.joined_ms) for seat in loaded.seats] == [
        (0, "black", guest, 1_000),
        (1, "white", None, None),
    ]
    assert loaded.events == ()
    assert store.load("nothing") is None


def test_a_taken_id_is_drawn_again(store: Store, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = iter(["aaaaaaaaaa", "aaaaaaaaaa", "bbbbbbbbbb"])
    monkeypatch.setattr(store_module, "new_game_id", lambda: next(ids))
    assert [new_game(database), new_game(database)] == ["aaaaaaaaaa", "bbbbbbbbbb"]
    loaded = store.load("aaaaaaaaaa")
    assert loaded is not None
    assert len(loaded.seats) == 2


def test_a_game_has_one_rematch(store: Store, database: Database) -> None:
    game = new_game(database)

    def rematch() -> str:
        seats = [NewSeat("black"), NewSeat("white")]
        return store.create_game(NewGame("{}", "start", seats, rematch_of=game), 2_000)

    with ThreadPoolExecutor(4) as pool:
        ids = set(pool.map(lambda _: rematch(), range(4)))
    assert len(ids) == 1
    loaded = store.load(ids.pop())
    assert loaded is not None
    assert loaded.row.rematch_of == game
    assert len(loaded.seats) == 2


def test_marks_of_games(store: Store, database: Database) -> None:
    guest = new_guest(store, "one")
    one, two = new_game(database, seats=(NewSeat("black", guest), NewSeat("white"))), new_game(database)
    rematch = store.create_game(NewGame("{}", "start", [NewSeat("black"), NewSeat("white")], rematch_of=two), 2_000)
    with Writer(database) as writer:
        assert result(writer, move(two, 1)).stored
    assert store.marks([one, two, "nothing"]) == {one: GameMark(0, guest, None), two: GameMark(1, 0, rematch)}
    assert store.marks([]) == {}


def test_games_of_a_guest_are_listed_the_last_changed_first(store: Store, database: Database) -> None:
    guest, other = new_guest(store, "one"), new_guest(store, "two")
    games = [new_game(database, now_ms=now, seats=(NewSeat("black", guest), NewSeat("white"))) for now in (10, 20, 30)]
    new_game(database, seats=(NewSeat("black", other), NewSeat("white")))
    with Writer(database) as writer:
        assert result(writer, move(games[0], 1)).stored
        ended = Write(
            games[1], 0, (Event(1, "resign", 0, "{}", 1),), GameState("finished", 1, 0, "start", result='"w"'), 50
        )
        assert result(writer, ended).stored
    assert [row.id for row in store.games_of(guest)] == [games[0], games[2]]
    assert [row.id for row in store.games_of(guest, limit=1)] == [games[0]]
    assert [(row.id, row.result) for row in store.games_of(guest, statuses=["finished"])] == [(games[1], '"w"')]


def test_games_in_play_come_by_their_deadlines(store: Store, database: Database) -> None:
    games = [new_game(database) for _ in range(4)]
    with Writer(database) as writer:
        for game, deadline_ms in zip(games, (300, None, 100, 200), strict=True):
            assert result(writer, move(game, 1, deadline_ms=deadline_ms)).stored
    new_game(database)
    assert store.playing_games() == [games[2], games[3], games[0], games[1]]


def test_due_games_are_those_in_play_past_their_deadline(store: Store, database: Database) -> None:
    late, later, early, untimed, over = (new_game(database) for _ in range(5))
    with Writer(database) as writer:
        for game, deadline in ((later, 200), (late, 100), (early, 301), (untimed, None)):
            assert result(writer, move(game, 1, deadline_ms=deadline)).stored
        state = GameState("finished", 1, 1, "end", deadline_ms=100)
        assert result(writer, Write(over, 0, (Event(1, "move", 1, "{}", 1),), state, 1)).stored
    assert store.due_games(301, limit=9) == [late, later]
    assert store.due_games(301, limit=1) == [late]
    assert store.due_games(100, limit=9) == []


def test_a_game_that_is_being_written_is_not_due_on_postgres(
    store: Store, database: Database, second_database: Database
) -> None:
    busy, idle = new_game(database), new_game(database)
    with Writer(database) as writer:
        for game in (busy, idle):
            assert result(writer, move(game, 1, deadline_ms=100)).stored
    with second_database.writing() as connection:
        connection.execute(text("UPDATE game SET version = version WHERE id = :id"), {"id": busy})
        due = store.due_games(200, limit=9)
    assert set(due) == ({busy, idle} if database.is_sqlite else {idle})
    assert set(store.due_games(200, limit=9)) == {busy, idle}


def test_the_deadline_index_is_used(database: Database) -> None:
    query = "SELECT id FROM game WHERE status = 'playing' AND deadline_ms < 5 ORDER BY deadline_ms LIMIT 100"
    with database.reading() as connection:
        if not database.is_sqlite:
            connection.execute(text("SET LOCAL enable_seqscan = off"))
        plan = connection.execute(text(f"EXPLAIN {'QUERY PLAN' if database.is_sqlite else ''} {query}")).all()
    assert "game_deadline_index" in str(plan)


def test_old_games_that_nobody_joined_are_deleted(store: Store, database: Database) -> None:
    one, two = new_guest(store, "one"), new_guest(store, "two")
    waiting = new_game(database, now_ms=10, seats=(NewSeat("black", one), NewSeat("white", None, INVITATION, 99)))
    joined = new_game(database, now_ms=10, seats=(NewSeat("black", one), NewSeat("white", two)))
    playing, young = new_game(database, now_ms=10), new_game(database, now_ms=20)
    with Writer(database) as writer:
        assert result(writer, move(playing, 1)).stored
    assert store.delete_unjoined(10) == []
    assert store.delete_unjoined(20) == [waiting]
    assert store.load(waiting) is None
    assert store.redeem(INVITATION, two, 15) is None
    assert set(store.marks([waiting, joined, playing, young])) == {joined, playing, young}


# ---- invitations


def test_an_invitation_is_redeemed_once(store: Store, database: Database) -> None:
    guests = [new_guest(store, f"guest {n}") for n in range(6)]
    game = invited_game(database, new_guest(store, "host"))
    preview = store.invitation(INVITATION, 2_000)
    assert preview is not None
    assert (preview.game, preview.number, preview.color, preview.guest) == (game, 1, "white", None)
    start = Barrier(len(guests))

    def redeem(guest: int) -> bool:
        start.wait(SECONDS)
        return store.redeem(INVITATION, guest, 2_000) is not None

    with ThreadPoolExecutor(len(guests)) as pool:
        won = [guest for guest, got in zip(guests, pool.map(redeem, guests), strict=True) if got]
    assert len(won) == 1
    loaded = store.load(game)
    assert loaded is not None
    assert (loaded.seats[1].guest, loaded.seats[1].joined_ms) == (won[0], 2_000)
    assert store.invitation(INVITATION, 2_000) is None


def test_an_invitation_expires(store: Store, database: Database) -> None:
    guest = new_guest(store, "one")
    invited_game(database, expires_ms=5_000)
    assert store.redeem(INVITATION, guest, 5_000) is None
    assert store.invitation(INVITATION, 5_000) is None
    assert store.redeem(INVITATION, guest, 4_999) is not None


def test_a_guest_cannot_play_against_himself(store: Store, database: Database) -> None:
    host, guest = new_guest(store, "host"), new_guest(store, "guest")
    invited_game(database, host)
    assert store.redeem(INVITATION, host, 2_000) is None
    assert store.redeem(INVITATION, guest, 2_000) is not None


def test_an_invitation_to_a_taken_seat_is_void(store: Store, database: Database) -> None:
    host, guest = new_guest(store, "host"), new_guest(store, "guest")
    new_game(database, seats=(NewSeat("black", host, INVITATION, 5_000), NewSeat("white")))
    assert store.invitation(INVITATION, 2_000) is None
    assert store.redeem(INVITATION, guest, 2_000) is None


def test_an_invitation_to_an_aborted_game_is_void(store: Store, database: Database) -> None:
    game = invited_game(database)
    with Writer(database) as writer:
        aborted = Write(game, 0, (Event(1, "abort", 0, "{}", 1),), GameState("aborted", 1, 0, "start"), 2)
        assert result(writer, aborted).stored
    assert store.redeem(INVITATION, new_guest(store, "one"), 2_000) is None


# ---- processes


def test_heartbeats(store: Store) -> None:
    store.beat(Heartbeat("a", "boot 1", 10))
    store.beat(Heartbeat("b", "boot 2", 20))
    store.beat(Heartbeat("a", "boot 3", 30))
    assert store.heartbeats() == [Heartbeat("a", "boot 3", 30), Heartbeat("b", "boot 2", 20)]
    assert store.delete_heartbeats(30) == 1
    assert store.heartbeats() == [Heartbeat("a", "boot 3", 30)]


def test_the_time_is_now(store: Store) -> None:
    before = time.time() * 1000
    assert before - 1_000 <= store.now_ms() <= time.time() * 1000 + 1_000


def test_socket_of_a_player_is_at_one_process(database: Database) -> None:
    store = Store(database)
    guest = new_guest(store, "one")
    game = new_game(database, seats=(NewSeat("black", guest=guest), NewSeat("white")))
    store.beat(Heartbeat("first", "first", 5_000))
    assert store.attached(game, guest) is None
    assert store.attach(game, guest, "first") is None
    assert store.attach(game, guest, "first") is None
    assert store.attached(game, guest) == Heartbeat("first", "first", 5_000)
    assert store.attach(game, guest, "second") == Heartbeat("first", "first", 5_000)
    assert not store.detach(game, guest, "first")  # the player is at the second one
    assert store.detach(game, guest, "second")
    assert not store.detach(game, guest, "second")


def test_sockets_of_dead_processes_are_forgotten(database: Database) -> None:
    store = Store(database)
    guest = new_guest(store, "one")
    game = new_game(database, seats=(NewSeat("black", guest=guest), NewSeat("white")))
    store.beat(Heartbeat("first", "first", 5_000))
    store.attach(game, guest, "first")
    store.detach_dead(5_000)
    assert store.attached(game, guest) is not None
    store.detach_dead(5_001)
    assert store.attached(game, guest) is None
