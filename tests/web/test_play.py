"""Test games in the browser: against the computer and at one screen, with clocks, across reloads."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, Route, expect

from conftest import REPOSITORY
from sumito import Board
from sumito.engine import Engine, Limit
from sumito.learn.catalogue import LANGUAGES, catalogue
from web.complaints import Complaints
from web.conftest import OpenPage
from web.game import PHONE, Game

HIDDEN_WITH_FOCUS = """() => {
  const start = document.querySelector('.start .primary');
  const controls = [...document.querySelectorAll('.sheet :is(button, input, select)')];
  const shown = controls.filter((each) => each !== start && each.checkVisibility());
  return [...shown, ...shown.toReversed()].filter((each) => {
    each.focus();
    const [bar, box] = [start, each].map((one) => one.getBoundingClientRect());
    return box.bottom > bar.top && box.top < bar.bottom && box.right > bar.left && box.left < bar.right;
  }).map((each) => each.outerHTML);
}"""


@pytest.fixture
def game(page: Page) -> Game:
    return Game(page)


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as one:
        yield one


# ------------------------------------------------------------------------------------------------------- the computer


@pytest.mark.long
@pytest.mark.timeout(400)
def test_a_whole_game_against_level_1(game: Game, engine: Engine) -> None:
    game.begin("play/?test", level=1, side="white")
    board = Board()
    while not game.get("outcome"):
        game.page.wait_for_function(
            "n => __sumito.outcome || __sumito.moves.length > n && !__sumito.busy", arg=len(board.history)
        )
        moves = game.get("moves")
        for text in moves[len(board.history) :]:
            board.play(board.parse_move(text))
        assert game.get("position") == board.position()
        if board.outcome:
            break
        assert len(moves) % 2 == 1, "the computer has answered"
        game.move(engine.play(board, Limit(nodes=20_000)))
        game.page.wait_for_function("n => __sumito.moves.length > n", arg=len(moves))
        board.play(board.parse_move(game.get("moves")[len(moves)]))
    assert board.outcome is not None
    assert game.get("outcome")["winner"] == "white"
    expect(game.page.locator(".end h2")).to_have_text("You won!")
    assert "ejected 6 marbles" in game.page.inner_text(".end")
    assert game.page.locator(".player-bar.white .tray .dot.black").count() == 6
    game.page.locator(".scene").get_by_text("Play again").click()
    expect(game.page.locator(".near .player-bar")).to_have_class("player-bar black to-move")


USUAL_LEVEL = json.loads((REPOSITORY / "src/sumito/data/levels.json").read_text(encoding="utf-8"))["default"]
KEPT_GAMES = """async () => {
  const { openStore } = await import('../shell/store.js');
  return (await (await openStore()).games()).map(({ id, level, side, layout, control, coach, moves }) =>
    ({ id, level, side, layout, clock: control.kind, coach, moves: moves.length }));
}"""


def kept(game: Game) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = game.page.evaluate(KEPT_GAMES)
    return found


def press_play(game: Game) -> None:
    game.open("").page.locator(".choice-card.first").click()
    game.page.wait_for_selector(".table")


def test_one_press_starts_one_game(game: Game) -> None:
    press_play(game)
    (first,) = kept(game)
    terms = [first[name] for name in ("level", "side", "layout", "clock")]
    assert terms == [USUAL_LEVEL, "black", "standard", "untimed"]
    assert game.page.url.endswith(f"/play/#game={first['id']}")
    game.page.reload()
    game.page.wait_for_selector(".table")
    press_play(game)  # nobody has moved yet
    game.open(f"play/?now&test&level=pea#game={first['id']}").page.wait_for_selector(".table")
    assert [each["id"] for each in kept(game)] == [first["id"]]
    game.click("a1", "c3", "d4").plies(2).saved()
    game.page.reload()
    game.page.wait_for_selector(".table")
    assert game.page.locator(".ply").count() == 2
    press_play(game)
    second, before = kept(game)
    assert (before["id"], before["moves"], second["moves"]) == (first["id"], 2, 0)
    assert second["id"] != first["id"]


def test_one_press_starts_on_the_terms_of_the_last_time(game: Game) -> None:
    game.begin("play/?test", level=1, side="white", layout="belgian-daisy").plies(1)
    press_play(game)
    game.page.wait_for_function("() => document.querySelectorAll('.ply').length === 1")
    (found,) = kept(game)  # only the computer had moved in the game before
    assert (found["level"], found["side"], found["layout"]) == ("pea", "white", "belgian-daisy")
    # A link can name the level. One that does not exist is the usual one.
    game.open("play/?now&level=cherry").page.wait_for_selector(".table")
    assert kept(game)[0]["level"] == "cherry"
    game.open("play/?now&level=99").page.wait_for_selector(".table")
    assert kept(game)[0]["level"] == USUAL_LEVEL
    assert "now" not in game.page.url


def test_a_reload_in_the_middle_goes_on(game: Game) -> None:
    game.begin("play/?test", level=1, clock="total", minutes=5)
    game.click("a3", "c5", "d6").plies(2)
    game.saved()
    before = game.get("position")
    game.page.reload()
    game.page.wait_for_selector(".table")
    assert game.get("position") == before
    assert game.page.locator(".clock").count() == 2
    game.click("a2", "b3").plies(2)
    game.open("").page.get_by_role("link", name="Continue").or_(game.page.locator(".resume a")).first.click()
    game.page.wait_for_selector(".table")
    assert game.page.locator(".ply").count() == 2


def test_the_computer_begins_where_it_has_black(game: Game) -> None:
    game.begin("play/?test", level=1, side="white").plies(1)
    assert game.get("turn") == "white"
    assert "Your turn" in game.strip
    a1, i9 = game.page.evaluate("['a1', 'i9'].map(cell => __sumito.at(cell).y)")
    assert i9 > a1, "your own side is below"
    expect(game.page.get_by_role("button", name="Take back")).to_be_disabled()


def test_a_hint_in_two_steps(game: Game) -> None:
    game.begin("play/?test", level=1)
    hint = game.page.get_by_role("button", name="Hint")
    hint.click()
    expect(game.page.locator(".strip")).to_contain_text("Look here")
    assert (game.page.locator(".outline").count() > 0, game.page.locator(".marks-over .arrow").count()) == (True, 0)
    hint.click()
    expect(game.page.locator(".strip")).to_contain_text("A good move")
    assert game.page.locator(".arrow").count() > 0
    game.click("a3", "c5", "d6").plies(2)
    assert game.page.locator(".outline, .arrow").count() == 0


def test_a_refusal_leaves_the_board_when_something_else_is_said(game: Game) -> None:
    game.begin("play/?test", level=1)
    at_fault = game.page.locator(".board .culprit")

    def write(text: str) -> None:
        game.page.fill(".move-box input", text)
        game.page.press(".move-box input", "Enter")

    write("b1b3")
    expect(at_fault).to_have_count(1)
    write("a5a6")
    expect(game.page.locator(".strip")).to_contain_text("such as a1b2.")
    expect(at_fault).to_have_count(0)
    write("b1b3")
    expect(at_fault).to_have_count(1)
    game.page.get_by_role("button", name="Hint").click()
    expect(game.page.locator(".strip")).to_contain_text("Look here")
    expect(at_fault).to_have_count(0)


@pytest.mark.parametrize("side", ["black", "white"])
def test_how_to_move_is_said_at_the_first_turn(game: Game, side: str) -> None:
    english = catalogue("en")
    game.begin("play/?test", level=1, side=side).plies(0 if side == "black" else 1)
    expect(game.page.locator(".strip")).to_contain_text(english.say("play.first_turn"))
    game.click(*("a3", "c5", "d6") if side == "black" else ("i7", "g5", "f4")).plies(2 if side == "black" else 3)
    expect(game.page.locator(".strip")).to_contain_text(english.say("play.your_turn"))


def test_a_takeback_gives_the_turn_back(game: Game) -> None:
    game.begin("play/?test", level=1)
    start = game.get("position")
    game.click("a3", "c5", "d6").plies(2)
    game.page.get_by_role("button", name="Take back").click()
    game.plies(0)
    assert game.get("position") == start
    game.click("a3", "c5", "d6").plies(2)
    game.page.focus('[role="gridcell"][tabindex="0"]')
    game.page.keyboard.press("u")
    game.plies(0)
    assert game.get("turn") == "black"


def test_hints_and_takebacks_can_be_left_out(game: Game) -> None:
    game.begin("play/?test", level=1, hints=False, takebacks=False)
    game.click("a3", "c5", "d6").plies(2)
    expect(game.page.get_by_role("button", name="Hint")).to_be_hidden()
    game.page.focus('[role="gridcell"][tabindex="0"]')
    game.page.keyboard.press("u")
    assert len(game.get("moves")) == 2


def test_to_resign_takes_two_steps(game: Game) -> None:
    game.begin("play/?test", level=1)
    game.page.get_by_role("button", name="Resign").click()
    assert game.get("outcome") is None
    game.page.keyboard.press("Escape")
    game.page.get_by_role("button", name="Resign").click()
    game.page.get_by_role("button", name="Really resign?").click()
    assert game.get("outcome") == {"termination": "resignation", "winner": "white"}
    expect(game.page.locator(".end h2")).to_have_text("The computer won.")
    expect(game.page.locator(".end p")).to_have_text("You have resigned.")
    assert game.strip == "The computer won. You have resigned."
    game.saved()
    game.page.reload()
    expect(game.page.locator(".end h2")).to_have_text("The computer won.")


def test_the_computer_answers_a_draw_offer(game: Game) -> None:
    page, english = game.begin("play/?test", level=1).page, catalogue("en")
    page.get_by_role("button", name=english.say("play.draw"), exact=True).click()
    expect(page.locator(".strip")).to_contain_text(english.say("play.first_turn"))
    page.get_by_role("button", name=english.say("play.draw.sure")).click()
    expect(page.locator(".strip")).to_contain_text(english.say("play.draw.declined"))
    game.click("a3", "c5", "d6").plies(2)
    # Black, to move, has more marbles, and nothing was ejected for a long time.
    quiet: dict[str, object] = {
        "start": "5/6/2s4/3s4/9/3SS3/2SSS2/6/5 3 2 b 40 21",
        "moves": [],
        "rules": {},
        "outcome": None,
    }
    computer = {"kind": "engine", "side": "black", "level": 1, "players": {"black": "", "white": ""}}
    game.open("games/").page.evaluate(
        "async (game) => (await (await import('../shell/store.js')).openStore()).saveGame(game)",
        {"id": "quiet", **quiet, **computer},
    )
    game.open("play/?test#game=quiet")
    page.get_by_role("button", name=english.say("play.draw"), exact=True).click()
    page.get_by_role("button", name=english.say("play.draw.sure")).click()
    expect(page.locator(".end h2")).to_have_text(english.say("play.drawn"))
    assert game.get("outcome") == {"termination": "agreement", "winner": None}


def test_a_handicap_by_marbles(game: Game) -> None:
    game.begin("play/?test", level=1, handicap=2)
    assert game.page.locator(".board .marble.white").count() == 12
    assert game.page.locator(".player-bar.black .tray .dot").count() == 2
    assert game.get("position").endswith(" 2 0 b 0 1")


def test_played_again_the_same_player_gives_the_handicap(game: Game) -> None:
    page = game.begin("play/?test", level=1, handicap=2).page
    for giver in ("white", "black", "white"):
        counts = {color: page.locator(f".board .marble.{color}").count() for color in ("black", "white")}
        assert counts == {"black": 14, "white": 14, giver: 12}, "the computer gives"
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Really resign?").click()
        page.get_by_role("button", name="Play again").click()
    game.begin("local/?test", handicap=-1, black="Ada", white="Bob")
    for color in ("black", "white"):
        expect(page.locator(f".player-bar.{color} .player-name")).to_have_text("Ada")
        assert page.locator(f".board .marble.{color}").count() == 13, "Ada gives"
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Really resign?").click()
        page.get_by_role("button", name="Play again").click()


def test_a_planned_move_is_played_when_the_turn_comes(game: Game) -> None:
    held: list[Route] = []
    game.page.route("**/core/worker.js", lambda route: held.append(route))
    game.begin("play/?test", level=2, side="white")
    game.page.wait_for_function("() => __sumito.thinking")
    game.click("i5", "g5", "f5")
    assert len(game.get("moves")) == 0, "planned while the computer thinks"
    assert game.page.locator(".premove-origin").count() > 0
    for route in held:
        route.continue_()
    game.page.wait_for_function("() => __sumito.moves.length >= 2")
    assert game.get("moves")[1].startswith("i5")


def test_why_it_played_that_leads_to_the_analysis(game: Game) -> None:
    game.begin("play/?test", level=1)
    game.click("a3", "c5", "d6").plies(2)
    name = game.saved()
    game.page.get_by_role("button", name="Why did it play that?").click()
    more = game.page.locator(".strip .more-link")
    expect(more).to_have_attribute("href", re.compile(rf"analysis/#game={name}&ply=1&engine=on$"))
    more.click()
    expect(game.page.locator(".variations li")).to_have_count(3)  # the candidates, without delay
    expect(game.page.locator(".tree [aria-current]")).to_contain_text("1.")
    expect(game.page.locator(".about-game")).to_have_text(re.compile(r"^Black . Pea \(computer\)$"))


@pytest.mark.parametrize("address", ["play/", "local/"])
def test_a_sheet_that_cannot_be_loaded_is_said(game: Game, complaints: Complaints, address: str) -> None:
    complaints.expect("layouts.json|Failed to (fetch|load)")
    game.page.route("**/layouts.json", lambda route: route.abort("connectionfailed"))
    game.open(address)
    expect(game.page.locator(".failed")).to_contain_text("Failed to fetch")


@pytest.mark.parametrize("missing", ["core/sumito.wasm", "game/table.js"])
@pytest.mark.parametrize("address", ["play/", "local/"])
def test_a_board_that_cannot_be_loaded_is_said(game: Game, complaints: Complaints, address: str, missing: str) -> None:
    complaints.expect(f"{missing}|Failed to (fetch|load)")
    game.page.route(f"**/{missing}", lambda route: route.abort("connectionfailed"))
    game.open(address)
    game.page.locator(".start .primary").click()
    expect(game.page.locator(".failed")).to_contain_text("Failed to fetch")


def test_the_sheet_waits_for_a_board_that_is_still_on_its_way(game: Game) -> None:
    held: list[Route] = []
    game.page.route("**/core/sumito.wasm", lambda route: held.append(route))
    with game.page.expect_request("**/core/sumito.wasm"):
        game.open("local/?test")
        game.page.locator(".start .primary").click()
    expect(game.page.locator(".sheet")).to_have_attribute("inert", "")
    held[0].continue_()
    expect(game.page.locator(".table")).to_be_visible()
    game.click("a1", "c3", "d4")
    assert len(game.get("moves")) == 1


def test_a_game_that_is_not_here_is_said(game: Game) -> None:
    game.open("play/?test#game=nowhere")
    expect(game.page.locator(".notice")).to_contain_text("not saved in this browser")
    expect(game.page.locator(".sheet")).to_be_visible()


# ---------------------------------------------------------------------------------------------------- two at one screen


def test_two_players_with_names(game: Game) -> None:
    game.begin("local/?test", layout="belgian-daisy", black="Ada", white="Żółw")
    assert "Ada" in game.strip
    legal = game.get("legal")[0]
    game.page.fill(".move-box input", legal["text"])
    game.page.keyboard.press("Enter")
    game.plies(1)
    assert "Żółw" in game.strip
    game.page.get_by_role("button", name="Agree a draw").click()
    game.page.get_by_role("dialog").get_by_role("button", name="Agree a draw").click()
    expect(game.page.locator(".end h2")).to_have_text("A draw.")
    game.page.get_by_role("button", name="Take back").click()
    game.plies(0)
    expect(game.page.locator(".end")).to_be_hidden()
    assert game.get("turn") == "black"
    game.page.get_by_role("button", name="Resign").click()
    game.page.get_by_role("button", name="Really resign?").click()
    expect(game.page.locator(".end h2")).to_have_text("Winner: Żółw")


def test_the_board_turns_after_every_move_if_wanted(game: Game) -> None:
    game.begin("local/?test", turning=True)
    below = game.page.evaluate("__sumito.at('a1').y > __sumito.at('i9').y")
    game.click("a3", "c5", "d6").plies(1)
    game.page.wait_for_function("() => __sumito.at('a1').y < __sumito.at('i9').y")
    assert below
    game.page.get_by_role("button", name="Turn the board").click()
    assert game.page.evaluate("__sumito.at('a1').y > __sumito.at('i9').y")


def test_repetition_is_counted_and_ends_the_game(game: Game) -> None:
    game.begin("local/?test")
    for ply in range(8):
        game.click(*("c3 d3", "g7 f7", "d3 c3", "f7 g7")[ply % 4].split()).plies(ply + 1)
        expect(game.page.locator(".repeats")).to_be_visible(visible=3 <= ply < 7)
    assert game.get("outcome") == {"termination": "repetition", "winner": None}


def test_a_game_by_keyboard_tells_what_it_is_asked(game: Game) -> None:
    game.begin("local/?test", clock="total", minutes=10)
    game.page.focus('[role="gridcell"][tabindex="0"]')
    for key, words in (("l", "No moves yet"), ("c", "Ejected by Black: 0, by White: 0."), ("t", "White: 10:00.")):
        game.page.keyboard.press(key)
        expect(game.page.locator(".strip")).to_contain_text(words)
    game.page.keyboard.press("/")
    game.page.keyboard.type("a3b4")
    game.page.keyboard.press("Enter")
    game.plies(1)
    game.page.focus('[role="gridcell"][tabindex="0"]')
    game.page.keyboard.press("l")
    assert "a3, b4 and c5 up right" in game.strip


# -------------------------------------------------------------------------------------------------------------- clocks


@pytest.mark.parametrize(
    ("chosen", "after", "shown", "rest", "words"),
    [
        ({"clock": "total", "minutes": 1, "extra": "delay", "extra_seconds": 5}, 20, "0:45", 66, "Black wins on time."),
        ({"clock": "shared", "minutes": 1}, 20, "0:40", 41, "A draw: the time ran out."),
    ],
)
def test_a_clock_runs_to_the_flag(
    game: Game, chosen: dict[str, object], after: int, shown: str, rest: int, words: str
) -> None:
    game.page.clock.install()
    game.begin("local/?test", **chosen)
    game.page.clock.run_for(after * 1000)
    game.page.fill(".move-box input", "a3b4")
    game.page.keyboard.press("Enter")
    expect(game.page.locator(".ply")).to_have_count(1)
    clock = game.page.locator(".player-bar.black .clock")
    minutes, seconds = (int(part) for part in clock.inner_text().split(":"))
    wanted = int(shown.split(":")[0]) * 60 + int(shown.split(":")[1])
    assert wanted - 6 <= minutes * 60 + seconds <= wanted + 1, "it shows what is left"
    assert game.get("outcome") is None
    game.page.clock.run_for(rest * 1000)
    expect(game.page.locator(".end")).to_contain_text(words)
    assert game.get("outcome")["termination"] == "time"


def test_the_last_seconds_have_tenths_and_are_said(game: Game) -> None:
    game.page.clock.install()
    game.begin("local/?test", clock="per_move", seconds=20)
    game.page.clock.run_for(11_000)
    clock = game.page.locator(".player-bar.black .clock")
    assert clock.inner_text()[-2] == "."
    assert "low" in (clock.get_attribute("class") or "")
    expect(game.page.locator(".strip")).to_contain_text("10 seconds left")


LIMITS = """window.limits = [];
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...more) {
  if (message.do === 'search') window.limits.push(message.limits);
  return post.call(this, message, ...more);
};"""


def test_the_computer_does_not_lose_its_time_in_the_page(game: Game) -> None:
    """Neither loading the engine nor communicating with it costs time."""
    page, held = game.page, list[Route]()
    page.clock.install()
    page.add_init_script(LIMITS)
    page.route("**/core/worker.js", lambda route: held.append(route))
    game.open("play/?test")
    page.locator('[name="level"][value="sun"]').check(force=True)
    page.locator('[name="side"][value="white"]').check(force=True)
    page.locator('[name="clock"][value="per_move"]').check(force=True)
    page.locator('[name="seconds"]').fill("1")
    with page.expect_request("**/core/worker.js"):
        page.locator(".start .primary").click()
    page.clock.run_for(3000)
    for route in held:
        route.continue_()
    page.wait_for_function("() => window.limits.length > 0")
    assert 0 < page.evaluate("limits[0].time_ms") <= 850


# --------------------------------------------------------------------------------------------------------------- looks


@pytest.mark.parametrize("upright", [True, False])
def test_the_start_button_covers_no_control_with_the_focus(open_page: OpenPage, upright: bool) -> None:
    page = open_page(**PHONE if upright else {**PHONE, "viewport": {"width": 740, "height": 360}})
    Game(page).open("play/?test")
    page.wait_for_selector(".sheet")
    assert page.evaluate(HIDDEN_WITH_FOCUS) == []


@pytest.mark.parametrize("address", ["play/?test", "local/?test"])
def test_nothing_overflows_on_a_phone_and_axe_is_content(open_page: OpenPage, address: str) -> None:
    page = open_page(**PHONE)
    game = Game(page)
    for begun in (False, True):
        _ = game.begin(address, clock="total", minutes=5) if begun else game.open(address)
        page.wait_for_selector(".table" if begun else ".sheet")
        for language in LANGUAGES:
            page.locator("select.language").select_option(language)
            page.wait_for_function("language => document.documentElement.lang === language", arg=language)
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"], language
            assert language not in ("en", "he") or Axe().run(page).response["violations"] == [], language


def test_a_level_is_chosen_by_its_face(game: Game) -> None:
    page = game.open("play/?test").page
    chosen = page.locator('[name="level"]:checked')
    expect(chosen).to_have_attribute("value", "pea")
    expect(page.locator(".level .face")).to_have_count(12)
    expect(page.locator(".won-mark")).to_have_count(0)
    chosen.focus()
    page.keyboard.press("ArrowRight")
    expect(chosen).to_have_accessible_name("Cherry, level 2")
    expect(chosen).to_have_accessible_description(catalogue("en").say("character.cherry"))
    expect(page.locator(".level-words")).to_contain_text("2 of 12")
    page.locator(".start .primary").click()
    bar = page.locator(".player-bar.white")
    expect(bar.locator(".player-name")).to_have_text("Cherry")
    expect(bar.locator(".face")).to_have_attribute("aria-hidden", "true")


def test_levels_that_lost_a_game_are_marked(game: Game) -> None:
    page = game.open("play/?test").page
    page.evaluate(
        """async () => {
            const { openStore } = await import('../shell/store.js');
            const [store, won] = [await openStore(), { termination: 'ejection', winner: 'black' }];
            const kept = { kind: 'engine', side: 'black', start: '', moves: [], rules: {}, outcome: won,
                           players: { black: '', white: '' } };
            for (const level of ['pea', 'r1-2']) await store.saveGame({ ...kept, level });
        }"""
    )
    game.open("play/?test")
    for name in ("Pea, level 1, beaten", "Plum, level 5, beaten", "Apple, level 6"):
        expect(page.get_by_role("radio", name=name, exact=True)).to_be_visible()
    expect(page.locator(".won-mark")).to_have_count(2)
    won = page.get_by_text("You have beaten this level.")
    expect(won).to_be_visible()
    page.locator('[name="level"][value="apple"]').check(force=True)
    expect(won).to_be_hidden()
