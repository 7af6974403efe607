"""Test the words of a game as its players see them: directions, numbers of moves, results, rules, names of layouts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from sumito.learn.catalogue import LANGUAGES, catalogue
from web.conftest import OpenPage
from web.game import Game


@pytest.fixture
def game(page: Page) -> Game:
    return Game(page)


def test_directions_and_numbers_of_moves_are_said_as_they_are_seen(game: Game) -> None:
    game.begin("local/?test").click("a3", "c5", "d6").plies(1)
    turn = game.page.get_by_role("button", name="Turn the board")
    assert "a3, b4 and c5 up right." in game.strip
    turn.click()
    assert "a3, b4 and c5 down left." in game.strip
    game.click("i7", "g5", "f4").plies(2)
    assert "g5, h6 and i7 up right." in game.strip
    game.page.locator(".plies .ply").first.click()
    assert game.strip == "Looking back: move 1 of 2. Black moves a3, b4 and c5 down left."
    turn.click()
    assert game.strip == "Looking back: move 1 of 2. Black moves a3, b4 and c5 up right."


@pytest.mark.parametrize(("language", "daisy"), [("he", "חיננית בלגית"), ("pl", "Belgijska stokrotka")])
def test_layouts_have_their_names_in_the_language(open_page: OpenPage, language: str, daisy: str) -> None:
    page = Game(open_page(locale=language)).open("local/?test").page
    names = page.locator(".layout > span:not(.badges)")
    expect(names.and_(page.locator("[value=belgian-daisy] ~ span"))).to_have_text(daisy)
    page.locator("button.layout").click()
    crown = names.and_(page.locator("[value=crown] ~ span"))
    assert (crown.inner_text(), crown.get_attribute("lang")) == ("Crown", "en")
    page.select_option("select.language", "en")
    expect(names.and_(page.locator("[value=belgian-daisy] ~ span"))).to_have_text("Belgian Daisy")


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_layouts_and_rules_fit_a_phone(open_page: OpenPage, language: str) -> None:
    page = Game(open_page(locale=language, viewport={"width": 390, "height": 844})).open("play/?test").page
    page.locator("button.layout").click()
    wide = "all => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"
    assert page.locator(".layout").evaluate_all(wide) == []
    name, switch = (page.locator(f".sheet {each}").bounding_box() for each in ("[for=repetition]", "#repetition"))
    assert name
    assert switch
    assert switch["y"] < name["y"] + name["height"]


def test_repetition_can_be_left_out_and_the_moves_limited(game: Game) -> None:
    game.begin("local/?test", repetition=False, limit=100)
    for ply in range(9):
        game.click(*("c3 d3", "g7 f7", "d3 c3", "f7 g7")[ply % 4].split()).plies(ply + 1)
    expect(game.page.locator(".repeats")).to_be_hidden()
    assert game.get("outcome") is None
    for ply in range(9, 100):
        game.page.fill(".move-box input", ("c3d3", "g7f7", "d3c3", "f7g7")[ply % 4])
        game.page.keyboard.press("Enter")
        game.plies(ply + 1)
    expect(game.page.locator(".end p")).to_have_text(catalogue("en").say("outcome.ply_cap.draw"))
