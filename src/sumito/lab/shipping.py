"""Ship a network: check its match, fit its scale, and write it into a source tree with the new bench signature."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from math import exp, log1p
from pathlib import Path
from typing import Any, Final

from sumito import _native
from sumito.core.text import counted
from sumito.engine.bench import run_bench
from sumito.engine.network import NetworkError, read_network, with_scale
from sumito.lab import LabError
from sumito.lab.chunks import MANIFEST
from sumito.lab.samples import read_samples
from sumito.lab.statistics import Decision
from sumito.notation.whole_file import whole_file

NETWORK: Final = Path("src/sumito/data/sumito.network")
"""The shipped network in a source tree."""
SIGNATURE: Final = Path("tests/bench_signature.txt")
"""The bench signature in a source tree."""
_MOST_SCORE: Final = 3000  # beyond it the game is decided
_FEWEST_SAMPLES: Final = 1000


@dataclass(frozen=True, slots=True)
class Shipment:
    """The result of shipping a network."""

    scale: int
    samples: int
    """The number of samples that the scale was fitted to; 0 if the scale was given."""
    size: int
    """The content of the file."""
    nodes: int
    """The bench signature."""
    changelog: str
    """The line for CHANGELOG.md."""


def ship(
    network: Path, tree: Path, *, runs: Iterable[Path] = (), scale: int | None = None, match: Path | None = None
) -> Shipment:
    """Write a network into a source tree as the shipped one, and renew the bench signature.

    Args:
        network: the network file.
        tree: the root of the source tree.
        runs: folders of self-play by this network; the scale is fitted to them.
        scale: the scale, if it is not to be fitted.
        match: the result of the match against the shipped network, as `sumito lab match --json` writes it. A network
            with the weights of the shipped one needs no match.

    Raises:
        LabError: the network has not passed its match, another network played a run, or `tree` is not a source tree.
        SampleError: a file of samples is damaged.
        NetworkError: the file is not a network file, or it is damaged.
        OSError: a file cannot be read or written.
    """
    target, signature = tree / NETWORK, tree / SIGNATURE
    for path in (target, signature):
        if not path.is_file():
            raise LabError(f"{tree}: not a source tree of sumito: {path} is missing")
    read_network(network)
    data = network.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    elo = None if match is None else _gate(match, network, digest)
    if match is None and not _same_weights(data, target.read_bytes()):
        raise LabError(f"{network}: a network with new weights needs the result of its match")
    samples = 0
    if scale is None:
        counts = _scores_and_results(runs, network, digest)
        samples = counts.total()
        scale = fit_scale(counts)
    file = with_scale(data, scale)
    with whole_file(target) as opened:
        opened.write(file)
    nodes = sum(result.nodes for result in run_bench(target))
    with whole_file(signature) as opened:
        opened.write(f"{nodes}\n".encode())
    gained = f", {elo} against the one before" if elo else ""
    filters = counted(read_network(target).filters, "filter", "filters")
    line = f"- The shipped network: {filters}, scale {scale}{gained}. Bench: {nodes}."
    return Shipment(scale, samples, len(file), nodes, line)


def fit_scale(counts: Counter[tuple[int, int]]) -> int:
    """Return the scale that fits winning chances to results best.

    Args:
        counts: the number of samples by score and result (1 won, 0 drawn, -1 lost), both for the player to move.

    Raises:
        LabError: there are too few samples, or the results do not follow the scores.
    """
    if counts.total() < _FEWEST_SAMPLES:
        raise LabError(f"a scale needs at least {_FEWEST_SAMPLES} samples, not {counts.total()}")
    scale = _lowest(cache(lambda scale: _loss(counts, scale)), 1, _native.MOST_SCALE)
    if scale in (1, _native.MOST_SCALE):
        raise LabError("no scale fits: the results do not follow the scores")
    return scale


def _loss(counts: Counter[tuple[int, int]], scale: int) -> float:
    """Return the cross-entropy of the results and the winning chances by this scale."""
    total = 0.0
    for (score, result), count in counts.items():
        logit = score / scale
        # log(1 + exp(-logit)) for a win, log(1 + exp(logit)) for a loss, the mean of both for a draw.
        total += count * (log1p(exp(-abs(logit))) + abs(logit) / 2 - result * logit / 2)
    return total


def _lowest(function: Callable[[int], float], low: int, high: int) -> int:
    """Return the argument with the lowest value of a function that falls and then rises."""
    while high > low:
        middle = (low + high) // 2
        if function(middle) <= function(middle + 1):
            high = middle
        else:
            low = middle + 1
    return low


def _scores_and_results(runs: Iterable[Path], network: Path, digest: str) -> Counter[tuple[int, int]]:
    counts: Counter[tuple[int, int]] = Counter()
    for run in runs:
        manifest = _json(run / MANIFEST)
        if manifest.get("network") != digest:
            raise LabError(f"{run}: was not played by {network}: their checksums differ")
        for chunk in manifest["chunks"]:
            for sample in read_samples(run / chunk["name"]):
                if abs(sample.score) < _MOST_SCORE:
                    counts[sample.score, sample.result] += 1
    return counts


def _gate(match: Path, network: Path, digest: str) -> str:
    """Return the Elo of a match that a network has passed, in words.

    Raises:
        LabError: this is the result of another match, or the network did not pass it.
    """
    result = _json(match)
    players = result.get("players")
    if not isinstance(players, list) or not players or players[0].get("network") != digest:
        raise LabError(f"{match}: the first player of this match is not {network}: their checksums differ")
    if (result.get("sprt") or {}).get("decision") != Decision.ACCEPTED:
        raise LabError(f"{match}: the match was not passed: its sequential test did not accept the network")
    value, low, high = (f"{each:+.0f}" if each is not None else "?" for each in result["elo"])
    return f"{value} Elo [{low}, {high}] in {result['games']} games"


def _json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_bytes())
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise LabError(f"{path}: not a JSON object")
    return found


def _same_weights(one: bytes, two: bytes) -> bool:
    try:
        return with_scale(one, 1) == with_scale(two, 1)
    except NetworkError:
        return False
