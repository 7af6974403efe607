"""Formations of marbles on the board, with the names of the glossary."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from sumito import _native
from sumito.core import Board, Color, Direction
from sumito.core.cells import cells_of
from sumito.core.native_game import game_of_two
from sumito.learn.sentence import Sentence

_MOST: Final = 3  # the most marbles of a line that count


class FormationKind(StrEnum):
    """The kinds of formations. Lance, arc and shield are the three kinds of trinomial."""

    MONOMIAL = "monomial"
    BINOMIAL = "binomial"
    LANCE = "lance"
    ARC = "arc"
    SHIELD = "shield"
    POLYNOMIAL = "polynomial"
    BLOCK = "block"
    DET = "det"
    PAC = "pac"
    SUMITO = "sumito"


_KINDS: Final = tuple(FormationKind)


@dataclass(frozen=True, slots=True)
class Formation:
    """A formation on a board."""

    kind: FormationKind
    color: Color | None
    """The owner; None for a pac, which has no owner."""
    cells: tuple[int, ...]
    """The marbles of the owner. For a sumito: those that count, at most three. For a pac: all of Black's line."""
    enemies: tuple[int, ...]
    """For a det: the marbles that it separates. For a sumito: the marbles that it faces. For a pac: White's line."""
    directions: tuple[Direction, ...]
    """For a sumito: the direction of the push. For a block, det or pac: its axes, each as E, NE or NW."""
    room: bool
    """For a sumito: whether the cell behind the enemies is free, so that its owner can push."""
    inside: bool
    """Whether this is a lance, arc or shield within a larger group."""
    sentence: Sentence = field(compare=False, repr=False)
    """The description for a catalogue, without the kind."""

    @property
    def odds(self) -> tuple[int, int] | None:
        """For a sumito or pac: the numbers that face each other, each at most three, such as (3, 2). Otherwise None."""
        if self.kind not in (FormationKind.PAC, FormationKind.SUMITO):
            return None
        return min(len(self.cells), _MOST), min(len(self.enemies), _MOST)


def formations(board: Board, *, inside: bool = False) -> tuple[Formation, ...]:
    """Return every formation of a board, sorted by kind, then by colour (Black first), then by cells.

    Each group has one of the first six kinds. With `inside`, lances, arcs and shields within groups of four or more are
    included. A marble can belong to several formations.

    >>> board = Board.from_position("5/6/7/8/1SSSss3/8/7/6/5")
    >>> for found in formations(board):
    ...     print(found.kind, found.color, found.cells, found.enemies)
    binomial white (30, 31) ()
    lance black (27, 28, 29) ()
    sumito black (27, 28, 29) (30, 31)
    >>> found.odds, found.directions, found.room
    ((3, 2), (<Direction.E: 0>,), True)
    """
    return tuple(
        Formation(
            _KINDS[kind],
            board.players[player] if player >= 0 else None,
            cells_of(cells),
            cells_of(enemies),
            tuple(direction for direction in Direction if directions >> direction & 1),
            room,
            part,
            Sentence.parse(said),
        )
        for cells, enemies, kind, player, directions, room, part, said in _native.formations(game_of_two(board), inside)
    )
