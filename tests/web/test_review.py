"""Test the review of a game: graph, turning points and accuracy, which are computed in the page."""

from __future__ import annotations

import re
from random import Random
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from sumito import Board
from sumito.engine import Engine, Limit
from sumito.engine.game_analysis import Judgement, analyse_game
from sumito.learn.catalogue import LANGUAGES
from sumito.notation.records import Record, format_record
from web.complaints import Complaints
from web.conftest import OpenPage

PLIES = 8
NODES = 100_000  # the limit of the page
DONE_MS = 60_000
# The duration of a search. A stopped review does not use it.
SEARCH_NOTHING = """async () => {
    const { Engine } = await import('../core/engine.js');
    const engine = new Engine();
    await engine.search({ start: '', moves: [], rules: {} }, { nodes: 200000 });
    engine.close();
}"""


def some_game(plies: int = PLIES) -> Board:
    board, random = Board(), Random(3)
    while len(board.history) < plies:
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
    for color, shown in zip(board.players, page.locator(".exactness").all(), strict=True):
        expect(shown.locator("strong")).to_have_text(f"{analysis.accuracy(color):.0f}%")
        counts = analysis.judgements(color)
        words = (Judgement.INACCURACY, Judgement.MISTAKE, Judgement.BLUNDER)
        assert shown.locator("dd").all_inner_texts() == [str(counts[word]) for word in words]


def test_the_better_move_is_shown(page: Page) -> None:
    visit(page, some_game(4))
    page.wait_for_function("() => __sumito.done", timeout=DONE_MS)
    page.locator(".course tr:has(.blunder, .mistake) .ply").first.click()
    show = page.get_by_role("button", name="Show the better move")
    show.click()
    expect(page.locator("path.arrow.better")).to_have_count(1)
    expect(page.locator("path.arrow.worse")).to_have_count(1)
    # Without colours: a tick and a glyph on the board, a full arrow and a hollow one.
    expect(page.locator(".arrow-badge.better text")).to_have_text("✓")
    expect(page.locator(".arrow-badge.worse text")).to_have_text(re.compile(r"^\?{1,2}$"))
    lightness = "arrow => getComputedStyle(arrow).fill.match(/[0-9.]+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0)"
    assert (
        page.locator("path.arrow.better").evaluate(lightness)
        < 400
        < page.locator("path.arrow.worse").evaluate(lightness)
    )
    expect(page.locator(".strip")).to_contain_text("Better:")
    show.click()
    expect(page.locator("path.arrow")).to_have_count(0)


def test_the_better_move_is_described_as_the_board_lies(page: Page) -> None:
    board = Board.from_position("5/6/7/8/6SSs/8/7/6/ss3 5 5 b 0 1")
    board.play("e8d7")
    visit(page, board, ply=1)
    page.wait_for_function("() => __sumito.done", timeout=DONE_MS)
    page.get_by_role("button", name="Why this move?").click()
    marks = page.locator(".strip .unseen")
    expect(marks).to_contain_text("right")
    page.evaluate("import('../shell/settings.js').then(({ settings }) => settings.set('rotation', 6))")
    expect(marks).to_contain_text("left")


