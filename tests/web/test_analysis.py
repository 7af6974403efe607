"""Test the analysis page: engine, variations, editor, import and export."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from sumito import Board, Dialect, PositionForm
from sumito.engine import Engine, Limit
from sumito.learn.catalogue import LANGUAGES, catalogue
from sumito.notation.records import Record, format_record, parse_record
from test_forced_wins import WINS
from web.complaints import Complaints
from web.conftest import OpenPage

VARIATIONS = """async ({ snapshot, nodes }) => {
    const { loadLanguage } = await import('./shell/i18n.js');
    await loadLanguage('en', 'study');
    const { openCore } = await import('./core/core.js');
    const { EngineVariations } = await import('./analysis/engine_variations.js');
    const host = document.body.appendChild(document.createElement('div'));
    const bar = document.body.appendChild(document.createElement('div'));
    const arrows = [];
    const page = { arrows: (each) => arrows.splice(0, Infinity, ...each), chosen() {} };
    const variations = new EngineVariations(host, bar, await openCore(), page, { nodes });
    variations.show(snapshot);
    variations.toggle(true);
    while (variations.searching) await new Promise((resolve) => setTimeout(resolve, 20));
    return {
        found: variations.found,
        texts: [...host.querySelectorAll('li')].map((item) => ({
            score: item.querySelector('.score').textContent,
            moves: [...item.querySelectorAll('.ply')].map((each) => each.textContent),
        })),
        state: host.querySelector('.variations-state').textContent,
        arrows,
        bar: bar.getAttribute('aria-label'),
        number: bar.textContent,
        behind: bar.classList.contains('behind'),
        view: host.querySelector('.variations-view').textContent,
    };
}"""


def visit(page: Page, fragment: str = "") -> Page:
    page.goto("about:blank")
    page.goto(f"analysis/?test{fragment and '#'}{fragment}")
    page.wait_for_selector("body[data-ready]")
    return page


def click(page: Page, *cells: str) -> None:
    page.wait_for_function("() => !__sumito.busy")
    for cell in cells:
        point = page.evaluate("cell => __sumito.at(cell)", cell)
        page.mouse.click(point["x"], point["y"])
    page.wait_for_function("() => !__sumito.busy")


def position(page: Page) -> str:
    found: str = page.evaluate("__sumito.position")
    return found


def moves(page: Page) -> list[int]:
    found: list[int] = page.evaluate("__sumito.moves")
    return found


def do(page: Page, name: str) -> None:
    page.locator(f"[data-does={name}]").click()


def paste(page: Page, text: str) -> None:
    do(page, "import")
    page.fill("#import-text", text)
    page.get_by_role("dialog").get_by_role("button", name="Open").click()


def open_text(page: Page, text: str) -> None:
    """Paste a position or one game, and wait until the dialog has closed."""
    paste(page, text)
    expect(page.get_by_role("dialog")).to_have_count(0)


def exported(page: Page, form: str) -> str:
    do(page, "export")
    page.select_option("#export-form", form)
    text = page.input_value("#export-text")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    return text


def played(*texts: str) -> Board:
    board = Board()
    for text in texts:
        board.play(board.parse_move(text))
    return board


# -------------------------------------------------------------------------------------------------------------- engine


def test_lines_are_those_of_the_native_engine(workbench: Page) -> None:
    board = played("a1b2", "i5h5", "a5b5")
    nodes = 30_000
    snapshot = {"start": board.start().position(), "moves": [move.number for move in board.history], "rules": {}}
    shown = workbench.evaluate(VARIATIONS, {"snapshot": snapshot, "nodes": nodes})
    with Engine(hash_mb=16) as engine:
        analysis = engine.analyse(board, Limit(nodes=nodes), variations=3)
    assert len(shown["texts"]) == 3
    for text, line in zip(shown["texts"], analysis.variations, strict=True):
        value = -line.score.value / 100  # White is to move, but scores are for Black
        assert text["score"] == f"{'−' if value < 0 else '+'}{abs(value):.2f}"  # noqa: RUF001 - the sign of the page
        copy = board.copy()
        for written, move in zip(text["moves"], line.moves, strict=False):
            assert written == copy.format_move(move)
            copy.play(move)
    assert f"depth {analysis.variations[0].depth} " in shown["state"]
    assert [each["className"].split()[-1] for each in shown["arrows"]] == [f"engine-variation{i}" for i in (1, 2, 3)]
    assert "Black's winning chance" in shown["bar"]
    chance = int(re.search(r"(\d+)%", shown["bar"])[1])  # type: ignore[index]
    assert shown["number"] == f"{max(chance, 100 - chance)}%"
    assert shown["behind"] == (chance < 50)
    assert shown["view"] == "Scores are for Black: above zero, Black is ahead."


def test_a_forced_win_is_told_in_moves_of_the_winner(workbench: Page) -> None:
    win = next(each for each in WINS if (each.plies, each.marbles_to_eject) == (3, 6))
    snapshot = {"start": win.position, "moves": [], "rules": {}}
    shown = workbench.evaluate(VARIATIONS, {"snapshot": snapshot, "nodes": 300_000})
    assert shown["found"]["variations"][0]["winIn"] == 3
    winner = catalogue("en").say(f"color.{win.board.turn}")
    assert shown["texts"][0]["score"] == f"{winner} wins in 2 moves"


def test_the_engine_starts_follows_and_stops(page: Page) -> None:
    visit(page)
    page.get_by_role("button", name="Start engine").click()
    page.wait_for_function("() => __sumito.found?.variations.length === 3")
    expect(page.locator(".arrow.engine-variation")).to_have_count(3)
    page.get_by_role("button", name="Stop engine").click()
    page.wait_for_function("() => !__sumito.searching")
    expect(page.locator(".arrow.engine-variation")).to_have_count(0)
    best = page.locator(".variations .variation1 .ply").all_inner_texts()[:2]
    page.locator(".variations .variation1 .ply").nth(1).click()
    expect(page.locator(".tree .ply")).to_have_text([f"1. {best[0]}", best[1]])
    expect(page.locator(".variations")).to_be_hidden()  # the result is for another position
    page.get_by_role("button", name="Start engine").click()
    page.wait_for_function("() => __sumito.found?.variations.length === 3")


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_jumps_while_the_engine_follows(open_page: OpenPage, width: int) -> None:
    page = open_page(viewport={"width": width, "height": 800})
    visit(page, "game=" + quote(format_record(Record.from_board(played("a1b2", "i5h5")))))
    page.get_by_role("button", name="Start engine").click()
    page.wait_for_function("() => __sumito.found?.variations.length === 3")
    before, after = page.evaluate(
        """() => {
            const places = () => ['.moves-card', '.typing', '.strip', '.steps'].map((each) => {
                const { top, height } = document.querySelector(each).getBoundingClientRect();
                return [each, Math.round(top), Math.round(height)];
            });
            const before = places();
            document.querySelector('[data-does=next]').click();
            if (__sumito.found) throw new Error('there is a result already');
            return [before, places()];
        }"""
    )
    assert after == before


def test_reports_leave_the_content_of_the_button_alone(page: Page) -> None:
    """WebKit drops a click if the content of the button is replaced between press and release."""
    visit(page)
    page.get_by_role("button", name="Start engine").click()
    page.evaluate("window.parts = [...document.querySelector('.variations-head button').childNodes]")
    page.wait_for_function("() => __sumito.found?.depth > 3")
    assert page.evaluate("parts.length === 2 && parts.every(part => part.isConnected)")


def test_a_finished_game_is_not_thought_about(page: Page) -> None:
    visit(page, "pos=" + quote("5/6/7/8/6SSs/8/7/6/ss3 5 0 b 0 1", safe=""))
    page.get_by_role("button", name="Start engine").click()
    page.wait_for_function("() => __sumito.found")
    click(page, "e7", "e8", "e9")
    expect(page.locator(".strip")).to_contain_text("Black wins")
    expect(page.locator(".variations-state")).to_be_empty()
    assert not page.evaluate("__sumito.searching")
    do(page, "back")
    page.wait_for_function("() => __sumito.found")


def test_an_engine_that_cannot_be_loaded_is_said_and_tried_again(page: Page, complaints: Complaints) -> None:
    complaints.expect("core/worker.js")
    page.route("**/core/worker.js", lambda route: route.abort("failed"))
    visit(page)
    page.get_by_role("button", name="Start engine").click()
    expect(page.locator(".variations-state")).to_have_text("The engine could not be started.")
    page.unroute("**/core/worker.js")
    click(page, "a1", "c3", "d4")
    page.wait_for_function("() => __sumito.found")
    expect(page.locator(".variations-state")).to_contain_text("depth")


# --------------------------------------------------------------------------------------------------------------- moves


def test_a_refusal_is_that_of_a_game(page: Page) -> None:
    visit(page, "pos=" + quote("5/6/7/8/2SSSsss1/8/7/6/5 0 0 b 0 1", safe=""))
    click(page, "e3", "e5", "e6")
    strip = page.locator(".strip")
    expect(strip).to_have_attribute("data-kind", "refusal")
    assert "rules/#figure-pac" in (strip.locator(".figure-link").get_attribute("href") or "")
    expect(strip.locator("p")).to_contain_text("Pac: three in line cannot be pushed.")
    page.evaluate("import('../shell/settings.js').then(({ settings }) => settings.set('refusals', 'full'))")
    click(page, "e6")
    expect(strip.locator("p")).not_to_contain_text("Pac: three in line cannot be pushed.")


def test_the_wheel_steps_and_the_board_follows_the_settings(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 400, "height": 800})
    visit(page, "game=" + quote(format_record(Record.from_board(played("a1b2", "i5h5")))))
    page.locator(".board").hover()
    for wheel, plies in ((100, 1), (100, 2), (-100, 1)):
        page.mouse.wheel(0, wheel)
        page.wait_for_function("n => __sumito.moves.length === n", arg=plies)
    assert page.evaluate("scrollY") == 0
    before = page.locator(".board svg").first.get_attribute("viewBox")
    page.evaluate("import('../shell/settings.js').then(({ settings }) => settings.set('fit', true))")
    expect(page.locator(".board svg").first).not_to_have_attribute("viewBox", str(before))
    do(page, "edit")
    expect(page.locator(".editor")).to_be_visible()
    page.locator(".board").hover()
    page.mouse.wheel(0, -100)
    page.get_by_role("button", name="Cancel").click()
    assert len(moves(page)) == 1


def test_variations_are_made_by_playing(page: Page) -> None:
    visit(page)
    click(page, "a1", "c3", "d4")
    do(page, "back")
    click(page, "c3", "c5", "d6")
    assert len(moves(page)) == 1
    expect(page.locator(".tree .variation .ply")).to_have_count(1)
    expect(page.locator(".tree [aria-current]")).to_have_text("1. c3c5d4")
    do(page, "promote")
    expect(page.locator(".tree > .line > .ply")).to_have_text("1. c3c5d4")
    expect(page.locator(".tree .variation .ply")).to_have_text("1. a1b2")
    record = parse_record(exported(page, "game.aba_pro"))
    assert [len(record.children), record.children[0].move.number] == [2, moves(page)[0]]
    do(page, "remove")
    expect(page.locator(".tree .ply")).to_have_text(["1. a1b2"])


def test_keys_step_through_the_game(page: Page) -> None:
    board = played("a1b2", "i5h5", "a5b5")
    visit(page, "game=" + quote(format_record(Record.from_board(board))))
    assert moves(page) == []
    page.keyboard.press("ArrowRight")
    assert len(moves(page)) == 1
    page.keyboard.press("End")
    assert moves(page) == [move.number for move in board.history]
    page.keyboard.press("ArrowLeft")
    assert len(moves(page)) == 2
    page.keyboard.press("Home")
    assert moves(page) == []


# -------------------------------------------------------------------------------------------------------------- editor


def test_a_position_is_edited(page: Page) -> None:
    visit(page)
    do(page, "edit")
    page.get_by_role("button", name="Clear board").click()
    done = page.get_by_role("button", name="Use this position")
    expect(page.locator(".warnings .grave")).to_have_text("There are no marbles on the board.")
    expect(done).to_be_disabled()
    click(page, "e5")
    page.get_by_role("radio", name="White", exact=True).check()
    start, end = (page.evaluate("cell => __sumito.at(cell)", cell) for cell in ("e6", "e8"))
    page.mouse.move(start["x"], start["y"])
    page.mouse.down()
    page.mouse.move(end["x"], end["y"], steps=12)
    page.mouse.up()
    page.get_by_role("radio", name="Erase").check()
    click(page, "e8")
    page.get_by_role("radio", name="It is White's turn.").check()
    page.get_by_label("Ejected by Black").fill("2")
    assert position(page) == "5/6/7/8/4Sss2/8/7/6/5 2 0 w 0 1"
    expect(page.locator(".warnings .odd")).to_have_count(2)
    page.get_by_label("Ejected by White").fill("7")
    expect(page.locator(".warnings .grave")).to_have_count(1)
    page.get_by_label("Ejected by White").fill("0")
    done.click()
    assert position(page) == "5/6/7/8/4Sss2/8/7/6/5 2 0 w 0 1"
    click(page, "e7", "e6", "e5")
    assert len(moves(page)) == 1


def test_the_editor_by_keyboard_and_layouts(page: Page) -> None:
    visit(page)
    before = position(page)
    do(page, "edit")
    expect(page.locator('#layout option[value=""]')).to_be_disabled()  # it is not a layout
    page.select_option("#layout", "belgian-daisy")
    assert position(page) == Board("belgian-daisy").position()
    page.focus('[role="gridcell"][tabindex="0"]')
    page.keyboard.press("Space")
    assert position(page).split("/")[4] == "4S4"
    page.keyboard.press("Delete")
    assert position(page) == Board("belgian-daisy").position()
    page.get_by_role("button", name="Cancel").click()
    assert position(page) == before


def test_the_pen_is_put_away_for_the_editor(page: Page) -> None:
    visit(page)
    pen = page.locator(".pen")
    pen.click()
    expect(pen).to_have_attribute("aria-pressed", "true")
    do(page, "edit")
    expect(page.locator(".editor")).to_be_visible()
    click(page, "e5")
    assert position(page).split("/")[4] == "4S4"
    expect(page.locator(".draw0")).to_have_count(0)
    page.get_by_role("button", name="Cancel").click()
    expect(pen).to_have_attribute("aria-pressed", "false")
    click(page, "a1", "c3", "d4")
    assert len(moves(page)) == 1


def test_another_address_closes_the_editor_and_the_last_one_counts(page: Page) -> None:
    visit(page)
    do(page, "edit")
    expect(page.locator(".editor")).to_be_visible()
    text = "5/6/7/8/4Sss2/8/7/6/5 2 0 w 0 1"
    page.evaluate("text => { location.hash = `pos=${encodeURIComponent(text)}`; }", text)
    expect(page.locator(".editor")).to_be_hidden()
    expect(page.locator(".strip")).to_contain_text("by Black: 2, by White: 0")
    assert position(page) == text
    click(page, "e7", "e6", "e5")
    assert len(moves(page)) == 1
    # Reading the store takes longer than reading the address.
    page.evaluate(
        """text => {
            location.hash = 'game=nowhere';
            dispatchEvent(new HashChangeEvent('hashchange'));
            location.hash = `pos=${encodeURIComponent(text)}`;
            dispatchEvent(new HashChangeEvent('hashchange'));
        }""",
        text,
    )
    page.evaluate(
        "import('../shell/store.js').then(({ openStore }) => openStore()).then((store) => store.game('nowhere'))"
    )
    expect(page.locator(".strip")).to_contain_text("by Black: 2, by White: 0")


# --------------------------------------------------------------------------------------------------- import and export


@pytest.mark.parametrize("form", list(PositionForm))
def test_positions_in_every_form_come_back(page: Page, form: PositionForm) -> None:
    board = played("a1b2", "i5h5", "a5b5")
    visit(page)
    open_text(page, board.position(form))
    told = 4 if form in (PositionForm.FEN, PositionForm.APGN) else 1  # the others do not include the player to move
    wanted = board.position().split()[:told]
    page.wait_for_function("words => words.every((word, i) => __sumito.position.split(' ')[i] === word)", arg=wanted)
    assert exported(page, f"position.{form.name.lower()}") == board.position(form)


@pytest.mark.parametrize("dialect", list(Dialect))
def test_records_in_every_dialect_come_back(page: Page, dialect: Dialect) -> None:
    record = Record.from_board(played("a1b2", "i5h5", "a5b5"))
    record.add_variation("a5b6", record.main_line()[2])
    record.main_line()[1].add_comment("a quiet answer")
    text = format_record(record, dialect)
    visit(page)
    open_text(page, text)
    expect(page.locator(".tree .comment")).to_have_text("a quiet answer")
    assert exported(page, f"game.{dialect.name.lower()}") == text


def test_a_file_of_many_games(page: Page, tmp_path: Path) -> None:
    games = [Record.from_board(played(*texts)) for texts in (("a1b2",), ("a1b2", "i5h5"))]
    for name, record in zip(("Ada", "Bea"), games, strict=True):
        record.headers["Black"] = name
    path = tmp_path / "games.apgn"
    path.write_text("\n".join(map(format_record, games)) + '\n[Event "?"]\n\n1. nonsense *\n', encoding="utf-8")
    visit(page)
    do(page, "import")
    page.set_input_files("#import-file", path)
    expect(page.locator(".found button")).to_have_count(2)
    expect(page.locator(".problems p")).to_have_count(1)
    page.get_by_role("button", name="Bea").click()
    expect(page.locator(".about-game")).to_contain_text("Bea")
    page.keyboard.press("End")
    page.wait_for_function("() => __sumito.moves.length === 2")


def test_a_long_file_leaves_the_page_alive(page: Page, tmp_path: Path) -> None:
    text = format_record(Record.from_board(played("a1b2")))
    (tmp_path / "long.apgn").write_text("\n".join([text] * 40_000), encoding="utf-8")
    (tmp_path / "short.apgn").write_text(text, encoding="utf-8")
    visit(page)
    do(page, "import")
    page.set_input_files("#import-file", tmp_path / "long.apgn")
    expect(page.locator(".reading")).to_have_text(re.compile(r"^Reading: \d+ games so far\.$"))
    assert page.input_value("#import-file") == "", "the same file, mended, may be chosen again"
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    do(page, "import")
    page.set_input_files("#import-file", tmp_path / "long.apgn")
    expect(page.locator(".reading")).to_contain_text("games so far")
    page.fill("#import-text", "no such thing")
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    expect(page.locator(".problems")).to_contain_text("neither a position nor a game")
    page.evaluate("() => new Promise((done) => setTimeout(done))")  # the replaced request has noticed it by now
    assert page.inner_text(".reading") == ""
    page.set_input_files("#import-file", tmp_path / "short.apgn")
    expect(page.locator(".tree .ply")).to_have_count(1)


def test_a_file_that_is_gone_is_said(page: Page, tmp_path: Path) -> None:
    (tmp_path / "gone.apgn").write_text("1. a1b2", encoding="utf-8")
    page.add_init_script("Blob.prototype.arrayBuffer = async () => { throw new DOMException('', 'NotFoundError'); };")
    visit(page)
    do(page, "import")
    page.set_input_files("#import-file", tmp_path / "gone.apgn")
    expect(page.locator(".problems")).to_have_text("This file cannot be opened.")


def test_what_cannot_be_read_is_said(page: Page) -> None:
    visit(page)
    paste(page, "no such thing")
    expect(page.locator(".problems")).to_contain_text("neither a position nor a game")
    for text, said in (
        ("sssss/ssssss/2sxs2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 0 1", "cannot be read from character 16 on"),
        ("5/6/7/8/9/8/7/6/5 0 0 b 0 1", "no marbles on the board"),
        ("1. a1b2 a1b2", "This move is not legal: a1b2. There is no marble on a1."),
        ("1. a1d4 i5f5 2. e5d5", "This move is not legal: e5d5."),
        ("1. a1b2 i5h5 2. zz", "This is not a move: zz"),
    ):
        page.fill("#import-text", text)
        page.get_by_role("dialog").get_by_role("button", name="Open").click()
        expect(page.locator(".problems")).to_contain_text(said)
    page.fill("#import-text", "1. a1b2 i5h5")
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    expect(page.locator(".tree .ply")).to_have_count(2)


def test_a_game_that_was_opened_can_be_reviewed(page: Page) -> None:
    visit(page)
    review = page.get_by_role("link", name="Review")
    expect(review).to_be_hidden()
    paste(page, "1. a1b2 i5h5 2. a2b3")
    review.click()
    page.wait_for_url("**/review/**")
    expect(page.locator(".course tbody tr")).to_have_count(3)


@pytest.mark.parametrize("text", ["1. a1b2 i5h5 2. c4c5d5", "a1b2 i5h5 a2b3 1-0", "1. a1d4 i5f5 2. a2d5"])
def test_the_moves_of_a_game_are_enough(page: Page, text: str) -> None:
    visit(page)
    paste(page, text)
    expect(page.locator(".tree .ply")).to_have_count(3)


def test_games_that_are_not_listed_are_counted(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "games.apgn"
    path.write_text("\n".join([format_record(Record.from_board(played("a1b2")))] * 503), encoding="utf-8")
    visit(page)
    do(page, "import")
    page.set_input_files("#import-file", path)
    expect(page.locator(".found button")).to_have_count(500)
    expect(page.locator(".problems")).to_have_text("3 more games are not listed.")


@pytest.mark.parametrize("script", ["", "Object.defineProperty(navigator, 'clipboard', { value: undefined });"])
def test_a_position_is_copied_with_and_without_the_clipboard_api(open_page: OpenPage, script: str) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    other = page.context.new_page()
    visit(other)
    page.add_init_script(script)
    visit(page)
    do(page, "export")
    page.select_option("#export-form", "position.fen")
    page.get_by_role("button", name="Copy").click()
    expect(page.locator(".notice")).to_contain_text("Copied.")
    other.bring_to_front()
    assert other.evaluate("navigator.clipboard.readText()") == page.input_value("#export-text")


def test_a_record_that_a_notation_cannot_hold_is_said_and_others_can(page: Page) -> None:
    """In PGN the tag Position has no meaning and can have any value; in APGN it is the start position."""
    visit(page)
    open_text(page, '[P1 "Ada"]\n[P2 "Bea"]\n[Variant "Abalone"]\n[Position "mine"]\n[Result "*"]\n\n*\n')
    do(page, "export")
    for form, fits in (("game.aba_pro", False), ("game.playstrategy", True), ("game.nacre", False), ("link", True)):
        page.select_option("#export-form", form)
        assert bool(page.input_value("#export-text")) == fits
        expect(page.locator("dialog .problem")).to_be_visible(visible=not fits)
        expect(page.get_by_role("dialog").get_by_role("button", name="Copy")).to_be_enabled(enabled=fits)


def test_a_game_that_no_address_can_hold_is_said(page: Page) -> None:
    record = Record.from_board(played("a1b2", "i5h5"))
    record.main_line()[1].add_comment("long " * 15_000)
    visit(page)
    open_text(page, format_record(record))
    page.keyboard.press("End")
    expect(page.locator(".notice")).to_have_count(1)
    expect(page.locator(".notice")).to_contain_text("too long for a link")
    assert "#pos=" in page.url
    do(page, "export")
    expect(page.locator("#export-form option[value=link]")).to_have_count(0)


def test_an_address_shows_the_same_again(page: Page, open_page: OpenPage) -> None:
    visit(page)
    click(page, "a1", "c3", "d4")
    do(page, "back")
    click(page, "c3", "c5", "d6")
    address, here, line = page.url, position(page), moves(page)
    other = open_page()
    other.goto(address)
    other.wait_for_selector("body[data-ready]")
    assert (position(other), moves(other)) == (here, line)
    expect(other.locator(".tree .ply")).to_have_count(2)
    shared = exported(page, "link")
    visit(other, shared.split("#")[1])
    assert (position(other), moves(other)) == (here, line)
    text = "5/6/7/8/4Sss2/8/7/6/5 2 0 w 0 1"
    visit(other, "pos=" + quote(text, safe=""))
    assert position(other) == text


def test_an_address_that_the_browser_refuses_follows(page: Page) -> None:
    """Safari refuses many changes in a row."""
    visit(page)
    page.evaluate("""() => {
        const set = history.replaceState;
        history.replaceState = () => { throw new DOMException('too many', 'SecurityError'); };
        window.allow = () => { history.replaceState = set; };
    }""")
    before = page.url
    click(page, "a1", "c3", "d4")
    assert page.url == before
    page.evaluate("allow()")
    page.wait_for_url(lambda url: url != before)


IN_SIGHT = """() => {
    const box = document.querySelector('.tree').getBoundingClientRect();
    const { top, bottom } = document.querySelector('.tree [aria-current]').getBoundingClientRect();
    return top > box.top - 1 && bottom < box.bottom + 1; // boxes lie between pixels
}"""


def test_the_move_that_is_looked_at_is_in_sight(page: Page) -> None:
    record = Record(Board())
    for text in ["c3d4", "g7f6", "d4c3", "f6g7"] * 30:
        record.add_move(text)
    visit(page, f"game={quote(format_record(record))}&ply=60")
    page.wait_for_function(IN_SIGHT)
    page.get_by_role("button", name="Start engine").click()
    page.wait_for_function("() => __sumito.found?.variations.length === 3")
    page.wait_for_function(IN_SIGHT)
    page.locator(".strip").click()
    for key in ("ArrowRight", "End", "ArrowLeft"):
        page.keyboard.press(key)
        page.wait_for_function(IN_SIGHT)


@pytest.mark.parametrize("height", [720, 860])
def test_board_strip_and_panel_are_seen_without_scrolling(open_page: OpenPage, height: int) -> None:
    page = visit(open_page(viewport={"width": 1280, "height": height}))
    expect(page.locator(".tree")).to_contain_text("Play on the board")
    for part in (".board-row", ".under", ".panel"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height, part


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_the_page_is_accessible_while_the_engine_runs(open_page: OpenPage, scheme: str) -> None:
    page = visit(open_page(color_scheme=scheme))
    page.get_by_role("button", name="Start engine").click()
    page.wait_for_function("() => __sumito.found?.variations.length === 3")
    assert Axe().run(page).response["violations"] == []


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_the_page_is_accessible(open_page: OpenPage, scheme: str) -> None:
    page = visit(open_page(color_scheme=scheme))
    click(page, "c3", "c5", "d6")
    do(page, "find")
    assert Axe().run(page).response["violations"] == []
    do(page, "edit")
    assert Axe().run(page).response["violations"] == []


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_page_fits_a_phone(open_page: OpenPage, locale: str) -> None:
    page = visit(open_page(viewport={"width": 360, "height": 740}, has_touch=True, locale=locale))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    rows = Counter(page.locator(".tool").evaluate_all("all => all.map((each) => each.offsetTop)"))
    assert len(set(rows.values())) == 1
    do(page, "edit")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
