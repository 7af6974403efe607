"""Test My games: small boards, search and filters, and the reviews that are kept with the games."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from sumito import Board
from sumito.learn.catalogue import LANGUAGES, catalogue
from web.complaints import Complaints
from web.conftest import OpenPage
from web.test_review import DONE_MS, some_game
from web.test_store import ENGLISH, FAIL, STORE, ask, save, visit

MANY = 500
AT_ONCE = 30
FIRST = Board().parse_move("a1b2").number
BLACK_WON = {"termination": "resignation", "winner": "black"}
DRAWN = {"termination": "agreement", "winner": None}
PLAYER = {"accuracy": 81.5, "inaccuracy": 2, "mistake": 1, "blunder": 1}
FILL = """games => new Promise((resolve, reject) => {
    const request = indexedDB.open('sumito');
    request.onerror = reject;
    request.onsuccess = () => {
        const transaction = request.result.transaction('games', 'readwrite');
        for (const game of games) transaction.objectStore('games').put(game);
        transaction.oncomplete = () => resolve(request.result.close());
        transaction.onabort = reject;
    };
})"""


def kept(number: int, **changes: object) -> dict[str, Any]:
    """Return a game at one screen, as the store keeps it. The first one is the newest."""
    day = 1_790_000_000_000 - number * 86_400_000
    names = {"players": {"black": "Ada", "white": f"Guest {number}"}, "created": day, "changed": day}
    game = {"id": f"game{number}", "kind": "local", "start": "", "moves": [FIRST], "rules": {}, "outcome": DRAWN}
    return {**game, **names, **changes}


def against_level(number: int, side: str, **changes: object) -> dict[str, Any]:
    names = {"black": "", "white": ""}
    return kept(number, kind="engine", side=side, level=3, players=names, outcome=BLACK_WON, **changes)


def until(page: Page, condition: str) -> None:
    """Wait for the store. `wait_for_function` cannot: to it, the promise of a false value is true."""
    page.evaluate(
        f"""async (end) => {{
            {STORE}
            while (!({condition})) {{
                if (performance.now() > end) throw new Error('never');
                await new Promise(requestAnimationFrame);
            }}
        }}""",
        DONE_MS // 2,
    )


def fill(page: Page, *games: dict[str, Any]) -> Page:
    visit(page)
    page.evaluate(FILL, list(games))
    return visit(page)


def shown(page: Page) -> list[str]:
    found: list[str] = page.locator(".game").evaluate_all("all => all.map((game) => game.dataset.game)")
    return found


# ------------------------------------------------------------------------------------------------------------- reviews


def test_a_review_is_kept_with_its_game_and_not_computed_again(page: Page, complaints: Complaints) -> None:
    visit(page)
    board = some_game(6)
    moves = [move.number for move in board.history]
    save(page, id="mine", kind="local", moves=moves, outcome=BLACK_WON, players={"black": "Ada", "white": "Bea"})
    before = ask(page, "game('mine')")
    page.goto("review/?test#game=mine")
    page.wait_for_function("() => globalThis.__sumito?.done", timeout=DONE_MS)
    found = page.evaluate("__sumito.found")
    accuracies = page.locator(".exactness strong").all_inner_texts()
    blunders = [
        sum(each["judgement"] == "blunder" for each in found if each["color"] == color) for color in board.players
    ]
    address = page.url  # it has the moves, so that it can be shared
    visit(page)
    game = page.locator("[data-game=mine]")
    expect(game.locator(".judged strong")).to_have_text(accuracies)
    words = [ENGLISH.say("games.judged.blunders", n=each) for each in blunders]
    for player, expected in zip(game.locator(".judged-player").all(), words, strict=True):
        expect(player).to_contain_text(expected)
    after = ask(page, "game('mine')")
    assert {**after, "review": None} == {**before, "review": None}  # also its date
    # From now on there is no engine.
    page.route("**/core/worker.js", lambda route: route.abort("failed"))
    for again in ("review/?test#game=mine", address):
        page.goto("about:blank")
        page.goto(again)
        page.wait_for_function("() => globalThis.__sumito?.done", timeout=DONE_MS)
        assert page.evaluate("__sumito.found") == found
    # A game is reviewed again if other moves were played after a takeback, even as many as before.
    complaints.expect("core/worker.js")
    complaints.expect("console error: Error: ")
    taken_back = board.undo()
    board.play(next(move for move in board.legal_moves if move != taken_back))
    page.evaluate(
        """async (moves) => {
            const store = await (await import('../shell/store.js')).openStore();
            await store.updateGame({ ...(await store.game('mine')), moves });
        }""",
        [move.number for move in board.history],
    )
    page.goto("about:blank")
    page.goto("review/?test#game=mine")
    expect(page.get_by_role("alert")).to_have_text(ENGLISH.say("analysis.engine.failed"))
    visit(page)
    expect(page.locator("[data-game=mine] .judged")).to_have_count(0)


def test_a_kept_game_is_still_one_on_the_way_through_the_analysis(page: Page) -> None:
    visit(page)
    moves = [move.number for move in some_game(2).history]
    save(page, id="mine", kind="local", moves=moves, outcome=BLACK_WON, players={"black": "Ada", "white": "Bea"})
    visit(page).locator("[data-game=mine]").get_by_role("link", name=ENGLISH.say("games.analyse")).click()
    page.wait_for_selector(".analysis")
    page.locator("[data-does=next]").click()  # the address has the moves from now on
    page.reload()
    page.get_by_role("link", name=ENGLISH.say("games.review")).click()
    page.wait_for_url("**/review/**")
    until(page, "(await store.game('mine')).review?.moves.length === 2")
    page.get_by_role("link", name=ENGLISH.say("review.open")).click()
    page.wait_for_url("**/analysis/**")
    expect(page.get_by_role("link", name=ENGLISH.say("games.review"))).to_have_attribute(
        "href", re.compile("kept=mine")
    )


def test_a_review_that_was_not_kept_whole_is_computed_again(page: Page) -> None:
    visit(page)
    board = some_game(2)
    save(page, id="mine", kind="local", moves=[move.number for move in board.history], outcome=BLACK_WON)
    moves = "moves: (await store.game('mine')).moves"
    parts = (f"nodes: 1e6, {moves}, positions: [{{}}, {{}}, null]", f"nodes: 9, {moves}, positions: [null, null, null]")
    for review in ("'old'", *(f"{{ {each} }}" for each in parts)):
        ask(page, f"setProgress('review.mine', {review})")
        page.goto("about:blank")
        page.goto("review/?test#game=mine")
        page.wait_for_function("() => globalThis.__sumito?.done", timeout=DONE_MS)
        assert all(page.evaluate("__sumito.found"))
        until(page, "(await store.game('mine')).review?.moves.length === 2")
        ask(page, "updateGame({ ...(await store.game('mine')), review: null })")
    # The review is whole now, but its summary is missing.
    page.goto("about:blank")
    page.goto("review/?test#game=mine")
    until(page, "(await store.game('mine')).review?.moves.length === 2")


def test_mistakes_become_puzzles_also_if_the_user_left_before_they_were_proved(page: Page) -> None:
    visit(page)
    start = "5/6/7/8/6SSs/8/7/6/ss3 5 5 b 0 1"
    board = Board.from_position(start)
    moves = [board.play(text).number for text in ("e8d7", "a1b1")]  # e7e8 would have won
    save(page, id="mine", kind="engine", side="black", level="pea", start=start, moves=moves, outcome=BLACK_WON)
    for _ in range(2):
        page.goto("about:blank")
        page.goto("review/?test#game=mine")
        until(page, "(await store.review('mine'))?.puzzles")
        visit(page, "puzzles/?test#own=1")
        expect(page.get_by_role("link", name=ENGLISH.say("puzzles.own", n=1))).to_be_visible()
        assert page.evaluate("__sumito.puzzle") == "mine-1"
        # As if the page had been closed right after the review was kept, or an older version had kept it.
        ask(page, "review('mine').then(({ puzzles, ...rest }) => store.setProgress('review.mine', rest))")
        ask(page, "setProgress('own_puzzles', [])")


def test_puzzles_that_cannot_be_read_are_not_replaced(page: Page, complaints: Complaints) -> None:
    visit(page)
    start = "5/6/7/8/6SSs/8/7/6/ss3 5 5 b 0 1"
    board = Board.from_position(start)
    moves = [board.play(text).number for text in ("e8d7", "a1b1")]  # e7e8 would have won
    save(page, id="mine", kind="engine", side="black", level="pea", start=start, moves=moves, outcome=BLACK_WON)
    ask(page, "setProgress('own_puzzles', [{ id: 'earlier' }])")
    complaints.expect("UnknownError: unreadable")
    page.add_init_script("""
        const { get } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.get = function (key) {
            if (key === 'own_puzzles') throw new DOMException('unreadable', 'UnknownError');
            return get.call(this, key);
        };
    """)
    with page.expect_console_message(lambda message: "unreadable" in message.text, timeout=DONE_MS):
        visit(page, "review/?test#game=mine")
    with page.context.new_page() as other:
        visit(other)
        assert [puzzle["id"] for puzzle in ask(other, "progress('own_puzzles')")] == ["earlier"]
        assert ask(other, "review('mine').then(({ puzzles }) => puzzles)") is False


# ----------------------------------------------------------------------------------------------------- search, filters


def test_my_games_are_found_by_words_result_kind_and_review(page: Page) -> None:
    review = {"moves": [FIRST], "players": {"black": PLAYER, "white": PLAYER}}
    daisy = Board("belgian-daisy").position()
    fill(
        page,
        kept(1, players={"black": "Zoé", "white": "Bea"}, start=daisy, moves=[]),
        kept(2, review=review),
        against_level(3, "black", review=review),
        against_level(4, "white", layout="german-daisy", start=Board("german-daisy").position(), moves=[]),
        kept(5, outcome=None),
    )
    words, count = page.get_by_role("searchbox"), page.locator("search [role=status]")
    everything = shown(page)
    assert everything == ["game5", "game1", "game2", "game3", "game4"]
    for typed, found in (
        ("ZOE", ["game1"]),
        ("daisy", ["game1", "game4"]),
        ("belgian daisy bea", ["game1"]),
        ("2026-09-19", ["game2"]),
        ("level 3", ["game3", "game4"]),
        ("guest", ["game5", "game2"]),
    ):
        words.fill(typed)
        assert shown(page) == found, typed
        expect(count).to_have_text(ENGLISH.say("games.find.count", found=len(found), all=5))
    words.fill("")
    expect(count).to_be_empty()
    for name, choice, found in (
        ("result", "won", ["game3"]),
        ("result", "lost", ["game4"]),
        ("result", "drawn", ["game1", "game2"]),
        ("kind", "engine", ["game3", "game4"]),
        ("kind", "local", ["game5", "game1", "game2"]),
        ("review", "yes", ["game2", "game3"]),
        ("review", "no", ["game5", "game1", "game4"]),
    ):
        page.select_option(f"select[name={name}]", choice)
        assert shown(page) == found, choice
        page.select_option(f"select[name={name}]", "")
    assert shown(page) == everything
    # What was looked for is still there after a visit to a game.
    page.select_option("select[name=review]", "yes")
    words.fill("guest")
    page.locator(".game a").first.click()
    page.wait_for_url("**/review/**")
    page.go_back()
    page.wait_for_selector("body[data-ready]")
    assert shown(page) == ["game2"]
    expect(words).to_have_value("guest")


def test_no_match_is_said_and_everything_is_one_key_away(page: Page) -> None:
    fill(page, *(kept(number) for number in range(5)))
    words = page.get_by_role("searchbox")
    words.fill("nobody")
    expect(page.locator(".empty h2")).to_have_text(ENGLISH.say("games.find.none"))
    assert Axe().run(page).response["violations"] == []
    page.get_by_role("button", name=ENGLISH.say("games.find.clear")).press("Enter")
    assert len(shown(page)) == 5
    expect(words).to_be_focused()
    assert "nobody" not in page.url


def test_a_few_games_need_no_search(page: Page) -> None:
    fill(page, kept(1), kept(2))
    assert shown(page) == ["game1", "game2"]
    expect(page.get_by_role("searchbox")).to_be_hidden()


def test_games_of_two_are_shown_without_the_parts_of_several(page: Page, complaints: Complaints) -> None:
    complaints.expect("several_parts.js")
    complaints.expect("ERR_FAILED")
    page.route("**/game/several_parts.js", lambda route: route.abort("failed"))
    names = {"black": "", "blue": "", "white": ""}
    start = Board("three-players").position()
    fill(page, kept(1), kept(2, kind="several", start=start, moves=[], players=names, seats=names, outcome=None))
    assert shown(page) == ["game1"]
    expect(page.locator(".notice")).to_have_text([ENGLISH.say("app.not_loaded")])
    ask(page, "removeGame('game1')")
    expect(page.locator(".find-games")).to_be_hidden()  # it does not say that there are no games
    page.unroute("**/game/several_parts.js")
    visit(page)
    assert shown(page) == ["game2"]


def test_hundreds_of_games_are_shown_in_parts(page: Page) -> None:
    """A page of 500 games draws the boards near the screen only. They show the last positions."""
    page.goto("settings/")
    page.wait_for_selector("body[data-ready]")
    board = Board()
    for text in ("a1b2", "i5h5"):
        board.play(board.parse_move(text))
    moves = [move.number for move in board.history]
    fill(page, *(kept(number, moves=moves) for number in range(MANY)))
    expect(page.locator(".games h2")).to_contain_text(str(MANY))
    assert len(shown(page)) == AT_ONCE
    picture = page.locator(".game").first.locator(".thumbnail svg")
    expect(picture.locator(".black")).to_have_count(14)
    assert 0 < page.locator(".thumbnail svg").count() < AT_ONCE / 2
    visit_start = picture.inner_html()
    more = page.get_by_role("button", name=ENGLISH.say("games.find.more"))
    more.press("Enter")
    assert len(shown(page)) == 2 * AT_ONCE
    assert page.evaluate("document.activeElement.closest('.game').dataset.game") == f"game{AT_ONCE}"
    expect(page.locator(".game").nth(AT_ONCE).locator(".thumbnail svg")).to_have_count(1)
    page.get_by_role("searchbox").fill(f"guest {MANY - 1}")
    assert shown(page) == [f"game{MANY - 1}"]
    expect(more).to_be_hidden()
    save(page, id="start", kind="local", moves=[], outcome=DRAWN)
    page.get_by_role("searchbox").fill("")
    start = page.locator("[data-game=start] .thumbnail svg")
    expect(start.locator(".black")).to_have_count(14)
    assert start.inner_html() != visit_start


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_fits_a_phone(open_page: OpenPage, language: str) -> None:
    page = open_page(viewport={"width": 360, "height": 640}, locale=language)
    review = {"moves": [FIRST], "players": {"black": PLAYER, "white": PLAYER}}
    fill(page, *(against_level(number, "black", review=review) for number in range(4)))
    expect(page.locator(".judged").first).to_contain_text(catalogue(language).say("games.judged.blunders", n=1))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    if language == "he":
        assert Axe().run(page).response["violations"] == []


# --------------------------------------------------------------------------------------- record of a player, backup


def test_the_record_of_a_player_is_counted_from_the_games(page: Page) -> None:
    review = {"moves": [FIRST], "players": {"black": PLAYER, "white": {**PLAYER, "accuracy": 60}}}
    fill(
        page,
        against_level(1, "black", review=review),
        against_level(2, "black"),
        against_level(3, "white", review=review),
    )
    tally = page.locator(".tally")
    expect(tally.locator("summary")).to_contain_text(ENGLISH.say("games.tally.results", won=2, drawn=0, lost=1))
    tally.locator("summary").press("Enter")
    assert tally.locator("tbody th, tbody td").all_inner_texts() == ["Apple (computer)", "2", "0", "1"]
    expect(tally).to_contain_text(ENGLISH.say("games.tally.streak", now=2, best=2))
    expect(tally).to_contain_text(ENGLISH.say("games.tally.accuracy", n=2, mean="71%"))
    expect(tally.locator("circle")).to_have_count(2)
    assert Axe().run(page).response["violations"] == []
    ask(page, "removeGame('game2')")
    expect(tally.locator("tbody td").first).to_have_text("1")
    expect(tally.locator("table")).to_be_visible()  # it stays open


def test_everything_goes_into_one_file_and_to_another_browser(
    page: Page, open_page: OpenPage, complaints: Complaints, tmp_path: Path
) -> None:
    fill(page, kept(1), against_level(2, "black"))
    ask(page, "keepReview('game2', { positions: [1] }, { moves: (await store.game('game2')).moves })")
    ask(page, "setProgress('puzzles', { solved: { p1: 'first' } })")
    page.evaluate("import('../shell/settings.js').then(({ settings }) => settings.set('board', 'slate'))")
    everything = ask(page, "everything()")
    with page.expect_download() as download:
        page.get_by_role("button", name=ENGLISH.say("games.backup.save")).click()
    file = tmp_path / "all.json"
    download.value.save_as(file)

    other = open_page()
    fill(other, kept(3))
    ask(other, "setProgress('puzzles', { solved: { p2: 'first' } })")
    choose, notice = other.locator("#backup-file"), other.locator(".notice")
    before = ask(other, "everything()")
    text = file.read_text(encoding="utf-8")
    newer = text.replace('"version":1', '"version":99')
    for content, why in ((text[:-9], "damaged"), ("[Event]", "not_ours"), (newer, "newer")):
        (tmp_path / "bad.json").write_text(content, encoding="utf-8")
        choose.set_input_files(tmp_path / "bad.json")
        expect(notice.last).to_have_text(ENGLISH.say(f"games.backup.{why}"))
        assert ask(other, "everything()") == before
    choose.set_input_files(file)
    expect(notice.last).to_have_text(ENGLISH.say("games.backup.restored", n=2))
    after = ask(other, "everything()")
    assert {game["id"]: game for game in after["games"]} == {
        game["id"]: game for game in [*before["games"], *everything["games"]]
    }
    solved = {"solved": {"p1": "first", "p2": "first"}}
    assert after["progress"] == {**before["progress"], **everything["progress"], "puzzles": solved}
    assert other.evaluate("import('../shell/settings.js').then(({ settings }) => settings.get('board'))") == "slate"
    # A disk without room: nothing is written, and that is said.
    complaints.expect("QuotaExceededError")
    ask(other, "removeGame('game1')")
    other.evaluate(FAIL, ["put", "QuotaExceededError"])
    choose.set_input_files(file)
    expect(notice.last).to_have_text(ENGLISH.say("games.backup.failed"))
    assert "game1" not in shown(other)
