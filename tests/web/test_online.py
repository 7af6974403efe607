"""Test online games in two real browsers on the real server: invitations, play, offers, faults of the network."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from sumito.learn.catalogue import catalogue
from sumito.server import live_games
from sumito.server.listening import served
from sumito.server.site import make_site
from web.complaints import Complaints
from web.conftest import OpenPage
from web.hands import KEYS, walk
from web.online_players import ENGLISH, PHONE, Player, check_looks, play_any, play_opening
from web.online_server import OnlineServer

LAST_PUSH = "s4/1S4/2S4/8/9/8/7/sss3/sssss 5 0 b 0 1"  # Black ejects the sixth marble with g5h5
LOST = "WebSocket connection to .* failed|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED"
SECONDS = 30
USED = "status of 404|status 404|status of 409|status 409"


@pytest.fixture
def pair(open_player: Callable[..., Player]) -> tuple[Player, Player]:
    """Return Black and White at the table of a game of ten minutes."""
    black, white = open_player(), open_player()
    white.join(black.create(side="black"))
    return black.sit(), white


# ---- the way to a game


def test_an_invitation_says_what_it_is_for_and_seats_one_player(
    open_player: Callable[..., Player], complaints: Complaints
) -> None:
    complaints.expect(USED)
    black, white, late = open_player(), open_player(), open_player()
    link = black.create(side="black")
    expect(black.page.locator(".waiting")).to_contain_text(ENGLISH.say("online.invite.waiting"))
    white.visit(link)
    facts = white.page.locator(".facts dd")
    expect(facts).to_have_text(
        [
            re.compile("White"),
            "Belgian Daisy",
            ENGLISH.say("online.control.increment", minutes="10", seconds="5"),
            ENGLISH.say("online.takebacks.yes"),
        ]
    )
    black.page.goto(link)
    expect(black.page.locator(".meeting")).to_contain_text(ENGLISH.say("online.invite.own"))
    white.page.locator(".meeting .primary").click()
    white.sit()
    black.sit()
    assert "#" not in white.page.url
    late.visit(link)
    expect(late.page.locator("h1")).to_have_text(ENGLISH.say("online.used.title"))
    late.page.locator("button", has_text=ENGLISH.say("online.used.watch")).click()
    late.sit()
    expect(black.page.locator(".watchers")).to_have_text(ENGLISH.say("online.watching", n=1))
    white.visit(link).sit()  # the link of the own seat leads to the game


def test_the_link_is_copied_and_survives_a_visit_to_the_list(open_player: Callable[..., Player]) -> None:
    black = open_player(permissions=["clipboard-read", "clipboard-write"])
    link = black.create(clock="days")
    black.page.locator("button", has_text=ENGLISH.say("online.invite.copy")).click()
    expect(black.page.locator("button", has_text=ENGLISH.say("online.invite.copied"))).to_be_visible()
    assert black.page.evaluate("navigator.clipboard.readText()") == link
    black.page.goto("online/?test")
    item = black.page.locator(".own-game")
    expect(item).to_contain_text(ENGLISH.say("online.yours.waiting"))
    item.click()
    expect(black.page.locator(".invitation")).to_have_value(link)
    expect(black.page.locator(".facts")).to_contain_text(ENGLISH.say("online.control.days", n=2))
    cancel = black.page.locator("button", has_text=ENGLISH.say("online.invite.cancel"))
    cancel.click()
    black.page.locator("button", has_text=ENGLISH.say("online.invite.cancel.sure")).click()
    black.page.wait_for_url("**/online/")
    expect(black.page.locator(".own-game")).to_have_count(0)


def test_seconds_for_each_move_and_one_time_for_both_can_be_chosen(open_player: Callable[..., Player]) -> None:
    black, white = open_player(), open_player()
    black.create(clock="per_move")
    expect(black.page.locator(".facts")).to_contain_text(ENGLISH.say("online.control.per_move", seconds="15"))
    link = black.create(clock="shared", side="black")
    white.visit(link)
    expect(white.page.locator(".facts")).to_contain_text(ENGLISH.say("online.control.shared", minutes="10"))
    white.page.locator(".meeting .primary").click()
    play_opening(black.sit(), white.sit())
    expect(black.page.locator(".clock:visible")).to_have_text([re.compile(r"(9:5\d|10:00)")] * 2)


def test_a_game_that_is_not_there(open_player: Callable[..., Player]) -> None:
    player = open_player()
    player.page.goto("g/nothing")
    expect(player.page.locator("h1")).to_have_text(ENGLISH.say("online.gone.title"))


def test_a_site_of_files_has_no_entries(page: Page) -> None:
    page.goto("")
    page.wait_for_selector("body[data-ready]")
    assert page.locator('a[href*="online/"]').count() == 0


def test_the_server_has_entries_and_private_pages(open_player: Callable[..., Player]) -> None:
    player = open_player()
    player.page.goto("")
    player.page.locator(".choices a[href$='online/']").click()
    player.page.wait_for_selector(".presets")
    answer = player.page.request.get("g/anything")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-robots-tag"] == "noindex"
    kept = player.page.request.get("files.js").text()
    assert '"online/"' in kept
    assert '"g/"' not in kept


# ---- whole games


def test_a_whole_game_to_its_last_push_and_a_rematch(open_player: Callable[..., Player], server: OnlineServer) -> None:
    black, white = open_player(), open_player()
    made = server.post("online/games", {"color": "white", "terms": {"start": LAST_PUSH}})
    black.join(f"{server.address}g/{made['game']}#{made['invitation']}")
    black.play("g5h5")
    scene = black.page.locator(".scene")
    expect(scene.locator("h2")).to_have_text(ENGLISH.say("play.won"))
    expect(scene.get_by_role("button", name=ENGLISH.say("online.rematch"))).to_be_visible()
    scene.press("Escape")
    expect(black.page.locator(".end h2")).to_have_text(ENGLISH.say("play.won"))
    expect(black.page.locator(".end").get_by_role("button", name=ENGLISH.say("online.rematch"))).to_be_visible()
    expect(black.page.locator(".end a", has_text=ENGLISH.say("play.review"))).to_be_visible()
    with black.page.expect_download() as saved:
        black.page.locator(".end button", has_text=ENGLISH.say("games.export")).click()
    assert '[Result "1-0"]' in saved.value.path().read_text(encoding="utf-8")
    white.visit(f"{server.address}g/{made['game']}").sit()
    expect(white.page.locator(".end h2")).to_have_text(re.compile(r"Winner: Guest \d+"))


def test_offers_takebacks_phrases_and_an_abort(pair: tuple[Player, Player]) -> None:
    black, white = pair
    play_opening(black, white)
    white.press("play.draw")
    expect(white.strip).to_have_text(ENGLISH.say("online.draw.offered"))
    black.answer("online.decline")
    expect(white.strip).to_have_text(ENGLISH.say("online.draw.declined"))
    white.press("play.takeback")
    black.answer("online.accept")
    white.page.wait_for_function("() => __sumito.moves.length === 1")
    black.press("online.say")
    black.page.locator(".phrases button", has_text=ENGLISH.say("online.phrase.good_luck")).click()
    expect(white.page.locator(".speech span")).to_have_text(ENGLISH.say("online.phrase.good_luck"))
    black.press("online.abort")
    expect(white.page.locator(".end h2")).to_have_text(ENGLISH.say("online.over.title"))


def test_resignation_and_rematch_with_colours_changed(pair: tuple[Player, Player]) -> None:
    black, white = pair
    play_opening(black, white)
    first = black.page.url
    black.press("play.resign")
    expect(white.page.locator(".end h2")).to_have_text(ENGLISH.say("play.won"))
    black.answer("online.rematch")
    white.answer("online.accept")
    for player in pair:
        player.page.wait_for_url(lambda url: url != first)
        player.sit()
    assert black.page.url == white.page.url
    expect(black.page.locator(".near .player-bar")).to_have_class(re.compile("white"))
    play_any(white, black)


def test_a_draw_by_agreement(pair: tuple[Player, Player]) -> None:
    black, white = pair
    play_opening(black, white)
    black.press("play.draw")
    white.answer("online.accept")
    for player in pair:
        expect(player.page.locator(".end h2")).to_have_text(ENGLISH.say("play.drawn"))


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not reach {selector}")


def test_a_whole_game_by_keyboard_alone(open_player: Callable[..., Player], server: OnlineServer) -> None:
    black = open_player()
    made = server.post("online/games", {"color": "white", "terms": {"start": LAST_PUSH}})
    black.visit(f"{server.address}g/{made['game']}#{made['invitation']}").page.wait_for_selector(".meeting")
    tab_to(black.page, ".meeting .primary")
    black.page.keyboard.press("Enter")
    black.sit()
    tab_to(black.page, '[role="gridcell"]')
    walk(black.page, "g5")
    for key in ("Space", f"Shift+{KEYS['NW']}", KEYS["NW"]):
        black.page.keyboard.press(key)
    expect(black.page.locator(".end h2")).to_have_text(ENGLISH.say("play.won"))
    assert black.page.evaluate("__sumito.moves") == ["g5h5"]
    tab_to(black.page, ".end a")
    black.page.keyboard.press("Enter")
    black.page.wait_for_url("**/review/**")


# ---- faults


class Line:
    """The socket of a page, which can hold back messages: those that contain `holds`."""

    def __init__(self, page: Page) -> None:
        self._page = page
        page.route_web_socket("**/socket", self._connect)

    def _connect(self, near: WebSocketRoute) -> None:
        far = near.connect_to_server()
        self._held, self.holds = False, ""  # a new page

        def carry(message: str | bytes, send: Callable[[str | bytes], None]) -> None:
            if self.holds and self.holds in str(message):
                self._held = True
            else:
                send(message)

        near.on_message(lambda message: carry(message, far.send))
        far.on_message(lambda message: carry(message, near.send))

    def reload(self) -> None:
        """Reload the page once a message is held back. It is lost."""
        limit = time.monotonic() + SECONDS
        while not self._held:
            assert time.monotonic() < limit, f"no message has {self.holds}"
            self._page.evaluate("0")  # takes messages meanwhile
        self._page.reload()


def test_a_reload_in_the_middle_of_a_move(open_player: Callable[..., Player]) -> None:
    """A move that was stored is there after the reload, and one that never arrived can be made again."""
    black, white = open_player(), open_player()
    line = Line(black.page)
    white.join(black.create(side="black"))
    black.sit()
    line.holds = '"moves":["'  # the game with the move, which is stored before anybody is told of it
    stored = play_any(black, white)
    line.reload()
    black.sit().sees(stored)
    play_any(white, black)
    line.holds = '"t":"do"'
    text = black.page.evaluate("__sumito.legal[0].text")
    black.play(text)
    line.reload()
    black.sit().page.wait_for_function("() => __sumito.moves.length === 2")
    black.play(text)
    white.sees(text)
    assert white.page.evaluate("__sumito.moves.length") == 3


def test_two_tabs_of_one_player_are_both_live(pair: tuple[Player, Player]) -> None:
    black, white = pair
    second = Player(black.page.context.new_page()).visit(black.page.url.partition("?")[0]).sit()
    second.sees(play_any(black, white))
    second.sees(play_any(white, black))
    move = play_any(second, black)
    white.sees(move)
    assert [len(each.page.evaluate("__sumito.moves")) for each in (black, second, white)] == [3, 3, 3]


def test_a_reload_in_mid_game(pair: tuple[Player, Player]) -> None:
    black, white = pair
    play_opening(black, white)
    moves = white.page.evaluate("__sumito.moves")
    black.page.reload()
    black.sit()
    assert black.page.evaluate("__sumito.moves") == moves
    play_any(black, white)


def test_the_game_goes_on_after_the_server_was_restarted(
    pair: tuple[Player, Player], server: OnlineServer, complaints: Complaints
) -> None:
    complaints.expect(LOST)
    black, white = pair
    play_opening(black, white)
    for player in pair:
        player.page.evaluate("window.stayed = true")
    server.stop()
    expect(black.page.locator(".connection")).to_be_visible()
    server.start()
    for player in pair:
        expect(player.page.locator(".connection")).to_be_hidden()
    play_any(black, white)
    assert [player.page.evaluate("window.stayed") for player in pair] == [True, True]


def test_a_move_that_was_made_without_a_connection_arrives_later(
    pair: tuple[Player, Player], server: OnlineServer, complaints: Complaints, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_games, "_LEFT_AFTER_S", 0.1)
    complaints.expect(LOST)
    black, white = pair
    play_opening(black, white)
    black.page.context.set_offline(True)
    server.stop()  # the socket that is open does not notice that the network is gone
    expect(black.page.locator(".connection")).to_be_visible()
    text = black.page.evaluate("__sumito.legal[0].text")
    black.play(text)
    server.start()
    expect(white.page.locator(".far .absence")).to_be_visible()
    expect(white.page.locator(".question-bar")).to_contain_text("has left")
    black.page.context.set_offline(False)
    white.sees(text)
    expect(white.page.locator(".far .absence")).to_be_hidden()
    assert white.page.evaluate("__sumito.moves.length") == 3


# ---- looks


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_the_way_to_a_game_fits_a_phone_and_axe_is_content(open_player: Callable[..., Player], scheme: str) -> None:
    black, white = (open_player(**PHONE, color_scheme=scheme) for _ in range(2))
    black.open_sheet()
    check_looks(black.page)
    link = black.create(side="black")
    check_looks(black.page)
    white.visit(link).page.wait_for_selector(".meeting")
    check_looks(white.page)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_a_game_fits_a_phone_and_axe_is_content(open_player: Callable[..., Player], scheme: str) -> None:
    black, white = (open_player(**PHONE, color_scheme=scheme) for _ in range(2))
    white.join(black.create(side="black"))
    play_opening(black.sit(), white)
    check_looks(white.page)
    white.press("play.draw")
    expect(black.page.locator(".question-bar")).to_be_visible()
    check_looks(black.page)
    black.press("play.resign")
    expect(white.page.locator(".end")).to_be_visible()
    check_looks(white.page)


def test_the_words_of_an_opponent_are_in_the_readers_language(open_player: Callable[..., Player]) -> None:
    black, white = open_player(), open_player(locale="he")
    white.join(black.create(side="black"))
    black.sit().press("online.say")
    black.page.locator(".phrases button", has_text=ENGLISH.say("online.phrase.hello")).click()
    expect(white.page.locator(".speech span")).to_have_text(catalogue("he").say("online.phrase.hello"))
    name = white.page.locator(".far .player-name").inner_text()
    assert re.fullmatch(r"אורח \d+", name), name


def test_a_plain_site_shows_no_page_of_online_play(open_page: OpenPage, complaints: Complaints) -> None:
    complaints.expect(USED)
    with served(make_site()) as address:
        page = open_page(base_url=address)
        assert page.request.get("online/").status == 404
        assert page.request.get("g/x").status == 404
