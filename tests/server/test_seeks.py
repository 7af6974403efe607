"""The queries of the lobby, on both databases: seeks, pairings, and games by appointment."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from server.games import SECONDS, new_guest
from sumito.server.database import Database
from sumito.server.seeks import LIVE_MS, MOST_SEEKS, Pairing, Seek, Seeks, Wish
from sumito.server.store import Store

LATER_MS = 1_000_000


@pytest.fixture
def store(database: Database) -> Store:
    return Store(database)


@pytest.fixture
def seeks(database: Database) -> Seeks:
    return Seeks(database)


def wish(guest: int, **values: Any) -> Wish:  # noqa: ANN401 - fields of a wish
    fields: dict[str, Any] = {"terms": "{}", "position": "start", "players": ("black", "white"), "color": None}
    return Wish(**(fields | {"guest": guest, "live": True, "lapses_ms": LATER_MS} | values))


def added(seeks: Seeks, wanted: Wish, now_ms: int = 10) -> int:
    seek = seeks.add(wanted, now_ms)
    assert seek is not None
    return seek


def ids(seeks: Seeks, now_ms: int = 10) -> list[int]:
    return [seek.id for seek, _ in seeks.open(now_ms)]


def guests_of(store: Store, game: str) -> dict[str, int | None]:
    loaded = store.load(game)
    assert loaded is not None
    return {seat.color: seat.guest for seat in loaded.seats}


def test_seeks_are_listed_the_oldest_first_until_they_lapse(store: Store, seeks: Seeks) -> None:
    one, two = new_guest(store, "one"), new_guest(store, "two")
    later = added(seeks, wish(one, terms='{"days":2}', live=False, lapses_ms=500), 20)
    first = added(seeks, wish(two, color="white"), 10)
    (found, number), (second, _) = seeks.open(30)
    assert found == Seek(first, two, "{}", "white", True, LATER_MS, 10)
    assert second == Seek(later, one, '{"days":2}', None, False, 500, 20)
    assert number >= 1_000
    assert [seek.id for seek, _ in seeks.open(30, limit=1)] == [first]
    assert [seek.id for seek, _ in seeks.open(30, guest_id=one)] == [later]
    assert ids(seeks, 500) == [first]
    assert seeks.get(later, 499) == second
    assert seeks.get(later, 500) is None


def test_a_guest_has_a_limited_number_of_seeks(store: Store, seeks: Seeks) -> None:
    one, two = new_guest(store, "one"), new_guest(store, "two")
    seeks.add(wish(one, lapses_ms=50), 10)
    for number in range(MOST_SEEKS):
        assert seeks.add(wish(one, terms=str(number)), 60) is not None
    assert seeks.add(wish(one), 60) is None
    assert seeks.pair(wish(one, terms="other"), 60) is None
    assert seeks.add(wish(two), 60) is not None


def test_a_seek_has_one_winner_and_becomes_a_game(store: Store, seeks: Seeks) -> None:
    host = new_guest(store, "host")
    guests = [new_guest(store, f"guest {n}") for n in range(6)]
    seek = added(seeks, wish(host, color="white"))
    assert seeks.accept(seek, wish(host), 20) is None
    start = Barrier(len(guests))

    def accept(guest: int) -> Pairing | None:
        start.wait(SECONDS)
        return seeks.accept(seek, wish(guest), 20)

    with ThreadPoolExecutor(len(guests)) as pool:
        (pairing,) = [one for one in pool.map(accept, guests) if one is not None]
    winner = next(guest for guest in pairing.guests if guest != host)
    assert (pairing.color_of(host), pairing.color_of(winner)) == ("white", "black")
    assert guests_of(store, pairing.game) == {"black": winner, "white": host}
    assert ids(seeks) == []
    assert added(seeks, wish(host)) != seek


def test_a_lapsed_seek_is_not_accepted(store: Store, seeks: Seeks) -> None:
    host, guest = new_guest(store, "host"), new_guest(store, "guest")
    seek = added(seeks, wish(host, lapses_ms=50))
    assert seeks.accept(seek, wish(guest), 50) is None


@pytest.mark.parametrize(
    ("hers", "his", "expected"),
    [("black", None, "black"), (None, "black", "white"), ("white", "black", "white"), ("white", "white", None)],
)
def test_a_pairing_needs_colours_that_go_together(
    store: Store, seeks: Seeks, hers: str | None, his: str | None, expected: str | None
) -> None:
    she, he = new_guest(store, "she"), new_guest(store, "he")
    seek = added(seeks, wish(she, color=hers))
    made = seeks.pair(wish(he, color=his), 20)
    if expected is None:
        assert isinstance(made, int)
        assert ids(seeks) == [seek, made]
    else:
        assert isinstance(made, Pairing)
        assert made.color_of(she) == expected
        assert guests_of(store, made.game)[expected] == she


def test_any_colours_are_drawn(store: Store, seeks: Seeks) -> None:
    she, he = new_guest(store, "she"), new_guest(store, "he")
    colors = set()
    for number in range(40):
        added(seeks, wish(she))
        made = seeks.pair(wish(he), number)
        assert isinstance(made, Pairing)
        colors.add(made.color_of(she))
    assert colors == {"black", "white"}


def test_a_pairing_takes_the_oldest_seek_of_somebody_else_with_equal_terms(store: Store, seeks: Seeks) -> None:
    she, he, other = (new_guest(store, name) for name in ("she", "he", "other"))
    own = added(seeks, wish(he), 1)
    different = added(seeks, wish(other, terms="different"), 2)
    lapsed = added(seeks, wish(other, lapses_ms=5), 3)
    younger = added(seeks, wish(other, live=False), 8)
    older = added(seeks, wish(she, live=False), 7)
    made = seeks.pair(wish(he), 10)
    assert isinstance(made, Pairing)
    assert set(made.guests) == {she, he}
    assert ids(seeks) == [own, different, younger]
    assert older not in ids(seeks, 0)
    assert lapsed in ids(seeks, 0)


def test_two_guests_who_look_for_each_other_at_the_same_time_meet(store: Store, seeks: Seeks) -> None:
    for round_ in range(5):
        guests = [new_guest(store, f"{round_} {n}") for n in range(4)]
        start = Barrier(len(guests))

        def pair(guest: int, start: Barrier = start) -> Pairing | int | None:
            start.wait(SECONDS)
            return seeks.pair(wish(guest), 20)

        with ThreadPoolExecutor(len(guests)) as pool:
            made = list(pool.map(pair, guests))
        assert sum(isinstance(one, Pairing) for one in made) == 2
        assert ids(seeks) == []


def test_two_guests_who_accept_each_other_at_the_same_time_play_one_game(store: Store, seeks: Seeks) -> None:
    for round_ in range(10):
        she, he = new_guest(store, f"she {round_}"), new_guest(store, f"he {round_}")
        hers, his = added(seeks, wish(she)), added(seeks, wish(he))
        start = Barrier(2)

        def accept(guest: int, seek: int, start: Barrier = start) -> Pairing | None:
            start.wait(SECONDS)
            return seeks.accept(seek, wish(guest), 20)

        with ThreadPoolExecutor(2) as pool:
            made = list(pool.map(accept, (she, he), (his, hers)))
        assert sum(each is not None for each in made) == 1
        assert ids(seeks) == []


def test_who_plays_now_looks_for_no_other_game_now(store: Store, seeks: Seeks) -> None:
    she, he, other = (new_guest(store, name) for name in ("she", "he", "other"))
    seek = added(seeks, wish(she))
    added(seeks, wish(she, terms="her second"))
    added(seeks, wish(he, terms="his"))
    days, others = added(seeks, wish(he, live=False)), added(seeks, wish(other))
    assert seeks.accept(seek, wish(he), 20) is not None
    assert ids(seeks) == [days, others]
    assert seeks.accept(days, wish(other), 20) is not None
    assert ids(seeks) == [others]  # a game of days keeps nobody from playing now


def test_a_seek_is_withdrawn_by_its_guest_only(store: Store, seeks: Seeks) -> None:
    one, two = new_guest(store, "one"), new_guest(store, "two")
    seek = added(seeks, wish(one))
    assert not seeks.withdraw(seek, two)
    assert seeks.withdraw(seek, one)
    assert not seeks.withdraw(seek, one)


def test_live_seeks_of_connected_guests_stay_open(store: Store, seeks: Seeks) -> None:
    here, away = new_guest(store, "here"), new_guest(store, "away")
    kept = added(seeks, wish(here, lapses_ms=100))
    added(seeks, wish(here, live=False, lapses_ms=100))
    added(seeks, wish(away, lapses_ms=100))
    seeks.renew({here}, 90)
    assert ids(seeks, 100) == [kept]
    assert ids(seeks, 90 + LIVE_MS) == []
    assert sorted(seeks.delete_lapsed(100)) == [here, away]
    assert ids(seeks, 0) == [kept]
    assert seeks.delete_lapsed(100) == []


def test_live_seeks_outlive_an_outage(store: Store, seeks: Seeks) -> None:
    one = new_guest(store, "one")
    kept = added(seeks, wish(one, lapses_ms=100))
    added(seeks, wish(one, live=False, lapses_ms=100))
    seeks.renew_all(5_000)
    assert ids(seeks, 5_000) == [kept]


def test_a_game_by_appointment_is_due_when_its_time_has_come(store: Store, seeks: Seeks) -> None:
    she, he = new_guest(store, "she"), new_guest(store, "he")
    seek = added(seeks, wish(she, live=False))
    pairing = seeks.accept(seek, wish(he, begins_ms=500), 20)
    assert pairing is not None
    assert store.appointed_games(499) == []
    assert store.appointed_games(500) == [pairing.game]
