"""Test that every complaint of a page is collected, and that every page of the site opens without complaints."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from sumito.server.export import write_site
from sumito.server.files import SiteFiles
from web.complaints import Complaints
from web.conftest import OpenPage
from web.plain_host import plain_host

PAGES = [address for address in SiteFiles().addresses() if address.endswith(".html")]
INLINE = "const style = document.createElement('style'); style.textContent = 'a {}'; document.head.append(style)"


@pytest.mark.parametrize(
    ("script", "heard"),
    [
        ("console.error('a fault')", "console error: a fault"),
        ("console.warn('a doubt')", "console warning: a doubt"),
        ("setTimeout(() => { throw new Error('a bug') })", "uncaught: a bug"),
        ("setTimeout(() => Promise.reject(new Error('forgotten')))", "uncaught: forgotten"),
        (INLINE, "refused by the policy: style-src-elem inline"),
        ("fetch('http://127.0.0.1:9/').catch(() => {})", "refused by the policy: connect-src http://127.0.0.1:9/"),
        ("await fetch('nothing.json')", r"status 404: http://.*/nothing\.json"),
    ],
)
def test_complaints_are_heard(workbench: Page, complaints: Complaints, script: str, heard: str) -> None:
    with workbench.expect_console_message(lambda message: message.text == "the end"):
        # Wait for the immediate effects of the script, and for an answer from the server.
        workbench.evaluate(
            f"async () => {{ {script}; await fetch('icon.svg'); setTimeout(() => console.log('the end')) }}"
        )
    said = complaints.unexpected()
    assert [each for each in said if re.search(heard, each)], said
    complaints.expect(heard)
    assert len(complaints.unexpected()) < len(said)
    complaints.expect("")  # the browser repeats some of them


def test_the_headers_let_the_core_in_and_isolate_the_page(workbench: Page) -> None:
    exports = workbench.evaluate(
        "async () => (await WebAssembly.compileStreaming(fetch('core/sumito.wasm'))) instanceof WebAssembly.Module"
    )
    assert exports is True
    assert workbench.evaluate("crossOriginIsolated") is True


def open_quietly(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_load_state("networkidle")
    assert page.title()
    assert page.locator("main, [role=main]").count() == 1


@pytest.mark.long  # every test of test_shell.py that visits each page notices complaints too
@pytest.mark.parametrize("address", [name for name in PAGES if name != "404.html"])
def test_every_page_opens_without_a_complaint(page: Page, address: str) -> None:
    open_quietly(page, address.removesuffix("index.html"))


@pytest.mark.parametrize("address", ["lost", "no/such/page/", "data/nothing.json"])
def test_an_unknown_address_has_a_whole_page_too(page: Page, complaints: Complaints, site: str, address: str) -> None:
    complaints.expect(rf"404.*/{address}")
    open_quietly(page, address)
    home = page.locator("main a").first.evaluate("link => link.href")
    assert home.startswith(site)


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Export the site into a folder of a plain host."""
    folder: Path = tmp_path_factory.mktemp("host")
    write_site(folder / "some/where")
    with plain_host(folder) as host:
        yield f"{host}some/where/"


@pytest.mark.long
@pytest.mark.parametrize("address", PAGES)
def test_every_exported_page_opens_without_a_complaint(open_page: OpenPage, exported: str, address: str) -> None:
    page = open_page(base_url=exported)
    open_quietly(page, address.removesuffix("index.html"))
    assert page.url.startswith(exported)
