"""Test that games are kept in the browser across reloads, crashes and a full disk, and the page My games."""

from __future__ import annotations

import json
import os
import random
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from sumito import WHITE, Board
from sumito.engine.levels import find_level
from sumito.learn.catalogue import catalogue
from sumito.notation.records import Record, parse_record, read_records
from web.complaints import Complaints
from web.conftest import FLAGS, chromium
from web.game import Game

ENGLISH = catalogue("en")
STORE = "const { openStore } = await import('../shell/store.js'); const store = await openStore();"
SAVE = f"""async changes => {{ {STORE}
    return store.saveGame({{ kind: 'engine', start: '', moves: [], rules: {{}}, outcome: null,
                             side: 'black', level: 'plum', players: {{ black: '', white: '' }}, ...changes }});
}}"""
# As in browsers, the transaction fails, not the call.
FAIL = """([method, name]) => {
    IDBObjectStore.prototype[method] = function () {
        if (this.transaction.error) return; // it has failed already
        const error = new DOMException('it fails', name);
        Object.defineProperty(this.transaction, 'error', { get: () => error });
        this.transaction.abort();
    };
}"""
NEWER = """() => new Promise((resolve) => {
    const request = indexedDB.open('sumito', 99);
    request.onsuccess = () => resolve(request.result.close());
})"""
NO_DATABASE = "indexedDB.open = () => { throw new DOMException('not here', 'SecurityError'); };"


def visit(page: Page, address: str = "games/") -> Page:
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    return page


def save(page: Page, **changes: object) -> str:
    found: str = page.evaluate(SAVE, changes)
    return found


def ask(page: Page, question: str) -> Any:  # noqa: ANN401 - what the store answers
    return page.evaluate(f"async () => {{ {STORE} return store.{question}; }}")


def test_a_game_survives_reload(page: Page) -> None:
    visit(page)
    made = save(page, moves=[3])
    assert save(page, id=made, moves=[3, 7]) == made
    page.reload()
    [game] = ask(page, "games()")
    assert (game["id"], game["moves"]) == (made, [3, 7])
    assert game["changed"] >= game["created"]


def test_a_game_survives_the_death_of_the_browser(browser: Browser, site: str, tmp_path: Path) -> None:
    """Kill the browser right after a ply was saved."""

    def launch() -> BrowserContext:
        return browser.browser_type.launch_persistent_context(
            tmp_path, executable_path=chromium(), args=list(FLAGS), base_url=site
        )

    context = launch()
    page = visit(context.pages[0])
    for plies in range(1, 21):
        save(page, id="the-game", moves=list(range(plies)))
    assert context.browser is not None
    processes = context.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    [pid] = [each["id"] for each in processes if each["type"] == "browser"]
    with context.expect_event("close"):
        os.kill(pid, signal.SIGKILL)
    context = launch()
    [game] = ask(visit(context.pages[0]), "games()")
    context.close()
    assert game["moves"] == list(range(20))


@pytest.mark.parametrize("tool", ["page", "browser"])
def test_a_game_whose_storage_is_cleared_can_be_kept(page: Page, tool: str) -> None:
    """Delete the database as another tab can, and clear the data of the site as a browser does."""
    game = Game(page).begin("local/?test")
    game.click("c5", "d5").plies(1)
    game.saved()
    if tool == "page":
        page.evaluate("void indexedDB.deleteDatabase('sumito')")
    else:
        session = page.context.new_cdp_session(page)
        origin = page.evaluate("location.origin")
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})
    card = page.locator(".end")
    expect(card.locator("h2")).to_have_text(ENGLISH.say("play.unsaved"))
    assert ask(page, "games()") == []
    card.get_by_role("button", name=ENGLISH.say("play.unsaved.keep")).click()
    expect(card).to_be_hidden()
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    game.saved()
    page.reload()
    page.wait_for_selector(".table")
    game.plies(1).click("g5", "f5").plies(2)
    game.saved()
    [kept] = ask(page, "games()")
    assert len(kept["moves"]) == 2


