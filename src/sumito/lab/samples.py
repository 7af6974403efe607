"""Samples: positions of self-play with their scores and the results of the games, 32 bytes each."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from sumito.core import CELLS, MOVES, SumitoError
from sumito.core.text import counted

SAMPLE_DTYPE: Final = [
    ("black", "<u8"),
    ("white", "<u8"),
    ("game", "<u4"),
    ("score", "<i2"),
    ("ply", "<u2"),
    ("best", "<u2"),
    ("result", "i1"),
    ("turn", "u1"),
    ("black_ejected", "u1"),
    ("white_ejected", "u1"),
    ("flags", "u1"),
    ("zero", "u1"),
]
"""The NumPy type of a sample: `numpy.fromfile(path, dtype=SAMPLE_DTYPE)`."""

BEST_EJECTS: Final = 1
"""The flag of a sample whose best move ejects a marble."""
MOST_SCORE: Final = 32_000
"""The largest score that is stored. Larger ones are clipped."""

_STRUCT: Final = struct.Struct("<QQIhHHbBBBBB")
SAMPLE_SIZE: Final = _STRUCT.size
_OFF_BOARD: Final = ~((1 << len(CELLS)) - 1)
_AT_ONCE: Final = 1 << 15


class SampleError(SumitoError, ValueError):
    """Bytes are not samples, or a value is out of range. The message names the place."""


class Sample(NamedTuple):
    """A position. The fields are in the order of the bytes."""

    black: int
    """The cells of Black's marbles: bit n is cell n, a1 is 0 and i9 is 60."""
    white: int
    """The cells of White's marbles."""
    game: int
    """The number of the game, unique in its run."""
    score: int
    """The score of the search for the player to move, in hundredths of a marble."""
    ply: int
    """The number of plies before the position."""
    best: int
    """The number of the best move."""
    result: int
    """The result of the game for the player to move: 1 for a win, 0 for a draw, -1 for a loss."""
    turn: int
    """The player to move: 0 for Black, 1 for White."""
    black_ejected: int
    """The number of marbles that Black has lost."""
    white_ejected: int
    """The number of marbles that White has lost."""
    flags: int
    """`BEST_EJECTS`, or 0."""


def pack_samples(samples: Iterable[Sample]) -> bytes:
    """Return the samples as bytes. Scores are clipped to `MOST_SCORE`.

    Raises:
        SampleError: a value is out of range. The message names it.
    """
    packed = bytearray()
    for number, sample in enumerate(samples):
        score = max(-MOST_SCORE, min(MOST_SCORE, sample.score))
        sample = sample._replace(score=score)
        _check(sample, 0, f"sample {number}")
        try:
            packed += _STRUCT.pack(*sample, 0)
        except struct.error:
            raise SampleError(f"sample {number}: a number is too large: {sample}") from None
    return bytes(packed)


def unpack_samples(data: bytes, name: str = "samples") -> Iterator[Sample]:
    """Parse samples. Error messages begin with `name`.

    Raises:
        SampleError: the bytes are not a whole number of samples, or a value is out of range.
    """
    _check_length(len(data), name)
    return _unpacked(data, name, 0)


def read_samples(path: str | os.PathLike[str]) -> Iterator[Sample]:
    """Iterate over the samples of a file. It can be larger than the memory.

    Raises:
        SampleError: the file is not a whole number of samples, or a value is out of range.
        OSError: the file cannot be read.
    """
    name = os.fspath(path)
    with open(path, "rb") as file:
        _check_length(os.fstat(file.fileno()).st_size, name)
        first = 0
        while data := file.read(_AT_ONCE * SAMPLE_SIZE):
            yield from _unpacked(data, name, first)
            first += len(data) // SAMPLE_SIZE


def _check_length(length: int, name: str) -> None:
    if length % SAMPLE_SIZE:
        raise SampleError(
            f"{name}: {counted(length, 'byte is', 'bytes are')} not a whole number of samples of {SAMPLE_SIZE} bytes"
        )


def _unpacked(data: bytes, name: str, first: int) -> Iterator[Sample]:
    for number, (*values, zero) in enumerate(_STRUCT.iter_unpack(data), first):
        sample = Sample(*values)
        _check(sample, zero, f"{name}: sample {number}")
        yield sample


def _check(sample: Sample, zero: int, place: str) -> None:
    if (sample.black | sample.white) & _OFF_BOARD:
        raise SampleError(f"{place}: a marble off the board")
    if sample.black & sample.white:
        raise SampleError(f"{place}: two marbles on one cell")
    if not sample.black or not sample.white:
        raise SampleError(f"{place}: a player without marbles")
    if abs(sample.score) > MOST_SCORE:
        raise SampleError(f"{place}: score out of range: {sample.score}")
    if not 0 <= sample.best < len(MOVES):
        raise SampleError(f"{place}: no move has the number {sample.best}")
    if not -1 <= sample.result <= 1:
        raise SampleError(f"{place}: result out of range: {sample.result}")
    if sample.turn not in (0, 1):
        raise SampleError(f"{place}: no such player to move: {sample.turn}")
    if not (0 <= sample.black_ejected < len(CELLS) and 0 <= sample.white_ejected < len(CELLS)):
        raise SampleError(f"{place}: too many marbles lost: {sample.black_ejected} and {sample.white_ejected}")
    if sample.flags & ~BEST_EJECTS:
        raise SampleError(f"{place}: unknown flags: {sample.flags}")
    if zero:
        raise SampleError(f"{place}: the last byte is {zero}, not 0")
