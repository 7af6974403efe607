"""Play whole games in the browser, each with one input method, and compare with the library after every ply."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import CDPSession, Page, expect

from sumito import BLACK, WHITE, Board, cell_name, next_cell
from sumito.core import Move, MoveKind
from web.conftest import OpenPage
from web.game import Game, along
from web.hands import KEYS, way

# White helps, so that the game is short: six ejections, with moves of every kind.
RECORD = """
a5b5 g6g5 a1b2 g5g4 b2c3 g7g8 b4c4 g8g9 b3c4 h9g9 a2a4b2 h6h7 c5d5 h9g9 b5b6c5 h7h8 b3c3 h4g3 b4c5 g4h4 c6d6 h4g3 b1c2
h5h4 d6e6 h8h7 e4f5 i7h6 e6f6 e1d1 g6h6 d1c1 c3c2 g3f2 h6i6g5 h4g3 g5h5 f2g3 i5h5 h4i5 f5g5
"""


def line_of(move: Move) -> list[str]:
    """Return the cells of a move, the foremost last."""
    return [cell_name(cell) for cell in sorted(move.cells, key=lambda cell: along(cell, move.direction))]


def target_of(move: Move) -> str:
    target = next_cell(max(move.cells, key=lambda cell: along(cell, move.direction)), move.direction)
    assert target is not None
    return cell_name(target)


def test_the_record_has_moves_of_every_kind() -> None:
    board = Board()
    kinds: set[object] = set()
    for text in RECORD.split():
        move = board.parse_move(text)
        kinds |= {len(move.cells), move.kind}
        if board.pushed(move):
            kinds.add("push")
        board.play(move)
    assert kinds == {1, 2, 3, MoveKind.IN_LINE, MoveKind.BROADSIDE, "push"}
    assert board.outcome is not None
    assert board.outcome.winner == BLACK
    assert board.score(BLACK) == 6


@pytest.mark.timeout(120)
def test_a_whole_game_by_keyboard(page: Page) -> None:
    game, board = Game(page).open("local/?test"), Board()
    page.wait_for_selector(".sheet")
    page.mouse.move(2, 2)
    tab_to(page, "document.activeElement.matches('.start button')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".table")
    tab_to(page, "document.activeElement.matches('[role=gridcell]')")
    for text in RECORD.split():
        move = board.parse_move(text)
        first, *rest = line_of(move)
        walk(page, first)
        page.keyboard.press("Space")
        for before, after in pairwise([first, *rest]):
            page.keyboard.press("Shift+" + KEYS[way(before, after)])
        page.keyboard.press(KEYS[move.direction.name])
        board.play(move)
        game.plies(len(board.history))
        assert game.get("position") == board.position(), text
    expect(page.locator(".end h2")).to_have_text("Winner: Black")
    assert "Black wins with 6 marbles ejected" in game.strip
    game.close_scene()
    page.keyboard.press("Space")
    assert "game_over" in game.get("refusal")["sentences"][0]["message"]


def tab_to(page: Page, reached: str) -> None:
    """Move the focus with the Tab key only."""
    for _ in range(60):
        if page.evaluate(reached):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"the Tab key never leads to where {reached}")


def walk(page: Page, cell: str) -> None:
    """Move the cursor to a cell, with nothing selected."""
    here = page.evaluate("document.activeElement.dataset.name")
    rows, numbers = ord(cell[0]) - ord(here[0]), int(cell[1]) - int(here[1])
    both = min(abs(rows), abs(numbers)) if rows * numbers > 0 else 0
    rows, numbers, keys = toward_0(rows, both), toward_0(numbers, both), ("e" if rows > 0 else "z") * both
    for key in keys + "w" * rows + "x" * -rows + "d" * numbers + "a" * -numbers:
        page.keyboard.press(key)
    if page.evaluate("document.activeElement.dataset.name") != cell:  # a corner was in the way
        page.keyboard.press("Home")
        walk(page, cell)


def toward_0(n: int, by: int) -> int:
    return n - by if n > 0 else n + by


@pytest.mark.long
@pytest.mark.timeout(120)
def test_a_whole_game_by_the_accessibility_tree(page: Page) -> None:
    Game(page).open("local/")
    press(page, "button", "Start the game")
    page.get_by_role("grid", name="Abalone board").wait_for()
    tree, board = page.context.new_cdp_session(page), Board()
    for text in RECORD.split():
        move = board.parse_move(text)
        line, player = line_of(move), str(board.turn).title()
        expect(page.get_by_role("status").filter(has_text=f"{player} to move.")).to_be_visible()
        for cell in dict.fromkeys((line[0], line[-1])):
            press(page, "gridcell", f"{cell}, {player}")
            expect(page.get_by_role("gridcell", name=f"{cell}, {player}, selected", exact=True)).to_have_count(1)
        target = target_of(move)
        pushed = f"{target}, {'White' if player == 'Black' else 'Black'}, can be pushed"
        press(page, "gridcell", pushed if board.pushed(move) else f"{target}, empty, target")
        board.play(move)
        if not board.outcome:
            expect(page.get_by_role("status")).to_contain_text(f"{str(board.turn).title()} to move.")
        assert heard(tree) == (
            set(board.marbles(BLACK)),
            set(board.marbles(WHITE)),
            board.score(BLACK),
            board.score(WHITE),
        ), text
    expect(page.get_by_role("dialog", name="Winner: Black")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("Black wins with 6 marbles ejected.")


def press(page: Page, role: str, name: str) -> None:
    """Click the element with this role and name without a pointer, as a screen reader does."""
    page.get_by_role(role, name=name, exact=True).dispatch_event("click")  # type: ignore[arg-type]


def heard(tree: CDPSession) -> tuple[set[int], set[int], int, int]:
    """Return Black's cells, White's, and both scores, from the accessibility tree."""
    nodes = tree.send("Accessibility.getFullAXTree")["nodes"]
    named = [(node.get("role", {}).get("value"), node.get("name", {}).get("value", "")) for node in nodes]
    cells = [name.split(", ") for role, name in named if role == "gridcell"]
    assert len(cells) == 61
    names = {cell_name(cell): cell for cell in range(61)}
    black, white = ({names[each[0]] for each in cells if each[1] == color} for color in ("Black", "White"))
    counts = {"one marble": 1} | {f"{n} marbles": n for n in range(7)}
    said = dict(name.split(" has ejected ") for role, name in named if role == "image" and " has ejected " in name)
    return black, white, counts[said["Black"]], counts[said["White"]]


@pytest.mark.long
@pytest.mark.timeout(120)
def test_a_whole_game_by_finger(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    game, board = Game(page).begin("local/?test"), Board()
    finger = page.context.new_cdp_session(page)
    for text in RECORD.split():
        move = board.parse_move(text)
        stroke(page, finger, [*line_of(move), target_of(move)])
        board.play(move)
        game.plies(len(board.history))
        assert game.get("position") == board.position(), text
        assert page.evaluate("scrollY") == 0, "the board does not let the page slide"
    expect(page.locator(".end h2")).to_have_text("Winner: Black")


def stroke(page: Page, finger: CDPSession, cells: list[str]) -> None:
    """Slide a finger over cells by raw touches."""
    points = page.evaluate("cells => cells.map(cell => __sumito.at(cell))", cells)

    def touch(kind: str, *at: dict[str, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(at)})

    touch("touchStart", points[0])
    for a, b in pairwise(points):
        for i in (1, 2, 3):
            touch("touchMove", {axis: a[axis] + (b[axis] - a[axis]) * i / 3 for axis in ("x", "y")})
    touch("touchEnd")
