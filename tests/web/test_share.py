"""The end of a game as a scene, and games shared as links, pictures and animations, which are opened again."""

from __future__ import annotations

from base64 import b64decode
from io import BytesIO
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from PIL import Image
from playwright.sync_api import Page, expect

from sumito import BLACK, WHITE, Board, parse_cell
from sumito.notation.link import format_link, parse_link
from sumito.notation.records import Record
from web.complaints import Complaints
from web.conftest import OpenPage

# Black has ejected five marbles and has the sixth in front; White to move has nothing to eject.
START = "5/6/7/8/s4SSSs/8/SS4s/S5/5 5 0 w 0 1"
MOVES = ("e1f2", "e6e7")
GAME = {
    "id": "aaaaaaaa",
    "kind": "engine",
    "side": "black",
    "level": "hazelnut",
    "hints": True,
    "takebacks": True,
    "players": {"black": "", "white": ""},
    "control": {"kind": "untimed"},
    "start": START,
    "rules": {},
    "layout": "standard",
    "outcome": None,
    "created": 1,
    "changed": 1,
}
SETTINGS = "localStorage.setItem('sumito.settings', JSON.stringify({motion: 'off'}))"
SMALL_PHONE: dict[str, Any] = {"viewport": {"width": 375, "height": 553}, "has_touch": True, "is_mobile": True}


def record() -> Record:
    found = Record(Board.from_position(START))
    for move in MOVES:
        found.add_move(move)
    found.headers["Termination"] = "ejection"
    return found


def nearly_won(page: Page, **terms: object) -> Page:
    """Open a game in which Black can win with the next move."""
    first = record().moves()[0].number
    page.goto("settings/?test")
    page.evaluate(SETTINGS)
    page.evaluate(
        "async (game) => (await (await import('../shell/store.js')).openStore()).saveGame(game)",
        {**GAME, "moves": [first], **terms},
    )
    page.goto(f"{'local' if terms.get('kind') == 'local' else 'play'}/?test#game=aaaaaaaa")
    page.wait_for_selector(".table")
    return page


def win(page: Page) -> None:
    page.locator('[role="gridcell"][tabindex="0"]').focus()
    page.evaluate(
        "() => { const box = document.querySelector('.move-box input'); box.value = 'e6e7'; box.form.requestSubmit(); }"
    )
    page.wait_for_selector(".scene")


def test_a_victory_is_a_scene(open_page: OpenPage) -> None:
    page = nearly_won(open_page(**SMALL_PHONE))
    win(page)
    scene = page.locator(".scene")
    expect(scene.locator("h2")).to_have_text("You won!")
    expect(scene.locator(".scene-facts")).to_contain_text("2 moves")
    expect(scene.get_by_role("img")).to_have_attribute("aria-label", "Ejected by Black: 6, by White: 0.")
    assert page.evaluate("document.activeElement === document.querySelector('.scene')")
    # Everything is within the board, which is within the window.
    outside = page.evaluate(
        """() => {
          const board = document.querySelector('.board').getBoundingClientRect();
          return [...document.querySelectorAll('.scene :is(h2, button, a, svg.scene-graph)')].filter((each) => {
            const box = each.getBoundingClientRect();
            return box.top < board.top - 1 || box.bottom > Math.min(board.bottom, innerHeight) + 1
              || box.left < board.left - 1 || box.right > board.right + 1;
          }).map((each) => each.outerHTML);
        }"""
    )
    assert outside == []
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.keyboard.press("Escape")
    expect(scene).to_have_count(0)
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    expect(page.locator(".end h2")).to_have_text("You won!")


# Play the last move, stop its marbles shortly before the end, and return how far one is from its place in the tray.
ROLL = """async () => {
  const box = document.querySelector('.move-box input');
  box.value = 'e6e7';
  box.form.requestSubmit();
  const marbles = [...document.querySelectorAll('.board .marble.white')];
  const rolling = () => marbles.flatMap((each) => each.getAnimations());
  while (!rolling().length) await new Promise(requestAnimationFrame);
  for (const each of rolling()) {
    each.pause();
    each.currentTime = each.effect.getComputedTiming().endTime - 0.01;
  }
  const slot = [...document.querySelectorAll('.player-bar.black .tray i')].at(-1);
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const [x, y] = middle(slot.getBoundingClientRect());
  const away = marbles.map((each) => {
    const at = middle(each.getBoundingClientRect());
    return Math.hypot(at[0] - x, at[1] - y);
  });
  const before = slot.className;
  for (const each of rolling()) each.finish();
  return [Math.min(...away), before];
}"""


def test_an_ejected_marble_rolls_into_its_place_in_the_tray(page: Page) -> None:
    nearly_won(page, kind="local")
    page.evaluate("async () => (await import('../shell/settings.js')).settings.set('motion', 'normal')")
    away, before = page.evaluate(ROLL)
    assert away < 2
    assert before == "slot"  # the tray has the marble once it has arrived
    expect(page.locator(".player-bar.black .tray i").last).to_have_class("dot white")


def test_the_next_level_is_one_press_away(page: Page) -> None:
    win(nearly_won(page))
    page.locator(".scene").get_by_role("button", name="Level 4?").click()
    expect(page.locator(".player-bar", has_text="Walnut")).to_have_count(1)
    expect(page.locator(".scene")).to_have_count(0)
    kept = "async () => (await (await import('../shell/store.js')).openStore()).progress('new_game.engine')"
    assert page.evaluate(kept)["level"] == "walnut"  # the button on the home page begins there too


