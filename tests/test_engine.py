"""The engine: its limits and rules, equal results each time, and wins against a random player."""

import errno
import os
import random
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from statistics import median

import pytest

from positions import NO_LIMITS
from sumito import (
    BLACK,
    WHITE,
    Board,
    Color,
    Direction,
    GameOverError,
    IllegalMoveError,
    Move,
    Rules,
    _native,
)
from sumito.cli import main
from sumito.engine import Analysis, Engine, Limit, Score
from sumito.engine.bench import run_bench

ONE_AWAY = "5/6/7/8/6SSs/8/7/6/ss3 5 0 b 0 1"


def test_one_thread_repeats_itself() -> None:
    board = Board("belgian-daisy")
    first = Engine().analyse(board, Limit(nodes=30_000))
    engine = Engine()
    engine.analyse(Board(), Limit(nodes=5_000))
    engine.forget()
    assert engine.analyse(board, Limit(nodes=30_000)) == first
    assert first.nodes == 30_000
    assert first.stopped


@pytest.mark.timing
@pytest.mark.parametrize(
    ("limit", "most_s"),
    [
        (Limit(time_ms=50), 0.050),
        (Limit(remaining_ms=2_000), 0.125),
        (Limit(remaining_ms=100, increment_ms=50), 0.038),
    ],
    ids=str,
)
def test_limits_of_time_are_kept(limit: Limit, most_s: float) -> None:
    engine, board = Engine(), Board("belgian-daisy")
    assert limit.budget_ms()[1] <= 1000 * most_s
    times = []
    for _ in range(5):
        engine.forget()
        started = time.process_time()  # not the wall: the machine can be busy
        engine.analyse(board, limit)
        times.append(time.process_time() - started)
    assert median(times) < most_s + 0.02, times


def test_limits_of_depth_are_kept() -> None:
    engine, board = Engine(), Board("belgian-daisy")
    assert engine.analyse(board, Limit(depth=5)).variations[0].depth == 5
    assert Limit(remaining_ms=10).budget_ms()[1] < 10
    assert Limit().budget_ms() == (0, 0)


@pytest.mark.parametrize(
    "wrong", [{"depth": 0}, {"nodes": -1}, {"time_ms": 1.5}, {"remaining_ms": True}, {"increment_ms": -1}]
)
def test_limits_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Limit(**wrong)  # type: ignore[arg-type]


def test_an_endless_search_is_stopped_from_another_thread() -> None:
    engine, board = Engine(), Board()
    reports: list[Analysis] = []
    ready = threading.Event()

    def note(analysis: Analysis) -> None:
        reports.append(analysis)
        if analysis.variations[0].depth >= 6:
            ready.set()

    results: list[Analysis] = []
    thread = threading.Thread(target=lambda: results.append(engine.analyse(board, report=note)))
    thread.start()
    assert ready.wait(30)
    engine.stop()
    thread.join(30)
    assert not thread.is_alive()
    assert results[0].stopped
    assert results[0].best in board.legal_moves
    depths = [report.variations[0].depth for report in reports]
    assert depths == sorted(depths)
    assert depths[0] == 1


def test_an_error_in_a_report_ends_the_search() -> None:
    def fail(analysis: Analysis) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        Engine().analyse(Board(), report=fail)


def test_several_lines_come_best_first() -> None:
    board = Board("belgian-daisy")
    analysis = Engine().analyse(board, Limit(depth=6), variations=4)
    firsts = [variation.moves[0] for variation in analysis.variations]
    values = [variation.score.value for variation in analysis.variations]
    assert len(set(firsts)) == 4
    assert values == sorted(values, reverse=True)
    for variation in analysis.variations:
        twin = board.copy()
        for move in variation.moves:
            twin.play(move)


@pytest.mark.parametrize("layout", ["standard", "belgian-daisy", "three-players", "four-players-pbmserv"])
def test_a_stopped_search_has_each_move_once(layout: str) -> None:
    board, engine = Board(layout), Engine(hash_mb=1)
    for nodes in (300, 1_000, 3_000, 10_000):
        for count in (2, 5, 500):
            engine.forget()
            reports: list[Analysis] = []
            result = engine.analyse(board, Limit(nodes=nodes), variations=count, report=reports.append)
            for analysis in (*reports, result):
                firsts = [variation.moves[0] for variation in analysis.variations]
                assert len(set(firsts)) == len(firsts), (nodes, count)


def test_the_choice_can_be_restricted() -> None:
    board = Board("belgian-daisy")
    only = sorted(board.legal_moves)[:2]
    analysis = Engine().analyse(board, Limit(depth=5), moves=only, variations=3)
    assert {variation.moves[0] for variation in analysis.variations} == set(only)
    with pytest.raises(IllegalMoveError):
        Engine().analyse(board, Limit(depth=2), moves=[Move.of([30], Direction.E)])


