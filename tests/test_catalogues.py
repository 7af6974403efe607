"""The catalogues: the same messages and parameters in every language, all used, in the words of the glossary."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from conftest import REPOSITORY
from sumito import BLACK, WHITE, Direction, parse_cell
from sumito.learn.catalogue import LANGUAGES, Catalogue, catalogue, system_language
from sumito.learn.sentence import Sentence, Value, sentences_of

DATA = REPOSITORY / "src/sumito/data"
WEB = REPOSITORY / "src/sumito/web"
PLACE = re.compile(r"\{(\w+)(?::[^{}|]*\|[^{}|]*)?\}")
LINK = re.compile(r"\[[^\]|]+\|(\w+)\]")
OTHERS = [language for language in LANGUAGES if language != "en"]

# The word for each term of the glossary, as the rulebooks have it, or our own choice if they have none.
TERMS = {
    "marble": ("marble (ball)", "כדור", "kula", "golyó"),
    "group": ("group", "קבוצה", "grupa", "csoport"),
    "move": ("move", "מהלך", "ruch", "lépés"),
    "movement": ("movement", "תנועה", "przesunięcie", "sima tolás"),
    "in_line_move": ("in-line move", "תנועה בתוך שורה", "ruch „po linii”", "egyvonalú tolás"),
    "broadside_move": ("broadside (arrow-like) move", "תנועה הצידה", "ruch „na skos”", "oldaltolás"),
    "push": ("push", "הדיפה", "popchnięcie", "eltolás"),
    "sumito": ("sumito", "סומיטו", "sumito", "sumito"),
    "pac": ("pac", "מצב שוויון", "pac (równowaga sił)", "PAC (erőegyensúly)"),
    "ejection": ("ejection", "הדיפה סופית", "zepchnięcie (poza planszę)", "teljes kilökés"),
    "monomial": ("monomial", "כדור בודד", "samotna kula", "magányos golyó"),
    "binomial": ("binomial", "דו-כדורית", "dwójka", "kettős"),
    "trinomial": ("trinomial", "תלת-כדורית", "trójka", "hármas"),
    "lance": ("lance", "רומח", "lanca", "lándzsa"),
    "arc": ("arc", "קשת", "łuk", "ív"),
    "shield": ("shield", "מגן", "tarcza", "pajzs"),
    "polynomial": ("polynomial", "רב-כדורית", "grupa kul", "golyócsoport"),
    "block": ("block", "בלוק", "blok", "blokk"),
    "det": ("det", "מצב נתק", "det (kula w okrążeniu)", "det (beékelődött golyó)"),
}
# If the English text has the word, each language has its own word for it, inflected or not.
WORDS = {
    r"\bmarbles?\b": {"he": "כדור", "pl": r"\b[Kk]ul", "hu": "goly"},
    r"\b[Pp]acs?\b": {"he": "שוויון", "pl": r"\b[Pp]ac", "hu": "PAC"},
    r"\b[Ss]umitos?\b": {"he": "סומיטו", "pl": r"\b[Ss]umito", "hu": r"\b[Ss]umit"},
    r"\b[Bb]roadside\b": {"he": "הציד", "pl": "skos", "hu": "oldal"},
    r"\b[Ee]ject": {
        "he": "הדיפה סופית|הד[יו]?פ|הוד[פף]|נהד[פף]|הדוף|הדף",
        "pl": "[Zz]epch|[Ss]pych",
        "hu": "lök",
    },
    r"\b[Ll]ances?\b": {"he": "ר[ו]?מח", "pl": r"\b[Ll]anc", "hu": "ándzs"},
    r"\b[Ss]hields?\b": {"he": "מגן|מגינ", "pl": r"\b[Tt]arcz", "hu": "ajzs"},
    r"\b[Dd]ets?\b": {"he": "נתק", "pl": r"\b[Dd]et", "hu": r"\b[Dd]et"},
}
# Other words for the same things.
NOT_OUR_WORDS = {"he": "גולה|גולות|כלי משחק", "pl": r"\b(kulk|pion|bierk)", "hu": r"\b(bábu|figurát)"}


@cache
def source(language: str) -> Catalog:
    with (DATA / f"catalogues/{language}.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


@cache
def texts(language: str) -> dict[str, tuple[str, ...]]:
    """Return every message with its forms."""
    found: dict[str, tuple[str, ...]] = {}
    for message in source(language):
        if message.id:
            name, *plural = [message.id] if isinstance(message.id, str) else message.id
            found[name] = tuple(message.string or ()) if plural else (str(message.string),)
    return found


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_every_message(language: str) -> None:
    assert sorted(texts("en").keys() - texts(language).keys()) == []
    assert sorted(texts(language).keys() - texts("en").keys()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing_or_in_doubt(language: str) -> None:
    catalog = source(language)
    for message in catalog:
        assert not message.fuzzy or not message.id, message.id
        if isinstance(message.id, tuple):
            assert len(message.string or ()) == catalog.num_plurals, message.id
    for name, forms in texts(language).items():
        assert all(form.strip() == form and form for form in forms), name


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    """Some words are the same in two languages, but a text of several words is not."""
    same = [
        name
        for name, forms in texts(language).items()
        if len(re.findall(r"[A-Za-z]{2,}", PLACE.sub("", forms[0]))) > 2 and forms[0] == texts("en")[name][0]
    ]
    assert same == []


@pytest.mark.parametrize("language", OTHERS)
def test_parameters_and_links_are_those_of_english(language: str) -> None:
    for name, forms in texts("en").items():
        here, there = " ".join(forms), " ".join(texts(language)[name])
        assert set(PLACE.findall(there)) == set(PLACE.findall(here)), name
        assert sorted(set(LINK.findall(there))) == sorted(set(LINK.findall(here))), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_braces_and_brackets_are_places_and_links(language: str) -> None:
    for name, forms in texts(language).items():
        for form in forms:
            assert not re.search(r"[{}\[\]|]", LINK.sub("", PLACE.sub("", form))), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terms_are_those_of_the_glossary(language: str) -> None:
    found = {
        name.removeprefix("term."): forms[0] for name, forms in texts(language).items() if name.startswith("term.")
    }
    of_table = {term: names[LANGUAGES.index(language)] for term, names in TERMS.items()}
    assert found == of_table


@pytest.mark.parametrize("language", OTHERS)
def test_sentences_use_the_words_of_the_glossary(language: str) -> None:
    for name, forms in texts("en").items():
        there = " ".join(texts(language)[name])
        for english, theirs in WORDS.items():
            if re.search(english, LINK.sub("", PLACE.sub("", " ".join(forms)))):
                assert re.search(theirs[language], there), (name, there)
        assert not re.search(NOT_OUR_WORDS[language], there), (name, there)


def test_notation_in_hebrew_is_isolated() -> None:
    for name, forms in texts("he").items():
        for form in forms:
            outside = re.sub("\u2066[^\u2069]*\u2069", "", PLACE.sub("", form))
            assert not re.search(r"[a-i][1-9]|\d\s*[-–:]\s*\d", outside), (name, form)
            assert not re.search("[\u2066\u2069]", outside), (name, form)


def test_hungarian_has_its_own_long_vowels() -> None:
    assert not re.search("[ôûÔÛ]", " ".join(form for forms in texts("hu").values() for form in forms))


# ------------------------------------------------------------------------------------------------------------- in use


def literals() -> Iterator[str]:
    for path in (REPOSITORY / "cpp/src").glob("*.cpp"):
        yield from re.findall(r'"([a-z_]+\.[\w.]+)"', path.read_text(encoding="utf-8"))
    for path in (REPOSITORY / "src/sumito").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
    for path in (*DATA.glob("*.json"), *WEB.rglob("*.js")):
        yield from re.findall(r"""["']([a-z_]+\.[\w.]+)["']""", path.read_text(encoding="utf-8"))


def families() -> set[str]:
    """Return the beginnings of message names that are composed in Python or on the page."""
    on_the_page = {
        begin
        for path in WEB.rglob("*.js")
        for begin in re.findall(r"`([a-z]+\.(?:[a-z_.]+[._])?)\$\{", path.read_text(encoding="utf-8"))
    }
    return on_the_page | {
        node.values[0].value
        for path in (REPOSITORY / "src/sumito").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.JoinedStr)
        and isinstance(node.values[0], ast.Constant)
        and isinstance(node.values[0].value, str)
        and re.fullmatch(r"[a-z]+\.([a-z_.]+[._])?", node.values[0].value)
    }


