"""Make contact sheets of the web app: every page in every language, light and dark, on three screens. Needs Chromium.

Each page has a sheet for each screen: a column for each language, light above dark. Pictures of a long page are taken
screen by screen, to a limit.
"""

import argparse
import os
import shutil
import sys
import tempfile
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import APIRequestContext, Browser, Page, sync_playwright

from photograph_web_app import BROWSERS
from sumito.core.board import Board
from sumito.learn.catalogue import LANGUAGES
from sumito.notation.record_tree import Record
from sumito.notation.record_writer import format_record
from sumito.server.app import make_app
from sumito.server.files import SiteFiles
from sumito.server.listening import listen, served
from sumito.server.pages import GAME_PAGE, PAGES
from sumito.server.settings import Settings

FOLDER = Path(__file__).resolve().parents[1] / "build/sheets"
TOUCH = {"has_touch": True, "is_mobile": True}
# The options of each screen, how many screens of a page are shown, and the width of their pictures.
SCREENS: dict[str, tuple[dict[str, Any], int, int]] = {
    "1440x900": ({"viewport": {"width": 1440, "height": 900}}, 2, 720),
    "390x664": ({"viewport": {"width": 390, "height": 664}, **TOUCH}, 3, 300),
    "320x256": ({"viewport": {"width": 320, "height": 256}, **TOUCH}, 5, 300),
}
SCHEMES = ("light", "dark")
MOVES = ("a1b2", "i9h8", "c3d3", "g5f4")
# The online games of several players that have a sheet, with the number of players.
SEVERAL = {
    "three-players": 3,
    "four-players-teams": 4,
    "four-players-pbmserv": 4,
    "five-players-pbmserv": 5,
    "six-players-pbmserv": 6,
}
CLOCK = {"kind": "total", "time_ms": 600_000, "increment_ms": 5_000, "delay_ms": 0}
SHEET = """<!DOCTYPE html><html><style>
body {{ margin: 0; padding: 12px; width: max-content; background: #777; font: 700 15px sans-serif; color: #fff; }}
div {{ display: grid; grid-template-columns: repeat({columns}, {width}px); gap: 8px 12px; align-items: start; }}
p {{ margin: 0; }}
img {{ width: 100%; display: block; margin-top: 3px; }}
</style><body><div>{pictures}</div></body></html>"""


@dataclass(frozen=True)
class View:
    """A page, and what to do there first. The address of an online game is made with the game."""

    name: str
    address: str | Callable[[APIRequestContext], str]
    prepare: Callable[[Page], None] | None = None


def start(page: Page) -> None:
    """Start the game of the set-up sheet."""
    page.locator(".start .primary").click()
    page.wait_for_selector(".table")


def begin(page: Page) -> None:
    """Start the game of the set-up sheet, and select a line."""
    start(page)
    page.locator("[data-name=c4]").scroll_into_view_if_needed()
    for cell in ("c3", "c5"):
        at = page.evaluate("cell => __sumito.at(cell)", cell)
        page.mouse.click(at["x"], at["y"])


def join(page: Page) -> None:
    """Accept the invitation."""
    page.locator(".meeting .primary").click()
    page.wait_for_selector(".table")


def wait(page: Page) -> None:
    """Accept the invitation, and wait for more players."""
    page.locator(".meeting .primary").click()
    page.wait_for_selector(".own-seat")


def review(page: Page) -> None:
    page.wait_for_function("() => __sumito.done", timeout=60_000)


def recorded_game() -> str:
    """Return a short game as a fragment of an address."""
    board = Board()
    for move in MOVES:
        board.play(board.parse_move(move))
    return quote(format_record(Record.from_board(board)), safe="")


def invitation(requests: APIRequestContext, layout: str = "standard", others: int = 0) -> str:
    """Create an online game, and return the rest of the address that invites a player. `others` have joined it."""
    terms = {"layout": layout, "control": CLOCK}
    made = requests.post("online/games", data={"color": "white", "terms": terms}).json()
    for _ in range(others):  # each request of a program without a token is of a new guest
        requests.post("online/invitations/redeem", data={"secret": made["invitation"]})
    return f"g/{made['game']}?test#{made['invitation']}"


