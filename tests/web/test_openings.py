"""Test the tab of the openings on the analysis page: its numbers are those of the library."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor
from pathlib import Path
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import BrowserContext, Page, Route, expect

from command_line import random_record, write_games
from sumito import Board
from sumito.lab.explorer import Explorer, Games, shipped_data
from sumito.lab.random_opening import USUAL_LAYOUTS
from sumito.learn.catalogue import LANGUAGES, catalogue
from sumito.notation.records import Record, format_record, read_records
from sumito.server.listening import served
from sumito.server.site import make_site
from web.complaints import Complaints
from web.conftest import OpenPage
from web.test_analysis import moves, position, visit
from web.test_offline import KEPT, LOST, PATIENCE_MS
from web.test_store import save

FIRST = Board().parse_move("a1b2").number
WHITE_WON = {"termination": "resignation", "winner": "white"}
ROWS = """() => [...document.querySelectorAll('.openings-table tbody tr')].map((row) => ({
    moves: row.querySelector('th').innerText.split(/[\\s=,]+/).filter(Boolean),
    cells: [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim()),
}))"""


def open_tab(page: Page, fragment: str = "") -> Page:
    visit(page, fragment)
    page.get_by_role("tab").nth(1).click()
    page.wait_for_selector(".openings[aria-busy=false]")
    return page


def won_games(layout: str, plies: int, games: int) -> list[Record]:
    records = [random_record(seed, plies, layout) for seed in range(games)]
    for record in records:
        record.result = "1-0"
    return records


def shown(page: Page) -> list[tuple[set[str], list[str]]]:
    return [(set(row["moves"]), row["cells"]) for row in page.evaluate(ROWS)]


def percent(part: float, whole: int) -> str:
    share = Fraction(part) / whole
    return f"{floor(100 * share + Fraction(1, 2))}%"


def points(found: Games) -> str:
    return percent(found.wins + found.draws / 2, found.games)


def expected(explorer: Explorer, board: Board) -> list[tuple[set[str], list[str]]]:
    rows = []
    for row in explorer.moves(board):
        after = row.after
        none, minus = "\N{EN DASH}", "\N{MINUS SIGN}"
        score = none if after.evaluation is None else f"{after.evaluation / 100:+.2f}".replace("-", minus)
        shares = [points(after), percent(after.draws, after.games)]
        names = {board.format_move(move) for move in (row.move, *row.same)}
        rows.append((names, [f"{after.games:,}", *shares, score]))
    return rows


@pytest.fixture
def explorer() -> Explorer:
    explorer = Explorer()
    explorer.read(shipped_data(), "shipped")
    return explorer


def test_the_page_shows_the_numbers_of_the_library(page: Page, explorer: Explorer) -> None:
    for slug in USUAL_LAYOUTS:
        board = Board(slug)
        board.play(explorer.moves(board)[0].move)
        for each in (Board(slug), board):
            open_tab(page, f"pos={quote(each.position())}")
            assert shown(page) == expected(explorer, each)
            found = explorer.find(each)
            assert f"{found.games} games" in page.inner_text(".openings-here")
            assert points(found) in page.inner_text(".openings-here")


def test_the_data_is_fetched_when_the_tab_is_opened(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    visit(page)
    assert not [url for url in asked if "openings" in url]
    page.get_by_role("tab", name="Openings").click()
    page.wait_for_selector(".openings-table tbody tr")
    page.get_by_role("tab", name="Moves").click()
    page.get_by_role("tab", name="Openings").click()
    page.wait_for_selector(".openings-table tbody tr")
    assert len([url for url in asked if url.endswith("/data/openings.explorer")]) == 1


def test_a_row_shows_its_move_and_plays_it(page: Page, explorer: Explorer) -> None:
    open_tab(page)
    first = explorer.moves(Board())[0].move
    row = page.locator(".openings-table tbody tr").first
    arrows = page.locator(".board .arrow")
    expect(arrows).to_have_count(0)
    row.hover()
    expect(arrows).not_to_have_count(0)
    page.mouse.move(1, 1)
    expect(arrows).to_have_count(0)
    row.click()
    page.wait_for_function("() => !__sumito.busy")
    board = Board()
    board.play(first)
    assert moves(page) == [first.number]
    assert position(page) == board.position()
    assert shown(page) == expected(explorer, board)
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => !__sumito.busy")
    assert shown(page) == expected(explorer, Board())


def test_the_tab_with_keys_only(page: Page, explorer: Explorer) -> None:
    visit(page)
    page.get_by_role("tab", name="Moves").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".openings-table tbody tr")
    expect(page.get_by_role("tab", name="Openings")).to_be_focused()
    expect(page.get_by_role("tab", name="Openings")).to_have_attribute("aria-selected", "true")
    assert page.evaluate("__sumito.moves.length") == 0, "the key is not for the moves"
    page.keyboard.press("Tab")
    first = explorer.moves(Board())[0].move
    expect(page.locator(":focus")).to_have_text(Board().format_move(first))
    expect(page.locator(".board .arrow")).not_to_have_count(0)
    page.keyboard.press("Enter")
    page.wait_for_function("() => !__sumito.busy")
    board = Board()
    board.play(first)
    assert moves(page) == [first.number]
    expect(page.locator(":focus")).to_have_text(board.format_move(explorer.moves(board)[0].move))
    page.get_by_role("tab", name="Openings").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="Moves")).to_be_focused()
    expect(page.locator(".openings")).to_be_hidden()


def add_file(page: Page, path: Path) -> None:
    if page.locator(".openings-sources[open]").count() == 0:
        page.locator(".openings-sources summary").click()
    page.set_input_files("#openings-file", path)


def test_files_and_own_games_are_counted_like_in_the_library(page: Page, explorer: Explorer, tmp_path: Path) -> None:
    records = [random_record(seed, 10, "standard") for seed in range(5)]
    for record, result in zip(records, ("1-0", "0-1", "1/2-1/2", "1-0", "*"), strict=True):
        record.result = result
    write_games(tmp_path / "club.apgn", *records)
    visit(page)
    kept = random_record(9, 6, "standard")
    numbers = [move.number for move in kept.moves()]
    for outcome in (WHITE_WON, None):
        save(page, kind="local", start=Board().position(), moves=numbers, outcome=outcome)
    open_tab(page)
    add_file(page, tmp_path / "club.apgn")
    expect(page.locator(".openings-sources li")).to_have_count(3)
    sources = page.locator(".openings-sources li").all_inner_texts()
    assert "My games: 1 finished game" in sources[1]
    assert "club.apgn: 4 games" in sources[2]
    assert "1 game is not counted" in sources[2]
    for each in read_records(tmp_path / "club.apgn"):
        assert isinstance(each, Record)
        explorer.add(each)
    assert shown(page) == expected(explorer, Board())
    sources_list = page.locator(".openings-sources")
    sources_list.get_by_label("My games").check()
    kept.result = "0-1"
    explorer.add(kept)
    assert shown(page) == expected(explorer, Board())
    sources_list.get_by_label("The engine").uncheck()
    sources_list.get_by_label("My games").uncheck()
    own = Explorer()
    own.read(shipped_data(), "shipped", with_games=False)
    for record in records:
        own.add(record)
    assert shown(page) == expected(own, Board())
    page.get_by_role("button", name="Remove club.apgn").press("Enter")
    expect(sources_list.get_by_label("My games")).to_be_focused()
    assert shown(page) == []
    assert page.inner_text(".openings-here") == catalogue("en").say("explorer.none")


def test_a_corrected_file_replaces_itself(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "club.apgn"
    open_tab(page)
    for n in (1, 3, 2):
        write_games(path, *won_games("standard", 10, n))
        add_file(page, path)
        source = page.locator(".openings-sources li", has_text="club.apgn")
        expect(source).to_have_count(1)
        expect(source).to_contain_text(f"{n} game")


def test_a_long_file_is_counted_in_parts_and_the_last_choice_counts(
    page: Page, explorer: Explorer, tmp_path: Path
) -> None:
    records = won_games("standard", 60, 100)
    write_games(tmp_path / "long.apgn", *records)
    open_tab(page)
    add_file(page, tmp_path / "long.apgn")
    expect(page.locator(".openings-sources li")).to_have_count(3)
    page.evaluate("() => { let now = 1e6; performance.now = () => (now += 100); }")  # a pause after each game
    file = page.locator("[data-source=own-1]")
    file.uncheck()
    file.check()
    for each in records:
        explorer.add(each)
    expect(page.locator(".openings-here")).to_contain_text(f"{explorer.find(Board()).games} games")
    assert shown(page) == expected(explorer, Board())
    file.uncheck()
    file.check()
    file.uncheck()  # this count needs no pause
    page.evaluate("""() => new Promise((done) => {
        let pauses = 300;
        const pause = () => (pauses-- ? setTimeout(pause) : done());
        pause();
    })""")
    expect(page.locator(".openings-here")).to_contain_text(f"{explorer.find(Board()).games - len(records)} games")


def test_the_words_change_after_the_tab_was_left(page: Page) -> None:
    open_tab(page, f"game={quote(format_record(random_record(1, 2, 'standard')))}&ply=2")
    page.get_by_role("tab", name="Moves").click()
    page.keyboard.press("Home")
    page.wait_for_function("() => !__sumito.moves.length")
    page.locator("select.language").select_option("hu")
    expect(page.get_by_role("tab").nth(1)).to_have_text(catalogue("hu").say("explorer.title"))
    expect(page.locator(".notice")).to_have_count(0)
    page.get_by_role("tab").nth(1).click()
    expect(page.locator(".openings-here")).to_contain_text("Fekete")


def test_a_bad_file_has_one_error_and_loses_nothing(page: Page, tmp_path: Path) -> None:
    write_games(tmp_path / "games.apgn", random_record(1, 3, "standard"))
    text = (tmp_path / "games.apgn").read_text(encoding="utf-8")
    for name, content in {
        "noise.apgn": b"\xff\x00 nothing",
        "empty.apgn": b"",
        "illegal.apgn": text.replace("1. ", "1. e5e6 ", 1).encode(),
    }.items():
        (tmp_path / name).write_bytes(content)
    open_tab(page)
    before = shown(page)
    for name in ("noise.apgn", "empty.apgn", "illegal.apgn"):
        add_file(page, tmp_path / name)
        expect(page.locator(".openings .problem[role=alert]")).to_contain_text(
            catalogue("en").say("explorer.invalid", n=1, name=name)
        )
        assert shown(page) == before
        assert page.locator(".openings-sources li").count() == 2


def test_data_that_cannot_be_loaded(page: Page, complaints: Complaints, explorer: Explorer) -> None:
    complaints.expect("openings.explorer|ERR_FAILED")
    damaged = bytearray(shipped_data())
    damaged[100] ^= 1
    page.route("**/openings.explorer", lambda route: route.fulfill(body=bytes(damaged)), times=1)
    open_tab(page)
    failed = page.get_by_text(catalogue("en").say("explorer.failed"))
    expect(failed).to_be_visible()
    expect(page.locator(".openings-here")).to_be_empty()  # nobody knows whether games have reached this position
    assert shown(page) == []
    page.route("**/openings.explorer", lambda route: route.abort(), times=1)
    again = page.get_by_role("button", name="Try again")
    again.press("Enter")
    expect(again).to_be_focused()
    again.press("Enter")
    expect(page.locator(".openings-here")).to_be_focused()
    expect(failed).to_be_hidden()
    page.wait_for_selector(".openings-table tbody tr")
    assert shown(page) == expected(explorer, Board())


def test_games_of_several_players_have_no_openings(page: Page) -> None:
    visit(page, f"pos={quote(Board('three-players').position())}")
    expect(page.get_by_role("tab")).to_have_count(1)
    expect(page.get_by_role("tab")).to_have_text("Moves")
    page.get_by_role("tab").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab")).to_be_focused()
    expect(page.get_by_role("tabpanel")).to_have_count(1)
    assert page.locator(".openings-here").count() == 0


def test_a_connection_that_breaks_halfway_leaves_the_own_games(page: Page) -> None:
    visit(page)
    page.evaluate("""() => {
        const whole = window.fetch;
        const broken = () => new Response(new ReadableStream({ pull: (data) => data.error(new TypeError('broken')) }));
        window.fetch = (address, ...more) =>
            String(address).endsWith('openings.explorer') ? Promise.resolve(broken()) : whole(address, ...more);
        window.mend = () => { window.fetch = whole; };
    }""")
    page.get_by_role("tab", name="Openings").click()
    retry = page.get_by_role("button", name="Try again")
    expect(retry).to_be_visible()
    page.locator(".openings-sources summary").click()
    expect(page.locator(".openings-sources [data-source=own-0]")).to_be_visible()
    retry.click()
    expect(retry).to_be_visible()
    page.evaluate("mend()")
    retry.click()
    expect(page.locator(".openings-sources [data-source=engine]")).to_be_checked()


def test_a_retry_that_fails_leaves_the_focus_where_the_user_has_gone(page: Page, complaints: Complaints) -> None:
    complaints.expect("openings.explorer|ERR_FAILED")
    page.route("**/openings.explorer", lambda route: route.abort(), times=1)
    open_tab(page)
    held: list[Route] = []
    page.route("**/openings.explorer", lambda route: held.append(route))
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".openings-here")).to_have_text(catalogue("en").say("explorer.loading"))
    page.locator(".openings-sources summary").focus()
    held[0].abort()
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    expect(page.locator(".openings-sources summary")).to_be_focused()


def test_own_games_are_shown_while_those_of_the_engine_are_loading(page: Page) -> None:
    held: list[Route] = []
    page.route("**/openings.explorer", lambda route: held.append(route))
    visit(page)
    save(page, kind="local", start=Board().position(), moves=[FIRST], outcome=WHITE_WON)
    visit(page)
    page.get_by_role("tab", name="Openings").click()
    here = page.locator(".openings-here")
    expect(here).to_have_text(catalogue("en").say("explorer.loading"))
    page.locator(".openings-sources summary").click()
    page.get_by_label("My games").check()
    expect(here).to_contain_text("1 game reached")
    held[0].continue_()
    expect(page.locator("[data-source=engine]")).to_be_checked()
    expect(page.get_by_label("My games")).to_be_checked()


def test_the_arrow_of_a_row_stays_while_the_engine_runs(page: Page) -> None:
    open_tab(page)
    page.locator(".openings-table tbody button").first.focus()
    arrows = page.locator(".board .arrow")
    expect(arrows).to_have_count(1)
    page.get_by_role("button", name=catalogue("en").say("analysis.engine.start")).click()
    page.locator(".openings-table tbody button").first.focus()
    page.wait_for_function("() => __sumito.found?.depth > 3")
    expect(arrows).to_have_count(1)
    page.locator(".openings-sources summary").focus()
    expect(arrows).to_have_count(3)


def test_a_row_that_is_hidden_gives_way_to_the_arrows_of_the_engine(page: Page) -> None:
    visit(page)
    arrows, tab = page.locator(".board .arrow"), page.get_by_role("tab", name="Openings")

    def go(layout: str) -> None:
        page.evaluate("hash => { location.hash = hash; }", f"pos={quote(Board(layout).position())}")
        expect(tab).to_be_visible(visible=layout == "standard")

    go("three-players")  # loads its words, which draws the openings again
    go("standard")
    tab.click()
    # The row is hidden without a mouseleave.
    page.locator(".openings-table tbody tr").first.dispatch_event("mouseenter")
    expect(arrows).not_to_have_count(0)
    go("three-players")
    expect(arrows).to_have_count(0)
    go("standard")
    page.get_by_role("button", name=catalogue("en").say("analysis.engine.start")).click()
    expect(arrows).to_have_count(3)


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("width", [320, 360, 390])
def test_the_tab_fits_a_phone_in_every_language(open_page: OpenPage, locale: str, width: int, tmp_path: Path) -> None:
    # Each first move from the French Daisy has up to three twins.
    records = won_games("french-daisy", 10, 30)
    write_games(tmp_path / "a-file-with-a-rather-long-name-of-a-club.apgn", *records)
    start = f"pos={quote(Board('french-daisy').position())}"
    page = open_tab(open_page(viewport={"width": width, "height": 740}, has_touch=True, locale=locale), start)
    add_file(page, tmp_path / "a-file-with-a-rather-long-name-of-a-club.apgn")
    expect(page.locator(".openings-sources li")).to_have_count(3)
    assert max(len(names) for names, _ in shown(page)) == 4
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    table = page.locator(".openings-table").bounding_box()
    card = page.locator(".moves-card").bounding_box()
    assert table
    assert card
    assert card["x"] <= table["x"]
    assert table["x"] + table["width"] <= card["x"] + card["width"]
    heights = page.eval_on_selector_all(
        ".openings-table button, .openings-sources label, .tab", "all => all.map((each) => each.offsetHeight)"
    )
    assert min(heights) >= 44
    assert Axe().run(page, context=".moves-card").response["violations"] == []


@pytest.mark.timeout(180)
def test_the_tab_without_a_network(open_context: Callable[..., BrowserContext], complaints: Complaints) -> None:
    complaints.expect(LOST)
    cached = "caches.match(new URL('../data/openings.explorer', location.href)).then((found) => Boolean(found))"
    with served(make_site()) as address:
        page = open_context(base_url=address, service_workers="allow").new_page()
        visit(page)
        page.wait_for_function(KEPT, timeout=PATIENCE_MS)
        assert not page.evaluate(cached), "only those who open the tab need the data"
        open_tab(page)
        rows = shown(page)
        page.wait_for_function(cached)
    # The server is gone.
    open_tab(page)
    assert rows
    assert shown(page) == rows
