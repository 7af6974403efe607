"""A real browser on the real site. Neither is optional: what is missing fails, in a line that says what."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from sumito.server.listening import served
from sumito.server.site import HEADERS, make_site
from web.complaints import Complaints

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--font-render-hinting=none",  # as in a window: letters keep their widths at any size
)
EMPTY = '<!doctype html><html lang="en"><title>empty</title><link rel="icon" href="data:,"><body></body></html>'
PATIENCE_MS = 20_000  # with one step of a page; the machines that run this are shared

OpenPage = Callable[..., Page]


def chromium() -> str:
    """The browser of this machine; the variable CHROMIUM may name another.

    First the one without windows: it draws the same, and opens a page with less than half of the work.
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
    """The address of the site, with a slash at its end."""
    with served(make_site()) as address:
        yield address


# For this folder only: while it is there, other tests in the same thread could not use asyncio.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for all tests of the folder."""
    program = chromium()
    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE_MS)
        started = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture
def complaints() -> Complaints:
    """What the pages of this test have complained of; `complaints.expect(...)` names what the test provokes."""
    return Complaints()


@pytest.fixture
def open_context(browser: Browser, site: str, complaints: Complaints) -> Iterator[Callable[..., BrowserContext]]:
    """Open contexts, which share no storage: by default 1280 x 800 pixels, English, without a touch screen.

    Options are those of Playwright's `new_context`. Service workers are off by default: each would fetch the whole
    site. After the test nothing may have been complained of.
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
    """Opens pages in contexts of their own, with options as `open_context` takes them."""
    return lambda **options: open_context(**options).new_page()


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """An empty page; `page.goto("play/")` leads to one of the site."""
    return open_page()


@pytest.fixture
def workbench(page: Page) -> Page:
    """A page of the site with nothing on it, for modules alone: `workbench.evaluate("import('./board/board.js')")`."""
    page.route("**/workbench", lambda route: route.fulfill(body=EMPTY, content_type="text/html", headers=HEADERS))
    page.goto("workbench")
    return page
