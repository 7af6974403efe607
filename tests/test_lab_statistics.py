"""Statistics of matches: compared with a slow maximiser, with formulas for many pairs, and with simulations."""

from __future__ import annotations

import math
from random import Random

import pytest

from sumito.lab.statistics import (
    NORMALISED,
    SCORES,
    Decision,
    Estimate,
    Pentanomial,
    Sprt,
    elo_of,
    expected_score,
)

Counts = tuple[int, int, int, int, int]

SMALL: list[Counts] = [(10, 20, 40, 25, 12), (3, 0, 9, 1, 8), (1, 4, 30, 6, 2), (1, 0, 0, 0, 1), (0, 0, 0, 0, 30)]
LARGE: list[Counts] = [(900, 1800, 4000, 1900, 1000), (365, 16618, 36229, 16974, 390), (2000, 300, 3500, 350, 2100)]


# ---- an independent, slow computation of the ratio


def greatest_likelihood(counts: Counts, elo: float, normalised: bool) -> float:
    """Return the greatest log-likelihood of the counts if the difference is `elo`, by hill climbing.

    Three of the five probabilities are free, as logits beside a fixed one. The last is found by bisection from the
    difference. Only the treatment of empty cells is shared with the code under test.
    """
    weights = [count or 1e-3 for count in counts]

    def gap(p: list[float]) -> float:
        mean = sum(q * a for q, a in zip(p, SCORES, strict=True))
        if not normalised:
            return mean - 1 / (1 + 10 ** (-elo / 400))
        variance = sum(q * (a - mean) ** 2 for q, a in zip(p, SCORES, strict=True))
        return NORMALISED * (mean - 0.5) / math.sqrt(2 * variance) - elo

    def completed(free: list[float]) -> list[float]:
        """Return shares whose ratio of losing to winning pairs gives the difference."""
        low, high = -60.0, 60.0
        for _ in range(60):
            tilt = (low + high) / 2
            raw = [math.exp(f + tilt * (a - 0.5)) for f, a in zip([0.0, *free, 0.0], SCORES, strict=True)]
            p = [each / sum(raw) for each in raw]
            low, high = (tilt, high) if gap(p) < 0 else (low, tilt)
        return p

    def likelihood(free: list[float]) -> float:
        return sum(w * math.log(q) for w, q in zip(weights, completed(free), strict=True))

    free = [math.log(weights[i] / math.sqrt(weights[0] * weights[4])) for i in (1, 2, 3)]
    best, step = likelihood(free), 1.0
    while step > 1e-5:
        before = best
        for i in range(3):
            for way in (-step, step):
                moved = [f + way * (j == i) for j, f in enumerate(free)]
                if (value := likelihood(moved)) > best:
                    best, free = value, moved
        if best == before:
            step /= 2
    return best


@pytest.mark.parametrize("normalised", [True, False])
@pytest.mark.parametrize("counts", SMALL)
@pytest.mark.parametrize("bounds", [(0.0, 10.0), (-30.0, 20.0)])
def test_ratio_is_that_of_the_greatest_likelihoods(
    counts: Counts, bounds: tuple[float, float], normalised: bool
) -> None:
    slow = [greatest_likelihood(counts, elo, normalised) for elo in bounds]
    llr = Sprt(*bounds, normalised=normalised).llr(Pentanomial(counts))
    assert llr == pytest.approx(slow[1] - slow[0], rel=1e-4, abs=1e-5)


# ---- formulas for many pairs


@pytest.mark.parametrize("counts", LARGE)
def test_logistic_ratio_of_many_pairs(counts: Counts) -> None:
    pairs = Pentanomial(counts)
    s0, s1 = expected_score(0), expected_score(3)
    near = pairs.pairs * (s1 - s0) * (2 * pairs.mean - s0 - s1) / (2 * pairs.variance)
    assert Sprt(0, 3, normalised=False).llr(pairs) == pytest.approx(near, rel=0.02, abs=0.02)


