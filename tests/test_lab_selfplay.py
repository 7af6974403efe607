"""Self-play: the games that samples come from, and runs that survive interruptions."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest

from command_line import Run as RunCommand
from command_line import runner, terminal
from sumito import BLACK, MOVES, WHITE, Board, Move, Rules, __version__, cell_name
from sumito.engine import Engine
from sumito.lab import chunks, processes, random_opening, selfplay
from sumito.lab.chunks import Run, RunError, Settings
from sumito.lab.processes import FinishedTask, WorkerError, play_in_processes
from sumito.lab.samples import (
    BEST_EJECTS,
    SAMPLE_SIZE,
    Sample,
    SampleError,
    pack_samples,
    unpack_samples,
)
from sumito.lab.selfplay import Task, play_chunk

run = pytest.fixture(runner)

SETTINGS = Settings(games=8, nodes=30, seed=3)
TASK = Task(seed=5, games=4, first_game=10, nodes=100, network=None)


# ---- games


def test_equal_tasks_give_equal_bytes_and_others_do_not() -> None:
    data = play_chunk(TASK)
    assert data == play_chunk(TASK) == b"".join(TASK.play())
    assert data != play_chunk(replace(TASK, seed=6))
    assert data != play_chunk(replace(TASK, nodes=200))


def test_games_have_the_numbers_of_their_task_and_do_not_depend_on_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    forgotten: list[Engine] = []
    monkeypatch.setattr(Engine, "forget", lambda engine: forgotten.append(engine))
    games = list(TASK.play())
    assert [{sample.game for sample in unpack_samples(game)} for game in games] == [{10}, {11}, {12}, {13}]
    assert len(forgotten) == 4


def board_of(sample: Sample) -> Board:
    rows = []
    for letter in "ihgfedcba":
        cells = [cell for cell in range(61) if cell_name(cell)[0] == letter]
        row = "".join("S" if sample.black >> cell & 1 else "s" if sample.white >> cell & 1 else "." for cell in cells)
        rows.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), row))
    turn = "bw"[sample.turn]
    return Board.from_position(f"{'/'.join(rows)} {sample.white_ejected} {sample.black_ejected} {turn} 0 1")


def test_every_sample_is_consistent() -> None:
    sizes = set()
    for _, group in groupby(unpack_samples(play_chunk(replace(TASK, games=12, nodes=60))), lambda sample: sample.game):
        samples = list(group)
        assert 4 <= samples[0].ply <= 12
        assert [sample.ply for sample in samples] == list(range(samples[0].ply, samples[0].ply + len(samples)))
        assert all(sample.turn == sample.ply % 2 for sample in samples)
        counts = {
            (sample.black.bit_count() + sample.black_ejected, sample.white.bit_count() + sample.white_ejected)
            for sample in samples
        }
        assert len(counts) == 1
        ((black, white),) = counts
        assert black == white
        sizes.add(black)
        assert len({(sample.result, -sample.result)[sample.turn] for sample in samples}) == 1
        last = samples[-1]
        if last.result:
            black_won = (last.result > 0) == (last.turn == 0)
            assert last.ply == 239 or (last.white_ejected if black_won else last.black_ejected) >= 5
        for sample, after in pairwise(samples):
            board = board_of(sample)
            best = MOVES[sample.best]
            assert board.is_legal(best)
            assert board.is_ejection(best) == bool(sample.flags & BEST_EJECTS)
            assert outcome_of(board_of(after)) in {outcome_of(board, move) for move in board.legal_moves}
    assert sizes <= {12, 13, 14, 15}


def test_some_moves_are_random_while_the_game_is_open() -> None:
    open_games = strayed = 0
    for sample, after in pairwise(unpack_samples(play_chunk(replace(TASK, games=40, nodes=20)))):
        if sample.game == after.game:
            best = outcome_of(board_of(sample), MOVES[sample.best]) == outcome_of(board_of(after))
            assert best or abs(sample.score) < 400
            open_games += abs(sample.score) < 400
            strayed += not best
    assert 0.015 < strayed / open_games < 0.045


def outcome_of(board: Board, move: Move | None = None) -> tuple[object, ...]:
    board = board.copy()
    if move is not None:
        board.play(move)
    return board.marbles(BLACK), board.marbles(WHITE), board.ejected(BLACK), board.ejected(WHITE)


def test_most_games_begin_with_a_usual_layout_and_the_rest_with_any(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []

    class Seen(Board):
        def __init__(self, layout: str, **options: Rules) -> None:
            begun.append(layout)
            super().__init__(layout, **options)

    monkeypatch.setattr(random_opening, "Board", Seen)
    list(replace(TASK, games=100, nodes=1).play())
    usual = [slug for slug in begun if slug in random_opening.USUAL_LAYOUTS]
    assert 60 <= len(usual) <= 85
    assert set(usual) == {"standard", "belgian-daisy", "german-daisy"}
    assert len(set(begun)) > 12


@pytest.mark.parametrize(
    ("network", "passed"), [(None, {}), ("none", {"network": None}), ("a.nnue", {"network": "a.nnue"})]
)
def test_the_engine_gets_the_network_that_a_task_names(
    monkeypatch: pytest.MonkeyPatch, network: str | None, passed: dict[str, str | None]
) -> None:
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr(selfplay, "Engine", lambda **options: asked.append(options))
    selfplay.engine_with(network)
    assert asked == [{"hash_mb": 4, **passed}]


# ---- processes


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Record the processes that are started. All of them must be gone at the end."""
    started: list[subprocess.Popen[bytes]] = []

    class Started(subprocess.Popen[bytes]):
        def __init__(self, *args: object, **options: object) -> None:
            super().__init__(*args, **options)  # type: ignore[call-overload]
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Started)
    yield started
    assert all(process.returncode is not None for process in started)