def test_progress_is_kept_by_name(page: Page) -> None:
    visit(page)
    assert ask(page, "progress('puzzles')") is None
    ask(page, "setProgress('puzzles', { solved: [1, 2] })")
    page.reload()
    assert ask(page, "progress('puzzles')") == {"solved": [1, 2]}
    assert ask(page, "progress('lessons')") is None
    assert ask(page, "usage()")["used"] > 0


def test_other_tabs_see_a_game_at_once(open_context: Callable[..., BrowserContext]) -> None:
    context = open_context()
    page, other = visit(context.new_page()), visit(context.new_page())
    expect(other.locator(".empty")).to_be_visible()
    save(page, kind="local", players={"black": "Ada", "white": ""})
    expect(other.locator(".game h3")).to_contain_text("Ada")


@pytest.mark.parametrize(("error", "problem"), [("QuotaExceededError", "full"), ("UnknownError", "unavailable")])
def test_a_failing_disk_is_told_and_the_game_goes_on(page: Page, error: str, problem: str) -> None:
    visit(page)
    page.evaluate("() => { window.put = IDBObjectStore.prototype.put; }")
    page.evaluate(FAIL, ["put", error])
    made = save(page, moves=[1, 2])
    expect(page.locator(".problem")).to_contain_text(ENGLISH.say(f"games.problem.{problem}"))
    assert ask(page, f"game('{made}')")["moves"] == [1, 2]
    expect(page.locator(".game")).to_have_count(1)
    page.evaluate("() => { IDBObjectStore.prototype.put = window.put; }")
    save(page, id=made, moves=[1, 2, 3])
    expect(page.locator(".problem"), "it works again").to_have_count(0)
    page.reload()
    expect(page.locator(".game")).to_have_count(1)


def test_a_game_is_told_that_it_is_not_kept_and_can_be_reviewed_all_the_same(page: Page) -> None:
    game = Game(page).begin("local/?test")
    game.click("a3", "c5", "d6").plies(1)
    game.saved()
    page.evaluate(FAIL, ["put", "QuotaExceededError"])
    for n, text in enumerate(("i7h6", "a2b3")):
        page.fill(".move-box input", text)
        page.keyboard.press("Enter")
        game.plies(n + 2)
    expect(page.locator(".notice")).to_have_text(ENGLISH.say("games.problem.full"))
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    page.locator(".scene").get_by_role("link", name=ENGLISH.say("play.review")).click()
    expect(page.locator(".course tbody tr")).to_have_count(3)


def test_without_a_database_the_computer_can_be_asked_why(page: Page) -> None:
    page.add_init_script(NO_DATABASE)
    game = Game(page).begin("play/?test", level=1)
    game.click("a3", "c5", "d6").plies(2)
    expect(page.locator(".notice")).to_have_text(ENGLISH.say("games.problem.unavailable"))
    second = game.get("moves")[1]
    page.get_by_role("button", name=ENGLISH.say("play.why")).click()
    page.locator(".strip").get_by_role("link", name=ENGLISH.say("analysis.title")).click()
    page.wait_for_selector("body[data-page=analysis][data-ready]")
    expect(page.locator("main")).to_contain_text(second)


def test_a_database_that_another_tab_renews_is_opened_again(page: Page) -> None:
    """Close the database for a newer version of the site, and open it again if possible."""
    visit(page)
    save(page, id="one")
    page.evaluate("""() => new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase('sumito');
        request.onsuccess = resolve;
        request.onblocked = () => reject(new Error('blocked'));
    })""")
    save(page, id="two")
    assert [game["id"] for game in ask(page, "games()")] == ["two"]


def test_a_database_that_a_newer_site_has_changed_is_said(page: Page) -> None:
    visit(page)
    page.evaluate(NEWER)
    save(page, id="here")
    expect(page.locator(".problem")).to_have_text(ENGLISH.say("games.problem.unavailable"))
    expect(page.locator(".game")).to_have_count(1)


