"""Train the network: from self-play samples to a network file."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi
from typing import Final

import numpy as np

from sumito import _native
from sumito.engine.network import Sizes, network_file, network_weights
from sumito.engine.score import USUAL_SCALE
from sumito.lab import LabError
from sumito.lab.teaching import SCORE, held_back, targets

FILTERS: Final = (8, 16, 24)
UNITS: Final = (2, 4)
MOST_STAGES: Final = 11
INPUTS: Final = 134
MOST_LOST: Final = 5
IMAGES: Final = 12
ONE_HIDDEN: Final = 255
ONE_OUTPUT: Final = 64
ONE_SECOND: Final = 512
ONE_SECOND_BIAS: Final = 127 * 2**17
MOST_WEIGHT: Final = 127 / ONE_OUTPUT
# The parts of a network file in their order: the type of a number, and the number that stands for 1.
_PARTS: Final = {
    "input": ("<i2", ONE_HIDDEN),
    "bias": ("<i2", ONE_HIDDEN),
    "output": ("<i2", ONE_OUTPUT),
    "output_bias": ("<i4", ONE_HIDDEN * ONE_OUTPUT),
    "second": ("<i2", ONE_SECOND),
    "second_bias": ("<i4", ONE_SECOND_BIAS),
    "second_output": ("<i2", ONE_OUTPUT),
}

_LESSON: Final = np.dtype(
    [("own", "<u8"), ("enemy", "<u8"), ("own_lost", "<u4"), ("enemy_lost", "<u4"), ("target", "<f4"), ("result", "<f4")]
)
# Adam with decoupled weight decay; the rate rises in the first tenth, then falls as a cosine.
_BETAS: Final = (0.9, 0.999)
_DECAY: Final = 1e-4
_EPSILON: Final = 1e-8
_WARM_UP: Final = 0.1
_AVERAGE: Final = 0.998  # the trained weights are the mean of the last steps, weighted by this decay


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of training."""

    filters: int = 8
    units: int = 2
    stages: int = 11
    epochs: int = 6
    batch: int = 8192
    rate: float = 2e-3
    """The highest learning rate."""
    result_part: float = 0.5
    """The weight of the game's result in the target. The rest is the score of the search."""
    score_scale: float = SCORE
    """Hundredths of a marble for one logit, in the scores of the samples."""
    seed: int = 1

    def __post_init__(self) -> None:
        if self.filters not in FILTERS:
            raise ValueError(f"filters must be 8, 16 or 24, not {self.filters}")
        if self.units not in UNITS:
            raise ValueError(f"units must be 2 or 4, not {self.units}")
        if not 1 <= self.stages <= MOST_STAGES:
            raise ValueError(f"stages must be from 1 to {MOST_STAGES}, not {self.stages}")


class NetworkModel:
    """The network in floating point: all weights and biases, in the order of a network file."""

    def __init__(self, settings: Settings, dice: np.random.Generator) -> None:
        self.filters, self.units, self.stages = settings.filters, settings.units, settings.stages
        second = self.stages * self.units
        sizes = {
            "input": INPUTS * self.filters,
            "bias": self.filters,
            "output": self.stages * 2 * self.filters,
            "output_bias": self.stages,
            "second": second * 2 * IMAGES * self.filters,
            "second_bias": second,
            "second_output": second,
        }
        self.parameters = np.empty(sum(sizes.values()), dtype=np.float32)
        ends = np.cumsum(list(sizes.values()))
        self.parts = {
            name: self.parameters[end - size : end] for (name, size), end in zip(sizes.items(), ends, strict=True)
        }
        for name, part in self.parts.items():
            widest = 0.15 if name == "input" else 0.1
            part[:] = 0.2 if name in ("bias", "second_bias") else dice.uniform(-widest, widest, part.size)
        self.parts["output_bias"][:] = 0

    def load(self, weights: bytes) -> None:
        """Take over the weights and biases of a network file with the same sizes."""
        for name, (kind, one) in _PARTS.items():
            part = self.parts[name]
            part[:] = np.frombuffer(weights, dtype=kind, count=part.size) / one
            weights = weights[part.size * np.dtype(kind).itemsize :]

    def losses(self, lessons: np.ndarray) -> tuple[float, float]:
        """Return the mean loss on lessons, by target and by result."""
        target, result = self._loss(lessons, None)
        return target / len(lessons), result / len(lessons)

    def gradient(self, lessons: np.ndarray) -> tuple[float, np.ndarray]:
        """Return the mean loss on lessons, and its gradient."""
        gradient = np.empty_like(self.parameters)
        target, _ = self._loss(lessons, gradient)
        return target / len(lessons), gradient / len(lessons)

    def clip(self) -> None:
        """Limit the weights to the range that whole numbers can hold."""
        for name, part in self.parts.items():
            if name != "output_bias":
                np.clip(part, -MOST_WEIGHT, MOST_WEIGHT, out=part)

    def _loss(self, lessons: np.ndarray, gradient: np.ndarray | None) -> tuple[float, float]:
        layers = (self.filters, self.units)
        return _native.network_loss(
            layers, self.stages, self.parameters, lessons.view(np.uint8), gradient, os.cpu_count() or 1
        )


