"""The pages of the web app, each written from one template."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from importlib.resources import files
from posixpath import dirname, join, normpath
from typing import Final

from sumito.learn.catalogue import LANGUAGES, catalogue
from sumito.server.frame import Frame

_TEMPLATE: Final = (files("sumito.server") / "page.html").read_text(encoding="utf-8")
# Static imports only: a module that is imported by `import()` is fetched when the page asks for it.
_IMPORT: Final = re.compile(r"^(?:import|export)\b[^'()]*?'(\.[^']+)'", re.MULTILINE)
_ABOUT: Final = (
    "Abalone in your browser: play the computer or each other, learn the rules on live figures, solve puzzles, analyse."
)
_HOME_DESCRIPTION: Final = f'<meta name="description" content="{_ABOUT}">\n'
PREVIEW: Final = "preview.png"
"""The picture that other sites show beside a link; `tools/draw_preview.py` draws it."""
_WAY_OUT: Final = '<a href="../">{}</a>'
_PLAYABLE: Final = ("style/board.css", "style/board_controls.css")
_WASM: Final = "core/sumito.wasm"
_ICONS: Final = "shell/icons.js"
_NAMES: Final = {"index.html": "home", "404.html": "lost"}  # others are named by their folder
GAME_PAGE: Final = "g/index.html"
"""The page of an online game. It is shown at `g/` and the id of any game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page: its entry module and its styles, besides those that every page has."""

    module: str
    styles: tuple[str, ...]
    title: str = "sumito"
    head: str = ""
    has_way_out: bool = False
    """Whether a plain host can show the page at a deeper address, where its links to scripts and styles lead nowhere.
    It then has a link in every language, which its own style hides."""
    data: tuple[str, ...] = ()
    """The data files of a new game, which are fetched at once unless the address names a kept game."""
    needs_core: bool = False
    """Whether the page cannot be drawn without the core, so that it is fetched first."""
    preview: tuple[str, str] = ("sumito: Abalone in your browser", _ABOUT)
    """The title and the text that other sites show beside a link to the page."""
    needs_server: bool = False
    """Whether the page is for online play. A site of files only does not have it."""


PAGES: Final = {
    "index.html": Page(
        module="home/page.js",
        styles=("style/board.css", "home/page.css"),
        title="sumito · Abalone",
        head=_HOME_DESCRIPTION,
    ),
    "play/index.html": Page(
        module="play/page.js",
        styles=(*_PLAYABLE, "style/game.css"),
        data=("data/layouts.json", "data/levels.json"),
    ),
    "local/index.html": Page(
        module="local/page.js", styles=(*_PLAYABLE, "style/game.css"), data=("data/layouts.json",)
    ),
    "several/index.html": Page(
        module="several/page.js",
        styles=(*_PLAYABLE, "style/game.css", "style/marbles.css", "style/several.css"),
        data=("data/multi_layouts.json", "data/levels.json"),
    ),
    "analysis/index.html": Page(module="analysis/page.js", styles=(*_PLAYABLE, "analysis/page.css")),
    "review/index.html": Page(module="review/page.js", styles=(*_PLAYABLE, "review/page.css")),
    "learn/index.html": Page(module="learn/page.js", styles=(*_PLAYABLE, "learn/page.css")),
    "puzzles/index.html": Page(module="puzzles/page.js", styles=(*_PLAYABLE, "puzzles/page.css"), needs_core=True),
    "rules/index.html": Page(
        module="rules/page.js", styles=(*_PLAYABLE, "style/figure.css", "rules/page.css"), needs_core=True
    ),
    "rules/glossary/index.html": Page(
        module="rules/glossary/page.js", styles=(*_PLAYABLE, "style/figure.css", "rules/page.css"), needs_core=True
    ),
    "games/index.html": Page(module="games/page.js", styles=("games/page.css",)),
    "settings/index.html": Page(
        module="settings/page.js", styles=("style/board.css", "style/looks.css", "settings/page.css")
    ),
    "online/index.html": Page(
        module="online/page.js",
        styles=(*_PLAYABLE, "style/game.css", "style/online.css", "online/page.css"),
        needs_server=True,
    ),
    GAME_PAGE: Page(
        module="online_game/page.js",
        styles=(*_PLAYABLE, "style/game.css", "style/online.css", "online_game/page.css"),
        head='<meta name="robots" content="noindex">\n',
        preview=("A game of Abalone", "Open the link to play or to watch. No account, nothing to install."),
        needs_core=True,
        needs_server=True,
    ),
    "404.html": Page(
        module="lost/page.js",
        styles=("lost/page.css",),
        head='<meta name="robots" content="noindex">\n',
        has_way_out=True,
    ),
}
"""Every page by its address."""


PLAIN_PAGES: Final = {address: page for address, page in PAGES.items() if not page.needs_server}
"""The pages of a site of files."""


def write_page(address: str, read: Callable[[str], bytes | None], *, online: bool = False, home: str = "") -> bytes:
    """Return the HTML of a page, with a preload for every module that its entry imports.

    Args:
        address: a key of `PAGES`.
        read: returns the content of a file of the site, or None if there is no such file.
        online: whether the site has online play; its pages then link to it.
        home: the public address of the site, for previews of links; without it their picture has a relative address,
            which not every program follows.
    """
    page = PAGES[address]
    up = "../" * address.count("/")
    base = home.rstrip("/") + "/" if home else up
    sheets = ("style/tokens.css", "style/shell.css", *page.styles)
    links = [f'<link rel="modulepreload" href="{up}{name}">' for name in sorted(_imported(page.module, read))]
    if page.needs_core:
        links.append(f'<link rel="preload" href="{up}{_WASM}" as="fetch" crossorigin="anonymous">')
    name = _NAMES.get(address) or dirname(address).rsplit("/", 1)[-1]
    values = {
        **Frame(name, up, read(_ICONS) or b"", online=online).values(),
        # Without its styles, a page at a deeper address shows the way out only.
        "hidden": " hidden" if page.has_way_out else "",
        "home": up or "./",
        "about": f"{page.head}<title>{page.title}</title>\n{_preview(page, base)}",
        # A browser does not look past the first script for these, because the content policy is in the HTML.
        "early": "\n".join(f'<link rel="preload" href="{up}{name}" as="style">' for name in sheets),
        "styles": "\n".join(f'<link rel="stylesheet" href="{up}{name}">' for name in sheets),
        "preloads": "\n".join(links),
        "module": page.module,
        "body": f'<div class="plain">\n{_paragraphs("language.lost", _WAY_OUT)}\n</div>\n' if page.has_way_out else "",
        "noscript": _paragraphs("language.noscript"),
        "up": up,
        "languages": _languages(),
        "online": " data-online" if online else "",
        "data": f' data-preload="{" ".join(up + name for name in page.data)}"' if page.data else "",
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda name: values[name[1]], _TEMPLATE).encode()


def _preview(page: Page, up: str) -> str:
    """Return the tags from which other sites make the preview of a link."""
    title, text = page.preview
    values = {
        "title": title,
        "description": text,
        "image": f"{up}{PREVIEW}",
    }
    tags = [f'<meta property="og:{name}" content="{escape(value)}">' for name, value in values.items()]
    return "\n".join([*tags, '<meta name="twitter:card" content="summary_large_image">'])


@cache
def _languages() -> str:
    """Return the name and the direction of every language by its code, as JSON for an attribute."""
    found = {
        words.language: (words.say("language.name"), words.say("language.direction"))
        for words in map(catalogue, LANGUAGES)
    }
    return escape(json.dumps(found, ensure_ascii=False, separators=(",", ":")))


@cache
def _paragraphs(message: str, content: str = "{}") -> str:
    """Return a message in every language. `content` is the HTML of a paragraph, with a place for the text."""
    lines = []
    for words in map(catalogue, LANGUAGES):
        text = content.format(escape(words.say(message)))
        lines.append(f'<p lang="{words.language}" dir="{words.say("language.direction")}">{text}</p>')
    return "\n".join(lines)


def _imported(entry: str, read: Callable[[str], bytes | None]) -> set[str]:
    """Return every module that is loaded before `entry` runs, without `entry` itself."""
    found = {entry}
    left = [entry]
    while left:
        here = left.pop()
        names = _imports(read(here) or b"")
        new = {normpath(join(dirname(here), name)) for name in names} - found
        found |= new
        left += new
    return found - {entry}


@lru_cache(maxsize=256)
def _imports(script: bytes) -> tuple[str, ...]:
    return tuple(_IMPORT.findall(script.decode()))
