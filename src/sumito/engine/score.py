"""What a position is worth."""

from __future__ import annotations

from dataclasses import dataclass
from math import tanh
from typing import Final

from sumito import _native
from sumito.core import Color, NotationError

WIN_SCALE: Final = 56.0
"""Hundredths of a marble for one unit of log odds; fitted to the results of 370,924 positions of self-play."""


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

    @classmethod
    def from_uai(cls, text: str, color: Color) -> Score:
        """The score that the engine protocol writes as `cp X` or `win N`.

        >>> Score.from_uai("win -4", Color.WHITE)
        Score(color=<Color.WHITE: 'white'>, value=-29996)

        Raises:
            NotationError: it is none.
        """
        kind, _, digits = text.partition(" ")
        whole = digits.removeprefix("-")
        number = int(digits) if whole.isascii() and whole.isdigit() and len(whole) < 10 else None
        if number is None or kind not in ("cp", "win") or (kind == "win" and number == 0):
            raise NotationError("not a score (cp X or win N)", text, 1)
        if kind == "cp":
            most = _native.LEAST_WIN - 1
            return cls(color, max(-most, min(most, number)))
        plies = min(abs(number), _native.WIN - _native.LEAST_WIN)
        return cls(color, _native.WIN - plies if number > 0 else plies - _native.WIN)

    @property
    def uai(self) -> str:
        """As the engine protocol writes it: `cp X` in hundredths of a marble, or `win N` in plies, negative for a loss.

        >>> Score(Color.BLACK, 35).uai
        'cp 35'
        """
        return f"cp {self.value}" if self.win_in is None else f"win {self.win_in}"

    @property
    def win_in(self) -> int | None:
        """Plies to a forced win; negative for a forced loss; None where neither is proved."""
        if abs(self.value) < _native.LEAST_WIN:
            return None
        plies = _native.WIN - abs(self.value)
        return plies if self.value > 0 else -plies

    @property
    def win_probability(self) -> float:
        """How likely the player is to win, from 0 to 1, a draw counted as half a win; 1 and 0 where it is proved.

        >>> Score(Color.BLACK, 0).win_probability
        0.5
        """
        if self.win_in is not None:
            return 1.0 if self.value > 0 else 0.0
        return (1 + tanh(self.value / WIN_SCALE / 2)) / 2  # the logistic function, without its overflow

    def of(self, color: Color) -> Score:
        """The same score from another player's point of view."""
        return self if color is self.color else Score(color, -self.value)

    def __str__(self) -> str:
        if self.win_in is None:
            return f"{self.value / 100:+.2f}"
        return f"{'win' if self.value > 0 else 'loss'} in {abs(self.win_in)}"
