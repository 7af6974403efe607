"""The names in records: variants, tags, notations, results. The data is `src/sumito/data/records.json`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from sumito import _native
from sumito.core import Board

_DATA: Final[Mapping[str, Any]] = json.loads((files("sumito") / "data/records.json").read_text(encoding="utf-8"))

RESULTS: Final[tuple[str, ...]] = tuple(_DATA["results"])
"""Black wins, White wins, a draw, and everything else: the game goes on, or its result is unknown."""
CUSTOM: Final[str] = _DATA["custom"]
"""The Variant of a start that has no name of its own."""
VARIANTS: Final[Mapping[str, str | None]] = MappingProxyType(_DATA["variants"])
"""The names of the Variant tag and the slugs of our layouts. A name without a layout needs a Position."""
NOTATIONS: Final[tuple[str, ...]] = tuple(_DATA["notations"])
"""The names of the Notation tag."""
PGN_NAMES: Final[Mapping[str, str]] = MappingProxyType(_DATA["pgn_names"])
"""Headers that have another name in PGN."""


def results_of(board: Board) -> tuple[str, ...]:
    """Return the results that a record of this game can have."""
    if len(board.players) == len(board.sides) == 2:
        return RESULTS
    return (*("=" + "+".join(side) for side in board.sides), "=draw", RESULTS[-1])


@cache
def core_names() -> _native.RecordNames:
    """Return the names for the core."""
    return _native.RecordNames(names_text())


def names_text() -> str:
    """Return the names as the core parses them: lines of a kind, a name and a value."""
    return "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
    for name, slug in VARIANTS.items():
        yield f"variant\t{name}\t{Board(slug).position() if slug else ''}"
    yield from (f"several\t{slug}\t{position}" for slug, position in _DATA["several"].items())
    yield f"custom\t{CUSTOM}"
    yield f"pgn_variant\t{_DATA['pgn_variant']}"
    for kind, key in (
        ("notation", "notations"),
        ("required", "required"),
        ("apgn", "apgn_order"),
        ("pgn", "pgn_order"),
    ):
        yield from (f"{kind}\t{name}" for name in _DATA[key])
    yield from (f"renaming\t{name}\t{in_pgn}" for name, in_pgn in PGN_NAMES.items())
