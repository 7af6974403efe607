"""The result of a match: the cause of its end, and the winners."""

from __future__ import annotations

from dataclasses import dataclass

from sumito.core import Color
from sumito.core.choice import Choice


class Cause(Choice):
    """The ways in which a match can end: those of a game, and three more."""

    EJECTION = "ejection"
    REPETITION = "repetition"
    PLY_CAP = "ply_cap"
    BLOCKED = "blocked"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIME = "time"
    ABSENCE = "absence"
    """A player has claimed a win or a draw, or has dismissed the last opponent, because the opponents were away."""
    ABORTED = "aborted"
    """The match ended before every player had moved. It does not count."""
    EXPIRED = "expired"
    """Nobody has moved in an untimed match for 30 days. It does not count."""


@dataclass(frozen=True, slots=True)
class Result:
    """How and when a match ended."""

    cause: Cause
    winners: tuple[Color, ...]
    """Empty for a draw, and for a match that does not count."""
    at_ms: int

    @property
    def counts(self) -> bool:
        """Whether the match was decided: won or drawn, and neither aborted nor expired."""
        return self.cause not in (Cause.ABORTED, Cause.EXPIRED)


@dataclass(frozen=True, slots=True)
class Leaving:
    """A player who has left a match of several players, which the others play on.

    Players who leave because they have no marbles or no moves are not listed: that follows from the moves.
    """

    player: Color
    plies: int
    """The number of moves that had been played."""
    cause: Cause
    """Resignation, time or absence."""
