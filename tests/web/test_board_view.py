"""Test the display of the board: refusals, marks, focus, accessibility tree, looks, rotations, drawings."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from operator import mul
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from web.hands import Hands

OpenHands = Callable[..., Hands]
pytestmark = pytest.mark.timeout(180)  # browsers are slow on a shared machine
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DARK = {"color_scheme": "dark"}
PAC = {"b": "e4 e5", "w": "e6 e7"}
# Record the duration of each animation, and whether it is a move.
WATCH = """() => {
  const play = Element.prototype.animate;
  window.made = [];
  Element.prototype.animate = function (frames, options) {
    made.push([options.duration, options.fill === 'both']);
    return play.call(this, frames, options);
  };
}"""


@pytest.fixture
def hands(open_page: Callable[..., Page]) -> OpenHands:
    """Open a board: `asked` is the state in its address, the rest are options of the context."""

    def open_it(asked: dict[str, object] | None = None, **options: Any) -> Hands:  # noqa: ANN401 - Playwright's own
        return Hands(open_page(**options), **(asked or {}))

    return open_it


# ---- refusals

REFUSALS = [  # black, white, clicks or keys, reason or problem, marked cells, words, selection afterwards
    ("e4 e5", "e6 e7", "e4 e5 e6", "pac", "e6 e7", "Pac: 2 of your marbles", "e4 e5"),
    ("e3 e4 e5", "e6 e7 e8", "e3 e5 e6", "pac", "e6 e7 e8", "three in line cannot be pushed", "e3 e4 e5"),
    ("e3 e4", "e5 e6 e7", "e3 e4 e5", "outnumbered", "e5 e6 e7", "cannot push 3", "e3 e4"),
    ("e3 e4 e5 e8", "e6 e7", "e3 e5 e6", "no_room_behind", "e8", "No room", "e3 e4 e5"),
    ("e2 e3 e4", "e5 e6", "e3 e4 e5", "too_few", None, "is not enough", "e3 e4"),
    ("c3 c4 c5", "d5 d6", "c3 c5 d6", "broadside_blocked", "d5 d6", "never pushes", "c3 c4 c5"),
    ("c3 c4 c5 d6", "i9", "c3 c5 +e", "broadside_blocked", "d6", "your own marble", "c3 c4 c5"),
    ("e1 e2 e3", "e5", "e1 e2 +d", "own_marble_ahead", "e3", "in the way", "e1 e2"),
    ("a1 a2", "i9", "a1 a2 +a", "off_board", "a1", "would leave the board", "a1 a2"),
    ("a1 a2", "i9", "a1 a2 +x", "off_board", "a1 a2", "would leave the board", "a1 a2"),
    ("a4 b4 c4 d4", "i9", "a4 c4 d4", "too_many", None, "no more than three", "d4"),
    ("a4 b4 c4 d4", "i9", "a4 e4", "too_many", None, "no more than three", "a4"),
    ("e5", "i9", "i9", "not_yours", "i9", "is White's", ""),
    ("e2 e3 e4", "e6", "e2 e4 e6", "gap", "e5", "A gap", "e2 e3 e4"),
    ("c4 d4", "f5", "c4 d4 f5", "not_in_line", "f5", "not in line", "c4 d4"),
]


def test_every_refusal_says_why_shows_where_and_keeps_the_selection(hands: OpenHands) -> None:
    board = hands({"motion": "off"})
    for black, white, does, reason, marked, words, line in REFUSALS:
        board.load(black, white)
        for each in does.split():
            if each.startswith("+"):
                board.page.focus('[role="gridcell"][tabindex="0"]')
                board.keys(each[1:])
            else:
                board.click(each)
        refusal = board.get("refusal")
        assert refusal, does
        assert reason in (refusal["reason"], refusal["problem"]), does
        assert words in board.page.inner_text("#status"), does
        assert board.get("line") == line.split(), does
        assert board.get("moves") == []
        assert board.page.locator(".culprit").count() == len(refusal["cells"]) > 0, does
        if marked is not None:
            assert sorted(refusal["cells"]) == marked.split(), does
        assert board.page.locator(".weight").count() == (2 if reason in ("pac", "outnumbered") else 0), does
        board.page.mouse.click(2, 2)
        assert board.page.locator(".culprit").count() == 0, "the next action clears it"


def test_a_typed_move_that_is_refused_or_no_move_says_so(hands: OpenHands) -> None:
    board = hands()
    for text, words in (("a1a1zz", "That is not a move"), ("e5e6", "There is no marble")):
        board.page.fill(".move-box input", text)
        board.keys("Enter")
        assert words in board.page.inner_text("#status")
        assert (board.page.get_attribute(".move-box input", "aria-invalid") == "true") is (text == "a1a1zz")
        assert board.get("moves") == []
    board.keys("Escape")
    assert board.page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"


def test_a_finished_game_says_so(hands: OpenHands) -> None:
    board = hands()
    board.page.evaluate("bench.resign()")
    board.click("c3")
    assert (board.get("state"), board.get("refusal")["reason"]) == ("over", "game_over")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_refused_marbles_shake_unless_motion_is_unwanted(hands: OpenHands, motion: str) -> None:
    board = hands(PAC, reduced_motion=motion)
    board.page.evaluate(WATCH)
    board.click("e4", "e5", "e6")
    assert ([220, False] in board.page.evaluate("made")) is (motion == "no-preference")


# ---- motion and marks


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_marbles_move_unless_motion_is_unwanted(hands: OpenHands, motion: str) -> None:
    board = hands({"b": "e7 e8 a1", "w": "e9 i9"}, reduced_motion=motion)
    board.page.evaluate(WATCH)
    board.click("e7", "e9").idle()
    times = [duration for duration, is_move in board.page.evaluate("made") if is_move]
    assert len(times) == 6, "three marbles and their shadows"
    # An ejected marble takes longer. The others continue from the preview under the mouse.
    assert max(times) == pytest.approx(0 if motion == "reduce" else 190 * 2.1)
    assert (min(times) > 150) is (motion == "no-preference")
    assert board.page.locator(".marble").count() == 4


def test_the_last_move_is_marked(hands: OpenHands) -> None:
    board = hands().click("c3", "c5", "d6").idle()
    assert (board.page.locator(".origin").count(), board.page.locator(".arrived").count()) == (3, 3)
    assert board.page.locator(".chevron:visible").count() == 3


def test_marks_appear_when_marbles_land(hands: OpenHands) -> None:
    board = hands()
    board.page.evaluate(
        """() => {
          window.seen = [];
          const host = document.querySelector('.board-view');
          const note = () => seen.push([
            host.classList.contains('moving'),
            getComputedStyle(host.querySelector('.marks-last')).visibility,
            getComputedStyle(host.querySelector('.marks-chevrons')).visibility,
          ]);
          new MutationObserver(note).observe(host, { attributeFilter: ['class'] });
        }"""
    )
    board.click("c3", "c5", "d6").idle()
    assert [True, "hidden", "hidden"] in board.page.evaluate("seen")
    assert board.page.evaluate("seen.at(-1)") == [False, "visible", "visible"]


def test_taking_back_brings_an_ejected_marble_back(hands: OpenHands) -> None:
    board = hands({"b": "e7 e8 a1", "w": "e9 i9"}).click("e7", "e9").idle()
    assert board.get("shown")["white"] == ["i9"]
    board.page.focus('[role="gridcell"][tabindex="0"]')
    board.keys("u")
    board.page.wait_for_function("() => !bench.busy && bench.shown.white.length === 2")
    assert board.get("shown") == {"black": ["a1", "e7", "e8"], "white": ["e9", "i9"]}


def test_targets_have_arrows_and_a_push_has_its_odds(hands: OpenHands) -> None:
    board = hands({"b": "e3 e4 e5 a1", "w": "e6 e7 i9"}).click("e3", "e5")
    assert board.page.locator(".target").count() == 6
    assert board.page.locator(".target.push").count() == 1
    assert board.page.locator(".target.push text").text_content() == "3 : 2"
    plain, push = (
        board.page.locator(f".target{which} .disc").first.bounding_box() for which in (":not(.push)", ".push")
    )
    assert plain
    assert push
    assert push["width"] > plain["width"], "not by color alone"
    assert hands({"noarrows": "1"}).click("c3", "c5").page.locator(".target").count() == 0


def test_outlines_and_arrows_are_drawn_and_stay_when_the_board_is_turned(hands: OpenHands) -> None:
    board = hands()
    board.page.evaluate("bench.view.outline([{cells: [0, 1, 6], className: 'shield'}])")
    board.page.evaluate(
        "bench.view.arrows([{from: [13, 14, 15], direction: 1, className: 'best'}, {from: [0], direction: 1}])"
    )
    before = board.page.locator(".outline.shield").get_attribute("d")
    assert before
    assert before.count("M") == 12
    assert (board.page.locator(".arrow").count(), board.page.locator(".bar").count()) == (2, 1)
    board.page.evaluate("bench.view.rotate(2)")
    assert board.page.locator(".outline.shield").get_attribute("d") not in (None, before)


# ---- keyboard


def test_the_keyboard_alone_plays_and_the_focus_is_seen_above_the_marbles(hands: OpenHands) -> None:
    board = hands().keys("Tab")
    assert board.page.evaluate("document.activeElement.dataset.name") == "e5"
    board.keys("z", "z")
    ring = board.page.locator(".focus-ring").bounding_box()
    assert ring
    x, y = board.at("c3")
    assert abs(ring["x"] + ring["width"] / 2 - x) < 2
    assert abs(ring["y"] + ring["height"] / 2 - y) < 2
    above = "document.querySelector('.marbles').compareDocumentPosition(document.querySelector('.focus-ring'))"
    assert board.page.evaluate(above) & 4
    board.keys("Space", "Shift+d", "Shift+d", "e").idle()
    assert {"d4", "d5", "d6"} <= set(board.get("black"))
    board.keys("ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp")
    assert board.page.evaluate("document.activeElement.dataset.name")[0] == "g"
    board.keys("Space", "Numpad1").idle()
    assert len(board.get("moves")) == 2


def test_a_mouse_draws_no_focus_ring(hands: OpenHands) -> None:
    assert hands().click("c3").page.locator(".focus-ring").count() == 0


def test_keys_that_say_and_ask(hands: OpenHands) -> None:
    board = hands().walk("c3")
    board.keys("o")
    assert board.page.inner_text("#status") == "c3, Black"
    board.keys("m")
    assert board.page.inner_text("#status") == "Select marbles first."
    board.keys("Space", "m")
    assert board.page.inner_text("#status") == "c3 can go up right, up left or left."
    board.keys("l", "t", "c")
    assert board.get("reports") == ["last", "clocks", "score"]
    board.keys("Escape")
    assert board.get("line") == []
    board.keys("Home")
    assert board.page.evaluate("document.activeElement.dataset.name") == "c1"
    board.keys("End", "f")
    assert board.page.evaluate("document.activeElement.dataset.name") == "c7"
    assert board.get("view.rotation") == 6


def test_only_the_cursor_goes_on_while_a_key_is_held(hands: OpenHands) -> None:
    board = hands({"confirm": "always"}).walk("c3")

    def hold(key: str) -> None:
        for _ in range(4):  # repeats from the second on
            board.page.keyboard.down(key)
        board.page.keyboard.up(key)

    hold("Space")
    assert board.get("line") == ["c3"]
    hold("e")
    assert (board.get("state"), board.get("moves")) == ("confirming", [])
    hold("Enter")
    assert len(board.idle().get("moves")) == 1
    hold("f")
    assert board.get("view.rotation") == 6
    board.keys("f")
    board.walk("e1")
    hold("d")
    assert board.page.evaluate("document.activeElement.dataset.name") == "e5"


def test_keys_follow_the_screen_on_a_turned_board(hands: OpenHands) -> None:
    board = hands({"turned": "6"}).keys("Tab", "d")
    assert board.page.evaluate("document.activeElement.dataset.name") == "e4"
    board = hands({"turned": "3"}).keys("Tab", "Numpad8")
    assert board.page.evaluate("document.activeElement.dataset.name") == "e4", "what was left is above"
    board.click("a4", "c4")
    assert board.page.get_attribute('.rose [data-direction="3"]', "aria-label") == "up: not possible, find out why"


# ---- screen readers


def test_the_tree_has_61_cells_with_their_words(hands: OpenHands) -> None:
    board = hands().click("c3")
    tree = board.page.locator(".board-grid").aria_snapshot()
    assert (tree.count("gridcell"), tree.count("- row")) == (61, 9)
    for words in ('grid "Abalone board"', '"c3, Black, selected" [selected]', '"d3, empty, target"', '"i5, White"'):
        assert words in tree, words
    assert board.page.locator('[role="gridcell"][tabindex="0"]').count() == 1


def test_the_words_change_with_the_language(hands: OpenHands) -> None:
    board = hands({"lang": "pl"})
    label = board.page.locator('[data-name="e5"]')
    assert label.get_attribute("aria-label") == "e5, puste"
    board.page.evaluate("import('../shell/i18n.js').then(({loadLanguage}) => loadLanguage('hu'))")
    assert label.get_attribute("aria-label") == "e5, üres"


@pytest.mark.parametrize(
    ("asked", "options"),
    [
        ({}, {}),
        ({}, {"color_scheme": "dark"}),
        ({"lang": "he"}, {}),
        ({**PAC, "board": "contrast"}, {"color_scheme": "dark"}),
    ],
    ids=["light", "dark", "Hebrew", "contrast, refused"],
)
def test_axe_finds_nothing(hands: OpenHands, asked: dict[str, object], options: dict[str, Any]) -> None:
    board = hands(asked, **options).click("c4", "e4", "e5", "e6")
    found = Axe().run(board.page).response["violations"]
    assert [(each["id"], [node["html"][:90] for node in each["nodes"]][:3]) for each in found] == []


@pytest.mark.parametrize("width", [360, 390, 412])
def test_fingers_find_what_they_touch(hands: OpenHands, width: int) -> None:
    board = hands({}, **{**PHONE, "viewport": {"width": width, "height": 800}})
    pitch = board.at("e5")[0] - board.at("e4")[0]
    assert pitch >= 38
    small = board.page.evaluate(
        "() => [...document.querySelectorAll('button, input')].filter(e => e.offsetParent)"
        ".map(e => e.getBoundingClientRect()).filter(r => r.width < 44 || r.height < 44).length"
    )
    assert small == 0
    assert board.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# ---- looks


def test_the_board_is_never_mirrored(hands: OpenHands) -> None:
    board = hands({"lang": "he", **PAC})
    assert board.page.evaluate("document.documentElement.dir") == "rtl"
    assert board.at("e1")[0] < board.at("e9")[0]
    assert board.at("a1")[1] > board.at("i5")[1]
    east, west = (board.page.locator(f'.rose [data-direction="{d}"]').bounding_box() for d in (0, 3))
    assert east
    assert west
    assert east["x"] > west["x"]


@pytest.mark.parametrize("turn", range(12))
def test_a_turned_board_is_played_where_it_is_seen(hands: OpenHands, turn: int) -> None:
    board = hands({"turned": turn, "motion": "off"}).click("a4", "c4", "d4").idle()
    assert "d4" in board.get("black")
    marble = board.page.evaluate(
        "[...document.querySelectorAll('.marble.black')].map(e => e.getBoundingClientRect().toJSON())"
    )
    x, y = board.at("d4")
    assert any(abs(m["left"] + m["width"] / 2 - x) < 3 and abs(m["top"] + m["height"] / 2 - y) < 3 for m in marble)


WEIGHTS = (0.2126, 0.7152, 0.0722)  # of red, green and blue in the luminance


def linear(value: float) -> float:
    """Return the linear part of red, green or blue."""
    part = value / 255
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


# Return the colors of discs [x, y, radius] (px) on the rendered page: the median of each channel, to ignore highlights.
MIDDLES = """async ([picture, discs]) => {
  const bitmap = await createImageBitmap(await (await fetch(picture)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0);
  return discs.map(([x, y, r]) => {
    const { data } = context.getImageData(x - r, y - r, 2 * r, 2 * r);
    const far = i => Math.hypot((i % (2 * r)) - r, Math.floor(i / (2 * r)) - r);
    const inside = [...Array(4 * r * r).keys()].filter(i => far(i) <= r);
    return [0, 1, 2].map(c => inside.map(i => data[4 * i + c]).sort((a, b) => a - b)[inside.length >> 1]);
  });
}"""


# How people see the linear parts of red, green and blue without one kind of cones (Machado, Oliveira, Fernandes 2009).
SIGHTS = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def brightness(color: list[int], sight: tuple[tuple[float, ...], ...]) -> float:
    """Return the relative luminance of a colour as somebody sees it, for a contrast ratio."""
    parts = [linear(part) for part in color]
    seen = (min(1, max(0, sum(map(mul, row, parts)))) for row in sight)
    return sum((weight * part for weight, part in zip(WEIGHTS, seen, strict=True)), 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_marbles_stand_out_from_the_board_and_from_each_other(hands: OpenHands, scheme: str) -> None:
    board = hands(
        {"b": "e4 d4", "w": "e6 f6", "bare": "1"}, color_scheme=scheme, viewport={"width": 600, "height": 600}
    )
    pictures: list[bytes] = []
    seen: dict[str, list[float]] = {}
    board.page.route("**/picture.png", lambda route: route.fulfill(body=pictures[-1], content_type="image/png"))
    radius = round((board.at("e5")[0] - board.at("e4")[0]) * 0.42)
    # Two marbles, and the surface of the board between three empty wells.
    places = [(*board.at("e4"), radius), (*board.at("e6"), radius), (*board.at("c5", 0.5, -0.2887), 2)]
    discs = [list(map(round, place)) for place in places]
    choices = board.page.evaluate(
        "import('/shell/settings.js').then(({ CHOICES }) => [CHOICES.board, CHOICES.marbles])"
    )
    assert [len(each) for each in choices] == [5, 5]
    for wood, marbles in product(*choices):
        for look in (("board", wood), ("marbles", marbles)):
            board.page.evaluate("async look => (await import('/shell/settings.js')).settings.set(...look)", list(look))
        pictures.append(board.page.screenshot())
        colors = board.page.evaluate(MIDDLES, ["picture.png", discs])
        for name, sight in SIGHTS.items():
            black, white, face = (brightness(each, sight) for each in colors)
            ratios = [round(each, 2) for each in (white / black, white / face, face / black)]
            seen[f"{wood}, {marbles}, {name}"] = ratios
    # Marbles have an edge and a shadow too, so without a kind of cones a little less contrast with the board will do.
    least = {look: 3 if look.endswith("all cones") else 2.4 for look in seen}
    assert {look: ratios for look, ratios in seen.items() if ratios[0] < 4.5 or min(ratios[1:]) < least[look]} == {}


def test_forced_colors_keep_the_board(hands: OpenHands) -> None:
    board = hands(PAC, forced_colors="active")
    assert board.page.evaluate("getComputedStyle(bench.view.host).forcedColorAdjust") == "none"


# ---- drawings


def test_the_right_button_draws_and_the_same_again_wipes(hands: OpenHands) -> None:
    board = hands()

    def draw(first: str, second: str, held: str = "") -> None:
        if held:
            board.page.keyboard.down(held)
        board.page.mouse.move(*board.at(first))
        board.page.mouse.down(button="right")
        board.page.mouse.move(*board.at(second), steps=3)
        board.page.mouse.up(button="right")
        if held:
            board.page.keyboard.up(held)

    draw("c3", "e5")
    draw("e4", "e4", "Shift")
    assert [shape["color"] for shape in board.get("drawing.shapes")] == [0, 1]
    assert (board.page.locator(".marks-drawn .arrow.draw0").count(), board.page.locator(".circle.draw1").count()) == (
        1,
        1,
    )
    assert (board.get("line"), board.get("moves")) == ([], [])
    draw("c3", "e5")
    assert len(board.get("drawing.shapes")) == 1
    board.click("e2")
    assert board.get("drawing.shapes") == []


def test_the_pen_draws_with_a_finger_and_moves_nothing(hands: OpenHands) -> None:
    board = hands(**PHONE)
    board.page.click(".pen")
    board.page.locator('.pen[aria-pressed="true"]').wait_for()
    board.touch_stroke(board.at("c3"), board.at("d4"), board.at("e5"))
    assert (len(board.get("drawing.shapes")), board.get("moves"), board.get("line")) == (1, [], [])
    board.page.click(".pen")
    board.page.locator('.pen[aria-pressed="false"]').wait_for()
    assert board.tap("c3").get("line") == ["c3"]


def test_another_width_makes_the_board_slim_and_keeps_what_is_on_it(hands: OpenHands) -> None:
    board = hands().click("c3", "c5")
    board.page.set_viewport_size({"width": 400, "height": 800})
    board.page.wait_for_function("() => bench.view.host.classList.contains('slim')")
    assert board.page.locator(".marble.selected").count() == 3
    assert not board.page.locator(".coordinates").is_visible()
    assert board.click("d6").idle().get("moves") != []


def test_the_board_has_few_elements(hands: OpenHands) -> None:
    board = hands({"bare": "1"})
    assert board.page.evaluate("bench.view.host.querySelectorAll('*').length") < 900


def test_a_board_can_be_embedded_without_settings_and_words(hands: OpenHands) -> None:
    board = hands({})
    seen = board.page.evaluate(
        """async () => {
            const [{ BoardView }, { fixedConfig }] = await Promise.all([
                import('/board/board.js'), import('/board/config.js')]);
            const host = document.createElement('div');
            document.body.append(host);
            const config = fixedConfig({ board: 'slate', coordinates: false }, (message) => `<${message}>`);
            const view = new BoardView(host, config, { rotation: 6 });
            view.setPosition({ black: [0, 1], white: [60] });
            await new Promise((resolve) => requestAnimationFrame(resolve));
            const { board, coordinates } = host.dataset;
            const label = (cell) => host.querySelector(`[data-cell="${cell}"]`).getAttribute('aria-label');
            return [board, coordinates, view.rotation, host.querySelectorAll('.marble').length, label(0), label(30)];
        }"""
    )
    assert seen == ["slate", "false", 6, 3, "<board.cell.marble>", "<board.cell.empty>"]
