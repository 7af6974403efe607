"""The catalogues: the same messages and parameters in every language, all used, in the words of the glossary."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from conftest import REPOSITORY
from sumito import BLACK, LAYOUTS, MULTI_LAYOUTS, WHITE, Direction, parse_cell
from sumito.learn.catalogue import LANGUAGES, Catalogue, catalogue, system_language
from sumito.learn.sentence import Sentence, Value, sentences_of

DATA = REPOSITORY / "src/sumito/data"
WEB = REPOSITORY / "src/sumito/web"
PLACE = re.compile(r"\{(\w+)(?::[^{}|]*\|[^{}|]*)?\}")
LINK = re.compile(r"\[[^\]|]+\|(\w+)\]")
OTHERS = [language for language in LANGUAGES if language != "en"]

# A line of the comment at the top of a catalogue: a term, and how its word is found in a text.
TERM = re.compile(r"^# (\w+): (.+)$", re.MULTILINE)


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


@cache
def terms(language: str) -> dict[str, str]:
    """Return the patterns of the terms. `not` is that of other words for the same things."""
    return dict(TERM.findall(source(language).header_comment))


class TurnedWords(GNUTranslations):
    """Words that are formatted as those of a language from right to left."""

    def gettext(self, message: str) -> str:
        return "rtl" if message == "language.direction" else super().gettext(message)


def turned_english() -> Catalogue:
    """Return the English catalogue as if it were Hebrew."""
    with (DATA / "catalogues/en.mo").open("rb") as file:
        return Catalogue("he", TurnedWords(file))


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


@pytest.mark.parametrize("language", OTHERS)
def test_sentences_use_the_words_of_the_glossary(language: str) -> None:
    theirs = terms(language)
    for name, forms in texts("en").items():
        there = " ".join(texts(language)[name])
        for term, english in terms("en").items():
            if re.search(english, LINK.sub("", PLACE.sub("", " ".join(forms)))):
                assert re.search(theirs[term], there), (name, there)
        assert "not" not in theirs or not re.search(theirs["not"], there), (name, there)


@pytest.mark.parametrize("message", ["analysis.score", "play.score"])
def test_the_score_is_what_a_player_has_ejected(message: str) -> None:
    """The other reading, the marbles that a player has lost, would be the opposite."""
    ejected = {
        "en": "by Black: 2, by White: 1",
        "he": "(הדף כל צד החוצה|הדיפות סופיות): שחור 2, לבן 1",
        "pl": "przez czarne 2, przez białe 1",
        "hu": "Fekete 2, Fehér 1 golyót lökött le",
    }
    for language, words in ejected.items():
        assert re.search(words, catalogue(language).say(message, black=2, white=1))


def test_a_move_is_one_players_turn() -> None:
    jargon = {
        "en": r"\b([Pp]ly|[Pp]lies)\b",
        "he": "חצי.?(תור|מהלך)",
        "pl": "[Pp]ółruch|[Pp]osunięci",
        "hu": "[Ff]éllépés",
    }
    for language, word in jargon.items():
        shown = [name for name, forms in texts(language).items() if re.search(word, PLACE.sub("", " ".join(forms)))]
        assert shown == []


def test_the_game_has_one_name_in_hebrew() -> None:
    assert [name for name, forms in texts("he").items() if "אבאלון" in " ".join(forms)] == []


def test_layouts_have_names_in_each_language() -> None:
    daisy, crown = LAYOUTS["belgian-daisy"], LAYOUTS["crown"]
    names = {
        "en": "Belgian Daisy",
        "fr": "Marguerite belge",
        "he": "חיננית בלגית",
        "hu": "Belga margaréta",
        "pl": "Belgijska stokrotka",
    }
    assert {language: catalogue(language).layout(daisy) for language in names} == names
    assert [catalogue(language).layout(crown) for language in ("pl", "he")] == ["Crown", "\u2066Crown\u2069"]
    slugs = {slug.replace("-", "_") for slug in (*LAYOUTS, *MULTI_LAYOUTS)}
    assert {name.removeprefix("layout.") for name in texts("en") if name.startswith("layout.")} <= slugs


@pytest.mark.parametrize("language", [each for each in LANGUAGES if catalogue(each).right_to_left])
def test_notation_in_text_from_right_to_left_is_isolated(language: str) -> None:
    for name, forms in texts(language).items():
        for form in forms:
            outside = re.sub("\u2066[^\u2069]*\u2069", "", PLACE.sub("", form))
            assert not re.search(r"[a-i][1-9]|\d\s*[-–:]\s*\d", outside), (name, form)
            assert not re.search("[\u2066\u2069]", outside), (name, form)


def test_hungarian_has_its_own_long_vowels() -> None:
    assert not re.search("[ôûÔÛ]", " ".join(form for forms in texts("hu").values() for form in forms))


def test_french_has_its_own_spaces_and_apostrophes() -> None:
    for name, forms in texts("fr").items():
        for form in forms:
            text = re.sub(r"\bh ou \?", "", PLACE.sub("x", form))  # a key
            assert not re.search(r"'|[^\u202f](?=[;:!?»])|«(?!\u202f)", text), (name, form)


# ------------------------------------------------------------------------------------------------------------- in use


def literals() -> Iterator[str]:
    for path in [*(REPOSITORY / "cpp/src").rglob("*.cpp"), *(REPOSITORY / "cpp/include").rglob("*.hpp")]:
        yield from re.findall(r'"([a-z_]+\.[\w.]+)"', path.read_text(encoding="utf-8"))
    for path in (REPOSITORY / "src/sumito").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
    for path in (*DATA.glob("*.json"), *WEB.rglob("*.js")):
        yield from re.findall(r"""["']([a-z_]+\.[\w.]+)(?=["' ])""", path.read_text(encoding="utf-8"))


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_are_chosen_by_the_rule_of_the_header(language: str) -> None:
    with (DATA / f"catalogues/{language}.mo").open("rb") as file:
        words = GNUTranslations(file)
    plurals = source(language).num_plurals
    # Only a message whose forms all differ shows which one was chosen.
    name, forms = next((name, forms) for name, forms in texts(language).items() if len(set(forms)) == plurals)
    # Unicode's rules are an independent source: numbers of one category have the same form.
    form_of: dict[str, str] = {}
    for n in range(201):
        found = words.ngettext(name, name, n)
        assert found == form_of.setdefault(Locale(language).plural_form(n), found), n
    assert form_of["one"] == forms[0]
    assert set(form_of.values()) == set(forms)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_gets_the_same_texts(language: str) -> None:
    page = json.loads((DATA / f"catalogues/{language}.json").read_text(encoding="utf-8"))
    assert page["language"] == language
    assert page["direction"] == ("rtl" if catalogue(language).right_to_left else "ltr")
    assert page["plural"] == source(language).plural_expr
    prefixes = {
        "atlas": {"atlas"},
        "book": {"rulebook", "figure", "glossary", "rules"},
        "coach": {"coach", "unseen", "why"},
        "course": {"course"},
        "game": {"character", "clock", "ended", "local", "play"},
        "games": {"games"},
        "online": {"online"},
        "puzzles": {"puzzle", "puzzles", "short", "theme"},
        "review": {"review"},
        "settings": {"settings"},
        "several": {"several", "color", "layout"},
        "share": {"share", "scene"},
        "study": {"analysis", "explorer", "formation", "position", "record", "short"},
    }
    every = dict(page["messages"])
    for part, expected in prefixes.items():
        own = json.loads((DATA / f"catalogues/{language}.{part}.json").read_text(encoding="utf-8"))["messages"]
        assert {name.split(".")[0] for name in own} == expected
        assert not own.keys() & every.keys()
        every |= own
    forms = {name: (text,) if isinstance(text, str) else tuple(text) for name, text in every.items()}
    of_python = ("terminal.", "typed.", "explain.", "language.")
    assert forms == {name: text for name, text in texts(language).items() if not name.startswith(of_python)}


# ---------------------------------------------------------------------------------------------------- the composition


class Words(GNUTranslations):
    """A catalogue of two messages, without a file."""

    def __init__(self, direction: str) -> None:
        super().__init__()
        self.direction = direction

    def gettext(self, message: str) -> str:
        known = {
            "language.direction": self.direction,
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
    polish = Catalogue("pl", Words("ltr"))
    assert polish.say("turn", player=BLACK, **parameters) == "Czarne: a1, b2 i c3, w górę, x"
    assert polish.say("turn", player=WHITE, **parameters) == "Białe: a1, b2 i c3, w górę, x"
    assert [polish.say("count", n=n) for n in (1, 5)] == ["1 kula", "5 kul"]
    hebrew = Catalogue("he", Words("rtl")).say("turn", player=BLACK, **parameters)
    assert hebrew == "Czarne: \u2066a1\u2069, \u2066b2\u2069 i \u2066c3\u2069, w górę, x"


def test_what_is_missing_is_said() -> None:
    with pytest.raises(KeyError, match=r"no message 'nothing\.here' in the catalogue 'pl'"):
        catalogue("pl").say("nothing.here")
    with pytest.raises(KeyError, match="no message '' in the catalogue 'en'"):
        catalogue("en").say("")
    with pytest.raises(KeyError, match=r"the message 'refusal\.pac' needs a parameter 'own'"):
        catalogue("en").say("refusal.pac", n=2)
    with pytest.raises(ValueError, match=f"no such language: 'xx'; there are {', '.join(LANGUAGES)}"):
        catalogue("xx")


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


CELLS = re.compile(r"\{(cells|line|pushed|ejected|target|targets|move|moves|reply)\}")
# Sentences that stand alone beside a board. The others of a refusal are not shown without coordinates.
BESIDE_A_BOARD = re.compile(
    r"(refusal\.(no_marble|not_yours|too_many|off_board|pac|outnumbered|too_few|own_marble_ahead|no_room_behind"
    r"|broadside_blocked\.\w+|not_a_line\.(gap|enemy|unnamed|scattered))|tap\.(gap|not_in_line)|move\.\w+|play\.hint\.\w+"
    r"|board\.(ways|picked|premove)[.\w]*|(position|formation)\.[.\w]+"
    r"|puzzle\.(right|refuted|lost|too_late|not_proved|hint_marbles|solution|solution_other))"
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_beside_a_board_without_coordinates_no_cell_is_named(language: str) -> None:
    found = {message.id if isinstance(message.id, str) else message.id[0]: message for message in source(language)}
    naming = {
        name for name, message in found.items() if BESIDE_A_BOARD.fullmatch(name) and CELLS.search(str(message.string))
    }
    assert len(naming) > 45
    assert {name for name in naming if f"short.{name}" not in found} == set()
    assert {
        name for name, each in found.items() if name.startswith("short.") and CELLS.search(str(each.string))
    } == set()