def lessons_of(samples: np.ndarray, settings: Settings) -> np.ndarray:
    """Return samples as lessons: from the view of the player to move, with targets."""
    turn = samples["turn"].astype(bool)
    lessons = np.empty(len(samples), dtype=_LESSON)
    lessons["own"] = np.where(turn, samples["white"], samples["black"])
    lessons["enemy"] = np.where(turn, samples["black"], samples["white"])
    black, white = (np.minimum(samples[f"{color}_ejected"], MOST_LOST) for color in ("black", "white"))
    lessons["own_lost"], lessons["enemy_lost"] = np.where(turn, white, black), np.where(turn, black, white)
    lessons["target"] = targets(samples, settings.result_part, settings.score_scale)
    lessons["result"] = targets(samples, 1)
    return lessons


def train(
    samples: np.ndarray, settings: Settings, report: Callable[[int, float, float], None], start: bytes | None = None
) -> NetworkModel:
    """Train a network. One game in twenty, selected by game number, is held back to measure the loss.

    `start` is a network file to begin with, instead of random weights. It must have the sizes of the settings.

    Raises:
        SampleError: there are too few games to hold one back and to learn from the others.
        NetworkError: `start` is not a network file of format N3.
        LabError: `start` has other sizes.
    """
    dice = np.random.default_rng(settings.seed)
    held = held_back(samples)
    learning, testing = (lessons_of(part, settings) for part in (samples[~held], samples[held]))
    model = NetworkModel(settings, dice)
    if start is not None:
        sizes, weights = network_weights(start, "the network to start with")
        if sizes != (wanted := Sizes(settings.filters, settings.units, settings.stages)):
            has, need = _described(sizes), _described(wanted)
            raise LabError(f"the network to start with has {has}, but the settings need {need}")
        model.load(weights)
    batch = min(settings.batch, len(learning))
    steps = len(learning) // batch
    mean, square = np.zeros_like(model.parameters), np.zeros_like(model.parameters)
    average = model.parameters.copy()
    for epoch in range(settings.epochs):
        total = 0.0
        order = dice.permutation(len(learning))
        for step in range(steps):
            loss, gradient = model.gradient(learning[order[step * batch : (step + 1) * batch]])
            total += loss
            done = epoch * steps + step
            rate = settings.rate * _rate(done / (settings.epochs * steps))
            mean += (1 - _BETAS[0]) * (gradient - mean)
            square += (1 - _BETAS[1]) * (gradient**2 - square)
            unbiased = mean / (1 - _BETAS[0] ** (done + 1))
            spread = np.sqrt(square / (1 - _BETAS[1] ** (done + 1)))
            model.parameters *= 1 - rate * _DECAY
            model.parameters -= rate * unbiased / (spread + _EPSILON)
            model.clip()
            average += (1 - min(_AVERAGE, (done + 1) / (done + 10))) * (model.parameters - average)
        report(epoch + 1, total / steps, model.losses(testing)[0])
    model.parameters[:] = average
    return model


def _described(sizes: Sizes) -> str:
    return f"{sizes.filters} filters, {sizes.units} units and {sizes.stages} stages"


def _rate(part: float) -> float:
    """Return the share of the highest rate after this part of the training."""
    if part < _WARM_UP:
        return 0.04 + 0.96 * part / _WARM_UP
    return 0.5 + 0.5 * cos(pi * (part - _WARM_UP) / (1 - _WARM_UP))


def network_bytes(model: NetworkModel) -> bytes:
    """Return the network file: the weights as whole numbers, with the default scale.

    Raises:
        LabError: the engine cannot use the network, because its sums can overflow.
    """
    weights = b"".join(
        np.rint(model.parts[name].astype(np.float64) * one).astype(kind).tobytes()
        for name, (kind, one) in _PARTS.items()
    )
    data = network_file(
        weights, inputs=INPUTS, filters=model.filters, stages=model.stages, units=model.units, scale=USUAL_SCALE
    )
    if _native.Network.read(data)[0] is None:  # clip() limits each weight, but not their sums
        raise LabError("the engine cannot use the trained network: its weights are so large that sums can overflow")
    return data
