"""Test online games of several players in real browsers on the real server: by link and by a table of the lobby.

Where the pages of some players do not matter, programs have their seats.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import expect

from server.bot import Bot
from server.online_site import OnlineSite
from sumito.notation.records import Leaving, parse_record
from sumito.play import messages
from sumito.server import live_games
from web.online_players import ENGLISH, PHONE, Player, check_looks
from web.online_server import OnlineServer


@pytest.fixture
def seat_bot(server: OnlineServer) -> Iterator[Callable[..., Bot]]:
    """Let programs take the seats of a link, by a color or the first that is free."""
    site = OnlineSite(server.address.rstrip("/"))
    with ExitStack() as stack:

        def seat(link: str, color: str | None = None) -> Bot:
            game, _, secret = link.rpartition("/")[2].partition("#")
            client = site.client()
            taken = client.post_as_guest("/online/invitations/redeem", {"secret": secret, "color": color})
            assert taken.status == 200, taken
            return Bot(client, stack.enter_context(client.socket()), game)

        yield seat


def play_round(*players: Player) -> None:
    """Let each player move once, and wait until the others see it."""
    for mover in players:
        move = mover.play_any()
        for other in players:
            other.sees(move)


# The parts of each bar, and the words of its name, that cover each other.
OVERLAPS = """() => [...document.querySelectorAll('.player-bar')].flatMap((bar) => {
  const parts = [...bar.querySelectorAll('bdi, .absence, .turn-mark, .tray, .clock')].filter(
    (part) => getComputedStyle(part).clipPath === 'none' && part.getClientRects().length,
  );
  const beside = (a, b) => a.right <= b.left + 1 || a.bottom <= b.top + 1;
  const apart = (a, b) => beside(a, b) || beside(b, a);
  const cut = [...bar.querySelectorAll('.player-name')].filter((name) => name.scrollWidth > name.clientWidth);
  return [
    ...cut.map((name) => `${name.textContent} is cut`),
    ...parts.flatMap((one, i) => parts.slice(i + 1).map((other) => [one, other]))
      .filter(([one, other]) => !apart(one.getBoundingClientRect(), other.getBoundingClientRect()))
      .map((pair) => pair.map((part) => part.className || part.textContent).join(' covers ')),
  ];
})"""


def turn_bar(player: Player) -> str:
    """Return the color of the player to move, as the bars show it."""
    found: str = player.page.evaluate("document.querySelector('.player-bar.to-move .dot').classList[1]")
    return found


def test_three_browsers_play_a_game_by_link_and_go_on_when_one_leaves(open_player: Callable[..., Player]) -> None:
    black, white, blue = open_player(), open_player(**PHONE), open_player()
    link = black.create(players="three-players", seat="black")
    expect(black.page.locator(".own-seat")).to_contain_text("Black")
    expect(black.page.locator(".meeting")).to_contain_text(ENGLISH.say("online.seats.there", n=1, all=3))
    white.visit(link)
    expect(white.page.locator(".seat-list li")).to_have_count(3)
    white.page.locator("li", has_text="White").get_by_role("button").click()
    for player in (black, white):  # without a reload
        expect(player.page.locator(".meeting")).to_contain_text(ENGLISH.say("online.seats.there", n=2, all=3))
    expect(white.page.locator(".invitation")).to_have_value(link)  # everybody can pass it on
    expect(white.page.get_by_role("button", name=ENGLISH.say("online.seat.back"))).to_be_visible()
    expect(white.page.get_by_role("button", name=ENGLISH.say("online.invite.cancel"))).to_be_hidden()
    check_looks(white.page)
    blue.visit(link)
    expect(blue.page.locator(".seat-list li")).to_have_count(3)
    check_looks(blue.page, 1280)
    blue.page.locator(".meeting .primary").click()  # the last free seat
    blue.sit()
    for player in (black, white):
        player.sit()
        expect(player.page.locator(".player-bar")).to_have_count(3)
    expect(blue.page.locator(".near .player-bar")).to_have_class(re.compile("blue"))
    play_round(black, blue, white)
    before = white.page.evaluate("__sumito.moves")
    white.page.reload()
    white.sit()
    assert white.page.evaluate("__sumito.moves") == before
    play_round(black)
    blue.press("several.leave")
    for player in (black, white):
        player.page.wait_for_function("() => __sumito.turn === 'white'")
        expect(player.page.locator(".player-bar.blue")).to_have_class(re.compile("left"))
        expect(player.strip).to_contain_text("Blue")
    play_round(white, black)
    check_looks(white.page)
    assert turn_bar(black) == "white"  # Blue is left out
    white.press("play.draw")
    expect(black.page.locator(".question-bar")).to_contain_text("offers a draw")
    black.answer("online.accept")
    for player in (black, white, blue):
        expect(player.page.locator(".end h2")).to_have_text(ENGLISH.say("play.drawn"))
    with black.page.expect_download() as download:
        black.page.locator(".end").get_by_role("button", name=ENGLISH.say("games.export")).click()
    record = parse_record(Path(download.value.path()).read_text(encoding="utf-8"))
    assert (record.result, record.headers["Termination"]) == ("=draw", "agreement")
    assert [str(node.entry) for node in record.main_line() if isinstance(node.entry, Leaving)] == ["-blue:resigns"]
    black.page.locator(".end a[href*='analysis/']:visible").click()
    expect(black.page.locator(".tree .ply")).to_have_count(7)
    expect(black.page.locator(".sides .player")).to_have_count(3)


def test_a_table_of_the_lobby_fills_and_becomes_a_game(open_player: Callable[..., Player]) -> None:
    one, two, three = open_player(), open_player(), open_player(**PHONE)
    three.page.goto("online/?test")
    one.open_sheet(players="three-players", opponent="lobby", seat="white")
    one.page.locator(".start .primary").click()
    expect(one.page.locator(".own-seek")).to_contain_text(ENGLISH.say("online.seats.there", n=1, all=3))
    one.page.goto("rules/?test")
    expect(one.page.locator(".looking")).to_contain_text(ENGLISH.say("online.looking.several"))
    one.page.goto("online/?test")
    table = three.page.locator(".seek")
    expect(table).to_contain_text(ENGLISH.say("online.seats.there", n=1, all=3))
    two.page.goto("online/?test")
    join = two.page.get_by_role("button", name=ENGLISH.say("online.table.join"))
    join.click()
    for player in (one, two):
        expect(player.page.locator(".own-seek")).to_contain_text(ENGLISH.say("online.seats.there", n=2, all=3))
    expect(table).to_contain_text(ENGLISH.say("online.seats.there", n=2, all=3))
    two.page.locator(".own-seek button").click()  # and back
    expect(table).to_contain_text(ENGLISH.say("online.seats.there", n=1, all=3))
    join.click()
    expect(table).to_contain_text(ENGLISH.say("online.seats.there", n=2, all=3))
    table.get_by_role("button").click()
    for player in (one, two, three):
        player.sit()
    assert one.page.url == two.page.url == three.page.url
    expect(one.page.locator(".near .player-bar")).to_have_class(re.compile("white"))


def test_partners_win_together_when_an_opponent_stays_away(
    open_player: Callable[..., Player],
    seat_bot: Callable[..., Bot],
    later: Callable[[int], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live_games, "_LEFT_AFTER_S", 0.0)
    black, white = open_player(), open_player(**PHONE)
    link = black.create(players="four-players-teams", seat="black")
    blue, red = seat_bot(link, "blue"), seat_bot(link, "red")
    white.visit(link)
    expect(white.page.locator(".team").nth(0).locator(".free-seat")).to_contain_text("White")
    white.page.locator(".meeting .primary").click()  # the last free seat
    black.sit()
    expect(black.page.locator(".near .player-bar.white")).to_have_count(1)  # a partner
    second = Player(black.page.context.new_page())  # another tab of the same seat
    second.page.goto(black.page.url)
    second.sit()
    for mover in (second, blue, white, red):
        move = mover.move() if isinstance(mover, Bot) else mover.play_any()
        for seen in (black, second, white):
            seen.sees(move)
    second.page.close()
    expect(black.page.locator(".actions button", has_text=ENGLISH.say("play.resign"))).to_be_visible()
    black.play_any()
    blue.talk.connection.close()
    expect(white.page.locator(".player-bar.blue")).to_contain_text(ENGLISH.say("online.away"))
    expect(white.page.locator(".question-bar")).to_contain_text("you can claim the win")
    for player, sizes in ((white, ((390, 664), (360, 640), (740, 360))), (black, ((1440, 900),))):
        for width, height in sizes:
            player.page.set_viewport_size({"width": width, "height": height})
            assert player.page.evaluate(OVERLAPS) == []
    later(60_000)
    white.answer("online.claim.win")
    for player in (black, white):
        expect(player.page.locator(".end h2")).to_have_text(ENGLISH.say("several.won.own"))


def test_one_of_three_stays_away_and_all_play_a_rematch(
    open_player: Callable[..., Player],
    seat_bot: Callable[..., Bot],
    later: Callable[[int], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live_games, "_LEFT_AFTER_S", 0.0)
    black = open_player(**PHONE)
    link = black.create(players="three-players", seat="black")
    blue, white = seat_bot(link, "blue"), seat_bot(link, "white")
    black.sit().play_any()
    blue.move()
    white.move()
    black.play_any()
    blue.talk.connection.close()
    expect(black.page.locator(".question-bar")).to_contain_text("you can play on without this player")
    later(60_000)
    black.answer("online.dismiss")
    expect(black.page.locator(".player-bar.blue")).to_have_class(re.compile("left"))
    white.move()
    black.page.wait_for_function("() => __sumito.turn === 'black'")  # Blue is left out
    white.do(messages.Resign())
    expect(black.page.locator(".end h2")).to_have_text(ENGLISH.say("play.won"))
    black.page.locator(".scene").press("Escape")
    black.page.locator(".end .rematch button").click()
    with blue.client.socket() as talk:
        Bot(blue.client, talk, blue.game.id).do(messages.AcceptRematch())
        expect(black.page.locator(".rematch")).to_contain_text(ENGLISH.say("online.rematch.waiting"))
        white.see(white.game.version + 1)
        white.do(messages.AcceptRematch())
    black.page.wait_for_url(lambda url: "/g/" in url and blue.game.id not in url)
    black.sit()
    expect(black.page.locator(".near .player-bar")).to_have_class(re.compile("blue"))  # everybody has the next seat


def test_a_seat_is_given_back_and_the_game_is_cancelled(open_player: Callable[..., Player]) -> None:
    black, white = open_player(), open_player()
    link = black.create(players="three-players", seat="black")
    white.visit(link).page.locator("li", has_text="White").get_by_role("button").click()
    expect(white.page.locator(".own-seat")).to_contain_text("White")
    white.page.reload()
    expect(white.page.locator(".own-seat")).to_contain_text("White")
    second = Player(white.page.context.new_page())
    second.page.goto(white.page.url)
    expect(second.page.locator(".own-seat")).to_contain_text("White")
    give_back = white.page.get_by_role("button", name=ENGLISH.say("online.seat.back"))
    give_back.click()
    white.page.locator("button.danger").click()
    white.page.wait_for_url("**/online/")
    expect(second.page.locator("h1")).to_have_text(ENGLISH.say("online.wait.title"))
    expect(black.page.locator(".meeting")).to_contain_text(ENGLISH.say("online.seats.there", n=1, all=3))
    white.visit(link).page.locator(".meeting .primary").click()
    expect(white.page.locator(".own-seat")).to_contain_text("Blue")
    black.page.get_by_role("button", name=ENGLISH.say("online.invite.cancel")).click()
    black.page.locator("button.danger").click()
    black.page.wait_for_url("**/online/")
    expect(white.page.locator("h1")).to_have_text(ENGLISH.say("online.cancelled.title"))
    # The sheet keeps the choice, with its words.
    black.page.locator(".create > summary").click()
    expect(black.page.locator("#online-how")).to_have_text(ENGLISH.say("online.how.several"))
    expect(black.page.locator(".choice-opponent")).to_contain_text(ENGLISH.say("online.how.friends"))