def test_processes_play_what_one_would(workers: list[subprocess.Popen[bytes]]) -> None:
    tasks = [replace(TASK, seed=seed, nodes=30, games=2) for seed in range(5)]
    found = {played.task: played for played in play_in_processes(tasks, 2)}
    assert {task: played.data for task, played in found.items()} == {task: play_chunk(task) for task in tasks}
    assert all(played.seconds > 0 for played in found.values())
    assert len(workers) == 2


def test_processes_do_not_hear_what_a_terminal_says(workers: list[subprocess.Popen[bytes]]) -> None:
    sessions: list[int] = []
    list(play_in_processes([TASK], 1, lambda games, size: sessions.append(os.getsid(workers[0].pid))))
    assert set(sessions) == {workers[0].pid}


def test_a_task_whose_process_is_killed_is_played_again(workers: list[subprocess.Popen[bytes]]) -> None:
    counted = [0, 0]
    killed = False

    def kill_once(games: int, size: int) -> None:
        nonlocal killed
        counted[0] += games
        counted[1] += size
        if not killed:
            killed = True
            workers[0].kill()

    only = replace(TASK, nodes=30, games=50)
    ((_, data, _),) = play_in_processes([only], 1, kill_once)
    assert data == play_chunk(only)
    assert counted == [50, len(data)]
    assert [process.returncode for process in workers] == [-signal.SIGKILL] * 2  # the second at its end
    assert len(workers) == 2


def test_a_task_that_kills_its_processes_is_given_up(workers: list[subprocess.Popen[bytes]]) -> None:
    with pytest.raises(WorkerError, match="3 processes died while playing Task"):
        list(play_in_processes([replace(TASK, games=500)], 1, lambda games, size: workers[-1].kill()))
    assert len(workers) == 3


def test_a_task_that_cannot_be_played_says_why(workers: list[subprocess.Popen[bytes]]) -> None:
    with pytest.raises(WorkerError, match=r"^[A-Z][A-Za-z]+Error: .*network"):
        list(play_in_processes([replace(TASK, network="/no/network")], 1))
    assert len(workers) == 1


# ---- runs


def samples_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.samples")}


def play_all(folder: Path, settings: Settings = SETTINGS, stop_after: int | None = None) -> Run:
    """Play a run in this process: all of it, or a number of chunks."""
    with Run(folder, settings) as games:
        for task in games.missing()[:stop_after]:
            games.keep(task, play_chunk(task), 0.5)
    return games


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("whole")
    play_all(folder)
    return samples_in(folder)


