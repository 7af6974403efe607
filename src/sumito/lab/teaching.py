"""Samples as NumPy has them: which ones teach, what they teach, which games are held back."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import numpy as np

from sumito.core.text import counted
from sumito.lab.samples import SAMPLE_DTYPE, SAMPLE_SIZE, SampleError

SCORE: Final = 64.0  # hundredths of a marble a logit
_MOST_SCORE: Final = 3000  # beyond it the game is decided, and the search has proved it


def teaching_samples(paths: Iterable[Path]) -> np.ndarray:
    """The samples of some files that teach: those whose end is proved are left out.

    Those whose best move ejects stay. Without them the player to move is worse off on average, the evaluation learns
    that a turn is a burden, and it plays worse.

    Raises:
        SampleError: a file has no whole number of samples, or none of them teaches.
        OSError: a file cannot be read.
    """
    parts = []
    for path in paths:
        data = path.read_bytes()
        if len(data) % SAMPLE_SIZE:
            length = counted(len(data), "byte is", "bytes are")
            raise SampleError(f"{path}: {length} no whole number of samples of {SAMPLE_SIZE} bytes")
        parts.append(np.frombuffer(data, dtype=SAMPLE_DTYPE))
    samples = np.concatenate(parts) if parts else np.empty(0, dtype=SAMPLE_DTYPE)
    taught: np.ndarray = samples[np.abs(samples["score"].astype(np.int32)) < _MOST_SCORE]
    if not len(taught):
        raise SampleError("no samples to learn from")
    return taught


def held_back(samples: np.ndarray) -> np.ndarray:
    """Which samples measure the loss: those of a twentieth of the games, told apart by their number."""
    held: np.ndarray = samples["game"] % 20 == 7
    return held


def targets(samples: np.ndarray, result_part: float, score_scale: float = SCORE) -> np.ndarray:
    """The chances of the player to move: part of it how the game ended, the rest what the search said."""
    result = samples["result"].astype(np.float32) / 2 + 0.5
    said = 1 / (1 + np.exp(-samples["score"].astype(np.float32) / score_scale))
    target: np.ndarray = (result_part * result + (1 - result_part) * said).astype(np.float32)
    return target
