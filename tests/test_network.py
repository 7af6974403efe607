"""The network: the whole numbers of the core compared with a plain reference, images, and the file."""

import hashlib
import itertools
import random
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import examples
from positions import boards
from sumito import BLACK, SYMMETRIES, WHITE, Board, _native
from sumito.core.native_game import game_of_two
from sumito.engine import Engine, Limit
from sumito.engine.network import SHIPPED_NETWORK, NetworkError, read_network, with_scale
from sumito.engine.score import USUAL_SCALE

CELLS, LOST, INPUTS = 61, 6, 134
SHIPPED = read_network(SHIPPED_NETWORK)


class Reference:
    """The network computed the slow way: from the bytes of the file, filter by filter, image by image."""

    def __init__(self, data: bytes) -> None:
        begin, end = (14, len(data) - 32) if data.startswith(b"sumitoN1") else (16, len(data) - 8)
        self.inputs, self.filters, self.buckets = struct.unpack_from("<HHH", data, 8)
        numbers = (end - begin - 4 * self.buckets) // 2
        weights = iter(struct.unpack_from(f"<{numbers}h", data, begin))
        self.input = [list(itertools.islice(weights, self.filters)) for _ in range(self.inputs)]
        self.bias = list(itertools.islice(weights, self.filters))
        self.output = [[list(itertools.islice(weights, self.filters)) for _ in range(2)] for _ in range(self.buckets)]
        self.output_bias = struct.unpack_from(f"<{self.buckets}i", data, begin + 2 * numbers)

    def evaluate(self, board: Board) -> int:
        other = WHITE if board.turn is BLACK else BLACK
        to_eject = board.rules.marbles_to_eject
        lost = {color: min(max(board.ejected(color) + LOST - to_eject, 0), LOST - 1) for color in (BLACK, WHITE)}
        bucket = sum(lost.values()) * self.buckets // 11
        total = 0
        for view, (own, enemy) in enumerate(((board.turn, other), (other, board.turn))):
            for symmetry in SYMMETRIES:
                active = [symmetry.cell(cell) for cell in board.marbles(own)]
                active += [CELLS + symmetry.cell(cell) for cell in board.marbles(enemy)]
                active += [2 * CELLS + lost[own], 2 * CELLS + LOST + lost[enemy]]
                for i in range(self.filters):
                    hidden = min(max(self.bias[i] + sum(self.input[n][i] for n in active), 0), 255)
                    total += hidden * hidden * self.output[bucket][view][i]
        output = int(total / 255) + self.output_bias[bucket]  # towards zero, as in the core
        return max(min(int(output * 64 / (255 * 64)), 20_000), -20_000)


def fnv(data: bytes) -> int:
    """Return the 64-bit FNV-1a, from its definition."""
    found = 14695981039346656037
    for byte in data:
        found = (found ^ byte) * 1099511628211 % 2**64
    return found


def network_file(seed: int, filters: int = 8, buckets: int = 2, largest: int = 500, *, scale: int | None = 56) -> bytes:
    """Return a network file with random weights; of format N1 without a scale."""
    chance = random.Random(seed)
    weights = [chance.randint(-largest, largest) for _ in range((INPUTS + 1) * filters)]
    weights += [chance.randint(-127, 127) for _ in range(2 * buckets * filters)]
    header = [INPUTS, filters, buckets, *([] if scale is None else [scale])]
    data = b"sumitoN1" if scale is None else b"sumitoN2"
    data += struct.pack(f"<{len(header)}H{len(weights)}h", *header, *weights)
    data += struct.pack(f"<{buckets}i", *(chance.randint(-9999, 9999) for _ in range(buckets)))
    return data + (hashlib.sha256(data).digest() if scale is None else struct.pack("<Q", fnv(data)))


def score(network: _native.Network, board: Board, before: Board | None = None) -> int:
    return network.evaluate(
        game_of_two(board).setup, board.rules.marbles_to_eject, None if before is None else game_of_two(before).setup
    )


@given(boards(), st.integers(0, 9))
@examples(60)
def test_the_core_equals_the_reference(board: Board, seed: int) -> None:
    scale = None if seed % 3 == 0 else 40 + seed
    data = network_file(seed, filters=8 * (1 + seed % 2), buckets=1 + seed % 4, scale=scale)
    network, damaged = _native.Network.read(data)
    assert network is not None
    assert not damaged
    assert network.scale == (scale or 56)
    assert score(network, board) == Reference(data).evaluate(board)


@given(boards())
@examples(60)
def test_the_shipped_network_equals_the_reference(board: Board) -> None:
    assert score(SHIPPED, board) == Reference(SHIPPED_NETWORK.read_bytes()).evaluate(board)


