"""Test the parts that all pages share (language, theme, navigation, small screens, accessibility), and other pages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import BrowserContext, FloatRect, Page, Route, expect

from conftest import REPOSITORY
from sumito.learn.catalogue import LANGUAGES, catalogue
from sumito.server.files import SiteFiles
from sumito.server.pages import PLAIN_PAGES
from web.complaints import Complaints
from web.conftest import OpenPage

WEB = REPOSITORY / "src/sumito/web"
ADDRESSES = sorted(address.removesuffix("index.html") for address in PLAIN_PAGES)
OURS = ["", "settings/", "games/", "404.html"]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
KEY = "sumito.settings"
LOOKS = {
    "board": ["walnut", "cherry", "slate", "felt", "contrast"],
    "marbles": ["classic", "glass", "steel", "blue_orange", "patterned"],
}

each_page = pytest.mark.parametrize("address", ADDRESSES, ids=lambda address: address.strip("/") or "home")


def visit(page: Page, address: str) -> Page:
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    return page


def choose(page: Page, language: str) -> None:
    page.locator("select.language").select_option(language)
    page.wait_for_function("language => document.documentElement.lang === language", arg=language)


def box(page: Page, selector: str) -> FloatRect:
    found = page.locator(selector).bounding_box()
    assert found is not None
    return found


def overflow(page: Page) -> int:
    found: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return found


def chosen(page: Page) -> dict[str, object]:
    kept: dict[str, object] = page.evaluate(f"JSON.parse(localStorage.getItem('{KEY}') ?? '{{}}')")
    return kept


# ---------------------------------------------------------------------------------------------------------- language


@each_page
def test_the_language_changes_without_reload(page: Page, address: str) -> None:
    visit(page, address)
    page.evaluate("window.here = true")
    titles = set()
    for language in (*LANGUAGES[1:], LANGUAGES[0]):
        choose(page, language)
        words = catalogue(language)
        assert page.evaluate("document.documentElement.dir") == ("rtl" if words.right_to_left else "ltr")
        expect(page.locator("#pages a").first).to_have_text(words.say("app.nav.play"))
        expect(page.locator(".bottom p").first).to_have_text(words.say("app.unofficial"))
        expect(page.locator("#theme")).to_have_attribute("aria-label", words.say("app.dark_theme"))
        brand, tools = box(page, ".brand"), box(page, ".tools")
        assert (brand["x"] > tools["x"]) == words.right_to_left
        for board in page.locator(".board-view").all():
            assert board.evaluate("element => getComputedStyle(element).direction") == "ltr"
        titles.add(page.title())
        text = page.locator("body").inner_text()
        assert not re.search(r"^[a-z]+\.[a-z_]+(\.[a-z_]+)*$", text, re.M), "a message without words"
    assert len(titles) > 1
    assert page.evaluate("window.here")


def test_the_language_is_the_browsers_until_one_is_chosen(open_page: OpenPage) -> None:
    page = visit(open_page(locale="pl-PL"), "")
    expect(page.locator("h1")).to_have_text(catalogue("pl").say("home.title"))
    assert page.title() == f"{catalogue('pl').say('home.title')} · sumito"
    choose(page, "he")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("h1")).to_have_text(catalogue("he").say("home.title"))


def test_settings_that_are_none_of_ours_are_as_if_none_were_chosen(page: Page) -> None:
    page.goto("settings/")
    for text in (
        "null",
        "[1]",
        '"dark"',
        "no JSON",
        '{"theme": {"toString": 1}, "language": {"toString": 1}, "rotation": "6"}',
    ):
        page.evaluate(f"text => localStorage.setItem('{KEY}', text)", text)
        visit(page, "settings/")
        assert page.evaluate("[document.documentElement.lang, document.documentElement.dataset.theme]") == [
            "en",
            "system",
        ]


def test_nothing_flashes_at_the_start(open_page: OpenPage) -> None:
    """Language, direction and theme are set before the body exists."""
    page = open_page(locale="fr-FR")
    page.add_init_script(f'localStorage.setItem(\'{KEY}\', \'{{"language": "he", "theme": "dark"}}\')')
    page.add_init_script("""new MutationObserver((_, observer) => {
        if (!document.body) return;
        const { lang, dir, dataset } = document.documentElement;
        window.first = [lang, dir, dataset.theme];
        observer.disconnect();
    }).observe(document, { childList: true, subtree: true })""")
    visit(page, "games/")
    assert page.evaluate("window.first") == ["he", "rtl", "dark"]


def test_a_language_that_cannot_be_had_is_told(page: Page, complaints: Complaints) -> None:
    complaints.expect(r"hu\.json|Failed to fetch|ERR_FAILED")
    visit(page, "")
    page.route("**/hu.json", lambda route: route.abort())
    page.locator("select.language").select_option("hu")
    expect(page.locator(".notice")).to_contain_text(catalogue("en").say("app.language_failed"))
    expect(page.locator("h1")).to_have_text(catalogue("en").say("home.title"))


# ------------------------------------------------------------------------------------------------------------- looks


def ground(page: Page) -> str:
    color: str = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    return color


def test_the_theme_follows_the_system_until_one_is_chosen(open_page: OpenPage) -> None:
    page = visit(open_page(color_scheme="dark"), "")
    dark = ground(page)
    page.emulate_media(color_scheme="light")
    light = ground(page)
    assert dark != light
    button = page.locator("#theme")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert ground(page) == dark
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert ground(page) == dark
    page.emulate_media(color_scheme="dark")
    page.locator("#theme").click()
    assert ground(page) == light


SMALL_CONTROLS = """() => [...document.querySelectorAll(
        'button, .button, select, header a, .segments label, .choice-card')]
    .filter(each => each.checkVisibility())
    .map(each => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < 43.9)
    .map(([text, { width, height }]) => `${text}: ${width} x ${height}`)"""


@each_page
def test_a_page_fits_small_screens_and_axe_finds_nothing(open_page: OpenPage, address: str) -> None:
    """Check a phone, 400 percent, and axe on a large screen, in one visit, because opening a page is slow."""
    page = visit(open_page(**PHONE), address)
    if address in OURS:
        assert page.evaluate(SMALL_CONTROLS) == []
    assert page.locator("h1").count() == 1
    assert page.locator("main, [role=main]").count() == 1
    for language in LANGUAGES:
        choose(page, language)
        assert page.title()
        for width, height in ((360, 740), (320, 256)) if address in OURS else ((360, 740),):
            page.set_viewport_size({"width": width, "height": height})
            assert overflow(page) <= 0, (language, width)
    page.set_viewport_size({"width": 1280, "height": 800})
    for scheme, language in (("light", "en"), ("dark", "he")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        choose(page, language)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


# -------------------------------------------------------------------------------------------------------- navigation


def test_every_link_of_the_navigation_leads_to_a_page(page: Page) -> None:
    visit(page, "")
    links = page.locator("#pages a")
    folders = [re.sub(r".*//[^/]+/", "", links.nth(i).evaluate("link => link.href")) for i in range(links.count())]
    assert folders == ["play/", "local/", "learn/", "puzzles/", "rules/", "analysis/", "games/"]
    for folder in folders:
        if folder in ADDRESSES:
            visit(page, folder)
            current = page.locator("#pages a[aria-current=page]")
            expect(current).to_have_count(1)
            assert current.evaluate("link => link.href").endswith(folder)
    page.locator(".brand").click()
    page.wait_for_url(re.compile(r"//[^/]+/$"))


def test_the_navigation_fits_beside_the_tools_in_every_language(page: Page) -> None:
    visit(page, "settings/")
    add = """text => {
      const list = document.querySelector('#pages ul');
      const item = list.querySelector('.more') ?? list.lastChild.cloneNode(true);
      item.className = 'more';
      item.querySelector('span').textContent = text;
      list.append(item);
    }"""
    for language in LANGUAGES:
        choose(page, language)
        page.evaluate(add, catalogue(language).say("app.nav.online"))  # a server with online games has this link too
        for width in (1041, 1241):  # the narrowest screens of two styles
            page.set_viewport_size({"width": width, "height": 800})
            expect(page.locator("#pages a").last).to_be_visible()
            header = page.locator("header.top")
            assert header.evaluate("element => element.scrollWidth <= element.clientWidth"), (language, width)


def test_the_menu_of_a_phone(open_page: OpenPage) -> None:
    page = visit(open_page(**PHONE), "settings/")
    pages = page.locator("#pages")
    expect(pages).to_be_hidden()
    page.locator(".opens-pages").tap()
    expect(pages).to_be_visible()
    page.keyboard.press("Escape")
    expect(pages).to_be_hidden()
    page.locator(".opens-pages").tap()
    pages.locator("a").last.tap()
    page.wait_for_url("**/games/")


def test_the_content_can_be_skipped_to(page: Page) -> None:
    visit(page, "settings/#turn")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    assert page.url.endswith("#turn")


def test_an_unknown_address(page: Page, complaints: Complaints) -> None:
    complaints.expect("404")
    visit(page, "no/such/page")
    expect(page.locator("h1")).to_have_text(catalogue("en").say("lost.title"))
    page.locator("main a").first.click()
    page.wait_for_selector("body[data-page=home][data-ready]")


# ---------------------------------------------------------------------------------------------------- missing features


def test_without_scripts_each_language_is_told(open_page: OpenPage, complaints: Complaints) -> None:
    complaints.expect("csp")  # the error of a browser that was told not to run scripts
    page = open_page(java_script_enabled=False)
    page.goto("")
    told = page.locator("noscript p")
    assert [told.nth(i).get_attribute("lang") for i in range(told.count())] == list(LANGUAGES)
    expect(told.first).to_be_visible()


def test_the_heads_of_pages_are_alike() -> None:
    """All pages have the same message without scripts, set their looks early and have the icons."""
    parts = {}
    files = SiteFiles()
    for path in PLAIN_PAGES:
        text = (files.read(path) or b"").decode()
        up = "../" * path.count("/")
        for needed in ("shell/start.js", "icon.svg", "manifest.webmanifest", "style/tokens.css", "style/shell.css"):
            assert f'"{up}{needed}"' in text, path
        assert not re.search(r"<style|<script(?![^>]* src=|[^>]*/json)|\son\w+=|\sstyle=", text), path
        parts[path] = text[text.index("<noscript>") : text.index("</noscript>")]
    assert len(set(parts.values())) == 1


def test_an_old_browser_is_told(open_page: OpenPage) -> None:
    page = open_page(locale="hu-HU")
    page.add_init_script("delete window.WebAssembly")
    page.goto("")
    page.wait_for_load_state("networkidle")
    expect(page.locator(".cannot")).to_have_text(catalogue("hu").say("app.old_browser"))
    expect(page.locator("main")).to_be_hidden()


def test_a_part_that_is_missing_is_told(page: Page, complaints: Complaints) -> None:
    complaints.expect(r"store\.js|home\.js|ERR_FAILED")
    page.route("**/shell/store.js", lambda route: route.abort())
    page.goto("")
    expect(page.locator(".cannot")).to_have_text(catalogue("en").say("app.not_loaded"))


def test_a_button_whose_part_cannot_be_loaded_says_so(page: Page, complaints: Complaints) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    buttons = {"": ["#sound"], "analysis/": [f"[data-does={name}]" for name in ("find", "edit", "import", "export")]}
    for address, selectors in buttons.items():
        visit(page, address)
        page.context.set_offline(True)
        for selector in selectors:
            page.locator(selector).click()
            notice = page.locator(".notice.bad")
            expect(notice).to_contain_text(catalogue("en").say("app.not_loaded"))
            notice.get_by_role("button").click()
        page.context.set_offline(False)


def test_a_page_goes_on_without_a_part_that_cannot_be_loaded(page: Page, complaints: Complaints) -> None:
    complaints.expect("ERR_FAILED")
    page.route("**/games/backup_section.js", lambda route: route.abort())
    visit(page, "games/")
    expect(page.get_by_role("heading", level=1)).to_have_text(catalogue("en").say("games.title"))
    # Without the core, the page says so, and nobody waits for the other part any more.
    complaints.expect(r"TypeError: Failed to fetch\n")
    page.route("**/core/sumito.wasm", lambda route: route.abort())
    page.route("**/review/review.js", lambda route: route.abort())
    visit(page, "review/#game=a")
    expect(page.locator(".failed")).to_be_visible()


def test_a_page_without_its_words_says_so(page: Page, complaints: Complaints) -> None:
    complaints.expect(r"en\.json|ERR_FAILED|Failed to fetch|preload")
    page.route("**/en.json", lambda route: route.abort())
    page.goto("")
    expect(page.locator(".cannot")).to_have_text("This page cannot be shown here.")


def test_a_page_that_fails_says_so(page: Page, complaints: Complaints) -> None:
    complaints.expect("no board today")
    page.add_init_script("window.ResizeObserver = class { constructor() { throw new Error('no board today'); } }")
    visit(page, "")
    expect(page.locator(".failed h1")).to_have_text(catalogue("en").say("app.failed"))
    expect(page.locator(".failed code")).to_have_text("no board today")


def test_a_browser_that_keeps_nothing_is_told(page: Page) -> None:
    page.add_init_script("""const no = () => { throw new DOMException('no', 'SecurityError'); };
        Object.defineProperty(window, 'localStorage', { get: no });
        Object.defineProperty(window, 'indexedDB', { value: { open: no } });""")
    visit(page, "games/")
    expect(page.locator(".notice")).to_contain_text(catalogue("en").say("app.not_kept"))
    expect(page.locator(".problem")).to_contain_text(catalogue("en").say("games.problem.unavailable"))
    page.locator("#theme").click()
    expect(page.locator("#theme")).to_have_attribute("aria-pressed", "true")


# ---------------------------------------------------------------------------------------------------------- settings


def test_each_setting_is_kept_and_followed(open_context: Callable[..., BrowserContext]) -> None:
    context = open_context()
    page, other = visit(context.new_page(), "settings/"), visit(context.new_page(), "settings/")
    for name, value in (
        ("theme", "dark"),
        ("board", "slate"),
        ("board", "felt"),
        ("marbles", "steel"),
        ("motion", "fast"),
        ("input", "taps"),
        ("confirm", "always"),
        ("refusals", "full"),
    ):
        page.locator(f"input[name={name}][value={value}]").check(force=True)
        assert chosen(page)[name] == value
        expect(other.locator(f"input[name={name}][value={value}]")).to_be_checked()
    for name, on in (("coordinates", False), ("premove", False), ("arrows", False), ("fit", True), ("sound", True)):
        page.locator(f"#set-{name}").set_checked(on)
        assert chosen(page)[name] is on
        expect(other.locator(f"#set-{name}")).to_be_checked(checked=on)
    page.locator("#set-rotation").select_option("3")
    page.locator("#set-volume").fill("9")
    assert (chosen(page)["rotation"], chosen(page)["volume"]) == (3, 9)
    board = other.locator(".preview .board")
    expect(board).to_have_attribute("data-board", "felt")
    expect(board).to_have_attribute("data-marbles", "steel")
    expect(board).to_have_class(re.compile("upright"))
    page.locator("input[name=language][value=pl]").check(force=True)
    expect(other.locator("h1")).to_have_text(catalogue("pl").say("settings.title"))

    reset = page.locator("form .danger")
    reset.click()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    assert chosen(page)["board"] == "felt"
    reset.click()
    page.locator("dialog .primary").click()
    page.wait_for_function(f"() => localStorage.getItem('{KEY}') === '{{\"language\":\"pl\"}}'")
    expect(other.locator("input[name=board][value=walnut]")).to_be_checked()


# The colours of the paints of a picture: the face of the board, and the marbles.
PAINTS = """picture => ['.face1', '.b1', '.w2'].map(paint =>
  getComputedStyle(picture.querySelector(paint)).stopColor)"""


def test_boards_and_marbles_are_chosen_by_pictures_with_names(page: Page) -> None:
    visit(page, "settings/")
    for name in ("board", "marbles"):
        group = page.get_by_role("radiogroup", name=catalogue("en").say(f"settings.{name}"), exact=True)
        names = [catalogue("en").say(f"settings.{name}.{value}") for value in LOOKS[name]]
        assert [group.get_by_role("radio", name=each, exact=True).count() for each in names] == [1] * 5
    shown = [page.locator(f".swatch[data-board={each}]").first.evaluate(PAINTS)[0] for each in LOOKS["board"]]
    assert len(set(shown)) == 5, "each picture shows its board"
    balls = [page.locator(f".swatch[data-marbles={each}]").last.evaluate(PAINTS)[1:] for each in LOOKS["marbles"]]
    assert len({str(each) for each in balls}) == 4, "each picture shows its marbles; patterned ones have usual colours"

    page.locator("input[name=board][value=walnut]").focus()
    page.keyboard.press("ArrowRight")
    assert chosen(page)["board"] == "cherry"
    preview = page.locator(".preview .board")
    expect(preview).to_have_attribute("data-board", "cherry")
    assert preview.evaluate(PAINTS)[0] == shown[1]
    for picture in page.locator("[role=radiogroup][aria-labelledby=for-marbles] .swatch").all():
        expect(picture).to_have_attribute("data-board", "cherry")


def test_styles_of_other_boards_are_loaded_if_one_is_chosen(open_context: Callable[..., BrowserContext]) -> None:
    """Their styles come before anything is drawn, or when another tab chooses one of them."""
    context = open_context()
    page = visit(context.new_page(), "")
    looks, usual = page.locator("link[href$='style/looks.css']"), page.locator(".demo .board").evaluate(PAINTS)
    expect(looks).to_have_count(0)
    other = visit(context.new_page(), "settings/")
    other.locator("input[name=marbles][value=glass]").check(force=True)
    other.locator("input[name=board][value=felt]").check(force=True)
    expect(page.locator(".demo .board")).to_have_attribute("data-board", "felt")
    expect(looks).to_have_count(1)
    felt = other.locator(".preview .board").evaluate(PAINTS)
    assert not set(felt) & set(usual)
    visit(page, "")
    expect(page.locator("head link[href$='style/looks.css'][blocking=render]")).to_have_count(1)
    expect(looks).to_have_count(1)
    assert page.locator(".demo .board").evaluate(PAINTS) == felt


def test_the_preview_plays_its_move(page: Page) -> None:
    visit(page, "settings/")
    expect(page.locator(".preview .selected")).to_have_count(3)
    page.locator(".preview button").click()
    expect(page.locator(".preview .selected")).to_have_count(0)


def test_silent_until_asked(page: Page) -> None:
    page.add_init_script("""window.opened = 0; window.tones = 0;
        window.AudioContext = class extends AudioContext {
          constructor() { super(); window.opened++; }
          createOscillator() { window.tones++; return super.createOscillator(); }
        };""")
    visit(page, "settings/")
    page.locator(".preview button").click()
    expect(page.locator(".preview .selected")).to_have_count(0)
    assert page.evaluate("window.opened") == 0
    page.locator("#sound").click()
    page.wait_for_function("() => window.opened === 1 && window.tones > 0")
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
    page.locator("#sound").click()
    tones = page.evaluate("window.tones")
    page.locator(".preview button").click()
    expect(page.locator(".preview .selected")).to_have_count(0)
    assert page.evaluate("window.tones") == tones


# ------------------------------------------------------------------------------------------------------------- home


def tap_demo(page: Page, *cells: str) -> None:
    for cell in cells:
        point = page.evaluate("cell => __sumito.at(cell)", cell)
        if page.evaluate("navigator.maxTouchPoints"):
            page.touchscreen.tap(point["x"], point["y"])
        else:
            page.mouse.click(point["x"], point["y"])


@pytest.mark.parametrize("options", [{}, PHONE], ids=["mouse", "touch"])
def test_the_board_of_the_first_page_can_be_played(open_page: OpenPage, options: dict[str, Any]) -> None:
    """Tap before the core is loaded: no tap is lost."""
    page = visit(open_page(**options, reduced_motion="reduce"), "?test")
    words, caption = catalogue("en"), page.locator(".demo-caption")
    expect(caption).to_have_text(words.say("home.demo.start"))
    tap_demo(page, "e5", "g7", "h8")
    expect(caption).to_have_text(words.say("home.demo.done"))
    expect(page.locator(".demo .marble")).to_have_count(27)
    links = page.locator(".demo figcaption a")
    expect(links).to_have_text([words.say("home.learn"), words.say("home.play")])
    assert [str(links.nth(i).get_attribute("href")).rpartition("//")[2].partition("/")[2] for i in range(2)] == [
        "learn/",
        "play/?now",
    ]
    page.locator(".demo button").click()
    expect(caption).to_have_text(words.say("home.demo.start"))
    expect(page.locator(".demo .marble")).to_have_count(28)


def test_the_board_of_the_first_page_answers_every_try(open_page: OpenPage) -> None:
    page = visit(open_page(reduced_motion="reduce"), "?test")
    words, caption = catalogue("en"), page.locator(".demo-caption")
    tap_demo(page, "d6", "d7")
    expect(caption).to_have_text(words.say("home.demo.other"))
    expect(page.locator('.demo [data-name="d6"]')).to_have_attribute("aria-label", "d6, Black")  # it was taken back
    page.wait_for_function("() => !__sumito.busy")
    while not page.evaluate("document.activeElement.matches('.demo [role=gridcell]')"):
        page.keyboard.press("Tab")
    for key in ("a", "Space", "z"):  # from d7 to d6, which has its own marble on c5 behind it
        page.keyboard.press(key)
    expect(caption).to_contain_text("is in the way")
    page.keyboard.press("Escape")
    expect(caption).to_have_text(words.say("home.demo.start"))
    page.get_by_role("button", name=words.say("home.demo.show")).press("Enter")
    expect(caption).to_have_text(words.say("home.demo.done"))
    expect(page.locator(".demo figcaption a").first).to_be_focused()


def test_the_board_is_first_on_a_phone_and_play_is_in_sight(open_page: OpenPage) -> None:
    page = visit(open_page(**{**PHONE, "viewport": {"width": 390, "height": 664}}), "")
    for language in LANGUAGES:
        choose(page, language)
        board, play = box(page, ".demo .board"), box(page, ".choice-card.first")
        assert board["y"] < 120
        assert board["y"] + board["height"] < play["y"]
        assert play["y"] + play["height"] <= 664, language


# ------------------------------------------------------------------------------------------------------------ icons


def test_the_icons_are_drawn_from_the_drawing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(REPOSITORY / "tools")
    icons = import_module("icons")
    (tmp_path / "icon.svg").write_bytes((WEB / "icon.svg").read_bytes())
    monkeypatch.setattr(icons, "WEB", tmp_path)
    icons.main()
    made = sorted(path.name for path in tmp_path.glob("icon*"))
    assert made == sorted(path.name for path in WEB.glob("icon*"))
    for name in made:
        assert (tmp_path / name).read_bytes() == (WEB / name).read_bytes(), f"run tools/icons.py: {name}"


def test_the_manifest_names_icons_that_are_there() -> None:
    named = [icon["src"] for icon in json.loads((WEB / "manifest.webmanifest").read_text(encoding="utf-8"))["icons"]]
    assert [name for name in named if not (WEB / name).is_file()] == []
    in_tabs = {"icon-turn.svg"}  # only while it is the user's turn
    assert {path.name for path in WEB.glob("icon*")} - in_tabs == set(named)


def test_a_page_draws_its_frame_while_what_it_needs_is_on_its_way(page: Page) -> None:
    held: list[Route] = []
    page.route("**/core/sumito.wasm", lambda route: held.append(route))
    page.goto("rules/")
    expect(page.locator("header .pages a")).not_to_have_count(0)
    expect(page.locator("main h1")).to_have_count(0)
    held[0].continue_()
    expect(page.locator("main h1")).to_have_count(1)


HANGING = "indexedDB.open = () => new EventTarget();"


def test_the_first_page_does_not_wait_for_a_database_that_hangs(page: Page) -> None:
    page.add_init_script(HANGING)
    page.goto("")
    expect(page.locator(".choice-card")).to_have_count(6)
    page.wait_for_selector("body[data-ready]")
    expect(page.locator(".demo .marble")).to_have_count(28)


def test_what_a_page_needs_may_fail_before_its_words_are_there(page: Page, complaints: Complaints) -> None:
    complaints.expect("layouts.json|Failed to (fetch|load)")
    uncaught: list[object] = []
    page.on("pageerror", lambda error: uncaught.append(error))
    held: list[Route] = []
    page.route("**/catalogues/en.json", lambda route: held.append(route))
    with page.expect_event("requestfailed"):
        page.route("**/layouts.json", lambda route: route.abort("connectionfailed"))
        page.goto("analysis/", wait_until="commit")
    held[0].continue_()
    expect(page.locator(".failed")).to_be_visible()
    assert uncaught == []
