"""Test games of three to six players in My games, in files and in the analysis, in the browser."""

from __future__ import annotations

import re
from math import dist
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Route, expect

from multi_positions import RECORD_OF_THREE
from sumito import Board
from sumito.learn.catalogue import LANGUAGES, catalogue
from sumito.notation.records import Record, format_record, parse_record, read_records
from web.complaints import Complaints
from web.conftest import OpenPage
from web.game import Game
from web.online_players import PHONE, check_looks
from web.test_analysis import do, exported, moves, open_text, paste, position, visit
from web.test_several import load
from web.test_store import save

ENGLISH = catalogue("en")
PEOPLE = {"black": "", "blue": "", "white": ""}
# Black ejects the only blue marble, and Blue has left.
EMPTY = "5/6/7/8/5SSSB/8/7/6/4s buw 1,0,0 b 0 1"
# A game that cannot be a link can be shared as a picture all the same.
NO_LINK = """\
export class LinkError extends Error { code = '%s'; }
export const formatLink = () => { throw new LinkError('no link'); };
"""
OPEN_SEVERAL = """async (start) => {
  const [{ openSeveral }, { openCore }] = await Promise.all([import('./several.js'), import('../core/core.js')]);
  await openSeveral(await openCore(), { start, headers: new Map(), marblesToEject: 6 });
  await new Promise(requestAnimationFrame);
}"""
LOW = "5/6/7/8/9/8/7/6/SSSBs buw 0,0,0 b 0 1"
# The texts of the list of moves; "-blue" for the flag of a player who leaves.
ENTRIES = """all => all.map((each) => each.querySelector('svg')
  ? `${each.textContent} -${each.querySelector('.dot').classList[1]}` : each.textContent)"""


def test_a_game_is_played_analysed_saved_and_imported(open_page: OpenPage, tmp_path: Path) -> None:
    game = Game(open_page())
    page = game.page
    load(game, Board("three-players").position(), PEOPLE, layout="three-players")
    board = Board("three-players")
    for text in ("d8d7", "b3c3"):
        page.locator(".move-box input").fill(text)
        page.keyboard.press("Enter")
        board.play(text)
    game.plies(2)
    page.get_by_role("button", name=ENGLISH.say("several.leave"), exact=True).click()
    page.get_by_role("button", name=ENGLISH.say("several.leave.sure")).click()
    board.resign("white")
    game.plies(3)
    game.saved()

    page.goto("games/?test")
    page.locator(".card.game").get_by_role("link", name=ENGLISH.say("games.analyse")).click()
    page.wait_for_selector(".analysis .sides")
    visit(page, page.url.split("#")[1])
    assert page.evaluate("__sumito.at('h9').y > Math.max(__sumito.at('e1').y, __sumito.at('a3').y)")  # Black's side
    do(page, "last")
    assert position(page) == board.position()
    assert page.locator(".board .marble.white").count() == 0
    expect(page.locator(".tree .ply")).to_have_text(["1. d8d7", "b3c3", ""])
    expect(page.locator(".tree .ply .dot.white")).to_have_accessible_name("White has left the game.")
    expect(page.locator(".tree .ply:has(.dot.white) > svg")).to_be_visible()  # a flag
    expect(page.locator(".tree .ply").nth(1)).to_have_accessible_name("Blue b3c3")
    expect(page.locator(".sides .player.left")).to_have_text("White")
    hidden = ".engine, .evaluation, .words-card, [data-does=edit], [data-does=find], .toolbar > a, .moves-head a"
    assert [each.is_visible() for each in page.locator(hidden).all()] == [False] * 7

    page.goto("games/?test")
    card = page.locator(".card.game", has=page.locator(".dot.blue"))
    with page.expect_download() as download:
        card.locator(".less button").first.click()
    record = parse_record(Path(download.value.path()).read_text(encoding="utf-8"))
    assert record == Record.from_board(board, date=record.headers["Date"])
    save(page, kind="local", moves=[Board().parse_move("a1b2").number])
    expect(page.locator(".card.game")).to_have_count(2)
    with page.expect_download() as download:
        page.get_by_role("button", name=ENGLISH.say("games.export_all")).click()
    download.value.save_as(file := tmp_path / "games.apgn")
    assert record in read_records(file)
    card.locator(".less button").last.click()
    page.get_by_role("dialog").get_by_role("button", name=ENGLISH.say("games.delete")).click()
    expect(page.locator(".card.game")).to_have_count(1)
    page.goto("games/?test")  # nothing of several players is loaded now
    page.wait_for_selector("body[data-ready]")
    page.locator("#import-file").set_input_files(file)
    expect(card.locator(".player-name")).to_have_text(["Black", "Blue", "White"])
    expect(page.locator(".card.game")).to_have_count(2)  # the other one is known
    expect(card.locator("time")).not_to_contain_text(":")  # a file has the day only
    card.get_by_role("link", name=ENGLISH.say("games.resume")).click()
    expect(page.locator(".plies .ply")).to_have_text(["d8d7", "b3c3", ""])
    expect(page.locator(".player-bar.left")).to_have_class("player-bar white left")
    expect(page.locator(".player-bar.black.to-move")).to_have_count(1)


