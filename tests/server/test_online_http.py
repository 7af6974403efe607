"""The requests of online play: who may send them, what they refuse, and what every answer has."""

from __future__ import annotations

from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest

from server.online_site import OnlineSite, online_site
from sumito.server.identity import Identities
from sumito.server.service import ServerTime
from sumito.server.site import HEADERS

PUBLIC = "https://abalone.example"


CHANGES = [
    "/online/games",
    "/online/invitations",
    "/online/invitations/redeem",
    "/online/seeks",
    "/online/seeks/accept",
    "/online/seeks/withdraw",
    "/online/transfers",
    "/online/transfers/look",
    "/online/transfers/redeem",
]
GAME = "/online/games/abcdefghij"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineSite]:
    with online_site(tmp_path_factory.mktemp("site"), public_url=PUBLIC) as found:
        yield found


def created(site: OnlineSite, **headers: str) -> int:
    return site.ask("POST", "/online/games", {}, headers).status


# ---- where a request comes from


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1:1", "abalone.example:8000", "abalone.example.evil.org"])
@pytest.mark.parametrize(
    ("method", "path"),
    [*(("POST", path) for path in CHANGES), *(("GET", path) for path in ("/online/yours", "/g/abcdefghij", GAME))],
)
def test_other_hosts_are_refused(site: OnlineSite, method: str, path: str, host: str) -> None:
    answer = site.ask(method, path, {} if method == "POST" else None, {"Host": host})
    assert (answer.status, answer.json) == (421, {"error": "This server has another address."})


@pytest.mark.parametrize("host", ["abalone.example", "Abalone.Example"])
def test_the_public_host_is_known(site: OnlineSite, host: str) -> None:
    assert site.ask("GET", "/online/yours", headers={"Host": host}).json["guest"] is None


OWN = {"Origin": PUBLIC}
COOKIE = {"Cookie": "__Host-sumito_session=unknown"}
BEARER = {"Authorization": "Bearer unknown"}
MATRIX: list[tuple[dict[str, str], int]] = [
    ({}, 200),
    (OWN, 200),
    ({"Origin": "http://abalone.example"}, 403),
    ({"Origin": "https://evil.example"}, 403),
    ({"Origin": "null"}, 403),
    (COOKIE, 403),
    (COOKIE | OWN, 200),
    (COOKIE | {"Origin": "https://evil.example"}, 403),
    (COOKIE | {"Sec-Fetch-Site": "same-origin"}, 200),
    *((COOKIE | {"Sec-Fetch-Site": other}, 403) for other in ("same-site", "cross-site", "none")),
    ({"Sec-Fetch-Site": "cross-site"}, 403),
    (OWN | {"Sec-Fetch-Site": "cross-site"}, 403),
    (BEARER, 200),
    (BEARER | {"Origin": "https://evil.example"}, 200),
]


@pytest.mark.parametrize(("headers", "status"), MATRIX)
def test_changes_need_a_page_of_this_site_or_a_token(site: OnlineSite, headers: dict[str, str], status: int) -> None:
    assert created(site, **headers) == status


@pytest.mark.parametrize("path", CHANGES)
def test_every_change_by_a_page_of_another_site_is_refused(site: OnlineSite, path: str) -> None:
    answer = site.ask("POST", path, {}, {"Origin": "https://evil.example", **COOKIE})
    assert (answer.status, answer.json) == (403, {"error": "Open this site itself to do that."})


def test_a_page_of_the_listening_address_is_known(site: OnlineSite) -> None:
    assert created(site, Origin=f"http://{site.host}") == 200
    assert created(site, Origin=f"https://{site.host}") == 403


@pytest.mark.parametrize("token", ["", "x" * 101])
def test_a_bad_token_does_not_let_the_cookie_count(site: OnlineSite, token: str) -> None:
    """Otherwise it would spare the cookie the check of the origin."""
    found = site.ask("POST", "/online/games", {}, OWN)
    cookie = found.headers["set-cookie"].partition(";")[0]
    assert len(site.ask("GET", "/online/yours", headers={"Cookie": cookie}).json["games"]) == 1
    both = {"Cookie": cookie, "Authorization": f"Bearer {token} "}
    assert site.ask("GET", "/online/yours", headers=both).json["guest"] is None


# ---- who one is


def test_a_browser_never_sees_its_token(site: OnlineSite) -> None:
    for headers in (OWN, {"Sec-Fetch-Site": "same-origin"}, OWN | BEARER):
        answer = site.ask("POST", "/online/games", {}, headers)
        assert set(answer.json) == {"game", "invitation", "color"}
        (cookie,) = SimpleCookie(answer.headers["set-cookie"]).values()
        assert cookie.value.encode() not in answer.body


