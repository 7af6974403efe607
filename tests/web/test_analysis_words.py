"""Test the words of the analysis page: formations and threats, on the board and beside it."""

from __future__ import annotations

import re
from urllib.parse import quote

from playwright.sync_api import Page, expect

from web.conftest import OpenPage
from web.test_analysis import do, visit


def test_formations_are_outlined(page: Page) -> None:
    visit(page, "pos=" + quote("5/6/7/8/2SSSss2/8/7/6/5 0 0 b 0 1", safe=""))
    do(page, "find")
    chips = page.locator(".chip")
    expect(chips.first).to_be_visible()
    kinds = chips.evaluate_all("all => all.map((each) => each.dataset.kind)")
    assert {"lance", "sumito"} <= set(kinds)
    # It begins with one kind: all of them at once are hard to read.
    assert chips.evaluate_all("all => all.map((each) => each.ariaPressed)") == ["true"] + ["false"] * (len(kinds) - 1)
    assert page.locator(f".outline.formation-{kinds[0]}").count() == page.locator(".outline").count() > 0
    for kind in kinds[1:]:
        page.locator(f'.chip[data-kind="{kind}"]').click()
    outlined = page.locator(".outline").count()
    assert outlined == page.locator(".formations li").count() > 0
    page.locator('.chip[data-kind="lance"]').click()
    expect(page.locator(".outline.formation-lance")).to_have_count(0)
    assert page.locator(".outline").count() < outlined
    do(page, "find")
    expect(page.locator(".outline")).to_have_count(0)


def test_words_follow_the_board_when_it_is_turned(page: Page) -> None:
    visit(page, "pos=" + quote("5/6/7/8/2SSSss2/8/7/6/5 0 0 b 0 1", safe=""))
    do(page, "find")
    page.locator('.chip[data-kind="sumito"]').click()
    sumito = page.locator(".said.formation-sumito")
    for way in ("right", "left"):
        expect(sumito).to_contain_text(f"can push e6 and e7 {way}")
        expect(page.locator(".threats")).to_contain_text(f"Black can push e6 and e7 {way}")
        do(page, "turn")


def test_threats_are_said(page: Page) -> None:
    visit(page, "pos=" + quote("5/6/7/8/4SSSs1/8/7/6/5 0 0 b 0 1", safe=""))
    expect(page.locator(".threats")).to_contain_text("Black")
    before = page.locator(".threats").inner_text()
    page.select_option("select.language", "pl")
    expect(page.locator(".threats")).not_to_have_text(before)


def test_beside_a_board_without_coordinates_no_cell_is_named(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 360, "height": 640})
    visit(page, "pos=" + quote("5/6/7/8/5SSSs/8/1SSSss1/6/5 0 0 b 0 1", safe=""))
    page.locator(".words-card summary").click()
    do(page, "find")
    expect(page.locator(".formations .said").first).to_be_visible()
    for place in (".threats", ".formations"):
        seen = page.locator(f"{place} .said [aria-hidden=true]").all_inner_texts()
        assert seen
        assert not [each for each in seen if re.search(r"[a-i][1-9]", each)]
        heard = page.locator(f"{place} .said .unseen").all_inner_texts()
        assert re.search(r"[a-i][1-9]", " ".join(heard))
    expect(page.locator(".threats")).to_contain_text("Black can eject a white marble: push right, 2 against 1.")


def test_a_sentence_lights_what_it_speaks_of(page: Page) -> None:
    visit(page, "pos=" + quote("5/6/7/8/4SSSs1/8/7/6/5 0 0 b 0 1", safe=""))
    page.locator(".words-card summary").click()
    page.locator(".threats .said").first.hover()
    expect(page.locator("path.outline.said-line")).to_have_count(1)
    page.locator(".strip").hover()
    expect(page.locator("path.outline")).to_have_count(0)
    do(page, "find")
    expect(page.locator(".formations .said").first).to_be_visible()
    outlined = page.locator("path.outline").count()
    page.locator(".formations .said").first.hover()
    expect(page.locator("path.outline")).to_have_count(1)
    page.locator(".strip").hover()
    expect(page.locator("path.outline")).to_have_count(outlined)


def test_the_words_fold_and_leave_the_room_to_the_moves(page: Page) -> None:
    visit(page)
    summary, words, tree = (page.locator(each) for each in (".words-card summary", ".threats", ".tree"))
    expect(words).to_be_hidden()
    room = tree.evaluate("tree => tree.clientHeight")
    summary.press("Enter")
    expect(words).to_be_visible()
    assert tree.evaluate("tree => tree.clientHeight") < room
    visit(page)
    expect(words).to_be_visible()  # as it was left
    summary.press("Enter")
    expect(words).to_be_hidden()
    visit(page)
    expect(words).to_be_hidden()
