"""Test that pages fit the screen: phones with the bars of their browsers, and screens at 400 %."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from sumito.learn.catalogue import LANGUAGES, catalogue
from web.conftest import OpenPage
from web.online_players import Player
from web.online_server import OnlineServer

TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
PHONES = [(390, 664), (360, 640), (412, 732), (375, 553)]
ZOOMED = [(320, 256), (360, 225)]
PARTS_OUTSIDE = """parts => parts.filter(part => {
  const { left, top, right, bottom, height } = document.querySelector(part).getBoundingClientRect();
  return !height || left < -1 || top < 0 || right > innerWidth + 1 || bottom > innerHeight;
})"""
CELLS_COVERED = """() => [...document.querySelectorAll('[role=gridcell]')].filter(cell => {
  cell.scrollIntoView({ block: 'center' });
  const { x, y } = __sumito.at(cell.dataset.name);
  return !document.elementFromPoint(x, y)?.closest('.board');
}).map(cell => cell.dataset.name)"""
TEXTS_COVERED = """() => [...document.querySelectorAll('main *')].filter(each => {
  const own = [...each.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  if (!own || !each.checkVisibility() || each.closest('svg, [inert], option')) return false;
  if (getComputedStyle(each).clipPath !== 'none') return false; // for screen readers only
  each.scrollIntoView({ block: 'center' });
  const range = document.createRange();
  range.selectNodeContents(each);
  const { left, top, width, height } = range.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + height / 2);
  return !seen || !(each.contains(seen) || seen.contains(each) || seen.parentElement.contains(each));
}).map(each => each.textContent)"""


LAYERS = """[...document.querySelectorAll('main :is(.board-base, .board-grid)')].map(layer => {
  const { left, top, width, height } = layer.getBoundingClientRect();
  return [left, top, width, height].map(Math.round).join(' ');
})"""


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


def box_of(part: Locator) -> FloatRect:
    box = part.bounding_box()
    assert box
    return box


def see(page: Page, address: str) -> Page:
    page.goto(f"{address}?test")
    page.wait_for_selector("body[data-ready]")
    return page


def begin(page: Page, address: str) -> Page:
    see(page, address).locator(".start .primary").click()
    page.wait_for_selector(".table")
    return page


def select(page: Page, *cells: str) -> None:
    for cell in cells:
        point = page.evaluate("cell => __sumito.at(cell)", cell)
        page.touchscreen.tap(point["x"], point["y"])
    assert page.evaluate("__sumito.selection")


@pytest.mark.parametrize("address", ["play/", "local/"])
def test_a_move_on_a_phone_needs_no_scrolling(open_page: OpenPage, address: str) -> None:
    page = begin(open_page(viewport={"width": 390, "height": 664}, **TOUCH), address)
    select(page, "c3", "c5")
    for size in PHONES:
        resize(page, size)
        assert page.evaluate(PARTS_OUTSIDE, [".board", ".strip", ".near", ".rose"]) == [], size
        widths = page.evaluate("[document.querySelector('.board').clientWidth, innerWidth]")
        assert widths[0] >= 0.98 * widths[1], "the board has the whole width"


def test_a_puzzle_on_a_phone_needs_no_scrolling(open_page: OpenPage) -> None:
    page = see(open_page(viewport={"width": 390, "height": 664}, **TOUCH), "puzzles/")
    mover = page.evaluate("__sumito.position.split(' ')[3]")
    own = page.locator(f'[role="gridcell"][aria-label*="{"Black" if mover == "b" else "White"}"]').first
    select(page, own.get_attribute("data-name") or "")
    for size in PHONES:
        resize(page, size)
        assert page.evaluate(PARTS_OUTSIDE, [".board", ".strip", ".rose"]) == [], size


def test_the_words_of_the_buttons_of_a_puzzle_fit_small_screens(open_page: OpenPage) -> None:
    page = see(open_page(viewport={"width": 320, "height": 256}, **TOUCH), "puzzles/")
    buttons = page.locator(".actions > button:visible")
    for language in LANGUAGES:
        page.locator("select.language").select_option(language)
        page.wait_for_function("language => document.documentElement.lang === language", arg=language)
        wide = buttons.evaluate_all("all => all.filter((each) => each.scrollWidth > each.clientWidth)")
        assert (buttons.count(), wide) == (3, []), language


def test_everything_can_be_reached_at_400_percent(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 320, "height": 256}, **TOUCH)
    pages = (("play/", see), ("local/", begin), ("puzzles/", see), ("learn/", see), ("analysis/", see))
    for address, show in pages:
        show(page, address)
        for size in ZOOMED:
            resize(page, size)
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (address, size)
            layers = page.evaluate(LAYERS)
            assert len(layers) == (0 if address == "play/" else 2), "the set-up sheet has no board"
            assert len(set(layers)) <= 1, (address, size, "the marbles are not on the board")
            assert not layers or box_of(page.locator(".board-grid"))["width"] > 200, (address, size)
            assert page.evaluate(CELLS_COVERED) == [], (address, size)
            assert page.evaluate(TEXTS_COVERED) == [], (address, size)


@pytest.mark.timing  # a live game in which nobody moves ends soon, so this test runs alone
def test_an_online_game_fits_small_screens(open_player: Callable[..., Player], server: OnlineServer) -> None:
    made = server.post("online/games", {"color": "white", "terms": {}})
    player = open_player(viewport={"width": 390, "height": 664}, **TOUCH)
    page = player.join(f"{server.address}g/{made['game']}#{made['invitation']}").page
    expect(page.locator(".far .absence")).to_be_visible()
    for language in LANGUAGES:
        page.locator("select.language").select_option(language)
        page.wait_for_function("language => document.documentElement.lang === language", arg=language)
        parts = (".far .player-name", ".far .absence", ".strip", ".strip > p")
        name, absence, strip, words = (box_of(page.locator(part).first) for part in parts)
        assert (name["x"] < absence["x"]) == (language != "he"), "the name comes first"
        assert absence["height"] < 30, "one line"
        assert words["height"] <= strip["height"], (language, "the words do not cover the bar")
        rows = page.locator(".actions > button:visible").evaluate_all("all => all.map(({ offsetTop }) => offsetTop)")
        assert len(rows) == 4
        assert len(set(rows)) == 1, (language, "one row")
    for size in ZOOMED:
        resize(page, size)
        layers = page.evaluate(LAYERS)
        assert (len(layers), len(set(layers))) == (2, 1), size
        assert box_of(page.locator(".board-grid"))["width"] > 200
        assert page.evaluate(CELLS_COVERED) == [], size
        assert page.evaluate(TEXTS_COVERED) == [], size


@pytest.mark.parametrize("address", ["", "local/", "puzzles/", "analysis/"])
def test_a_large_screen_has_a_large_board(open_page: OpenPage, address: str) -> None:
    page = open_page(viewport={"width": 2560, "height": 1440})
    (begin if address == "local/" else see)(page, address)
    board = page.locator(".board").bounding_box()
    assert board
    assert board["height"] > 0.75 * 1440
    assert page.evaluate(PARTS_OUTSIDE, [".board", ".strip" if address else "figcaption"]) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 2560


def test_the_strip_of_an_analysis_keeps_its_height(open_page: OpenPage) -> None:
    page = see(open_page(viewport={"width": 390, "height": 664}, **TOUCH), "analysis/")
    strip = page.locator(".strip")
    before = strip.bounding_box()
    page.locator(".strip .words").evaluate("words => words.append(' a longer text'.repeat(20))")
    assert strip.bounding_box() == before


# ---- the first paint


@pytest.mark.parametrize("language", ["en", "he"])
def test_the_first_paint_has_the_header_and_the_cards(open_page: OpenPage, language: str) -> None:
    """Keep back every module: what is shown then is in the HTML, in the language of the user."""
    page = open_page(locale=language)
    page.route("**/*.js", lambda route: route.continue_() if route.request.url.endswith("/start.js") else None)
    page.goto("", wait_until="commit")
    words = catalogue(language)
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
    expect(page.locator("h1")).to_have_text(words.say("home.title"))
    said = page.locator("[data-say]").evaluate_all("all => all.map((each) => [each.dataset.say, each.textContent])")
    assert {"app.nav.play", "home.play", "home.local.text"} <= {message for message, _ in said}
    assert said == [[message, words.say(message)] for message, _ in said]
    expect(page.locator("html")).to_have_attribute("dir", words.say("language.direction"))
    assert page.evaluate("!document.body.dataset.ready")


# ---- words beside a board


def test_a_refusal_is_one_short_sentence_and_names_cells_to_screen_readers_only(open_page: OpenPage) -> None:
    page = begin(open_page(viewport={"width": 390, "height": 664}, **TOUCH), "local/")
    select(page, "c3")
    shown = page.locator('.strip [aria-hidden="true"]')
    words = page.locator(".strip .words")
    expect(shown).to_have_text("3 ways to go. Add its neighbours to move them together.")
    expect(words).to_contain_text("c3 selected")
    page.locator(".rose-ways [data-direction='4']").tap()
    expect(shown).to_have_text("Your own marble is in the way.")
    expect(words).to_contain_text("b2")
    assert page.evaluate("getComputedStyle(document.querySelector('.strip .words')).clipPath") != "none"
