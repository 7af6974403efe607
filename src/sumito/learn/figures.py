"""The figures of the rulebook and the examples of the glossary: positions, most of them with a task.

The data is in `data/figures.json` of the package, the texts are in the catalogues.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from sumito.core import Board, Direction, IllegalReason, MoveKind, next_cell, parse_cell
from sumito.learn.reasons import TapProblem, tap
from sumito.learn.sentence import Sentence, Value


class Task(StrEnum):
    """The task of a figure."""

    LOOK = "look"
    """Look at the board."""
    PLAY = "play"
    """Play the legal move."""
    TRY = "try"
    """Try the illegal move, and see why it is refused."""
    TAP = "tap"
    """Tap an enemy marble that the line cannot push, and see why."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A position of the rulebook, with the move that it shows.

    >>> figures()["pac22"].reason
    <IllegalReason.PAC: 'pac'>
    """

    id: str
    position: str
    """The position text. Black is to move."""
    task: Task | None = None
    """The task; None for an example of the glossary, which has only a caption."""
    line: tuple[int, ...] = ()
    """The marbles to move, tail first; empty if there is no move."""
    direction: Direction | None = None
    reason: IllegalReason | None = None
    """Why the move is illegal; None if it is legal, or if there is no move."""
    kind: MoveKind | None = None
    """The kind of a legal move."""
    pushed: tuple[int, ...] = ()
    """The enemy marbles that a legal move pushes, nearest first."""
    ejects: bool = False
    """Whether the move ejects the last of them."""
    stays: int | None = None
    """An own marble in the same row that does not move."""
    tap: int | None = None
    """The enemy marble to tap."""
    problem: TapProblem | None = None
    """Why the line cannot push that marble."""
    highlights: tuple[tuple[int, ...], ...] = ()
    """The groups of marbles that an example shows."""

    def board(self) -> Board:
        """Return a new board with the position."""
        return Board.from_position(self.position)

    @property
    def refused(self) -> bool:
        """Whether the move or the tap of the task is refused."""
        return self.task in (Task.TRY, Task.TAP)

    @property
    def gap(self) -> tuple[int, ...]:
        """The empty cells between the line and the marble to tap, if they prevent the push."""
        return self.culprits if self.problem is TapProblem.GAP else ()

    @property
    def culprits(self) -> tuple[int, ...]:
        """The cells that prevent the move or the push."""
        if self.task is Task.TRY and self.direction is not None:
            return self.board().verdict(self.line, self.direction).cells
        return () if self.tap is None else tap(self.board(), self.line, self.tap).explanation.cells

    @property
    def caption(self) -> Sentence:
        """The caption."""
        return self._says(f"glossary.{self.id}.example" if self.task is None else f"figure.{self.id}.caption")

    @property
    def request(self) -> Sentence:
        """The text of the task."""
        return self._says(f"figure.{self.id}.task")

    @property
    def answer(self) -> Sentence:
        """The text after the task is done."""
        return self._says(f"figure.{self.id}.seen")

    def _says(self, message: str) -> Sentence:
        return Sentence(message, self._parameters())

    def _parameters(self) -> dict[str, Value]:
        """The parameters of the texts of a figure."""
        cells: dict[str, tuple[int | None, ...]] = {
            "line": self.line,
            "pushed": self.pushed,
            "stays": (self.stays,),
            "tap": (self.tap,),
            "gap": self.gap,
            "culprits": self.culprits,
            "cells": tuple(cell for group in self.highlights for cell in group),
            **dict(zip(("first", "second", "third"), self.highlights, strict=False)),
        }
        parameters: dict[str, Value] = {}
        if self.direction is not None:
            way = self.direction
            parameters["direction"] = (way,)
            cells["targets"] = tuple(next_cell(cell, way) for cell in self.line)
            cells["reached"] = cells["targets"][-1:]
            cells["room"] = tuple(next_cell(cell, way) for cell in self.pushed[-1:])
            cells["ejected"] = self.pushed[-1:] if self.ejects else ()
        for name, found in cells.items():
            if there := tuple(cell for cell in found if cell is not None):
                parameters[name] = there
        return parameters


@cache
def figures() -> Mapping[str, Figure]:
    """Return the figures by id, in the order of the rulebook."""
    return _read("figures")


@cache
def examples() -> Mapping[str, Figure]:
    """Return the examples of the glossary by term. Some terms have no example."""
    return _read("examples")


def figure_position(figure: Figure) -> tuple[Sentence, ...]:
    """Return a description of the position, for readers who cannot see the picture."""
    board = figure.board()
    players = ((color, board.marbles(color)) for color in board.players)
    return tuple(Sentence("figure.marbles", {"player": color, "cells": cells}) for color, cells in players if cells)


def _read(part: str) -> Mapping[str, Figure]:
    data = json.loads((files("sumito") / "data/figures.json").read_text(encoding="utf-8"))
    return MappingProxyType({entry["id"]: _figure(**entry) for entry in data[part]})


def _figure(
    id: str,
    position: str,
    task: str | None = None,
    line: Sequence[str] = (),
    direction: str | None = None,
    verdict: str = "legal",
    kind: str | None = None,
    pushed: Sequence[str] = (),
    ejects: bool = False,
    stays: str | None = None,
    tap: str | None = None,
    problem: str | None = None,
    highlights: Sequence[Sequence[str]] = (),
) -> Figure:
    return Figure(
        id=id,
        position=position,
        task=None if task is None else Task(task),
        line=tuple(map(parse_cell, line)),
        direction=None if direction is None else Direction[direction],
        reason=None if verdict == "legal" else IllegalReason(verdict),
        kind=None if kind is None else MoveKind(kind),
        pushed=tuple(map(parse_cell, pushed)),
        stays=None if stays is None else parse_cell(stays),
        ejects=ejects,
        tap=None if tap is None else parse_cell(tap),
        problem=None if problem is None else TapProblem(problem),
        highlights=tuple(tuple(map(parse_cell, group)) for group in highlights),
    )
