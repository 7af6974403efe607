"""`sumito explain` in the languages of the catalogues."""

from __future__ import annotations

import json
from gettext import GNUTranslations
from importlib.resources import files

import pytest

from command_line import Run, runner
from sumito import IllegalReason
from sumito.learn.catalogue import LANGUAGES, Catalogue

PAC = "5/6/7/8/1SSss4/8/7/6/5 0 0 b 0 1"
EJECTION = "5/6/7/8/5SSSs/8/7/6/5 0 0 b 0 1"

run = pytest.fixture(runner)


def test_explain_speaks_the_language_that_is_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """English words as a text from right to left: every cell, move and number pair is isolated."""
    with (files("sumito") / "data/catalogues/en.mo").open("rb") as file:
        english = GNUTranslations(file)
    asked: list[str] = []

    def words(language: str) -> Catalogue:
        asked.append(language)
        return Catalogue("he", english)

    monkeypatch.setattr("sumito.learn.catalogue.catalogue", words)
    done = run("explain", "--position", EJECTION, "--line", "e6,e7,e8", "--direction", "e", "--lang", "pl")
    assert done.lines[0] == "legal: \u2066e6e7\u2069, sumito \u20663-1\u2069, ejects"
    assert "\u2066e6\u2069, \u2066e7\u2069 and \u2066e8\u2069 go right" in " ".join(done.lines[1:4])
    assert "  e . . . . .[X X X]O" in done.lines
    assert done.lines[-1] == "\u2066X\u2069 Black, \u2066O\u2069 White; Black to move."
    monkeypatch.setenv("LC_ALL", "hu_HU.UTF-8")
    assert run("explain", "--position", PAC, "--move", "e2e3").code == 0
    assert asked == ["pl", "hu"]


def test_languages_are_those_of_the_catalogues(run: Run) -> None:
    assert "en, he, pl or hu" in run("explain", "--help").out
    assert LANGUAGES == ("en", "he", "pl", "hu")


def test_explain_has_words_for_every_reason() -> None:
    text = (files("sumito") / "data/catalogues/en.json").read_text(encoding="utf-8")
    messages = {name for name in json.loads(text)["messages"] if name.startswith("explain.")}
    reasons = {f"explain.reason.{reason}" for reason in IllegalReason}
    rest = {"legal", "illegal", "in_line", "broadside", "sumito", "ejects", "to_move"}
    assert messages == reasons | {f"explain.{name}" for name in rest}
