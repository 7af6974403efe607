"""The atlas on the set-up sheet: a badge for every layout, and the figures of the selected one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from conftest import REPOSITORY
from sumito import BLACK, LAYOUTS, WHITE
from sumito.lab.atlas_games import Start, start_board
from sumito.learn.catalogue import LANGUAGES, catalogue
from web.complaints import Complaints
from web.conftest import OpenPage
from web.online_players import Player

ENTRIES: dict[str, Any] = json.loads((REPOSITORY / "src/sumito/data/atlas.json").read_text(encoding="utf-8"))["layouts"]
FITTED = {slug: entry for slug, entry in ENTRIES.items() if "remedy" in entry}
BADGES = """() => Object.fromEntries([...document.querySelectorAll('label.layout')].map(label =>
  [label.querySelector('input').value, [...label.querySelectorAll('.badges span')].map(each => each.textContent)]))"""
OUTSIDE = """() => [...document.querySelectorAll('.badges span')].filter(each => {
  const own = each.getBoundingClientRect(), tile = each.closest('.layout').getBoundingClientRect();
  return own.left < tile.left || own.right > tile.right || own.bottom > tile.bottom || each.scrollWidth > own.width + 1;
}).map(each => each.textContent)"""


def open_sheet(page: Page, address: str = "play/") -> Page:
    """Open a sheet with all layouts, and wait for the atlas."""
    page.goto(address)
    return show_all(page)


def show_all(page: Page) -> Page:
    page.locator("button.layout").click()
    expect(page.locator("label.layout").last.locator(".badges span").first).to_be_visible()
    return page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_layout_has_its_badges_and_they_fit(open_page: OpenPage, language: str) -> None:
    page = open_sheet(open_page(locale=language, viewport={"width": 390, "height": 700}))
    say = catalogue(language).say
    assert page.evaluate(BADGES) == {
        slug: [say(f"atlas.{word}") for word in entry["words"]] for slug, entry in ENTRIES.items()
    }
    for width in (390, 320, 1280):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_figures_are_those_of_the_selected_layout(page: Page) -> None:
    open_sheet(page, "local/")
    figures = page.locator(".figures")
    for slug, entry in (("spider", ENTRIES["spider"]), *list(FITTED.items())[:2]):
        page.locator(f'[name="layout"][value="{slug}"]').check()
        share, draws, plies = (entry[name][0] for name in ("first", "draws", "plies"))
        expect(figures).to_contain_text(f"From {entry['games']} games of the engine against itself.")
        said = figures.text_content() or ""
        assert f"Black scored {percent(share)}. Draws: {percent(draws)}. Moves per game: {int(plies + 0.5)}." in said
        if "remedy" not in entry:
            assert "Fairer" not in said
            continue
        assert f"then scored {percent(entry['tried'][entry['remedy']][1])}." in said
        assert ("swap rule" in said) == (entry["remedy"] == "swap")
        if entry["remedy"] == "handicap":
            favoured = "Black" if "favours_first" in entry["words"] else "White"
            assert f"Fairer if {favoured} starts without one marble" in said


def test_a_handicap_is_suggested_only_where_the_sheet_offers_one(open_player: Callable[..., Player]) -> None:
    player = open_player()
    player.open_sheet()
    page = show_all(player.page)
    figures = page.locator(".figures")
    for remedy, is_said in (("handicap", False), ("swap", True)):
        slug = next(slug for slug, entry in FITTED.items() if entry["remedy"] == remedy)
        page.locator(f'[name="layout"][value="{slug}"]').check()
        expect(figures).to_contain_text(f"Black scored {percent(ENTRIES[slug]['first'][0])}.")
        assert ("Fairer" in (figures.text_content() or "")) == is_said


def percent(share: float) -> str:
    return f"{int(100 * share + 0.5 + 1e-9)}%"


def test_the_atlas_follows_the_language_and_is_accessible(open_page: OpenPage) -> None:
    page = open_sheet(open_page(locale="he"))
    expect(page.locator(".figures")).to_contain_text("המנוע")
    assert page.locator("html").get_attribute("dir") == "rtl"
    found = Axe().run(page, context="form.sheet")
    assert not found.response["violations"], found.generate_report()


def test_several_players_have_no_atlas(page: Page) -> None:
    page.goto("several/")
    expect(page.locator("label.layout").first).to_be_visible()
    expect(page.locator(".badges, .figures")).to_have_count(0)


def test_a_sheet_works_without_the_atlas(page: Page, complaints: Complaints) -> None:
    complaints.expect("atlas.json")
    page.route("**/data/atlas.json", lambda route: route.fulfill(status=404, body=""))
    with page.expect_response("**/data/atlas.json"):
        page.goto("play/")
    expect(page.locator(".badges span")).to_have_count(0)
    page.locator(".start .primary").click()
    expect(page.locator(".table")).to_be_visible()


def test_a_handicap_takes_the_same_marble_as_in_the_atlas(workbench: Page) -> None:
    """The measured share is for the game that the sheet starts."""
    starts = workbench.evaluate("""async () => {
      const { loadLayouts } = await import('./core/layouts.js'), { termsOf } = await import('./game/terms.js');
      const choices = { side: 'black', clock: 'untimed', repetition: true, limit: 0, coach: 'off' };
      return Object.fromEntries((await loadLayouts()).map(layout => [layout.slug,
        [-1, 1].map(handicap => termsOf('local', { ...choices, handicap }, layout, Math.random).start)]));
    }""")
    assert list(starts) == list(LAYOUTS)
    for slug, texts in starts.items():
        for text, color in zip(texts, (BLACK, WHITE), strict=True):
            expected = start_board(LAYOUTS[slug], Start(f"{color}_handicap")).position()
            assert text.split()[:4] == expected.split()[:4], slug