def test_a_run_has_its_chunks_and_a_manifest(tmp_path: Path, whole: dict[str, bytes]) -> None:
    folder = tmp_path / "new/folder"
    games = play_all(folder)
    assert samples_in(folder) == whole
    manifest = json.loads((folder / "manifest.json").read_text())
    entries = manifest.pop("chunks")
    assert manifest == {
        "format": 1,
        "sumito": __version__,
        "network": "default",
        "nodes": 30,
        "options": json.loads(json.dumps(selfplay.OPTIONS)),
        "seed": 3,
        "games": 8,
        "games_a_chunk": 1,
    }
    assert len(entries) == 8
    numbers = []
    for entry in entries:
        data = whole[entry["name"]]
        samples = list(unpack_samples(data))
        numbers += sorted({sample.game for sample in samples})
        winner = samples[0].result * (1, -1)[samples[0].turn]
        assert entry == {
            "name": entry["name"],
            "seed": int(entry["name"][13:29], 16),
            "games": 1,
            "positions": len(samples),
            "plies": samples[-1].ply + 1,
            "results": {"black": int(winner > 0), "white": int(winner < 0), "draw": int(winner == 0)},
            "sha256": hashlib.sha256(data).hexdigest(),
            "seconds": 0.5,
        }
    assert numbers == list(range(8))
    found = games.statistics()
    assert (found.games, found.distinct_games, found.seconds) == (8, 8, 4.0)
    assert found.positions == sum(map(len, whole.values())) // SAMPLE_SIZE
    assert found.draw_rate == sum(entry["results"]["draw"] for entry in entries) / 8
    assert found.mean_plies == sum(entry["plies"] for entry in entries) / 8
    assert found.positions_per_second == found.positions / 4


def test_a_finished_run_has_nothing_to_do(tmp_path: Path, whole: dict[str, bytes]) -> None:
    play_all(tmp_path)
    with Run(tmp_path, SETTINGS) as games:
        assert games.missing() == []
        assert len(games.chunks) == 8
        assert games.statistics().distinct_games == 8


def test_equal_games_are_counted_once(tmp_path: Path) -> None:
    with Run(tmp_path, SETTINGS) as games:
        first, second, *_ = games.missing()
        for task in (first, second):
            same = [sample._replace(game=task.first_game) for sample in unpack_samples(play_chunk(first))]
            games.keep(task, pack_samples(same), 1.0)
        assert (games.statistics().games, games.statistics().distinct_games) == (2, 1)


def test_large_runs_have_chunks_of_half_a_minute(tmp_path: Path) -> None:
    with Run(tmp_path, Settings(games=30_100, nodes=2500)) as games:
        tasks = list(games.tasks.values())
    assert {task.games for task in tasks[:-1]} == {400}
    assert sum(task.games for task in tasks) == 30_100
    assert len({task.seed for task in tasks}) == len(tasks)
    with Run(tmp_path / "other", Settings(games=30_100, nodes=2500, seed=2)) as games:
        assert not {task.seed for task in games.tasks.values()} & {task.seed for task in tasks}


def test_a_stopped_run_goes_on(tmp_path: Path, whole: dict[str, bytes]) -> None:
    play_all(tmp_path, stop_after=3)
    kept = {name: os.stat(tmp_path / name).st_mtime_ns for name in samples_in(tmp_path)}
    assert len(kept) == 3
    with Run(tmp_path, SETTINGS) as games:
        assert len(games.missing()) == 5
        for played in play_in_processes(games.missing(), 2):
            games.keep(*played)
    assert samples_in(tmp_path) == whole
    assert kept == {name: os.stat(tmp_path / name).st_mtime_ns for name in kept}


def test_damaged_and_lost_chunks_are_played_again(tmp_path: Path, whole: dict[str, bytes]) -> None:
    play_all(tmp_path)
    flipped, cut, lost, *_ = sorted(whole)
    (tmp_path / flipped).write_bytes(bytes([whole[flipped][0] ^ 1]) + whole[flipped][1:])
    (tmp_path / cut).write_bytes(whole[cut][:-SAMPLE_SIZE])
    (tmp_path / lost).unlink()
    part = tmp_path / ".0123456789abcdef.part"
    part.write_bytes(b"half a chunk")
    with Run(tmp_path, SETTINGS) as games:
        assert not part.exists()
        assert sorted(name for name, task in games.tasks.items() if task in games.missing()) == [flipped, cut, lost]
        assert len(json.loads((tmp_path / "manifest.json").read_text())["chunks"]) == 5
    play_all(tmp_path)
    assert samples_in(tmp_path) == whole


