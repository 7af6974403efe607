"""The review of a game: its graph, its turning points and its accuracy, computed while one looks."""

from __future__ import annotations

from random import Random
from urllib.parse import quote

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from sumito import Board
from sumito.engine import Engine, Limit
from sumito.engine.game_analysis import analyse_game
from sumito.notation.records import Record, format_record

PLIES = 12
NODES = 100_000  # as the page has it
DONE_MS = 60_000


def some_game() -> Board:
    board, random = Board(), Random(3)
    while len(board.history) < PLIES:
        board.play(random.choice(list(board.legal_moves)))
    return board


def visit(page: Page, board: Board, ply: int = 0) -> Page:
    text = quote(format_record(Record.from_board(board)), safe="")
    page.goto(f"review/?test#game={text}&ply={ply}")
    page.wait_for_selector("body[data-ready]")
    return page


def test_the_moves_are_judged_as_by_the_native_engine(page: Page) -> None:
    board = some_game()
    visit(page, board)
    page.wait_for_function("() => __sumito.done", timeout=DONE_MS)
    found = page.evaluate("__sumito.found")
    with Engine(hash_mb=16) as engine:
        analysis = analyse_game(Record.from_board(board), lambda position: engine.analyse(position, Limit(nodes=NODES)))
    assert [each["judgement"] for each in found] == [str(each.judgement) for each in analysis.moves]
    assert [each["played"]["score"] for each in found] == [each.played.score.value for each in analysis.moves]
    expect(page.locator(".course tbody tr")).to_have_count(PLIES)
    expect(page.locator(".accuracy dd").first).to_have_text(f"{analysis.accuracy(board.players[0]):.0f}%")
    assert Axe().run(page).response["violations"] == []


def test_the_graph_is_scrubbed(page: Page) -> None:
    visit(page, some_game(), ply=4)
    assert page.evaluate("__sumito.ply") == 4
    graph = page.get_by_role("slider")
    graph.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("__sumito.ply") == 5
    page.keyboard.press("End")
    assert page.evaluate("__sumito.ply") == PLIES
    box = graph.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 40)
    assert page.evaluate("__sumito.ply") == PLIES // 2
    assert page.url.endswith(f"&ply={PLIES // 2}")


def test_it_stops_and_goes_on(page: Page) -> None:
    visit(page, some_game())
    page.wait_for_function("() => __sumito.found.at(-1)")
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Go on").click()
    page.wait_for_function("() => __sumito.done", timeout=DONE_MS)


def test_without_a_game_it_says_so(page: Page) -> None:
    page.goto("review/")
    expect(page.get_by_text("There is no game to look at here.")).to_be_visible()
