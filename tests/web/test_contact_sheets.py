"""Test the tool that makes contact sheets of the web app."""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from conftest import REPOSITORY
from sumito.learn.catalogue import LANGUAGES
from sumito.server.pages import PAGES
from web.online_players import Player

sys.path.append(str(REPOSITORY / "tools"))

import contact_sheets


def test_a_sheet_has_every_language_in_light_and_in_dark(browser: Browser, site: str, tmp_path: Path) -> None:
    view = next(view for view in contact_sheets.views() if view.name == "lost")
    contact_sheets.make_sheet(browser, site, view, "390x664", tmp_path)
    width, height = struct.unpack(">II", (tmp_path / "lost-390x664.png").read_bytes()[16:24])
    assert width > 300 * len(LANGUAGES)
    assert height > 2 * 664 * 300 / 390


def test_a_table_of_several_players_is_full(open_player: Callable[..., Player]) -> None:
    view = next(view for view in contact_sheets.views() if view.name == "online-four-players-teams")
    page = open_player().page
    assert view.prepare is not None
    assert not isinstance(view.address, str)
    page.goto(view.address(page.request))
    view.prepare(page)
    expect(page.locator(".player-bar")).to_have_count(4)


def test_every_page_has_a_sheet(tmp_path: Path) -> None:
    names = [view.name for view in contact_sheets.views()]
    games = ["local-game", "several-game", "online-waiting", *contact_sheets.SEVERAL]
    assert len(set(names)) == len(PAGES) + len(games)
    with pytest.raises(SystemExit, match="the pages are home, play, local, local-game,"):
        contact_sheets.main(tmp_path, ["no-such-page"])