@pytest.mark.parametrize(
    "refusing",
    [
        "BroadcastChannel = class { constructor() { throw new DOMException('no', 'SecurityError'); } };",
        "navigator.storage.persisted = async () => { throw new TypeError('no'); };",
    ],
)
def test_what_a_strict_browser_refuses_is_done_without(page: Page, refusing: str) -> None:
    """If cookies are blocked, some browsers throw instead of returning nothing."""
    page.add_init_script(refusing)
    Game(page).begin("local/?test").click("a3", "c5", "d6").plies(1).saved()
    visit(page)
    expect(page.locator(".game")).to_have_count(1)


@pytest.mark.parametrize("able", [True, False])
def test_a_browser_that_promises_nothing_is_not_asked(page: Page, able: bool) -> None:
    if not able:
        page.add_init_script("delete StorageManager.prototype.persist; delete StorageManager.prototype.persisted;")
    visit(page)
    save(page)
    expect(page.get_by_role("button", name=ENGLISH.say("games.export_all"))).to_be_visible()
    expect(page.get_by_role("button", name=ENGLISH.say("games.keep"))).to_have_count(int(able))


def test_what_is_no_game_hides_no_other(page: Page) -> None:
    """A record of a newer version, or one that was tampered with, is ignored but not deleted."""
    garbled: list[dict[str, object]] = [
        {"kind": "tournament"},
        {"start": None},
        {"moves": None},
        {"moves": ["a1b2"]},
        {"kind": "engine", "side": "red", "level": 5},
        {"kind": "engine", "side": "black", "level": "5"},
        {"players": None},
        {"players": {"black": "", "white": {}}},
        {"outcome": {}},
        {"outcome": {"termination": "time", "winner": "red"}},
        {"created": "yesterday"},
        {"changed": 1e17},
    ]
    visit(page)
    save(page, id="good", kind="local")
    page.evaluate(
        """garbled => new Promise((resolve, reject) => {
            const request = indexedDB.open('sumito');
            request.onsuccess = () => {
                const games = request.result.transaction('games', 'readwrite').objectStore('games');
                games.get('good').onsuccess = ({ target }) =>
                    garbled.forEach((each, i) => games.put({ ...target.result, id: `bad${i}`, ...each }));
                games.transaction.oncomplete = resolve;
                games.transaction.onabort = reject;
            };
        })""",
        garbled,
    )
    for address, shown in (("", ".resume-game"), ("games/", ".game"), ("local/", ".unfinished")):
        expect(visit(page, address).locator(shown)).to_have_count(1)
    assert [ask(page, f"game('bad{i}')") for i in range(len(garbled))] == [None] * len(garbled)


def test_my_games(page: Page) -> None:
    visit(page)
    expect(page.locator(".empty h2")).to_have_text(ENGLISH.say("games.none"))
    save(page, id="open", moves=[633])
    save(
        page,
        id="won",
        kind="local",
        players={"black": "", "white": "<b>Ada</b>"},
        outcome={"termination": "ejection", "winner": "white"},
    )
    for winner in ("black", "white"):
        save(page, id=f"you-{winner}", moves=[633], outcome={"termination": "ejection", "winner": winner})
    named = {"black": "Ada", "white": ""}
    save(page, id="named", players=named, outcome={"termination": "ejection", "winner": "black"})
    save(page, id="drawn", kind="local", outcome={"termination": "agreement", "winner": None})
    save(page, id="online", kind="online", side="white", outcome={"termination": "time", "winner": "black"})
    expect(page.locator(".game")).to_have_count(7)
    game = page.locator(".game[data-game=open]")
    expect(game.locator("h3")).to_have_text(re.compile(r"You.Plum \(computer\)"))
    expect(page.locator("[data-game=won] h3")).to_have_text(re.compile("Black.<b>Ada</b>"))
    expect(game.locator("p").first).to_contain_text(ENGLISH.say("games.plies", n=1))
    assert str(game.locator("a").first.get_attribute("href")).endswith("/play/#game=open")
    expect(page.locator("[data-game=won] .result")).to_have_text(ENGLISH.say("games.won", winner=WHITE))
    results = {"you-black": "You won", "you-white": "You lost", "named": "Black won", "online": "You lost"}
    for name, words in results.items():
        expect(page.locator(f"[data-game={name}] .result")).to_have_text(words)
    expect(page.locator("[data-game=drawn] .result")).to_have_text(ENGLISH.say("games.drawn"))
    assert str(page.locator("[data-game=won] a").first.get_attribute("href")).endswith("/review/#game=won")