def views() -> Iterator[View]:
    """Iterate over every page. The pages of games at one screen come twice: the set-up sheet, and the game.

    The page of an online game comes for each number of players, and while one waits for more.
    """
    for file in PAGES:
        folder = file.removesuffix("index.html").removesuffix("/")
        name = folder.replace("/", "-") or "home"
        if file == GAME_PAGE:
            yield View("online-game", invitation, join)
            yield View("online-waiting", partial(invitation, layout="three-players"), wait)
            for layout, players in SEVERAL.items():
                game = partial(invitation, layout=layout, others=players - 2)
                yield View(f"online-{layout.removesuffix('-pbmserv')}", game, join)
        elif file == "404.html":
            yield View("lost", "no-such-page")
        elif name == "review":
            yield View(name, f"review/?test#game={recorded_game()}&ply=3", review)
        else:
            yield View(name, f"{folder}/?test".lstrip("/"))
            if name == "local":
                yield View("local-game", "local/?test", begin)
            if name == "several":
                yield View("several-game", "several/?test", start)


def show(page: Page, language: str, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    page.locator("select.language").select_option(language)
    page.wait_for_function("language => document.documentElement.lang === language", arg=language)
    page.evaluate("() => document.fonts.ready")


def photograph(page: Page, screens: int) -> list[bytes]:
    """Take pictures from the top down, a screen at a time."""
    pictures = []
    for i in range(screens):
        page.evaluate("i => scrollTo({ top: i * innerHeight, behavior: 'instant' })", i)
        pictures.append(page.screenshot(type="jpeg", quality=85))
        if page.evaluate("scrollY + innerHeight >= document.documentElement.scrollHeight - 1"):
            break
    page.evaluate("() => scrollTo(0, 0)")
    return pictures


def make_sheet(browser: Browser, place: str, view: View, screen: str, folder: Path) -> None:
    """Write the sheet of one page and one screen to `folder`."""
    options, screens, width = SCREENS[screen]
    context = browser.new_context(base_url=place, service_workers="block", **options)
    page = context.new_page()
    page.goto(view.address if isinstance(view.address, str) else view.address(context.request))
    page.wait_for_selector("body[data-ready]")
    if view.prepare:
        view.prepare(page)
    cells = []
    for scheme in SCHEMES:
        for language in LANGUAGES:
            show(page, language, scheme)
            images = (
                f'<img src="data:image/jpeg;base64,{b64encode(picture).decode()}">'
                for picture in photograph(page, screens)
            )
            cells.append(f"<p>{language} {scheme}{''.join(images)}</p>")
    context.close()
    sheet = browser.new_page()
    sheet.set_content(SHEET.format(columns=len(LANGUAGES), width=width, pictures="\n".join(cells)))
    sheet.locator("body").screenshot(path=folder / f"{view.name}-{screen}.png")
    sheet.close()


@contextmanager
def online_site() -> Iterator[str]:
    """Serve the site with online play on a new database."""
    with tempfile.TemporaryDirectory() as folder:
        listening = listen("127.0.0.1", 0)
        host = f"127.0.0.1:{listening.getsockname()[1]}"
        settings = Settings(database=f"sqlite:///{folder}/games.sqlite")
        with served(make_app(settings, SiteFiles(), hosts=(host,)), listening):
            yield f"http://{host}/"


def main(folder: Path, names: list[str]) -> None:
    chromium = os.environ.get("CHROMIUM") or next((path for each in BROWSERS if (path := shutil.which(each))), None)
    if chromium is None:
        sys.exit("contact_sheets.py: Chromium is not installed")
    every = {view.name: view for view in views()}
    if unknown := set(names) - set(every):
        sys.exit(f"contact_sheets.py: no page {', '.join(sorted(unknown))}; the pages are {', '.join(every)}")
    folder.mkdir(parents=True, exist_ok=True)
    with online_site() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name in names or every:
            for screen in SCREENS:
                make_sheet(browser, place, every[name], screen, folder)
        browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the sheets go (default: build/sheets)")
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="the pages (default: all)")
    given = parser.parse_args()
    main(given.folder, given.pages)
