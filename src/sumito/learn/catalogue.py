"""Catalogues: the texts of each language. Compose sentences from messages and parameters."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from gettext import GNUTranslations
from typing import Final

from sumito.core import Color, Direction, Layout, cell_name
from sumito.learn.languages import CATALOGUES, LANGUAGES
from sumito.learn.sentence import Sentence, Value

__all__ = ["LANGUAGES", "Catalogue", "catalogue", "system_language"]

# Left-to-right isolate and its end. Without them, right-to-left text reorders neighbouring cells and numbers.
_ISOLATE, _END = "\N{LEFT-TO-RIGHT ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
_PLACE: Final = re.compile(r"\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}")


class Catalogue:
    """The texts of one language. The function `catalogue` returns it.

    In a text, `{name}` stands for a parameter. `{name:one|other}` stands for the first word if the colour `name` is
    Black, and otherwise for the second. The parameter `n` selects the plural form of a message.
    """

    def __init__(self, language: str, words: GNUTranslations) -> None:
        self.language: Final = language
        self.right_to_left: Final = words.gettext("language.direction") == "rtl"
        self._words = words

    def say(self, message: str, **parameters: Value) -> str:
        """Return the text of a message.

        >>> catalogue("en").say("refusal.own_marble_ahead", cells=(parse_cell("a5"),))
        'Your own marble on a5 is in the way.'

        Raises:
            KeyError: there is no such message, or one of its parameters is missing.
        """
        text = self._text(message, parameters.get("n"))

        def put(place: re.Match[str]) -> str:
            name, black, white = place.groups()
            if name not in parameters:
                raise KeyError(f"the message {message!r} needs a parameter {name!r}")
            value = parameters[name]
            if black is None:
                return self._words_of(value)
            return str(black if value is Color.BLACK else white)

        return _PLACE.sub(put, text)

    def sentence(self, sentence: Sentence) -> str:
        """Return the text of a sentence."""
        return self.say(sentence.message, **sentence.parameters)

    def sentences(self, sentences: Iterable[Sentence]) -> str:
        """Return the text of several sentences."""
        return " ".join(map(self.sentence, sentences))

    def notation(self, text: str) -> str:
        """Return cells, moves or other notation, marked so that they keep their direction in this language."""
        return f"{_ISOLATE}{text}{_END}" if self.right_to_left else text

    def layout(self, layout: Layout) -> str:
        """Return the name of a starting layout. A layout without a message keeps its English name."""
        message = f"layout.{layout.slug.replace('-', '_')}"
        name = self._words.gettext(message)
        return self.notation(layout.name) if name == message else name

    def _text(self, message: str, n: Value | None) -> str:
        if isinstance(n, int):
            text = self._words.ngettext(message, message, n)
            if text != message:
                return text
        text = self._words.gettext(message)
        if text == message or not message:  # the empty name is the header of the catalogue
            raise KeyError(f"no message {message!r} in the catalogue {self.language!r}")
        return text

    def _words_of(self, value: Value) -> str:
        match value:
            case Color():
                return self.say(f"color.{value}")
            case int():
                return str(value)
            case str():
                return value
        cells = [self.notation(cell_name(each)) for each in value if not isinstance(each, Direction)]
        ways = [self.say(f"direction.{each.name}") for each in value if isinstance(each, Direction)]
        return self._joined(cells, "list.and") if cells else self._joined(ways, "list.or")

    def _joined(self, names: Sequence[str], message: str) -> str:
        if len(names) < 2:
            return "".join(names)
        return self.say(message, list=", ".join(names[:-1]), last=names[-1])


@cache
def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language.

    Raises:
        ValueError: `language` is not one of `LANGUAGES`.
    """
    if language not in LANGUAGES:
        raise ValueError(f"no such language: {language!r}; there are {', '.join(LANGUAGES)}")
    with (CATALOGUES / f"{language}.mo").open("rb") as file:
        return Catalogue(language, GNUTranslations(file))


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of the system if there is a catalogue for it, otherwise English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            language = re.split(r"[_.@]", value)[0]
            return {"iw": "he"}.get(language, language) if language in {*LANGUAGES, "iw"} else "en"
    return "en"
