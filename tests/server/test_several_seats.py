"""Invitations and seeks for three to six players, on both databases, by guests who come at the same time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Barrier
from typing import Any, TypeVar

import pytest
from sqlalchemy import select, update

from server.games import SECONDS, move, new_game, new_guest, result
from sumito.server import schema
from sumito.server.database import Database
from sumito.server.seeks import MOST_SEEKS, Obstacle, Pairing, Seeks, Wish, tables
from sumito.server.store import NewSeat, SeatRow, Store
from sumito.server.tokens import token_hash
from sumito.server.writer import Writer

INVITATION = token_hash("invitation")
COLORS = ("black", "blue", "white", "red", "yellow", "green")
LATER_MS = 1_000_000
_T = TypeVar("_T")


@pytest.fixture
def store(database: Database) -> Store:
    return Store(database)


@pytest.fixture
def seeks(database: Database) -> Seeks:
    return Seeks(database)


def at_once(work: Callable[[int], _T], guests: Sequence[int]) -> list[_T]:
    """Let all guests do something at the same time."""
    start = Barrier(len(guests))

    def start_together(guest: int) -> _T:
        start.wait(SECONDS)
        return work(guest)

    with ThreadPoolExecutor(len(guests)) as pool:
        return list(pool.map(start_together, guests))


def invited_game(database: Database, host: int, players: int) -> str:
    """A game whose host has the second seat, and an invitation for all others."""
    free = [NewSeat(color, None, INVITATION if color == "black" else None, 5_000) for color in COLORS[:players]]
    return new_game(database, seats=(free[0], NewSeat("blue", host), *free[2:]))


def guests_of(store: Store, game: str) -> list[int | None]:
    loaded = store.load(game)
    assert loaded is not None
    return [seat.guest for seat in loaded.seats]


# ---- invitations


@pytest.mark.parametrize("players", [3, 6])
def test_an_invitation_fills_all_free_seats_and_no_more(store: Store, database: Database, players: int) -> None:
    host = new_guest(store, "host")
    game = invited_game(database, host, players)
    guests = [new_guest(store, f"guest {n}") for n in range(players + 2)]
    taken = at_once(lambda guest: store.redeem(INVITATION, guest, 2_000), guests)
    seated = {seat.number: seat.guest for seat in taken if seat is not None}
    assert sorted(seated) == [0, *range(2, players)]
    assert len(set(seated.values())) == players - 1
    assert guests_of(store, game) == [seated.get(number, host) for number in range(players)]
    assert store.invitation(INVITATION, 2_000) is None


def test_a_guest_has_one_seat_and_can_choose_it(store: Store, database: Database) -> None:
    host, guest, other = (new_guest(store, name) for name in ("host", "guest", "other"))
    game = invited_game(database, host, 4)
    first = store.invitation(INVITATION, 2_000)
    assert first is not None
    assert (first.game, first.number) == (game, 0)
    assert store.redeem(INVITATION, host, 2_000) is None
    assert store.redeem(INVITATION, guest, 2_000, color="blue") is None
    assert store.redeem(INVITATION, guest, 2_000, color="green") is None
    chosen = store.redeem(INVITATION, guest, 2_000, color="red")
    assert chosen == SeatRow(game, 3, "red", guest, 5_000, 2_000)
    assert store.redeem(INVITATION, guest, 2_000) is None
    assert store.redeem(INVITATION, other, 2_000, color="red") is None
    assert store.redeem(INVITATION, other, 5_000) is None
    assert guests_of(store, game) == [None, host, None, guest]


@pytest.mark.parametrize("players", [3, 6])
def test_two_guests_at_once_never_share_a_seat(store: Store, database: Database, players: int) -> None:
    game = invited_game(database, new_guest(store, "host"), players)
    guests = [new_guest(store, f"guest {n}") for n in range(4)]
    taken = at_once(lambda guest: store.redeem(INVITATION, guest, 2_000, color="white"), guests)
    (winner,) = [seat.guest for seat in taken if seat is not None]
    assert guests_of(store, game)[2] == winner


def test_a_seat_is_given_back_until_the_last_one_is_taken(store: Store, database: Database) -> None:
    host, guest, other, last = (new_guest(store, name) for name in ("host", "guest", "other", "last"))
    game = invited_game(database, host, 3)
    assert not store.vacate(game, host)  # nobody else is there: the host cancels the game
    assert not store.vacate(game, guest)
    assert store.redeem(INVITATION, guest, 2_000) is not None
    assert store.vacate(game, guest)
    assert guests_of(store, game) == [None, host, None]
    assert [store.redeem(INVITATION, each, 2_000) is None for each in (guest, other, last)] == [False, False, True]
    assert not store.vacate(game, guest)
    assert not store.vacate("nothing", guest)


def test_no_seat_is_given_back_after_the_start(store: Store, database: Database) -> None:
    host, guest = new_guest(store, "host"), new_guest(store, "guest")
    game = invited_game(database, host, 3)
    assert store.redeem(INVITATION, guest, 2_000) is not None
    with Writer(database) as writer:
        assert result(writer, move(game, 1)).stored
    assert not store.vacate(game, guest)


def test_a_game_that_was_full_stays_full(store: Store, database: Database) -> None:
    """Somebody leaves while the last one comes: a process that has seen all seats taken can begin the game."""
    for round_ in range(5):
        host, guest, last = (new_guest(store, f"{name} {round_}") for name in ("host", "guest", "last"))
        invitation = token_hash(f"invitation {round_}")
        seats = (NewSeat("black", host), NewSeat("blue", None, invitation, 5_000), NewSeat("white", None, None, 5_000))
        game = new_game(database, seats=seats)
        assert store.redeem(invitation, guest, 2_000) is not None

        def work(who: int, guest: int = guest, game: str = game, invitation: bytes = invitation) -> bool:
            return store.vacate(game, guest) if who == guest else store.redeem(invitation, who, 2_000) is not None

        left, came = at_once(work, [guest, last])
        assert came
        assert (None in guests_of(store, game)) is left


def test_nobody_leaves_while_the_last_seat_is_being_taken(
    store: Store, database: Database, second_database: Database
) -> None:
    host, guest, last = (new_guest(store, name) for name in ("host", "guest", "last"))
    game = invited_game(database, host, 3)
    assert store.redeem(INVITATION, guest, 2_000) is not None
    with ThreadPoolExecutor(1) as pool:
        with second_database.writing() as connection:
            connection.execute(select(schema.game.c.id).where(schema.game.c.id == game).with_for_update())
            leaving = pool.submit(store.vacate, game, guest)
            assert wait([leaving], timeout=0.3).not_done
            seat = schema.seat
            connection.execute(update(seat).where(seat.c.game == game, seat.c.number == 2).values(guest=last))
        assert not leaving.result(SECONDS)
    assert guests_of(store, game) == [guest, host, last]


# ---- seeks


def wish(guest: int, players: int = 3, **values: Any) -> Wish:  # noqa: ANN401 - fields of a wish
    fields: dict[str, Any] = {"terms": "{}", "position": "start", "players": COLORS[:players], "color": None}
    return Wish(**(fields | {"guest": guest, "live": True, "lapses_ms": LATER_MS} | values))


def ids(seeks: Seeks, now_ms: int = 10) -> list[int]:
    return [seek.id for seek, _ in seeks.open(now_ms)]


@pytest.mark.parametrize("players", [3, 6])
def test_guests_who_come_at_once_fill_whole_games(store: Store, seeks: Seeks, players: int) -> None:
    guests = [new_guest(store, f"guest {n}") for n in range(2 * players + 1)]
    made = at_once(lambda guest: seeks.join(wish(guest, players), 20), guests)
    games = [each for each in made if isinstance(each, Pairing)]
    assert len(games) == 2
    seated = [guest for each in games for guest in guests_of(store, each.game)]
    assert len(set(seated)) == 2 * players
    (waiting,) = seeks.open(20)
    assert [waiting[0].guest] == [guest for guest in guests if guest not in seated]


@pytest.mark.parametrize("players", [3, 6])
def test_nobody_is_seated_who_has_gone_away(store: Store, seeks: Seeks, players: int) -> None:
    """Guests withdraw while the last one comes: either all of them play, or the game waits for more."""
    for round_ in range(3):
        host, *others, last = (new_guest(store, f"{round_} {n}") for n in range(players))
        own = {guest: seeks.join(wish(guest, players), 20) for guest in (host, *others)}

        def work(guest: int, own: dict[int, Any] = own, last: int = last) -> object:
            return seeks.join(wish(last, players), 20) if guest == last else seeks.withdraw(own[guest], guest)

        *withdrawn, made = at_once(work, [*others[:2], last])
        if isinstance(made, Pairing):
            assert withdrawn == [[]] * len(withdrawn)
            assert sorted(made.guests) == sorted([host, *others, last])
            assert ids(seeks) == []
        else:
            assert any(withdrawn)
            gone = {guest for guest, each in zip(others[:2], withdrawn, strict=False) if each}
            assert {seek.guest for seek, _ in seeks.open(20)} == {host, *others, last} - gone
        for seek, _ in seeks.open(20):
            seeks.withdraw(seek.id, seek.guest)


def test_wanted_colours_are_given_and_the_others_are_drawn(store: Store, seeks: Seeks) -> None:
    drawn = set()
    for round_ in range(20):
        one, two, three = (new_guest(store, f"{round_} {n}") for n in range(3))
        assert isinstance(seeks.join(wish(one, color="white"), 10), int)
        assert isinstance(seeks.join(wish(two), 10), int)
        made = seeks.join(wish(three), 10)
        assert isinstance(made, Pairing)
        assert made.color_of(one) == "white"
        assert made.colors == COLORS[:3]
        assert guests_of(store, made.game) == list(made.guests)
        drawn.add(made.color_of(two))
    assert drawn == {"black", "blue"}


def test_guests_who_want_one_colour_wait_at_two_tables(store: Store, seeks: Seeks) -> None:
    one, two, three, four = (new_guest(store, name) for name in ("one", "two", "three", "four"))
    first = seeks.join(wish(one, color="black"), 10)
    second = seeks.join(wish(two, color="black"), 11)
    third = seeks.join(wish(three), 12)
    waiting = [seek for seek, _ in seeks.open(20)]
    assert [[seek.id for seek in table] for table in tables(waiting, 3)] == [[first, third], [second]]
    made = seeks.join(wish(four), 13)
    assert isinstance(made, Pairing)
    assert made.color_of(one) == "black"
    assert set(made.guests) == {one, three, four}
    assert ids(seeks) == [second]


def test_obstacles(store: Store, seeks: Seeks) -> None:
    one, two, three = (new_guest(store, name) for name in ("one", "two", "three"))
    first = seeks.join(wish(one, lapses_ms=50), 10)
    assert isinstance(first, int)
    assert seeks.join(wish(one), 10) is Obstacle.OWN
    assert seeks.join(wish(two), 50, seek_id=first) is Obstacle.GONE
    assert seeks.join(wish(two, terms="other"), 10, seek_id=first) is Obstacle.GONE
    for number in range(MOST_SEEKS):
        assert isinstance(seeks.join(wish(two, terms=f"terms {number}"), 60), int)
    assert seeks.join(wish(two), 60) is Obstacle.TOO_MANY
    # The last one who is needed looks for nothing any more.
    for guest in (one, three):
        assert isinstance(seeks.join(wish(guest, terms="last"), 60), int)
    assert isinstance(seeks.join(wish(two, terms="last"), 60), Pairing)
    assert ids(seeks, 60) == []


def test_who_waits_elsewhere_with_a_new_player_is_concerned(store: Store, seeks: Seeks) -> None:
    one, two, three, four = (new_guest(store, name) for name in ("one", "two", "three", "four"))
    for guest in (one, four):
        seeks.join(wish(guest, terms="elsewhere"), 10)
    for guest in (one, two):
        seeks.join(wish(guest), 10)
    made = seeks.join(wish(three), 10)
    assert isinstance(made, Pairing)
    assert set(made.concerned) >= {one, four}
    assert [seek.guest for seek, _ in seeks.open(20)] == [four]


def test_who_is_concerned_hears_of_those_who_go(store: Store, seeks: Seeks) -> None:
    one, two, three = (new_guest(store, name) for name in ("one", "two", "three"))
    first = seeks.join(wish(one), 10)
    assert isinstance(first, int)
    seeks.join(wish(two, lapses_ms=50), 10)
    seeks.join(wish(three, terms="other"), 10)
    assert [seek.guest for seek, _ in seeks.open(20, guest_id=one)] == [one, two]
    assert seeks.delete_lapsed(50) == [one, two]
    assert seeks.withdraw(first, two) == []
    assert seeks.withdraw(first, one) == [one]
