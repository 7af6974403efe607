"""Self-play on Ray: the same bytes as on one machine, even if processes die. `make test-long` installs Ray."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest

from command_line import in_process_of_its_own
from sumito.lab import ray_driver
from sumito.lab.chunks import Run, Settings
from sumito.lab.processes import WorkerError
from sumito.lab.ray_driver import play_on_ray
from sumito.lab.samples import SAMPLE_SIZE
from sumito.lab.selfplay import Task, play_chunk

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]

SETTINGS = Settings(games=64, nodes=30, seed=3)
TASK = Task(seed=5, games=3, first_game=0, nodes=100, network=None)


@pytest.fixture(autouse=True, scope="module")
def quiet_corner() -> Iterator[None]:
    """Keep Ray's files and its token in a folder of these tests. The names of its sockets must be short."""
    with tempfile.TemporaryDirectory(prefix="ray", dir="/tmp") as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_TMPDIR", folder)
        patch.setenv("HOME", folder)
        yield


def samples_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.samples")}


def undisturbed(folder: Path) -> dict[str, bytes]:
    with Run(folder, SETTINGS) as games:
        for task in games.missing():
            games.keep(task, play_chunk(task), 1.0)
    return samples_in(folder)


@contextmanager
def accident(folder: Path, monkeypatch: pytest.MonkeyPatch, happen: Callable[[int, str], None]) -> Iterator[None]:
    """Let the first process report itself and its machine in the middle of its games, and then wait."""
    told = folder / "told"
    os.mkfifo(told)
    begun = folder / "begun"
    play = ray_driver._play

    def play_or_wait(task: Task, network: bytes | None, version: str) -> tuple[bytes, float]:
        try:
            begun.mkdir()
        except FileExistsError:
            return play(task, network, version)
        next(task.play())
        machine = import_module("ray").get_runtime_context().get_node_id()
        told.write_text(f"{os.getpid()} {machine}")
        signal.pause()
        raise AssertionError("nothing has happened")

    happened: list[str] = []

    def wait() -> None:
        pid, machine = told.read_text().split()
        happen(int(pid), machine)
        happened.append(machine)

    waiting = threading.Thread(target=wait, daemon=True)  # no test waits for it after a failure
    waiting.start()
    with monkeypatch.context() as patch:
        patch.setattr(ray_driver, "_play", play_or_wait)
        yield
    waiting.join()
    assert happened


def test_a_run_on_ray_with_a_killed_worker_has_the_bytes_of_an_undisturbed_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = undisturbed(tmp_path / "whole")
    shutil.copytree(tmp_path / "whole", tmp_path / "part")
    *lost, kept = sorted(whole)
    for name in lost:
        (tmp_path / "part" / name).unlink()
    reports: list[tuple[int, int]] = []
    with (
        Run(tmp_path / "part", SETTINGS) as games,
        accident(tmp_path, monkeypatch, lambda pid, machine: os.kill(pid, signal.SIGKILL)),
    ):
        assert len(games.missing()) == 31
        for played in play_on_ray(games.missing(), "local", 2, lambda *counts: reports.append(counts)):
            assert played.seconds > 0
            games.keep(*played)
    assert samples_in(tmp_path / "part") == whole
    assert len(games.chunks) == 32
    assert sum(games for games, _ in reports) == 62
    assert sum(samples for _, samples in reports) == sum(len(whole[name]) for name in lost) // SAMPLE_SIZE
    assert (tmp_path / "part" / kept).stat().st_mtime_ns == (tmp_path / "whole" / kept).stat().st_mtime_ns


def test_a_run_on_a_cluster_outlives_a_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = undisturbed(tmp_path / "whole")
    cluster = import_module("ray.cluster_utils").Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    try:
        machines = {node.node_id: node for node in (cluster.add_node(num_cpus=1) for _ in range(2))}
        cluster.wait_for_nodes()

        def remove(pid: int, machine: str) -> None:
            cluster.remove_node(machines.pop(machine), allow_graceful=False)

        with Run(tmp_path / "run", SETTINGS) as games, accident(tmp_path, monkeypatch, remove):
            for played in play_on_ray(games.missing(), cluster.address):
                games.keep(*played)
    finally:
        cluster.shutdown()
    assert len(machines) == 1
    assert samples_in(tmp_path / "run") == whole


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "nonsense", "auto"])
def test_no_ray_at_an_address_is_told_at_once(address: str) -> None:
    with pytest.raises(WorkerError, match=f"^no Ray at '{address}': "):
        list(play_on_ray([TASK], address))


def test_ray_says_why_a_task_cannot_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_driver, "__version__", "9.9.9")
    with pytest.raises(WorkerError, match=r"^WorkerError: sumito 9\.9\.9 is needed, but [\d.]+ is installed on "):
        list(play_on_ray([TASK], "local", 1))


def test_the_network_goes_along_with_the_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_network(task: Task, network: bytes | None, version: str) -> tuple[bytes, float]:
        return network or b"", 1.0

    file = tmp_path / "best.nnue"
    file.write_bytes(b"weights")
    task = Task(seed=5, games=1, first_game=0, nodes=100, network=str(file))
    monkeypatch.setattr(ray_driver, "_play", read_network)
    ((_, data, _),) = play_on_ray([task], "local", 1)
    assert data == b"weights"


def test_the_command_plays_on_ray_and_ray_is_quiet(tmp_path: Path) -> None:
    whole = undisturbed(tmp_path / "whole")
    words = ["--games", "64", "--nodes", "30", "--seed", "3", "--processes", "1", "--ray", "local"]
    done = in_process_of_its_own("lab", "selfplay", "-o", "here", *words, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("games 64  distinct 64  draws ")
    assert samples_in(tmp_path / "here") == whole
