"""What a position is worth."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import Final

from sumito import _native
from sumito.core import Color

WIN_SCALE: Final = 60.0
"""Hundredths of a marble that turn the odds of a win by e."""


@dataclass(frozen=True, slots=True)
class Score:
    """A score from one player's point of view: hundredths of a marble, or a forced win.

    >>> score = Score(Color.BLACK, 35)
    >>> str(score), str(score.of(Color.WHITE))
    ('+0.35', '-0.35')
    """

    color: Color
    """Whose point of view it is."""
    value: int
    """As the search has it: a win in n plies is 30000 - n, a loss in n plies -30000 + n."""

    @property
    def win_in(self) -> int | None:
        """Plies to a forced win; negative for a forced loss; None where neither is proved."""
        if abs(self.value) < _native.LEAST_WIN:
            return None
        plies = _native.WIN - abs(self.value)
        return plies if self.value > 0 else -plies

    @property
    def win_probability(self) -> float:
        """How likely the player wins, from 0.0 to 1.0; exactly these where it is proved."""
        if self.win_in is not None:
            return float(self.value > 0)
        return 1 / (1 + exp(-self.value / WIN_SCALE))

    def of(self, color: Color) -> Score:
        """The same score from another player's point of view."""
        return self if color is self.color else Score(color, -self.value)

    def __str__(self) -> str:
        if self.win_in is None:
            return f"{self.value / 100:+.2f}"
        return f"{'win' if self.value > 0 else 'loss'} in {abs(self.win_in)}"
