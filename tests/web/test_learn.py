"""Test the course in a browser: played to its end by every hand, mistakes, hints, stars, and small screens."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from conftest import REPOSITORY
from sumito import BLACK, WHITE, Board, Move, cell_name, parse_cell
from sumito.learn.catalogue import LANGUAGES, Catalogue, catalogue
from sumito.server.listening import served
from sumito.server.site import make_site
from web.complaints import Complaints
from web.conftest import OpenPage
from web.hands import KEYS, way
from web.test_offline import KEPT, LOST, PATIENCE_MS

CHAPTERS = json.loads((REPOSITORY / "src/sumito/data/course.json").read_text(encoding="utf-8"))["chapters"]
STAGES: list[dict[str, Any]] = [stage for chapter in CHAPTERS for stage in chapter["stages"]]
STILL: dict[str, Any] = {"reduced_motion": "reduce"}
TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 664}}
PARTS_OUTSIDE = """parts => parts.filter(part => {
  const { left, top, right, bottom, height } = document.querySelector(part).getBoundingClientRect();
  return !height || left < -1 || top < 0 || right > innerWidth + 1 || bottom > innerHeight;
})"""
CLICK = "element => element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))"

Hand = Callable[[Page, Board, Move, Catalogue], None]


def visit(page: Page, stage: str = "") -> Page:
    page.goto("about:blank")
    page.goto("learn/?test" + (f"#stage={stage}" if stage else ""))
    page.wait_for_function("() => document.body.dataset.ready && !__sumito.busy")  # the board answers
    return page


def settle(page: Page, phase: str) -> None:
    page.wait_for_function("phase => !__sumito.busy && __sumito.phase === phase", arg=phase)


def ends(move: Move) -> list[str]:
    return [cell_name(cell) for cell in dict.fromkeys((move.cells[0], move.cells[-1]))]


def target_of(page: Page, move: Move) -> str:
    found: int = page.evaluate(
        "async ([cells, way]) => (await import('../board/geometry.js')).targetOf(cells, way)",
        [list(move.cells), move.direction],
    )
    return cell_name(found)


def point_of(page: Page, cell: str) -> tuple[float, float]:
    point = page.evaluate("cell => __sumito.at(cell)", cell)
    return point["x"], point["y"]


def by_mouse(page: Page, _board: Board, move: Move, words: Catalogue) -> None:
    for cell in (*ends(move), target_of(page, move)):
        page.mouse.click(*point_of(page, cell))
    settle(page, "solved")
    page.get_by_role("button", name=words.say("course.next")).or_(last_link(page, words)).click()


def by_touch(page: Page, _board: Board, move: Move, words: Catalogue) -> None:
    for cell in ends(move):
        page.touchscreen.tap(*point_of(page, cell))
    page.locator(f".rose [data-direction='{int(move.direction)}']").tap()
    settle(page, "solved")
    page.get_by_role("button", name=words.say("course.next")).or_(last_link(page, words)).tap()


def by_keyboard(page: Page, _board: Board, move: Move, _words: Catalogue) -> None:
    """Press keys only. The focus goes from the board to the next step and back by itself."""
    if page.evaluate("document.activeElement === document.body"):
        while not page.evaluate("document.activeElement.matches('[role=gridcell]')"):
            page.keyboard.press("Tab")
    cells = [cell_name(cell) for cell in sorted(move.cells)]
    assert page.evaluate("document.activeElement.dataset.name") == cells[0]
    page.keyboard.press("Space")
    for first, second in pairwise(cells):
        page.keyboard.press(f"Shift+{KEYS[way(first, second)]}")
    page.keyboard.press(KEYS[move.direction.name])
    settle(page, "solved")
    page.wait_for_function("() => document.activeElement.matches('button, a')")  # the focus follows a moment later
    page.keyboard.press("Enter")


def by_tree(page: Page, board: Board, move: Move, words: Catalogue) -> None:
    """Use roles and names only, with clicks that have no pointer, as a screen reader does."""
    text = page.get_by_role("status").first.inner_text()
    assert words.say("course.marbles.own", cells=board.marbles(BLACK)) in text
    for cell in dict.fromkeys((move.cells[0], move.cells[-1])):
        name = words.say("board.cell.marble", cells=(cell,), player=BLACK)
        page.get_by_role("gridcell", name=name, exact=True).evaluate(CLICK)
    target, pushed = parse_cell(target_of(page, move)), board.pushed(move)
    state = {"cells": (target,), "player": WHITE} if pushed else {"cells": (target,)}
    name = words.say(f"board.cell.{'pushed' if pushed else 'target'}", **state)
    page.get_by_role("gridcell", name=name, exact=True).evaluate(CLICK)
    settle(page, "solved")
    page.get_by_role("button", name=words.say("course.next")).or_(last_link(page, words)).evaluate(CLICK)


def last_link(page: Page, words: Catalogue) -> Locator:
    return page.get_by_role("link", name=words.say("course.play"))


@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    ("hand", "options"),
    [
        pytest.param(by_mouse, {"service_workers": "allow"}, id="mouse-offline", marks=pytest.mark.long),
        pytest.param(by_touch, {**TOUCH, "locale": "he"}, id="touch-hebrew"),
        pytest.param(by_keyboard, {}, id="keyboard"),
        pytest.param(by_tree, {}, id="accessibility-tree"),
    ],
)
def test_the_course_is_played_to_its_end(
    open_context: Callable[..., BrowserContext], complaints: Complaints, hand: Hand, options: dict[str, Any]
) -> None:
    offline = options.get("service_workers") == "allow"
    with served(make_site()) as address:
        page = open_context(base_url=address, **STILL, **options).new_page()
        if offline:
            complaints.expect(LOST)
            page.goto("settings/")
            page.wait_for_function(KEPT, timeout=PATIENCE_MS)
        else:
            play_all(page, hand, catalogue(options.get("locale", "en")))
    if offline:  # the server is gone
        play_all(page, hand, catalogue("en"))


def play_all(page: Page, hand: Hand, words: Catalogue) -> None:
    visit(page)
    for i, stage in enumerate(STAGES):
        page.wait_for_function("id => __sumito.stage === id && __sumito.phase === 'open'", arg=stage["id"])
        expect(page.locator(".stage-place")).to_have_text(words.say("course.place", n=i + 1, all=len(STAGES)))
        expect(page.locator(".asked")).to_have_text(words.say(f"course.{stage['id']}.goal"))
        board = Board.from_position(stage["position"])
        hand(page, board, board.parse_move(stage["solution"]), words)
    page.wait_for_selector("body[data-page=play][data-ready] .table")
    expect(page.locator(".player-bar").first).to_contain_text(words.say("level.pea"))
    visit(page)
    most = 3 * len(STAGES)
    expect(page.locator(".sum")).to_have_text(words.say("course.sum", n=most, most=most))


def play(page: Page, text: str) -> None:
    board = Board.from_position(page.evaluate("__sumito.position"))
    move = board.parse_move(text)
    for cell in (*ends(move), target_of(page, move)):
        page.mouse.click(*point_of(page, cell))


def won(page: Page) -> int:
    return page.locator(".strip .star.full").count()


def test_a_move_that_misses_the_goal_is_taken_back_and_costs_a_star(open_page: OpenPage) -> None:
    page = visit(open_page(**STILL), "push21")
    words, strip = catalogue("en"), page.locator(".strip")
    before = page.evaluate("__sumito.position")
    play(page, "e4f5")
    expect(strip).to_have_text(words.say("course.miss.pushes"))
    settle(page, "open")
    assert page.evaluate("__sumito.position") == before
    expect(strip).to_have_text(words.say("course.miss.pushes"))  # there is time to read it
    play(page, "e3e4")
    settle(page, "solved")
    assert won(page) == 2
    expect(strip).to_contain_text(f"{words.say('course.push21.done')} {words.say('course.won', n=2)}")
    page.get_by_role("button", name=words.say("course.again")).click()
    settle(page, "open")
    expect(page.locator("[aria-current=step] .star.full")).to_have_count(2)


HOLD_READS = """() => {
  const get = IDBObjectStore.prototype.get;
  window.held = [];
  IDBObjectStore.prototype.get = function (key) {
    const request = get.call(this, key);
    if (key !== 'course' || this.transaction.mode !== 'readonly') return request;
    const late = { get result() { return request.result; } };
    request.onsuccess = () => window.held.push(() => late.onsuccess());
    return late;
  };
}"""
STAGES_DONE_AFTER_THE_FIRST_READ = """async () => {
  held[0]();
  await new Promise((resolve) => setTimeout(resolve));
  return document.querySelectorAll('.stage-link.done').length;
}"""


def test_a_slow_answer_of_the_store_does_not_take_stars_back(open_page: OpenPage) -> None:
    first, second = STAGES[:2]
    page = visit(open_page(**STILL))
    page.evaluate(HOLD_READS)
    play(page, first["solution"])
    settle(page, "solved")
    page.wait_for_function("() => held.length > 0")  # the page reads what it has saved
    page.get_by_role("button", name=catalogue("en").say("course.next")).click()
    page.wait_for_function("id => __sumito.stage === id && __sumito.phase === 'open'", arg=second["id"])
    play(page, second["solution"])
    settle(page, "solved")
    assert page.evaluate(STAGES_DONE_AFTER_THE_FIRST_READ) == 2


def test_stars_that_were_deleted_elsewhere_are_gone(open_page: OpenPage) -> None:
    page = visit(open_page(**STILL))
    play(page, STAGES[0]["solution"])
    settle(page, "solved")
    expect(page.locator(".stage-link.done")).to_have_count(1)
    other = page.context.new_page()
    other.goto("rules/glossary/")
    other.evaluate("""() => new Promise((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase('sumito');
      deleting.onsuccess = resolve;
      deleting.onerror = reject;
    })""")
    expect(page.locator(".stage-link.done")).to_have_count(0)


def test_a_refused_move_is_explained_and_costs_nothing(open_page: OpenPage) -> None:
    page = visit(open_page(**STILL), "pac")
    for cell in ("e3", "e4", "e5"):
        page.mouse.click(*point_of(page, cell))
    strip = page.locator(".strip.bad")
    expect(strip).to_contain_text("Pac")
    expect(strip.locator("a")).to_have_attribute("href", re.compile("/rules/#figure-pac22$"))
    strip.locator("a").click()  # over the page, which keeps its stage
    expect(page.locator("dialog .board")).to_be_visible()
    assert "/learn/" in page.url
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("Escape")
    play(page, "d1e2")
    settle(page, "solved")
    assert won(page) == 3


def test_a_hint_shows_the_marbles_and_then_the_move_for_one_star(open_page: OpenPage) -> None:
    page = visit(open_page(**STILL), "escape")
    words = catalogue("en")
    page.get_by_role("button", name=words.say("course.hint.button")).click()
    expect(page.locator("path.outline")).to_have_count(1)
    expect(page.locator(".strip .unseen")).to_contain_text("e9")
    page.get_by_role("button", name=words.say("course.show")).press("Enter")
    settle(page, "solved")
    assert won(page) == 1
    expect(page.get_by_role("button", name=words.say("course.next"))).to_be_focused()
    # A better result replaces it, a worse one does not.
    for text in ("e9f9", None):
        visit(page, "escape")
        if text:
            play(page, text)
        else:
            page.locator(".actions button").nth(1).dblclick()  # the hint, then the move
        settle(page, "solved")
        expect(page.locator("[aria-current=step] .star.full")).to_have_count(3)
    assert won(page) == 1


def test_stages_can_be_skipped_and_the_course_goes_on_at_the_first_without_stars(open_page: OpenPage) -> None:
    page = visit(open_page(**STILL))
    words = catalogue("en")
    expect(page.get_by_role("button", name=words.say("course.back"))).to_be_disabled()
    page.get_by_role("button", name=words.say("course.skip")).click()
    page.wait_for_function("() => __sumito.stage === 'line'")
    play(page, "c3d4")
    settle(page, "solved")
    page.get_by_role("button", name=words.say("course.back")).click()
    page.wait_for_function("() => __sumito.stage === 'one'")
    play(page, "d4e5")
    settle(page, "solved")
    visit(page)
    assert page.evaluate("__sumito.stage") == "side_two"
    # The last stage leads to those that were skipped.
    visit(page, "win")
    play(page, "c3b2")
    settle(page, "solved")
    page.get_by_role("button", name=words.say("course.next")).click()
    page.wait_for_function("() => __sumito.stage === 'side_two'")
    visit(page, "nothing")
    expect(page.locator(".notice")).to_contain_text(words.say("course.unknown"))
    link = page.get_by_role("link", name=words.say("course.skip_all"))
    expect(link).to_have_attribute("href", re.compile(r"/play/\?now&level=pea&coach$"))


@pytest.mark.parametrize("language", ["en", "he", "fr"])
def test_goal_board_and_rose_are_in_sight_on_a_phone(open_page: OpenPage, language: str) -> None:
    page = visit(open_page(**TOUCH, **STILL, locale=language), "centre")
    page.touchscreen.tap(*point_of(page, "d4"))
    assert page.evaluate("__sumito.selection") == ["d4"]
    longest = max(STAGES, key=lambda stage: len(catalogue(language).say(f"course.{stage['id']}.goal")))
    page.locator(".asked").evaluate(
        "(asked, text) => { asked.textContent = text; }", catalogue(language).say(f"course.{longest['id']}.goal")
    )
    for width, height in ((390, 664), (375, 553), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        assert page.evaluate(PARTS_OUTSIDE, [".asked", ".board", ".strip", ".rose"]) == [], (width, height)
        assert page.evaluate("document.querySelector('.board').clientWidth") >= 0.8 * width


def test_the_words_of_the_buttons_fit_a_phone(open_page: OpenPage) -> None:
    page = visit(open_page(**TOUCH, **STILL), "centre")
    buttons = page.locator(".actions > button:visible")
    for language in LANGUAGES:
        page.locator("select.language").select_option(language)
        page.wait_for_function("language => document.documentElement.lang === language", arg=language)
        for width in (320, 360, 390):
            page.set_viewport_size({"width": width, "height": 640})
            wide = buttons.evaluate_all("all => all.filter((each) => each.scrollWidth > each.clientWidth)")
            beside = buttons.evaluate_all("""all => all.filter((each) => {
                const [row, button] = [each.parentElement, each].map((one) => one.getBoundingClientRect());
                return button.left < row.left || button.right > row.right;
            })""")
            assert (buttons.count(), wide, beside) == (3, [], []), (language, width)


def hold_core(page: Page) -> Callable[[], None]:
    """Open the course without its core. Return a function that lets the core come."""
    held: list[Route] = []
    page.route("**/sumito.wasm", lambda route: held.append(route))
    with page.expect_request("**/sumito.wasm"):
        page.goto("learn/?test#stage=push21")
    page.wait_for_selector("body[data-ready]")
    assert page.evaluate("__sumito.phase") == "loading"

    def let_come() -> None:
        for route in held:
            route.continue_()

    return let_come


def tap_early(page: Page) -> None:
    for cell in ("e3", "e4", "e5"):
        page.mouse.click(*point_of(page, cell))


def press_early(page: Page) -> None:
    page.locator("[role=gridcell][tabindex='0']").focus()
    for key in ("Space", "Shift+d", "d"):
        page.keyboard.press(key)


def click_early(page: Page) -> None:
    for cell in ("e3", "e4", "e5"):
        page.locator(f"[data-name={cell}]").evaluate(CLICK)


def ask_early(page: Page) -> None:
    page.locator(".actions button").nth(1).dblclick()  # the hint, then the move


@pytest.mark.parametrize("act", [tap_early, press_early, click_early, ask_early])
def test_no_input_is_lost_before_the_core_is_loaded(open_page: OpenPage, act: Callable[[Page], None]) -> None:
    page = open_page(**STILL)
    let_come = hold_core(page)
    act(page)
    let_come()
    settle(page, "solved")
    assert won(page) == (1 if act is ask_early else 3)


def test_another_stage_can_be_opened_before_the_core_is_loaded(open_page: OpenPage) -> None:
    page = open_page(**STILL)
    let_come = hold_core(page)
    page.get_by_role("button", name=catalogue("en").say("course.skip")).click()
    expect(page.locator(".board .marble")).to_have_count(4)
    let_come()
    settle(page, "open")
    play(page, "b2c3")
    settle(page, "solved")


def test_a_core_that_could_not_be_loaded_is_tried_again(page: Page, complaints: Complaints) -> None:
    complaints.expect("sumito.wasm|Failed to (fetch|load)")
    page.route("**/sumito.wasm", lambda route: route.abort("connectionfailed"))
    page.goto("learn/?test#stage=push21")
    expect(page.locator(".notice.bad")).to_contain_text(catalogue("en").say("app.not_loaded"))
    page.unroute("**/sumito.wasm")
    tap_early(page)
    settle(page, "solved")


def test_stars_fly_only_if_things_may_move(open_page: OpenPage) -> None:
    for options, flying in (({}, 1), (STILL, 0)):
        page = visit(open_page(**options), "eject")
        play(page, "e7e8")
        page.wait_for_function("() => __sumito.phase === 'solved'")
        assert page.locator(".burst").count() == flying


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_a_solved_stage(open_page: OpenPage, scheme: str) -> None:
    page = visit(open_page(**STILL, color_scheme=scheme), "eject")
    play(page, "e7e8")
    settle(page, "solved")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
