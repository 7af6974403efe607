"""The rulebook as text, with diagrams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sumito.learn.catalogue import Catalogue
from sumito.learn.figures import Figure, Task
from sumito.learn.markup import plain
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
from sumito.terminal.board_text import Look, board_lines
from sumito.terminal.wrapping import text_lines

_NARROWEST: Final = 40  # a board has 27 columns
_INDENT: Final = "  "


def rulebook_lines(words: Catalogue, look: Look, width: int, chapter: str | None = None) -> list[str]:
    """Return the lines of the rulebook, or of one chapter, wrapped at `width` but never below 40 columns."""
    text = _Text(words, look, max(width, _NARROWEST))
    parts = [] if chapter else [text.title()]
    for number, each in enumerate(rulebook(), 1):
        if chapter in (None, each.id):
            parts += text.chapter(number, each)
    return [line for part in parts for line in (*part, "")][:-1]


def diagram_lines(figure: Figure, look: Look) -> list[str]:
    """Return the board of a figure, with its marbles marked."""
    marks = {cell for group in figure.highlights for cell in group} or set(figure.line)
    return board_lines(figure.board(), look, marks=marks)


class _Text:
    """The parts of the text. Each part is a list of lines, and an empty line follows it."""

    def __init__(self, words: Catalogue, look: Look, width: int) -> None:
        self.words = words
        self.look = look
        self.width = width

    def title(self) -> list[str]:
        return [self.look.bold(self.words.say("rulebook.title")), self.words.say("rulebook.subtitle")]

    def chapter(self, number: int, chapter: Chapter) -> Iterator[list[str]]:
        heading = f"{number}. {self.tell(chapter.title)}"
        yield [*map(self.look.bold, self.wrapped(heading)), "-" * min(len(heading), self.width)]
        for block in chapter.blocks:
            yield from self.block(block)

    def tell(self, sentence: Sentence) -> str:
        return plain(self.words.sentence(sentence))

    def wrapped(self, text: str, first: str = "", rest: str | None = None) -> list[str]:
        return text_lines(text, self.width, first=first, rest=rest)

    def block(self, block: Block) -> Iterator[list[str]]:
        match block:
            case Paragraph(text):
                yield self.wrapped(self.tell(text))
            case Items(items):
                yield [line for item in items for line in self.wrapped(self.tell(item), "- ", _INDENT)]
            case Table(head, rows):
                yield from self.table(head, rows)
            case Figures(shown):
                for figure in shown:
                    yield from self.figure(figure)
            case Legend(_, of_text):
                if not self.look.colored:
                    yield self.wrapped(self.tell(of_text))
            case Glossary(terms):
                for term in terms:
                    yield from self.term(term)

    def table(self, head: tuple[Sentence, ...], rows: Iterable[tuple[Sentence, ...]]) -> Iterator[list[str]]:
        cells = [[self.tell(cell) for cell in row] for row in (head, *rows)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        if sum(widths) + 2 * len(widths) <= self.width:
            padded = ((cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in cells)
            yield ["  ".join(row).rstrip() for row in padded]
            return
        # The table is too wide for columns. Print each row as paragraphs, with its heading first.
        for first, *others in cells[1:]:
            yield [
                *map(self.look.bold, self.wrapped(first)),
                *(line for other in others for line in self.wrapped(other, _INDENT)),
            ]

    def figure(self, figure: Figure) -> Iterator[list[str]]:
        caption = (
            f"{self.words.say('rulebook.figure', number=figure_numbers()[figure.id])}. {self.tell(figure.caption)}"
        )
        if figure.task is not Task.LOOK:
            caption += f" ({self.words.say('figure.refused' if figure.refused else 'figure.allowed')})"
        yield self.diagram(figure)
        yield [
            *map(self.look.bold, self.wrapped(caption)),
            *self.wrapped(f"{self.words.say('rulebook.task.label')} {self.tell(figure.request)}", "> ", _INDENT),
            *self.wrapped(self.tell(figure.answer), _INDENT),
        ]

    def term(self, term: Term) -> Iterator[list[str]]:
        yield [self.look.bold(self.tell(term.name)), *self.wrapped(self.tell(term.definition), _INDENT)]
        if term.example is not None:
            yield self.diagram(term.example)
            yield self.wrapped(self.tell(term.example.caption), _INDENT)

    def diagram(self, figure: Figure) -> list[str]:
        return [_INDENT + line for line in diagram_lines(figure, self.look)]