def test_a_game_is_deleted_only_when_that_is_confirmed(page: Page) -> None:
    visit(page)
    save(page, id="one")
    delete = page.get_by_role("button", name=ENGLISH.say("games.delete"))
    delete.click()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    delete.click()
    page.mouse.click(5, 5)
    expect(page.locator("dialog")).to_have_count(0)
    delete.click()
    page.locator("dialog button").first.click()
    assert len(ask(page, "games()")) == 1
    delete.click()
    page.locator("dialog .danger").click()
    expect(page.locator(".empty")).to_be_visible()
    assert ask(page, "games()") == []


def test_a_game_that_cannot_be_deleted_stays(page: Page, complaints: Complaints) -> None:
    complaints.expect("UnknownError")
    visit(page)
    save(page, id="one")
    page.evaluate(FAIL, ["delete", "UnknownError"])
    page.get_by_role("button", name=ENGLISH.say("games.delete")).click()
    page.locator("dialog .danger").click()
    expect(page.locator(".notice")).to_have_text(ENGLISH.say("games.delete_failed"))
    expect(page.locator(".game")).to_have_count(1)


def test_games_are_saved_as_a_file(page: Page, tmp_path: Path) -> None:
    visit(page)
    first = next(iter(Board().legal_moves))
    save(page, kind="local", moves=[first.number], players={"black": "Ada", "white": "Bob"})
    with page.expect_download() as download:
        page.get_by_role("button", name=ENGLISH.say("games.export_all")).click()
    assert download.value.suggested_filename.endswith(".apgn")
    download.value.save_as(tmp_path / "games.apgn")
    record = parse_record((tmp_path / "games.apgn").read_text(encoding="utf-8"))
    assert (record.headers["Black"], record.headers["White"]) == ("Ada", "Bob")
    assert [node.move for node in record.main_line()] == [first]


def test_a_game_that_cannot_be_written_keeps_no_other(page: Page, complaints: Complaints, tmp_path: Path) -> None:
    complaints.expect("is not legal")
    visit(page)
    save(page, kind="local", players={"black": "Ada", "white": ""})
    broken = save(page, moves=[0, 0])
    save(page, kind="local", players={"black": "Bea", "white": ""})
    with page.expect_download() as download:
        page.get_by_role("button", name=ENGLISH.say("games.export_all")).click()
    expect(page.locator(".notice")).to_have_text(ENGLISH.say("games.export_failed"))
    download.value.save_as(tmp_path / "games.apgn")
    found = [each for each in read_records(tmp_path / "games.apgn") if isinstance(each, Record)]
    assert [record.headers["Black"] for record in found] == ["Ada", "Bea"], "the last one last"
    visit(page, f"analysis/#game={broken}")
    expect(page.locator(".strip")).to_contain_text(ENGLISH.say("analysis.import.no_game"))


KEPT = ("kind", "side", "level", "start", "moves", "rules", "players", "outcome")


def kept(page: Page) -> list[dict[str, object]]:
    games = [{name: game.get(name) for name in KEPT} for game in ask(page, "games()")]
    return sorted(games, key=lambda game: json.dumps(game, sort_keys=True))


def add(page: Page, *files: Path) -> None:
    page.locator("#import-file").set_input_files(files)


