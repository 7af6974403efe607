"""Statistics of paired games: Elo with error bars, and the sequential test of one player against another.

Each opening is played twice with colours exchanged. The unit of the statistics is the pair, because pairs are
independent and the two games of a pair are not. The counts of its five possible scores are the pentanomial.
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
"""The possible scores of a pair: LL, LD, LW or DD, DW, WW."""
NORMALISED: Final = 800 / math.log(10)
"""The normalised Elo of an advantage of one standard deviation of a game's result."""
CONFIDENCE: Final = NormalDist().inv_cdf(0.975)
"""The half width of the 95 % interval, in standard errors."""
_EMPTY: Final = 1e-3
"""The count of an empty cell in the sequential test, so that no score is impossible."""
_CLOSE: Final = 1e-12
_ITERATIONS: Final = 10


def expected_score(elo: float) -> float:
    """Return the expected share of points of a player who is stronger by `elo`."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """Return the Elo difference for a share of points; infinite for 0 and 1."""
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
    """The number of pairs with each score, from the point of view of the first player.

    >>> pairs = Pentanomial((10, 20, 40, 20, 30))
    >>> pairs.pairs, str(pairs.elo())
    (120, '+58.5 [+19.2, +99.3]')
    """

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    """LL, LD, LW or DD, DW, WW."""

    def __post_init__(self) -> None:
        if len(self.counts) != len(SCORES) or any(type(count) is not int or count < 0 for count in self.counts):
            raise ValueError(f"counts must be five whole numbers of at least 0, not {self.counts!r}")

    def plus(self, score: float) -> Pentanomial:
        """Return the counts with one more pair. `score` is its share of points, 0 to 1."""
        place = SCORES.index(score)
        a, b, c, d, e = (count + (i == place) for i, count in enumerate(self.counts))
        return Pentanomial((a, b, c, d, e))

    def reversed(self) -> Pentanomial:
        """Return the counts from the point of view of the second player."""
        a, b, c, d, e = self.counts
        return Pentanomial((e, d, c, b, a))

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    @cached_property
    def mean(self) -> float:
        """The mean score of a pair, 0 to 1; one half if there are no pairs."""
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
        """Return the logistic Elo advantage of the first player. If all pairs are equal, the interval is infinite."""
        if not self.variance:
            return Estimate(elo_of(self.mean), -math.inf, math.inf)
        half = CONFIDENCE * self.error
        return Estimate(elo_of(self.mean), elo_of(self.mean - half), elo_of(self.mean + half))

    def normalised_elo(self) -> Estimate:
        """Return the normalised Elo advantage: in standard deviations of a game. It decides how long a test takes."""
        if not self.variance:
            value = math.copysign(math.inf, self.mean - 0.5) if self.mean != 0.5 else 0.0
            return Estimate(value, -math.inf, math.inf)
        sigma = math.sqrt(self.variance)
        t = (self.mean - 0.5) / sigma
        # The influence of each result on t, through the mean and through the deviation.
        spread = 0.0
        for count, score in zip(self.counts, SCORES, strict=True):
            z = (score - self.mean) / sigma
            spread += count * (z - t * (z * z - 1) / 2) ** 2
        half = CONFIDENCE * math.sqrt(spread) / self.pairs
        value, low, high = (NORMALISED * each / math.sqrt(2) for each in (t, t - half, t + half))
        return Estimate(value, low, high)

    def superiority(self) -> float:
        """Return the probability that the first player is stronger, without prior knowledge."""
        if not self.variance:
            return 0.5 if self.mean == 0.5 else float(self.mean > 0.5)
        return NormalDist().cdf((self.mean - 0.5) / self.error)


class Decision(StrEnum):
    """The decision of a sequential test."""

    ACCEPTED = "accepted"
    """`elo1` is accepted."""
    REJECTED = "rejected"
    """`elo0` is accepted."""


@dataclass(frozen=True)
class Sprt:
    """The sequential probability ratio test of `elo1` against `elo0`.

    This is the generalised test: each hypothesis uses the five probabilities that fit the results best.

    >>> test = Sprt(0, 10)
    >>> f"{test.lower:.2f} {test.upper:.2f} {test.llr(Pentanomial((90, 180, 400, 230, 100))):.2f}"
    '-2.94 2.94 1.80'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The probability of accepting if `elo0` is true."""
    beta: float = 0.05
    """The probability of rejecting if `elo1` is true."""
    normalised: bool = True
    """Whether the bounds are in normalised Elo. Otherwise they are in logistic Elo."""

    def __post_init__(self) -> None:
        most = 200 if self.normalised else 1000
        if not -most <= self.elo0 < self.elo1 <= most:
            raise ValueError(
                f"bounds must be two numbers from {-most} to {most}, the lower first: {self.elo0:g} {self.elo1:g}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"error rates must be between 0 and 0.5: {self.alpha:g} {self.beta:g}")

    @property
    def lower(self) -> float:
        """The log-likelihood ratio that rejects."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio that accepts."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, results: Pentanomial) -> float:
        """Return the log-likelihood ratio of `elo1` against `elo0`."""
        if not results.pairs:
            return 0.0
        counts = [count or _EMPTY for count in results.counts]
        total = sum(counts)
        shares = [count / total for count in counts]
        if self.normalised:
            # In units of a pair's deviation, which is that of a game divided by the square root of two.
            fit0, fit1 = (_fit_advantage(shares, elo * math.sqrt(2) / NORMALISED) for elo in (self.elo0, self.elo1))
        else:
            fit0, fit1 = (_fit(shares, [a - expected_score(elo) for a in SCORES]) for elo in (self.elo0, self.elo1))
        return sum(count * math.log(p1 / p0) for count, p0, p1 in zip(counts, fit0, fit1, strict=True))

    def decision(self, llr: float) -> Decision | None:
        """Return the decision for a ratio; None if the match must continue."""
        if llr >= self.upper:
            return Decision.ACCEPTED
        return Decision.REJECTED if llr <= self.lower else None


def _fit(shares: Sequence[float], gaps: Sequence[float]) -> list[float]:
    """Return the most likely probabilities for these shares, if the mean of the gaps is 0."""

    def slope(x: float) -> tuple[float, float]:
        terms = [(share, gap / (1 + x * gap)) for share, gap in zip(shares, gaps, strict=True)]
        return sum(share * term for share, term in terms), -sum(share * term * term for share, term in terms)

    # Between the poles all probabilities are positive, and the function falls from +inf to -inf.
    x = _falling_root(slope, -1 / max(gaps), -1 / min(gaps))
    return [share / (1 + x * gap) for share, gap in zip(shares, gaps, strict=True)]


def _falling_root(function: Callable[[float], tuple[float, float]], low: float, high: float) -> float:
    """Find the root of a falling function that returns value and slope. Bisect if a Newton step leaves the bracket."""
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
    """Return the most likely probabilities for these shares, if (mean - 1/2) / deviation is t.

    The condition is linear for a known mean and deviation, so each solution gives the next ones.
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
