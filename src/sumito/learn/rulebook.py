"""The rulebook as values: chapters with blocks, which a page, a terminal or a printer shows in order.

The data is in `data/rulebook.json` of the package, the texts are in the catalogues.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from sumito.learn.figures import Figure, examples, figures
from sumito.learn.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of text."""

    text: Sentence


@dataclass(frozen=True, slots=True)
class Items:
    """A list that continues the paragraph before it."""

    items: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table. The first cell of a row is its heading."""

    head: tuple[Sentence, ...]
    rows: tuple[tuple[Sentence, ...], ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """A group of figures."""

    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Legend:
    """The legend of the figures, for pictures or for text diagrams."""

    picture: Sentence
    text: Sentence


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the glossary."""

    id: str
    example: Figure | None

    @property
    def name(self) -> Sentence:
        """The name of the term."""
        return Sentence(f"term.{self.id}")

    @property
    def definition(self) -> Sentence:
        """The definition of the term."""
        return Sentence(f"glossary.{self.id}")


@dataclass(frozen=True, slots=True)
class Glossary:
    """The terms. Each term comes after the terms that its definition uses."""

    terms: tuple[Term, ...]


Block = Paragraph | Items | Table | Figures | Legend | Glossary
"""The parts of a chapter."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the rulebook.

    >>> [chapter.id for chapter in rulebook()][:3]
    ['aim', 'board', 'turn']
    """

    id: str
    blocks: tuple[Block, ...]

    @property
    def title(self) -> Sentence:
        """The heading."""
        return Sentence(f"rulebook.{self.id}.title")


@cache
def rulebook() -> tuple[Chapter, ...]:
    """Return the chapters in order."""
    data = json.loads((files("sumito") / "data/rulebook.json").read_text(encoding="utf-8"))
    return tuple(Chapter(entry["id"], tuple(map(_block, entry["blocks"]))) for entry in data["chapters"])


@cache
def figure_numbers() -> dict[str, int]:
    """Return the number of each figure. The count runs through the whole rulebook."""
    shown = (block for chapter in rulebook() for block in chapter.blocks if isinstance(block, Figures))
    return {figure.id: number for number, figure in enumerate((each for block in shown for each in block.figures), 1)}


def _block(entry: dict[str, Any]) -> Block:
    ((kind, value),) = entry.items()
    match kind:
        case "text":
            return Paragraph(Sentence.parse(value))
        case "list":
            return Items(_sentences(value))
        case "table":
            return Table(_sentences(value["head"]), tuple(map(_sentences, value["rows"])))
        case "figures":
            return Figures(tuple(figures()[name] for name in value))
        case "legend":
            return Legend(Sentence(f"{value}.picture"), Sentence(f"{value}.text"))
        case "glossary":
            return Glossary(tuple(Term(name, examples().get(name)) for name in value))
    raise ValueError(f"rulebook.json: no such block: {kind!r}")


def _sentences(lines: Iterable[str]) -> tuple[Sentence, ...]:
    return tuple(map(Sentence.parse, lines))
