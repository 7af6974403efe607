"""Games of several players on the real server: links, the lobby, leaving, presence, rematches, and bad requests."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from server.bot import Bot
from server.online_site import Client, OnlineSite, Talk, online_site
from sumito import Board, Rules
from sumito.client import Site
from sumito.client.site import GameAddress
from sumito.play import messages
from sumito.server import live_games, service
from sumito.server.seeks import LIVE_MS

RAPID = {"kind": "total", "time_ms": 600_000, "increment_ms": 0, "delay_ms": 0}
DAYS = {"kind": "per_move", "time_ms": 3 * 86_400_000, "increment_ms": 0, "delay_ms": 0}


class Table:
    """A game whose players are all connected, each with a socket."""

    def __init__(self, stack: ExitStack, game: str, clients: list[Client]) -> None:
        self.bots = [Bot(client, stack.enter_context(client.socket()), game) for client in clients]
        self.talks = [bot.talk for bot in self.bots]
        self.games = [bot.game for bot in self.bots]

    def see(self, number: int, version: int) -> messages.Game:
        """Let a player read until the game has a version."""
        return self.bots[number].see(version)

    def do(self, number: int, command: messages.PlayerCommand) -> int:
        """Give a command, and let everybody see it. Return the version."""
        version = self.bots[number].do(command)
        for bot in self.bots:
            bot.see(version)
        return version

    def move(self) -> None:
        """Play a move of the player to move, and let everybody see it."""
        mover = self.bots[self.view(0).turn]
        mover.move()
        for bot in self.bots:
            bot.see(mover.game.version)

    def view(self, number: int) -> messages.Game:
        return self.bots[number].view


def seated(site: OnlineSite, layout: str, players: int, **terms: object) -> tuple[str, list[Client]]:
    """Return a game by link with its players, in the order of play."""
    clients = [site.client() for _ in range(players)]
    game, secret = clients[0].create("black", layout=layout, **terms)
    for client in clients[1:]:
        assert client.join(secret).status == 200
    return game, clients


# ---- links


def test_one_link_fills_the_table_and_shows_who_is_there(site: OnlineSite) -> None:
    host, one, two, late = (site.client() for _ in range(4))
    game, secret = host.create("blue", layout="three-players", control=RAPID)
    with host.socket() as talk:
        first = talk.watch(game)
        assert [seat.color for seat in first.seats] == ["black", "blue", "white"]
        assert [seat.guest is None for seat in first.seats] == [True, False, True]
        assert (first.status, first.leavings) == ("waiting", ())
        assert one.join(secret).json["color"] == "black"
        shown = talk.next_game()
        assert (shown.status, [seat.guest is None for seat in shown.seats]) == ("waiting", [False, False, True])
        look = late.post("/online/invitations", {"secret": secret}).json
        assert (look["color"], look["yours"], look["inviter"]) == ("white", False, host.yours()["guest"])
        numbers = [client.yours()["guest"] for client in (one, host)]
        assert look["seats"] == [
            {"color": "black", "guest": numbers[0]},
            {"color": "blue", "guest": numbers[1]},
            {"color": "white", "guest": None},
        ]
        assert one.post("/online/invitations", {"secret": secret}).json["yours"]
        assert one.join(secret).status == 409
        (waiting,) = one.yours()["games"]
        assert (waiting["status"], waiting["opponents"]) == ("waiting", [numbers[1], None])
        assert two.join(secret).json["color"] == "white"
        while (shown := talk.next_game()).status != "playing":
            pass
        assert shown.turn == 0
    used = late.join(secret)
    assert (used.status, used.json) == (404, {"error": "This invitation is used up, has expired or never existed."})
    assert [client.yours()["games"][0]["your_turn"] for client in (one, host, two)] == [True, False, False]


def test_partners_choose_their_seats(site: OnlineSite) -> None:
    host, friend, other = site.client(), site.client(), site.client()
    game, secret = host.create("black", layout="four-players-teams")
    wanted = {"secret": secret, "color": "white"}
    assert friend.post_as_guest("/online/invitations/redeem", wanted).json["color"] == "white"
    refused = other.post_as_guest("/online/invitations/redeem", wanted)
    message = "You have a seat already, or there is no free seat for 'white'."
    assert (refused.status, refused.json) == (409, {"error": message})
    assert other.join(secret).json["color"] == "blue"
    with other.socket() as talk:
        assert [seat.guest is None for seat in talk.watch(game).seats] == [False, False, False, True]


def test_who_has_joined_can_go_before_the_start(site: OnlineSite) -> None:
    host, one, two = site.client(), site.client(), site.client()
    game, secret = host.create("black", layout="three-players")
    message = {"error": "You have no seat in a game that waits for players, or nobody else has one."}
    for client in (host, two, site.client()):
        refused = client.post("/online/games/leave", {"game": game})
        assert (refused.status, refused.json) == (409, message)
    assert one.join(secret).status == 200
    with host.socket() as talk, one.socket() as visiting:
        assert talk.watch(game).can == ("abort",)
        assert visiting.watch(game).can == ()
        answer = visiting.do(game, messages.Abort(), 0)  # it is not the visitor's game
        assert isinstance(answer, messages.Refused)
        assert answer.code == "not_allowed"
        assert one.post("/online/games/leave", {"game": game}).json == {}
        assert [seat.guest is None for seat in talk.next_game().seats] == [False, True, True]
    assert one.yours()["games"] == []
    assert [two.join(secret).json["color"], one.join(secret).json["color"]] == ["blue", "white"]
    assert one.post("/online/games/leave", {"game": game}).json == message


def test_who_gives_a_seat_back_does_not_watch_a_private_game(site: OnlineSite) -> None:
    host, one, two = site.client(), site.client(), site.client()
    game, secret = host.create("black", layout="three-players", watchers=False)
    assert one.join(secret).status == 200
    with one.socket() as talk, one.socket() as second:
        for each in (talk, second):
            assert [seat.you for seat in each.watch(game).seats] == [False, True, False]
        assert one.post("/online/games/leave", {"game": game}).json == {}
        for each in (talk, second):
            while not isinstance(found := each.receive(), messages.Gone):
                assert not isinstance(found, messages.Game)
            each.send(messages.AskState(game))
            assert each.receive() == messages.Gone(game)
        assert two.join(secret).status == 200
        assert one.join(secret).status == 200
        assert [seat.you for seat in talk.watch(game).seats] == [False, False, True]


def test_the_last_one_in_a_waiting_game_can_end_it(site: OnlineSite) -> None:
    """The creator has given the seat back to others, who have gone too."""
    host, one, two = site.client(), site.client(), site.client()
    game, secret = host.create("black", layout="four-players-teams")
    for client in (one, two):
        assert client.join(secret).status == 200
    with one.socket() as talk:
        talk.watch(game)
        for client in (host, two):
            assert client.post("/online/games/leave", {"game": game}).json == {}
            shown = talk.next_game()
            assert shown.can == (("abort",) if client is two else ())
        assert one.post("/online/games/leave", {"game": game}).status == 409
        assert isinstance(talk.do(game, messages.Abort(), 0), messages.Done)
    assert one.yours()["games"] == []
    assert host.join(secret).status == 404


def test_the_host_cancels_a_game_that_waits(site: OnlineSite) -> None:
    host, one = site.client(), site.client()
    game, secret = host.create("black", layout="three-players")
    assert one.join(secret).status == 200
    with host.socket() as talk, one.socket() as visiting:
        talk.watch(game)
        visiting.watch(game)
        assert isinstance(talk.do(game, messages.Abort(), 0), messages.Done)
        over = visiting.next_game()
    assert (over.status, over.outcome) == ("over", messages.GameOutcome("aborted", ()))
    assert one.join(secret).status == 404


# ---- play


def test_a_game_of_three_from_the_first_move_to_the_rematch(site: OnlineSite) -> None:
    game, clients = seated(site, "three-players", 3, control=RAPID)
    with ExitStack() as stack:
        table = Table(stack, game, clients)
        watcher = stack.enter_context(site.client().socket())
        watcher.watch(game)
        for _ in range(4):
            table.move()
        version = table.do(0, messages.Resign())  # out of turn
        assert (table.view(1).status, table.view(1).turn) == ("playing", 1)
        assert table.view(1).leavings == (messages.Leaving(0, 4, "resignation"),)
        assert [seat.left for seat in table.view(1).seats] == [True, False, False]
        assert table.view(0).can == ("phrase",)
        while (seen := watcher.next_game()).version < version:
            pass
        assert seen.leavings == table.view(1).leavings
        for each in table.games:
            assert list(each.board().active) == ["blue", "white"]
        assert clients[0].yours()["games"] == []  # it is not the leaver's any more
        assert len(clients[1].yours()["games"]) == 1
        table.move()
        table.move()
        assert table.view(0).can == ("phrase",)
        table.do(2, messages.OfferDraw())
        assert table.view(1).offers.draw == (2,)
        table.do(1, messages.DeclineDraw())
        table.do(1, messages.Resign())
        assert table.view(0).outcome == messages.GameOutcome("resignation", (2,))
        for number in (0, 2, 1):
            table.do(number, messages.OfferRematch())
        while (rematch := table.view(0).rematch) is None:
            assert table.games[0].take(table.talks[0].next_game())
        numbers = [seat.guest for seat in table.view(0).seats]
        new = table.talks[0].watch(rematch)
    # Everybody has the next seat.
    assert [seat.guest for seat in new.seats] == [numbers[2], numbers[0], numbers[1]]
    assert new.status == "playing"
    whole = clients[0].site.ask("GET", f"/online/games/{game}", headers=clients[0].headers).json
    assert whole["leavings"] == [
        {"seat": 0, "ply": 4, "cause": "resignation"},
        {"seat": 1, "ply": 6, "cause": "resignation"},
    ]


def test_time_runs_out_for_one_after_the_other(site: OnlineSite, later: Callable[[int], None]) -> None:
    game, clients = seated(site, "three-players", 3, control=RAPID | {"time_ms": 60_000})
    with ExitStack() as stack:
        table = Table(stack, game, clients)
        for _ in range(3):
            table.move()
        later(61_000)
        shown = table.see(0, table.games[0].version + 1)
        assert shown.leavings == (messages.Leaving(0, 3, "time"),)
        assert (shown.status, shown.turn) == ("playing", 1)
        assert shown.clock is not None
        assert shown.clock.remaining[2] == 60_000
        assert shown.deadline == shown.clock.at + shown.clock.remaining[1]
        assert shown.clock.remaining[1] > 55_000  # the turn has just begun
        later(2 * 61_000)
        over = table.see(2, shown.version + 1)
        assert over.outcome == messages.GameOutcome("time", (2,))


def test_an_absent_player_is_dismissed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later: Callable[[int], None]
) -> None:
    monkeypatch.setattr(live_games, "_LEFT_AFTER_S", 0.0)
    with online_site(tmp_path) as site, ExitStack() as stack:
        game, clients = seated(site, "four-players-pbmserv", 4, control=RAPID)
        table = Table(stack, game, clients)
        for _ in range(4):
            table.move()
        table.talks[0].connection.close()
        shown = table.see(1, table.games[1].version + 1)
        assert [seat.here for seat in shown.seats] == [False, True, True, True]
        assert shown.seats[0].claim_at is not None
        assert "dismiss" not in shown.can
        later(60_000)
        table.talks[1].send(messages.AskState(game))
        assert "dismiss" in table.talks[1].next_game().can
        answer = table.talks[1].do(game, messages.Dismiss(), table.games[1].version)
        assert isinstance(answer, messages.Done)
        seen = table.see(2, answer.version)
        assert (seen.status, seen.turn, seen.leavings) == ("playing", 1, (messages.Leaving(0, 4, "absence"),))
        refused = table.talks[2].do(game, messages.ClaimWin(), answer.version)
        assert isinstance(refused, messages.Refused)
        assert refused.code == "not_allowed"


def refused(table: Table, number: int, command: messages.PlayerCommand, version: int | None = None) -> str:
    """Return the code with which a command is refused."""
    answer = table.bots[number].try_to(command, version)
    assert isinstance(answer, messages.Refused), answer
    return answer.code


def test_commands_at_the_wrong_time_change_nothing(site: OnlineSite) -> None:
    game, clients = seated(site, "three-players", 3, control=RAPID, takebacks=True)
    with ExitStack() as stack:
        table = Table(stack, game, clients)
        first = table.games[0].board().format_move(next(iter(table.games[0].board().legal_moves)))
        assert refused(table, 1, messages.Move(first)) == "not_your_turn"
        assert refused(table, 1, messages.Resign()) == "too_early"
        for _ in range(3):
            table.move()
        here, before = table.games[1].version, table.games[0].board().position()
        assert refused(table, 1, messages.Dismiss()) == "too_early"  # the player to move is there
        assert refused(table, 0, messages.Dismiss()) == "your_turn"
        assert refused(table, 0, messages.Move("a1a1")) == "bad_move"
        assert refused(table, 0, messages.Move(first), here + 1) == "unknown_version"
        assert refused(table, 2, messages.AcceptDraw()) == "nothing_to_accept"
        assert refused(table, 2, messages.OfferRematch()) == "not_over"
        assert (table.games[0].version, table.games[0].board().position()) == (here, before)
        # An offer that two have agreed to lapses when the third leaves: the two have to agree anew.
        table.do(1, messages.OfferDraw())
        table.do(0, messages.AcceptDraw())
        table.do(2, messages.Resign())
        assert (table.view(1).status, table.view(1).offers.draw) == ("playing", ())
        assert refused(table, 0, messages.AcceptDraw()) == "nothing_to_accept"
        for command in (messages.Move(first), messages.Resign(), messages.OfferDraw(), messages.Dismiss()):
            assert refused(table, 2, command) == "left"
        table.move()
        table.do(1, messages.Resign())
        # A rematch without one of the players does not begin, and a decline ends the offer.
        table.do(0, messages.OfferRematch())
        table.do(2, messages.AcceptRematch())
        assert (table.view(1).offers.rematch, table.view(1).rematch) == ((0, 2), None)
        table.do(1, messages.DeclineRematch())
        assert (table.view(0).offers.rematch, table.view(0).rematch) == ((), None)
        assert refused(table, 0, messages.OfferRematch()) == "already_offered"


def test_a_game_of_two_looks_as_before(site: OnlineSite) -> None:
    game, clients = seated(site, "standard", 2)
    whole = site.ask("GET", f"/online/games/{game}", headers=clients[0].headers).json
    assert "leavings" not in whole
    assert [sorted(seat) for seat in whole["seats"]] == [["claim_at", "color", "guest", "here", "name", "you"]] * 2


def test_own_games_know_their_rules(site: OnlineSite) -> None:
    """A position with more ejections than the usual six."""
    start = "sssss/ssssss/7/8/9/8/7/6/SSSSS 8 0 b 0 1"
    client = site.client()
    client.create("black", start=start, rules={"marbles_to_eject": 10})
    assert client.yours()["games"][0]["status"] == "waiting"


def test_mixed_moves_reach_the_players(site: OnlineSite) -> None:
    game, clients = seated(site, "four-players-teams", 4, rules={"mixed_moves": True})
    with clients[3].socket() as talk:
        terms = talk.watch(game).terms
    assert isinstance(terms, messages.GameTerms)
    assert Board.from_position(terms.start, rules=Rules(**terms.rules)).rules.mixed_moves  # type: ignore[arg-type]


# ---- the lobby


def tables_when(talk: Talk, sizes: list[int]) -> tuple[messages.Seek, ...]:
    """Wait until the lobby shows tables with so many seekers."""
    while True:
        seeks = talk.next_seeks()
        if [len(each.seekers or ()) for each in seeks] == sizes:
            return seeks


def test_a_table_in_the_lobby_fills_and_begins(site: OnlineSite) -> None:
    one, two, three, watcher = (site.client() for _ in range(4))
    wanted: dict[str, Any] = {"layout": "three-players", "control": RAPID}
    with watcher.socket() as looking, site.client().socket() as old:
        looking.send(messages.Lobby(True, several=True))
        old.send(messages.Lobby(True))
        assert old.next_seeks() == looking.next_seeks() == ()
        first = one.seek(color="white", **wanted)["seek"]
        (table,) = tables_when(looking, [1])
        assert (table.id, table.players, table.yours) == (first, 3, False)
        second = two.accept(first).json["seek"]
        (table,) = tables_when(looking, [2])
        numbers = [client.yours()["guest"] for client in (one, two)]
        assert table.seekers == tuple(
            messages.Seeker(number, color, you=False) for number, color in zip(numbers, ("white", None), strict=True)
        )
        (mine,) = two.yours()["seeks"]
        assert (mine["id"], mine["guest"], mine["yours"]) == (second, numbers[0], True)
        assert [each["you"] for each in mine["seekers"]] == [False, True]
        assert two.accept(first).json == {"error": "You are already looking for this game."}
        assert one.accept(first).json == {"error": "This seek is your own."}
        began = three.seek(**wanted)
        assert looking.next_seeks() == ()
        pair = watcher.seek(control=RAPID)["seek"]
        # A client that plays games of two only has seen nothing of the table.
        seen = old.next_seeks()
        while not seen:
            seen = old.next_seeks()
        assert [seek.id for seek in seen] == [pair]
    for client in (one, two, three):
        (game,) = client.yours()["games"]
        assert (game["game"], game["status"]) == (began["game"], "playing")
    assert one.yours()["games"][0]["color"] == "white"
    assert three.accept(first).status == 404


def test_each_of_a_table_can_leave(site: OnlineSite) -> None:
    one, two, three = site.client(), site.client(), site.client()
    wanted: dict[str, Any] = {"layout": "six-players-pbmserv", "control": DAYS}
    first = one.seek(**wanted)["seek"]
    second = two.accept(first).json["seek"]
    with two.socket() as talk:
        talk.send(messages.FollowYours(True))
        assert len(talk.next_yours().seeks[0].seekers or ()) == 2
        assert one.post("/online/seeks/withdraw", {"seek": first}).json == {}
        (left,) = talk.next_yours().seeks
    assert (left.id, left.yours, len(left.seekers or ())) == (second, True, 1)
    assert three.accept(first).status == 404
    assert "seek" in three.accept(second).json


def test_who_is_disconnected_leaves_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later: Callable[[int], None]
) -> None:
    monkeypatch.setattr(service, "_LOBBY_S", 0.05)
    with online_site(tmp_path) as site:
        here, away = site.client(), site.client()
        wanted: dict[str, Any] = {"layout": "three-players", "control": RAPID}
        here.seek(**wanted)
        away.seek(**wanted)
        with here.socket() as talk:
            talk.send(messages.FollowYours(True))
            assert len(talk.next_yours().seeks[0].seekers or ()) == 2
            later(LIVE_MS)
            (kept,) = talk.next_yours().seeks
        assert (kept.yours, len(kept.seekers or ())) == (True, 1)


# ---- bad requests


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"terms": {"layout": "three-players"}, "color": "red"}, "color: must be one of black, blue, white, not 'red'"),
        ({"terms": {"layout": "seven-players"}}, "layout: "),
        ({"terms": {"start": "ss3/6/7/8/9/8/7/6/BBB2 Buw 0,0,0 w 0 1"}}, "start: every player must be able to play"),
        ({"terms": {"start": "5/6/7/8/9/8/7/6/5 buw 0,0,0 b 0 1"}}, "start: "),
        ({"terms": {"start": "ss3/6/7/8/9/8/7/6/BBB2 buw 0,0 u 0 1"}}, "start: "),
        ({"terms": {"layout": "three-players", "rules": {"mixed_moves": 1}}}, "rules: mixed_moves"),
    ],
)
def test_bad_games_of_several_players_are_refused(site: OnlineSite, body: object, message: str) -> None:
    for path in ("/online/seeks", "/online/games"):
        refused = site.client().post(path, body)
        assert refused.status == 400
        assert refused.json["error"].startswith(message)


def test_the_client_takes_seats_by_colour(site: OnlineSite) -> None:
    host, guest = Site(site.address), Site(site.address)
    address = host.create({"layout": "three-players"}, "white")
    assert GameAddress.parse(str(address)) == address
    assert guest.join(address, "blue") == "blue"
