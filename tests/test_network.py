"""The network: the core's whole numbers against a plain reference, its images, its file."""

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
from sumito.engine import Engine
from sumito.engine.network import SHIPPED_NETWORK, read_network

CELLS, LOST, INPUTS = 61, 6, 134
SHIPPED = read_network(SHIPPED_NETWORK)


class Reference:
    """The network the slow way: from the bytes of the file, filter by filter, image by image."""

    def __init__(self, data: bytes) -> None:
        self.inputs, self.filters, self.buckets = struct.unpack_from("<HHH", data, 8)
        numbers = (len(data) - 14 - 32 - 4 * self.buckets) // 2
        weights = iter(struct.unpack_from(f"<{numbers}h", data, 14))
        self.input = [list(itertools.islice(weights, self.filters)) for _ in range(self.inputs)]
        self.bias = list(itertools.islice(weights, self.filters))
        self.output = [[list(itertools.islice(weights, self.filters)) for _ in range(2)] for _ in range(self.buckets)]
        self.output_bias = struct.unpack_from(f"<{self.buckets}i", data, 14 + 2 * numbers)

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


def network_file(seed: int, filters: int = 8, buckets: int = 2, largest: int = 500) -> bytes:
    """A network of random weights."""
    chance = random.Random(seed)
    weights = [chance.randint(-largest, largest) for _ in range((INPUTS + 1) * filters)]
    weights += [chance.randint(-127, 127) for _ in range(2 * buckets * filters)]
    data = b"sumitoN1" + struct.pack(f"<HHH{len(weights)}h", INPUTS, filters, buckets, *weights)
    data += struct.pack(f"<{buckets}i", *(chance.randint(-9999, 9999) for _ in range(buckets)))
    return data + hashlib.sha256(data).digest()


def score(network: _native.Network, board: Board, before: Board | None = None) -> int:
    return network.evaluate(
        board._game.setup, board.rules.marbles_to_eject, None if before is None else before._game.setup
    )


@given(boards(), st.integers(0, 9))
@examples(60)
def test_the_core_equals_the_reference(board: Board, seed: int) -> None:
    data = network_file(seed, filters=8 * (1 + seed % 2), buckets=1 + seed % 4)
    network = _native.Network.read(data)
    assert network is not None
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


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: b"", "not a network file"),
        (lambda data: data[:-1], "not a network file"),
        (lambda data: data + b"\0", "not a network file"),
        (lambda data: b"SUMITO" + data[6:], "not a network file"),
        (lambda data: data[:10] + b"\x07\x00" + data[12:], "not a network file"),
        (lambda data: data[:100] + bytes([data[100] ^ 1]) + data[101:], "checksum"),
    ],
)
def test_a_bad_file_is_refused(tmp_path: Path, change: object, words: str) -> None:
    path = tmp_path / "bad.network"
    path.write_bytes(change(network_file(1)))  # type: ignore[operator]
    with pytest.raises(ValueError, match=words) as caught:
        Engine(network=path)
    assert str(path) in str(caught.value)


def test_weights_that_could_overflow_are_refused() -> None:
    assert _native.Network.read(network_file(1, largest=500)) is not None
    assert _native.Network.read(network_file(1, largest=2000)) is None


def test_a_file_without_an_end_is_refused() -> None:
    with pytest.raises(ValueError, match="/dev/zero is not a network file"):
        Engine(network="/dev/zero")


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Engine(network=tmp_path / "none")
