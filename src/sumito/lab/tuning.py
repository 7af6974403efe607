"""Tune the weights of the hand-made evaluation from samples, by logistic regression."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from sumito import _native
from sumito.lab.teaching import SCORE, held_back, targets

NAMES: Final = tuple(name for name, _ in _native.weights())
"""The names of the features."""
WEIGHTS: Final = tuple(weight for _, weight in _native.weights())
"""The present weights of the features."""
_ONE_LOGIT: Final = SCORE * _native.ONE_WEIGHT
_PRIOR: Final = 1.0  # gives weight 0 to a feature that no sample has; negligible for the others
_STEPS: Final = 12
_EPSILON: Final = 1e-7  # in logits; a smaller step ends the fit


@dataclass(frozen=True, slots=True)
class Tuning:
    """The result of tuning."""

    weights: tuple[int, ...]
    learnt: int
    """The number of samples that the weights are fitted to."""
    held_back: int
    """The number of samples that measure the loss."""
    loss_before: float
    """The loss with the present weights."""
    loss_after: float
    """The loss with the new weights."""

    def table(self) -> str:
        """Return the weights as C++ source for evaluation.cpp."""
        numbers = [f"{weight}," for weight in self.weights]
        width = max(map(len, numbers))
        lines = (f"    {number:<{width}} // {name}" for number, name in zip(numbers, NAMES, strict=True))
        return "\n".join(("constexpr std::array<int, FEATURES> WEIGHTS{", *lines, "};"))


def feature_rows(samples: np.ndarray) -> np.ndarray:
    """Return the features of the samples for the player to move, one row a sample."""
    return np.frombuffer(_native.sample_features(samples.tobytes()), dtype=np.intc).reshape(-1, len(NAMES))


def tune(samples: np.ndarray, result_part: float) -> Tuning:
    """Fit the weights to game results and search scores. The same samples give the same weights.

    Raises:
        SampleError: there are too few games to hold one back and to learn from the others.
    """
    held = held_back(samples)
    rows = feature_rows(samples).astype(np.float64)
    target = targets(samples, result_part).astype(np.float64)
    weights = tuple(int(weight) for weight in np.rint(fitted(rows[~held], target[~held]) * _ONE_LOGIT))
    before, after = (loss(rows[held] @ (np.array(w) / _ONE_LOGIT), target[held]) for w in (WEIGHTS, weights))
    return Tuning(weights, int((~held).sum()), int(held.sum()), before, after)


def fitted(rows: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Return the weights, in logits, with the smallest loss, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (target - chance) - _PRIOR * weights
        curve = (rows * (chance * (1 - chance))[:, None]).T @ rows + _PRIOR * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        weights += step
        if np.abs(step).max() < _EPSILON:
            break
    return weights


def loss(logits: np.ndarray, target: np.ndarray) -> float:
    """Return the mean cross-entropy between predictions, given as logits, and targets."""
    return float(np.mean(np.logaddexp(0, logits) - target * logits))
