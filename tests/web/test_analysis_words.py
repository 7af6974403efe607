"""Test the words of the analysis page: formations and threats, on the board and beside it."""

from __future__ import annotations

from urllib.parse import quote

from playwright.sync_api import Page, expect

from web.test_analysis import do, visit


def test_formations_are_outlined(page: Page) -> None:
    visit(page, "pos=" + quote("5/6/7/8/2SSSss2/8/7/6/5 0 0 b 0 1", safe=""))
    do(page, "find")
    chips = page.locator(".chip")
    kinds = set(chips.evaluate_all("all => all.map((each) => each.dataset.kind)"))
    assert {"lance", "sumito"} <= kinds
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


def test_a_sentence_lights_what_it_speaks_of(page: Page) -> None:
    visit(page, "pos=" + quote("5/6/7/8/4SSSs1/8/7/6/5 0 0 b 0 1", safe=""))
    page.locator(".threats .said").first.hover()
    expect(page.locator("path.outline.said-line")).to_have_count(1)
    page.locator(".strip").hover()
    expect(page.locator("path.outline")).to_have_count(0)
    do(page, "find")
    outlined = page.locator("path.outline").count()
    page.locator(".formations .said").first.hover()
    expect(page.locator("path.outline")).to_have_count(1)
    page.locator(".strip").hover()
    expect(page.locator("path.outline")).to_have_count(outlined)
