"""Formations: what stands on the board, by the names of the glossary."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from sumito import _native
from sumito.core import Board, Color, Direction
from sumito.core.cells import cells_of
from sumito.learn.sentence import Sentence

_MOST: Final = 3  # marbles of a line that count


class FormationKind(StrEnum):
    """What a formation is called. A lance, an arc and a shield are the three kinds of trinomial."""

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
    """Some marbles of a board, and what they are together."""

    kind: FormationKind
    color: Color | None
    """Whose it is. None for a pac, which is nobody's."""
    cells: tuple[int, ...]
    """The owner's marbles: of a sumito those that count, at most three. Of a pac Black's line, as long as it stands."""
    enemies: tuple[int, ...]
    """Of a det the marbles that it stands between, of a sumito those that it faces, of a pac White's line."""
    directions: tuple[Direction, ...]
    """Of a sumito where it pushes. Of a block, a det and a pac its axes, each as E, NE or NW."""
    room: bool
    """Of a sumito: nothing stands behind the enemies, so that the push can be played in its owner's turn."""
    inside: bool
    """A lance, arc or shield that is a part of a larger group."""
    sentence: Sentence = field(compare=False, repr=False)
    """What a catalogue says of it, without its kind."""

    @property
    def odds(self) -> tuple[int, int] | None:
        """Of a sumito and a pac how many stand against how many, as far as three count: (3, 2). Else None."""
        if self.kind not in (FormationKind.PAC, FormationKind.SUMITO):
            return None
        return min(len(self.cells), _MOST), min(len(self.enemies), _MOST)


def formations(board: Board, *, inside: bool = False) -> tuple[Formation, ...]:
    """Every formation of a board: by kind, then Black's before White's, then in the order of cells.

    Groups are named as a whole, each by one of the first six kinds. With `inside` the lances, arcs and shields within
    groups of four or more are there as well. A marble can belong to several formations.

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
        for cells, enemies, kind, player, directions, room, part, said in _native.formations(board._game, inside)
    )