def test_moves_and_variations_of_several_players(open_page: OpenPage) -> None:
    game = Game(open_page())
    page = visit(game.page, f"game={quote(RECORD_OF_THREE)}")
    expect(page.locator(".tree .ply")).to_have_text(["1. d8d7", "1... b3c3", "1...", "d1d2", "1...", "2."])
    expect(page.locator(".sides .player")).to_have_text(["Ada", "Emmy", "Sofia"])
    expect(page.locator(".about-game")).to_have_text(ENGLISH.say("several.wins", player="Black"))
    do(page, "next")
    expect(page.locator(".sides [aria-current]")).to_have_text("Emmy")
    assert game.strip == ENGLISH.say("several.turn", player="Blue")
    places = "['e5', 'i9'].map((cell) => __sumito.at(cell)).map(({ x, y }) => [x, y])"
    _, before = page.evaluate(places)
    do(page, "turn")
    centre, after = page.evaluate(places)
    assert dist(before, after) == pytest.approx(dist(centre, after), rel=0.01)  # by 60 degrees
    do(page, "last")
    assert position(page).split()[1] == "bUW"
    expect(page.locator(".sides .winner")).to_have_text("Ada")
    page.locator(".tree .ply", has_text="d1d2").click()
    assert position(page).split()[1] == "bUw"
    do(page, "back")
    do(page, "back")
    page.wait_for_function("() => !__sumito.busy")
    assert page.locator(".board .marble.blue").count() == 11
    game.click("b2", "c2")
    assert len(moves(page)) == 2
    expect(page.locator(".tree .variation")).to_have_count(2)
    do(page, "promote")
    text = exported(page, "game.aba_pro")
    assert parse_record(text).result == "*"
    assert "1. d8d7 {a quiet start} 1... b2c2 (1... b3c3 -white:resigns" in " ".join(text.split())
    visit(page, page.url.split("#")[1])
    assert len(moves(page)) == 2
    visit(page, f"engine=on&pos={quote(LOW)}")  # the board need not turn
    expect(page.locator(".board defs [id$='-blue']")).to_be_attached()
    assert not page.evaluate("__sumito.searching")


def test_positions_and_forms_of_several_players(open_page: OpenPage) -> None:
    game = Game(open_page())
    page = visit(game.page)
    do(page, "find")  # of two players
    unknown = RECORD_OF_THREE.replace('"Emmy"', '"?"')
    paste(page, unknown + "\n" + RECORD_OF_THREE)
    names = [re.compile(f"^Ada . {second} . Sofia") for second in ("Blue", "Emmy")]
    expect(page.locator(".found li")).to_have_text(names)
    page.get_by_role("dialog").get_by_role("button", name=ENGLISH.say("app.cancel")).click()
    open_text(page, EMPTY)
    expect(page.locator(".card.formations")).to_be_hidden()
    expect(page.locator(".sides .tray").first.locator(".dot")).to_have_count(1)
    page.locator(".move-box input").fill("e6e7")
    page.keyboard.press("Enter")
    page.wait_for_function("() => __sumito.moves.length === 1 && !__sumito.busy")
    expect(page.locator(".tree .line > *")).to_have_text(["1. e6e7", ""])
    expect(page.locator(".sides .tray").first).to_have_accessible_name(
        ENGLISH.say("several.score", player="Black", n=2)
    )
    do(page, "export")
    expect(page.locator("#export-form option")).to_have_count(4)
    values = page.locator("#export-form option").evaluate_all("all => all.map((each) => each.value)")
    assert values == ["game.aba_pro", "game.nacre", "position.fen", "link"]
    for value in values:
        page.select_option("#export-form", value)
        expect(page.locator(".exchange .problem")).to_be_hidden()
    page.get_by_role("button", name=ENGLISH.say("record.pictures")).click()
    expect(page.locator(".share-picture[src^=data]")).to_have_count(1)
    shared = page.locator(".share-link input").input_value()
    with page.expect_download() as download:
        page.get_by_role("button", name=ENGLISH.say("share.animation")).click()
    assert b"acTL" in Path(download.value.path()).read_bytes()
    page.get_by_role("button", name=ENGLISH.say("app.close")).click()
    played = (moves(page), position(page))
    visit(page, shared.split("#")[1])
    do(page, "last")
    assert (moves(page), position(page)) == played
    open_text(page, Board().position())
    expect(page.locator(".sides")).to_have_count(0)
    expect(page.locator(".engine")).to_be_visible()


@pytest.mark.parametrize("code", ["too_long", "bad_end"])
def test_a_game_that_cannot_be_a_link_has_pictures(open_page: OpenPage, complaints: Complaints, code: str) -> None:
    if code != "too_long":
        complaints.expect("console warning: LinkError: no link")
    page = open_page()
    page.route("**/core/links.js", lambda route: route.fulfill(body=NO_LINK % code, content_type="text/javascript"))
    do(visit(page, f"pos={quote(EMPTY)}"), "export")
    page.get_by_role("button", name=ENGLISH.say("record.pictures")).click()
    expect(page.locator(".share-picture[src^=data]")).to_have_count(1)
    expect(page.locator(".share-link")).to_have_count(0)


