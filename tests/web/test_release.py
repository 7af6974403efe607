"""Test that data of release 0.1 still opens: games, settings, progress and exported records.

`release_0_1.json` has the data that the release wrote in a browser: settings (localStorage), database (IndexedDB) and
the file that "Save all games" gave.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from sumito.engine.levels import FORMER_LEVELS
from sumito.learn.catalogue import catalogue
from sumito.notation.records import Record, read_records
from sumito.server.site import HEADERS
from web.conftest import EMPTY
from web.game import Game

ENGLISH = catalogue("en")
RELEASE: dict[str, Any] = json.loads(Path(__file__).with_name("release_0_1.json").read_text(encoding="utf-8"))
GAMES: dict[str, dict[str, Any]] = {game["id"]: game for game in RELEASE["database"]["games"]}
# The schema of that release, written out: the test must not use the code that it checks.
FILL = """({ settings, database: { version, games, progress } }) => new Promise((resolve, reject) => {
    localStorage.setItem('sumito.settings', JSON.stringify(settings));
    const request = indexedDB.open('sumito', version);
    request.onupgradeneeded = () => {
        request.result.createObjectStore('games', { keyPath: 'id' }).createIndex('changed', 'changed');
        request.result.createObjectStore('progress');
    };
    request.onerror = reject;
    request.onsuccess = () => {
        const transaction = request.result.transaction(['games', 'progress'], 'readwrite');
        for (const game of games) transaction.objectStore('games').put(game);
        for (const [name, value] of Object.entries(progress)) transaction.objectStore('progress').put(value, name);
        transaction.oncomplete = () => resolve(request.result.close());
        transaction.onabort = reject;
    };
})"""


@pytest.fixture
def filled(page: Page) -> Page:
    """Open a browser with the data of release 0.1."""

    def empty(route: Route) -> None:
        route.fulfill(body=EMPTY, content_type="text/html", headers=HEADERS)

    page.route("**/empty", empty)
    page.goto("empty")
    page.evaluate(FILL, RELEASE)
    return page


def visit(page: Page, address: str) -> Page:
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    return page


def open_game(page: Page, name: str) -> Game:
    address = "play" if GAMES[name]["kind"] == "engine" else "local"
    visit(page, f"{address}/?test#game={name}")
    page.wait_for_selector(".table")
    return Game(page)


def seconds(page: Page, color: str) -> float:
    minutes, rest = page.inner_text(f".player-bar.{color} .clock").split(":")
    return 60 * int(minutes) + float(rest)


def test_its_games_are_listed_and_known_in_its_file(filled: Page, tmp_path: Path) -> None:
    page = visit(filled, "games/")
    expect(page.locator(".game")).to_have_count(len(GAMES))
    expect(page.locator('[data-game="agreement"] h3')).to_contain_text("Żółw")
    expect(page.locator('[data-game="computer_unfinished"] h3')).to_contain_text("Computer, level 2")
    expect(page.locator('[data-game="time"] .result')).to_have_text("Black won")
    (tmp_path / "games.apgn").write_text("\n".join(RELEASE["records"]), encoding="utf-8")
    page.locator("#import-file").set_input_files(tmp_path / "games.apgn")
    expect(page.locator(".notice")).to_have_text(ENGLISH.say("games.import_known"))


def test_its_finished_games_open_with_their_ends(filled: Page) -> None:
    for name in ("ejection", "computer_resignation", "time", "shared_time", "agreement"):
        game = open_game(filled, name)
        assert game.get("outcome") == GAMES[name]["outcome"], name
        assert len(game.get("moves")) == len(GAMES[name]["moves"])
        expect(filled.locator(".end")).to_be_visible()


def test_its_clocks_go_on(filled: Page) -> None:
    for name in ("unfinished_total", "unfinished_delay", "unfinished_per_move", "unfinished_shared"):
        open_game(filled, name)
        kept = GAMES[name]["clockState"]["left"]
        # Only Black's clock runs. A shared clock is stored as Black's.
        left = {color: kept["black"] if name == "unfinished_shared" else kept[color] for color in kept}
        if name == "unfinished_per_move":
            left["white"] = GAMES[name]["control"]["time_ms"]
        for color, before in left.items():
            assert before / 1000 - 20 <= seconds(filled, color) <= before / 1000 + 1, (name, color)


def test_a_game_of_its_goes_on_to_the_end(filled: Page) -> None:
    game = open_game(filled, "unfinished_increment")
    assert game.get("moves") == ["a3b4", "i7h6"]
    filled.fill(".move-box input", "a2b3")
    filled.keyboard.press("Enter")
    game.plies(3)
    filled.get_by_role("button", name="Resign").click()
    filled.get_by_role("button", name="Really resign?").click()
    game.saved()
    filled.reload()
    expect(filled.locator(".end h2")).to_have_text("Winner: Ada")
    assert game.get("moves") == ["a3b4", "i7h6", "a2b3"]


def test_the_computer_goes_on_with_its_game(filled: Page) -> None:
    game = open_game(filled, "computer_unfinished")
    assert game.get("turn") == "white"
    expect(filled.get_by_role("button", name="Hint")).to_be_hidden()
    filled.fill(".move-box input", game.get("legal")[0]["text"])
    filled.keyboard.press("Enter")
    game.plies(5)


def test_its_games_go_on_at_their_old_strength(filled: Page) -> None:
    """Numbers of levels in its database mean other levels now."""
    script = """async id => {
        const [{ openStore }, { loadLevels, levelOf }] = await Promise.all([
            import('../shell/store.js'), import('../core/levels.js')]);
        const [store, data] = await Promise.all([openStore(), loadLevels()]);
        return levelOf(data, (await store.game(id)).level);
    }"""
    for name, game in GAMES.items():
        if game["kind"] == "engine":
            level = visit(filled, "play/").evaluate(script, name)
            assert level["id"] == f"r1-{game['level']}"
            now = FORMER_LEVELS[game["level"] - 1]
            assert [level["nodes"], level["variations"]] == [now.nodes, now.variations]


def test_its_last_choice_of_a_level_holds(filled: Page) -> None:
    page = visit(filled, "play/")
    assert RELEASE["database"]["progress"]["new_game.engine"]["level"] == 1
    expect(page.locator('[name="level"]:checked')).to_have_attribute("value", "plum")


def test_its_settings_hold(filled: Page) -> None:
    page, kept = visit(filled, "settings/"), RELEASE["settings"]
    expect(page.locator("html")).to_have_attribute("data-theme", kept["theme"])
    for name in ("language", "theme", "board", "marbles", "motion", "confirm", "refusals"):
        expect(page.locator(f'[name="{name}"]:checked')).to_have_attribute("value", kept[name])
    for name in ("coordinates", "premove"):
        expect(page.locator(f"#set-{name}")).not_to_be_checked()
    expect(page.locator("#set-volume")).to_have_value(str(kept["volume"]))
    expect(page.locator("main form select"), "how far the board is rotated").to_have_value(str(kept["turn"]))


def test_its_progress_is_shown(filled: Page) -> None:
    for puzzle, how in RELEASE["database"]["progress"]["puzzles"]["solved"].items():
        page = visit(filled, f"puzzles/#puzzle={puzzle}")
        expect(page.locator(".badge-text.done"), how).to_be_visible()
    page = visit(filled, "local/")
    assert page.input_value('[name="black"]') == "Ada"
    expect(page.locator('[name="clock"][value="shared"]')).to_be_checked()


def test_its_records_are_read(tmp_path: Path) -> None:
    (tmp_path / "games.apgn").write_text("\n".join(RELEASE["records"]), encoding="utf-8")
    found = list(read_records(tmp_path / "games.apgn"))
    records = [each for each in found if isinstance(each, Record)]
    assert len(records) == len(found) == len(GAMES)
    moves = sorted([node.move.number for node in record.main_line()] for record in records)
    assert moves == sorted(game["moves"] for game in GAMES.values())
    assert sorted(record.result for record in records) == sorted(result_of(game["outcome"]) for game in GAMES.values())


def result_of(outcome: dict[str, str | None] | None) -> str:
    if outcome is None:
        return "*"
    return {"black": "1-0", "white": "0-1", None: "1/2-1/2"}[outcome["winner"]]
