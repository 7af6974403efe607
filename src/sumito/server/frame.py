"""The parts of a page that are drawn before its scripts run: header, headline, cards."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from html import escape
from typing import Final

from sumito.learn.catalogue import LANGUAGES, catalogue

_ICON: Final = re.compile(r"^ *(\w+):\s*((?:'[^']*'[\s+]*)+),$", re.MULTILINE)
_SAID: Final = re.compile(r'data-say="([^"]+)"')
# The pages in the header, and on the cards of the home page, with their icons.
_NAVIGATION: Final = {
    "play": "computer",
    "online": "globe",
    "local": "people",
    "learn": "hint",
    "puzzles": "puzzle",
    "rules": "book",
    "analysis": "analyse",
    "games": "games",
}
_CARDS: Final = ("play", "learn", "online", "local", "puzzles", "rules", "analysis")
_PARENTS: Final = {"glossary": "rules", "g": "online", "several": "local"}
_TITLED: Final = ("play", "local", "several")


class Frame:
    """Writes the parts of the page `name` as HTML, in English; `shell/start.js` puts in the user's language.

    Texts have the attribute `data-say` with their message. Attributes have `data-say-label` or `data-say-title`, and
    `shell/shell.js` translates them. Links have `data-page` with the name of their page, and `data-query`
    with its query.

    Args:
        name: the name of the page.
        up: the way from the page to the root of the site.
        icons: the script with the paths of the icons.
        online: whether the site has online play.
    """

    def __init__(self, name: str, up: str, icons: bytes, *, online: bool) -> None:
        self._name = name
        self._up = up
        self._icons = icons.decode()
        self._online = online

    def values(self) -> dict[str, str]:
        """Return the HTML of each part by its name in the template, in the order of the template."""
        parts = {
            "name": self._name,
            "skip": _text("app.skip"),
            "brand": self._current("home"),
            "navigation_label": _attribute("aria-label", "app.navigation"),
            "navigation": "".join(self._items()),
            "silent": self._icon("silent"),
            "moon": self._icon("moon"),
            "settings": self._icon("settings"),
            "settings_label": _attribute("aria-label", "app.nav.settings") + _attribute("title", "app.nav.settings"),
            "settings_current": self._current("settings"),
            "globe": self._icon("globe"),
            "language_label": _attribute("aria-label", "app.language"),
            "options": _options(),
            "menu": self._icon("menu"),
            "menu_label": _attribute("aria-label", "app.menu"),
            "content": self._content(),
        }
        return {**parts, "words": _words(tuple(parts.values()))}

    def _content(self) -> str:
        if self._name in _TITLED:
            return f"<h1{_text(f'{self._name}.title')}</h1>"
        if self._name != "home":
            return ""
        cards = "".join(self._card(page) for page in self._shown(_CARDS))
        return (
            f'<div class="hero"><div class="welcome"><h1{_text("home.title")}</h1>'
            f'<p class="lead"{_text("home.lead")}</p>'
            f'<nav{_attribute("aria-label", "home.choices")}><ul class="choices">{cards}</ul></nav></div>'
            '<figure class="demo"><div class="board"></div><figcaption></figcaption></figure></div>'
        )

    def _card(self, page: str) -> str:
        first = page == _CARDS[0]  # it starts a game at once, and has a link to the set-up sheet
        style, query = ("choice-card first", "?now") if first else ("choice-card", "")
        sheet = f'<a class="choose"{self._link(page)}{_text("home.choose")}</a>' if first else ""
        return (
            f'<li><a class="{style}"{self._link(page, query)}>'
            f'<span class="choice-icon">{self._icon(_NAVIGATION[page])}</span>'
            f'<span class="choice-words"><strong{_text(f"home.{page}")}</strong>'
            f'<span class="about"{_text(f"home.{page}.text")}</span></span></a>{sheet}</li>'
        )

    def _items(self) -> Iterator[str]:
        for page in self._shown(_NAVIGATION):
            # Only the menu of a phone shows these icons, so they come with the scripts.
            icon = f' data-icon="{_NAVIGATION[page]}"'
            yield f"<li><a{self._link(page)}{self._current(page)}{icon}><span{_text(f'app.nav.{page}')}</span></a></li>"

    def _shown(self, pages: Iterable[str]) -> list[str]:
        return [page for page in pages if self._online or page != "online"]

    def _link(self, page: str, query: str = "") -> str:
        asked = f' data-query="{query}"' if query else ""
        return f' href="{self._up}{page}/{query}" data-page="{page}"{asked}'

    def _current(self, page: str) -> str:
        return ' aria-current="page"' if page == _PARENTS.get(self._name, self._name) else ""

    def _icon(self, name: str) -> str:
        strokes, _, shapes = _icon_paths(self._icons).get(name, "").partition("|")
        filled = f'<path d="{shapes}" class="filled"/>' if shapes else ""
        drawn = f'<path d="{strokes}"/>' if strokes else ""
        return f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{filled}{drawn}</svg>'


@cache
def _icon_paths(script: str) -> dict[str, str]:
    return {name: "".join(re.findall(r"'([^']*)'", paths)) for name, paths in _ICON.findall(script)}


def _text(message: str) -> str:
    """Return the end of a start tag, and the text of the element."""
    return f' data-say="{message}">{escape(_english()(message))}'


def _attribute(attribute: str, message: str) -> str:
    name = {"aria-label": "label", "title": "title"}[attribute]
    return f' data-say-{name}="{message}" {attribute}="{escape(_english()(message))}"'


@cache
def _english() -> Callable[[str], str]:
    return catalogue("en").say


@cache
def _options() -> str:
    return "".join(
        f'<option value="{words.language}" lang="{words.language}">{escape(words.say("language.name"))}</option>'
        for words in map(catalogue, LANGUAGES)
    )


@cache
def _words(parts: tuple[str, ...]) -> str:
    """Return the texts of the HTML in every other language, in their order, as JSON in a script element."""
    messages = [message for part in parts for message in _SAID.findall(part)]
    others = (language for language in LANGUAGES if language != "en")
    words = {language: [catalogue(language).say(message) for message in messages] for language in others}
    text = json.dumps(words, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")
