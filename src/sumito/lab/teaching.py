"""Load samples for training with NumPy: select them, compute their targets, and hold back some games."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import numpy as np

from sumito.core.text import counted
from sumito.lab.samples import SAMPLE_DTYPE, SAMPLE_SIZE, SampleError

SCORE: Final = 64.0  # hundredths of a marble that make one logit
_MOST_SCORE: Final = 3000  # larger scores are proved wins
_LAST_PLY: Final = 160  # after it, searches see the cap of self-play


def teaching_samples(paths: Iterable[Path]) -> np.ndarray:
    """Read the samples of some files, without those whose result is proved and those of the end of long games.

    Near the cap of self-play the search gives a lead more weight, because the leader wins there. The network does not
    know the ply, so it would learn this weight for every position.

    Samples whose best move ejects a marble are kept. Without them the player to move would be worse off on average, the
    evaluation would learn that it is bad to be on turn, and it would play worse.

    Raises:
        SampleError: a file is not a whole number of samples, or no sample is left.
        OSError: a file cannot be read.
    """
    parts = []
    for path in paths:
        data = path.read_bytes()
        if len(data) % SAMPLE_SIZE:
            length = counted(len(data), "byte is", "bytes are")
            raise SampleError(f"{path}: {length} not a whole number of samples of {SAMPLE_SIZE} bytes")
        parts.append(np.frombuffer(data, dtype=SAMPLE_DTYPE))
    samples = np.concatenate(parts) if parts else np.empty(0, dtype=SAMPLE_DTYPE)
    proved = np.abs(samples["score"].astype(np.int32)) >= _MOST_SCORE
    taught: np.ndarray = samples[~proved & (samples["ply"] <= _LAST_PLY)]
    if not len(taught):
        raise SampleError("no samples to learn from")
    return taught


def held_back(samples: np.ndarray) -> np.ndarray:
    """Return a mask of the samples that measure the loss: those of one game in twenty, selected by game number.

    Raises:
        SampleError: there are too few games to hold one back and to learn from the others.
    """
    held: np.ndarray = samples["game"] % 20 == 7
    if held.all() or not held.any():
        raise SampleError("too few games: one in twenty is held back to measure the loss")
    return held


def targets(samples: np.ndarray, result_part: float, score_scale: float = SCORE) -> np.ndarray:
    """Return the target win probabilities of the player to move: a mix of game results and search scores."""
    result = samples["result"].astype(np.float32) / 2 + 0.5
    said = 1 / (1 + np.exp(-samples["score"].astype(np.float32) / score_scale))
    target: np.ndarray = (result_part * result + (1 - result_part) * said).astype(np.float32)
    return target
