"""Test a table: looking back, two tabs, closed, hidden and sleeping pages, a thinking computer, sounds."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import BrowserContext, Page, Route, expect

from web.complaints import Complaints
from web.conftest import OpenPage
from web.game import PHONE, Game

MOVES = ("a3 c5 d6", "i7 g5 f4", "a1 c3 d4", "i9 g7 f6")
OpenContext = Callable[..., BrowserContext]


@pytest.fixture
def game(page: Page) -> Game:
    return Game(page)


def played(game: Game, **chosen: object) -> Game:
    """Play four plies of a game between two people."""
    game.begin("local/?test", **chosen)
    for n, cells in enumerate(MOVES):
        game.click(*cells.split()).plies(n + 1)
    return game


def marbles(page: Page) -> dict[str, list[str]]:
    """Return the marbles on the board."""
    names = page.locator('[role="gridcell"]').evaluate_all(
        "cells => cells.map(cell => cell.getAttribute('aria-label'))"
    )
    return {color: [name[:2] for name in names if color in name] for color in ("Black", "White")}


def seconds(page: Page, color: str) -> float:
    *minutes, rest = page.inner_text(f".player-bar.{color} .clock").split(":")
    return sum(60 * int(each) for each in minutes) + float(rest)


# ----------------------------------------------------------------------------------------------------------- the sheet


@pytest.mark.parametrize("address", ["play/", "local/"])
def test_a_game_can_be_started_without_scrolling(page: Page, address: str) -> None:
    page.goto(address)
    button = page.locator(".start .primary")
    for width, height in ((1280, 860), (820, 1180), (390, 844), (360, 740), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        expect(button).to_be_in_viewport(ratio=1)
        button.click(position={"x": 4, "y": 4}, trial=True)  # nothing covers it
    button.click(position={"x": 4, "y": 4})
    expect(page.locator(".board")).to_be_visible()


def test_the_sheet_knows_what_was_chosen_last(game: Game) -> None:
    page = game.open("local/?test").page
    page.get_by_role("button", name="more layouts").click()
    assert page.locator('.layouts [name="layout"]').count() == 64, "all in one group"
    page.locator('[name="layout"][value="alien-attack"]').check(force=True)
    page.fill('[name="black"]', "Ada")
    page.locator(".start .primary").click()
    page.wait_for_selector(".table")
    game.open("local/?test")
    expect(page.locator('.layout:has([value="alien-attack"])')).to_be_visible()
    assert page.locator('[name="layout"]:checked').get_attribute("value") == "alien-attack"
    assert page.locator('.layouts [name="layout"]').count() == 3
    assert page.input_value('[name="black"]') == "Ada"


def test_what_was_chosen_last_and_cannot_be_chosen_is_as_usual(game: Game) -> None:
    page = game.open("play/?test").page
    garbled = {"level": 0, "side": "red", "clock": None, "handicap": 1.5, "layout": 7, "extra": [], "hints": "no"}
    page.evaluate(
        """async chosen => {
            const { openStore } = await import('../shell/store.js');
            await (await openStore()).setProgress('new_game.engine', chosen);
        }""",
        garbled,
    )
    assert game.open("play/?test").page.locator('[name="level"]:checked').get_attribute("value") == "pea"
    game.begin("play/?test")
    assert game.get("turn") == "black"


def test_a_key_that_is_held_takes_back_once(game: Game) -> None:
    page = game.begin("local/?test").page
    for n, text in enumerate(("a1b2", "i9h8", "a2b3")):
        page.fill(".move-box input", text)
        page.keyboard.press("Enter")
        game.plies(n + 1)
    page.focus('[role="gridcell"][tabindex="0"]')
    for _ in range(5):
        page.keyboard.down("u")
    game.plies(2)


# --------------------------------------------------------------------------------------------------------- looking back


def test_a_ply_leads_to_its_position_and_back_to_now(game: Game) -> None:
    page = played(game).page
    now = marbles(page)
    page.locator(".ply").nth(1).click()
    assert game.get("shown") == 2
    assert "f4" in marbles(page)["White"]
    assert "d4" not in marbles(page)["Black"]
    assert "move 2 of 4" in game.strip
    expect(page.locator(".ply[aria-current]")).to_have_text("i7h6")
    expect(page.locator(".table")).to_have_class(re.compile("past"))
    page.get_by_role("button", name="Back to the game").first.click()
    assert marbles(page) == now
    assert "Black to move." in game.strip
    game.click("a2", "c4", "d5").plies(5)


def test_the_arrow_keys_step_through_the_game(game: Game) -> None:
    page = played(game).page
    page.locator(".ply").nth(3).focus()
    for key, shown in (
        ("ArrowLeft", 3),
        ("ArrowLeft", 2),
        ("Home", 0),
        ("ArrowLeft", 0),
        ("ArrowRight", 1),
        ("End", 4),
    ):
        page.keyboard.press(key)
        assert game.get("shown") == shown, key
    page.keyboard.press("Home")
    assert "the start" in game.strip
    page.keyboard.press("Escape")
    assert game.get("shown") == 4
    focused = page.evaluate("document.activeElement.textContent")
    assert focused == "i9h8", "the focus goes along"
    page.focus('[role="gridcell"][tabindex="0"]')
    page.keyboard.press("ArrowLeft")
    assert game.get("shown") == 4, "on the board the arrows move the cursor"


PRESS = """keys => {
  for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}"""


def test_a_jump_while_marbles_are_on_their_way(game: Game) -> None:
    page = game.open("local/?test").page
    page.evaluate("localStorage.setItem('sumito.settings', '{\"motion\": \"normal\"}')")
    game.begin("local/?test")
    positions = [marbles(page)]
    for n, cells in enumerate(MOVES):
        game.click(*cells.split()).plies(n + 1)
        positions.append(marbles(page))
    for keys, shown in (
        (["ArrowLeft", "Home"], 0),
        (["ArrowRight", "ArrowRight", "End"], 4),
        (["ArrowLeft", "ArrowLeft", "ArrowLeft", "Escape"], 4),
        (["Home", "ArrowRight"], 1),
    ):
        page.evaluate(PRESS, keys)
        assert game.get("shown") == shown
        assert marbles(page) == positions[shown], keys


def test_looking_back_while_moves_are_taken_back(game: Game) -> None:
    page = game.open("play/?test").page
    page.evaluate("localStorage.setItem('sumito.settings', '{\"motion\": \"normal\"}')")
    game.begin("play/?test", level=1)
    start = marbles(page)
    game.click("a3", "c5", "d6").plies(2)
    game.click("a2", "c4", "d5").plies(4)
    page.get_by_role("button", name="Take back").evaluate(f"button => {{ button.click(); ({PRESS})(['Home']); }}")
    game.plies(2)
    page.wait_for_function("() => !document.getAnimations().some(({ playState }) => playState === 'running')")
    assert game.get("shown") == 0
    assert marbles(page) == start


def test_the_buttons_step_and_nothing_can_be_moved_in_the_past(game: Game) -> None:
    page = played(game).page
    page.get_by_role("button", name="One move back").click()
    page.get_by_role("button", name="One move back").click()
    page.get_by_role("button", name="One move forward").click()
    assert game.get("shown") == 3
    game.click("a2")
    assert game.get("shown") == 4, "a tap on the board leads back"
    assert game.get("selection") == []
    page.get_by_role("button", name="To the start").click()
    expect(page.get_by_role("button", name="One move back")).to_be_disabled()
    page.keyboard.press("End")
    page.get_by_role("button", name="To the start").click()
    page.fill(".move-box input", "a2b3")
    page.keyboard.press("Enter")
    game.plies(5)
    assert game.get("shown") == 5, "a typed move is a move of now"
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="Take back").click()
    game.plies(4)
    assert (game.get("shown"), len(marbles(page)["Black"])) == (4, 14)
    assert "d5" not in marbles(page)["Black"]


def test_the_answer_of_the_computer_leads_back_to_now(game: Game) -> None:
    page = game.page
    held: list[Route] = []
    page.route("**/core/worker.js", lambda route: held.append(route))  # the computer thinks until it is released
    game.begin("play/?test", level=1).click("a3", "c5", "d6").plies(1)
    page.wait_for_function("() => __sumito.thinking")
    page.get_by_role("button", name="To the start").click()
    assert game.get("shown") == 0
    assert "d6" not in marbles(page)["Black"]
    for each in held:
        each.continue_()
    page.wait_for_function("() => __sumito.moves.length === 2 && !__sumito.busy")
    assert game.get("shown") == 2
    assert "d6" in marbles(page)["Black"]


def test_a_finished_game_can_be_looked_through_on_a_phone(open_page: OpenPage) -> None:
    game = played(Game(open_page(**PHONE)))
    page = game.page
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    page.locator(".ply").first.click()
    assert game.get("shown") == 1
    board = page.locator(".board").bounding_box()
    assert board is not None
    assert board["y"] >= 0, "the board comes into sight"
    game.click("c3")
    assert game.get("shown") == 1
    assert Axe().run(page).response["violations"] == []
    page.get_by_role("button", name="Back to the game").first.click()
    assert "White wins" in game.strip


# --------------------------------------------------------------------------------------------------- tabs and sleeping


def test_a_closed_tab_leaves_the_game_and_its_clock(open_context: OpenContext) -> None:
    context = open_context()
    first = Game(context.new_page()).begin("local/?test", clock="total", minutes=5)
    first.click("a3", "c5", "d6").plies(1)
    first.saved()
    position, left = marbles(first.page), {color: seconds(first.page, color) for color in ("black", "white")}
    first.page.close()
    second = Game(context.new_page()).open("local/?test")
    second.page.get_by_role("link", name="Continue").click()
    second.page.wait_for_selector(".table")
    assert marbles(second.page) == position
    for color, before in left.items():
        assert before - 4 <= seconds(second.page, color) <= before + 1, color
    expect(second.page.locator(".ply")).to_have_text(["a3b4"])


def test_the_tab_that_opened_a_game_last_plays_it(open_context: OpenContext) -> None:
    context = open_context()
    first = Game(context.new_page()).begin("local/?test", clock="total", minutes=5)
    first.click("a3", "c5", "d6").plies(1)
    address = f"local/?test#game={first.saved()}"
    second = Game(context.new_page()).open(address)
    expect(first.page.locator(".end")).to_contain_text("This game is open in another tab.")
    first.click("i7", "g5", "f4")
    assert len(first.get("moves")) == 1, "nothing can be moved here"
    first.page.focus('[role="gridcell"][tabindex="0"]')
    first.page.keyboard.press("u")
    assert len(first.get("moves")) == 1
    expect(first.page.locator(".end"), "nor taken back").to_be_visible()
    second.page.bring_to_front()
    second.click("i5", "g5", "f5").plies(2)
    second.saved()
    first.page.get_by_role("button", name="Play here").click()
    first.page.wait_for_function("() => window.__sumito?.moves?.length === 2")
    assert first.get("position") == second.get("position")
    expect(second.page.locator(".end")).to_contain_text("This game is open in another tab.")
    first.click("a2", "c4", "d5").plies(3)


def test_a_tab_whose_board_comes_late_does_not_play_what_another_has(open_context: OpenContext) -> None:
    context = open_context()
    first = Game(context.new_page()).begin("local/?test")
    first.click("a3", "c5", "d6").plies(1)
    address = f"local/?test#game={first.saved()}"
    held: list[Route] = []
    late = context.new_page()
    late.route("**/core/sumito.wasm", lambda route: held.append(route))
    late.goto(address)
    expect(first.page.locator(".end")).to_contain_text("This game is open in another tab.")
    second = Game(context.new_page()).open(address)
    second.click("i5", "g5", "f5").plies(2)
    second.saved()
    for each in held:
        each.continue_()
    expect(late.locator(".end")).to_contain_text("This game is open in another tab.")
    second.click("a2", "c4", "d5").plies(3)
    expect(second.page.locator(".end")).to_be_hidden()


def test_played_again_is_one_game_however_often_it_is_pressed(open_context: OpenContext) -> None:
    context = open_context()
    first = Game(context.new_page()).begin("play/?test", level=1, clock="total", minutes=5)
    first.page.get_by_role("button", name="Resign").click()
    first.page.get_by_role("button", name="Really resign?").click()
    address = f"play/?test#game={first.saved()}"
    first.page.close()
    held: list[Route] = []
    second = Game(context.new_page())
    second.page.route("**/core/worker.js", lambda route: held.append(route))
    second.open(address)
    again = second.page.get_by_role("button", name="Play again")
    expect(again).to_be_visible()
    again.dblclick()
    expect(second.page.locator("main")).to_have_attribute("inert", "")
    for each in held:
        each.continue_()
    expect(second.page.locator("main:not([inert]) .table")).to_be_visible()
    second.plies(1)
    second.saved()
    count = "import('../shell/store.js').then(({ openStore }) => openStore()).then((store) => store.games())"
    assert len(second.page.evaluate(count)) == 2


def test_a_next_game_that_cannot_begin_is_said(game: Game, complaints: Complaints) -> None:
    complaints.expect("it fails")
    page = game.begin("local/?test").page
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    page.evaluate("() => { window.ResizeObserver = class { constructor() { throw new Error('it fails'); } }; }")
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".failed")).to_contain_text("it fails")
    page.locator(".failed button").click()
    page.wait_for_selector(".table, .sheet")


def test_a_game_that_was_deleted_in_another_tab_stays_deleted(open_context: OpenContext) -> None:
    context = open_context()
    first = Game(context.new_page()).begin("local/?test")
    first.click("a3", "c5", "d6").plies(1)
    first.saved()
    other = context.new_page()
    other.goto("games/")
    other.get_by_role("button", name="Delete").click()
    other.locator("dialog .danger").click()
    expect(other.locator(".empty")).to_be_visible()
    first.page.bring_to_front()
    first.click("i7", "g5", "f4").plies(2)
    expect(first.page.locator(".end")).to_contain_text("This game is no longer saved in this browser.")
    first.saved()
    first.click("a2", "c4", "d5")
    assert len(first.get("moves")) == 2, "it cannot go on"
    other.reload()
    expect(other.locator(".empty")).to_be_visible()
    first.page.get_by_role("link", name="New game").click()
    expect(first.page.locator(".sheet")).to_be_visible()


def test_two_tabs_with_one_computer(open_context: OpenContext) -> None:
    context = open_context()
    first = Game(context.new_page())
    held: list[Route] = []
    first.page.route(
        "**/core/worker.js", lambda route: held.append(route)
    )  # here the computer thinks until it is released
    first.begin("play/?test", level=1).click("a3", "c5", "d6").plies(1)
    address = f"play/?test#game={first.saved()}"
    first.page.wait_for_function("() => __sumito.thinking")
    second = Game(context.new_page()).open(address)
    second.plies(2)
    first.page.wait_for_function("() => !__sumito.thinking")
    for each in held:
        each.continue_()
    second.click("a2", "c4", "d5").plies(4)
    assert len(first.get("moves")) == 1, "only one of them plays on"


HIDE = """state => {
  Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_the_clock_rests_while_the_page_is_hidden(game: Game) -> None:
    page = game.page
    page.clock.install()
    game.begin("local/?test", clock="total", minutes=1)
    page.clock.run_for(10_000)
    before = seconds(page, "black")
    page.evaluate(HIDE, "hidden")
    page.clock.run_for(120_000)
    assert game.get("outcome") is None
    page.evaluate(HIDE, "visible")
    page.clock.run_for(1000)
    assert before - 4 <= seconds(page, "black") <= before
    page.clock.run_for(10_000)
    assert seconds(page, "black") <= before - 10, "and goes on afterwards"


# ------------------------------------------------------------------------------------------------ thinking and sounds

# Counted in the page, because the thinking can end between two questions of a slow test.
FRAMES = """() => {
  window.frames = 0;
  const frame = () => {
    if (__sumito.thinking) window.frames++;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""


def test_the_page_answers_while_the_strongest_level_thinks(game: Game) -> None:
    page = game.begin("play/?test", level=12).page
    page.evaluate(FRAMES)
    game.click("a3", "c5", "d6")
    page.wait_for_function("() => __sumito.thinking")
    game.click("b2")
    assert game.get("selection") == ["b2"], "marbles can be chosen for a planned move"
    page.wait_for_function("() => !__sumito.thinking")
    assert page.evaluate("window.frames") >= 5, "the page is drawn meanwhile"


COUNT = """window.sounds = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...given) { window.sounds++; return start.apply(this, given); };"""


def test_moves_and_refusals_sound_only_if_wanted(game: Game) -> None:
    page = game.page
    page.add_init_script(COUNT)
    game.begin("local/?test").click("a3", "c5", "d6").plies(1)
    assert page.evaluate("sounds") == 0
    page.locator("#sound").click()
    page.wait_for_function("() => sounds === 2")  # a sample of the sound
    game.click("i7", "g5", "f4").plies(2)
    moved = page.evaluate("sounds")
    assert moved == 2 + 3, "a click for each marble"
    game.click("g7")
    game.click("a1")
    assert page.evaluate("sounds") > moved, "a refusal too"


# ----------------------------------------------------------------------------------------- marks, notices and the focus


def test_no_mark_stays_after_its_reason_is_gone(game: Game) -> None:
    page = game.begin("local/?test").page
    start = game.page.evaluate("__sumito.at('c3')")
    target = game.page.evaluate("__sumito.at('d4')")
    page.mouse.move(start["x"], start["y"])
    expect(page.locator(".hovered")).to_have_count(1)
    page.mouse.down()
    page.mouse.move(target["x"], target["y"], steps=4)
    page.mouse.up()
    game.plies(1)
    expect(page.locator(".hovered")).to_have_count(0)


def test_a_hint_is_gone_after_resigning(game: Game) -> None:
    page = game.begin("play/?test", hints=True).page
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".marks-over .outline")).not_to_have_count(0)
    resign = page.locator(".actions button:not(.why)").last
    resign.click()
    resign.click()
    expect(page.locator(".end")).to_be_visible()
    expect(page.locator(".marks-over .outline")).to_have_count(0)


def test_the_focus_is_on_the_board_after_the_result_was_closed(game: Game) -> None:
    page = game.begin("local/?test").page
    resign = page.locator(".actions button:not(.why)").last
    resign.press("Enter")
    resign.press("Enter")
    expect(page.locator(".scene")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".scene")).to_have_count(0)
    expect(page.locator('[role="gridcell"]:focus')).to_have_count(1)


def test_a_game_that_ends_without_a_network_can_be_played_again(game: Game, complaints: Complaints) -> None:
    page = game.begin("local/?test").page
    complaints.expect("ERR_INTERNET_DISCONNECTED")  # the scene over the board is missing
    page.context.set_offline(True)
    resign = page.locator(".actions button:not(.why)").last
    resign.click()
    resign.click()
    page.locator(".end").get_by_role("button", name="Play again").click()
    expect(page.locator(".end")).to_be_hidden()


def test_the_focus_is_on_the_board_after_starting_by_keyboard(game: Game) -> None:
    page = game.open("local/?test").page
    page.locator('[name="black"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".table")
    page.wait_for_function("() => document.activeElement?.getAttribute('role') === 'gridcell'")


def test_the_focus_is_on_the_board_after_another_game_by_keyboard(game: Game) -> None:
    game.begin("local/?test")
    resign = game.page.locator(".actions button:not(.why)").last
    resign.click()
    resign.click()
    again = game.page.locator(".scene").get_by_role("button", name="Play again")
    again.focus()
    game.page.keyboard.press("Enter")
    expect(game.page.locator(".end")).to_be_hidden()
    game.page.wait_for_function("() => document.activeElement.getAttribute('role') === 'gridcell'")
    assert game.get("moves") == []


def test_a_notice_is_above_a_dialog_and_outlives_it(game: Game) -> None:
    page = game.open("local/?test").page
    page.evaluate(
        """async () => {
          const [{ ask }, { notice }] = await Promise.all([import('../shell/dialog.js'), import('../shell/shell.js')]);
          notice('play.gone');
          void ask({ title: 'local.draw.ask', yes: 'local.draw' });
          notice('app.not_kept');
        }"""
    )
    notices = page.locator(".notice")
    expect(notices).to_have_count(2)
    notices.last.get_by_role("button").click()
    expect(notices).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    notices.first.get_by_role("button").click()
    expect(notices).to_have_count(0)