def test_a_program_gets_its_token_and_no_cookie(site: OnlineSite) -> None:
    answer = site.ask("POST", "/online/games", {})
    assert set(answer.json) == {"game", "invitation", "color", "token"}
    assert "set-cookie" not in answer.headers
    again = site.ask("POST", "/online/games", {}, {"Authorization": f"Bearer {answer.json['token']}"})
    assert "token" not in again.json


@pytest.mark.parametrize(
    ("url", "name", "secure", "same_site"),
    [
        ("", "sumito_session", "", "strict"),
        ("http://home.example:8000", "sumito_session", "", "strict"),
        (PUBLIC, "__Host-sumito_session", True, "lax"),
    ],
)
def test_cookies_have_the_flags_that_the_address_allows(
    tmp_path: Path, url: str, name: str, secure: object, same_site: str
) -> None:
    with online_site(tmp_path, public_url=url) as site:
        answer = site.ask("POST", "/online/games", {}, {"Sec-Fetch-Site": "same-origin"})
        ((found, cookie),) = SimpleCookie(answer.headers["set-cookie"]).items()
    assert (found, cookie["secure"], cookie["samesite"]) == (name, secure, same_site)
    assert (cookie["httponly"], cookie["path"], cookie["domain"]) == (True, "/", "")
    assert ("strict-transport-security" in answer.headers) == bool(secure)


# ---- bodies


def refused(site: OnlineSite, body: object, path: str = "/online/games") -> str:
    answer = site.ask("POST", path, body)
    assert answer.status == 400, answer
    assert set(answer.json) == {"error"}
    error = answer.json["error"]
    assert isinstance(error, str)
    assert "\n" not in error
    return error


@pytest.mark.parametrize(
    "body", [b"{", b"[]", b"\xff\xfe", b'{"terms": 1}', b'{"terms": NaN}', b'"', b"\0", b'{"color": "\xff"}']
)
def test_bad_json_is_refused(site: OnlineSite, body: bytes) -> None:
    assert refused(site, body).startswith("The request is not valid: ")


@pytest.mark.parametrize(
    "body", [b'{"terms":' + b"[" * 20_000, b'{"terms":{"a":' + b"[" * 9_000 + b"]" * 9_000 + b"}}"]
)
def test_deep_json_is_refused(site: OnlineSite, body: bytes) -> None:
    assert refused(site, body).startswith("The request is not valid: ")


def test_unknown_fields_are_refused(site: OnlineSite) -> None:
    assert "colour" in refused(site, {"colour": "black"})
    assert "extra" in refused(site, {"secret": "x", "extra": 1}, "/online/invitations")
    assert "secret" in refused(site, {}, "/online/invitations/redeem")


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"layout": "no such layout"}, "layout"),
        ({"layout": 3}, "layout"),
        ({"start": "rubbish"}, "start"),
        ({"control": {"kind": "total", "time_ms": 5}}, "control"),
        ({"control": {"kind": "odd"}}, "control"),
        ({"control": {"kind": "total", "time_ms": "x"}}, "control"),
        ({"control": {"kind": "total", "time_ms": 10**30}}, "control"),
        ({"control": 7}, "control"),
        ({"control": {"kind": []}}, "control"),
        ({"rules": {"odd": 1}}, "odd"),
        ({"rules": {"ply_cap": "x"}}, "rules"),
        ({"rules": {"ply_cap": 10**30}}, "rules"),
        ({"takebacks": "yes"}, "takebacks"),
        ({"watchers": None}, "watchers"),
        ({"premove_ms": -1}, "premove_ms"),
        ({"nonsense": 1}, "nonsense"),
    ],
)
def test_bad_terms_name_their_field(site: OnlineSite, terms: dict[str, Any], field: str) -> None:
    assert refused(site, {"terms": terms}).startswith(f"{field}: ")


@pytest.mark.parametrize("color", ["", "green", "BLACK"])
def test_unknown_colors_are_refused(site: OnlineSite, color: str) -> None:
    assert refused(site, {"color": color}) == f"color: must be one of black, white, not {color!r}"


def test_large_bodies_are_refused(site: OnlineSite) -> None:
    fits = b'{"terms": {}' + b" " * (64 * 1024 - 13) + b"}"
    assert site.ask("POST", "/online/games", fits).status == 200
    answer = site.ask("POST", "/online/games", fits + b" ")
    assert (answer.status, answer.json) == (413, {"error": "The request is larger than 65536 bytes."})


# ---- invitations


def test_an_invitation_is_looked_at_often_and_used_once(site: OnlineSite) -> None:
    creator, friend, stranger = site.client(), site.client(), site.client()
    game, secret = creator.create(color="white", layout="belgian daisy")
    for who, yours in ((friend, False), (friend, False), (creator, True)):
        seen = who.post("/online/invitations", {"secret": secret})
        assert (seen.status, seen.json["game"], seen.json["color"], seen.json["yours"]) == (200, game, "black", yours)
        assert seen.json["terms"]["layout"] == "belgian-daisy"
        assert seen.json["inviter"] >= 1000
        assert "set-cookie" not in seen.headers
    own = creator.join(secret)
    assert own.status == 409
    joined = friend.join(secret)
    assert (joined.status, joined.json["game"], joined.json["color"]) == (200, game, "black")
    for who in (stranger, friend, creator):
        for path in ("/online/invitations", "/online/invitations/redeem"):
            answer = who.post(path, {"secret": secret})
            assert (answer.status, answer.json) == (
                404,
                {"error": "This invitation is used up, has expired or never existed."},
            )