def test_every_message_is_used() -> None:
    used = set(literals())
    begun = tuple(families())
    assert [name for name in texts("en") if name not in used and not name.startswith(begun)] == []


# ------------------------------------------------------------------------------------------------------------ plurals

PLURALS: dict[str, Callable[[int], int]] = {
    "en": lambda n: int(n != 1),
    "hu": lambda n: int(n != 1),
    "he": lambda n: {1: 0, 2: 1}.get(n, 2),
    "pl": lambda n: 0 if n == 1 else 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2,
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_are_chosen_by_the_rule_of_the_header(language: str) -> None:
    with (DATA / f"catalogues/{language}.mo").open("rb") as file:
        words = GNUTranslations(file)
    plurals = source(language).num_plurals
    # Only a message whose forms all differ shows which one was chosen.
    name, forms = next((name, forms) for name, forms in texts(language).items() if len(set(forms)) == plurals)
    for n in range(201):
        assert words.ngettext(name, name, n) == forms[PLURALS[language](n)], n


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_gets_the_same_texts(language: str) -> None:
    page = json.loads((DATA / f"catalogues/{language}.json").read_text(encoding="utf-8"))
    assert page["language"] == language
    assert page["plural"] == source(language).plural_expr
    book = json.loads((DATA / f"catalogues/{language}.book.json").read_text(encoding="utf-8"))["messages"]
    assert {name.split(".")[0] for name in book} == {"rulebook", "figure", "glossary"}
    online = json.loads((DATA / f"catalogues/{language}.online.json").read_text(encoding="utf-8"))["messages"]
    assert {name.split(".")[0] for name in online} == {"online"}
    assert not (book.keys() | online.keys()) & page["messages"].keys()
    every = {**page["messages"], **book, **online}
    forms = {name: (text,) if isinstance(text, str) else tuple(text) for name, text in every.items()}
    assert forms == {name: text for name, text in texts(language).items() if not name.startswith("terminal.")}


# ---------------------------------------------------------------------------------------------------- the composition


class Words(GNUTranslations):
    """A catalogue of two messages, without a file."""

    def gettext(self, message: str) -> str:
        known = {
            "turn": "{player:Czarne|Białe}: {cells}, {way}, {word}",
            "color.black": "czarne",
            "list.and": "{list} i {last}",
        }
        return (known | {"direction.NE": "w górę"}).get(message, message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return {"count": "{n} kula" if n == 1 else "{n} kul"}.get(one, one)


def test_parameters_of_every_kind() -> None:
    cells = tuple(map(parse_cell, ("a1", "b2", "c3")))
    parameters: dict[str, Value] = {"cells": cells, "way": (Direction.NE,), "word": "x"}
    polish = Catalogue("pl", Words())
    assert polish.say("turn", player=BLACK, **parameters) == "Czarne: a1, b2 i c3, w górę, x"
    assert polish.say("turn", player=WHITE, **parameters) == "Białe: a1, b2 i c3, w górę, x"
    assert [polish.say("count", n=n) for n in (1, 5)] == ["1 kula", "5 kul"]
    hebrew = Catalogue("he", Words()).say("turn", player=BLACK, **parameters)
    assert hebrew == "Czarne: \u2066a1\u2069, \u2066b2\u2069 i \u2066c3\u2069, w górę, x"


def test_what_is_missing_is_said() -> None:
    with pytest.raises(KeyError, match=r"no message 'nothing\.here' in the catalogue 'pl'"):
        catalogue("pl").say("nothing.here")
    with pytest.raises(KeyError, match="no message '' in the catalogue 'en'"):
        catalogue("en").say("")
    with pytest.raises(KeyError, match=r"the message 'refusal\.pac' needs a parameter 'own'"):
        catalogue("en").say("refusal.pac", n=2)
    with pytest.raises(ValueError, match="no such language: 'fr'; there are en, he, pl, hu"):
        catalogue("fr")


def test_a_line_of_the_core_is_read() -> None:
    lines = "refusal.x n=-2 player=white cells=a1,i9 directions=E,SW\nlegal.y"
    first, second = sentences_of(lines)
    assert first.message == "refusal.x"
    assert first.parameters == {"n": -2, "player": WHITE, "cells": (0, 60), "directions": (Direction.E, Direction.SW)}
    assert second == Sentence("legal.y")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_ALL": "iw_IL", "LANG": "hu_HU"}, "he"),
        ({"LC_ALL": "", "LC_MESSAGES": "hu", "LANG": "pl_PL"}, "hu"),
        ({"LC_ALL": "de_DE.UTF-8", "LANG": "pl_PL"}, "en"),
    ],
)
def test_the_language_of_the_system(environment: dict[str, str], language: str) -> None:
    assert system_language(environment) == language


def test_there_is_a_catalogue_for_each_language() -> None:
    assert {Path(path).stem for path in (DATA / "catalogues").glob("*.po")} == set(LANGUAGES)
