"""Write the rulebook as Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from sumito.learn.catalogue import Catalogue, catalogue
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

_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>|])")


def rulebook_markdown(language: str, picture: Callable[[Figure], str], *, pictures: bool) -> str:
    """Return the rulebook in a language. `picture` returns the Markdown of each figure and example.

    `pictures` says whether these are pictures, with arrows and rings, or text diagrams.

    Raises:
        ValueError: `language` is not one of `LANGUAGES`.
    """
    return _Pages(catalogue(language), picture, pictures).text()


class _Pages:
    """The parts of the text in one language."""

    def __init__(self, words: Catalogue, picture: Callable[[Figure], str], pictures: bool) -> None:
        self.words = words
        self.picture = picture
        self.pictures = pictures

    def text(self) -> str:
        parts = list(self.parts())
        if self.words.right_to_left:
            parts = [f'<div dir="rtl" lang="{self.words.language}">', *parts, "</div>"]
        return "\n\n".join(parts) + "\n"

    def parts(self) -> Iterator[str]:
        yield f"# {self.say('rulebook.title')}"
        yield f"*{self.say('rulebook.subtitle')}*"
        chapters = list(enumerate(rulebook(), 1))
        yield "\n".join(f"{number}. [{self.tell(chapter.title)}](#{chapter.id})" for number, chapter in chapters)
        for number, chapter in chapters:
            yield from self.chapter(number, chapter)

    def say(self, message: str) -> str:
        return _marked(self.words.say(message))

    def tell(self, sentence: Sentence) -> str:
        return _marked(self.words.sentence(sentence))

    def chapter(self, number: int, chapter: Chapter) -> Iterator[str]:
        yield f'<a id="{chapter.id}"></a>'
        yield f"## {number}. {self.tell(chapter.title)}"
        for block in chapter.blocks:
            yield from self.block(block)

    def block(self, block: Block) -> Iterator[str]:
        match block:
            case Paragraph(text):
                yield self.tell(text)
            case Items(items):
                yield "\n".join(f"- {self.tell(item)}" for item in items)
            case Table(head, rows):
                rule = "| --- " * len(head) + "|"
                yield "\n".join((self.row(head), rule, *map(self.row, rows)))
            case Figures(shown):
                for figure in shown:
                    yield from self.figure(figure)
            case Legend(of_pictures, of_text):
                yield self.tell(of_pictures if self.pictures else of_text)
            case Glossary(terms):
                for term in terms:
                    yield from self.term(term)

    def row(self, cells: Iterable[Sentence]) -> str:
        return f"| {' | '.join(map(self.tell, cells))} |"

    def figure(self, figure: Figure) -> Iterator[str]:
        number = _marked(self.words.say("rulebook.figure", number=figure_numbers()[figure.id]))
        verdict = ""
        if figure.task is not Task.LOOK:
            verdict = f" *({self.say('figure.refused' if figure.refused else 'figure.allowed')})*"
        yield self.picture(figure)
        yield f"**{number}. {self.tell(figure.caption)}**{verdict}"
        yield f"> **{self.say('rulebook.task.label')}** {self.tell(figure.request)}\n>\n> {self.tell(figure.answer)}"

    def term(self, term: Term) -> Iterator[str]:
        yield f'<a id="term-{term.id}"></a>'
        yield f"### {self.tell(term.name)}"
        yield self.tell(term.definition)
        if term.example is not None:
            yield self.picture(term.example)
            yield f"*{self.tell(term.example.caption)}*"


def _marked(text: str) -> str:
    """Convert a text of the catalogue to Markdown."""
    parts = []
    for piece in pieces(text):
        if isinstance(piece, Link):
            parts.append(f"[{_escaped(piece.word)}](#term-{piece.term})")
        else:
            parts.append(_escaped(piece))
    return "".join(parts)


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