def test_two_threads_find_the_win_too() -> None:
    with Engine(threads=2) as engine:
        board = Board.from_position(ONE_AWAY)
        assert board.format_move(engine.play(board, Limit(depth=6))) == "e7e8"
        assert engine.analyse(Board(), Limit(time_ms=60)).best in Board().legal_moves


def test_a_finished_game_is_not_searched() -> None:
    board = Board()
    board.resign()
    with pytest.raises(GameOverError, match="white wins by resignation"):
        Engine().play(board, Limit(depth=1))


@pytest.mark.parametrize(("repetition", "times", "drawn"), [(2, 1, True), (3, 1, False), (3, 2, True), (0, 2, False)])
def test_a_repetition_is_worth_a_draw(repetition: int, times: int, drawn: bool) -> None:
    board = Board(rules=Rules(repetition=repetition))
    shuffle = ("c3d4", "g7f6", "d4c3", "f6g7") * times
    for text in shuffle[:-1]:
        board.play(text)
    back = board.parse_move(shuffle[-1])
    value = Engine(network=None).analyse(board, Limit(depth=1), moves=[back]).score.value
    assert (value == 0) == drawn


@pytest.mark.parametrize(("adjudication", "value"), [("draw", 0), ("more_ejections", _native.WIN - 1)])
def test_a_cap_ends_the_search_too(adjudication: str, value: int) -> None:
    rules = Rules(ply_cap=1, adjudication=adjudication)  # type: ignore[arg-type]
    board = Board.from_position(Board().position().replace("0 0 b", "2 1 b"), rules=rules)
    assert Engine().analyse(board, Limit(depth=3)).score.value == value


def ahead(number: int, **rules: object) -> Board:
    """Return the standard layout at a move, with Black a marble ahead. It ends at ply 200, by ejections."""
    capped = Rules(**{"ply_cap": 200, "adjudication": "more_ejections", **rules})  # type: ignore[arg-type]
    return Board.from_position(Board().position().replace("0 0 b 0 1", f"1 0 b 0 {number}"), rules=capped)


def test_the_table_knows_how_far_the_cap_is() -> None:
    with Engine() as engine:
        assert engine.analyse(ahead(99), Limit(depth=6)).score.win_in == 4
        assert engine.analyse(ahead(1), Limit(depth=2)).score.win_in is None
        assert engine.analyse(ahead(99), Limit(depth=6)).score.win_in == 4


def test_a_lead_gains_weight_near_a_cap() -> None:
    def value(board: Board) -> int:
        return Engine().analyse(board, Limit(depth=1)).score.value

    far = value(ahead(1))
    assert value(ahead(1, ply_cap=0)) == far
    weights = [value(ahead(number)) - far for number in (70, 80, 90, 98)]
    assert weights[0] == 0
    assert 0 < weights[1] < weights[2] < weights[3] < 250
    assert value(ahead(98, adjudication="draw")) == far
    level = Board.from_position(Board().position().replace("0 0 b 0 1", "0 0 b 0 98"), rules=ahead(98).rules)
    assert value(level) == value(Board())


def test_an_ejection_in_the_search_moves_the_cap_on_quiet_plies() -> None:
    board = Board.from_position("5/6/7/8/6SSs/8/7/6/ss3 0 0 b 4 5", rules=Rules(quiet_cap=5))
    analysis = Engine().analyse(board, Limit(depth=3))
    assert board.format_move(analysis.best) == "e7e8"
    assert analysis.score.value > 0


def test_a_player_blocked_at_a_cap_loses() -> None:
    rules = Rules(ply_cap=2, adjudication="more_ejections")
    board = Board.from_position("5/6/7/8/9/8/s6/1s4/Ss3 1 0 w 0 1", rules=rules)  # by ejections Black would win
    analysis = Engine().analyse(board, Limit(depth=3))
    assert (board.format_move(analysis.best), analysis.score.win_in) == ("c1b1", 1)


def test_the_table_keeps_both_caps_apart() -> None:
    """Black threatens two marbles and will eject one. This delays the cap on quiet plies, and not the other one."""

    def score(engine: Engine, ply_cap: int, quiet_cap: int) -> Score:
        rules = Rules(ply_cap=ply_cap, quiet_cap=quiet_cap, adjudication="more_ejections")
        board = Board.from_position("5/6/7/8/6SSs/8/4SSs/6/ss1S1 0 0 b 0 1", rules=rules)
        return engine.analyse(board, Limit(depth=3), moves=[board.parse_move("a4a5")]).score

    caps = ((50, 10), (10, 50))
    alone = [score(Engine(), *each) for each in caps]
    assert alone[0] != alone[1]
    with Engine() as engine:
        assert [score(engine, *each) for each in caps] == alone


