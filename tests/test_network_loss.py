"""The loss of a network and its gradient, for training. Without NumPy: other tests of training need it."""

from __future__ import annotations

import random
import struct
from array import array
from collections.abc import Callable

import pytest

from sumito import _native

CELLS, MOST_LOST, INPUTS, IMAGES, STAGES = 61, 5, 134, 12, 11
STEP = 1 / 512
# It takes any buffer, but with NumPy installed its stub names arrays of NumPy.
network_loss: Callable[..., tuple[float, float]] = _native.network_loss

Parts = dict[str, range]


def parts_of(filters: int, units: int, stages: int = STAGES) -> Parts:
    """Return the places of the parameters, in the order of a network file."""
    sizes = {
        "input": INPUTS * filters,
        "bias": filters,
        "output": stages * 2 * filters,
        "output_bias": stages,
        "second": stages * units * 2 * IMAGES * filters,
        "second_bias": stages * units,
        "second_output": stages * units,
    }
    parts, begin = {}, 0
    for name, size in sizes.items():
        parts[name] = range(begin, begin + size)
        begin += size
    return parts


def parameters_of(parts: Parts, dice: random.Random) -> array[float]:
    """Return parameters with which units of both layers are below, between and above their limits."""
    widest = {"input": 0.15, "bias": 0.3, "second": 0.05}
    return array("f", [dice.uniform(-(w := widest.get(name, 0.5)), w) for name, part in parts.items() for _ in part])


def lesson(own: int, enemy: int, own_lost: int, enemy_lost: int, target: float = 0.5, result: float = 1) -> bytes:
    return struct.pack("<QQIIff", own, enemy, own_lost, enemy_lost, target, result)


def random_lessons(dice: random.Random, lost: list[tuple[int, int]]) -> bytes:
    """Return a lesson for each pair of lost marbles."""
    lessons = []
    for own_lost, enemy_lost in lost:
        cells = dice.sample(range(CELLS), 28 - own_lost - enemy_lost)
        own, enemy = (sum(1 << cell for cell in part) for part in (cells[: 14 - own_lost], cells[14 - own_lost :]))
        lessons.append(lesson(own, enemy, own_lost, enemy_lost, dice.random(), dice.choice((0, 0.5, 1))))
    return b"".join(lessons)


ALL_LOST = [(own, enemy) for own in range(MOST_LOST + 1) for enemy in range(MOST_LOST + 1)]


@pytest.mark.parametrize("units", [2, 4])
def test_the_gradient_is_that_of_the_loss_in_every_stage(units: int) -> None:
    dice = random.Random(5)
    parts = parts_of(8, units)
    parameters = parameters_of(parts, dice)
    lessons = random_lessons(dice, ALL_LOST * 4)
    gradient = array("f", [0]) * len(parameters)

    def loss(slopes: array[float] | None = None) -> float:
        return network_loss((8, units), STAGES, parameters, lessons, slopes, 1)[0]

    assert loss(gradient) == loss()
    changed = 0
    for name, part in parts.items():
        for place in part if len(part) <= STAGES * units else dice.sample(part, 3 * STAGES):
            before, losses = parameters[place], []
            for step in (STEP, -STEP):
                parameters[place] = before + step
                losses.append(loss())
            parameters[place] = before
            numerical = (losses[0] - losses[1]) / (2 * STEP)
            # A step of the first layer takes some of its many sums over 1, where the slope jumps.
            near = 0.15 if name in ("input", "bias") else 0.005
            assert gradient[place] == pytest.approx(numerical, rel=0.002, abs=near), (name, place - part[0])
            changed += abs(numerical) > 0.05
    assert changed > 100


def test_the_loss_does_not_depend_on_the_number_of_threads() -> None:
    dice = random.Random(6)
    parameters = parameters_of(parts_of(8, 2), dice)
    lessons = random_lessons(dice, ALL_LOST)
    found = []
    for threads in (1, 3, 1000):
        gradient = array("f", [0]) * len(parameters)
        found.append((network_loss((8, 2), STAGES, parameters, lessons, gradient, threads), gradient))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lesson(1 << 61, 1, 0, 0), "lesson 2: a marble off the board"),
        (lesson(1, 1 << 63, 0, 0), "lesson 2: a marble off the board"),
        (lesson(3, 2, 0, 0), "lesson 2: two marbles on one cell"),
        (lesson(1, 2, 6, 0), "lesson 2: too many marbles lost"),
        (lesson(1, 2, 0, 6), "lesson 2: too many marbles lost"),
        (lesson(1, 2, 0, 0)[:-1], "the lessons are not a whole number of 32 bytes each"),
    ],
    ids=["own", "enemy", "both", "own_lost", "enemy_lost", "length"],
)
def test_a_lesson_that_is_not_a_position_is_refused(wrong: bytes, message: str) -> None:
    parameters = parameters_of(parts_of(8, 2), random.Random(1))
    with pytest.raises(ValueError, match=f"^{message}$"):
        network_loss((8, 2), STAGES, parameters, lesson(1, 2, 0, 0) * 2 + wrong, None, 1)


def test_lessons_and_arrays_of_another_size_are_refused() -> None:
    parameters = parameters_of(parts_of(8, 2), random.Random(1))
    for layers, stages, gradient in (
        ((8, 4), STAGES, None),
        ((8, 2), 10, None),
        ((8, 2), STAGES, parameters[1:]),
    ):
        with pytest.raises(ValueError, match="do not fit the shape of the network"):
            network_loss(layers, stages, parameters, b"", gradient, 1)
    shifted = memoryview(bytearray(33))[1:]
    with pytest.raises(ValueError, match="aligned"):
        network_loss((8, 2), STAGES, parameters, shifted, None, 1)
