"""Test that the page and Python give the same text for every message, language and kind of parameter."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

from conftest import REPOSITORY
from sumito import BLACK, WHITE, Direction
from sumito.core import Color
from sumito.learn.catalogue import LANGUAGES, catalogue
from sumito.learn.sentence import Value
from sumito.play.phrases import PHRASES
from web.test_units import node

CATALOGUES = REPOSITORY / "src/sumito/data/catalogues"
COMPOSE = Path(__file__).with_name("compose.mjs")
NAME = re.compile(r"\{(\w+)")
SAMPLES: tuple[Value, ...] = (
    (0,),
    (28, 29),
    (5, 30, 60),
    (Direction.E,),
    (Direction.NW, Direction.SE),
    BLACK,
    WHITE,
    7,
    "$1 {n} \\g<0>",
)
COUNTS = (0, 1, 2, 3, 5, 12, 22, 112)


def for_the_page(value: Value) -> object:
    match value:
        case Color():
            return {"color": str(value)}
        case int() | str():
            return value
        case (Direction(), *_):
            return {"directions": [int(each) for each in value]}
    return {"cells": [int(each) for each in value]}


def part(language: str, name: str = "") -> dict[str, Any]:
    found: dict[str, Any] = json.loads((CATALOGUES / f"{language}{name}.json").read_text(encoding="utf-8"))
    return found


def asked(language: str) -> list[tuple[str, dict[str, Value]]]:
    """Return each message with each sample in all its parameters, and with each count."""
    messages = {**part(language)["messages"], **part(language, ".book")["messages"]}
    found: list[tuple[str, dict[str, Value]]] = []
    for message, forms in messages.items():
        names = set(NAME.findall(json.dumps(forms))) - {"n"}
        for i, sample in enumerate(SAMPLES):
            found.append((message, {**dict.fromkeys(names, sample), "n": COUNTS[i % len(COUNTS)]}))
        if isinstance(forms, list):
            found += [(message, {**dict.fromkeys(names, SAMPLES[0]), "n": n}) for n in range(201)]
    return found


def test_the_page_says_what_python_says() -> None:
    questions = {language: asked(language) for language in LANGUAGES}
    request = {
        language: {
            "files": [str(CATALOGUES / f"{language}{name}.json") for name in ("", ".book")],
            "asked": [[message, {name: for_the_page(each) for name, each in of.items()}] for message, of in each],
        }
        for language, each in questions.items()
    }
    done = subprocess.run([node(), COMPOSE], input=json.dumps(request), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answers = json.loads(done.stdout)
    for language, each in questions.items():
        words = catalogue(language)
        expected = [words.say(message, **parameters) for message, parameters in each]
        assert {parameters["n"] for _, parameters in each} >= set(range(201)), f"no plural forms in {language}"
        for (message, parameters), here, there in zip(each, expected, answers[language], strict=True):
            assert there == here, (language, message, parameters)


def test_the_page_offers_the_phrases_of_the_server() -> None:
    """The menu has its own order."""
    source = (REPOSITORY / "src/sumito/web/online_game/talk.js").read_text(encoding="utf-8")
    menu = re.search(r"const PHRASES = \[(.*?)\];", source, re.S)
    assert menu
    assert sorted(re.findall(r"'(\w+)'", menu[1])) == sorted(PHRASES)