@given(boards(), boards())
def test_sums_from_any_other_position_are_the_same(board: Board, before: Board) -> None:
    assert score(SHIPPED, board, before) == score(SHIPPED, board)


@given(boards())
def test_images_have_equal_scores(board: Board) -> None:
    assert len({score(SHIPPED, board.transformed(symmetry)) for symmetry in SYMMETRIES}) == 1


def test_the_shipped_network_is_small_and_knows_a_marble() -> None:
    assert SHIPPED_NETWORK.stat().st_size < 100_000
    level = "ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 1"
    ahead = "ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1s1 1 0 b 0 1"
    assert score(SHIPPED, Board.from_position(ahead)) > score(SHIPPED, Board.from_position(level)) + 40


def sealed(data: bytes) -> bytes:
    """Return the bytes with a right checksum."""
    return data[:-8] + struct.pack("<Q", fnv(data[:-8]))


OLD, NEW = network_file(1, scale=None), network_file(1)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not a network file"),
        (b"sumitoN2", "not a network file"),
        (OLD[:-1], "not a network file"),
        (OLD + b"\0", "not a network file"),
        (b"SUMITO" + OLD[6:], "not a network file"),
        (b"SUMITO" + NEW[6:], "not a network file"),
        (b"sumitoN3" + NEW[8:], "not a network file"),
        (OLD[:10] + b"\x07\x00" + OLD[12:], "not a network file"),
        (sealed(NEW[:10] + b"\x07\x00" + NEW[12:]), "not a network file"),
        (sealed(NEW[:14] + b"\x00\x00" + NEW[16:]), "not a network file"),  # no scale
        (sealed(NEW[:14] + b"\x11\x27" + NEW[16:]), "not a network file"),  # a scale of 10001
        (sealed(NEW[:-9] + NEW[-8:]), "not a network file"),
        (OLD[:100] + bytes([OLD[100] ^ 1]) + OLD[101:], "is damaged: its checksum does not fit"),
        (NEW[:-1], "is damaged: its checksum does not fit"),
        (NEW + b"\0", "is damaged: its checksum does not fit"),
    ],
)
def test_a_bad_file_is_refused(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "bad.network"
    path.write_bytes(data)
    with pytest.raises(NetworkError, match=words) as caught:
        Engine(network=path)
    assert str(path) in str(caught.value)


def test_every_changed_byte_is_noticed() -> None:
    for place in range(8, len(NEW)):
        for bit in (0, 7):
            changed = bytearray(NEW)
            changed[place] ^= 1 << bit
            assert _native.Network.read(bytes(changed)) == (None, True)


def test_weights_that_could_overflow_are_refused() -> None:
    assert _native.Network.read(network_file(1, largest=500))[0] is not None
    assert _native.Network.read(network_file(1, largest=2000)) == (None, False)


# ---- the scale


@pytest.mark.parametrize("scale", [1, 56, 10_000])
def test_the_file_carries_the_scale_of_the_scores(tmp_path: Path, scale: int) -> None:
    path = tmp_path / "scaled.network"
    path.write_bytes(network_file(3, scale=scale))
    engine = Engine(hash_mb=1, network=path)
    assert engine.scale == scale
    analysis = engine.analyse(Board(), Limit(nodes=500), variations=3)
    assert {variation.score.scale for variation in analysis.variations} == {scale}


def test_without_a_scale_the_usual_one_counts(tmp_path: Path) -> None:
    path = tmp_path / "old.network"
    path.write_bytes(OLD)
    assert [Engine(hash_mb=1, network=network).scale for network in (path, None)] == [USUAL_SCALE] * 2


@pytest.mark.parametrize("data", [OLD, NEW], ids=["N1", "N2"])
def test_a_file_is_written_again_with_another_scale(data: bytes) -> None:
    changed = with_scale(data, 71)
    assert changed == network_file(1, scale=71)
    for scale in (0, 10_001, 56.0):
        with pytest.raises(ValueError, match="a scale must be a whole number from 1 to 10000"):
            with_scale(data, scale)  # type: ignore[arg-type]
    with pytest.raises(NetworkError, match="damaged"):
        with_scale(data[:50] + bytes([data[50] ^ 1]) + data[51:], 71)


def test_the_shipped_network_has_the_present_format() -> None:
    assert SHIPPED_NETWORK.read_bytes().startswith(b"sumitoN2")
    assert SHIPPED.scale == 56


def test_a_file_without_an_end_is_refused() -> None:
    with pytest.raises(ValueError, match="/dev/zero is not a network file"):
        Engine(network="/dev/zero")


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Engine(network=tmp_path / "none")
