"""Verdicts: whether a move is legal, and if not, the reason and the cells that cause it."""

from __future__ import annotations

from dataclasses import dataclass

from sumito.core.cells import cells_of
from sumito.core.choice import Choice
from sumito.core.move import MOVES, Move


class IllegalReason(Choice):
    """The reasons why a move can be illegal. If several apply, a verdict gives the first in this order.

    The last three are for teams, and come before `PAC`.
    """

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
    PARTNER_AHEAD = "partner_ahead"
    PARTNER_WITHOUT_PUSH = "partner_without_push"
    REAR_NOT_YOURS = "rear_not_yours"


_REASONS: tuple[IllegalReason | None, ...] = (None, *IllegalReason)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of a move, given by cells and a direction. It is true if the move is legal.

    >>> Board().verdict([parse_cell("c3")], Direction.NE)
    Verdict(reason=None, cells=(), n=1, standing=3, enemies=0, move=Move.of((13,), Direction.NE))
    """

    reason: IllegalReason | None
    """Why the move is illegal; None if it is legal."""
    cells: tuple[int, ...]
    """The cells that make the move illegal."""
    n: int
    """The number of cells given."""
    standing: int
    """In line: the number of own marbles from the head backwards, given or not, at most three. Otherwise 0.

    In teams a partner's marbles count too, if an own marble stands behind them.
    """
    enemies: int
    """In line: the number of enemy marbles in an unbroken row ahead of the head. Otherwise 0."""
    move: Move | None
    """The judged move; None if the cells and the direction do not make a move."""

    @property
    def legal(self) -> bool:
        """Whether the move is legal."""
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
    """Convert a verdict from the values of the core."""
    reason, n, standing, enemies, culprits, number = values
    return Verdict(_REASONS[reason], cells_of(culprits), n, standing, enemies, MOVES[number] if number >= 0 else None)
