"""Open the real site in a real browser. Both are required: if one is missing, the tests fail and name it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from server.clocks import move_time
from sumito.server.listening import served
from sumito.server.site import HEADERS, make_site
from web.complaints import Complaints
from web.online_players import Player
from web.online_server import OnlineServer, online_server

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--font-render-hinting=none",  # as in a window: the widths of letters do not depend on the scale
)
EMPTY = '<!doctype html><html lang="en"><title>empty</title><link rel="icon" href="data:,"><body></body></html>'
PATIENCE_MS = 20_000  # for one step on a page; the machines are shared

OpenPage = Callable[..., Page]


def chromium() -> str:
    """Return the path of this machine's browser; the variable CHROMIUM can name another.

    Prefer the headless one: it draws the same, and needs less than half of the time to open a page.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    program = os.environ.get("CHROMIUM") or next((path for name in names if (path := shutil.which(name))), None)
    if program is None:
        pytest.fail(
            "MISSING  Chromium (as root, `make test` installs it). On Debian: apt-get install chromium-headless-shell"
        )
    return program


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """Serve the site. Return its address, which ends with a slash."""
    with served(make_site()) as address:
        yield address


# For this folder only, because other tests in the same thread could not use asyncio meanwhile.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Open one browser for all tests of the folder."""
    program = chromium()
    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE_MS)
        started = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture
def complaints() -> Complaints:
    """Collect the complaints of this test's pages; `complaints.expect(...)` names those that the test provokes."""
    return Complaints()


@pytest.fixture
def open_context(browser: Browser, site: str, complaints: Complaints) -> Iterator[Callable[..., BrowserContext]]:
    """Open contexts, which share no storage: by default 1280 x 800 pixels, English, without a touch screen.

    Options are those of Playwright's `new_context`. Service workers are off by default, because each would fetch the
    whole site. A complaint fails the test.
    """
    contexts: list[BrowserContext] = []

    def open_it(**options: Any) -> BrowserContext:  # noqa: ANN401 - Playwright's own
        usual = {"base_url": site, "locale": "en-GB", "viewport": {"width": 1280, "height": 800}}
        chosen = {**usual, "service_workers": "block", **options}
        context = browser.new_context(**chosen)
        context.set_default_timeout(PATIENCE_MS)
        complaints.watch(context)
        contexts.append(context)
        return context

    yield open_it
    for context in contexts:
        context.close()
    assert not complaints.unexpected(), "\n".join(complaints.unexpected())


@pytest.fixture
def open_page(open_context: Callable[..., BrowserContext]) -> OpenPage:
    """Open pages, each in its own context, with the options of `open_context`."""
    return lambda **options: open_context(**options).new_page()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[OnlineServer]:
    """Serve the site with online play."""
    with online_server(tmp_path) as running:
        yield running


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Move the time of the server forward."""
    return lambda ms: move_time(monkeypatch, ms)


@pytest.fixture
def open_player(server: OnlineServer, open_context: Callable[..., BrowserContext]) -> Callable[..., Player]:
    """Open browsers at the server. They are closed before it stops."""
    return lambda **options: Player(open_context(base_url=server.address, **options).new_page())


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """Open an empty page; `page.goto("play/")` goes to a page of the site."""
    return open_page()


@pytest.fixture
def workbench(page: Page) -> Page:
    """Open an empty page of the site to test modules alone: `workbench.evaluate("import('./board/board.js')")`."""
    page.route("**/workbench", lambda route: route.fulfill(body=EMPTY, content_type="text/html", headers=HEADERS))
    page.goto("workbench")
    return page