def test_saved_games_are_put_back_as_they_were(page: Page, tmp_path: Path) -> None:
    visit(page)
    first = next(iter(Board().legal_moves)).number
    start = Board().position()
    save(page, start=start, moves=[first], side="white", level="sun")
    save(page, start=start, kind="local", moves=[], players={"black": "Ada", "white": "<i>"}, side=None, level=None)
    won = {"termination": "resignation", "winner": "white"}
    save(page, start=start, kind="local", moves=[first], outcome=won, side=None, level=None)
    drawn = {"termination": "agreement", "winner": None}
    save(page, start=start, moves=[], outcome=drawn, players={"black": "Eve", "white": ""})
    save(page, start=start, kind="local", moves=[], rules={"marbles_to_eject": 3}, side=None, level=None)
    before = kept(page)
    with page.expect_download() as download:
        page.get_by_role("button", name=ENGLISH.say("games.export_all")).click()
    file = tmp_path / "games.apgn"
    download.value.save_as(file)
    engines = {record.headers["Black"] for record in read_records(file) if isinstance(record, Record)}
    assert find_level("sun").name in engines, "the terminal goes on with it too"

    add(page, file)
    expect(page.locator(".notice").last).to_have_text(ENGLISH.say("games.import_known"))
    assert kept(page) == before
    for game in ask(page, "games()"):
        ask(page, f"removeGame('{game['id']}')")
    add(page, file)
    expect(page.locator(".notice").last).to_have_text(ENGLISH.say("games.imported", n=5))
    assert kept(page) == before
    page.locator("[data-game] .button.primary").first.click()
    page.wait_for_selector(".table")


RECORD = """[Event "?"]
[Date "{date}"]
[Black "{black}"]
[White "?"]
[Variant "standard"]
[Result "{result}"]
[Notation "Aba-Pro"]{tags}

{moves} {result}
"""


def record(
    moves: str = "1. a1b2 i9h8", black: str = "Ada", result: str = "1-0", date: str = "2020.02.03", tags: str = ""
) -> str:
    return RECORD.format(moves=moves, black=black, result=result, date=date, tags=tags)


def add_text(page: Page, folder: Path, *records: str) -> None:
    (folder / "some.apgn").write_text("\n".join(records), encoding="utf-8")
    add(page, folder / "some.apgn")


def test_what_a_file_has_is_added_and_what_it_has_not_is_said(page: Page, tmp_path: Path) -> None:
    visit(page)
    add_text(page, tmp_path, record(), record(moves="1. a1b2 i9i9"))
    expect(page.locator(".notice")).to_have_count(2)
    expect(page.locator(".notice").first).to_have_text(ENGLISH.say("games.imported", n=1))
    expect(page.locator(".notice.bad")).to_contain_text("i9i9")
    page.select_option(".language", "pl")
    expect(page.locator(".notice.bad")).to_contain_text("To nie jest ruch")
    page.select_option(".language", "en")
    [game] = ask(page, "games()")
    assert game["outcome"] == {"termination": "resignation", "winner": "black"}
    assert page.evaluate("time => new Date(time).toDateString()", game["created"]) == "Mon Feb 03 2020"
    expect(page.locator(".game")).to_have_count(1)
    (tmp_path / "none.txt").write_bytes(b"\xff\x00 nothing of ours")
    add(page, tmp_path / "none.txt")
    expect(page.locator(".notice.bad")).to_have_count(2)
    assert len(ask(page, "games()")) == 1


def test_games_that_differ_in_anything_are_all_added(page: Page, tmp_path: Path) -> None:
    visit(page)
    others = [record(black="Bea"), record(result="0-1"), record(tags='\n[MarblesToEject "3"]'), record(result="*")]
    engine = [record(black=f"sumito {name}") for name in ("level 3", "hazelnut", "level 13")]
    start = Board().position().replace("b 0 1", "b 7 40")  # our files do not store these counters
    later = f'[P1 "Ada"]\n[P2 "Cleo"]\n[Variant "Abalone"]\n[SetUp "1"]\n[FEN "{start}"]\n[Result "*"]\n\n*\n'
    add_text(page, tmp_path, record(), *others, *engine, later, record())
    expect(page.locator(".notice")).to_have_text(ENGLISH.say("games.imported", n=9))
    kinds = [(game["kind"], game.get("level")) for game in ask(page, "games()")]
    assert sorted(kinds, key=str) == [("engine", "hazelnut"), ("engine", "r1-3")] + [("local", None)] * 7
    with page.expect_download() as download:
        page.get_by_role("button", name=ENGLISH.say("games.export_all")).click()
    download.value.save_as(tmp_path / "back.apgn")
    add(page, tmp_path / "back.apgn")
    expect(page.locator(".notice").last).to_have_text(ENGLISH.say("games.import_known"))


