"""What the results of paired games tell: Elo with error bars, and the sequential test of one player against another.

Each opening is played twice with colours exchanged, so the unit of the statistics is the pair: its five possible scores
make the pentanomial. Two games of one opening are not independent of one another; pairs are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from statistics import NormalDist
from typing import Final, NamedTuple

SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair can give a player: LL, LD, LW or DD, DW, WW."""
NORMALISED: Final = 800 / math.log(10)
"""Normalised Elo of a player whose advantage is one standard deviation of a game's result."""
CONFIDENCE: Final = NormalDist().inv_cdf(0.975)
"""Standard errors to each side that make 95 %."""
_EMPTY: Final = 1e-3
"""What a cell without pairs counts as in the sequential test, so that no result is held to be impossible."""
_CLOSE: Final = 1e-12
_ITERATIONS: Final = 10


def expected_score(elo: float) -> float:
    """The share of points that a player takes who is stronger by so many Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The Elo difference that makes this share of points; infinite for none and for all of them."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


class Estimate(NamedTuple):
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        if not math.isfinite(self.value):
            return f"{self.value:+.1f}"
        return f"{self.value:+.1f} [{self.low:+.1f}, {self.high:+.1f}]"


@dataclass(frozen=True)
class Pentanomial:
    """How many pairs gave each score, from the first player's point of view.

    >>> pairs = Pentanomial((10, 20, 40, 20, 30))
    >>> pairs.pairs, str(pairs.elo())
    (120, '+58.5 [+19.2, +99.3]')
    """

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    """LL, LD, LW or DD, DW, WW."""

    def __post_init__(self) -> None:
        if len(self.counts) != len(SCORES) or any(type(count) is not int or count < 0 for count in self.counts):
            raise ValueError(f"five counts from 0 on, not {self.counts!r}")

    def plus(self, score: float) -> Pentanomial:
        """With one pair more: its score as a share, 0 to 1."""
        place = SCORES.index(score)
        a, b, c, d, e = (count + (i == place) for i, count in enumerate(self.counts))
        return Pentanomial((a, b, c, d, e))

    def reversed(self) -> Pentanomial:
        """From the other player's point of view."""
        a, b, c, d, e = self.counts
        return Pentanomial((e, d, c, b, a))

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return sum(self.counts)

    @cached_property
    def mean(self) -> float:
        """The mean score of a pair, 0 to 1; one half where there are none."""
        return sum(c * a for c, a in zip(self.counts, SCORES, strict=True)) / self.pairs if self.pairs else 0.5

    @cached_property
    def variance(self) -> float:
        """The variance of a pair's score."""
        if not self.pairs:
            return 0.0
        return sum(c * (a - self.mean) ** 2 for c, a in zip(self.counts, SCORES, strict=True)) / self.pairs

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return math.sqrt(self.variance / self.pairs) if self.pairs else math.inf

    def elo(self) -> Estimate:
        """Logistic Elo: by how much the first player is the stronger one. Equal pairs tell nothing of their spread."""
        if not self.variance:
            return Estimate(elo_of(self.mean), -math.inf, math.inf)
        half = CONFIDENCE * self.error
        return Estimate(elo_of(self.mean), elo_of(self.mean - half), elo_of(self.mean + half))

    def normalised_elo(self) -> Estimate:
        """Normalised Elo: the advantage in standard deviations of a game. It is what a test has to find out."""
        if not self.variance:
            value = math.copysign(math.inf, self.mean - 0.5) if self.mean != 0.5 else 0.0
            return Estimate(value, -math.inf, math.inf)
        sigma = math.sqrt(self.variance)
        t = (self.mean - 0.5) / sigma
        # How far each result moves t: through the mean, and through the deviation that it is divided by.
        spread = 0.0
        for count, score in zip(self.counts, SCORES, strict=True):
            z = (score - self.mean) / sigma
            spread += count * (z - t * (z * z - 1) / 2) ** 2
        half = CONFIDENCE * math.sqrt(spread) / self.pairs
        value, low, high = (NORMALISED * each / math.sqrt(2) for each in (t, t - half, t + half))
        return Estimate(value, low, high)

    def superiority(self) -> float:
        """The probability that the first player is the stronger one, given no other knowledge."""
        if not self.variance:
            return 0.5 if self.mean == 0.5 else float(self.mean > 0.5)
        return NormalDist().cdf((self.mean - 0.5) / self.error)


