"""Sentences before they have words: a message with its parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from sumito.core import Color, Direction, parse_cell

Value = int | str | Color | tuple[int, ...] | tuple[Direction, ...]
"""A number, text, colour, cells or directions."""

_NUMBER: Final = re.compile(r"-?\d+")
_COLORS: Final = {color.value: color for color in Color}
_CELLS: Final = re.compile(r"[a-i][1-9](,[a-i][1-9])*")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message of the catalogues with its parameters.

    >>> Sentence.parse("refusal.pac n=2 own=e3,e4 enemies=2 cells=e5,e6").parameters["own"]
    (28, 29)
    """

    message: str
    parameters: Mapping[str, Value] = field(default_factory=dict)

    @classmethod
    def parse(cls, line: str) -> Sentence:
        """Parse a line of the core."""
        message, *parameters = line.split(" ")
        pairs = (each.partition("=") for each in parameters)
        return cls(message, {name: _value(text) for name, _, text in pairs})


def sentences_of(text: str) -> tuple[Sentence, ...]:
    """Parse the sentences of the core, one per line."""
    return tuple(map(Sentence.parse, text.splitlines()))


def _value(text: str) -> Value:
    if _NUMBER.fullmatch(text):
        return int(text)
    if text in _COLORS:
        return _COLORS[text]
    if _CELLS.fullmatch(text):
        return tuple(parse_cell(cell) for cell in text.split(","))
    return tuple(Direction[name] for name in text.split(","))