@pytest.mark.parametrize("counts", LARGE)
def test_normalised_ratio_of_many_pairs(counts: Counts) -> None:
    pairs = Pentanomial(counts)
    t, t0, t1 = (elo / NORMALISED for elo in (pairs.normalised_elo().value, 0, 3))
    near = pairs.pairs * math.log((1 + (t - t0) ** 2) / (1 + (t - t1) ** 2))
    assert Sprt(0, 3).llr(pairs) == pytest.approx(near, rel=0.02, abs=0.02)


@pytest.mark.parametrize(
    ("counts", "bounds", "normalised", "llr"),
    [
        ((365, 16618, 36229, 16974, 390), (0, 2), True, 2.25),
        ((127, 4883, 10712, 5150, 104), (-1.75, 0.25), True, 3.01),
        ((223, 9863, 21279, 10037, 246), (0.5, 2.5), False, -3.07),
        ((871, 26175, 55983, 26678, 821), (0, 2), False, -4.98),
    ],
)
def test_ratio_is_what_runners_of_chess_matches_get(
    counts: Counts, bounds: tuple[float, float], normalised: bool, llr: float
) -> None:
    assert Sprt(*bounds, normalised=normalised).llr(Pentanomial(counts)) == pytest.approx(llr, abs=0.005)


# ---- properties


@pytest.mark.parametrize("normalised", [True, False])
@pytest.mark.parametrize("counts", SMALL + LARGE)
def test_exchanging_the_players_turns_everything_round(counts: Counts, normalised: bool) -> None:
    pairs, turned = Pentanomial(counts), Pentanomial(counts).reversed()
    assert turned.elo().value == pytest.approx(-pairs.elo().value)
    assert turned.elo().low == pytest.approx(-pairs.elo().high)
    assert turned.normalised_elo() == pytest.approx(tuple(-x for x in Estimate(*_turned(pairs.normalised_elo()))))
    assert turned.superiority() == pytest.approx(1 - pairs.superiority())
    one = Sprt(-5, 20, normalised=normalised).llr(pairs)
    two = Sprt(-20, 5, normalised=normalised).llr(turned)
    assert one == pytest.approx(-two, rel=1e-6, abs=1e-9)


def _turned(estimate: Estimate) -> tuple[float, float, float]:
    return estimate.value, estimate.high, estimate.low


def test_elo_is_the_inverse_of_the_expected_score() -> None:
    assert elo_of(0.5) == 0
    assert expected_score(400) == pytest.approx(10 / 11)
    for elo in (-700, -35.5, 0, 12, 800):
        assert elo_of(expected_score(elo)) == pytest.approx(elo)
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


def test_estimates_of_a_match_that_was_computed_by_hand() -> None:
    # Scores 0, 1/4 x2, 1/2 x4, 3/4 x2, 1 x3: mean 7/12, variance 0.0902778 (sum of squares 5.1666667 over 12).
    pairs = Pentanomial((1, 2, 4, 2, 3))
    assert pairs.pairs == 12
    assert pairs.mean == pytest.approx(7 / 12)
    assert pairs.variance == pytest.approx(5.25 / 12 - (7 / 12) ** 2)
    assert pairs.elo().value == pytest.approx(400 * math.log10(7 / 5))
    assert pairs.normalised_elo().value == pytest.approx(347.4356 * (1 / 12) / math.sqrt(2 * pairs.variance), rel=1e-6)
    assert pairs.error == pytest.approx(math.sqrt(pairs.variance / 12))


def test_pairs_add_up() -> None:
    pairs = Pentanomial()
    for score in (0.0, 0.25, 0.25, 0.5, 0.75, 1.0, 1.0):
        pairs = pairs.plus(score)
    assert pairs == Pentanomial((1, 2, 1, 1, 2))
    with pytest.raises(ValueError, match="not in tuple"):
        pairs.plus(0.3)


def test_without_variance_nothing_is_divided_by_it() -> None:
    even, won, none = Pentanomial((0, 0, 7, 0, 0)), Pentanomial((0, 0, 0, 0, 7)), Pentanomial()
    assert even.elo() == even.normalised_elo() == (0, -math.inf, math.inf)
    assert even.superiority() == 0.5
    assert (won.elo().value, won.normalised_elo().value, won.superiority()) == (math.inf, math.inf, 1.0)
    assert (none.elo().value, none.superiority(), Sprt(0, 10).llr(none)) == (0, 0.5, 0)
    assert str(won.elo()) == "+inf"