def test_judgements_differ_in_shape_and_not_in_colour_alone(open_page: OpenPage) -> None:
    board = some_game(10)
    with Engine(hash_mb=16) as engine:
        board.play(engine.analyse(board, Limit(nodes=NODES)).variations[0].moves[0])
    page = visit(open_page(forced_colors="active"), board)
    page.wait_for_function("() => __sumito.done", timeout=DONE_MS)
    found = page.evaluate("__sumito.found")
    marks = {"best": " ✓", "good": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
    assert {each["judgement"] for each in found} >= {"best", "inaccuracy", "mistake"}
    for each, row in zip(found, page.locator(".course tbody .ply").all_inner_texts(), strict=True):
        assert re.search(r"(\?\?|\?!|\?| ✓|)$", row)[0] == marks[each["judgement"]], row  # type: ignore[index]
    # The legend in the list of accuracies, and the same marks on the graph: Black's below White's.
    assert page.locator(".exactness").first.locator(".glyph").all_inner_texts() == ["?!", "?", "??"]
    turns = page.locator(".turning-point .glyph").all_inner_texts()
    pins = page.locator(".graph .mark-turning-point")
    assert pins.all_inner_texts() == turns
    assert turns
    graph = page.locator(".graph").bounding_box()
    assert graph is not None
    for pin in pins.all():
        box = pin.bounding_box()
        assert box is not None
        below = box["y"] + box["height"] / 2 > graph["y"] + graph["height"] / 2
        assert below == (pin.get_attribute("data-by") == "black")


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_a_finished_review_is_accessible_and_fits_a_phone(open_page: OpenPage, scheme: str) -> None:
    page = visit(open_page(color_scheme=scheme), some_game(2))
    page.wait_for_function("() => __sumito.done", timeout=DONE_MS)
    assert Axe().run(page).response["violations"] == []
    page.set_viewport_size({"width": 360, "height": 740})
    for language in LANGUAGES:
        page.locator("select.language").select_option(language)
        page.wait_for_function("language => document.documentElement.lang === language", arg=language)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, language


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


def test_steps_move_the_board_and_never_the_page(open_page: OpenPage) -> None:
    page = visit(open_page(viewport={"width": 390, "height": 700}), some_game())
    back, last = page.locator("[data-does=back]"), page.locator("[data-does=last]")
    expect(back).to_be_disabled()
    page.locator("[data-does=next]").click()
    assert page.evaluate("__sumito.ply") == 1
    last.click()
    assert page.evaluate("__sumito.ply") == PLIES
    expect(last).to_be_disabled()
    back.click()
    assert page.evaluate("__sumito.ply") == PLIES - 1
    assert page.evaluate("scrollY") == 0


def test_it_fits_the_height_of_a_screen(open_page: OpenPage) -> None:
    page = visit(open_page(viewport={"width": 1280, "height": 860}), some_game(4))
    page.locator(".course tr:has(.blunder, .mistake) .ply").first.click(timeout=DONE_MS)
    expect(page.locator(".strip button:visible")).to_have_count(2)
    for part in (".board", ".graph", ".under"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 860, part


def test_reports_leave_the_words_of_the_button_alone(page: Page) -> None:
    """WebKit drops a click if the content of the button is replaced between press and release."""
    visit(page, some_game())
    page.evaluate("window.words = document.querySelector('.review-head button').firstChild")
    page.wait_for_function("() => __sumito.done", timeout=DONE_MS)
    assert page.evaluate("words.isConnected")


def test_it_stops_and_goes_on_as_if_it_had_not(page: Page, open_page: OpenPage) -> None:
    board = some_game(10)
    whole = visit(open_page(), board)
    visit(page, board)
    # Stop, continue and stop again before the running search can react.
    page.wait_for_function(
        """() => {
            const button = document.querySelector('.review-head button');
            if (__sumito.found.at(-1)) for (let i = 0; i < 3; i++) button.click();
            return __sumito.found.at(-1);
        }"""
    )
    page.wait_for_function("() => !__sumito.running")
    found = page.evaluate("__sumito.found")
    assert found.count(None) > 0
    page.evaluate(SEARCH_NOTHING)
    assert page.evaluate("__sumito.found") == found
    page.get_by_role("button", name="Continue").click()
    for each in (page, whole):
        each.wait_for_function("() => __sumito.done", timeout=DONE_MS)
    assert page.evaluate("__sumito.found") == whole.evaluate("__sumito.found")


@pytest.mark.parametrize("missing", ["core/worker.js", "data/sumito.network"])
def test_an_engine_that_cannot_be_loaded_is_said_and_tried_again(
    page: Page, complaints: Complaints, missing: str
) -> None:
    complaints.expect(missing)
    complaints.expect("console error: Error: ")
    page.route(f"**/{missing}", lambda route: route.abort("failed"))
    visit(page, some_game(2))
    expect(page.get_by_role("alert")).to_have_text("The engine could not be started.")
    page.unroute(f"**/{missing}")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.wait_for_function("() => __sumito.done", timeout=DONE_MS)


def test_what_has_the_focus_keeps_it_while_moves_are_judged(page: Page) -> None:
    visit(page, some_game())
    page.locator(".course .ply").first.focus()
    page.evaluate("window.focused = document.activeElement")
    page.wait_for_selector(".turning-point")
    assert page.evaluate("document.activeElement === focused")
    turn = page.locator(".turning-point").last
    turn.focus()
    words = turn.locator("strong").inner_text()
    page.wait_for_function("() => __sumito.done", timeout=DONE_MS)
    kept = page.evaluate("document.activeElement.querySelector('strong')?.textContent")
    shown = page.locator(".turning-point strong").all_inner_texts()
    assert kept == words if words in shown else kept in shown


def test_words_that_stay_the_same_are_announced_once(page: Page) -> None:
    visit(page, some_game(), ply=0)
    page.evaluate(
        """() => {
            window.written = 0;
            new MutationObserver((list) => { written += list.length; })
                .observe(document.querySelector('.strip [role=status]'), { childList: true });
        }"""
    )
    page.wait_for_function("() => __sumito.found[0]", timeout=DONE_MS)
    page.wait_for_function("() => __sumito.done", timeout=DONE_MS)
    assert page.evaluate("written") == 1  # the chance at the start, once it is known


def test_a_kept_game_can_be_shared_at_a_ply(page: Page, open_page: OpenPage) -> None:
    board = some_game(3)
    page.goto("review/")
    page.wait_for_selector("body[data-ready]")
    name = page.evaluate(
        """async (moves) => {
            const store = await (await import('../shell/store.js')).openStore();
            const players = { black: 'Ada', white: 'Bea' };
            return store.saveGame({ kind: 'local', start: '', moves, rules: {}, players, outcome: null });
        }""",
        [move.number for move in board.history],
    )
    page.goto(f"review/?test#game={name}&ply=2")
    page.reload()  # the page was not reloaded
    page.wait_for_selector("body[data-ready]")
    other = open_page()
    other.goto(page.url)
    other.wait_for_selector("body[data-ready]")
    assert other.evaluate("__sumito.ply") == 2
    expect(other.locator(".review-head")).to_contain_text("Ada")
    expect(other.locator(".course tbody tr")).to_have_count(3)


def test_what_was_found_goes_along_to_the_analysis(page: Page) -> None:
    board = some_game(4)
    visit(page, board, ply=3)
    page.wait_for_function("() => __sumito.done", timeout=DONE_MS)
    page.get_by_role("link", name="Open in analysis").click()
    expect(page.locator(".tree > .line > .ply")).to_have_count(4)
    expect(page.locator(".tree [aria-current]")).to_contain_text(
        page.locator(".tree > .line > .ply").nth(2).inner_text()
    )
    expect(page.locator(".tree .comment").filter(has_text="was better").first).to_be_visible()
    expect(page.locator(".tree .variation").first).to_be_visible()


def test_the_wheel_steps_and_the_board_follows_the_settings(open_page: OpenPage) -> None:
    page = visit(open_page(viewport={"width": 400, "height": 800}), some_game())
    page.locator(".board").hover()
    page.mouse.wheel(0, 100)
    page.wait_for_function("() => __sumito.ply === 1")
    page.mouse.wheel(0, -100)
    page.wait_for_function("() => __sumito.ply === 0")
    assert page.evaluate("scrollY") == 0
    before = page.locator(".board svg").first.get_attribute("viewBox")
    page.evaluate("import('../shell/settings.js').then(({ settings }) => settings.set('fit', true))")
    expect(page.locator(".board svg").first).not_to_have_attribute("viewBox", str(before))


@pytest.mark.parametrize(("ply", "shown"), [("0.5", 0), ("-1", 0), ("1e9", PLIES), ("a", 0)])
def test_a_ply_that_is_none_is_the_nearest(page: Page, ply: str, shown: int) -> None:
    text = quote(format_record(Record.from_board(some_game())), safe="")
    page.goto(f"review/?test#game={text}&ply={ply}")
    page.wait_for_selector("body[data-ready]")
    assert page.evaluate("__sumito.ply") == shown


def test_without_a_game_it_says_so(page: Page) -> None:
    page.goto("review/")
    expect(page.get_by_text("There is no game to review here.")).to_be_visible()
    expect(page.locator(".offered")).to_be_hidden()


def test_without_a_game_it_offers_the_finished_ones(page: Page) -> None:
    page.goto("review/")
    page.wait_for_selector("body[data-ready]")
    page.evaluate(
        """async ([open, ended]) => {
            const store = await (await import('../shell/store.js')).openStore();
            for (const outcome of [null, { termination: 'agreement', winner: null }]) {
                const players = { black: outcome ? ended : open, white: '' };
                await store.saveGame({ kind: 'local', start: '', moves: [0], rules: {}, players, outcome });
            }
        }""",
        ["Ada", "Bea"],
    )
    page.reload()
    offered = page.locator(".offered-game")
    expect(offered).to_have_count(1)
    expect(offered).to_contain_text("Bea")
    expect(offered).to_contain_text("Draw")
    assert Axe().run(page).response["violations"] == []
    assert "review/#game=" in (offered.get_attribute("href") or "")
