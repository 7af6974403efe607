"""Tuning: it finds known weights again, and the command prints them as C++. `make test-long` installs NumPy."""

from __future__ import annotations

import random
import re
from importlib import import_module
from itertools import islice
from math import exp
from pathlib import Path
from types import ModuleType

import pytest

from positions import random_game
from sumito import BLACK, WHITE, Board, _native
from sumito.cli import main
from sumito.core.native_game import game_of_two
from sumito.lab.samples import Sample, SampleError, pack_samples

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]

ONE_LOGIT = 64 * _native.ONE_WEIGHT
# In logits, unlike the weights of the evaluation.
KNOWN = {
    "lost": -0.9,
    "lost_squared": -0.02,
    "reference": -0.006,
    "reference_late": 0.0004,
    "ring_2": 0.05,
    "ring_3": -0.1,
    "ring_4": -0.3,
    "contact": 0.1,
    "edge_contact": -0.2,
    "surrounded": 0.06,
    "split": 0.08,
    "facing": -0.05,
    "pushable": 0.2,
    "ejectable": 0.4,
    "to_move": -0.15,
}


@pytest.fixture(scope="module")
def tuning() -> ModuleType:
    return import_module("sumito.lab.tuning")


def logit(board: Board) -> float:
    return sum(KNOWN[name] * value for name, value in _native.features(game_of_two(board).setup))


def make_samples(path: Path, games: int) -> Path:
    """Return positions of random games, with scores and results that follow from the known weights."""
    dice = random.Random(8)
    samples = []
    for game in range(games):
        for board in islice(random_game(game, 160), dice.randrange(3), None, 3):
            black, white = (sum(1 << cell for cell in board.marbles(color)) for color in (BLACK, WHITE))
            chance = 1 / (1 + exp(-logit(board)))
            samples.append(
                Sample(
                    black,
                    white,
                    game,
                    score=round(64 * logit(board)),
                    ply=board.ply,
                    best=0,
                    result=1 if dice.random() < chance else -1,
                    turn=int(board.turn is WHITE),
                    black_ejected=board.ejected(BLACK),
                    white_ejected=board.ejected(WHITE),
                    flags=0,
                )
            )
    path.write_bytes(pack_samples(samples))
    return path


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_samples(tmp_path_factory.mktemp("samples") / "known.samples", 240)


def test_known_weights_come_out_of_scores(tuning: ModuleType, samples: Path) -> None:
    taught = import_module("sumito.lab.teaching").teaching_samples([samples])
    found = tuning.tune(taught, result_part=0)
    assert found.learnt + found.held_back == len(taught)
    assert found.held_back > 300
    for name, weight in zip(tuning.NAMES, found.weights, strict=True):
        assert weight / ONE_LOGIT == pytest.approx(KNOWN[name], rel=0.05), name
    assert found.loss_after < found.loss_before
    assert tuning.tune(taught, result_part=0) == found


def test_known_weights_come_out_of_results(tuning: ModuleType, samples: Path) -> None:
    taught = import_module("sumito.lab.teaching").teaching_samples([samples])
    taught["score"] = 0  # it has no information about them
    found = dict(zip(tuning.NAMES, tuning.tune(taught, result_part=1).weights, strict=True))
    for name in ("lost", "reference", "ring_4", "ejectable"):
        assert found[name] / ONE_LOGIT == pytest.approx(KNOWN[name], rel=0.35), name


def test_the_weights_of_the_build_are_the_starting_point(tuning: ModuleType, samples: Path) -> None:
    assert tuple(weight for _, weight in _native.weights()) == tuning.WEIGHTS
    taught = import_module("sumito.lab.teaching").teaching_samples([samples])
    rows = tuning.feature_rows(taught)
    assert rows.shape == (len(taught), len(KNOWN))
    assert (rows[:, tuning.NAMES.index("to_move")] == 1).all()


def test_too_few_games_are_refused(tuning: ModuleType, tmp_path: Path) -> None:
    few = import_module("sumito.lab.teaching").teaching_samples([make_samples(tmp_path / "few.samples", 3)])
    with pytest.raises(SampleError, match="too few games"):
        tuning.tune(few, result_part=0.5)


def test_the_command_prints_the_table(samples: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "tune", str(samples), "--result-part", "0"]) == 0
    first, second, head, *table, end = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"samples \d+  held back \d+", first)
    losses = re.fullmatch(r"loss before (0\.\d{5})  after (0\.\d{5})", second)
    assert losses
    assert float(losses[2]) < float(losses[1])
    assert (head, end) == ("constexpr std::array<int, FEATURES> WEIGHTS{", "};")
    rows = [re.fullmatch(r"    (-?\d+), +// (\w+)", line) for line in table]
    printed = {row[2]: int(row[1]) for row in rows if row}
    assert list(printed) == list(KNOWN)
    assert printed["lost"] / ONE_LOGIT == pytest.approx(KNOWN["lost"], rel=0.05)
