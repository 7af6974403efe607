"""`sumito explain` in the languages of the catalogues."""

from __future__ import annotations

import importlib
import os
import re
from importlib.resources import files
from pathlib import Path

import pytest

from command_line import Run, in_process_of_its_own, runner
from conftest import REPOSITORY
from sumito import IllegalReason
from sumito.learn.catalogue import LANGUAGES, Catalogue
from test_catalogues import turned_english

PAC = "5/6/7/8/1SSss4/8/7/6/5 0 0 b 0 1"
EJECTION = "5/6/7/8/5SSSs/8/7/6/5 0 0 b 0 1"

run = pytest.fixture(runner)


def test_explain_speaks_the_language_that_is_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use English words as right-to-left text: every cell, move and number pair is isolated."""
    asked: list[str] = []

    def words(language: str) -> Catalogue:
        asked.append(language)
        return turned_english()

    importlib.import_module("sumito.learn.reasons")  # it keeps the catalogue that it finds on import
    monkeypatch.setattr("sumito.learn.catalogue.catalogue", words)
    done = run("explain", "--position", EJECTION, "--line", "e6,e7,e8", "--direction", "e", "--lang", "pl")
    assert done.lines[0] == "legal: \u2066e6e7\u2069, sumito \u20663-1\u2069, ejects"
    assert "\u2066e6\u2069, \u2066e7\u2069 and \u2066e8\u2069 go right" in " ".join(done.lines[1:4])
    assert "  e . . . . .[X X X]O" in done.lines
    assert done.lines[-1] == "\u2066X\u2069 Black, \u2066O\u2069 White; Black to move."
    monkeypatch.setenv("LC_ALL", "hu_HU.UTF-8")
    assert run("explain", "--position", PAC, "--move", "e2e3").code == 0
    assert list(dict.fromkeys(asked)) == ["pl", "hu"]


@pytest.mark.parametrize("system", LANGUAGES[1:])
def test_letters_that_cannot_be_shown_are_english_unless_asked_for(tmp_path: Path, system: str) -> None:
    environment = {**os.environ, "LC_ALL": f"{system}.UTF-8", "PYTHONIOENCODING": "ascii"}
    said = in_process_of_its_own("threats", cwd=tmp_path, env=environment).stdout
    assert said.startswith("It is Black's turn.\n")
    asked = in_process_of_its_own("threats", "--lang", "he", cwd=tmp_path, env=environment).stdout
    assert asked.startswith("????")
    written = in_process_of_its_own("rulebook", "-o", "rules.html", cwd=tmp_path, env=environment)
    assert written.returncode == 0
    assert f'<html lang="{system}"' in (tmp_path / "rules.html").read_text(encoding="utf-8")


def test_a_narrow_space_that_cannot_be_shown_is_english_too(tmp_path: Path) -> None:
    environment = {**os.environ, "LC_ALL": "fr_FR.ISO-8859-1", "PYTHONIOENCODING": "latin-1"}
    said = in_process_of_its_own("threats", cwd=tmp_path, env=environment, encoding="latin-1").stdout
    assert said.startswith("It is Black's turn.\n")


def test_languages_are_those_of_the_catalogues(run: Run) -> None:
    assert {path.stem for path in (REPOSITORY / "src/sumito/data/catalogues").glob("*.po")} == set(LANGUAGES)
    assert f"{', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}" in run("explain", "--help").out


def test_explain_has_words_for_every_reason() -> None:
    text = (files("sumito") / "data/catalogues/en.po").read_text(encoding="utf-8")
    messages = set(re.findall(r'^msgid "(explain\..+)"$', text, re.MULTILINE))
    reasons = {f"explain.reason.{reason}" for reason in IllegalReason}
    rest = {"legal", "illegal", "in_line", "broadside", "sumito", "ejects", "to_move"}
    assert messages == reasons | {f"explain.{name}" for name in rest}
