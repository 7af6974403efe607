"""The queries of guests, on both databases: sessions, and links to other devices."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from server.games import SECONDS
from sumito.server.database import Database
from sumito.server.guests import Guest, Guests
from sumito.server.tokens import token_hash

SECRET = token_hash("secret")


@pytest.fixture
def guests(database: Database) -> Guests:
    return Guests(database)


def test_a_guest_is_known_by_the_session(guests: Guests) -> None:
    one, two = guests.create(token_hash("one"), 1_000), guests.create(token_hash("two"), 2_000)
    assert one.id != two.id
    assert one.number != two.number
    assert 1_000 <= one.number <= 9_999
    assert one.created_ms == 1_000
    assert guests.of_session(token_hash("one")) == one
    assert guests.of_session(token_hash("two")) == two
    assert guests.of_session(token_hash("three")) is None


def test_guests_get_longer_numbers_when_the_short_ones_are_taken(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda below: 5)
    assert [guests.create(token_hash(str(n)), 1).number for n in range(3)] == [1_005, 10_005, 100_005]


def test_a_transfer_gives_another_device_a_session_of_the_guest(guests: Guests) -> None:
    guest = guests.create(token_hash("desktop"), 1_000)
    guests.offer_transfer(guest.id, SECRET, expires_ms=5_000)
    assert guests.transfer(SECRET, 4_999) == guest
    assert guests.redeem_transfer(SECRET, token_hash("phone"), 4_999) == guest
    assert guests.of_session(token_hash("phone")) == guest
    assert guests.of_session(token_hash("desktop")) == guest
    assert guests.transfer(SECRET, 4_999) is None
    assert guests.redeem_transfer(SECRET, token_hash("third"), 4_999) is None
    assert guests.of_session(token_hash("third")) is None


def test_a_transfer_expires(guests: Guests) -> None:
    guest = guests.create(token_hash("desktop"), 1_000)
    guests.offer_transfer(guest.id, SECRET, expires_ms=5_000)
    assert guests.transfer(SECRET, 5_000) is None
    assert guests.redeem_transfer(SECRET, token_hash("phone"), 5_000) is None


def test_a_new_transfer_cancels_the_old_one_of_the_same_guest(guests: Guests) -> None:
    one, two = guests.create(token_hash("one"), 1), guests.create(token_hash("two"), 1)
    for guest, secret in ((one, "old"), (two, "other"), (one, "new")):
        guests.offer_transfer(guest.id, token_hash(secret), expires_ms=5_000)
    assert guests.transfer(token_hash("old"), 2) is None
    assert guests.transfer(token_hash("new"), 2) == one
    assert guests.transfer(token_hash("other"), 2) == two


def test_of_devices_that_use_a_transfer_at_the_same_time_one_gets_it(guests: Guests) -> None:
    guest = guests.create(token_hash("desktop"), 1_000)
    guests.offer_transfer(guest.id, SECRET, expires_ms=5_000)
    start = Barrier(4)

    def redeem(number: int) -> Guest | None:
        start.wait(SECONDS)
        return guests.redeem_transfer(SECRET, token_hash(str(number)), 2_000)

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(redeem, range(4)))
    assert sorted(each is None for each in results) == [False, True, True, True]
    assert [guests.of_session(token_hash(str(n))) for n in range(4)] == results