def test_two_players_keep_their_rematch_after_the_scene(page: Page) -> None:
    win(nearly_won(page, kind="local", players={"black": "Ada", "white": "Emmy"}))
    again = page.get_by_role("button", name="Play again")
    expect(page.locator(".scene").get_by_role("button", name="Play again")).to_have_count(1)
    page.get_by_role("button", name="See the final position").click()
    expect(page.locator(".end").get_by_role("button", name="Play again")).to_have_count(1)
    again.click()
    expect(page.locator(".ply")).to_have_count(0)


def test_a_finished_game_that_is_opened_again_has_no_scene(page: Page) -> None:
    win(nearly_won(page))
    page.evaluate("__sumito.saved")
    page.reload()
    expect(page.locator(".end h2")).to_have_text("You won!")
    assert page.locator(".scene").count() == 0


@pytest.fixture
def shared(page: Page) -> Page:
    win(nearly_won(page))
    page.locator(".scene").get_by_role("button", name="Share").click()
    page.wait_for_selector('.share-picture[src^="data:"]')
    return page


def centre(picture: Image.Image, board: dict[str, dict[str, float]], cell: str) -> float:
    """Return the brightness at a cell, from its place in the board of the page."""
    at = board[cell]
    pixel = picture.convert("L").getpixel((round(at["x"] * picture.width), round(at["y"] * picture.height)))
    assert isinstance(pixel, (int, float))
    return pixel


def places_in_picture(page: Page, *cells: str) -> dict[str, dict[str, float]]:
    """Return the places of cells in the picture: as on the board, which has a margin in the picture."""
    places: dict[str, dict[str, float]] = page.evaluate(
        """(cells) => {
          const box = document.querySelector('main .board').getBoundingClientRect();
          const margin = box.width * 0.02;
          return Object.fromEntries(cells.map((cell) => {
            const at = __sumito.at(cell);
            return [cell, {
              x: (at.x - box.left + margin) / (box.width + 2 * margin),
              y: (at.y - box.top + margin) / (box.height + 2 * margin),
            }];
          }));
        }""",
        cells,
    )
    return places


def shown_picture(page: Page) -> Image.Image:
    source = page.get_attribute(".share-picture", "src")
    assert source
    return Image.open(BytesIO(b64decode(source.partition(",")[2])))


def test_link_picture_and_animation_hold_the_game(shared: Page) -> None:
    page = shared
    link = page.input_value(".share-link input")
    assert parse_link(link) == record()

    places = places_in_picture(page, "e7", "e8", "e9", "e6", "c1", "f2", "c7", "a3")
    picture = shown_picture(page)
    assert (picture.format, picture.width) == ("PNG", 900)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as animation").click()
    animation = Image.open(BytesIO(saving.value.path().read_bytes()))
    assert saving.value.suggested_filename == "abalone-game.png"
    assert (getattr(animation, "n_frames", 0), animation.width) == (3, 400)
    frames, times = [], []
    for number in range(3):
        animation.seek(number)
        animation.load()
        frames.append(animation.convert("RGB"))
        times.append(animation.info["duration"])
    assert times == [700, 700, 3000]

    board = Board.from_position(START)
    expected = [board.copy()]
    for move in record().moves():
        board.play(move)
        expected.append(board.copy())
    for shown, position in [*zip(frames, expected, strict=True), (picture, board)]:
        for cell in places:
            light = centre(shown, places, cell)
            assert (light < 70) is (parse_cell(cell) in position.marbles(BLACK)), (cell, light)
            assert (light > 190) is (parse_cell(cell) in position.marbles(WHITE)), (cell, light)

    with page.expect_download() as saving:
        page.get_by_role("button", name="Save the picture").click()
    assert Image.open(BytesIO(saving.value.path().read_bytes())).size == picture.size


def test_a_link_opens_its_game(page: Page) -> None:
    page.goto(f"analysis/?test#g={format_link(record())}")
    page.wait_for_selector("body[data-ready]")
    expect(page.locator(".moves-card")).to_contain_text("e6e7")
    page.get_by_role("button", name="Share or save").click()
    page.get_by_role("button", name="Pictures and short link").click()
    page.wait_for_selector('.share-picture[src^="data:"]')
    assert parse_link(page.input_value(".share-link input")) == record()


def test_a_variation_is_shared_as_it_is_seen(page: Page) -> None:
    page.goto(f"analysis/?test#g={format_link(record())}&ply=1")
    page.wait_for_selector("body[data-ready]")
    page.locator(".move-box input").fill("e8f8")
    page.keyboard.press("Enter")
    page.wait_for_function("() => __sumito.moves.length === 2 && !__sumito.busy")
    page.locator("[data-does=turn]").click()
    page.get_by_role("button", name="Share or save").click()
    page.get_by_role("button", name="Pictures and short link").click()
    page.wait_for_selector('.share-picture[src^="data:"]')
    board = Board.from_position(START)
    moves = [board.play(text) for text in ("e1f2", "e8f8")]
    assert list(parse_link(page.input_value(".share-link input")).moves()) == moves
    picture, places = shown_picture(page), places_in_picture(page, "f8", "e8", "e9", "c1")
    assert [centre(picture, places, cell) < 70 for cell in places] == [True, False, False, True]


@pytest.mark.parametrize(
    ("link", "words"), [("1AAAA", "This link is incomplete"), ("3AAAA", "needs a newer version of sumito")]
)
def test_bad_links_are_explained(page: Page, complaints: Complaints, link: str, words: str) -> None:
    page.goto(f"analysis/?test#g={link}")
    page.wait_for_selector("body[data-ready]")
    expect(page.locator(".strip")).to_contain_text(words)