DRIVER = """
import sys
from sumito.lab.chunks import Run, Settings
from sumito.lab.processes import play_in_processes
with Run(sys.argv[1], Settings(games=8, nodes=30, seed=3)) as games:
    for played in play_in_processes(games.missing(), 2):
        games.keep(*played)
        print(len(games.chunks), flush=True)
        if len(games.chunks) == 3:
            sys.stdin.read()
"""


def test_a_killed_run_goes_on_and_leaves_no_process(tmp_path: Path, whole: dict[str, bytes]) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", DRIVER, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as driver:
        assert driver.stdout is not None
        assert driver.stderr is not None
        assert [driver.stdout.readline() for _ in range(3)] == [b"1\n", b"2\n", b"3\n"]
        with pytest.raises(RunError, match="another process uses this folder"):
            Run(tmp_path, SETTINGS)
        driver.kill()
        # Its workers hold the stream open, so it ends when they have ended.
        assert driver.stderr.read() == b""
    assert len(samples_in(tmp_path)) == 3
    games = play_all(tmp_path)
    assert samples_in(tmp_path) == whole
    assert len(games.chunks) == 8


@pytest.mark.parametrize(
    ("settings", "difference"),
    [
        (Settings(games=8, nodes=31, seed=3), "nodes 30, not 31"),
        (Settings(games=8, nodes=30, seed=4), "seed 3, not 4"),
        (Settings(games=9, nodes=30, seed=3), "games 8, not 9"),
        (Settings(games=8, nodes=31, seed=4), "nodes 30, not 31; seed 3, not 4"),
    ],
)
def test_other_settings_are_refused(tmp_path: Path, settings: Settings, difference: str) -> None:
    play_all(tmp_path, stop_after=1)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(
        RunError, match=f"^{re.escape(str(tmp_path))}: contains a run with other settings: {difference}$"
    ):
        Run(tmp_path, settings)
    assert before == {path.name: path.read_bytes() for path in tmp_path.iterdir()}


def test_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_all(tmp_path, stop_after=1)
    monkeypatch.setattr(chunks, "__version__", "9.9.9")
    with pytest.raises(RunError, match=rf"sumito {re.escape(__version__)}, not 9\.9\.9"):
        Run(tmp_path, SETTINGS)


def test_a_run_keeps_its_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []

    def ask(network: str | None) -> object:
        asked.append(network)
        return selfplay.engine_with(None)

    monkeypatch.setattr(chunks, "engine_with", ask)
    file = tmp_path / "best.nnue"
    file.write_bytes(b"weights")
    folder = tmp_path / "run"
    settings = Settings(games=8, nodes=30, network=str(file))
    with Run(folder, settings) as games:
        copies = {task.network for task in games.tasks.values()}
    assert asked == [str(file)]
    assert copies == {str(folder / "network.bin")}
    assert (folder / "network.bin").read_bytes() == b"weights"
    sha256 = hashlib.sha256(b"weights").hexdigest()
    assert json.loads((folder / "manifest.json").read_text())["network"] == sha256
    with Run(folder, settings) as again:
        assert again.tasks == games.tasks
    file.write_bytes(b"better weights")
    with pytest.raises(
        RunError, match=f"network {sha256[:12]}, not {hashlib.sha256(b'better weights').hexdigest()[:12]}"
    ):
        Run(folder, settings)
    with pytest.raises(RunError, match=f"network {sha256[:12]}, not none"):
        Run(folder, Settings(games=8, nodes=30, network="none"))
    file.unlink()
    with pytest.raises(FileNotFoundError):
        Run(tmp_path / "nowhere", settings)
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON at line 1, column 1"),
        ('{"format": 1,\n "games"', "not JSON at line 2, column 9"),
        ("\xff", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "not an object"),
        ("{}", "it has no format"),
        ('{"format": 1}', "it has no sumito"),
        ('{"format": 2}', "its format is 2, but this version of sumito reads 1"),
    ],
)
def test_a_manifest_that_is_none_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "manifest.json"
    path.write_bytes(text.encode("latin-1"))
    words = f"{path}: not the manifest of a run: {reason}; choose a new folder"
    with pytest.raises(RunError, match=f"^{re.escape(words)}$"):
        Run(tmp_path, SETTINGS)
    assert path.read_bytes() == text.encode("latin-1")


