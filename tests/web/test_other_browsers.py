"""Test the site in Firefox and WebKit: every page opens, the computer replies, reloads and lost networks do no harm."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from sumito import Board
from sumito.notation.records import Record, format_record
from sumito.server.listening import served
from sumito.server.pages import GAME_PAGE, PAGES, PLAIN_PAGES
from sumito.server.site import make_site
from web.online_server import online_server
from web.other_browsers import Visitor, firefox, webkit

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(300),
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),  # selenium, of itself
]

BROWSERS = {"firefox": firefox, "webkit": webkit}
INSTALL_S = 90  # the service worker fetches the whole site


@pytest.fixture(scope="module", params=BROWSERS)
def visitor(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with BROWSERS[request.param](tmp_path_factory.mktemp(request.param)) as opened:
        yield opened


def play_and_get_a_reply(visitor: Visitor, site: str) -> None:
    visitor.visit(f"{site}play/?test")
    visitor.press(".start .primary")
    visitor.click("a1", "c3", "d4")
    visitor.moves(2)


def test_a_game_with_a_reply_survives_a_reload(visitor: Visitor, site: str) -> None:
    play_and_get_a_reply(visitor, site)
    moves = visitor.moves(2)
    visitor.until("return __sumito.saved.then(() => true)")
    visitor.reload()
    assert visitor.moves(2) == moves


def test_the_engine_analyses_stops_and_starts_again(visitor: Visitor, site: str) -> None:
    visitor.visit(f"{site}analysis/?test")
    for _ in range(2):
        visitor.press(".variations-head button")
        visitor.until("return __sumito.searching && __sumito.found?.depth > 5")
        visitor.press(".variations-head button")
        visitor.until("return !__sumito.searching")


def test_a_game_is_reviewed(visitor: Visitor, site: str) -> None:
    board = Board()
    for _ in range(4):
        board.play(next(iter(board.legal_moves)))
    visitor.visit(f"{site}review/?test#game={quote(format_record(Record.from_board(board)), safe='')}")
    visitor.until("return __sumito.done")


def test_every_page_and_a_reply_without_a_network(visitor: Visitor) -> None:
    with served(make_site()) as address:
        visitor.visit(f"{address}settings/")
        visitor.until("return navigator.serviceWorker.controller !== null", seconds=INSTALL_S)
    # The server is gone.
    for page in PLAIN_PAGES:
        visitor.visit(address + page.removesuffix("index.html"))
    play_and_get_a_reply(visitor, address)


def test_every_page_of_a_server_and_an_online_game(visitor: Visitor, tmp_path: Path) -> None:
    with online_server(tmp_path) as server:
        for page in PAGES:
            if page != GAME_PAGE:
                visitor.visit(server.address + page.removesuffix("index.html"))
        visitor.visit(f"{server.address}online/?test")
        visitor.run("""document.querySelector('input[name="side"][value="black"]').click();""")
        visitor.run("document.querySelector('.start .primary').click()")
        link = visitor.until("return document.querySelector('.invitation')?.value")
        opponent = [sys.executable, "-m", "sumito.client", "join", link, "--moves", "2"]
        with subprocess.Popen(opponent) as playing:
            move = visitor.until("return window.__sumito?.legal?.[0]?.text")
            visitor.enter(".move-box input", move)
            moves = visitor.moves(2)
            assert playing.wait() == 0
        visitor.reload()
        assert visitor.moves(2) == moves
