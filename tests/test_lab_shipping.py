"""Shipping a network: its match, its scale, and the written files."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from math import exp
from pathlib import Path

import pytest

from command_line import Run as RunCommand
from command_line import runner
from sumito.engine.bench import run_bench
from sumito.engine.network import FORMER_NETWORK, SHIPPED_NETWORK, read_network, with_scale
from sumito.lab import LabError
from sumito.lab.chunks import Run, Settings
from sumito.lab.selfplay import play_chunk
from sumito.lab.shipping import NETWORK, SIGNATURE, fit_scale, ship
from test_network import network_file

run = pytest.fixture(runner)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a source tree with the shipped network and a signature."""
    root = tmp_path / "tree"
    for path, data in ((NETWORK, SHIPPED_NETWORK.read_bytes()), (SIGNATURE, b"1\n")):
        (root / path).parent.mkdir(parents=True)
        (root / path).write_bytes(data)
    return root


def result_file(path: Path, network: Path, decision: str | None = "accepted") -> Path:
    players = [{"network": hashlib.sha256(network.read_bytes()).hexdigest()}, {"network": "default"}]
    sprt = None if decision is None else {"decision": decision}
    path.write_text(json.dumps({"players": players, "games": 240, "elo": [21.4, 4.6, None], "sprt": sprt}))
    return path


def signature() -> int:
    return sum(result.nodes for result in run_bench())


# ---- the scale


@pytest.mark.parametrize("scale", [20, 56, 300])
def test_the_scale_of_results_is_found(scale: int) -> None:
    rng = random.Random(scale)
    counts: Counter[tuple[int, int]] = Counter()
    for _ in range(40_000):
        score = round(rng.gauss(0, 2 * scale))
        chance = 1 / (1 + exp(-score / scale))
        won = rng.random() < chance
        drawn = rng.random() < 0.2 and abs(score) < scale / 20  # draws do not matter here
        counts[score, 0 if drawn else 1 if won else -1] += 1
    assert fit_scale(counts) == pytest.approx(scale, rel=0.05)


def test_results_that_do_not_follow_the_scores_have_no_scale() -> None:
    against = Counter({(50, -1): 900, (-50, 1): 900})
    perfect = Counter({(50, 1): 900, (-50, -1): 900})
    for counts in (against, perfect):
        with pytest.raises(LabError, match="do not follow the scores"):
            fit_scale(counts)
    with pytest.raises(LabError, match="a scale needs at least 1000 samples, not 10"):
        fit_scale(Counter({(50, 1): 10}))


# ---- the gate


def test_a_network_that_passed_its_match_is_shipped_with_a_fitted_scale(
    run: RunCommand, tree: Path, tmp_path: Path
) -> None:
    network = tmp_path / "new.network"
    network.write_bytes(with_scale(SHIPPED_NETWORK.read_bytes(), 500))  # another file, so that it has another name
    with Run(tmp_path / "run", Settings(games=24, nodes=10, seed=4, network=str(network))) as games:
        for task in games.missing():
            games.keep(task, play_chunk(task), 1.0)
    match = result_file(tmp_path / "match.json", network)
    done = run("lab", "ship", str(network), str(tmp_path / "run"), "--match", str(match), "--tree", str(tree))
    assert (done.code, done.err) == (0, "")
    shipped = read_network(tree / NETWORK)
    assert 10 < shipped.scale < 400
    nodes = signature()
    assert (tree / SIGNATURE).read_text() == f"{nodes}\n"
    assert (tree / NETWORK).read_bytes() == with_scale(SHIPPED_NETWORK.read_bytes(), shipped.scale)
    first, *rest = done.lines
    assert first.startswith(f"scale {shipped.scale}, fitted to ")
    assert rest == [
        f"wrote {NETWORK}: {SHIPPED_NETWORK.stat().st_size} bytes",
        f"wrote {SIGNATURE}: nodes {nodes}",
        f"changelog: - The shipped network: 8 filters, scale {shipped.scale}, +21 Elo [+5, ?] in 240 games against the "
        f"one before. Bench: {nodes}.",
    ]


def test_the_same_weights_need_no_match(run: RunCommand, tree: Path) -> None:
    done = run("lab", "ship", str(SHIPPED_NETWORK), "--scale", "71", "--tree", str(tree))
    assert (done.code, done.err) == (0, "")
    assert read_network(tree / NETWORK).scale == 71
    assert done.lines[-1] == f"changelog: - The shipped network: 8 filters, scale 71. Bench: {signature()}."


def test_another_network_changes_the_signature(tree: Path, tmp_path: Path) -> None:
    network = tmp_path / "other.network"
    network.write_bytes(FORMER_NETWORK.read_bytes())
    match = result_file(tmp_path / "match.json", network)
    shipment = ship(network, tree, scale=60, match=match)
    assert (tree / NETWORK).read_bytes() == with_scale(FORMER_NETWORK.read_bytes(), 60)
    assert read_network(tree / NETWORK).scale == 60
    assert (tree / SIGNATURE).read_text() == f"{shipment.nodes}\n"
    assert shipment.nodes == sum(result.nodes for result in run_bench(network)) != signature()


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("no match", "needs the result of its match"),
        ("rejected", "was not passed"),
        ("no test", "was not passed"),
        ("another match", "the first player of this match is not"),
        ("no JSON", "not a JSON object"),
        ("another run", "was not played by"),
        ("no tree", "not a source tree of sumito"),
    ],
)
def test_what_is_not_shipped_changes_nothing(tree: Path, tmp_path: Path, case: str, words: str) -> None:
    network, other = tmp_path / "new.network", tmp_path / "other.network"
    network.write_bytes(network_file(3))
    other.write_bytes(network_file(4))
    match = result_file(
        tmp_path / "match.json",
        other if case == "another match" else network,
        {"rejected": "rejected", "no test": None}.get(case, "accepted"),
    )
    if case == "no JSON":
        match.write_text("[1]")
    (tmp_path / "run").mkdir()
    (tmp_path / "run/manifest.json").write_text('{"network": "another", "chunks": []}')
    with pytest.raises(LabError, match=words):
        ship(
            network,
            tmp_path if case == "no tree" else tree,
            runs=[tmp_path / "run"],
            scale=None if case == "another run" else 56,
            match=None if case == "no match" else match,
        )
    assert (tree / NETWORK).read_bytes() == SHIPPED_NETWORK.read_bytes()
    assert (tree / SIGNATURE).read_text() == "1\n"


def test_runs_or_a_scale_but_not_both(run: RunCommand) -> None:
    for more in ([], ["run", "--scale", "56"]):
        done = run("lab", "ship", "new.network", *more)
        assert done.code == 2
        assert "name runs of self-play to fit the scale, or --scale, and not both" in done.err
