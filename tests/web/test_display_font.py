"""Test the font of the wordmark, the headings and the results."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, Route, expect

from conftest import REPOSITORY
from sumito.learn.catalogue import LANGUAGES
from sumito.server.files import SiteFiles
from web.blank_font import blank_font
from web.complaints import Complaints

FONTS = REPOSITORY / "src/sumito/web/fonts"
MOST = 12_000  # bytes of all files together
FACE = "() => 'face' in document.documentElement.dataset"
# Letters that the font does not have are as wide as those of the next font, which is tried in two sizes.
MISSING = """async ([letters, blank]) => {
  const font = Uint8Array.from(atob(blank), (letter) => letter.charCodeAt(0));
  for (const size of ['50%', '90%']) {
    document.fonts.add(await new FontFace('Blank ' + size, font, { sizeAdjust: size }).load());
  }
  await document.fonts.load("100px 'Frank Ruhl Libre'", letters);
  const context = document.createElement('canvas').getContext('2d');
  const wide = (letter, size) => {
    context.font = `100px 'Frank Ruhl Libre', 'Blank ${size}'`;
    return context.measureText(letter).width;
  };
  return [...letters].filter((letter) => Math.abs(wide(letter, '50%') - wide(letter, '90%')) > 1);
}"""


def test_the_files_are_small_have_their_licence_and_work_offline() -> None:
    files = SiteFiles()
    fonts = [address for address in files.addresses() if address.endswith(".woff2")]
    assert fonts == ["fonts/frank-ruhl-libre-hebrew.woff2", "fonts/frank-ruhl-libre-latin.woff2"]
    assert sum(len(files.read(address) or b"") for address in fonts) <= MOST
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS / "LICENCE.txt").read_text(encoding="utf-8")
    kept = (files.read("files.js") or b"").decode()
    assert [address for address in [*fonts, "fonts/LICENCE.txt"] if f'"{address}"' not in kept] == []


def test_the_font_has_every_letter_of_every_language(workbench: Page, site: str) -> None:
    files = SiteFiles()
    texts = (files.read(f"data/catalogues/{language}.json") or b"" for language in LANGUAGES)
    letters = {letter for text in texts for letter in text.decode() if letter.isalnum()}
    assert {"ż", "ő", "ç", "ש", "É"} <= letters
    workbench.evaluate(
        "site => new Promise((resolve) => {"
        " const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', onload: resolve });"
        " link.href = site + 'style/tokens.css'; document.head.append(link); })",
        site,
    )
    blank = b64encode(blank_font()).decode()
    assert workbench.evaluate(MISSING, ["".join(sorted(letters)) + "Ж", blank]) == ["Ж"], "and no Cyrillic one"


def test_a_page_is_ready_before_the_font_and_the_next_page_begins_with_it(
    open_context: Callable[..., BrowserContext],
) -> None:
    context = open_context()
    page = context.new_page()
    held: list[Route] = []
    page.route("**/*.woff2", lambda route: held.append(route))
    page.goto("settings/")
    page.wait_for_selector("body[data-ready]")
    page.wait_for_function("() => document.fonts.status === 'loading'")
    assert not page.evaluate(FACE)
    assert len(held) == 1, "letters of one script, one file"
    held[0].continue_()
    page.wait_for_function(FACE)
    for part in ("h1", "h2", ".brand"):
        assert page.evaluate(f"getComputedStyle(document.querySelector('{part}')).fontFamily").startswith(
            '"Frank Ruhl Libre"'
        )

    other = context.new_page()
    other.route("**/settings/page.js", lambda _: None)  # no module runs
    other.goto("settings/", wait_until="commit")
    other.wait_for_function(FACE)


def test_without_the_font_the_page_has_another(page: Page, complaints: Complaints) -> None:
    complaints.expect("latin.woff2")
    page.route("**/*.woff2", lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: request.url.endswith("latin.woff2")):
        page.goto("")
    expect(page.locator("h1")).to_be_visible()
    assert not page.evaluate(FACE)
