"""The lobby on the real server: seeks, pairings, appointments, own games, other devices."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from server.online_site import OnlineSite, Talk, online_site
from sumito.play import messages
from sumito.server import service
from sumito.server.seeks import LIVE_MS

RAPID = {"kind": "total", "time_ms": 600_000, "increment_ms": 5_000, "delay_ms": 0}
DAYS = {"kind": "per_move", "time_ms": 3 * 86_400_000, "increment_ms": 0, "delay_ms": 0}
MINUTE_MS = 60_000


def now_ms(talk: Talk) -> int:
    talk.send(messages.Ping(1, {}))
    while not isinstance(found := talk.receive(), messages.Pong):
        pass
    return found.now


def games_when(talk: Talk, count: int) -> tuple[messages.YourGame, ...]:
    """Wait until the own games are this many."""
    while len(games := talk.next_yours().games) != count:
        pass
    return games


def test_a_seek_is_shown_to_all_and_its_acceptance_to_both(site: OnlineSite) -> None:
    seeker, guest = site.client(), site.client()
    seek = seeker.seek(color="white", layout="belgian daisy", control=RAPID)["seek"]
    with seeker.socket() as mine, guest.socket() as theirs:
        mine.send(messages.FollowYours(True))
        mine.send(messages.Lobby(True))
        theirs.send(messages.Lobby(True))
        (own,) = mine.next_seeks()
        (shown,) = theirs.next_seeks()
        assert (own.id, own.yours, own.color, own.terms.layout) == (seek, True, "white", "belgian-daisy")
        assert (shown.yours, shown.guest) == (False, seeker.yours()["guest"])
        accepted = guest.accept(seek)
        assert accepted.status == 200
        assert accepted.json["color"] == "black"
        assert mine.next_seeks() == ()
        assert theirs.next_seeks() == ()
        (game,) = games_when(mine, 1)
    assert game.game == accepted.json["game"]
    assert (game.status, game.color, game.your_turn, game.ply) == ("playing", "white", False, 0)
    assert game.opponents == (guest.yours()["guest"],)
    (theirs_game,) = guest.yours()["games"]
    assert (theirs_game["your_turn"], theirs_game["layout"]) == (True, "belgian-daisy")
    assert guest.accept(seek).json == {"error": "This seek is gone: somebody was faster, or it was withdrawn."}


def test_nobody_accepts_the_own_seek(site: OnlineSite) -> None:
    seeker = site.client()
    seek = seeker.seek(control=RAPID)["seek"]
    answer = seeker.accept(seek)
    assert (answer.status, answer.json) == (409, {"error": "This seek is your own."})


def test_quick_pairing_meets_an_equal_seek(site: OnlineSite) -> None:
    one, two, other = site.client(), site.client(), site.client()
    other.seek(pair=True, control=DAYS)
    assert "seek" in one.seek(pair=True, control=RAPID)
    found = two.seek(pair=True, control=RAPID)
    assert [game["game"] for game in one.yours()["games"]] == [found["game"]]
    assert one.yours()["seeks"] == []
    assert len(other.yours()["seeks"]) == 1


def test_seeks_are_withdrawn_and_limited(site: OnlineSite) -> None:
    seeker, stranger = site.client(), site.client()
    seeks = [seeker.seek(control=RAPID)["seek"] for _ in range(3)]
    refused = seeker.post("/online/seeks", {"terms": {"control": RAPID}})
    assert (refused.status, refused.json) == (429, {"error": "You have 3 open seeks: withdraw one first."})
    assert refused.headers["retry-after"]
    for who, number in ((stranger, seeks[0]), (seeker, seeks[-1] + 1)):
        refused = who.post("/online/seeks/withdraw", {"seek": number})
        assert (refused.status, refused.json) == (404, {"error": "This seek is not yours, or it is gone."})
    assert len(seeker.yours()["seeks"]) == 3
    with seeker.socket() as talk:
        talk.send(messages.FollowYours(True))
        assert len(talk.next_yours().seeks) == 3
        assert seeker.post("/online/seeks/withdraw", {"seek": seeks[0]}).json == {}
        assert [seek.id for seek in talk.next_yours().seeks] == seeks[1:]
        assert seeker.post("/online/seeks/withdraw", {"seek": seeks[0]}).status == 404


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"color": "green"}, "color: must be one of black, white, not 'green'"),
        ({"terms": {"layout": "nowhere"}}, "layout: "),
        ({"terms": {"control": DAYS, "appointment_ms": 1}}, "appointment_ms: a match by correspondence"),
        ({"terms": {"control": RAPID, "appointment_ms": 1}}, "appointment_ms: must be from one minute to 14 days"),
        ({"pair": 1}, "The request is not valid: Expected `bool`"),
    ],
)
def test_bad_seeks_are_refused_with_the_field(site: OnlineSite, body: object, message: str) -> None:
    for path in ("/online/seeks", "/online/games"):
        if path == "/online/games" and "pair" in str(body):
            continue
        refused = site.client().post(path, body)
        assert refused.status == 400
        assert refused.json["error"].startswith(message)


@pytest.mark.parametrize("number", [-1, 0, 2**63, 10**30])
def test_numbers_that_are_no_ids_are_refused(site: OnlineSite, number: int) -> None:
    for path in ("/online/seeks/accept", "/online/seeks/withdraw"):
        refused = site.client().post(path, {"seek": number})
        assert refused.status == 400
        assert refused.json["error"].startswith("The request is not valid: Expected `int`")


def test_a_live_seek_stays_while_its_guest_is_connected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later: Callable[[int], None]
) -> None:
    monkeypatch.setattr(service, "_LOBBY_S", 0.05)
    with online_site(tmp_path) as site:
        here, away, watcher = site.client(), site.client(), site.client()
        kept, lasting = here.seek(control=RAPID)["seek"], away.seek(control=DAYS)["seek"]
        away.seek(control=RAPID)
        with here.socket() as mine, watcher.socket() as theirs:
            now_ms(mine)  # the server knows this socket
            theirs.send(messages.Lobby(True))
            assert len(theirs.next_seeks()) == 3
            later(LIVE_MS)
            assert [seek.id for seek in theirs.next_seeks()] == [kept, lasting]
            mine.connection.close()
            later(2 * LIVE_MS)
            assert [seek.id for seek in theirs.next_seeks()] == [lasting]


def test_a_game_by_appointment_begins_at_its_time(site: OnlineSite, later: Callable[[int], None]) -> None:
    seeker, guest = site.client(), site.client()
    with seeker.socket() as probe:
        at_ms = now_ms(probe) + 90 * MINUTE_MS
    seek = seeker.seek(control=RAPID, appointment_ms=at_ms)["seek"]
    game = guest.accept(seek).json["game"]
    (own,) = seeker.yours()["games"]
    assert (own["status"], own["appointment"], own["your_turn"]) == ("waiting", at_ms, False)
    with guest.socket() as talk:
        shown = talk.watch(game)
        assert (shown.status, shown.can) == ("waiting", ("abort",))
        assert isinstance(shown.terms, messages.GameTerms)
        assert shown.terms.appointment_ms == at_ms
        later(90 * MINUTE_MS)
        begun = talk.next_game()
        assert begun.status == "playing"
        assert begun.deadline is not None
        assert begun.deadline >= at_ms + 5 * MINUTE_MS
    (own,) = seeker.yours()["games"]
    assert own["status"] == "playing"


def test_a_game_by_appointment_begins_after_a_restart_without_its_players(
    tmp_path: Path, later: Callable[[int], None]
) -> None:
    with online_site(tmp_path) as site:
        seeker, guest = site.client(), site.client()
        with seeker.socket() as probe:
            at_ms = now_ms(probe) + 90 * MINUTE_MS
        game = guest.accept(seeker.seek(control=RAPID, appointment_ms=at_ms)["seek"]).json["game"]
        headers = seeker.headers
    later(90 * MINUTE_MS)
    with online_site(tmp_path) as site:
        seeker = site.client()
        seeker.headers.update(headers)
        with seeker.socket() as talk:
            talk.send(messages.FollowYours(True))
            while (own := talk.next_yours().games[0]).status != "playing":
                pass
        assert own.game == game


def test_own_games_follow_the_turn_but_not_at_the_board_itself(site: OnlineSite) -> None:
    black, white = site.client(), site.client()
    first = black.seek(control=RAPID, color="black")["seek"]
    game = white.accept(first).json["game"]
    with black.socket() as board, white.socket() as elsewhere:
        shown = board.watch(game)
        elsewhere.send(messages.FollowYours(True))
        assert not games_when(elsewhere, 1)[0].your_turn
        board.send(messages.FollowYours(True))
        games_when(board, 1)
        assert isinstance(board.do(game, messages.Move("a1b2"), shown.version), messages.Done)
        (mine,) = games_when(elsewhere, 1)
        assert (mine.your_turn, mine.ply) == (True, 1)
        assert mine.deadline is not None
        black.seek(control=DAYS)  # the next news of the page at the board is this one
        (theirs,) = games_when(board, 1)
        assert theirs.ply == 1


def test_a_finished_game_is_there_for_its_players(site: OnlineSite) -> None:
    black, white, stranger = site.client(), site.client(), site.client()
    invitation = black.create()
    white.join(invitation.secret)
    stranger.seek(control=DAYS)
    path = f"/online/games/{invitation.game}"
    with black.socket() as one, white.socket() as two:
        version = one.watch(invitation.game).version
        two.watch(invitation.game)
        for talk, move in ((one, "a1b2"), (two, "i9h8")):
            done = talk.do(invitation.game, messages.Move(move), version)
            assert isinstance(done, messages.Done)
            version = done.version
        assert isinstance(one.do(invitation.game, messages.Resign(), version), messages.Done)
    for player, you in ((black, 0), (white, 1)):
        mine = player.yours()
        assert (mine["games"], mine["finished"]) == ([], [invitation.game])
        found = site.ask("GET", path, headers=player.headers)
        whole = messages.decode_server(found.body)
        assert isinstance(whole, messages.Game)
        assert (whole.moves, whole.status, whole.seats[you].you) == (("a1b2", "i9h8"), "over", True)
        assert found.headers["cache-control"] == "no-store"
    for headers in ({}, stranger.headers):
        assert site.ask("GET", path, headers=headers).status == 404
    assert site.ask("GET", "/online/games/..%2f..", headers=black.headers).status == 404


def test_a_guest_goes_on_at_another_device(site: OnlineSite, later: Callable[[int], None]) -> None:
    desktop, phone, thief = site.client(), site.client(), site.client()
    nothing = desktop.post("/online/transfers", {})
    assert nothing.status == 409
    game, _ = desktop.create()
    number = desktop.yours()["guest"]
    phone.create()
    old = desktop.post("/online/transfers", {}).json["secret"]
    secret = desktop.post("/online/transfers", {}).json["secret"]
    assert phone.post("/online/transfers/look", {"secret": old}).status == 404
    other = {"guest": phone.yours()["guest"], "games": 1}
    for who, yours, here in ((desktop, True, None), (phone, False, other), (thief, False, None)):
        for _ in range(2):  # looking does not use it up
            seen = who.post("/online/transfers/look", {"secret": secret})
            assert (seen.status, seen.json) == (200, {"guest": number, "games": 1, "yours": yours, "here": here})
    redeemed = phone.post_as_guest("/online/transfers/redeem", {"secret": secret})
    assert (redeemed.status, redeemed.json["guest"]) == (200, number)
    for device in (desktop, phone):
        assert [each["game"] for each in device.yours()["games"]] == [game]
    assert thief.post("/online/transfers/redeem", {"secret": secret}).status == 404
    late = desktop.post("/online/transfers", {}).json["secret"]
    later(10 * MINUTE_MS)
    assert thief.post("/online/transfers/redeem", {"secret": late}).status == 404


def test_a_watcher_without_an_identity_has_no_games(site: OnlineSite) -> None:
    with site.client().socket() as talk:
        talk.send(messages.FollowYours(True))
        assert talk.next_yours() == messages.Yours((), ())
        talk.send(messages.FollowYours(False))
        talk.send(messages.Lobby(False))
        now_ms(talk)
    assert site.client().yours() == {"guest": None, "games": [], "seeks": [], "finished": []}
