"""Ratings of several players, from the pairs of games between them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sumito.lab.statistics import CONFIDENCE, SCORES, Pentanomial

_ELO: Final = 400 / math.log(10)
"""Elo of one logit."""
_DRAWN: Final = 0.5
"""The number of drawn pairs that are added to the results, so that a perfect score has a finite rating."""
_ITERATIONS: Final = 100


@dataclass(frozen=True)
class Rating:
    """The strength of a player. The mean of all players is 0."""

    elo: float
    error: float
    """Half of the width of the 95 % interval."""
    pairs: int
    score: float
    """The share of points, 0 to 1."""


def fit_ratings(players: int, counts: Mapping[tuple[int, int], Pentanomial]) -> list[Rating]:
    """Fit the Bradley-Terry model: ratings whose expected points equal the points of each player.

    Args:
        players: the number of players.
        counts: the results by pairing, for the first player. The pairings must connect all players.

    Raises:
        ValueError: the pairings do not connect all players.
    """
    if not _connected(players, counts):
        raise ValueError("some players never met the others")
    met = [(i, j, each.pairs + _DRAWN, *_moments(each)) for (i, j), each in counts.items()]
    logits = [0.0] * players
    for _ in range(_ITERATIONS):
        expected = [1 / (1 + math.exp(logits[j] - logits[i])) for i, j, *_ in met]
        slope = [0.0] * players
        for (i, j, weight, mean, _), share in zip(met, expected, strict=True):
            slope[i] += weight * (mean - share)
            slope[j] -= weight * (mean - share)
        curvature = _laplacian(
            players, [(i, j, w * e * (1 - e)) for (i, j, w, *_), e in zip(met, expected, strict=True)]
        )
        step = _solved(curvature, [slope])[0]
        # Far from the solution, a full step would overshoot.
        scale = min(1.0, 1.0 / max(1e-12, max(map(abs, step))))
        logits = [logit + scale * each for logit, each in zip(logits, step, strict=True)]
        if max(map(abs, step)) < 1e-10:
            break
    # The covariance of the ratings: the covariance of the gradient, multiplied on both sides by the inverse curvature.
    spread = _laplacian(players, [(i, j, weight * variance) for i, j, weight, _, variance in met], ones=0.0)
    inverse = _solved(curvature, [[float(i == j) for j in range(players)] for i in range(players)])
    ratings = []
    for place in range(players):
        row = inverse[place]
        variance = sum(row[i] * spread[i][j] * row[j] for i in range(players) for j in range(players))
        own = [(each, each.mean if place == i else 1 - each.mean) for (i, j), each in counts.items() if place in (i, j)]
        pairs = sum(each.pairs for each, _ in own)
        points = sum(each.pairs * mean for each, mean in own)
        error = CONFIDENCE * math.sqrt(max(0.0, variance)) * _ELO
        ratings.append(Rating(logits[place] * _ELO, error, pairs, points / pairs if pairs else 0.5))
    return ratings


def _moments(results: Pentanomial) -> tuple[float, float]:
    """Return the mean and variance of a pair's score, with the added drawn pairs."""
    weights = [count + _DRAWN * (score == 0.5) for count, score in zip(results.counts, SCORES, strict=True)]
    total = sum(weights)
    mean = sum(weight * score for weight, score in zip(weights, SCORES, strict=True)) / total
    return mean, sum(weight * (score - mean) ** 2 for weight, score in zip(weights, SCORES, strict=True)) / total


def _laplacian(size: int, edges: Sequence[tuple[int, int, float]], ones: float = 1.0) -> list[list[float]]:
    """Return the sum of weight times (e_i - e_j)(e_i - e_j)', plus `ones` everywhere, which fixes their sum."""
    matrix = [[ones] * size for _ in range(size)]
    for i, j, weight in edges:
        matrix[i][i] += weight
        matrix[j][j] += weight
        matrix[i][j] -= weight
        matrix[j][i] -= weight
    return matrix


def _solved(matrix: Sequence[Sequence[float]], rights: Sequence[Sequence[float]]) -> list[list[float]]:
    """Solve a system with several right sides by elimination. The matrix is positive definite."""
    size = len(matrix)
    rows = [[*line, *(right[place] for right in rights)] for place, line in enumerate(matrix)]
    for pivot in range(size):
        rows[pivot] = [each / rows[pivot][pivot] for each in rows[pivot]]
        for place in range(size):
            if place != pivot:
                factor = rows[place][pivot]
                rows[place] = [each - factor * top for each, top in zip(rows[place], rows[pivot], strict=True)]
    return [[rows[place][size + which] for place in range(size)] for which in range(len(rights))]


def _connected(players: int, counts: Mapping[tuple[int, int], Pentanomial]) -> bool:
    reached, todo = {0}, [0]
    while todo:
        here = todo.pop()
        near = {i + j - here for (i, j), each in counts.items() if here in (i, j) and each.pairs} - reached
        reached |= near
        todo += near
    return len(reached) == players