def test_the_list_of_moves_is_that_of_the_record(open_page: OpenPage) -> None:
    """Players leave in every round, by choice and without one; after a comment, moves have numbers."""
    board = Board.from_position("s4/6/3YY2/8/5SSSB/1GG5/7/5R/2ss1 buwryg 0,0,0,0,0,0 b 0 1")
    for text in ("e6e7", "i5i6", "b6a5", "-yellow", "d2d3", "-black", "a3a4", "d3d4", "i6i7", "-green"):
        if text.startswith("-"):
            board.resign(text[1:])
        else:
            board.play(text)
    plain = format_record(Record.from_board(board))
    page = open_page()
    for commented in ("=white", "e6e7", "i5i6", "-yellow:resigns", "-black:resigns", "a3a4"):
        record = format_record(parse_record(re.sub(rf"({commented})(?=\s)", r"\1 {why}", plain)))
        written = record.split("\n\n")[1].replace("{why}", "why").split()
        assert {"-blue:empty", "-red:empty", "2."} < set(written)
        visit(page, f"game={quote(record)}")
        shown = " ".join(page.locator(".tree .line > *").evaluate_all(ENTRIES)).split()
        assert shown == [re.sub(":.*", "", each) for each in written if each != "=white"], commented


def test_games_of_several_players_wait_for_the_network(open_page: OpenPage, complaints: Complaints) -> None:
    complaints.expect("multi.wasm")
    complaints.expect("ERR_FAILED")
    page = visit(open_page())
    played = [Board.from_position(EMPTY).parse_move("e6e7").number]
    kept = save(page, kind="several", start=EMPTY, moves=played, players=PEOPLE, seats=PEOPLE)
    visit(page)
    notices = page.locator(".notice")
    page.route("**/multi.wasm", lambda route: route.abort("failed"))
    page.evaluate("hash => { location.hash = hash; }", f"game={kept}")
    expect(notices).to_have_text([ENGLISH.say("app.not_loaded")])
    expect(page.locator(".strip")).not_to_contain_text(ENGLISH.say("analysis.import.no_game"))
    visit(page, f"game={kept}")
    expect(notices).to_have_text([ENGLISH.say("app.not_loaded")])
    visit(page)
    paste(page, EMPTY)
    expect(page.locator("dialog .notice")).to_have_text([ENGLISH.say("app.not_loaded")])
    page.unroute("**/multi.wasm")
    page.get_by_role("dialog").get_by_role("button", name=ENGLISH.say("analysis.import.open")).click()
    expect(page.locator(".sides")).to_have_count(1)
    visit(page, f"game={kept}")
    expect(page.locator(".tree .line > *")).to_have_text(["1. e6e7", ""])


@pytest.mark.parametrize("later", ["edit", "address"])
def test_an_import_does_not_disturb_what_comes_later(open_page: OpenPage, later: str) -> None:
    """While the parts of several players are loaded, the editor can be opened, or another game."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page = visit(open_page())
    page.route("**/analysis/several.js", hold)
    with page.expect_request("**/analysis/several.js"):
        open_text(page, EMPTY)
    if later == "edit":
        do(page, "edit")
        expect(page.locator(".card.editor")).to_be_visible()
        held[0].continue_()
        expect(page.locator(".sides")).to_have_count(1)
        expect(page.locator(".card.editor")).to_be_hidden()
        assert position(page) == EMPTY
    else:
        other = Board("belgian-daisy").position()
        page.evaluate("hash => { location.hash = hash; }", f"pos={quote(other)}")
        page.wait_for_function("start => __sumito.position === start", arg=other)
        held[0].continue_()
        page.evaluate(OPEN_SEVERAL, EMPTY)  # what the import waits for is loaded
        assert position(page) == other
        expect(page.locator(".sides")).to_have_count(0)


@pytest.mark.parametrize("slug", ["six-players-pbmserv", "four-players-teams"])
def test_the_analysis_of_several_players_fits_a_phone(open_page: OpenPage, slug: str) -> None:
    page = visit(open_page(**PHONE), f"pos={quote(Board(slug).position())}")
    check_looks(page)
    board, strip = (page.locator(each).bounding_box() for each in (".board", ".under"))
    assert board is not None
    assert strip is not None
    assert board["height"] > 280
    assert strip["y"] + strip["height"] <= 664


def test_a_review_of_several_players_leads_to_the_analysis(open_page: OpenPage) -> None:
    board = Board("four-players-teams")
    board.play(next(iter(board.legal_moves)))
    board.resign("black")
    page = open_page()
    page.goto(f"review/?test#game={quote(format_record(Record.from_board(board)))}")
    page.wait_for_selector("body[data-ready]")
    for language in LANGUAGES:
        page.locator("select.language").select_option(language)
        expect(page.locator("main p").first).to_have_text(catalogue(language).say("review.several"))
    page.locator("main a.primary").click()
    expect(page.locator(".sides > li")).to_have_count(2)
    expect(page.locator(".tree .ply")).to_have_count(2)