TO_AND_FRO = "c5d5 g5f5 d5c5 f5g5 "
Case = tuple[str, str, str, tuple[str, str | None] | None]  # moves, result, further tags, termination and winner


@pytest.mark.parametrize(
    "cases",
    [
        [
            (3 * TO_AND_FRO, "*", "", None),
            (3 * TO_AND_FRO, "1-0", "", ("resignation", "black")),
            (2 * TO_AND_FRO, "*", "", ("repetition", None)),
            (2 * TO_AND_FRO, "1/2-1/2", "", ("repetition", None)),
        ],
        [
            (2 * TO_AND_FRO, "0-1", "", ("resignation", "white")),
            ("a1b2", "0-1", '\n[Termination "Normal"]', ("resignation", "white")),
            ("a1b2", "0-1", '\n[Termination "time"]', ("time", "white")),
            ("a1b2", "1/2-1/2", '\n[Termination "time"]', ("time", None)),
        ],
    ],
)
def test_games_of_a_file_go_on_or_have_ended_as_it_says(page: Page, tmp_path: Path, cases: list[Case]) -> None:
    named = {f"Ada {number}": case for number, case in enumerate(cases)}
    visit(page)
    texts = [record(moves, name, result, tags=tags) for name, (moves, result, tags, _) in named.items()]
    add_text(page, tmp_path, *texts)
    expect(page.locator(".game")).to_have_count(len(cases))
    games = {game["players"]["black"]: game for game in ask(page, "games()")}
    assert games.keys() == named.keys()
    for name, (moves, _, _, outcome) in named.items():
        game = games[name]
        assert game["outcome"] == (outcome and {"termination": outcome[0], "winner": outcome[1]})
        assert len(game["moves"]) == len(moves.split())
        visit(page, f"local/?test#game={game['id']}")
        page.wait_for_selector(".table")
        ended = page.evaluate("__sumito.outcome")
        assert (ended and (ended["termination"], ended["winner"])) == outcome
        visit(page, f"review/#game={game['id']}")
        expect(page.locator(".review .course tbody tr")).to_have_count(len(moves.split()))
    visit(page, "games/")
    with page.expect_download() as download:
        page.get_by_role("button", name=ENGLISH.say("games.export_all")).click()
    download.value.save_as(tmp_path / "back.apgn")
    add(page, tmp_path / "back.apgn")
    expect(page.locator(".notice")).to_have_text(ENGLISH.say("games.import_known"))


def test_a_day_that_there_is_not_is_today(page: Page, tmp_path: Path) -> None:
    dates = ["2020.13.45", "0000.00.00", "0020.01.01", "9999.99.99", "????.??.??", "2021.02.29"]
    visit(page)
    add_text(page, tmp_path, *(record(black=f"Ada {number}", date=date) for number, date in enumerate(dates)))
    expect(page.locator(".game")).to_have_count(len(dates))
    for game in ask(page, "games()"):
        assert page.evaluate("time => Math.abs(Date.now() - time) < 60000", game["created"]), game


