"""The network: the whole numbers of the core compared with a plain reference, images, and the file."""

import itertools
import random
import struct
from functools import cache
from math import prod
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import examples
from positions import boards
from sumito import BLACK, SYMMETRIES, WHITE, Board, Symmetry, _native
from sumito.core.native_game import game_of_two
from sumito.engine import Engine, Limit
from sumito.engine.network import FORMER_NETWORK, SHIPPED_NETWORK, NetworkError, read_network, with_scale
from sumito.engine.score import USUAL_SCALE

CELLS, LOST, INPUTS = 61, 6, 134
SHIPPED, FORMER = read_network(SHIPPED_NETWORK), read_network(FORMER_NETWORK)


class Reference:
    """The network computed the slow way: from the bytes of the file, filter by filter, image by image."""

    def __init__(self, data: bytes) -> None:
        inputs, filters, self.stages, _scale = struct.unpack_from("<HHHH", data, 8)
        begin = 16
        units = 0
        if data.startswith(b"sumitoN3"):
            (units,) = struct.unpack_from("<H", data, begin)
            begin += 2
        self.filters, self.units = range(filters), range(units)

        def numbers(kind: str, *shape: int) -> list[Any]:
            nonlocal begin
            count = prod(shape)
            found: list[Any] = list(struct.unpack_from(f"<{count}{kind}", data, begin))
            begin += struct.calcsize(f"<{count}{kind}")
            for size in reversed(shape[1:]):
                found = [found[i : i + size] for i in range(0, len(found), size)]
            return found

        self.input = numbers("h", inputs, filters)
        self.bias = numbers("h", filters)
        self.output = numbers("h", self.stages, 2, filters)
        self.output_bias = numbers("i", self.stages)
        if units:
            self.second = numbers("h", self.stages, units, 2, len(SYMMETRIES), filters)
            self.second_bias = numbers("i", self.stages, units)
            self.second_output = numbers("h", self.stages, units)
        assert begin == len(data) - 8

    def evaluate(self, board: Board) -> int:
        other = WHITE if board.turn is BLACK else BLACK
        to_eject = board.rules.marbles_to_eject
        lost = {color: min(max(board.ejected(color) + LOST - to_eject, 0), LOST - 1) for color in (BLACK, WHITE)}
        stage = sum(lost.values()) * self.stages // 11
        hidden: list[dict[Symmetry, list[int]]] = [{}, {}]
        total = 0
        for view, (own, enemy) in enumerate(((board.turn, other), (other, board.turn))):
            for symmetry in SYMMETRIES:
                active = [symmetry.cell(cell) for cell in board.marbles(own)]
                active += [CELLS + symmetry.cell(cell) for cell in board.marbles(enemy)]
                active += [2 * CELLS + lost[own], 2 * CELLS + LOST + lost[enemy]]
                sums = [min(max(self.bias[i] + sum(self.input[n][i] for n in active), 0), 255) for i in self.filters]
                hidden[view][symmetry] = sums
                total += sum(sums[i] ** 2 * self.output[stage][view][i] for i in self.filters)
        output = int(total / 255) + self.output_bias[stage] + int(self.second_layer(hidden, stage) / 253)
        return max(min(int(output * 64 / (255 * 64)), 20_000), -20_000)  # towards zero, as in the core

    def second_layer(self, hidden: list[dict[Symmetry, list[int]]], stage: int) -> int:
        """Return what each unit adds in each image: it sees the filters of the image h as those of g after h undone."""
        total = 0
        for unit, g in itertools.product(self.units, SYMMETRIES):
            found = self.second_bias[stage][unit]
            for view, h in itertools.product((0, 1), SYMMETRIES):
                weights = self.second[stage][unit][view][SYMMETRIES.index(after(h.inverse, g))]
                found += sum(weights[i] * (hidden[view][h][i] ** 2 // 2) for i in self.filters)
            total += min(max(found >> 16, 0), 254) ** 2 * self.second_output[stage][unit]
        return total


@cache
def after(first: Symmetry, second: Symmetry) -> Symmetry:
    """Return the symmetry that is one after the other, found by the cells."""
    cells = [second.cell(first.cell(cell)) for cell in range(CELLS)]
    return next(each for each in SYMMETRIES if [each.cell(cell) for cell in range(CELLS)] == cells)


def fnv(data: bytes) -> int:
    """Return the 64-bit FNV-1a, from its definition."""
    found = 14695981039346656037
    for byte in data:
        found = (found ^ byte) * 1099511628211 % 2**64
    return found


def network_file(
    seed: int, filters: int = 8, stages: int = 2, largest: int = 500, *, units: int = 0, scale: int = 56
) -> bytes:
    """Return a network file with random weights; of format N2 without units."""
    chance = random.Random(seed)

    def numbers(kind: str, count: int, most: int) -> bytes:
        return struct.pack(f"<{count}{kind}", *(chance.randint(-most, most) for _ in range(count)))

    header = [INPUTS, filters, stages, scale, *([units] if units else [])]
    data = (b"sumitoN3" if units else b"sumitoN2") + struct.pack(f"<{len(header)}H", *header)
    data += numbers("h", (INPUTS + 1) * filters, largest)
    data += numbers("h", 2 * stages * filters, 127)
    data += numbers("i", stages, 9999)
    if units:
        data += numbers("h", stages * units * 2 * len(SYMMETRIES) * filters, 300)
        data += numbers("i", stages * units, 1 << 24)
        data += numbers("h", stages * units, 127)
    return data + struct.pack("<Q", fnv(data))


def score(network: _native.Network, board: Board, before: Board | None = None) -> int:
    return network.evaluate(
        game_of_two(board).setup, board.rules.marbles_to_eject, None if before is None else game_of_two(before).setup
    )


@given(boards(), st.integers(0, 9))
@examples(60)
def test_the_core_equals_the_reference(board: Board, seed: int) -> None:
    scale, units = 40 + seed, (0, 2, 4)[seed % 3]
    data = network_file(seed, filters=8 * (1 + seed % 2), stages=(1, 4, 11)[seed % 3], units=units, scale=scale)
    network, damaged = _native.Network.read(data)
    assert network is not None
    assert not damaged
    assert (network.scale, network.units) == (scale, units)
    assert score(network, board) == Reference(data).evaluate(board)


@given(boards())
@examples(60)
def test_the_shipped_network_equals_the_reference(board: Board) -> None:
    assert score(SHIPPED, board) == Reference(SHIPPED_NETWORK.read_bytes()).evaluate(board)


@given(boards())
def test_the_former_network_equals_the_reference(board: Board) -> None:
    assert score(FORMER, board) == Reference(FORMER_NETWORK.read_bytes()).evaluate(board)


def test_the_former_network_plays() -> None:
    analysis = Engine(hash_mb=1, network=FORMER_NETWORK).analyse(Board("belgian-daisy"), Limit(nodes=2000))
    assert analysis.best in Board("belgian-daisy").legal_moves


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


OLD, NEW = network_file(1), network_file(1, units=2)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not a network file"),
        (b"sumitoN2", "not a network file"),
        (b"SUMITO" + OLD[6:], "not a network file"),
        (b"SUMITO" + NEW[6:], "not a network file"),
        (b"sumitoN1" + OLD[8:], "not a network file"),
        (b"sumitoN4" + NEW[8:], "not a network file"),
        (sealed(b"sumitoN3" + OLD[8:]), "not a network file"),
        (sealed(b"sumitoN2" + NEW[8:]), "not a network file"),
        (sealed(OLD[:10] + b"\x07\x00" + OLD[12:]), "not a network file"),
        (sealed(NEW[:16] + b"\x03\x00" + NEW[18:]), "not a network file"),  # three units
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
    end = len(NEW) - 8 - 2 * 2 * 2  # of the biases of the second layer: two units in each of two stages
    steep = NEW[: end - 4] + struct.pack("<i", 2**31 - 1) + NEW[end:]
    assert _native.Network.read(sealed(steep)) == (None, False)
    assert _native.Network.read(sealed(NEW[:-10] + struct.pack("<h", 128) + NEW[-8:])) == (None, False)


# ---- the scale


@pytest.mark.parametrize("scale", [1, 56, 10_000])
def test_the_file_carries_the_scale_of_the_scores(tmp_path: Path, scale: int) -> None:
    path = tmp_path / "scaled.network"
    path.write_bytes(network_file(3, scale=scale))
    engine = Engine(hash_mb=1, network=path)
    assert engine.scale == scale
    analysis = engine.analyse(Board(), Limit(nodes=500), variations=3)
    assert {variation.score.scale for variation in analysis.variations} == {scale}


def test_the_hand_made_evaluation_has_the_usual_scale() -> None:
    assert Engine(hash_mb=1, network=None).scale == USUAL_SCALE


@pytest.mark.parametrize("data", [OLD, NEW], ids=["N2", "N3"])
def test_a_file_is_written_again_with_another_scale(data: bytes) -> None:
    changed = with_scale(data, 71)
    assert changed == network_file(1, units=0 if data is OLD else 2, scale=71)
    for scale in (0, 10_001, 56.0):
        with pytest.raises(ValueError, match="a scale must be a whole number from 1 to 10000"):
            with_scale(data, scale)  # type: ignore[arg-type]
    with pytest.raises(NetworkError, match="damaged"):
        with_scale(data[:50] + bytes([data[50] ^ 1]) + data[51:], 71)


def test_the_shipped_network_has_the_present_format() -> None:
    assert SHIPPED_NETWORK.read_bytes().startswith(b"sumitoN3")


def test_a_file_without_an_end_is_refused() -> None:
    with pytest.raises(ValueError, match="/dev/zero is not a network file"):
        Engine(network="/dev/zero")


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Engine(network=tmp_path / "none")
