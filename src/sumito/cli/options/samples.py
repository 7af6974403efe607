"""The options of commands that learn from samples."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from sumito.terminal.failures import InputError, quoted


def add_sample_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the samples and the target."""
    parser.add_argument("samples", metavar="PATH", nargs="+", help="folders of self-play, or files of samples")
    parser.add_argument(
        "--result-part",
        metavar="PART",
        type=_part,
        default=0.5,
        help="the weight of the game's result in the target, 0 to 1; the rest is the score (default: 0.5)",
    )


def _part(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 1, not {quoted(text)}")
    return value


def sample_files(names: list[str]) -> Iterator[Path]:
    """Yield the named files, and the sample files of named folders."""
    for name in names:
        path = Path(name)
        found = sorted(path.glob("*.samples")) if path.is_dir() else [path]
        if not found:
            raise InputError(f"{name}: no samples in this folder")
        found[0].stat()  # reports a missing file at once
        yield from found