def test_scores_have_a_point_of_view() -> None:
    score = Score(WHITE, _native.WIN - 3)
    assert (score.win_in, score.of(BLACK).win_in, str(score), str(score.of(BLACK))) == (3, -3, "win in 3", "loss in 3")
    assert Score(BLACK, 150).win_in is None
    assert score.of(WHITE) is score


@pytest.mark.parametrize("wrong", [{"hash_mb": 0}, {"threads": 0}, {"threads": True}, {"hash_mb": 1.5}])
def test_engines_that_cannot_be_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Engine(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("network", ["", "a\0b", 5, b"net"])
def test_a_network_is_the_name_of_a_file(network: object) -> None:
    with pytest.raises(ValueError, match=re.escape(f"a network must be the name of a file, not {network!r}")):
        Engine(network=network)  # type: ignore[arg-type]


def test_too_little_memory_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(*settings: object) -> None:
        raise MemoryError("std::bad_alloc")

    monkeypatch.setattr(_native, "Threads", none_left)
    with pytest.raises(MemoryError, match=r"^there is not enough memory for hash_mb 4096 with threads 2$"):
        Engine(hash_mb=4096, threads=2)


# A thread's stack is as large as the limit for stacks: 256 MB. There is memory for one more stack, not for two.
WITH_LARGE_STACKS = 'ulimit -s 262144 && exec "$0" -c "$1"'
ASKS_FOR_THREADS = """
import resource
from sumito import Board
from sumito.engine import Engine, Limit

engine = Engine(hash_mb=1, threads=3)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 400 * 2**20, -1))
for _ in range(2):
    try:
        engine.analyse(Board(), Limit(time_ms=100))
    except RuntimeError as error:
        print(error)
"""


def test_a_thread_that_cannot_start_is_an_error() -> None:
    command = ["sh", "-c", WITH_LARGE_STACKS, sys.executable, ASKS_FOR_THREADS]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
    said = f"thread 3 of 3 cannot start: {os.strerror(errno.EAGAIN)}\n"
    assert (done.returncode, done.stdout) == (0, 2 * said), done.stderr


def test_bench_has_its_signature(capsys: pytest.CaptureFixture[str]) -> None:
    nodes = sum(result.nodes for result in run_bench())
    signature = int((Path(__file__).parent / "bench_signature.txt").read_text(encoding="utf-8"))
    assert nodes == signature, "the search has changed: say so in the commit (Bench: N) and in this file"
    assert main(["bench"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"nodes {nodes}"


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_the_engine_beats_a_random_player(color: Color) -> None:
    rng = random.Random(1)
    engine = Engine(hash_mb=4)
    board = Board("belgian-daisy", rules=NO_LIMITS)
    while board.outcome is None and board.ply < 200:
        mine = board.turn is color
        board.play(engine.play(board, Limit(nodes=2_000)) if mine else rng.choice(list(board.legal_moves)))
    assert board.outcome is not None
    assert board.outcome.winner is color


def test_a_report_cannot_search_with_its_own_engine() -> None:
    engine = Engine(hash_mb=1)

    def report(analysis: Analysis) -> None:
        engine.play(Board(), Limit(nodes=5))

    with pytest.raises(RuntimeError, match="already searching: a report cannot start another search"):
        engine.analyse(Board(), Limit(nodes=2_000), report=report)
    assert engine.play(Board(), Limit(nodes=100)) in Board().legal_moves


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_limit_of_nodes_is_for_all_threads(threads: int) -> None:
    analysis = Engine(hash_mb=1, threads=threads).analyse(Board(), Limit(nodes=2_000))
    assert 500 < analysis.nodes <= 2_000 + threads


def test_reports_count_the_nodes_of_all_threads() -> None:
    engine, limit, threads = Engine(hash_mb=1, threads=4), Limit(nodes=400_000), 4
    last = []
    for _ in range(9):
        engine.forget()
        reports: list[Analysis] = []
        found = engine.analyse(Board("belgian-daisy"), limit, report=reports.append)
        counts = [report.nodes for report in reports]
        assert counts == sorted(counts)
        assert counts[-1] <= found.nodes <= 400_000 + threads
        last.append(counts[-1])
    # The first thread has a fourth of the nodes and no more. How many the others have when it reports is chance.
    assert median(last) > 400_000 / threads, last
