"""Tuning of the search: SPSA finds known values, runs can be resumed, and players take parameters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sumito import Board, Move
from sumito.cli import main
from sumito.engine import Engine, Limit
from sumito.lab import LabError
from sumito.lab.book import shipped_book
from sumito.lab.players import PlayerSpec
from sumito.lab.search_tuning import PARAMETERS, Parameter, SearchTuning, TuningState, tune_search

SHORT = ["--games", "8", "--pairs", "2", "--nodes", "20", "--parameters", "futility,late_base"]


def tuning(iterations: int, *, nodes: int = 20, seed: int = 0) -> SearchTuning:
    return SearchTuning(shipped_book(), Limit(nodes=nodes), iterations, pairs=1, seed=seed)


def test_tuning_finds_the_values_that_win() -> None:
    settings = tuning(4000)
    best = {each.name: each.least + 0.75 * (each.most - each.least) for each in PARAMETERS}

    def badness(text: str) -> float:
        values = PlayerSpec.parse(text).parameters
        return sum(abs(values[each.name] - best[each.name]) / (each.most - each.least) for each in settings.parameters)

    def play(plus: str, minus: str, iteration: int) -> float:
        return 2.0 if badness(plus) < badness(minus) else -2.0

    found = tune_search(settings, play=play)
    for each in PARAMETERS:
        assert found.values[each.name] == pytest.approx(best[each.name], abs=0.12 * (each.most - each.least)), each.name


def test_games_without_a_winner_leave_the_defaults() -> None:
    found = tune_search(tuning(20), play=lambda plus, minus, iteration: 0.0)
    assert found.rounded() == {each.name: each.default for each in PARAMETERS}
    assert PlayerSpec.parse(found.player()).parameters == found.rounded()


def test_a_run_can_be_resumed_and_repeated(tmp_path: Path) -> None:
    journal = str(tmp_path / "tuning.jsonl")
    reports: list[int] = []
    settings = tuning(3)

    def stop(state: TuningState) -> None:
        if state.iteration == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tune_search(settings, journal=journal, report=stop)
    resumed = tune_search(settings, journal=journal, report=lambda state: reports.append(state.iteration))
    assert reports == [2, 3]
    assert resumed == tune_search(settings)
    assert tune_search(settings, journal=journal, concurrency=2) == resumed
    with pytest.raises(LabError, match="a journal of other work: seed is 0, not 1"):
        tune_search(tuning(3, seed=1), journal=journal)
    text = Path(journal).read_text()
    Path(journal).write_text(text.replace('"iteration":1', '"iteration":7'))
    with pytest.raises(LabError, match=r"tuning\.jsonl:3: not iteration 1"):
        tune_search(settings, journal=journal)


@pytest.mark.parametrize("what", ["core", "network"])
def test_another_engine_does_not_continue_a_run(tmp_path: Path, what: str) -> None:
    journal = tmp_path / "tuning.jsonl"
    settings = tuning(1)
    tune_search(settings, journal=str(journal), play=lambda *_: 0.0)
    head, *rest = journal.read_text().splitlines()
    header = json.loads(head)
    journal.write_text("\n".join([json.dumps({**header, what: "0" * 64}), *rest, ""]))
    with pytest.raises(LabError, match=f"a journal of other work: {what} is 000000000000, not {header[what][:12]}"):
        tune_search(settings, journal=str(journal), play=lambda *_: 0.0)


def test_a_player_that_fails_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(engine: Engine, board: Board, limit: Limit) -> Move:
        raise RuntimeError("no memory")

    monkeypatch.setattr(Engine, "play", play)
    with pytest.raises(LabError, match=r"^pair 0, game 1: (black|white) failed at ply \d+: RuntimeError: no memory$"):
        tune_search(tuning(1))


def test_the_divisor_of_reductions_changes_the_search() -> None:
    board = Board("belgian-daisy")
    nodes = []
    for parameters in ({}, {"reduction_divisor": 48}, {"reduction_divisor": 100}):
        with Engine(hash_mb=1, parameters=parameters) as engine:
            nodes.append(engine.analyse(board, Limit(depth=6)).nodes)
    usual, same, slower = nodes
    assert usual == same < slower


@pytest.mark.parametrize("each", PARAMETERS, ids=lambda each: each.name)
def test_the_search_survives_every_range(each: Parameter) -> None:
    name, default, least, most = each
    assert least <= default <= most
    board = Board("belgian-daisy")
    for value in (least, most):
        with Engine(hash_mb=1, parameters={name: value}) as engine:
            assert engine.play(board, Limit(nodes=5000)) in board.legal_moves


@pytest.mark.parametrize("each", PARAMETERS, ids=lambda each: each.name)
def test_every_parameter_changes_the_search(each: Parameter) -> None:
    boards = [Board("belgian-daisy"), Board("german-daisy")]
    found = []
    for value in (each.least, each.most):
        with Engine(hash_mb=1, parameters={each.name: value}) as engine:
            found.append([engine.analyse(board, Limit(depth=7)).nodes for board in boards])
    assert found[0] != found[1]


def test_bad_parameters_are_refused() -> None:
    with pytest.raises(ValueError, match=r"no such parameter of the search: 'speed' \(futility, "):
        Engine(parameters={"speed": 1})
    with pytest.raises(ValueError, match="futility must be a whole number from 5 to 80, not 81"):
        Engine(parameters={"futility": 81})
    with pytest.raises(LabError, match="no such parameter of the search: speed"):
        SearchTuning(shipped_book(), Limit(nodes=10), 1, names=("speed",))
    with pytest.raises(LabError, match="cannot start: futility must be"):
        PlayerSpec.parse("search.futility=1000").start()


def test_the_command_prints_the_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "tune-search", *SHORT]) == 0
    games, head, *rows, player = capsys.readouterr().out.splitlines()
    assert (games, head.split()) == ("games 8", ["parameter", "shipped", "tuned"])
    tuned = {name: int(value) for name, _, value in map(str.split, rows)}
    assert list(tuned) == ["futility", "late_base"]
    assert PlayerSpec.parse(player).parameters == tuned


def test_the_command_takes_no_limit_in_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "tune-search", *SHORT, "--time-ms", "10"]) == 2
    assert "unrecognized arguments: --time-ms" in capsys.readouterr().err


def test_the_command_refuses_a_broken_iteration(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "tune-search", "--games", "10", "--pairs", "2"]) == 2
    assert "--games must be a multiple of 4, the games of an iteration" in capsys.readouterr().err
