"""Compare the main states of the app with stored pictures.

They are in `pictures/`. After a deliberate change of looks, `SUMITO_DRAW_PICTURES=1 pytest tests/web/test_pictures.py`
draws them again. Look at the changes before you commit them. Letters are empty and of one width, so that the fonts of a
machine do not matter. Words are tested elsewhere.
"""

from __future__ import annotations

import os
import struct
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page

from conftest import REPOSITORY
from sumito import Board
from sumito.learn.puzzles import puzzles
from sumito.notation.records import Record, format_record
from web.blank_font import blank_font
from web.conftest import OpenPage

PICTURES = Path(__file__).with_name("pictures")
FOUND = REPOSITORY / "build/pictures"
DRAW = os.environ.get("SUMITO_DRAW_PICTURES") == "1"
TOLERANCE = 0.002  # share of the pixels
STEP = 15  # of 255: colours are rounded to this in the stored pictures
CHANNEL = 24  # of 255: edges are smoothed a little differently by each version of a browser
SMALL = {"width": 800, "height": 560}
WIDE = {"width": 1100, "height": 660}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
PAC = "5/6/7/8/2SSss3/8/7/6/5"

BLANK = f"""(() => {{
  const font = Uint8Array.from(atob('{b64encode(blank_font()).decode()}'), (letter) => letter.charCodeAt(0));
  document.fonts.add(new FontFace('Blank', font));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after {{ font-family: Blank !important; font-synthesis: none !important }}');
  document.adoptedStyleSheets = [sheet];
}})()"""

# Round the colours of a picture. The difference is not visible.
IN_STEPS = """async ([data, step]) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  let text = '';
  context.getImageData(0, 0, image.width, image.height).data.forEach((value, i) => {
    if (i % 4 < 3) text += String.fromCharCode(Math.min(255, Math.round(value / step) * step));
  });
  return { width: image.width, height: image.height, colors: btoa(text) };
}"""

COMPARE = """async ([found, wanted, channel]) => {
  const open = async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  };
  const [a, b] = [await open(found), await open(wanted)];
  if (a.width !== b.width || a.height !== b.height) return { sizes: [a.width, a.height, b.width, b.height] };
  let different = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    const far = [0, 1, 2].some((k) => Math.abs(a.data[i + k] - b.data[i + k]) > channel);
    if (far) different++;
    for (let k = 0; k < 3; k++) a.data[i + k] = far ? [255, 0, 80][k] : 160 + 0.35 * a.data[i + k];
  }
  const canvas = new OffscreenCanvas(a.width, a.height);
  canvas.getContext('2d').putImageData(a, 0, 0);
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { part: different / (a.width * a.height), picture: btoa(text) };
}"""


