"""Write the rulebook as one self-contained HTML page, for screens and printers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from importlib.resources import files

from sumito.core import Board
from sumito.learn.catalogue import Catalogue, catalogue
from sumito.learn.figure_picture import figure_svg
from sumito.learn.figures import Figure, Task
from sumito.learn.markup import Link, pieces
from sumito.learn.rulebook import (
    Block,
    Chapter,
    Figures,
    Glossary,
    Items,
    Legend,
    Paragraph,
    Table,
    Term,
    figure_numbers,
    rulebook,
)
from sumito.learn.sentence import Sentence
from sumito.notation.svg import draw_svg

_ISOLATED = re.compile("\N{LEFT-TO-RIGHT ISOLATE}([^\N{POP DIRECTIONAL ISOLATE}]*)\N{POP DIRECTIONAL ISOLATE}")
_DEFINITIONS = re.compile(r"<defs>.*?</defs>")


def rulebook_html(language: str) -> str:
    """Return the page in a language. It is light or dark, as the reader's system is.

    Raises:
        ValueError: `language` is not one of `LANGUAGES`.
    """
    return _Page(catalogue(language)).html()


def text_html(text: str) -> str:
    """Convert a text of the catalogue to HTML: escaped, with links, and with notation that keeps its direction.

    >>> text_html("1 < 2: no [pac|pac].")
    '1 &lt; 2: no <a href="#term-pac">pac</a>.'
    """
    parts = []
    for piece in pieces(text):
        if isinstance(piece, Link):
            parts.append(f'<a href="#term-{escape(piece.term)}">{_isolated(piece.word)}</a>')
        else:
            parts.append(_isolated(piece))
    return "".join(parts)


def _isolated(text: str) -> str:
    return _ISOLATED.sub(r'<bdi dir="ltr">\1</bdi>', escape(text, quote=False))


class _Page:
    """The parts of the page in one language."""

    def __init__(self, words: Catalogue) -> None:
        self.words = words

    def html(self) -> str:
        language, direction = self.words.language, "rtl" if self.words.right_to_left else "ltr"
        title, subtitle = self.say("rulebook.title"), self.say("rulebook.subtitle")
        style = (files("sumito") / "data/rulebook.css").read_text(encoding="utf-8")
        chapters = rulebook()
        # A picture without a caption.
        opening = draw_svg(Board("belgian-daisy"), theme="page", title=self.words.say("rulebook.title"), description="")
        page = _lines(
            "<!DOCTYPE html>",
            f'<html lang="{language}" dir="{direction}">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            '<div class="page">',
            f'<header><div><h1>{title}</h1><p>{subtitle}</p></div><div aria-hidden="true">{opening}</div></header>',
            '<div class="columns">',
            self.contents(chapters),
            "<main>",
            *(self.chapter(number, chapter) for number, chapter in enumerate(chapters, 1)),
            "</main>",
            "</div>",
            "</div>",
            "</body>",
            "</html>",
        )
        return _defined_once(page) + "\n"

    def say(self, message: str) -> str:
        return text_html(self.words.say(message))

    def tell(self, sentence: Sentence) -> str:
        return text_html(self.words.sentence(sentence))

    def contents(self, chapters: Iterable[Chapter]) -> str:
        links = (f'<li><a href="#{chapter.id}">{self.tell(chapter.title)}</a></li>' for chapter in chapters)
        heading = f'<h2 id="contents">{self.say("rulebook.contents")}</h2>'
        return _lines('<nav aria-labelledby="contents">', heading, "<ol>", *links, "</ol>", "</nav>")

    def chapter(self, number: int, chapter: Chapter) -> str:
        heading = f'<h2 id="{chapter.id}"><span>{number}</span>{self.tell(chapter.title)}</h2>'
        return _lines("<section>", heading, *map(self.block, chapter.blocks), "</section>")

    def block(self, block: Block) -> str:
        match block:
            case Paragraph(text):
                return f"<p>{self.tell(text)}</p>"
            case Items(items):
                return _lines("<ul>", *(f"<li>{self.tell(item)}</li>" for item in items), "</ul>")
            case Table(head, rows):
                return self.table(head, rows)
            case Figures(shown):
                return _lines('<div class="figures">', *map(self.figure, shown), "</div>")
            case Legend(picture, _):
                return f'<p class="legend">{self.tell(picture)}</p>'
            case Glossary(terms):
                return _lines("<dl>", *map(self.term, terms), "</dl>")

    def table(self, head: Iterable[Sentence], rows: Iterable[tuple[Sentence, ...]]) -> str:
        columns = "".join(f'<th scope="col">{self.tell(cell)}</th>' for cell in head)
        lines = (
            f'<tr><th scope="row">{self.tell(first)}</th>{"".join(f"<td>{self.tell(cell)}</td>" for cell in rest)}</tr>'
            for first, *rest in rows
        )
        return _lines(
            '<div class="table"><table>',
            f"<thead><tr>{columns}</tr></thead>",
            "<tbody>",
            *lines,
            "</tbody>",
            "</table></div>",
        )

    def figure(self, figure: Figure) -> str:
        number = self.words.say("rulebook.figure", number=figure_numbers()[figure.id])
        verdict = ""
        if figure.task is not Task.LOOK:
            kind, message = ("refused", "figure.refused") if figure.refused else ("allowed", "figure.allowed")
            verdict = f'<span class="verdict {kind}">{self.say(message)}</span>'
        return (
            f'<figure id="figure-{figure.id}">{figure_svg(figure, self.words.language, theme="page")}\n<figcaption>'
            f'<p class="about"><span>{text_html(number)}</span>{verdict}</p>'
            f'<p class="caption">{self.tell(figure.caption)}</p>'
            f'<p class="task"><strong>{self.say("rulebook.task")}</strong> {self.tell(figure.request)}</p>'
            f'<p class="seen">{self.tell(figure.answer)}</p></figcaption></figure>'
        )

    def term(self, term: Term) -> str:
        example = ""
        if term.example is not None:
            picture = figure_svg(term.example, self.words.language, theme="page")
            caption = self.tell(term.example.caption)
            example = f"\n<figure>{picture}<figcaption><p>{caption}</p></figcaption></figure>"
        return (
            f'<div id="term-{term.id}"><dt>{self.tell(term.name)}</dt>'
            f"<dd><p>{self.tell(term.definition)}</p>{example}</dd></div>"
        )


def _lines(*parts: str) -> str:
    return "\n".join(parts)


def _defined_once(page: str) -> str:
    """Keep the SVG definitions of the first picture only, because all pictures have the same ones."""
    seen: set[str] = set()

    def keep_first(definitions: re.Match[str]) -> str:
        if definitions[0] in seen:
            return ""
        seen.add(definitions[0])
        return definitions[0]

    return _DEFINITIONS.sub(keep_first, page)