def test_what_another_tab_does_leaves_an_import_alone(
    open_context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    context = open_context()
    page, other = visit(context.new_page()), visit(context.new_page())
    held: list[Route] = []
    page.route("**/core/sumito.wasm", lambda route: held.append(route))
    with page.expect_request("**/core/sumito.wasm"):
        add_text(page, tmp_path, record())
    expect(page.locator("#import-file")).to_be_disabled()
    save(other, kind="local")
    expect(page.locator(".game")).to_have_count(1)
    expect(page.locator("#import-file")).to_be_disabled()
    held[0].continue_()
    expect(page.locator(".game")).to_have_count(2)
    expect(page.locator("#import-file")).to_be_focused()


@pytest.mark.parametrize(("seed", "winner", "result"), [(6, "white", ""), (7, "black", " 1-0")])
def test_the_moves_of_a_game_that_was_won_are_enough(
    page: Page, tmp_path: Path, seed: int, winner: str, result: str
) -> None:
    board, chance = Board(), random.Random(seed)
    while not board.outcome:
        moves = list(board.legal_moves)
        strong = [move for move in moves if board.is_ejection(move)] or [
            move for move in moves if board.is_sumito(move)
        ]
        board.play(chance.choice(strong or moves))
    visit(page)
    (tmp_path / "moves.txt").write_text(Board().format_line(board.history) + result, encoding="utf-8")
    add(page, tmp_path / "moves.txt")
    expect(page.locator(".notice")).to_have_text(ENGLISH.say("games.imported", n=1))
    [game] = ask(page, "games()")
    assert game["outcome"] == {"termination": "ejection", "winner": winner}


def test_an_import_that_cannot_be_done_is_said(page: Page, complaints: Complaints, tmp_path: Path) -> None:
    complaints.expect("sumito.wasm|Failed to (fetch|load)")
    visit(page)
    page.route("**/core/sumito.wasm", lambda route: route.abort("connectionfailed"))
    add_text(page, tmp_path, record())
    expect(page.locator(".notice.bad")).to_have_text(ENGLISH.say("games.import_failed"))
    expect(page.locator("#import-file")).to_be_enabled()


def test_games_that_find_no_room_are_said(page: Page, tmp_path: Path) -> None:
    visit(page)
    page.evaluate(FAIL, ["put", "QuotaExceededError"])
    add_text(page, tmp_path, record())
    expect(page.locator(".notice.bad")).to_have_text(ENGLISH.say("games.problem.full"))
    assert ask(page, "games()") == []


def test_without_a_database_games_of_a_file_are_here_for_a_while(page: Page, tmp_path: Path) -> None:
    page.add_init_script(NO_DATABASE)
    visit(page)
    add_text(page, tmp_path, record())
    expect(page.locator(".game")).to_have_count(1)


def test_unfinished_games_are_offered_on_the_first_page(page: Page) -> None:
    visit(page, "settings/")
    for name in ("a", "b", "c", "d"):
        save(page, id=name)
    save(page, id="over", outcome={"termination": "ejection", "winner": "black"})
    save(page, id="e", moves=[571])
    visit(page, "")
    links = page.locator(".resume a")
    expect(links).to_have_count(4)
    assert [str(links.nth(i).get_attribute("href")).partition("/play/")[2] for i in range(3)] == [
        "#game=d",
        "#game=c",
        "#game=b",
    ]
    assert str(links.nth(3).get_attribute("href")).endswith("/games/")
    # The last one is on the board.
    expect(page.locator(".demo .marble")).to_have_count(28)
    last = page.get_by_role("link", name=ENGLISH.say("games.resume"))
    assert str(last.get_attribute("href")).endswith("/play/#game=e")
    board = page.locator(".demo .board").bounding_box()
    assert board
    page.mouse.click(board["x"] + board["width"] / 2, board["y"] + board["height"] / 2)
    page.wait_for_selector("body[data-page=play][data-ready] .table")
    visit(page, "")
    for name in ("e", "d", "c", "b"):
        ask(page, f"removeGame('{name}')")
    expect(page.locator(".resume")).to_be_hidden()
    expect(page.get_by_role("link", name=ENGLISH.say("games.resume"))).to_have_attribute("href", re.compile("game=a$"))
    ask(page, "removeGame('a')")
    expect(page.locator(".demo-caption")).to_have_text(ENGLISH.say("home.demo.start"))
    place = page.locator(".demo .board").element_handle()
    save(page, id="f")
    expect(page.locator(".demo.current .board .marble")).to_have_count(28)
    assert not place.evaluate("place => place.isConnected")  # the listeners of the first move are gone with it