def small_png(width: int, height: int, colors: str) -> bytes:
    """Return a small PNG file: unfiltered lines are best for rounded colours."""

    def chunk(tag: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + tag + content + struct.pack(">I", zlib.crc32(tag + content))

    pixels, line = b64decode(colors), 3 * width
    lines = b"".join(b"\0" + pixels[at : at + line] for at in range(0, len(pixels), line))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = (chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(lines, 9)), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def compare(page: Page, name: str, found: bytes) -> None:
    """Fail if a picture differs from the stored one. Write the picture and the difference to files."""
    kept = PICTURES / f"{name}.png"
    if DRAW:
        PICTURES.mkdir(exist_ok=True)
        kept.write_bytes(small_png(**page.evaluate(IN_STEPS, [b64encode(found).decode(), STEP])))
        return
    assert kept.is_file(), f"no picture {kept}: see the beginning of {Path(__file__).name}"
    sides = [b64encode(each).decode() for each in (found, kept.read_bytes())]
    answer = page.evaluate(COMPARE, [*sides, CHANNEL])
    if answer.get("part", 1) <= TOLERANCE:
        return
    FOUND.mkdir(parents=True, exist_ok=True)
    here, difference = FOUND / f"{name}.png", FOUND / f"{name}-difference.png"
    here.write_bytes(found)
    if "sizes" in answer:
        width, height, *other = answer["sizes"]
        pytest.fail(f"{name} is {width} x {height} pixels, not {other[0]} x {other[1]}: see {here} beside {kept}")
    difference.write_bytes(b64decode(answer["picture"]))
    pytest.fail(f"{name}: {answer['part']:.2%} of the pixels are others: see {here} beside {kept}, and {difference}")


@pytest.fixture
def open_still(open_page: OpenPage) -> Callable[..., Page]:
    """Open pages without animations and with the blank font."""

    def open_it(**options: Any) -> Page:  # noqa: ANN401 - Playwright's own
        page = open_page(**{"viewport": SMALL, "reduced_motion": "reduce", "color_scheme": "light", **options})
        page.add_init_script(BLANK)
        return page

    return open_it


def visit(page: Page, address: str) -> Page:
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    return page


def begin(page: Page, address: str = "local/?test") -> Page:
    visit(page, address).locator(".start .primary").click()
    page.wait_for_selector(".table")
    return page


def tap(page: Page, *cells: str) -> Page:
    for cell in cells:
        page.wait_for_function("() => !__sumito.busy")
        point = page.evaluate("cell => __sumito.at(cell)", cell)
        if page.evaluate("navigator.maxTouchPoints"):
            page.touchscreen.tap(point["x"], point["y"])
        else:
            page.mouse.click(point["x"], point["y"])
    page.wait_for_function("() => !__sumito.busy")
    page.mouse.move(1, 1)  # so that nothing is hovered
    return page


def drag(page: Page, start: str, end: str) -> Page:
    """Draw an arrow with the right button."""
    points = [page.evaluate("cell => __sumito.at(cell)", cell) for cell in (start, end)]
    page.mouse.move(points[0]["x"], points[0]["y"])
    page.mouse.down(button="right")
    page.mouse.move(points[1]["x"], points[1]["y"], steps=4)
    page.mouse.up(button="right")
    page.mouse.move(1, 1)
    return page


def shot(seen: Page | Locator) -> bytes:
    return seen.screenshot(animations="disabled", caret="hide", scale="css")


# ---- the states


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_home(open_still: Callable[..., Page], scheme: str) -> None:
    page = visit(open_still(viewport=WIDE, color_scheme=scheme), "")
    compare(page, f"home-{scheme}", shot(page))


def test_the_sheet_of_a_new_game(open_still: Callable[..., Page]) -> None:
    page = visit(open_still(), "play/?test")
    page.wait_for_selector(".sheet")
    compare(page, "sheet", shot(page))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_game_with_a_line_taken_up(open_still: Callable[..., Page], scheme: str) -> None:
    page = tap(begin(open_still(color_scheme=scheme)), "c3", "c5")
    compare(page, f"taken-up-{scheme}", shot(page))


@pytest.mark.parametrize("board", ["walnut", "contrast"])
def test_a_refusal_weighs_both_lines(open_still: Callable[..., Page], board: str) -> None:
    page = open_still()
    page.add_init_script(f"localStorage.setItem('sumito.settings', JSON.stringify({{board: '{board}'}}))")
    tap(visit(page, f"analysis/?test#pos={quote(PAC)}"), "e3", "e4", "e5")
    assert page.locator(".strip").inner_text()
    compare(page, f"refusal-{board}", shot(page.locator(".board").first))


def test_two_moves_on_a_phone_that_end_in_one_cell(open_still: Callable[..., Page]) -> None:
    page = tap(begin(open_still(**PHONE, color_scheme="dark")), "c3", "c4", "d4")
    assert page.locator(".table").get_attribute("data-input") == "choosing"
    compare(page, "choice", shot(page))


def test_the_rose_on_a_phone(open_still: Callable[..., Page]) -> None:
    page = tap(begin(open_still(**PHONE)), "c3", "c5")
    compare(page, "rose", shot(page))


def test_analysis_with_lines_drawn(open_still: Callable[..., Page]) -> None:
    page = visit(open_still(viewport=WIDE), "analysis/?test")
    tap(page, "a1", "b2", "c3", "d4")
    drag(page, "c3", "e5")
    drag(page, "h8", "h8")
    page.locator(".toolbar [aria-pressed]").first.click()
    page.wait_for_selector(".chip")
    compare(page, "drawn", shot(page))


def test_a_review(open_still: Callable[..., Page]) -> None:
    board = Board()
    for text in ("c3d3", "g5f4"):
        board.play(board.parse_move(text))
    page = open_still(viewport=WIDE)
    visit(page, f"review/?test#game={quote(format_record(Record.from_board(board)), safe='')}&ply=2")
    page.wait_for_function("() => __sumito.done", timeout=60_000)
    compare(page, "review", shot(page))


def test_a_puzzle(open_still: Callable[..., Page]) -> None:
    page = visit(open_still(viewport=WIDE), f"puzzles/?test#puzzle={puzzles()[0].id}")
    compare(page, "puzzle", shot(page))


def test_a_stage_of_the_course(open_still: Callable[..., Page]) -> None:
    page = visit(open_still(viewport=WIDE), "learn/?test#stage=hold")
    compare(page, "course", shot(page))


def test_a_figure_of_the_rules_that_was_played(open_still: Callable[..., Page]) -> None:
    figure = visit(open_still(), "rules/?test").locator("#figure-sumito21")
    figure.scroll_into_view_if_needed()
    figure.get_by_role("button").first.click()
    figure.page.wait_for_function("() => document.querySelector('#figure-sumito21').dataset.state === 'done'")
    figure.page.mouse.move(1, 1)
    compare(figure.page, "figure", shot(figure))


def test_a_game_in_hebrew_has_its_board_as_in_english(open_still: Callable[..., Page]) -> None:
    page = tap(begin(open_still(locale="he")), "c3", "c5")
    compare(page, "hebrew", shot(page))


def test_forced_colors(open_still: Callable[..., Page]) -> None:
    page = tap(begin(open_still(forced_colors="active")), "c3", "c5")
    compare(page, "forced-colors", shot(page))
