"""Test puzzles in a browser: solutions by clicks, refutations on the board, hints, saved progress."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from sumito.core import BLACK, WHITE, Board, Direction, IllegalReason, Move, cell_name
from sumito.learn.catalogue import LANGUAGES, catalogue
from sumito.learn.puzzles import Puzzle, puzzles
from sumito.learn.reasons import explain
from sumito.learn.solver import Goal, Task, attempt, solve
from web.conftest import OpenPage

EASY = {"reduced_motion": "reduce"}


def first(goal: Goal, marbles: int = 1, moves: int = 1, color: str = "b") -> Puzzle:
    task = Task(goal, moves, marbles)
    return next(each for each in puzzles() if each.task == task and each.position.split()[3] == color)


def visit(page: Page, puzzle: Puzzle | None = None, more: str = "") -> Page:
    page.goto("puzzles/?test#" + "&".join(filter(None, [f"puzzle={puzzle.id}" if puzzle else "", more])))
    page.wait_for_selector("body[data-ready]")
    return page


def board_of(page: Page) -> Board:
    return Board.from_position(page.evaluate("__sumito.position"))


def play(page: Page, move: Move) -> None:
    """Click the ends of the line, then the arrow."""
    cells = list(move.cells)
    target = page.evaluate(
        "async ([cells, way]) => (await import('../board/geometry.js')).targetOf(cells, way)", [cells, move.direction]
    )
    for cell in (*dict.fromkeys((cells[0], cells[-1])), target):
        point = page.evaluate("cell => __sumito.at(cell)", cell_name(cell))
        page.mouse.click(point["x"], point["y"])


def settle(page: Page, *phases: str) -> str:
    page.wait_for_function("phases => !__sumito.busy && phases.includes(__sumito.phase)", arg=list(phases))
    phase: str = page.evaluate("__sumito.phase")
    return phase


def solve_it(page: Page, puzzle: Puzzle) -> None:
    """Solve the puzzle from beginning to end."""
    task: Task | None = puzzle.task
    while task is not None:
        board = board_of(page)
        move = solve(board, task)[0]
        task = attempt(board, task, move).task
        play(page, move)
        settle(page, "solved" if task is None else "open")


def solved(message: str, puzzle: Puzzle) -> str:
    return f"{catalogue('en').say(message)} {catalogue('en').sentence(puzzle.reason)}"


def wrong_move(puzzle: Puzzle) -> Move:
    board, solutions = puzzle.board(), puzzle.moves()
    return next(move for move in board.legal_moves if move not in solutions)


@pytest.mark.parametrize(
    "puzzle",
    [
        first(Goal.EJECT, moves=1),
        first(Goal.EJECT, moves=3, color="w"),
        first(Goal.EJECT, marbles=2, moves=2),
        first(Goal.SAVE, moves=1, color="w"),
        first(Goal.SAVE, moves=2),
    ],
    ids=["at-once", "three-moves", "two-marbles", "save", "save-two"],
)
def test_a_puzzle_of_each_kind_is_solved_by_clicks(open_page: OpenPage, puzzle: Puzzle) -> None:
    page = visit(open_page(**EASY), puzzle)
    assert page.evaluate("__sumito.puzzle") == puzzle.id
    solve_it(page, puzzle)
    expect(page.locator(".strip")).to_have_text(solved("puzzles.first_try", puzzle))
    expect(page.locator(".count")).to_have_text(catalogue("en").say("puzzle.summary", solved=1, seen=len(puzzles())))


def test_progress_that_was_deleted_does_not_come_back(open_page: OpenPage) -> None:
    def report(solved: int) -> str:
        return catalogue("en").say("puzzle.summary", solved=solved, seen=len(puzzles()))

    one, other = first(Goal.EJECT), first(Goal.SAVE)
    page = visit(open_page(**EASY), one)
    solve_it(page, one)
    expect(page.locator(".count")).to_have_text(report(1))
    page.evaluate("void indexedDB.deleteDatabase('sumito')")
    expect(page.locator(".count")).to_have_text(report(0))
    page.evaluate("puzzle => void (location.hash = `puzzle=${puzzle}`)", other.id)
    page.wait_for_function("puzzle => __sumito.puzzle === puzzle", arg=other.id)
    solve_it(page, other)
    expect(page.locator(".count")).to_have_text(report(1))


@pytest.mark.parametrize("goal", list(Goal))
def test_a_wrong_try_is_refuted_on_the_board_and_offered_again(open_page: OpenPage, goal: Goal) -> None:
    puzzle = first(goal, moves=2)
    page = visit(open_page(**EASY), puzzle)
    board, move = puzzle.board(), wrong_move(puzzle)
    found = puzzle.try_move(move)
    assert not found.solves
    text, enemy = board.format_move(move), next(color for color in board.players if color is not board.turn)
    played = board.copy()
    played.play(move)
    line = []
    for reply in found.variation:
        line.append(played.format_move(reply))
        played.play(reply)
    play(page, move)
    settle(page, "refuted")
    assert page.evaluate("__sumito.position") == played.position()
    words = catalogue("en")
    expect(page.locator(".strip")).to_have_text(
        words.say("puzzle.lost", move=text, line=" ".join(line))
        if goal is Goal.SAVE
        else words.say("puzzle.refuted", move=text, enemy=enemy, reply=" ".join(line))
    )
    page.get_by_role("button", name=words.say("puzzles.retry")).click()
    settle(page, "open")
    assert page.evaluate("__sumito.position") == puzzle.board().position()
    solve_it(page, puzzle)
    expect(page.locator(".strip")).to_have_text(solved("puzzle.solved", puzzle))


def test_a_move_that_the_rules_refuse_is_explained_and_is_no_try(open_page: OpenPage) -> None:
    puzzle = first(Goal.EJECT, moves=1)
    page = visit(open_page(**EASY), puzzle)
    board = puzzle.board()
    enemy = next(color for color in board.players if color is not board.turn)
    point = page.evaluate("cell => __sumito.at(cell)", cell_name(board.marbles(enemy)[0]))
    page.mouse.click(point["x"], point["y"])
    expect(page.locator(".strip.bad")).to_be_visible()
    refused, verdict = next(
        ((cells, direction), verdict)
        for cells in ((cell,) for cell in board.marbles(board.turn))
        for direction in Direction
        if (verdict := board.verdict(cells, direction)).reason is IllegalReason.PAC
    )
    for cell in (*refused[0], verdict.cells[0]):
        point = page.evaluate("cell => __sumito.at(cell)", cell_name(cell))
        page.mouse.click(point["x"], point["y"])
    why = explain(board, *refused)
    expect(page.locator(".strip a")).to_have_attribute("href", re.compile(f"/rules/#figure-{why.figure}$"))
    page.keyboard.press("Escape")
    solve_it(page, puzzle)
    expect(page.locator(".strip")).to_have_text(solved("puzzles.first_try", puzzle))


def test_a_board_without_coordinates_has_no_cells_in_its_words(open_page: OpenPage) -> None:
    """A phone has no room for coordinates. Screen readers get the cells all the same."""
    puzzle = first(Goal.EJECT, moves=2)
    page = visit(open_page(**EASY, viewport={"width": 360, "height": 640}), puzzle)
    words = catalogue("en")
    shown, heard = page.locator(".strip [aria-hidden]"), page.locator(".strip .unseen")
    hint = page.get_by_role("button", name=words.say("puzzles.hint"))
    hint.click()
    hint.click()
    cells = puzzle.moves()[0].cells
    expect(shown).to_have_text(words.say("short.puzzle.hint_marbles"))
    expect(heard).to_have_text(words.say("puzzle.hint_marbles", n=len(cells), cells=cells))
    page.get_by_role("button", name=words.say("puzzles.solution")).click()
    expect(shown).to_contain_text(words.say("short.puzzle.solution"))
    assert not re.search(r"[a-i][1-9]", shown.inner_text())


def test_hints_name_the_themes_and_then_the_marbles(open_page: OpenPage) -> None:
    puzzle = first(Goal.EJECT, moves=2)
    page = visit(open_page(**EASY), puzzle)
    words = catalogue("en")
    hint = page.get_by_role("button", name=words.say("puzzles.hint"))
    hint.click()
    expect(page.locator(".strip")).to_have_text(words.sentence(puzzle.hint))
    expect(page.locator("path.outline")).to_have_count(0)
    hint.press("Enter")
    cells = puzzle.moves()[0].cells
    expect(page.locator(".strip")).to_have_text(words.say("puzzle.hint_marbles", n=len(cells), cells=cells))
    expect(page.locator("path.outline")).to_have_count(1)
    expect(hint).to_be_disabled()
    expect(page.locator("[role=gridcell]:focus")).to_have_count(1)
    solve_it(page, puzzle)
    expect(page.locator(".strip")).to_have_text(solved("puzzle.solved", puzzle))


def test_a_missed_puzzle_costs_points_and_comes_back(open_page: OpenPage) -> None:
    page = open_page(**EASY)
    page.clock.set_fixed_time("2026-03-01T12:00:00Z")
    puzzle, words = first(Goal.EJECT, moves=2), catalogue("en")
    visit(page, puzzle)
    rating = page.locator(".rating strong")
    expect(rating).to_have_text("1,000")
    page.get_by_role("button", name=words.say("puzzles.hint")).click()
    expect(rating).not_to_have_text("1,000")
    missed = rating.inner_text()
    solve_it(page, puzzle)
    expect(rating).to_have_text(missed)
    expect(page.locator(".again")).to_have_count(0)
    page.clock.set_fixed_time("2026-03-02T12:00:00Z")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    again = page.get_by_role("link", name=words.say("puzzles.again", n=1))
    expect(again).to_have_attribute("href", re.compile(f"#puzzle={puzzle.id}$"))
    solve_it(page, puzzle)
    expect(page.locator(".again")).to_have_count(0)


def test_a_rush_counts_answers_and_keeps_the_best(open_page: OpenPage) -> None:
    page, words = visit(open_page(**EASY)), catalogue("en")
    page.get_by_role("button", name=words.say("puzzles.rush.start")).click()
    tallies = page.locator(".rush-bar .tally strong")
    for number in (1, 2):
        puzzle = next(each for each in puzzles() if each.id == page.evaluate("__sumito.puzzle"))
        solve_it(page, puzzle)
        expect(tallies.nth(1)).to_have_text(str(number))
        page.wait_for_function("id => __sumito.puzzle !== id", arg=puzzle.id)
    expect(page.get_by_role("button", name=words.say("puzzles.hint"))).to_be_hidden()
    expect(page.locator(".onward a:visible")).to_have_count(0)
    for number in (1, 2, 3):
        puzzle = next(each for each in puzzles() if each.id == page.evaluate("__sumito.puzzle"))
        play(page, wrong_move(puzzle))
        if number < 3:
            page.wait_for_function("id => __sumito.puzzle !== id", arg=puzzle.id)
            expect(tallies.nth(2)).to_have_text(str(number))
    result = f"{words.say('puzzles.rush.result', n=2)} {words.say('puzzles.rush.record')}"
    expect(page.locator(".rush .result")).to_have_text(result)
    expect(page.locator(".rush-bar")).to_be_hidden()
    page.reload()
    expect(page.locator(".rush .dim")).to_have_text(words.say("puzzles.rush.best", n=2))


def test_the_solution_is_played_and_solves_nothing(open_page: OpenPage) -> None:
    puzzle = first(Goal.EJECT, moves=2)
    page = visit(open_page(**EASY), puzzle)
    words = catalogue("en")
    page.get_by_role("button", name=words.say("puzzles.solution")).press("Enter")
    settle(page, "shown")
    expect(page.get_by_role("button", name=words.say("puzzles.next"))).to_be_focused()
    board, texts = puzzle.board(), []
    for move in puzzle.solution():
        texts.append(board.format_move(move))
        board.play(move)
    expect(page.locator(".strip")).to_contain_text(words.say("puzzle.solution", line=" ".join(texts)))
    assert page.evaluate("__sumito.position") == board.position()
    expect(page.locator(".count")).to_have_text(words.say("puzzle.summary", solved=0, seen=len(puzzles())))


def test_next_goes_on_within_the_choice_past_what_is_solved(open_page: OpenPage) -> None:
    page = visit(open_page(**EASY), more="kind=save&difficulty=2&theme=escape")
    chosen = [
        each.id
        for each in puzzles()
        if each.task.goal is Goal.SAVE and each.difficulty == 2 and "escape" in each.themes
    ]
    assert page.evaluate("__sumito.puzzle") == chosen[0]
    expect(page.locator("#choose-theme")).to_have_value("escape")
    following = page.get_by_role("button", name=catalogue("en").say("puzzles.next"))
    following.click()
    page.wait_for_function("id => __sumito.puzzle === id", arg=chosen[1])
    solve_it(page, next(each for each in puzzles() if each.id == chosen[1]))
    page.go_back()
    page.wait_for_function("id => __sumito.puzzle === id", arg=chosen[0])
    following.click()
    page.wait_for_function("id => __sumito.puzzle === id", arg=chosen[2])
    page.locator("#choose-theme").select_option("")
    page.wait_for_function("() => !location.hash.includes('theme')")
    expect(page.locator("#choose-kind")).to_have_value("save")


def test_what_was_done_is_kept_over_days(open_page: OpenPage) -> None:
    page = open_page(**EASY, timezone_id="Europe/Warsaw")
    words, days = catalogue("en"), page.locator(".days strong")
    seen: list[str] = []
    for day, row in (("01", 1), ("02", 2), ("05", 1)):
        page.clock.set_fixed_time(f"2026-03-{day}T21:30:00Z")
        page.goto("about:blank")
        visit(page)
        if not seen:  # a new user begins with the easiest
            assert page.evaluate("__sumito.puzzle") == puzzles()[0].id
            daily = page.get_by_role("link", name=words.say("puzzles.daily")).get_attribute("href")
            visit(page, next(each for each in puzzles() if str(daily).endswith(f"#puzzle={each.id}")))
        expect(days).to_have_text(words.say("puzzles.row", n=row - 1))
        seen.append(page.evaluate("__sumito.puzzle"))
        solve_it(page, next(each for each in puzzles() if each.id == seen[-1]))
        expect(days).to_have_text(words.say("puzzles.row", n=row))
    assert len(set(seen)) == 3
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator(".badge-text.done")).to_be_visible()
    expect(page.locator(".count")).to_have_text(words.say("puzzle.summary", solved=3, seen=len(puzzles())))
    expect(days).to_have_text(words.say("puzzles.row", n=1))
    expect(page.locator(".days .dim")).to_have_text(words.say("puzzles.best", n=2))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_task_is_told_in_every_language(open_page: OpenPage, language: str) -> None:
    puzzle = first(Goal.EJECT, marbles=2, moves=2)
    page = visit(open_page(locale=language), puzzle)
    board, words = puzzle.board(), catalogue(language)
    enemy = next(color for color in board.players if color is not board.turn)
    expect(page.locator(".asked")).to_have_text(words.say("puzzle.eject_two", n=2, player=board.turn, enemy=enemy))
    expect(page.locator(".puzzle-name")).to_have_text(
        words.say("puzzle.heading", name=words.sentence(puzzle.title), difficulty=puzzle.difficulty)
    )


def test_themes_are_a_hint_and_light_their_shapes(page: Page) -> None:
    puzzle = next(each for each in puzzles() if "sumito_21" in each.themes)
    visit(page, puzzle)
    themes = page.locator(".themes li")
    expect(page.locator(".themes")).to_be_hidden()
    page.get_by_role("button", name=catalogue("en").say("puzzles.hint")).click()
    expect(themes).to_have_text([catalogue("en").say(f"theme.{theme}") for theme in puzzle.themes])
    page.locator('.themes a[data-term="sumito"]').first.hover()
    expect(page.locator("path.outline.formation-sumito").first).to_be_attached()
    page.locator(".asked").hover()
    expect(page.locator("path.outline")).to_have_count(0)


def test_a_choice_without_puzzles_is_said_where_it_is_made(page: Page) -> None:
    assert not any(each.task.goal is Goal.EJECT and "counterattack" in each.themes for each in puzzles())
    visit(page, more="theme=counterattack&kind=eject")
    expect(page.locator(".none")).to_have_text(catalogue("en").say("puzzles.none"))
    page.select_option("#choose-kind", "")
    expect(page.locator(".none")).to_be_hidden()


@pytest.mark.parametrize("height", [720, 860])
def test_board_and_strip_are_seen_without_scrolling(open_page: OpenPage, height: int) -> None:
    page = visit(open_page(viewport={"width": 1280, "height": height}))
    box = page.locator(".strip").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height


def test_a_number_that_no_puzzle_has_is_said(page: Page) -> None:
    page.goto("puzzles/?test#puzzle=nothing")
    page.wait_for_selector("body[data-ready]")
    expect(page.locator(".notice")).to_contain_text(catalogue("en").say("puzzles.unknown"))
    assert page.evaluate("__sumito.puzzle") in {each.id for each in puzzles()}


def test_next_begins_again_where_the_choice_has_one_puzzle(open_page: OpenPage) -> None:
    choices = Counter(
        (each.task.goal, each.task.marbles, each.difficulty, theme) for each in puzzles() for theme in each.themes
    )
    goal, marbles, difficulty, theme = next(choice for choice, count in choices.items() if count == 1)
    kind = "save" if goal is Goal.SAVE else "eject_two" if marbles == 2 else "eject"
    page = visit(open_page(**EASY), more=f"kind={kind}&difficulty={difficulty}&theme={theme}")
    puzzle = next(each for each in puzzles() if each.id == page.evaluate("__sumito.puzzle"))
    following = page.get_by_role("button", name=catalogue("en").say("puzzles.next"))
    following.click()
    page.wait_for_function("id => location.hash.includes(id)", arg=puzzle.id)
    solve_it(page, puzzle)
    following.click()
    settle(page, "open")
    assert board_of(page) == puzzle.board()


def test_a_solution_that_cannot_be_proved_is_shown_as_far_as_it_is_known(open_page: OpenPage) -> None:
    puzzle = first(Goal.EJECT, moves=2)
    page = visit(open_page(**EASY), puzzle)
    page.evaluate("async () => { (await import('../core/game.js')).Game.prototype.attempt = () => null; }")
    words = catalogue("en")
    page.get_by_role("button", name=words.say("puzzles.solution")).click()
    settle(page, "shown")
    text = puzzle.board().format_move(puzzle.moves()[0])
    expect(page.locator(".strip")).to_contain_text(words.say("puzzle.solution", line=text))


def test_every_key_of_the_board_says_something_and_moves_are_typed(open_page: OpenPage) -> None:
    puzzle = first(Goal.EJECT, moves=2)
    page = visit(open_page(**EASY), puzzle)
    words, strip = catalogue("en"), page.locator(".strip")
    board, move = puzzle.board(), puzzle.moves()[0]
    point = page.evaluate("cell => __sumito.at(cell)", cell_name(move.cells[0]))
    page.mouse.click(point["x"], point["y"])
    page.locator('[role="gridcell"][tabindex="0"]').focus()
    expect(strip).to_contain_text(f"{cell_name(move.cells[0])} selected")
    page.keyboard.press("m")
    expect(strip).to_contain_text(f"{cell_name(move.cells[0])} can go")
    rose = page.locator(".rose [data-direction='0']")
    before, seen = strip.inner_text(), rose.get_attribute("aria-label")
    page.keyboard.press("f")
    expect(strip).not_to_have_text(before)
    assert rose.get_attribute("aria-label") != seen
    page.keyboard.press("f")
    expect(strip).to_have_text(before)
    for key, said in (
        ("l", words.say("play.no_moves")),
        ("t", words.say("clock.none")),
        ("c", words.say("play.score", black=board.score(BLACK), white=board.score(WHITE))),
        ("o", words.say("board.cell.selected", cells=move.cells[:1], player=board.turn)),
        ("Escape", words.say("puzzles.your_move")),
    ):
        page.keyboard.press(key)
        expect(strip).to_have_text(said)
    page.keyboard.press("/")
    page.keyboard.type(board.format_move(move))
    page.keyboard.press("Enter")
    settle(page, "open")
    expect(strip).to_have_class("strip good")


def test_refusals_are_as_brief_as_it_was_chosen(open_page: OpenPage) -> None:
    puzzle = first(Goal.EJECT, moves=1)
    page = visit(open_page(**EASY), puzzle)
    board = puzzle.board()
    cell, direction, why = next(
        (cell, direction, why)
        for cell in board.marbles(board.turn)
        for direction in Direction
        if (why := explain(board, (cell,), direction)).reason is not None and len(why.sentences) > 1
    )
    point = page.evaluate("cell => __sumito.at(cell)", cell_name(cell))
    page.mouse.click(point["x"], point["y"])
    page.locator('[role="gridcell"][tabindex="0"]').focus()
    keys = ("KeyD", "KeyE", "KeyW", "KeyA", "KeyZ", "KeyX")
    page.keyboard.press(keys[(direction + (3 if board.turn is WHITE else 0)) % 6])  # the side at the bottom
    brief = catalogue("en").say(f"short.{why.sentences[0].message}", **why.sentences[0].parameters)
    expect(page.locator('.strip.bad [aria-hidden="true"]')).to_have_text(brief)
    expect(page.locator(".strip.bad .unseen")).to_have_text(catalogue("en").sentences(why.sentences))
    page.evaluate("async () => (await import('../shell/settings.js')).settings.set('refusals', 'full')")
    page.keyboard.press(keys[(direction + (3 if board.turn is WHITE else 0)) % 6])
    expect(page.locator(".strip.bad .unseen")).to_have_count(0)
    expect(page.locator(".strip.bad")).to_contain_text(catalogue("en").sentences(why.sentences))


def test_a_narrow_screen_may_have_the_board_upright(open_page: OpenPage) -> None:
    page = visit(open_page(viewport={"width": 390, "height": 800}), first(Goal.EJECT, moves=1))
    ways = "['a1', 'a2'].map(cell => __sumito.at(cell)).map(({x, y}) => [Math.round(x), Math.round(y)])"
    (_, before), (_, after) = page.evaluate(ways)
    assert before == after
    page.evaluate("async () => (await import('../shell/settings.js')).settings.set('fit', true)")
    (before, _), (after, _) = page.evaluate(ways)
    assert before == after


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_axe_finds_nothing_where_a_try_was_refuted_and_one_was_right(open_page: OpenPage, scheme: str) -> None:
    puzzle = first(Goal.EJECT, moves=1)
    page = visit(open_page(**EASY, color_scheme=scheme), puzzle)
    play(page, wrong_move(puzzle))
    settle(page, "refuted")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.get_by_role("button", name=catalogue("en").say("puzzles.retry")).click()
    solve_it(page, puzzle)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
