"""Scores of positions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from sumito import _native
from sumito.core import Color, NotationError

USUAL_SCALE: Final = _native.USUAL_SCALE
"""The scale of scores without their own: of the hand-made evaluation, of other engines, of old network files."""


@dataclass(frozen=True, slots=True)
class Score:
    """A score from one player's point of view: hundredths of a marble, or a proved win or loss.

    >>> score = Score(Color.BLACK, 35)
    >>> str(score), str(score.of(Color.WHITE))
    ('+0.35', '-0.35')
    """

    color: Color
    """The player whose point of view it is."""
    value: int
    """Hundredths of a marble; a win in n plies is 30000 - n, a loss in n plies -30000 + n."""
    scale: int = field(default=USUAL_SCALE, compare=False, repr=False)
    """Hundredths of a marble for one unit of log odds, fitted to the network that gave the score."""
    several: tuple[tuple[Color, int], ...] = field(default=(), compare=False, repr=False)
    """The values of all players of the same position, if there are more than two: theirs do not follow from one."""

    @classmethod
    def from_uai(cls, text: str, color: Color) -> Score:
        """Parse the score that the engine protocol writes as `cp X` or `win N`.

        >>> Score.from_uai("win -4", Color.WHITE)
        Score(color=<Color.WHITE: 'white'>, value=-29996)

        Raises:
            NotationError: the text is not a score.
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
        """The text of the engine protocol: `cp X` in hundredths of a marble, or `win N` in plies, negative for a loss.

        >>> Score(Color.BLACK, 35).uai
        'cp 35'
        """
        return f"cp {self.value}" if self.win_in is None else f"win {self.win_in}"

    @property
    def win_in(self) -> int | None:
        """The number of plies to a proved win, negative for a proved loss; None if neither is proved."""
        return _native.win_in(self.value) if _native.is_proved(self.value) else None

    @property
    def win_probability(self) -> float:
        """The player's winning chance, from 0 to 1; a draw counts as half a win. A proved win has 1, a proved loss 0.

        >>> Score(Color.BLACK, 0).win_probability
        0.5

        Raises:
            ValueError: more than two players. Their scores are not fitted to winning chances.
        """
        if self.several:
            raise ValueError(f"only scores of two players have a winning chance, not of {len(self.several)}")
        return _native.chance(self.value, self.scale) / _native.ONE_CHANCE

    def of(self, color: Color | str) -> Score:
        """Return the score of the same position from another player's point of view.

        Raises:
            ValueError: there is no such colour, or there are more than two players and this is none of them.
        """
        color = Color(color)
        if color is self.color:
            return self
        if not self.several:
            return Score(color, -self.value, self.scale)
        for each, value in self.several:
            if each is color:
                return Score(color, value, self.scale, self.several)
        raise ValueError(f"{color} does not play")

    def __str__(self) -> str:
        if self.win_in is None:
            return f"{self.value / 100:+.2f}"
        return f"{'win' if self.value > 0 else 'loss'} in {abs(self.win_in)}"
