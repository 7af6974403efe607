"""Test the refusals of a game in the browser, in every language."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from sumito import BLACK, WHITE
from sumito.core import Direction
from sumito.learn.catalogue import LANGUAGES, catalogue
from web.conftest import OpenPage
from web.game import Game
from web.test_board_view import REFUSALS


def load(game: Game, black: str, white: str, **more: object) -> None:
    """Load another position."""
    name = game.page.evaluate(
        """async ([black, white, more]) => {
          const [{openStore}, {parseCell, positionText}] = await Promise.all([
            import(new URL('../shell/store.js', location.href)), import(new URL('../core/cells.js', location.href))]);
          const cells = (text) => text.split(' ').map(parseCell);
          const start = positionText({black: cells(black), white: cells(white)});
          return (await openStore()).saveGame({kind: 'local', start,
            moves: [], rules: {}, players: {black: '', white: ''}, outcome: null, ...more});
        }""",
        [black, white, more],
    )
    game.page.goto("about:blank")
    game.open(f"local/?test#game={name}")
    game.page.wait_for_selector(".table")


REFUSED = [(black, white, does, reason) for black, white, does, reason, *_ in REFUSALS]
REFUSED += [("e4 e5", "e7", "/c3c4", "no_marble"), ("e4 e6", "e8", "/e4e6d4", "not_a_line")]
REFUSED += [("e6 e7", "e9", "! e6", "game_over"), ("e6 e7", "e9", "! e9", "game_over")]


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_said_in_every_language(open_page: OpenPage, language: str) -> None:
    assert len(check_refusals(open_page, language, REFUSED)) >= 14


@pytest.mark.parametrize("language", ["en", "he"])
def test_refusals_by_hand_by_text_and_after_the_end_are_said(open_page: OpenPage, language: str) -> None:
    """The words of every refusal are compared without a browser, in `test_words.py`."""
    assert check_refusals(open_page, language, [REFUSED[0], *REFUSED[-3:-1]]) >= {"not_a_line", "game_over"}


def check_refusals(open_page: OpenPage, language: str, cases: list[tuple[str, str, str, str]]) -> set[str]:
    """Provoke refusals in a game, compare the messages on the strip, and return their reasons."""
    game = Game(open_page(locale=language))
    words = catalogue(language)
    game.open("local/?test")
    reasons = set()
    for black, white, does, reason in cases:
        load(game, black, white)
        if does.startswith("/"):
            game.page.fill(".move-box input", does[1:])
            game.page.keyboard.press("Enter")
        else:
            for each in does.split():
                if each == "!":
                    resign = game.page.locator(".actions button:not(.why)").last
                    resign.click()
                    resign.click()
                    game.close_scene()
                elif each.startswith("+"):
                    game.page.focus('[role="gridcell"][tabindex="0"]')
                    game.page.keyboard.press(each[1:])
                else:
                    game.click(each)
        refusal = game.get("refusal")
        assert refusal, (does, reason)
        assert reason in refusal["sentences"][0]["message"], (does, refusal)
        reasons.add(reason)
        first = words.say(refusal["sentences"][0]["message"], **parameters(refusal["sentences"][0]["parameters"]))
        assert game.strip.startswith(plain(first)), (game.strip, first)
        if refusal["figure"]:
            assert (game.page.locator(".figure-link").get_attribute("href") or "").endswith(
                f"rules/#figure-{refusal['figure']}"
            )
    return reasons


def plain(text: str) -> str:
    return text.replace("\u2066", "").replace("\u2069", "")


def parameters(given: dict[str, Any]) -> dict[str, Any]:
    def value(each: Any) -> Any:  # noqa: ANN401
        match each:
            case {"cells": cells}:
                return tuple(cells)
            case {"directions": directions}:
                return tuple(Direction(one) for one in directions)
            case {"color": color}:
                return BLACK if color == "black" else WHITE
        return each

    return {name: value(each) for name, each in given.items()}


def test_the_figure_opens_over_the_game(open_page: OpenPage) -> None:
    """On the smallest screen, from right to left: the clock runs on, the selection stays, and the focus returns."""
    game = Game(open_page(locale="he", viewport={"width": 320, "height": 256}))
    page = game.page
    game.open("local/?test")
    load(game, "e4 e5", "e6 e7", control={"kind": "total", "time_ms": 600_000})
    game.click("e4", "e5", "e6")
    before = game.get("position")
    address = page.url
    page.locator(".figure-link").focus()
    page.keyboard.press("Enter")
    box = page.locator("dialog.figure-dialog")
    expect(box.locator("h2")).to_have_text(catalogue("he").say("rulebook.pac.title"))
    assert page.evaluate("document.activeElement.closest('dialog') !== null")
    assert box.evaluate("each => each.scrollWidth <= each.clientWidth")
    results = Axe().run(page)
    assert not results.response["violations"], results.generate_report()
    box.locator(".show").click()
    expect(box.locator(".verdict.refused")).to_be_visible()
    box.locator(".again").click()
    for cell in ("e3", "d3"):  # a legal move of the figure
        box.locator(".board").scroll_into_view_if_needed()
        point = page.evaluate("cell => __sumito.atFigure(cell)", cell)
        page.mouse.click(point["x"], point["y"])
    page.wait_for_function("!__sumito.figure.busy && __sumito.figure.position.startsWith('5/6/7/8/3Sss3/2S5/')")
    assert game.get("position") == before
    assert game.get("selection") == ["e4", "e5"]
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)
    page.wait_for_function("() => history.state === null")
    assert page.evaluate("document.activeElement.className") == "figure-link"
    assert page.url == address
    # Going back closes it too, and the game is still there.
    page.locator(".figure-link").click()
    expect(box).to_be_visible()
    page.go_back()
    expect(box).to_have_count(0)
    assert page.url == address
    assert game.get("selection") == ["e4", "e5"]
    page.wait_for_function("() => document.querySelector('.near .clock').textContent !== '10:00'")
