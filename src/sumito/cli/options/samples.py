"""What the commands that learn from samples have in common: where samples are, and what is learnt from them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from sumito.terminal.failures import InputError, quoted


def add_sample_options(parser: argparse.ArgumentParser) -> None:
    """The samples, and what the target is."""
    parser.add_argument("samples", metavar="PATH", nargs="+", help="folders of self-play, or files of samples")
    parser.add_argument(
        "--result-part",
        metavar="PART",
        type=_part,
        default=0.5,
        help="how much of the target is the game's result, 0 to 1; the rest is the score (0.5)",
    )


def _part(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"a part from 0 to 1, not {quoted(text)}")
    return value


def sample_files(names: list[str]) -> Iterator[Path]:
    """The files that were named, and those of the folders that were."""
    for name in names:
        path = Path(name)
        found = sorted(path.glob("*.samples")) if path.is_dir() else [path]
        if not found:
            raise InputError(f"{name}: holds no samples")
        found[0].stat()  # says at once that a file is missing
        yield from found