class Decision(StrEnum):
    """What a sequential test has found."""

    ACCEPTED = "accepted"
    """The first player is stronger by the upper bound rather than by the lower one."""
    REJECTED = "rejected"
    """By the lower one rather than by the upper one."""


@dataclass(frozen=True)
class Sprt:
    """The sequential probability ratio test: whether the difference is `elo1` rather than `elo0`.

    It is the generalised one: under each hypothesis the five probabilities are those that fit the results best.

    >>> test = Sprt(0, 10)
    >>> f"{test.lower:.2f} {test.upper:.2f} {test.llr(Pentanomial((90, 180, 400, 230, 100))):.2f}"
    '-2.94 2.94 1.80'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The chance to accept when `elo0` is true."""
    beta: float = 0.05
    """The chance to reject when `elo1` is true."""
    normalised: bool = True
    """Whether the bounds are normalised Elo; logistic otherwise."""

    def __post_init__(self) -> None:
        most = 200 if self.normalised else 1000
        if not -most <= self.elo0 < self.elo1 <= most:
            raise ValueError(
                f"bounds are two numbers from {-most} to {most}, the lower first: {self.elo0:g} {self.elo1:g}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"error rates are between 0 and 0.5: {self.alpha:g} {self.beta:g}")

    @property
    def lower(self) -> float:
        """The log-likelihood ratio that rejects."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio that accepts."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, results: Pentanomial) -> float:
        """The logarithm of how much better `elo1` explains the results than `elo0` does."""
        if not results.pairs:
            return 0.0
        counts = [count or _EMPTY for count in results.counts]
        total = sum(counts)
        shares = [count / total for count in counts]
        if self.normalised:
            # In units of a pair's deviation, which is the game's over the root of two.
            fit0, fit1 = (_fit_advantage(shares, elo * math.sqrt(2) / NORMALISED) for elo in (self.elo0, self.elo1))
        else:
            fit0, fit1 = (_fit(shares, [a - expected_score(elo) for a in SCORES]) for elo in (self.elo0, self.elo1))
        return sum(count * math.log(p1 / p0) for count, p0, p1 in zip(counts, fit0, fit1, strict=True))

    def decision(self, llr: float) -> Decision | None:
        """What a ratio decides; None where the match has to go on."""
        if llr >= self.upper:
            return Decision.ACCEPTED
        return Decision.REJECTED if llr <= self.lower else None


def _fit(shares: Sequence[float], gaps: Sequence[float]) -> list[float]:
    """The probabilities nearest to the shares (of the greatest likelihood) under which the gaps have the mean 0."""

    def slope(x: float) -> tuple[float, float]:
        terms = [(share, gap / (1 + x * gap)) for share, gap in zip(shares, gaps, strict=True)]
        return sum(share * term for share, term in terms), -sum(share * term * term for share, term in terms)

    # All probabilities are positive between the poles, where the function falls from +inf to -inf.
    x = _falling_root(slope, -1 / max(gaps), -1 / min(gaps))
    return [share / (1 + x * gap) for share, gap in zip(shares, gaps, strict=True)]


def _falling_root(function: Callable[[float], tuple[float, float]], low: float, high: float) -> float:
    """Where a falling function (its value, its slope) is 0: Newton's steps, halves where one leaves the bracket."""
    x = 0.0
    for _ in range(200):
        value, slope = function(x)
        low, high = (x, high) if value > 0 else (low, x)
        step = x - value / slope
        following = step if low < step < high else (low + high) / 2
        if abs(following - x) <= _CLOSE * (1 + abs(x)):
            return following
        x = following
    return x


def _fit_advantage(shares: Sequence[float], t: float) -> list[float]:
    """The probabilities of the greatest likelihood under which (mean - 1/2) / deviation is t.

    That condition is not linear; at a known mean and deviation it is, and the solution of one gives the next ones.
    """
    fit = [1 / len(SCORES)] * len(SCORES)
    for _ in range(_ITERATIONS):
        before = fit
        mean = sum(p * a for p, a in zip(fit, SCORES, strict=True))
        sigma = math.sqrt(sum(p * (a - mean) ** 2 for p, a in zip(fit, SCORES, strict=True)))
        fit = _fit(shares, [a - 0.5 - t * sigma * (1 + ((mean - a) / sigma) ** 2) / 2 for a in SCORES])
        if max(abs(one - two) for one, two in zip(fit, before, strict=True)) < 1e-9:
            break
    return fit
