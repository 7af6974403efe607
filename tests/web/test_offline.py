"""Test the offline site and its updates, which never affect a page in use."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from conftest import REPOSITORY
from sumito.learn.catalogue import catalogue
from sumito.server.files import SiteFiles
from sumito.server.listening import served
from sumito.server.pages import PLAIN_PAGES
from sumito.server.site import make_site
from web.complaints import Complaints
from web.game import Game

WEB = REPOSITORY / "src/sumito/web"
DATA = REPOSITORY / "src/sumito/data"
KEPT = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
PATIENCE_MS = 90_000  # the whole site is fetched
# A promise of the state that the first worker has after `installing`.
FOLLOW_THE_WORKER = """
    const register = navigator.serviceWorker.register.bind(navigator.serviceWorker);
    window.nextState = new Promise((resolve, reject) => {
        navigator.serviceWorker.register = async (...given) => {
            const registration = await register(...given);
            const worker = registration.installing;
            if (worker) worker.addEventListener('statechange', () => resolve(worker.state));
            else reject(new Error('nothing is being installed'));
            return registration;
        };
    });
"""
LOST = "ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to fetch|An unknown error occurred when fetching the script"


def visit(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("body[data-ready]")


@pytest.mark.timeout(180)
def test_every_page_without_a_network(open_context: Callable[..., BrowserContext], complaints: Complaints) -> None:
    complaints.expect(LOST)
    with served(make_site()) as address:
        page = open_context(base_url=address, service_workers="allow").new_page()
        visit(page, "settings/")
        page.wait_for_function(KEPT, timeout=PATIENCE_MS)
    # The server is gone.
    for each in PLAIN_PAGES:
        visit(page, each.removesuffix("index.html"))
    page.locator("select.language").select_option("hu")
    expect(page.locator(".bottom p").first).to_have_text(catalogue("hu").say("app.unofficial"))
    visit(page, "games")
    assert page.url == f"{address}games/"
    visit(page, "no/such/page")
    expect(page.locator("h1")).to_have_text(catalogue("hu").say("lost.title"))
    assert page.evaluate("fetch('../data/levels.json').then(answer => answer.ok)".replace("../", address))


@pytest.mark.timeout(180)
def test_the_computer_plays_without_a_network(
    open_context: Callable[..., BrowserContext], complaints: Complaints
) -> None:
    """Visit the home page only, which fetches neither the engine nor its network, and play a first game offline."""
    complaints.expect(LOST)
    with served(make_site()) as address:
        page = open_context(base_url=address, service_workers="allow").new_page()
        visit(page, "")
        page.wait_for_function(KEPT, timeout=PATIENCE_MS)
    # The server is gone.
    game = Game(page).begin("play/?test", level=1, side="white").plies(1)
    game.click("g5", "f5").plies(3)


@pytest.mark.timeout(180)
def test_an_emptied_cache_fills_again(open_context: Callable[..., BrowserContext], complaints: Complaints) -> None:
    complaints.expect(LOST)
    with served(make_site()) as address:
        page = open_context(base_url=address, service_workers="allow").new_page()
        visit(page, "settings/")
        page.wait_for_function(KEPT, timeout=PATIENCE_MS)
        page.evaluate("caches.keys().then(names => Promise.all(names.map(name => caches.delete(name))))")
        visit(page, "settings/")
    # The server is gone.
    visit(page, "settings/")
    expect(page.locator("h1")).to_have_text(catalogue("en").say("settings.title"))


@pytest.mark.timeout(180)
def test_a_new_version_waits_until_it_is_asked_for(open_context: Callable[..., BrowserContext], tmp_path: Path) -> None:
    web = tmp_path / "web"
    shutil.copytree(WEB, web)
    with served(make_site(SiteFiles(web=web, data=DATA))) as address:
        context = open_context(base_url=address, service_workers="allow")
        page, other = context.new_page(), context.new_page()
        visit(page, "games/")
        page.wait_for_function(KEPT, timeout=PATIENCE_MS)
        for module in (web / "games/page.js", web / "shell/sound.js"):
            module.write_text(module.read_text(encoding="utf-8") + "\nwindow.newer = true;\n", encoding="utf-8")
        for each in (other, page):
            visit(each, "games/")
            expect(each.locator(".notice")).to_contain_text(catalogue("en").say("app.new_version"))
            assert each.evaluate("window.newer") is None
        page.evaluate("window.here = true")
        page.locator(".notice button").first.click()
        expect(page.locator(".notice p")).to_have_text(catalogue("en").say("app.other_tabs"))
        # Both keep the old version, also for files that are loaded later.
        for each in (other, page):
            each.evaluate("import('../shell/sound.js')")
            assert each.evaluate("window.newer") is None
        assert page.evaluate("window.here")
        other.close()
        page.locator(".notice button").first.click()
        page.wait_for_function("() => window.newer")
        assert page.evaluate("window.here") is None
        # Nothing is left of the old version.
        assert len(page.evaluate("caches.keys()")) == 1


@pytest.mark.timeout(180)
def test_half_a_version_is_not_kept(
    open_context: Callable[..., BrowserContext], complaints: Complaints, tmp_path: Path
) -> None:
    """Replace the site while a browser fetches it. The browser must discard a mixture of versions."""
    complaints.expect(f"sw.js|ERR_SOCKET_NOT_CONNECTED|{LOST}")  # the server stops during the fetch

    class Torn(SiteFiles):
        def read(self, address: str) -> bytes | None:
            content = super().read(address)
            if address == "files.js" and content is not None:
                return content.replace(b'"shell/sound.js": "', b'"shell/sound.js": "0')
            return content

    with served(make_site(Torn())) as address:
        page = open_context(base_url=address, service_workers="allow").new_page()
        page.add_init_script(FOLLOW_THE_WORKER)
        visit(page, "games/")
        assert page.evaluate("window.nextState") == "redundant"
        assert page.evaluate("navigator.serviceWorker.controller") is None