def test_an_invitation_is_for_its_own_game(site: OnlineSite) -> None:
    creator, friend = site.client(), site.client()
    first, second = creator.create(), creator.create()
    assert friend.join(second.secret).json["game"] == second.game
    assert friend.post("/online/invitations", {"secret": first.secret}).json["game"] == first.game


@pytest.mark.parametrize("secret", ["", "x", "\0", "\ud800".encode("utf-8", "surrogatepass").hex(), "ü" * 10_000])
def test_unknown_invitations_are_refused(site: OnlineSite, secret: str) -> None:
    assert site.client().join(secret).status == 404


def test_invitations_expire(site: OnlineSite, monkeypatch: pytest.MonkeyPatch) -> None:
    invitation = site.client().create()
    now_ms = ServerTime.now_ms
    fourteen_days = 14 * 86_400_000
    monkeypatch.setattr(ServerTime, "now_ms", lambda self: now_ms(self) + fourteen_days - 60_000)
    assert site.client().post("/online/invitations", {"secret": invitation.secret}).status == 200
    monkeypatch.setattr(ServerTime, "now_ms", lambda self: now_ms(self) + fourteen_days + 1)
    assert site.client().join(invitation.secret).status == 404


# ---- every answer


def answers(site: OnlineSite) -> Iterator[tuple[str, int, Any]]:
    """Yield a name, the expected status, and the answer."""
    game = "/g/abcdefghij"
    yield "created", 200, site.ask("POST", "/online/games", {})
    yield "yours", 200, site.ask("GET", "/online/yours")
    yield "page", 200, site.ask("GET", game)
    yield "page without its body", 200, site.ask("HEAD", game)
    yield "health", 200, site.ask("GET", "/health")
    yield "ready", 200, site.ask("GET", "/ready")
    yield "metrics", 200, site.ask("GET", "/metrics")
    yield "bad body", 400, site.ask("POST", "/online/games", b"{")
    yield "other site", 403, site.ask("POST", "/online/games", {}, {"Origin": "https://evil.example"})
    yield "unknown invitation", 404, site.ask("POST", "/online/invitations", {"secret": "x"})
    yield "wrong method", 405, site.ask("POST", "/online/yours", {})
    yield "unknown address", 405, site.ask("POST", "/online/unknown", {})
    yield "wrong method of a page", 405, site.ask("DELETE", game)
    yield "large body", 413, site.ask("POST", "/online/games", b" " * 70_000)
    yield "other host", 421, site.ask("GET", "/online/yours", headers={"Host": "evil.example"})


def test_every_answer_has_the_headers(site: OnlineSite) -> None:
    for name, status, answer in answers(site):
        assert answer.status == status, (name, answer)
        for header, value in HEADERS.items():
            assert answer.headers[header.lower()] == value, (name, header)
        assert answer.headers["strict-transport-security"] == "max-age=31536000", name
        assert answer.headers["cache-control"] == "no-store", name
        assert answer.headers["x-robots-tag"] == "noindex", name
        assert "server" not in answer.headers, name
        if status >= 400:
            assert set(answer.json) == {"error"}, name


def test_head_agrees_with_get(site: OnlineSite) -> None:
    for path in ("/g/abcdefghij", "/online/yours", "/no/such/page", "/online/games"):
        got, told = (site.ask(method, path) for method in ("GET", "HEAD"))
        assert (told.status, told.body) == (got.status, b""), path
        for name in ("content-length", "content-type"):
            assert told.headers[name] == got.headers[name], path


def test_failures_give_no_details(site: OnlineSite, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("a secret detail")

    monkeypatch.setattr(Identities, "find", fail)
    for method, path, body in (("POST", "/online/games", {}), ("GET", "/online/yours", None)):
        answer = site.ask(method, path, body)
        assert (answer.status, answer.json) == (500, {"error": "Something went wrong here."})
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]


def test_games_in_memory_do_not_grow_with_requests(site: OnlineSite) -> None:
    def live() -> str:
        lines = site.ask("GET", "/metrics").body.decode().splitlines()
        return next(line for line in lines if line.startswith("sumito_live_games "))

    before = live()
    creator, friend = site.client(), site.client()
    for _ in range(3):
        invitation = creator.create()
        friend.post("/online/invitations", {"secret": invitation.secret})
        friend.join(invitation.secret)
    assert live() == before
