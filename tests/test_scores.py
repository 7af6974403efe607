"""Scores and winning chances: exact values, symmetry, a float reference, and equality in both builds of the core."""

from __future__ import annotations

from math import exp

import pytest

from sumito import BLACK, WHITE, _native
from sumito.engine import Score
from sumito.engine.score import USUAL_SCALE
from wasm import Core

ONE = _native.ONE_CHANCE
SCALES = (1, 7, 56, 57, 64, 300, 10_000)
SCORES = (*range(-700, 701), *range(-29_759, 29_760, 97), -29_759, 29_759)


@pytest.mark.parametrize("scale", SCALES)
def test_chances_follow_the_logistic_function(scale: int) -> None:
    for score in SCORES:
        expected = 1 / (1 + exp(-score / scale)) if score > -700 * scale else 0.0
        # Half a unit of rounding, and the exponent has 20 binary digits.
        assert _native.chance(score, scale) == pytest.approx(ONE * expected, abs=0.5 + ONE / 4 / 2**20)


@pytest.mark.parametrize("scale", SCALES)
def test_chances_of_both_players_add_up_to_one(scale: int) -> None:
    for score in range(30_001):
        assert _native.chance(score, scale) + _native.chance(-score, scale) == ONE


@pytest.mark.parametrize("scale", SCALES)
def test_a_better_score_never_has_a_smaller_chance(scale: int) -> None:
    chances = [_native.chance(score, scale) for score in range(-30_000, 30_001)]
    assert chances == sorted(chances)
    assert (chances[0], chances[30_000], chances[-1]) == (0, ONE // 2, ONE)


def test_some_chances_exactly() -> None:
    found = [_native.chance(score, 56) for score in (1, 10, 56, 100, 300, 560, 900)]
    assert found == [504464, 544525, 731059, 856401, 995308, 999955, 1000000]


@pytest.mark.parametrize("scale", SCALES)
def test_both_builds_give_the_same_chance(scale: int) -> None:
    core = Core()
    for score in (*SCORES, 29_760, 30_000, -29_760, -30_000, 2**31 - 1, -(2**31)):
        assert core.call_double("chance", score, scale) == _native.chance(score, scale) / ONE


def test_no_chance_without_a_scale() -> None:
    core = Core()
    for scale in (0, -1, 10_001):
        assert core.call_double("chance", 10, scale) == -1
        with pytest.raises(ValueError, match="not a scale"):
            _native.chance(10, scale)
    assert core.call("usual_scale") == USUAL_SCALE


def test_the_scale_decides_what_a_score_means() -> None:
    wide, narrow = Score(BLACK, 50, 100), Score(BLACK, 50, 25)
    assert 0.5 < wide.win_probability < narrow.win_probability < 1
    assert wide.of(WHITE).scale == 100
    assert wide.of(WHITE).win_probability == pytest.approx(1 - wide.win_probability, abs=1e-12)
    assert Score(BLACK, 29_990, 1).win_probability == 1.0


def test_a_score_of_a_colour_by_its_name() -> None:
    score = Score(BLACK, 35)
    assert (score.of("black"), score.of("White")) == (score, Score(WHITE, -35))
    with pytest.raises(ValueError, match="'pink' is not a Color"):
        score.of("pink")


def test_a_played_move_has_the_score_of_the_position_after_it() -> None:
    plain = [_native.played_score(score, 35) for score in (0, 35, -35, -36, 29_759)]
    assert plain == [(0, False), (-35, False), (35, False), (36, True), (-29_759, False)]
    proved = [_native.played_score(score, -30_000)[0] for score in (30_000, 29_999, -30_000, -29_998)]
    assert proved == [-29_999, -29_998, 29_999, 29_997]
    assert [_native.win_in(score) for score in proved] == [-1, -2, 1, 3]
