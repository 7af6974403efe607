"""Tuning of the hand-made evaluation: the weights of its features from samples, by logistic regression."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from sumito import _native
from sumito.lab.samples import SampleError
from sumito.lab.teaching import SCORE, held_back, targets

NAMES: Final = tuple(name for name, _ in _native.weights())
"""What the features are called."""
WEIGHTS: Final = tuple(weight for _, weight in _native.weights())
"""What they weigh in the evaluation as it is."""
_ONE_LOGIT: Final = SCORE * _native.ONE_WEIGHT
_PRIOR: Final = 1.0  # so that a feature which no sample has weighs nothing; nothing to the others
_STEPS: Final = 12
_LITTLE: Final = 1e-7  # of a logit: what a last step changes


@dataclass(frozen=True, slots=True)
class Tuning:
    """What tuning found."""

    weights: tuple[int, ...]
    learnt: int
    """How many samples the weights are from."""
    held_back: int
    """How many others measured the loss."""
    loss_before: float
    """The loss on those, with the weights that the evaluation has."""
    loss_after: float
    """The same with the new weights."""

    def table(self) -> str:
        """The weights as evaluation.cpp has them."""
        numbers = [f"{weight}," for weight in self.weights]
        width = max(map(len, numbers))
        lines = (f"    {number:<{width}} // {name}" for number, name in zip(numbers, NAMES, strict=True))
        return "\n".join(("constexpr std::array<int, FEATURES> WEIGHTS{", *lines, "};"))


def feature_rows(samples: np.ndarray) -> np.ndarray:
    """The features of samples, a row each, for the player to move."""
    return np.frombuffer(_native.sample_features(samples.tobytes()), dtype=np.intc).reshape(-1, len(NAMES))


def tune(samples: np.ndarray, result_part: float) -> Tuning:
    """The weights that tell best how games end and what searches say; the same samples give the same weights.

    Raises:
        SampleError: too few samples: no game is held back, or none is left to learn from.
    """
    held = held_back(samples)
    if held.all() or not held.any():
        raise SampleError("too few games: one in twenty is held back to measure the loss")
    rows = feature_rows(samples).astype(np.float64)
    target = targets(samples, result_part).astype(np.float64)
    weights = tuple(int(weight) for weight in np.rint(fitted(rows[~held], target[~held]) * _ONE_LOGIT))
    before, after = (loss(rows[held] @ (np.array(w) / _ONE_LOGIT), target[held]) for w in (WEIGHTS, weights))
    return Tuning(weights, int((~held).sum()), int(held.sum()), before, after)


def fitted(rows: np.ndarray, target: np.ndarray) -> np.ndarray:
    """The weights, in logits, with the least loss: Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (target - chance) - _PRIOR * weights
        curve = (rows * (chance * (1 - chance))[:, None]).T @ rows + _PRIOR * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        weights += step
        if np.abs(step).max() < _LITTLE:
            break
    return weights


def loss(logits: np.ndarray, target: np.ndarray) -> float:
    """How far chances, as logits, are from the targets: the mean cross-entropy."""
    return float(np.mean(np.logaddexp(0, logits) - target * logits))
