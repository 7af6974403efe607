"""Test games that start from a position of another page."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from sumito import Board, Rules
from sumito.learn.catalogue import catalogue
from sumito.learn.puzzles import puzzles
from sumito.notation.records import Record, format_record
from web.conftest import OpenPage
from web.game import Game

ENGLISH = catalogue("en")
# White is to move, and has ejected one marble.
POSITION = "5/6/2sss2/8/2SSS4/1SSSSS2/1SSS3/6/5 0 1 w 0 1"


def open_sheet(page: Page, name: str = ENGLISH.say("play.on")) -> None:
    page.get_by_role("link", name=name, exact=True).click()
    page.wait_for_selector(".sheet .layout-picture")


def test_a_game_goes_on_from_the_analysis_and_is_kept(page: Page) -> None:
    game = Game(page).open(f"analysis/?test#pos={POSITION.replace(' ', '%20')}")
    open_sheet(page, ENGLISH.say("analysis.do.play"))
    page.goto(page.url.replace("play/", "play/?test"))
    page.wait_for_selector("body[data-ready]")
    assert page.locator('.sheet [name="side"]:checked').get_attribute("value") == "white"
    expect(page.locator(".sheet .layouts, .sheet #handicap")).to_have_count(0)
    expect(page.locator("h1")).to_have_count(1)
    assert not Axe().run(page).response["violations"]
    page.locator('.sheet [name="level"][value="cherry"]').check(force=True)
    page.locator(".start .primary").click()
    page.wait_for_selector(".table")
    board = Board.from_position(POSITION)
    assert Board.from_position(game.get("position")) == board
    move = next(iter(board.legal_moves))
    game.move(move).plies(2)
    made = game.saved()
    board.play(move)
    page.reload()
    page.wait_for_selector(".table")
    assert page.url.endswith(f"#game={made}")
    game.plies(2)
    board.play(board.parse_move(game.get("moves")[1]))
    assert Board.from_position(game.get("position")) == board
    # The record has the start, and the next sheet the usual side.
    game.open(f"analysis/?test#game={made}&ply=0")
    assert Board.from_position(game.get("position")).position().split()[0] == POSITION.split()[0]
    game.open("play/?test")
    assert page.locator('.sheet [name="side"]:checked').get_attribute("value") == "black"
    expect(page.locator('.sheet [name="level"][value="cherry"]')).to_be_checked()


def test_the_editor_the_review_and_puzzles_lead_to_a_game(open_page: OpenPage) -> None:
    page = open_page()
    game = Game(page).open(f"analysis/?test#pos={POSITION.replace(' ', '%20')}")
    page.locator("[data-does=edit]").click()
    link = page.locator(".editor").get_by_role("link", name=ENGLISH.say("play.on"))
    expect(link).to_be_visible()
    page.get_by_role("button", name=ENGLISH.say("analysis.editor.clear")).click()
    expect(link).to_be_hidden()  # an empty board cannot be played
    three = Record(Board.from_position(POSITION, rules=Rules(marbles_to_eject=3)))
    game.open(f"analysis/?test#game={quote(format_record(three), safe='')}")
    page.locator("[data-does=edit]").click()
    expect(link).to_have_attribute("href", re.compile("&eject=3$"))
    page.locator(".scores input").first.fill("3")
    expect(link).to_be_hidden()  # the game is over
    page.get_by_role("button", name=ENGLISH.say("analysis.editor.done")).click()
    assert 'MarblesToEject "3"' in unquote(page.url)
    game.open("review/?test#game=c5d5%20g5f5&ply=1")
    board = Board()
    board.play(board.parse_move("c5d5"))
    expect(page.locator(".board .marble")).to_have_count(28)  # also without a step from the start
    start = page.get_by_role("link", name=ENGLISH.say("play.on")).get_attribute("href") or ""
    assert Board.from_position(unquote(start.partition("#pos=")[2])) == board
    puzzle = puzzles()[0]
    game.open(f"puzzles/?test#puzzle={puzzle.id}")
    open_sheet(page)
    side = page.locator('.sheet [name="side"]:checked').get_attribute("value")
    assert side == puzzle.board().turn.name.lower()


@pytest.mark.parametrize("address", ["play/#pos=nothing", "play/#pos=5/6/7/8/9/8/7/6/5%200%200%20b%200%201"])
def test_a_link_without_a_position_to_play_says_so(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator(".notice")).to_have_text(ENGLISH.say("play.position.bad"))
    expect(page.locator(".sheet .layouts")).to_be_visible()
