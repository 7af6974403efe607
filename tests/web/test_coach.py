"""Test the coach on the screen: the warning before a move, and why a move was played."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from sumito import Board
from sumito.engine import LEVELS
from sumito.learn.catalogue import catalogue
from sumito.learn.coach import why
from sumito.notation.records import Record, format_record
from web.complaints import Complaints
from web.conftest import OpenPage
from web.game import Game
from web.test_play import kept, press_play
from web.test_store import save, visit

ENGLISH, HEBREW = catalogue("en"), catalogue("he")
# White e7 e8 ejects what stands on e9.
START = "5/6/3s3/2sss1SS/3s2ss1/3SSS2/2SSS2/2S3/5 0 0 b 0 1"
# White wins with that push, so every level plays it.
LOST = START.replace("0 0 b", "0 5 b")


def begin(page: Page, **changes: object) -> Game:
    """Open a kept game with a coach, and wait for the coach."""
    visit(page)
    game = Game(page)
    terms = {"start": START, "level": 1, "hints": True, "takebacks": True, "coach": True, **changes}
    saved = save(page, **terms)
    game.open(f"play/?test#game={saved}")
    page.wait_for_selector(".warning-bar", state="attached")
    return game


def test_a_warning_and_another_choice(page: Page) -> None:
    game = begin(page)
    bar = page.locator(".warning-bar")
    expect(bar).to_be_hidden()
    game.click("f9", "e9")
    expect(bar.get_by_role("alert")).to_contain_text("Careful: White can push this marble off.")
    expect(bar.get_by_role("alert")).to_contain_text("In danger: e9. e7 and e8 would push right.")
    expect(page.locator(".board .said-cells").first).to_be_attached()
    expect(page.locator(".board .arrow.draw1, .board .draw1 .arrow").first).to_be_attached()
    assert Axe().run(page).response["violations"] == []
    bar.get_by_role("button", name=ENGLISH.say("coach.again")).click()
    expect(bar).to_be_hidden()
    page.wait_for_function("() => !__sumito.busy")
    assert (game.get("moves"), game.get("position")) == ([], START)
    expect(page.locator(".board .said-cells")).to_have_count(0)
    # There is one warning a move.
    game.click("f9", "e9").plies(2)
    assert game.get("moves")[0] == "f9e9"


def test_a_warning_by_keyboard_in_hebrew_that_is_ignored(open_page: OpenPage) -> None:
    page = open_page(locale="he")
    game = begin(page)
    page.locator(".typed input").fill("f9e9")
    page.keyboard.press("Enter")
    again = page.get_by_role("button", name=HEBREW.say("coach.again"))
    expect(again).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".warning-bar")).to_be_hidden()
    page.wait_for_function("() => !__sumito.busy")
    assert game.get("moves") == []
    expect(page.locator(".typed input")).to_be_focused()
    page.get_by_role("button", name=HEBREW.say("play.hint")).focus()
    page.locator(".typed input").fill("b3b4")
    page.keyboard.press("Enter")
    game.plies(2)


def test_the_warned_move_can_be_played(page: Page) -> None:
    game = begin(page)
    game.click("f9", "e9")
    page.get_by_role("button", name=ENGLISH.say("coach.anyway")).click()
    game.plies(2)
    assert game.get("moves")[0] == "f9e9"


@pytest.mark.parametrize("changes", [{"coach": None}, {"control": {"kind": "total", "time_ms": 6e5}}])
def test_no_warning_without_a_coach_or_with_a_clock(page: Page, changes: dict[str, object]) -> None:
    """A game of an earlier release has no coach in its terms."""
    game = begin(page, **changes)
    game.click("f9", "e9").plies(2)
    expect(page.locator(".warning-bar")).to_be_hidden()


def test_why_the_computer_played_its_move(page: Page) -> None:
    game = begin(page, start=LOST, coach=False)
    button = page.get_by_role("button", name=ENGLISH.say("play.why"))
    expect(button).to_be_hidden()
    game.click("f9", "e9").plies(2)
    button.click()
    strip = page.locator(".strip")
    expect(strip.get_by_role("link", name=ENGLISH.say("analysis.title"))).to_be_visible()
    board = Board.from_position(LOST)
    board.play("f9e9")
    said = ENGLISH.sentence(why(board, game.get("moves")[1]))
    assert said == "With this push White wins the game."
    expect(strip.locator("[aria-hidden]")).to_have_text(said)
    expect(strip.locator(".words")).to_contain_text(said)
    expect(strip.locator(".words")).to_contain_text("Marked: ")
    expect(page.locator(".board .said-cells").first).to_be_attached()


def test_a_coach_that_cannot_be_loaded_is_told_and_tried_again(page: Page, complaints: Complaints) -> None:
    complaints.expect("study.wasm|Failed to fetch|ERR_FAILED")
    page.route("**/study.wasm", lambda route: route.abort())
    visit(page)
    game = Game(page).open(f"play/?test#game={save(page, start=LOST, level=1)}")
    game.click("f9", "e9").plies(2)
    button = page.get_by_role("button", name=ENGLISH.say("play.why"))
    button.click()
    expect(page.locator(".strip")).to_contain_text(ENGLISH.say("app.not_loaded"))
    page.unroute("**/study.wasm")
    button.click()
    expect(page.locator(".strip").get_by_role("link", name=ENGLISH.say("analysis.title"))).to_be_visible()


def test_why_a_move_of_a_reviewed_game_was_played(page: Page) -> None:
    board = Board.from_position(START)
    board.play("f9e9")
    board.play("e7e8")
    page.goto(f"review/?test#game={quote(format_record(Record.from_board(board)), safe='')}&ply=2")
    page.wait_for_selector("body[data-ready]")
    button = page.get_by_role("button", name=ENGLISH.say("review.why"))
    button.click()
    strip = page.locator(".strip")
    expect(strip.get_by_role("status")).to_contain_text("White wins a marble and loses none in return. Marked: e9.")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".board .said-cells").first).to_be_attached()
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".board .said-cells")).to_have_count(0)


def test_the_coach_is_chosen_on_the_sheet(page: Page) -> None:
    """On for the lowest three levels until the player decides; only without a clock."""
    game = Game(page).open("play/?test")
    coach = page.locator("#coach")

    def choose(level: str) -> None:
        page.locator(f'.sheet [name="level"][value="{level}"]').check(force=True)

    for level, is_on in (("hazelnut", True), ("walnut", False)):
        choose(level)
        expect(coach).to_be_checked(checked=is_on)
    coach.check()
    choose("melon")
    expect(coach).to_be_checked()
    page.locator('.sheet [name="clock"][value="total"]').check(force=True)
    expect(coach).to_be_hidden()
    page.locator('.sheet [name="clock"][value="untimed"]').check(force=True)
    game.page.locator(".start .primary").click()
    page.wait_for_selector(".table")
    game.click("a3", "c5", "d6").plies(2)
    kept = game.saved()
    found = page.evaluate("async id => (await (await import('../shell/store.js')).openStore()).game(id)", kept)
    assert (found["coach"], found["level"]) == (True, "melon")


def test_the_first_game_of_the_course_has_a_coach_whatever_was_played_before(page: Page) -> None:
    game = Game(page)
    game.begin("play/?test", level=5, clock="total", minutes=5)
    game.open("play/?now&level=pea&coach").page.wait_for_selector(".table")
    found = kept(game)[0]
    assert (found["level"], found["clock"], found["coach"]) == ("pea", "untimed", True)
    assert "coach" not in game.page.url
    press_play(game)  # the terms of the last time are still those of the sheet
    found = kept(game)[0]
    assert (found["level"], found["clock"], found["coach"]) == (LEVELS[4].id, "total", False)
