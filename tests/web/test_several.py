"""Test games of three to six players at one screen, in the browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from sumito import BLACK, WHITE, Board
from sumito.engine import Engine, Limit
from sumito.learn.catalogue import LANGUAGES, catalogue
from web.conftest import OpenPage
from web.game import Game
from web.online_players import PHONE, check_looks

ENGLISH = catalogue("en")
# Black needs two more marbles. Those on a1 and a5 cannot get away, whatever the others play.
NEAR_THE_END = "B3s/6/7/8/4S4/8/2S1S2/SS2SS/BS1Ss buw 4,0,0 b 0 1"
KEEP = """async ([start, seats, more]) => {
  const [{openStore}, {ALL_COLORS}] = await Promise.all([
    import(new URL('../shell/store.js', location.href)), import(new URL('../core/cells.js', location.href))]);
  const colors = Object.keys(seats), people = colors.filter((color) => seats[color] === '');
  return (await openStore(ALL_COLORS)).saveGame({kind: 'several', start, seats, moves: [], rules: {}, outcome: null,
    players: Object.fromEntries(colors.map((color) => [color, ''])), hints: true, takebacks: true, layout: '',
    side: people.length === 1 ? people[0] : undefined, ...more});
}"""


def load(game: Game, start: str, seats: dict[str, str], **more: object) -> Game:
    """Open a game from a position."""
    name = game.open("several/?test").page.evaluate(KEEP, [start, seats, more])
    game.page.goto("about:blank")
    game.open(f"several/?test#game={name}")
    game.page.wait_for_selector(".table")
    return game


def wait_for_turn(page: Page) -> None:
    page.wait_for_function("() => !__sumito.busy && (__sumito.turn === null || __sumito.turn === 'black')")


def test_a_person_plays_a_game_against_two_computers(open_page: OpenPage) -> None:
    game = Game(open_page())
    page = game.page
    # Pea plays with two players only, so Hazelnut plays on for it.
    load(game, NEAR_THE_END, {"black": "", "blue": "pea", "white": "hazelnut"})
    expect(page.locator(".far .player-bar")).to_contain_text([ENGLISH.say("level.hazelnut")] * 2)
    game.click("e5", "e6")
    game.plies(3)  # both computers have answered
    before = game.get("moves")
    name = game.saved()

    game.open("")
    expect(page.locator(".demo .resume-game")).to_have_attribute("href", re.compile(f"/several/#game={name}$"))
    expect(page.locator(".demo .board .marble.blue").first).to_be_attached()
    expect(page.locator("link[href$='style/marbles.css']")).to_have_count(1)
    game.open(f"several/?test#game={name}")
    page.wait_for_selector(".table")
    assert game.get("moves") == before
    assert name in page.url
    for ply in (3, 6):
        game.plies(ply)
        wait_for_turn(page)
        page.locator(".move-box input").fill(next(move["text"] for move in game.get("legal") if move["ejects"]))
        page.keyboard.press("Enter")
    game.plies(7)
    assert game.get("outcome") == {"termination": "ejection", "winner": "black"}
    expect(page.locator(".scene h2")).to_have_text(ENGLISH.say("play.won"))
    expect(page.locator(".near .winner .tray .dot")).to_have_count(6)
    expect(page.locator(".near .winner .tray .unknown")).to_have_count(4)  # before the start
    expect(page.locator(f".scene a[href*='analysis/#game={name}']")).to_be_visible()

    page.goto("games/?test")
    card = page.locator(".card.game")
    expect(card.locator(".player-name")).to_have_count(3)
    expect(card.locator(".result")).to_have_text(ENGLISH.say("games.you_won"))
    expect(card.locator(".thumbnail circle.blue").first).to_be_attached()
    expect(card.locator("a[href*=review]")).to_have_count(0)


@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_whole_game_of_a_person_and_two_computers(open_page: OpenPage) -> None:
    """Play from the start to six ejections, and compare every position with the library."""
    game = Game(open_page()).begin("several/?test", layout="three-players")
    page, board = game.page, Board("three-players")
    with Engine() as engine:
        while board.outcome is None:
            if board.turn == BLACK:
                move = engine.analyse(board, Limit(nodes=20_000)).best
                assert move is not None
                page.locator(".move-box input").fill(board.format_move(move))
                page.keyboard.press("Enter")
            page.wait_for_function("n => __sumito.moves.length > n && !__sumito.busy", arg=len(board.history))
            moves, position = page.evaluate("[__sumito.moves, __sumito.position]")
            for text in moves[len(board.history) :]:
                board.play(text)
            assert position == board.position()
    assert board.outcome.termination == "ejection"
    assert game.get("outcome") == {"termination": "ejection", "winner": str(board.outcome.winner)}
    assert max(board.score(color) for color in board.players) == 6


def test_a_game_begins_from_the_sheet_and_somebody_leaves(open_page: OpenPage) -> None:
    game = Game(open_page())
    page = game.page
    for address, link in (
        ("local/", page.locator(".player-count a").nth(1)),
        ("play/", page.locator(".more-players a")),
    ):
        game.open(address)
        link.click()
        page.wait_for_selector(".page-several .sheet")
        expect(page.locator("#pages [aria-current]")).to_have_text(ENGLISH.say("app.nav.local"))
    game.open("several/?test")
    page.locator('[name="layout"][value="six-players-pbmserv"]').check(force=True)
    for color in ("blue", "white", "red", "yellow", "green"):
        page.locator(f"#seat-{color}").select_option("")
    page.locator("[name=name-blue]").fill("Ada")
    page.locator(".start .primary").click()
    page.wait_for_selector(".table")
    rotation = page.locator(".board").evaluate("board => __sumito.at('i7').y > __sumito.at('a3').y")
    assert rotation  # black starts in row i, which is at the bottom
    expect(page.locator(".player-bar")).to_have_count(6)
    leave = page.get_by_role("button", name=ENGLISH.say("several.leave"), exact=True)
    leave.click()
    page.get_by_role("button", name=ENGLISH.say("several.leave.sure")).click()
    expect(page.locator(".player-bar.left.black")).to_have_count(1)
    assert game.get("turn") == "blue"
    expect(page.locator(".ply.black")).to_have_accessible_name("Black has left the game.")
    assert page.locator(".board .marble.black").count() == 0
    assert game.strip.startswith(ENGLISH.say("several.left", player="black").replace("black", "Black"))
    page.get_by_role("button", name=ENGLISH.say("play.takeback")).click()
    expect(page.locator(".player-bar.left")).to_have_count(0)
    assert page.locator(".board .marble.black").count() == 6


@pytest.mark.parametrize(
    ("row", "text", "reason", "message"),
    [
        ("2Ss5", "e3e4", "partner_ahead", "several.partner_ahead"),
        ("1Ss6", "e2e4", "partner_without_push", "several.partner_without_push"),
        ("1sSB5", "e2e3", "rear_not_yours", "several.rear_not_yours"),
    ],
)
def test_teams_have_refusals_of_their_own(open_page: OpenPage, row: str, text: str, reason: str, message: str) -> None:
    game = Game(open_page())
    people = {"black": "", "blue": "", "white": "", "red": ""}
    load(game, f"5/6/7/8/{row}/8/7/6/B3R buwr 0,0 b 0 1", people, teams=True)
    game.page.locator(".move-box input").fill(text)
    game.page.keyboard.press("Enter")
    game.page.wait_for_function("() => __sumito.refusal !== null")
    assert game.get("refusal")["verdict"]["reason"] == reason
    assert message in [sentence["message"] for sentence in game.get("refusal")["sentences"]]
    assert game.get("moves") == []


@pytest.mark.parametrize("people", [["black"], ["black", "blue"], ["black", "blue", "white", "red"]])
def test_partners_are_beside_each_other_and_have_one_tray(open_page: OpenPage, people: list[str]) -> None:
    game = Game(open_page(**PHONE))
    page = game.page
    seats = {color: "" if color in people else "hazelnut" for color in ("black", "blue", "white", "red")}
    load(game, "B3R/6/7/8/1Ss6/8/7/6/2SSB buwr 2,1 b 0 1", seats, teams=True)
    near, far = page.locator(".near .team-bars"), page.locator(".far .team-bars")
    for bars, n, colors in ((near, 1, ("black", "white")), (far, 2, ("blue", "red"))):
        expect(bars).to_have_accessible_name(ENGLISH.say("several.team", n=n))
        expect(bars.locator(".team-name")).to_be_visible()
        expect(bars.locator(".player-bar")).to_have_count(2)
        for color in colors:
            expect(bars.locator(f".player-bar.{color} .color-name")).to_be_visible()
    game.click("a3", "a4", "a5")
    page.wait_for_function("() => __sumito.moves.length > 0")
    expect(page.locator(".tray .dot.blue")).to_have_count(1)
    expect(near.locator(".tray .dot")).to_have_count(3)
    expect(near.locator(".tray")).to_have_accessible_name(
        ENGLISH.say("several.score.team", player=BLACK, partner=WHITE, n=3)
    )


def test_a_seat_is_handed_to_a_computer_and_taken_back(open_page: OpenPage) -> None:
    game = Game(open_page())
    page = game.page
    game.begin("several/?test", layout="three-players")

    def button(message: str) -> Locator:
        return page.locator(".actions").get_by_role("button", name=ENGLISH.say(message), exact=True)

    new_game = page.locator(".actions").get_by_role("link", name=ENGLISH.say("play.new"))
    expect(new_game).to_be_hidden()
    button("several.hand_over").click()
    button("several.hand_over.sure").click()
    expect(new_game).to_be_visible()
    for message in ("play.hint", "several.leave", "several.hand_over"):
        expect(button(message)).to_be_hidden()
    button("several.take_over").click()
    expect(button("play.hint")).to_be_visible()
    expect(page.locator(".near .player-bar.black")).to_contain_text(ENGLISH.say("play.you"))
    expect(new_game).to_be_hidden()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_turn_has_room_on_the_smallest_phone(open_page: OpenPage, language: str) -> None:
    page = open_page(**{**PHONE, "viewport": {"width": 320, "height": 568}, "locale": language})
    Game(page).begin("several/?test", layout="six-players-pbmserv")
    strip, near = (page.locator(place).bounding_box() for place in (".strip > p", ".near"))
    assert strip is not None
    assert near is not None
    assert strip["y"] + strip["height"] <= near["y"] + 1
    buttons = [box for each in page.locator(".actions > button:visible").all() if (box := each.bounding_box())]
    rows = [[box for box in buttons if box["y"] == y] for y in sorted({box["y"] for box in buttons})]
    assert [len(row) for row in rows] == [3, 3]


def test_empty_names_follow_the_direction_of_the_page(open_page: OpenPage) -> None:
    page = open_page(locale="he")
    for address, field in (("several/", "[name=name-black]"), ("local/", "#name-black")):
        page.goto(f"{address}?test")
        name = page.locator(field)
        expect(name).to_have_css("direction", "rtl")
        name.fill("Ada")
        expect(name).to_have_css("direction", "ltr")


@pytest.mark.parametrize("person", ["black", "blue", "white"])
def test_thumbnails_have_the_own_side_at_the_bottom(open_page: OpenPage, person: str) -> None:
    game = Game(open_page())
    seats = {color: "" if color == person else "hazelnut" for color in ("black", "blue", "white")}
    load(game, Board("three-players").position(), seats)
    game.page.goto("games/?test")
    marbles = game.page.locator(f".thumbnail circle.{person}")
    expect(marbles).to_have_count(11)
    heights = marbles.evaluate_all("all => all.map((each) => Number(each.getAttribute('cy')))")
    assert min(heights) > 0


def test_a_partner_helps_to_push(open_page: OpenPage) -> None:
    game = Game(open_page())
    people = {"black": "", "blue": "", "white": "", "red": ""}
    load(game, "5/6/7/8/1SsB5/8/7/6/B3R buwr 0,0 b 0 1", people, teams=True)
    game.click("e3")
    assert game.get("refusal")["verdict"]["reason"] == "not_yours"
    game.click("e2", "e3")
    assert game.get("selection") == ["e2", "e3"]
    game.click("e4")
    game.plies(1)
    assert game.get("position").startswith("5/6/7/8/2SsB4/")
    expect(game.page.locator(".player-bar.to-move.blue")).to_have_count(1)


def test_the_sheet_and_six_players_fit_a_phone(open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    game = Game(page)
    game.open("several/?test")
    page.wait_for_selector(".sheet")
    check_looks(page)
    page.locator('[name="layout"][value="six-players-pbmserv"]').check(force=True)
    page.locator(".start .primary").click()
    page.wait_for_selector(".table")
    check_looks(page)
    for language in LANGUAGES:
        page.locator("select.language").select_option(language)
        page.wait_for_function("language => document.documentElement.lang === language", arg=language)
        near = page.locator(".near .player-bar").bounding_box()
        assert near is not None
        assert near["y"] + near["height"] < 664 - 60, language  # all players and the board, and the buttons below