@pytest.mark.parametrize("change", [{"results": {}}, {"games": "1"}, {"colour": 1}])
def test_a_manifest_with_bad_chunks_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    play_all(tmp_path, stop_after=1)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    manifest["chunks"][0] |= change
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(RunError, match=r"not the manifest of a run: chunk 1 is malformed; choose a new folder$"):
        Run(tmp_path, SETTINGS)


def test_samples_of_another_task_are_not_kept(tmp_path: Path) -> None:
    with Run(tmp_path, SETTINGS) as games:
        first, second, *_ = games.missing()
        data = play_chunk(first)
        with pytest.raises(SampleError, match="not the games 1 to 1"):
            games.keep(second, data, 1.0)
        with pytest.raises(SampleError, match="not a whole number of samples"):
            games.keep(first, data[:-1], 1.0)
        assert games.chunks == ()
    assert samples_in(tmp_path) == {}


@pytest.mark.parametrize("change", [{"games": 0}, {"nodes": 0}, {"seed": -1}, {"games": 1.5}])
def test_settings_that_cannot_be_are_refused(change: dict[str, Any]) -> None:
    (name,) = change
    with pytest.raises(ValueError, match=f"^{name} must be a whole number from "):
        Settings(**{"games": 8, **change})


# ---- the command


def test_the_command_plays_and_sums_up(run: RunCommand, tmp_path: Path, whole: dict[str, bytes]) -> None:
    words = ["lab", "selfplay", "-o", "here", "--games", "8", "--nodes", "30", "--seed", "3", "--processes", "1"]
    done = run(*words)
    assert (done.code, done.err) == (0, "")
    assert re.fullmatch(
        rf"games 8  distinct 8  draws [\d.]+%  plies [\d.]+\n"
        rf"positions {sum(map(len, whole.values())) // SAMPLE_SIZE}  \d+/s per process\n",
        done.out,
    )
    assert samples_in(tmp_path / "here") == whole
    assert run(*words).out == done.out
    done = run(*words, "--nodes", "31")
    assert (done.code, done.out) == (2, "")
    assert done.err == "sumito lab selfplay: here: contains a run with other settings: nodes 30, not 31\n"


def test_the_help_has_an_example_that_runs(run: RunCommand) -> None:
    page = run("lab", "selfplay", "--help").out
    assert page.startswith("usage: sumito lab selfplay ")
    assert all(len(line) <= 80 for line in page.splitlines())
    (example,) = re.findall(r"^  (sumito .*)$", page, re.M)
    assert run(*example.split()[1:]).code == 0


def test_without_the_extra_the_command_says_what_to_install(run: RunCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    done = run("lab", "selfplay", "-o", "here", "--games", "8", "--nodes", "30", "--ray", "local")
    assert (done.code, done.out) == (1, "")
    assert done.err == ("sumito lab selfplay: playing on many machines needs an extra: pip install 'sumito[ray]'\n")


def test_a_failure_of_a_process_is_one_line(run: RunCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(tasks: Iterable[Task], processes: int, report: processes.Report) -> Iterator[FinishedTask[Task]]:
        raise WorkerError("no luck")

    monkeypatch.setattr(processes, "play_in_processes", fail)
    assert run("lab", "selfplay", "-o", "here", "--games", "8") == (1, "", "sumito lab selfplay: no luck\n")


def test_an_interrupted_command_tells_how_to_go_on(tmp_path: Path) -> None:
    words = ["-o", "here", "--games", "3200", "--nodes", "20", "--seed", "3", "--processes", "1"]
    with terminal(tmp_path, "selfplay", *words, command="lab") as screen:
        seen = screen.wait_for(" to go")
        assert re.search(r"\r\[\.{20}\]   0%  \d+ positions  \d+/s  \d+ (s|min \d+ s|h \d+ min) to go$", seen)
        while not samples_in(tmp_path / "here"):
            screen.wait_for(" to go")
        os.killpg(screen.process.pid, signal.SIGINT)  # as a terminal does
        said = screen.wait_for("--processes 1\r\n")
        assert screen.process.wait(timeout=20) == 130
    assert "Traceback" not in said
    (kept,) = re.findall(r"sumito lab selfplay: interrupted, (\d+) of 32 chunks are saved. To continue:\r\n", said)
    assert said.endswith(f"  sumito lab selfplay {' '.join(words)}\r\n")
    chunks = json.loads((tmp_path / "here/manifest.json").read_text())["chunks"]
    assert len(chunks) == int(kept) >= 1
