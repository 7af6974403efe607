"""Training: the exported network equals the trained one, and it learns. `make test-long` installs PyTorch."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from statistics import mean

import pytest

from sumito import BLACK, WHITE, Board, _native
from sumito.cli import main
from sumito.engine.network import read_network
from sumito.lab.samples import Sample, SampleError, pack_samples
from sumito.lab.selfplay import Task, play_chunk

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("samples") / "some.samples"
    path.write_bytes(play_chunk(Task(seed=3, games=60, first_game=0, nodes=200, network="none")))
    return path


def test_the_exported_network_says_what_the_model_says(samples: Path, tmp_path: Path) -> None:
    training = import_module("sumito.lab.training")
    torch = import_module("torch")
    taught = import_module("sumito.lab.teaching").teaching_samples([samples])
    settings = training.Settings(filters=8, epochs=1, batch=512)
    model = training.train(taught, settings, lambda *_: None)
    path = tmp_path / "x.network"
    path.write_bytes(training.network_bytes(model))
    network = read_network(path)
    tensors = training.Samples(taught[:500], settings)
    with torch.no_grad():
        logits = model(tensors.inputs.to(torch.float32), tensors.bucket)
    apart = []
    for sample, logit in zip(taught[:500], logits, strict=True):
        lost = (int(sample["black_ejected"]), int(sample["white_ejected"]))
        setup = _native.Setup(int(sample["black"]), int(sample["white"]), *lost, int(sample["turn"]), 0, 0)
        apart.append(abs(network.evaluate(setup, 6) - float(logit) * training.SCORE))
    # Each weight is rounded. On average that hardly matters; at most it adds up to a tenth of a marble.
    assert mean(apart) < 3
    assert max(apart) < 12


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
    assert losses[0][-1] < losses[0][0] - 0.02


def test_the_command_trains_and_writes(samples: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new.network"
    assert main(["lab", "train", str(samples), "-o", str(out), "--filters", "8", "--epochs", "1"]) == 0
    assert "epoch 1  loss " in capsys.readouterr().out
    assert read_network(out).filters == 8


def test_samples_that_teach_nothing_are_left_out(tmp_path: Path) -> None:
    teaching = import_module("sumito.lab.teaching")
    board = Board("belgian-daisy")
    black, white = (sum(1 << cell for cell in board.marbles(color)) for color in (BLACK, WHITE))
    quiet = Sample(black, white, 1, 20, 0, 0, 1, 0, 0, 0, 0)
    path = tmp_path / "x.samples"
    path.write_bytes(pack_samples([quiet, quiet._replace(flags=1), quiet._replace(score=29_990)]))
    assert len(teaching.teaching_samples([path])) == 2
    path.write_bytes(b"x" * 33)
    with pytest.raises(SampleError, match="33 bytes are not a whole number of samples"):
        teaching.teaching_samples([path])
    with pytest.raises(SampleError, match="no samples to learn from"):
        teaching.teaching_samples([])
