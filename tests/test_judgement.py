"""The judgement of moves, from the scores of the best move and of the played one."""

from __future__ import annotations

import random
import struct
from math import exp

import pytest

from sumito import _native
from sumito.engine.game_analysis import Judgement
from wasm import Core

BEST, GOOD, INACCURACY, MISTAKE, BLUNDER = range(5)


def chance(score: int, scale: int) -> float:
    if abs(score) >= 29_760:
        return float(score > 0)
    return 1 / (1 + exp(-score / scale))


def test_judgements_follow_the_loss_of_winning_chance() -> None:
    rng = random.Random(12)
    seen = set()
    for _ in range(3_000):
        scale = rng.choice([20, 56, 90])
        best, played = (rng.choice([rng.randrange(-150, 150), 29_991, -29_990]) for _ in range(2))
        loss, judgement, missed, accuracy = _native.judge(best, played, False, scale)
        lost = max(0.0, chance(best, scale) - chance(played, scale))
        assert loss == pytest.approx(lost, abs=2e-5)
        assert judgement == sum(loss >= least for least in (1e-9, 0.05, 0.1, 0.2))
        assert accuracy == pytest.approx(100 / (1 + 10 * lost), abs=0.03)
        assert missed == (9 if best == 29_991 and played < 29_760 else 0)
        assert _native.judge(best, played, True, scale) == (0, BEST, 0, 100.0)
        seen.add(judgement)
    assert seen == {BEST, GOOD, INACCURACY, MISTAKE, BLUNDER}


@pytest.mark.parametrize(
    ("played", "judgement"),
    [(0, BEST), (-11, GOOD), (-12, INACCURACY), (-22, INACCURACY), (-23, MISTAKE), (-47, MISTAKE), (-48, BLUNDER)],
)
def test_the_thresholds_are_a_twentieth_a_tenth_and_a_fifth(played: int, judgement: int) -> None:
    assert _native.judge(0, played, False, 56)[1] == judgement


def test_a_slower_win_is_not_a_missed_one() -> None:
    assert _native.judge(29_999, 29_991, False, 56) == (0, BEST, 0, 100.0)
    assert _native.judge(29_999, 500, False, 56)[2] == 1
    assert _native.judge(-29_999, -29_991, False, 56) == (0, BEST, 0, 100.0)


def test_half_of_the_accuracy_is_left_after_a_tenth() -> None:
    assert _native.judge(29_999, -29_999, False, 56) == (1.0, BLUNDER, 1, 100 / 11)


def test_a_summary_has_the_mean_accuracy_and_counts_by_judgement() -> None:
    judged = [_native.judge(0, played, False, 56) for played in (0, -11, -12, -23, -23, -48, 40)]
    accuracy, counts = _native.summarise([loss for loss, *_ in judged])
    assert counts == [2, 1, 1, 2, 1]
    assert accuracy == pytest.approx(sum(each for *_, each in judged) / 7, abs=1e-12)
    assert _native.summarise([0.0] * 6) == (100.0, [6, 0, 0, 0, 0])
    assert _native.summarise([]) == (0.0, [0] * 5)
    assert _native.summarise([float("nan"), -1.0, 7.0])[1] == [2, 0, 0, 0, 1]


def test_glyphs() -> None:
    assert [_native.glyph(number) for number in range(5)] == ["", "", "?!", "?", "??"]
    assert [str(each) for each in Judgement] == ["best", "good", "inaccuracy", "mistake", "blunder"]
    with pytest.raises(ValueError, match="judgement"):
        _native.glyph(5)


def test_turning_points_are_the_largest_losses_in_order() -> None:
    losses = [0, 0.1, 0.5, 0.099999, 0.2, 0.2, 0.9]
    assert _native.turning_points(losses, 3) == [2, 4, 6]  # of two equal losses, the earlier
    assert _native.turning_points(losses, 9) == [1, 2, 4, 5, 6]
    assert _native.turning_points(losses, 0) == []
    assert _native.turning_points([], 3) == []


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (0, "+0.00, Black 50%"),
        (7, "+0.07, Black 53%"),
        (-35, "-0.35, Black 35%"),
        (1234, "+12.34, Black 100%"),
        (29_995, "Black wins in 5"),
        (-29_760, "White wins in 240"),
    ],
)
def test_scores_in_words(score: int, text: str) -> None:
    assert _native.write_score(score, 56) == text


def test_comments_on_moves() -> None:
    def comment(best: int, played: int) -> str:
        return _native.write_comment(played, best, played, False, 56, "a1b2")

    assert comment(5, 4) == "+0.04, Black 52%"
    assert comment(20, 0) == "+0.00, Black 50%; inaccuracy: a1b2 was better"
    assert comment(29_997, -60) == "-0.60, Black 26%; missed a win in 3; blunder: a1b2 was better"
    assert _native.write_comment(-7, 7, 7, True, 56, "a1b2") == "-0.07, Black 47%"


# ---- the core in the browser


def test_both_builds_judge_alike() -> None:
    core = Core("study")
    out = core.buffer("judged", 24)
    rng = random.Random(3)
    for _ in range(2_000):
        scale = rng.choice([1, 33, 56, 9_999])
        best, played = (rng.choice([rng.randrange(-300, 300), 29_991, -29_760, 29_759]) for _ in range(2))
        same = rng.random() < 0.1
        assert core.call("judge", best, played, same, scale, out) == 1
        loss, accuracy, judgement, missed = struct.unpack("<ddii", core.read(out, 24))
        assert (loss, judgement, missed, accuracy) == _native.judge(best, played, same, scale)
        assert core.fill("write_score", played, scale).decode() == _native.write_score(played, scale)
        said = core.fill("write_comment", played, scale, out, core.give(b"a1b2"), 4).decode()
        assert said == _native.write_comment(played, best, played, same, scale, "a1b2")
        assert core.fill("judgement_glyph", judgement).decode() == _native.glyph(judgement)


def test_both_builds_find_the_same_turning_points() -> None:
    core = Core("study")
    rng = random.Random(4)
    for _ in range(50):
        losses = [rng.choice([0.0, 0.1, 0.25, rng.random()]) for _ in range(rng.randrange(1, 40))]
        given = core.give(struct.pack(f"<{len(losses)}d", *losses))
        found = core.fill("turning_points", given, len(losses), 3, width=4)
        assert list(struct.unpack(f"<{len(found) // 4}i", found)) == _native.turning_points(losses, 3)


def test_what_cannot_be_judged() -> None:
    core = Core("study")
    out = core.buffer("judged", 24)
    for scale in (0, -1, 10_001):
        assert core.call("judge", 0, 0, 0, scale, out) == 0
        assert core.call("write_score", 0, scale, 0, 0) == 0
        with pytest.raises(ValueError, match="not a scale"):
            _native.judge(0, 0, False, scale)
    assert core.call("judgement_glyph", 5, 0, 0) == 0
    assert core.call("turning_points", 0, 3, 3, 0, 0) == 0
