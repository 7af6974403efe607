"""Test moves by hand: every input method plays every kind of move, and no move is played by accident."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page

from web.hands import KEYS, PAD, UNITS, Hands, way

OpenHands = Callable[..., Hands]
pytestmark = pytest.mark.timeout(180)  # browsers are slow on a shared machine
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


class Kind(NamedTuple):
    """A move of one kind. Black has the line and a1, White the marbles in the way and i9."""

    line: str
    enemies: str
    direction: str
    target: str
    line_after: str
    enemies_after: str


KINDS = {
    "single": Kind("e5", "", "NE", "f6", "f6", ""),
    "in line, two": Kind("e4 e5", "", "E", "e6", "e5 e6", ""),
    "in line, three": Kind("c4 d4 e4", "", "NW", "f4", "d4 e4 f4", ""),
    "broadside, two": Kind("c3 c4", "", "NE", "d5", "d4 d5", ""),
    "broadside, three": Kind("c3 c4 c5", "", "NE", "d6", "d4 d5 d6", ""),
    "sumito 2-1": Kind("e4 e5", "e6", "E", "e6", "e5 e6", "e7"),
    "sumito 3-1": Kind("c3 d4 e5", "f6", "NE", "f6", "d4 e5 f6", "g7"),
    "sumito 3-2": Kind("e3 e4 e5", "e6 e7", "E", "e6", "e4 e5 e6", "e7 e8"),
    "ejection": Kind("e7 e8", "e9", "E", "e9", "e8 e9", ""),
    "ejection 3-2": Kind("e5 e6 e7", "e8 e9", "E", "e8", "e6 e7 e8", "e9"),
}


@pytest.fixture
def hands(open_page: Callable[..., Page]) -> OpenHands:
    """Open a board: `asked` is the state in its address, the rest are options of the context."""

    def open_it(asked: dict[str, object] | None = None, **options: Any) -> Hands:  # noqa: ANN401 - Playwright's own
        return Hands(open_page(**options), **(asked or {}))

    return open_it


def by_click(hands: Hands, kind: Kind) -> None:
    line = kind.line.split()
    hands.click(*dict.fromkeys((line[0], line[-1], kind.target)))


def by_tail_and_target(hands: Hands, kind: Kind) -> None:
    hands.click(kind.line.split()[0], kind.target)


def by_stroke(hands: Hands, kind: Kind) -> None:
    hands.stroke(*kind.line.split(), kind.target)


def by_drag(hands: Hands, kind: Kind) -> None:
    line = kind.line.split()
    hands.click(*dict.fromkeys((line[0], line[-1]))).drag(line[len(line) // 2], kind.direction)


def by_keys(hands: Hands, kind: Kind) -> None:
    hands.select_by_keys(kind.line.split()).keys(KEYS[kind.direction])


def by_pad(hands: Hands, kind: Kind) -> None:
    hands.select_by_keys(kind.line.split()).keys(f"Numpad{PAD[kind.direction]}")


def by_space(hands: Hands, kind: Kind) -> None:
    """Tap the target with the cursor, moved by the arrow keys, because the keys around S would move the line."""
    hands.select_by_keys(kind.line.split())
    names = "[...document.querySelectorAll('[role=gridcell]')].map(e => e.dataset.name)"
    for _ in range(4):
        here, cells = hands.page.evaluate("document.activeElement.dataset.name"), hands.page.evaluate(names)
        if here == kind.target:
            break
        assert kind.target in cells
        (x, y), (a, b) = hands.at(here), hands.at(kind.target)
        hands.keys("ArrowUp" if b < y - 5 else "ArrowDown" if b > y + 5 else "ArrowRight" if a > x else "ArrowLeft")
    hands.keys("Space")


def by_rose(hands: Hands, kind: Kind) -> None:
    line = kind.line.split()
    hands.click(*dict.fromkeys((line[0], line[-1])))
    hands.page.click(f'.rose [data-direction="{list(UNITS).index(kind.direction)}"]')


def by_typing(hands: Hands, kind: Kind) -> None:
    line = kind.line.split()
    in_line = len(line) == 1 or way(line[0], line[1]) == kind.direction
    hands.page.focus('[role="gridcell"][tabindex="0"]')
    hands.keys("/")
    hands.page.keyboard.type(line[0] + (kind.target if in_line else line[-1] + kind.line_after.split()[0]))
    hands.keys("Enter")


def by_screen_reader(hands: Hands, kind: Kind) -> None:
    line = kind.line.split()
    for cell in dict.fromkeys((line[0], line[-1], kind.target)):
        hands.page.evaluate(
            "name => document.querySelector(`[role=gridcell][data-name=${name}]`)"
            ".dispatchEvent(new MouseEvent('click', {bubbles: true}))",
            cell,
        )


def by_touch(hands: Hands, kind: Kind) -> None:
    line = kind.line.split()
    hands.tap(*dict.fromkeys((line[0], line[-1], kind.target)))


def by_touch_stroke(hands: Hands, kind: Kind) -> None:
    hands.touch_stroke(*map(hands.at, (*kind.line.split(), kind.target)))


def by_touch_drag(hands: Hands, kind: Kind) -> None:
    line = kind.line.split()
    hands.tap(*dict.fromkeys((line[0], line[-1])))
    dx, dy = UNITS[kind.direction]
    middle = line[len(line) // 2]
    hands.touch_stroke(hands.at(middle), hands.at(middle, dx * 0.9, dy * 0.9))


def by_touch_rose(hands: Hands, kind: Kind) -> None:
    line = kind.line.split()
    hands.tap(*dict.fromkeys((line[0], line[-1])))
    hands.page.tap(f'.rose [data-direction="{list(UNITS).index(kind.direction)}"]')


WITH_MOUSE = (by_click, by_stroke, by_drag, by_keys, by_pad, by_space, by_rose, by_typing, by_screen_reader)
WITH_FINGER = (by_touch, by_touch_stroke, by_touch_drag, by_touch_rose)


@pytest.mark.parametrize("play", [*WITH_MOUSE, *WITH_FINGER], ids=lambda play: play.__name__)
def test_every_kind_of_move(hands: OpenHands, play: Callable[[Hands, Kind], None]) -> None:
    # Only some of them are animated, to save time. Animation is tested elsewhere.
    asked = {} if play in (by_click, by_drag) else {"motion": "off"}
    board = hands(asked, **(PHONE if play in WITH_FINGER else {}))
    for name, kind in KINDS.items():
        board.load(f"{kind.line} a1", f"{kind.enemies} i9".strip())
        play(board, kind)
        board.idle()
        black, white = sorted(["a1", *kind.line_after.split()]), sorted([*kind.enemies_after.split(), "i9"])
        expected = {"black": black, "white": white}
        rules, shown, turn = board.page.evaluate("[{black: bench.black, white: bench.white}, bench.shown, bench.turn]")
        assert {color: sorted(cells) for color, cells in rules.items()} == expected, name
        assert {color: sorted(cells) for color, cells in shown.items()} == expected, name
        assert turn == "white", name
    if play in (by_touch, by_touch_stroke, by_touch_drag):
        assert board.page.evaluate("scrollY") == 0, "a finger on the board does not scroll the page"


def test_tail_and_target_name_every_move_in_line(hands: OpenHands) -> None:
    board = hands()
    for name, kind in KINDS.items():
        if name.startswith("broadside"):
            continue
        board.load(f"{kind.line} a1", f"{kind.enemies} i9".strip())
        by_tail_and_target(board, kind)
        board.idle()
        assert sorted(board.get("black")) == sorted(["a1", *kind.line_after.split()]), name


# ---- ambiguous moves


def test_a_cell_of_two_side_moves_is_asked_about(hands: OpenHands) -> None:
    board = hands(**PHONE).tap("c3", "c4", "d4")
    assert board.get("moves") == []
    assert board.get("state") == "choosing"
    assert board.get("asks") == [2]
    assert "Two moves end there" in board.page.inner_text("#status")
    assert board.page.locator(".target.choosing").count() == 2
    board.tap("d5").idle()
    assert board.get("moves") == ["c3c4d4"]
    assert {"d4", "d5"} <= set(board.get("black"))


@pytest.mark.parametrize(("dx", "landing"), [(0.3, {"d4", "d5"}), (-0.3, {"d3", "d4"})])
def test_the_half_under_the_mouse_decides_and_is_shown(hands: OpenHands, dx: float, landing: set[str]) -> None:
    board = hands().click("c3", "c4")
    board.page.mouse.move(*board.at("d4", dx))
    assert board.page.locator(".landing").count() == 2
    board.page.mouse.click(*board.at("d4", dx))
    board.idle()
    assert landing <= set(board.get("black"))


# ---- no accidental moves


@pytest.mark.parametrize(("before", "cell", "after"), [([], "c3", ["c3"]), (["c3", "c5"], "c5", ["c3", "c4"])])
def test_a_tremble_is_a_tap(hands: OpenHands, before: list[str], cell: str, after: list[str]) -> None:
    board = hands().click(*before)
    x, y = board.at(cell)
    board.page.mouse.move(x, y)
    board.page.mouse.down()
    board.page.mouse.move(x + 4, y - 3)
    board.page.mouse.up()
    assert (board.get("line"), board.get("moves")) == (after, [])


def test_a_drag_that_comes_back_plays_nothing(hands: OpenHands) -> None:
    board = hands().click("a4", "c4").drag("b4", "NW", 0.9, lift=False)
    assert board.get("state") == "dragging"
    board.page.mouse.move(*board.at("b4"), steps=4)
    board.page.mouse.up()
    assert (board.get("moves"), board.get("line"), board.get("state")) == ([], ["a4", "b4", "c4"], "picked")


@pytest.mark.parametrize("end", ["cancel", "blur", "second finger", "outside"])
def test_a_gesture_that_is_cancelled_springs_back(hands: OpenHands, end: str) -> None:
    board = hands()
    board.stroke("c3", "c4", "c5", "d6", lift=False)
    assert board.get("state") == "stroking"
    events = {
        "cancel": "bench.view.element.dispatchEvent(new PointerEvent('pointercancel'))",
        "blur": "window.dispatchEvent(new Event('blur'))",
        "second finger": "bench.view.element.dispatchEvent(new PointerEvent('pointerdown', {isPrimary: false}))",
    }
    if end in events:
        board.page.evaluate(events[end])
    else:
        board.page.mouse.move(2, 2, steps=4)
    board.page.mouse.up()
    board.idle()
    assert (board.get("moves"), board.get("line"), board.get("state")) == ([], [], "idle")
    place = "getComputedStyle(document.querySelector('.marble')).transform"
    board.page.wait_for_function(f"() => !document.querySelector('.marble').getAnimations().length && {place}")


def test_a_stroke_shows_the_move_before_it_is_played(hands: OpenHands) -> None:
    board = hands().stroke("c3", "c4", "c5", "d6", lift=False)
    assert (board.get("line"), board.get("moves")) == (["c3", "c4", "c5"], [])
    assert board.page.locator(".landing").count() == 3
    moved = board.page.evaluate(
        "() => Math.max(...[...document.querySelectorAll('.marble.selected')].map(e => e.getBoundingClientRect().left))"
    )
    assert moved > board.at("c5", -0.5)[0] + 5, "the marbles lean"
    board.page.mouse.up()
    board.idle()
    assert len(board.get("moves")) == 1


def test_taps_only_and_drags_only(hands: OpenHands) -> None:
    board = hands({"input": "taps"}).stroke("c3", "c4", "c5", "d6").idle()
    assert board.get("moves") == []
    assert len(board.click("c3", "c5", "d6").idle().get("moves")) == 1
    board = hands({"input": "drag"}).click("c3", "c5", "d6").idle()
    assert (board.get("moves"), board.get("line")) == ([], [])
    assert len(board.stroke("c3", "c4", "c5", "d6").idle().get("moves")) == 1


def test_input_during_a_move_waits_for_its_end_and_only_the_latest(hands: OpenHands) -> None:
    board = hands()
    board.page.evaluate(
        "() => { const play = Element.prototype.animate; Element.prototype.animate = function (frames, options) {"
        " const made = play.call(this, frames, options); made.pause(); return made; }; }"
    )
    board.click("a4", "d4")
    assert board.get("busy")
    board.click("g5", "g6")
    assert board.get("line") == []
    board.page.evaluate("document.getAnimations().forEach(each => each.finish())")
    board.idle()
    assert (board.get("line"), len(board.get("moves"))) == (["g6"], 1)


# ---- confirmation


@pytest.mark.parametrize(("when", "asked"), [("never", False), ("touch", True), ("always", True)])
def test_confirmation_on_touch(hands: OpenHands, when: str, *, asked: bool) -> None:
    board = hands({"confirm": when}, **PHONE).tap("c3", "c5", "d6")
    if asked:
        assert (board.get("state"), board.get("moves")) == ("confirming", [])
        assert "Play this move?" in board.page.inner_text("#status")
        for name in (".confirm-yes", ".confirm-no"):
            box = board.page.locator(name).bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 48
        board.page.tap(".confirm-no")
        assert (board.get("state"), board.get("line")) == ("picked", ["c3", "c4", "c5"])
        board.tap("d6")
        board.page.tap(".confirm-yes")
    board.idle()
    assert len(board.get("moves")) == 1


def test_confirmation_leaves_mouse_and_keys_alone_unless_always(hands: OpenHands) -> None:
    assert len(hands({"confirm": "touch"}).click("c3", "c5", "d6").idle().get("moves")) == 1
    board = hands({"confirm": "always"}).select_by_keys(["c3", "c4", "c5"]).keys("e")
    assert board.get("state") == "confirming"
    assert len(board.keys("Enter").idle().get("moves")) == 1


# ---- planned moves


def test_a_planned_move_is_shown_and_played_when_the_turn_comes(hands: OpenHands) -> None:
    board = hands({"b": "c3 c4 c5 a1", "w": "i9 h9", "turn": "white", "waiting": "1"}).click("c3", "c5", "d6")
    assert (board.get("state"), board.get("moves")) == ("premove", [])
    assert board.page.locator(".premove-origin").count() == 3
    assert "Planned: c3, c4 and c5 up right." in board.page.inner_text("#status")
    board.page.evaluate("bench.answer('i9i8')")
    board.idle()
    assert {"d4", "d5", "d6"} <= set(board.get("black"))
    assert board.page.locator(".premove-origin").count() == 0


def test_a_planned_move_that_became_illegal_is_dropped_with_its_reason(hands: OpenHands) -> None:
    board = hands({"b": "e4 e5", "w": "e7 e8", "turn": "white", "waiting": "1"}).click("e4", "e5", "e6")
    assert board.get("state") == "premove"
    board.page.evaluate("bench.answer('e8e6')")
    refusal = board.get("refusal")
    assert (refusal["reason"], refusal["dropped"], len(board.get("moves"))) == ("pac", True, 1)


def test_a_planned_move_can_be_cancelled(hands: OpenHands) -> None:
    board = hands({"b": "e4 e5", "w": "e7 e8", "turn": "white", "waiting": "1"}).click("e4", "e5", "e6")
    board.page.focus('[role="gridcell"][tabindex="0"]')
    board.keys("Escape")
    assert (board.get("state"), board.page.locator(".premove-origin").count()) == ("waiting", 0)


# ---- random games, each move by another input method


def test_random_games_by_hand_are_those_of_the_core(hands: OpenHands) -> None:
    board = hands({"motion": "off"})
    board.page.evaluate("bench.start()")
    seed = 5
    for ply in range(36):
        legal = board.get("legal")
        seed = (seed * 1103515245 + 12345) % 2**31
        move = legal[seed % len(legal)]
        kind = Kind(" ".join(move["cells"]), "", move["direction"], move["target"], "", "")
        expected = board.page.evaluate("number => bench.after(number)", move["number"])
        (by_click, by_drag, by_rose, by_keys)[ply % 4](board, kind)
        board.idle()
        assert board.get("position") == expected, (ply, kind)
