"""Verdicts: whether a move is legal, and if not, the one reason and the cells that cause it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sumito.core.cells import cells_of
from sumito.core.move import MOVES, Move


class IllegalReason(StrEnum):
    """Why a move is refused. Where several hold, the first in this order is given."""

    GAME_OVER = "game_over"
    NO_MARBLE = "no_marble"
    NOT_YOURS = "not_yours"
    TOO_MANY = "too_many"
    NOT_A_LINE = "not_a_line"
    OFF_BOARD = "off_board"
    BROADSIDE_BLOCKED = "broadside_blocked"
    OWN_MARBLE_AHEAD = "own_marble_ahead"
    PAC = "pac"
    OUTNUMBERED = "outnumbered"
    NO_ROOM_BEHIND = "no_room_behind"
    TOO_FEW = "too_few"


_REASONS: tuple[IllegalReason | None, ...] = (None, *IllegalReason)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say of some cells and a direction. True where the move is legal.

    >>> Board().verdict([parse_cell("c3")], Direction.NE)
    Verdict(reason=None, cells=(), n=1, standing=3, enemies=0, move=Move.of((13,), Direction.NE))
    """

    reason: IllegalReason | None
    """Why not; None where the move is legal."""
    cells: tuple[int, ...]
    """The marbles or cells that cause the refusal."""
    n: int
    """How many marbles were named."""
    standing: int
    """In line: own marbles from the head backwards, named or not, at most three. Else 0."""
    enemies: int
    """In line: enemy marbles in unbroken contact ahead of the head. Else 0."""
    move: Move | None
    """The move that was asked for; None where the cells and the direction make no move."""

    @property
    def legal(self) -> bool:
        """Whether the move may be played."""
        return self.reason is None

    def __bool__(self) -> bool:
        return self.reason is None

    def __str__(self) -> str:
        if self.reason is None:
            return "legal"
        if self.reason in (IllegalReason.PAC, IllegalReason.OUTNUMBERED):
            return f"{self.reason}, {self.standing} against {self.enemies}"
        if self.reason is IllegalReason.TOO_FEW:
            return f"{self.reason}, {self.n} against {self.enemies}"
        return str(self.reason)


def verdict_of(values: tuple[int, int, int, int, int, int]) -> Verdict:
    """A verdict from the numbers that the core gives."""
    reason, n, standing, enemies, culprits, number = values
    return Verdict(_REASONS[reason], cells_of(culprits), n, standing, enemies, MOVES[number] if number >= 0 else None)


def values_of(verdict: Verdict) -> tuple[int, int, int, int, int, int]:
    """The numbers that the core has for a verdict."""
    number = -1 if verdict.move is None else verdict.move.number
    cells = sum(1 << cell for cell in verdict.cells)
    return _REASONS.index(verdict.reason), verdict.n, verdict.standing, verdict.enemies, cells, number
