"""Test the real site: its links, its addresses, and its export on a plain host."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import expect

from sumito.learn.catalogue import catalogue
from sumito.server.export import write_site
from sumito.server.files import SiteFiles, media_type
from sumito.server.listening import served
from sumito.server.pages import PAGES
from sumito.server.site import make_site
from web.complaints import Complaints
from web.conftest import OpenPage
from web.plain_host import plain_host
from web.test_site import EVERYWHERE, ask, has_every_header


class Links(HTMLParser):
    """The links and resources of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.ids: set[str] = set()
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in ("href", "src", "action") and value:
                self.found.append(value)
            if name == "id" and value:
                self.ids.add(value)
            if name == "style" or name.startswith("on") or (tag == "style" and not name):
                self.inline.append(f"{tag} {name}")


def links(text: str) -> Links:
    parser = Links()
    parser.feed(text)
    return parser


REAL = SiteFiles().with_online_play()
PLAIN = SiteFiles()  # for a host of files, which has no online play
ADDRESSES = PLAIN.addresses()


def test_the_web_app_is_whole() -> None:
    assert REAL.missing() is None
    assert {address for address in REAL.addresses() if address.endswith(".html")} == set(PAGES)


@pytest.fixture(scope="module")
def online_site() -> Iterator[str]:
    """Serve the files of a site with online play."""
    with served(make_site(REAL)) as address:
        yield address


@pytest.mark.parametrize("address", PAGES)
def test_every_link_of_every_page_leads_somewhere(online_site: str, address: str) -> None:
    page = links((REAL.read(address) or b"").decode())
    for link in page.found:
        target = urljoin(f"{online_site}{address}", link)
        if target.startswith(online_site):
            assert not link.startswith("/"), f"{address}: {link} holds at the root only"
            place = urlsplit(target)
            answer = ask(online_site, place.path)
            assert answer.status == 200, f"{address}: {link}"
    assert not page.inline, f"{address}: the policy refuses {page.inline}"


@pytest.mark.parametrize("address", [name for name in ADDRESSES if name.endswith((".js", ".css"))])
def test_everything_that_a_file_names_is_there(site: str, address: str) -> None:
    """Imports, fetches and workers have relative addresses; none is of another origin."""
    text = (REAL.read(address) or b"").decode()
    if address.endswith(".css"):
        named = re.findall(r"(?:url\(|@import )['\"]?(?!data:)([^'\")]+)", text)
    else:
        named = re.findall(r"(?:\bfrom\s+|^import\s+|\bimport\(\s*)'([^'$]+)'", text, re.MULTILINE)
        named += re.findall(r"new URL\(\s*'([^'$]+)'\s*,\s*import\.meta\.url", text)
    for link in named:
        assert not re.match(r"[a-z]+:|/", link), f"{address}: {link}"
        place = urlsplit(urljoin(f"{site}{address}", link))
        assert place.path.endswith("/") or ask(site, place.path).status in (200, 307), f"{address}: {link}"


def test_no_file_names_another_origin() -> None:
    names = re.compile(rb"https?://(?!www\.w3\.org/)[\w.-]+")
    found = {a: names.findall(REAL.read(a) or b"") for a in ADDRESSES if a.endswith((".js", ".css", ".html", ".svg"))}
    assert not {address: hits for address, hits in found.items() if hits}


def test_the_real_site_sends_all_of_it_packed(site: str) -> None:
    for address in ADDRESSES:
        answer = ask(site, f"/{address}", accept_encoding="gzip")
        assert answer.status == 200, address
        assert answer.headers["content-type"] == media_type(address)
        assert has_every_header(answer)
        assert len(answer.body) <= len(PLAIN.read(address) or b"") or address == "files.js"


def test_the_real_export_works_from_a_folder_of_a_plain_host(tmp_path: Path, site: str) -> None:
    write_site(tmp_path / "some/where")
    with plain_host(tmp_path) as host:
        for address in ADDRESSES:
            asked = address.removesuffix("index.html")
            answer = ask(host, f"/some/where/{asked}")
            assert answer.status == 200, address
            assert answer.body == PLAIN.read(address)
        for address in (each for each in PAGES if each in ADDRESSES):
            for link in links((PLAIN.read(address) or b"").decode()).found:
                if (address, link) == ("404.html", "../"):
                    continue  # for addresses in folders
                target = urlsplit(urljoin(f"{host}some/where/{address}", link))
                if target.netloc == urlsplit(host).netloc:
                    assert target.path.startswith("/some/where/"), f"{address}: {link}"
                    assert ask(host, target.path).status == 200, f"{address}: {link}"


@pytest.mark.parametrize("address", PAGES)
def test_a_page_has_the_policy_of_the_server_wherever_it_is_hosted(address: str) -> None:
    head = (REAL.read(address) or b"").decode()
    policy, ancestors = EVERYWHERE["content-security-policy"].rsplit("; ", 1)
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    assert ancestors == "frame-ancestors 'none'"  # which works only in a header
    assert meta in head
    assert head.index(meta) < min(head.index("<script"), head.index("<link"))


def test_an_address_that_leads_nowhere_on_a_plain_host_leads_up(
    tmp_path: Path, open_page: OpenPage, complaints: Complaints
) -> None:
    """In a folder, the error page of a plain host has neither its style nor its script."""
    complaints.expect("404|MIME type")
    write_site(tmp_path / "some")
    with plain_host(tmp_path) as host:
        page = open_page()
        page.goto(f"{host}some/no/such/page")
        page.get_by_role("link", name="One level up").click()
        page.wait_for_url(f"{host}some/no/")
        page.get_by_role("link", name="One level up").click()
        page.wait_for_url(f"{host}some/")
        page.wait_for_selector("body[data-ready]")
        page.goto(f"{host}some/nowhere")
        expect(page.locator("h1")).to_have_text(catalogue("en").say("lost.title"))
        expect(page.locator(".plain")).to_have_count(0)


def test_the_policy_of_the_pages_holds_without_a_server(
    tmp_path: Path, open_page: OpenPage, complaints: Complaints
) -> None:
    complaints.expect("inline")
    write_site(tmp_path)
    with plain_host(tmp_path) as host:
        page = open_page()
        page.goto(f"{host}local/?test")
        page.locator(".start .primary").click()
        page.wait_for_selector(".table")  # the core runs
        done = page.evaluate("""() => {
            document.body.append(Object.assign(document.createElement('script'), {textContent: 'window.hurt = true'}));
            return window.hurt ?? 'refused';
        }""")
        assert done == "refused"
