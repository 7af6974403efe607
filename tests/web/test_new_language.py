"""A new language is one file: with one more catalogue, every list of languages has one more entry."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from command_line import in_process_of_its_own
from conftest import REPOSITORY
from web.complaints import Complaints
from web.conftest import OpenPage
from web.plain_host import plain_host

PACKAGE = REPOSITORY / "src/sumito"
CODE = "eo"
# The texts are English, as in a translation that has just begun, and written from right to left.
OWN = {
    '"Language: en\\n"': f'"Language: {CODE}\\n"',
    'msgstr "English"': 'msgstr "Esperanto"',
    'msgstr "ltr"': 'msgstr "rtl"',
    'msgstr "Settings"': 'msgstr "Agordoj"',
    "and needs JavaScript": "kaj bezonas JavaScript",
}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a copy of the package that has one more catalogue. Other files are links."""
    folder = tmp_path_factory.mktemp("package")
    catalogues = folder / "sumito/data/catalogues"
    catalogues.mkdir(parents=True)
    for parent in (PACKAGE, PACKAGE / "data"):
        for path in parent.iterdir():
            if path.name not in {"data", "catalogues", "__pycache__"}:
                (folder / "sumito" / path.relative_to(PACKAGE)).symlink_to(path)
    sources = list((PACKAGE / "data/catalogues").glob("*.po"))
    text = (PACKAGE / "data/catalogues/en.po").read_text(encoding="utf-8")
    for english, own in OWN.items():
        assert english in text
        text = text.replace(english, own)
    new = folder / f"{CODE}.po"
    new.write_text(text, encoding="utf-8")
    subprocess.run([sys.executable, REPOSITORY / "tools/catalogues.py", catalogues, *sources, new], check=True)
    return folder


def run(package: Path, *words: str) -> str:
    done = in_process_of_its_own(*words, cwd=package, env={**os.environ, "PYTHONPATH": str(package), "LC_ALL": "C"})
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


@pytest.fixture(scope="module")
def address(package: Path) -> Iterator[str]:
    run(package, "site", "-o", "site")
    with plain_host(package / "site") as found:
        yield found


def test_commands_have_it(package: Path) -> None:
    assert f"en, {CODE}," in run(package, "explain", "--help")
    assert run(package, "threats", "--lang", CODE).startswith("It is Black's turn.")
    run(package, "rulebook", "--lang", CODE, "-o", "rules.html")
    assert '<html lang="eo" dir="rtl">' in (package / "rules.html").read_text(encoding="utf-8")


def test_pages_have_it(address: str, open_page: OpenPage) -> None:
    page = open_page(base_url=address, locale=CODE)
    page.goto("settings/")
    expect(page.locator("h1")).to_have_text("Agordoj")
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == [CODE, "rtl"]
    menu = page.locator("select.language")
    assert menu.input_value() == CODE
    expect(page.get_by_role("radio", name="Esperanto")).to_be_checked()
    menu.select_option("en")
    expect(page.locator("h1")).to_have_text("Settings")
    assert page.evaluate("document.documentElement.dir") == "ltr"
    menu.select_option(label="Esperanto")
    expect(page.locator("h1")).to_have_text("Agordoj")
    page.reload()
    expect(page.locator("h1")).to_have_text("Agordoj")


def test_pages_without_scripts_have_it(address: str, open_page: OpenPage, complaints: Complaints) -> None:
    complaints.expect("csp")  # the error of a browser that was told not to run scripts
    page = open_page(base_url=address, java_script_enabled=False)
    page.goto("play/")
    told = page.locator(f"noscript p[lang={CODE}]")
    expect(told).to_contain_text("kaj bezonas JavaScript")
    assert told.get_attribute("dir") == "rtl"
