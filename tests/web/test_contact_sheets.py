"""Test the tool that makes contact sheets of the web app."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from conftest import REPOSITORY
from sumito.learn.catalogue import LANGUAGES
from sumito.server.pages import PAGES

sys.path.append(str(REPOSITORY / "tools"))

import contact_sheets


def test_a_sheet_has_every_language_in_light_and_in_dark(browser: Browser, site: str, tmp_path: Path) -> None:
    view = next(view for view in contact_sheets.views() if view.name == "lost")
    contact_sheets.make_sheet(browser, site, view, "390x664", tmp_path)
    width, height = struct.unpack(">II", (tmp_path / "lost-390x664.png").read_bytes()[16:24])
    assert width > 300 * len(LANGUAGES)
    assert height > 2 * 664 * 300 / 390


def test_every_page_has_a_sheet(tmp_path: Path) -> None:
    names = [view.name for view in contact_sheets.views()]
    assert len(set(names)) == len(PAGES) + 1, "the game at one screen has two"
    with pytest.raises(SystemExit, match="the pages are home, play, local, local-game,"):
        contact_sheets.main(tmp_path, ["no-such-page"])
