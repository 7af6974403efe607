"""Links to terms of the glossary in texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_LINK: Final = re.compile(r"\[([^\[\]|]+)\|(\w+)\]")


@dataclass(frozen=True, slots=True)
class Link:
    """A word that links to a term."""

    word: str
    term: str


def pieces(text: str) -> Iterator[str | Link]:
    """Split a text of the catalogue into plain text and links.

    >>> list(pieces("This is a [pac|pac]."))
    ['This is a ', Link(word='pac', term='pac'), '.']
    """
    place = 0
    for link in _LINK.finditer(text):
        if link.start() > place:
            yield text[place : link.start()]
        yield Link(link[1], link[2])
        place = link.end()
    if place < len(text):
        yield text[place:]


def plain(text: str) -> str:
    """Return the text without links.

    >>> plain("This is a [pac|pac].")
    'This is a pac.'
    """
    return "".join(piece.word if isinstance(piece, Link) else piece for piece in pieces(text))
