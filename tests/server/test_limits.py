"""The limits for each address and each guest, and which address counts."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from server.online_site import SECONDS, OnlineSite, online_site
from sumito.play import messages
from sumito.server import listening
from sumito.server.address_limits import limited_network, logged_network


def created(site: OnlineSite, host: str, **headers: str) -> int:
    """Create a game from an address behind the proxy. Return the status."""
    return site.ask("POST", "/online/games", {}, {"X-Forwarded-For": host, **headers}).status


@pytest.mark.parametrize(
    ("host", "limited", "logged"),
    [
        ("192.0.2.77", "192.0.2.77", "192.0.2.0/24"),
        ("::ffff:192.0.2.77", "192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("fe80::1%eth0", "fe80::/64", "fe80::/48"),
        ("::1", "::/64", "::/48"),
        ("testclient", "unknown", "unknown"),
        ("", "unknown", "unknown"),
        (None, "unknown", "unknown"),
    ],
)
def test_networks_of_hosts(host: str | None, limited: str, logged: str) -> None:
    assert (limited_network(host), logged_network(host)) == (limited, logged)


def test_games_of_an_address_are_limited(tmp_path: Path) -> None:
    with online_site(tmp_path, games_per_address=2) as site:
        assert [created(site, "192.0.2.1") for _ in range(3)] == [200, 200, 429]
        assert created(site, "192.0.2.2") == 200
        networks = ("2001:db8::1", "2001:db8::2", "2001:db8::ffff:3", "2001:db8:0:1::1")
        assert [created(site, each) for each in networks] == [200, 200, 429, 200]
        answer = site.ask("POST", "/online/games", {}, {"X-Forwarded-For": "192.0.2.1"})
        assert answer.json == {"error": "Too many games were created from your network: try again later."}
        assert 3_500 < int(answer.headers["retry-after"]) <= 3_600
        assert answer.headers["cache-control"] == "no-store"
        # Requests that create nothing do not count.
        for _ in range(5):
            assert site.ask("POST", "/online/games", {"color": "x"}, {"X-Forwarded-For": "192.0.2.9"}).status == 400
        assert created(site, "192.0.2.9") == 200


def test_accepted_seeks_of_an_address_are_limited(tmp_path: Path) -> None:
    with online_site(tmp_path, games_per_address=2) as site:
        hosts = [{"X-Forwarded-For": f"192.0.2.{number}"} for number in (1, 2, 3)]
        seeks = [site.ask("POST", "/online/seeks", {}, host).json["seek"] for host in hosts]
        statuses = [site.client().accept(seek).status for seek in (*seeks, seeks[-1])]
        assert statuses == [200, 200, 429, 429]
        assert site.ask("POST", "/online/seeks/accept", {"seek": seeks[-1]}, {"X-Forwarded-For": "::1"}).status == 200


def test_links_to_other_devices_are_limited(tmp_path: Path) -> None:
    with online_site(tmp_path, games_per_address=3) as site:
        guest = site.client()
        guest.create()
        offers = [guest.post("/online/transfers", {}).status for _ in range(2)]
        guesses = [site.client().post("/online/transfers/redeem", {"secret": "x"}).status for _ in range(2)]
        assert offers + guesses == [200, 200, 404, 429]
        answer = guest.post("/online/transfers", {})
        assert answer.json == {"error": "Your network changes devices too often: try again later."}
        assert int(answer.headers["retry-after"]) > 3_500
        assert guest.post("/online/transfers", {}, **{"X-Forwarded-For": "192.0.2.2"}).status == 200


def test_only_trusted_proxies_name_addresses(tmp_path: Path) -> None:
    with online_site(tmp_path, games_per_address=1, trusted_proxies="192.0.2.250") as site:
        assert [created(site, "192.0.2.1"), created(site, "192.0.2.2")] == [200, 429]


def test_the_address_that_the_last_proxy_saw_counts(tmp_path: Path) -> None:
    """A client can send a header of its own. The proxy appends to it."""
    with online_site(tmp_path, games_per_address=1) as site:
        assert [created(site, f"{claim}, 192.0.2.1") for claim in ("198.51.100.1", "198.51.100.2")] == [200, 429]


def refused(site: OnlineSite, headers: dict[str, str]) -> tuple[str, int]:
    with pytest.raises(InvalidStatus) as error:
        site.connect(headers)
    assert error.value.response.status_code == 429
    assert b'{"error":"Your network ' in error.value.response.body
    return error.value.response.body.decode(), int(error.value.response.headers["Retry-After"])


def test_sockets_of_an_address_are_limited(tmp_path: Path) -> None:
    first, second = {"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "192.0.2.2"}
    with online_site(tmp_path, sockets_per_address=2) as site:
        with site.connect(first), site.connect(first), site.connect(second):
            message, wait_s = refused(site, first)
            assert "too many open connections" in message
            assert wait_s == 10
        # The server counts a socket until its own end has closed.
        limit = time.monotonic() + SECONDS
        while "sumito_sockets 0.0" not in site.ask("GET", "/metrics").body.decode():
            assert time.monotonic() < limit, "a socket stays open"
        with site.connect(first), site.connect(first):
            refused(site, first)


def test_handshakes_of_an_address_are_limited(tmp_path: Path) -> None:
    with online_site(tmp_path, handshakes_per_address=3) as site:
        for _ in range(3):
            with site.connect({}):
                pass
        message, wait_s = refused(site, {})
        assert "too often" in message
        assert 1 <= wait_s <= 30
        with site.connect({"X-Forwarded-For": "192.0.2.2"}):
            pass


def test_known_guests_come_back_from_a_full_address(tmp_path: Path) -> None:
    with online_site(tmp_path, sockets_per_address=1, handshakes_per_address=30) as site, ExitStack() as opened:
        guests = [site.client(), site.client()]
        for guest in guests:
            guest.create()
        opened.enter_context(site.connect({}))
        with pytest.raises(InvalidStatus):
            site.connect({"Authorization": "Bearer unknown"})
        for guest in guests:
            opened.enter_context(guest.socket())
        for _ in range(19):
            opened.enter_context(guests[0].socket())
        with pytest.raises(InvalidStatus) as error:
            site.connect(guests[0].headers)
        assert error.value.response.status_code == 429
        assert b"You have too many open connections" in error.value.response.body
        opened.enter_context(guests[1].socket())


def test_all_connections_together_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "_MOST_CONNECTIONS", 2)
    with online_site(tmp_path) as site:
        assert site.ask("GET", "/health").status == 200
        with site.connect({}) as socket:
            assert site.ask("GET", "/health").status == 503
            socket.send(messages.encode(messages.Ping(1, {})).decode())  # who is connected goes on
            assert isinstance(messages.decode_server(socket.recv(SECONDS)), messages.Pong)
        limit = time.monotonic() + SECONDS
        while site.ask("GET", "/health").status != 200:
            assert time.monotonic() < limit


def test_open_invitations_of_a_guest_are_limited(tmp_path: Path) -> None:
    with online_site(tmp_path) as site:
        creator = site.client()
        first, *_ = [creator.create() for _ in range(10)]
        answer = creator.post("/online/games", {})
        assert answer.status == 429
        assert answer.json == {"error": "You have 10 open invitations: wait until somebody accepts one."}
        assert answer.headers["retry-after"] == "60"
        assert site.client().join(first.secret).status == 200
        creator.create()


def test_running_games_of_a_guest_are_limited(tmp_path: Path) -> None:
    with online_site(tmp_path) as site:
        busy = site.client()
        for _ in range(50):
            assert busy.join(site.client().create().secret).status == 200
        invitation = site.client().create()
        for answer in (busy.join(invitation.secret), busy.post("/online/games", {})):
            assert answer.status == 429
            assert answer.json == {"error": "You have 50 running games: finish one first."}
            assert "retry-after" in answer.headers
        assert site.client().join(invitation.secret).status == 200
