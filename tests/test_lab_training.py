"""Training: the gradient, the exported network, and that it learns. `make test-long` installs NumPy."""

from __future__ import annotations

from importlib import import_module
from math import expm1, log
from pathlib import Path
from statistics import mean

import pytest

from sumito import BLACK, WHITE, Board, _native
from sumito.cli import main
from sumito.engine.network import FORMER_NETWORK, SHIPPED_NETWORK, read_network, with_scale
from sumito.lab import LabError
from sumito.lab.samples import Sample, SampleError, pack_samples
from sumito.lab.selfplay import Task, play_chunk

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("samples") / "some.samples"
    path.write_bytes(play_chunk(Task(seed=3, games=60, first_game=0, nodes=200, network="none")))
    return path


def test_the_gradient_is_that_of_the_loss(samples: Path) -> None:
    training = import_module("sumito.lab.training")
    numpy = import_module("numpy")
    settings = training.Settings(filters=8, units=2, stages=3)
    dice = numpy.random.default_rng(1)
    model = training.NetworkModel(settings, dice)
    lessons = training.lessons_of(import_module("sumito.lab.teaching").teaching_samples([samples])[:2000], settings)
    loss, gradient = model.gradient(lessons)
    assert loss == pytest.approx(model.losses(lessons)[0])
    begin = 0
    for part in model.parts.values():
        for place in dice.integers(0, part.size, 5):
            losses = []
            for step in (1e-3, -2e-3):
                part[place] += step
                losses.append(model.losses(lessons)[0])
            part[place] += 1e-3
            assert gradient[begin + place] == pytest.approx((losses[0] - losses[1]) / 2e-3, abs=2e-4)
        begin += part.size


def test_the_exported_network_says_what_the_model_says(samples: Path, tmp_path: Path) -> None:
    training = import_module("sumito.lab.training")
    taught = import_module("sumito.lab.teaching").teaching_samples([samples])
    settings = training.Settings(filters=8, units=2, epochs=2, batch=512)
    model = training.train(taught, settings, lambda *_: None)
    path = tmp_path / "x.network"
    path.write_bytes(training.network_bytes(model))
    network = read_network(path)
    lessons = training.lessons_of(taught[:500], settings)
    lessons["target"] = 1  # then the loss tells the output
    apart = []
    for place, sample in enumerate(taught[:500]):
        lost = (int(sample["black_ejected"]), int(sample["white_ejected"]))
        setup = _native.Setup(int(sample["black"]), int(sample["white"]), *lost, int(sample["turn"]), 0, 0)
        logit = -log(expm1(model.losses(lessons[place : place + 1])[0]))
        apart.append(abs(network.evaluate(setup, 6) - logit * training.SCORE))
    # Each weight is rounded. On average that hardly matters; at most it adds up to a fifth of a marble.
    assert mean(apart) < 5
    assert max(apart) < 20


def test_the_loss_falls_and_the_same_seed_gives_the_same_file(samples: Path, tmp_path: Path) -> None:
    training = import_module("sumito.lab.training")
    taught = import_module("sumito.lab.teaching").teaching_samples([samples])
    settings = training.Settings(filters=8, epochs=4, batch=256)
    files, losses = [], []
    for _ in range(2):
        held: list[float] = []
        model = training.train(taught, settings, lambda _epoch, _loss, lost, held=held: held.append(lost))
        files.append(training.network_bytes(model))
        losses.append(held)
    assert files[0] == files[1]
    assert losses[0][-1] < losses[0][0]
    assert losses[0][-1] < log(2) - 0.05, "clearly better than a guess"


def test_training_goes_on_from_a_network(samples: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With a rate that changes nothing, the network is the one it began with, apart from its scale."""
    out = tmp_path / "new.network"
    begin = ["lab", "train", str(samples), "-o", str(out), "--epochs", "1"]
    assert main([*begin, "--start", str(SHIPPED_NETWORK), "--rate", "1e-12"]) == 0
    assert with_scale(out.read_bytes(), 56) == with_scale(SHIPPED_NETWORK.read_bytes(), 56)
    further = out.read_bytes()
    assert main([*begin, "--start", str(SHIPPED_NETWORK), "--rate", "1e-3"]) == 0
    assert out.read_bytes() != further
    capsys.readouterr()
    assert main([*begin, "--start", str(SHIPPED_NETWORK), "--units", "4"]) == 1
    assert "has 8 filters, 2 units and 11 stages, but 8 filters, 4 units and 11 stages" in capsys.readouterr().err
    assert main([*begin, "--start", str(FORMER_NETWORK)]) == 2
    assert "has no second layer" in capsys.readouterr().err
    assert main([*begin, "--rate", "0"]) == 2
    assert "expected a number above 0, at most 1, not '0'" in capsys.readouterr().err


def test_the_command_trains_and_writes(samples: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new.network"
    assert main(["lab", "train", str(samples), "-o", str(out), "--filters", "8", "--units", "4", "--epochs", "1"]) == 0
    assert "epoch 1  loss " in capsys.readouterr().out
    assert (read_network(out).filters, read_network(out).units) == (8, 4)


def test_a_network_that_the_engine_cannot_use_is_refused(
    samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    training = import_module("sumito.lab.training")
    model = training.NetworkModel(training.Settings(), import_module("numpy").random.default_rng(1))
    training.network_bytes(model)
    model.parts["second"][:] = training.MOST_WEIGHT
    model.clip()  # each weight fits, but not the sum of all weights of a unit
    with pytest.raises(LabError, match=r"cannot use the trained network: .* sums can overflow"):
        training.network_bytes(model)
    monkeypatch.setattr(training, "train", lambda *_: model)
    out = tmp_path / "new.network"
    assert main(["lab", "train", str(samples), "-o", str(out)]) == 1
    assert "sums can overflow" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize("wrong", [{"filters": 12}, {"units": 3}, {"units": 0}, {"stages": 0}, {"stages": 12}])
def test_shapes_that_no_network_file_has_are_refused(wrong: dict[str, int]) -> None:
    ((name, number),) = wrong.items()
    with pytest.raises(ValueError, match=f"^{name} must be .*, not {number}$"):
        import_module("sumito.lab.training").Settings(**wrong)


@pytest.mark.parametrize("games", [1, 7])
def test_too_few_games_are_refused(games: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "few.samples"
    path.write_bytes(play_chunk(Task(seed=3, games=games, first_game=0, nodes=20, network="none")))
    assert main(["lab", "train", str(path), "-o", str(tmp_path / "new.network")]) == 2
    assert "too few games: one in twenty is held back" in capsys.readouterr().err


def test_samples_that_teach_nothing_are_left_out(tmp_path: Path) -> None:
    teaching = import_module("sumito.lab.teaching")
    board = Board("belgian-daisy")
    black, white = (sum(1 << cell for cell in board.marbles(color)) for color in (BLACK, WHITE))
    quiet = Sample(black, white, 1, 20, 0, 0, 1, 0, 0, 0, 0)
    path = tmp_path / "x.samples"
    proved, late = quiet._replace(score=29_990), quiet._replace(ply=161)
    path.write_bytes(pack_samples([quiet, quiet._replace(flags=1), proved, late]))
    assert len(teaching.teaching_samples([path])) == 2
    path.write_bytes(b"x" * 33)
    with pytest.raises(SampleError, match="33 bytes are not a whole number of samples"):
        teaching.teaching_samples([path])
    with pytest.raises(SampleError, match="no samples to learn from"):
        teaching.teaching_samples([])