def test_bounds_follow_from_the_error_rates() -> None:
    test = Sprt(0, 10)
    assert (test.lower, test.upper) == pytest.approx((-2.944, 2.944), abs=0.001)
    uneven = Sprt(0, 10, alpha=0.01, beta=0.1)
    assert (uneven.lower, uneven.upper) == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))
    assert test.decision(2.95) is Decision.ACCEPTED
    assert test.decision(-2.95) is Decision.REJECTED
    assert test.decision(2.94) is None


@pytest.mark.parametrize("bad", [(10, 0), (5, 5), (0, 1000), (-300, 0)])
def test_bad_bounds_are_refused(bad: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="bounds must be two numbers"):
        Sprt(*bad)


@pytest.mark.parametrize("rates", [(0.0, 0.05), (0.05, 0.5)])
def test_bad_error_rates_are_refused(rates: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="error rates"):
        Sprt(0, 10, *rates)


@pytest.mark.parametrize("bad", [(1, 2, 3), (1, 2, 3, 4, -1), (1, 2, 3, 4, 0.5)])
def test_counts_are_five(bad: Counts) -> None:
    with pytest.raises(ValueError, match="counts must be five whole numbers"):
        Pentanomial(bad)


# ---- error rates


def distribution(nelo: float) -> list[float]:
    """Return the probabilities of the five scores for this normalised Elo: a tilted fixed shape, found by bisection."""
    low, high = -5.0, 5.0
    for _ in range(60):
        tilt = (low + high) / 2
        raw = [w * math.exp(tilt * a) for w, a in zip((1, 2, 4, 2, 1), SCORES, strict=True)]
        p = [each / sum(raw) for each in raw]
        mean = sum(q * a for q, a in zip(p, SCORES, strict=True))
        variance = sum(q * (a - mean) ** 2 for q, a in zip(p, SCORES, strict=True))
        found = NORMALISED * (mean - 0.5) / math.sqrt(2 * variance)
        low, high = (tilt, high) if found < nelo else (low, tilt)
    return p


def decided(test: Sprt, chances: list[float], dice: Random) -> Decision:
    pairs = Pentanomial()
    while True:
        for score in dice.choices(SCORES, chances, k=8):  # a test that looks every eighth time is wrong no more often
            pairs = pairs.plus(score)
        if decision := test.decision(test.llr(pairs)):
            return decision


@pytest.mark.parametrize(("nelo", "wrong"), [(0.0, Decision.ACCEPTED), (60.0, Decision.REJECTED)])
def test_test_errs_as_rarely_as_it_says(nelo: float, wrong: Decision) -> None:
    test, dice, chances = Sprt(0, 60), Random(7), distribution(nelo)
    runs = 300
    errors = sum(decided(test, chances, dice) is wrong for _ in range(runs))
    # The test promises 5 %. Three standard errors more are 8.8 %. No error at all would be a broken test.
    assert 2 <= errors <= 26


def test_intervals_hold_the_truth_in_19_of_20_cases() -> None:
    dice, chances = Random(3), distribution(80.0)
    mean = sum(q * a for q, a in zip(chances, SCORES, strict=True))
    runs, elo_held, nelo_held = 1000, 0, 0
    for _ in range(runs):
        drawn = dice.choices(range(5), chances, k=200)
        a, b, c, d, e = (drawn.count(i) for i in range(5))
        pairs = Pentanomial((a, b, c, d, e))
        elo, nelo = pairs.elo(), pairs.normalised_elo()
        elo_held += elo.low <= elo_of(mean) <= elo.high
        nelo_held += nelo.low <= 80.0 <= nelo.high
    # 950 of 1000, with three standard errors of 7 to each side.
    assert 929 <= elo_held <= 971
    assert 929 <= nelo_held <= 971
