"""Samples of self-play as bytes and as files."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest

from sumito.lab.samples import (
    BEST_EJECTS,
    MOST_SCORE,
    SAMPLE_DTYPE,
    SAMPLE_SIZE,
    Sample,
    SampleError,
    pack_samples,
    read_samples,
    unpack_samples,
)

SAMPLE = Sample(
    black=0b101, white=1 << 60, game=7, score=-35, ply=9, best=1733, result=-1, turn=1,
    black_ejected=2, white_ejected=5, flags=BEST_EJECTS,
)  # fmt: skip


def test_a_sample_is_32_bytes_in_the_documented_order() -> None:
    data = pack_samples([SAMPLE])
    assert data.hex(" ", -8) == "0500000000000000 0000000000000010 07000000ddff0900 c506ff0102050100"
    assert list(unpack_samples(data)) == [SAMPLE]


def test_the_field_list_for_numpy_describes_the_same_bytes() -> None:
    letters = {"<u8": "Q", "<u4": "I", "<u2": "H", "<i2": "h", "u1": "B", "i1": "b"}
    fields = struct.Struct("<" + "".join(letters[kind] for _, kind in SAMPLE_DTYPE))
    assert fields.size == SAMPLE_SIZE == 32
    names = [name for name, _ in SAMPLE_DTYPE]
    assert dict(zip(names, fields.unpack(pack_samples([SAMPLE])), strict=True)) == {**SAMPLE._asdict(), "zero": 0}


def test_scores_are_clamped() -> None:
    data = pack_samples([SAMPLE._replace(score=40_000), SAMPLE._replace(score=-40_000)])
    assert [sample.score for sample in unpack_samples(data)] == [MOST_SCORE, -MOST_SCORE]


BAD_VALUES = [
    ({"black": 1 << 61}, "a marble off the board"),
    ({"white": 0b100}, "two marbles on one cell"),
    ({"white": 0}, "a player without marbles"),
    ({"best": 1734}, "no move has the number 1734"),
    ({"result": 2}, "result out of range: 2"),
    ({"turn": 2}, "no such player to move: 2"),
    ({"black_ejected": 61}, "too many marbles lost: 61 and 5"),
    ({"flags": 2}, "unknown flags: 2"),
]


@pytest.mark.parametrize(("change", "reason"), BAD_VALUES)
def test_what_cannot_be_is_neither_written_nor_read(change: dict[str, int], reason: str) -> None:
    bad = SAMPLE._replace(**change)
    with pytest.raises(SampleError, match=re.escape(f"sample 1: {reason}")):
        pack_samples([SAMPLE, bad])
    data = pack_samples([SAMPLE]) + struct.pack("<QQIhHHbBBBBB", *bad, 0)
    with pytest.raises(SampleError, match=re.escape(f"here: sample 1: {reason}")):
        list(unpack_samples(data, "here"))


def test_numbers_that_do_not_fit_are_not_written() -> None:
    with pytest.raises(SampleError, match="sample 0: a number is too large"):
        pack_samples([SAMPLE._replace(game=1 << 32)])


def test_files_of_samples_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "a.samples"
    path.write_bytes(pack_samples([SAMPLE] * 3))
    assert list(read_samples(path)) == [SAMPLE] * 3
    path.write_bytes(pack_samples([SAMPLE]) + b"\0")
    with pytest.raises(SampleError, match=re.escape(f"{path}: 33 bytes are not a whole number of samples")):
        next(read_samples(path))
    path.write_bytes(pack_samples([SAMPLE])[:-1] + b"\1")
    with pytest.raises(SampleError, match="sample 0: the last byte is 1, not 0"):
        next(read_samples(path))
    path.write_bytes(struct.pack("<QQIhHHbBBBBB", *SAMPLE._replace(score=-32001), 0))
    with pytest.raises(SampleError, match="sample 0: score out of range: -32001"):
        next(read_samples(path))
