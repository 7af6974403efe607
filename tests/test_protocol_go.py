"""The engine protocol, engine side: the start, the reports and the end of a search."""

import random
import re
import sys
import time
import types
from statistics import median

import pytest

from dialogue import Talk, talking
from sumito import Board, Move
from sumito.engine import Engine
from sumito.engine.protocol import read_order

WIN_IN_ONE = "5/6/7/8/6SSs/8/7/6/ss3 5 0 b 0 1"
WON = "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 6 0 w 0 1"
INFO = re.compile(
    r"info depth \d+( multipv \d+)? score (cp -?\d+|win -?\d+) nodes \d+ nps \d+ time \d+ hashfull \d+ pv( \w+)+"
)


talk = pytest.fixture(talking)


def test_infos_lead_to_the_best_move(talk: Talk) -> None:
    talk.tell("position layout belgian-daisy", "go depth 6")
    best = talk.wait_for("bestmove").split()[1]
    infos = [line for line in talk.said if line.startswith("info")]
    assert [int(line.split()[2]) for line in infos] == [1, 2, 3, 4, 5, 6]
    for line in infos:
        assert INFO.fullmatch(line), line
        board = Board("belgian-daisy")
        for text in line.partition(" pv ")[2].split():
            board.play(text)
    assert infos[-1].partition(" pv ")[2].split()[0] == best


def test_a_win_and_a_loss_are_told_in_plies(talk: Talk) -> None:
    talk.tell(f"position fen {WIN_IN_ONE}", "go depth 4")
    assert talk.wait_for("info depth 1").split()[3:6] == ["score", "win", "1"]
    assert talk.wait_for("bestmove") == "bestmove e7e8"
    talk.tell("position fen 5/6/7/8/sSS3SSs/8/7/6/5 5 0 w 0 1", "go depth 4")
    talk.wait_for("bestmove")
    assert [line.split()[4:6] for line in talk.said if line.startswith("info")][-1] == ["win", "-2"]


def test_the_last_info_is_the_result_of_a_search_that_was_cut_short(talk: Talk) -> None:
    for nodes in (1, 7, 300, 2_777, 9_999):
        best = talk.best("newgame", "position layout belgian-daisy", f"go nodes {nodes}")
        info = [line for line in talk.said if line.startswith("info")][-1]
        assert info.partition(" pv ")[2].split()[0] == best


@pytest.mark.parametrize(
    "words",
    [
        "movetime 20",
        "nodes 500",
        "depth 3",
        "btime 1000 wtime 1 binc 10 winc 10",
        "btime -5",
        "btime 0 binc -3 wtime -1",
        "depth 99 movetime 5 nodes 100000 btime 100",
        "infinite nodes 10",
        "movetime 0",
        "depth 999999999999999999999 nodes 3",
    ],
)
def test_limits_in_any_combination(talk: Talk, words: str) -> None:
    talk.tell(f"go {words}")
    if "infinite" in words:
        talk.wait_for("info depth 1|info depth 0")
        talk.tell("stop")
    best = talk.wait_for("bestmove").split()[1]
    assert best == Board().format_move(Board().parse_move(best))


def test_each_player_has_a_clock() -> None:
    board = Board()
    words = ["btime", "5000", "wtime", "9000", "binc", "10", "winc", "20"]
    order = read_order(words, board)
    assert (order.limit.remaining_ms, order.limit.increment_ms) == (5000, 10)
    board.play("a1b2")
    order = read_order(words, board)
    assert (order.limit.remaining_ms, order.limit.increment_ms) == (9000, 20)
    assert read_order(["btime", "5000", "binc", "10"], board).limit.remaining_ms is None


def test_the_choice_can_be_restricted(talk: Talk) -> None:
    assert talk.best("go searchmoves a5b5 depth 4") == "a5b5"
    assert talk.best("go depth 3 searchmoves a1b2 a5b5") in ("a1b2", "a5b5")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("depth", "go: depth must be a whole number, not ''"),
        ("depth x", "go: depth must be a whole number, not 'x'"),
        ("nodes 1e5", "go: nodes must be a whole number, not '1e5'"),
        ("nodes -1", "go: nodes must be a whole number of at least 1, not '-1'"),
        ("nodes 0 depth 3", "go: nodes must be a whole number of at least 1, not '0'"),
        ("depth 0", "go: depth must be a whole number of at least 1, not '0'"),
        ("movetime -5", "go: movetime must be a whole number of at least 0, not '-5'"),
        ("movestogo 3", "go: no such word: 'movestogo'"),
        ("searchmoves", "go: no moves to choose from"),
        ("searchmoves e5e6", "go: illegal move 'e5e6' in "),
        ("searchmoves foo", "go: no such cell: 'foo'"),
    ],
)
def test_a_go_that_is_not_understood_is_answered(talk: Talk, words: str, problem: str) -> None:
    info, best = talk.answer(f"go {words}")
    assert info.startswith(f"info string {problem}")
    assert best == "bestmove none"


def test_a_game_that_is_over_is_not_searched(talk: Talk) -> None:
    assert talk.answer(f"position fen {WON}", "go depth 3") == [
        "info string the game is over: black wins by ejection",
        "bestmove none",
    ]


def test_stop_ends_an_endless_search_and_what_follows_waits(talk: Talk) -> None:
    for go in ("go", "go infinite"):
        talk.tell(go)
        talk.wait_for("info depth 3")
        talk.tell("stop", "position layout belgian-daisy", "go depth 2")
        talk.wait_for("bestmove")
        talk.wait_for("bestmove")
        talk.tell("position startpos")
    assert not [line for line in talk.said if "string" in line]


def test_a_stop_right_after_go_is_not_lost(talk: Talk) -> None:
    for _ in range(20):
        talk.tell("go infinite", "stop")
        assert talk.wait_for("bestmove").split()[1] != "none"


def test_an_endless_search_that_has_proved_a_win_waits_for_stop(talk: Talk) -> None:
    talk.tell(f"position fen {WIN_IN_ONE}", "go infinite")
    talk.wait_for("info depth 1")
    assert talk.answer() == []
    talk.tell("stop")
    assert talk.wait_for("bestmove") == "bestmove e7e8"


@pytest.mark.parametrize("line", ["go depth 1", "position startpos", "setoption name MultiPV value 2", "newgame"])
def test_what_cannot_be_done_during_a_search_is_refused(talk: Talk, line: str) -> None:
    talk.tell("go infinite")
    talk.wait_for("info depth 2")
    talk.tell(line)
    assert talk.wait_for("info string").endswith(f"{line.split()[0]}: a search is running: send `stop` first")
    talk.tell("stop")
    talk.wait_for("bestmove")
    assert len([each for each in talk.said if each.startswith("bestmove")]) == 1


def test_stop_and_ponderhit_without_a_search_do_nothing(talk: Talk) -> None:
    assert talk.answer("stop", "ponderhit") == []
    talk.tell("go infinite", "ponderhit")
    talk.wait_for("info depth 4")
    assert not [line for line in talk.said if line.startswith("bestmove")]


# ---- ponder


def test_pondering_ends_with_a_hit_in_the_limits_time(talk: Talk) -> None:
    talk.tell("go ponder movetime 5")
    talk.wait_for("info depth 9")
    assert not [line for line in talk.said if line.startswith("bestmove")]
    talk.tell("ponderhit")
    talk.wait_for("bestmove")


@pytest.mark.parametrize("end", ["ponderhit", "stop"])
def test_a_search_that_is_done_waits_for_the_hit_or_a_stop(talk: Talk, end: str) -> None:
    talk.tell(f"position fen {WIN_IN_ONE}", "go ponder depth 3")
    talk.wait_for("info depth 1")
    assert talk.answer() == []
    talk.tell(end)
    assert talk.wait_for("bestmove") == "bestmove e7e8"


def test_pondering_without_a_limit_goes_on_after_the_hit(talk: Talk) -> None:
    talk.tell("go ponder")
    talk.wait_for("info depth 3")
    talk.tell("ponderhit")
    talk.wait_for("info depth [789]")
    talk.tell("stop")
    talk.wait_for("bestmove")


# ---- levels


@pytest.fixture
def levels(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Replace the levels: play the first move, and record the arguments."""
    asked: list[int] = []

    def play_level(engine: Engine, board: Board, level: int, rng: random.Random) -> Move:
        assert isinstance(rng, random.Random)
        asked.append(level)
        if level == 2:
            engine.analyse(board)  # until it is stopped
        return sorted(board.legal_moves)[0]

    module = types.ModuleType("sumito.engine.levels")
    module.play_level = play_level  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sumito.engine.levels", module)
    return asked


def test_a_level_chooses_the_move(talk: Talk, levels: list[int]) -> None:
    first = Board().format_move(sorted(Board().legal_moves)[0])
    assert talk.best("setoption name Level value 3", "go depth 5") == first
    assert not [line for line in talk.said if line.startswith("info")]
    assert talk.best("go") == first
    assert levels == [3, 3]
    talk.best("setoption name Level value 12", "go depth 1")
    assert levels == [3, 3]


def test_a_level_keeps_the_limits_time(talk: Talk, levels: list[int]) -> None:
    assert talk.best("setoption name Level value 2", "go movetime 30") != "none"
    assert levels == [2]


def test_a_level_is_stopped_before_what_follows(talk: Talk, levels: list[int]) -> None:
    for _ in range(10):
        talk.tell("setoption name Level value 2", "go", "stop", "position startpos")
        assert talk.wait_for("bestmove") != "bestmove none"


def test_a_level_does_not_ponder(talk: Talk, levels: list[int]) -> None:
    talk.tell("setoption name Level value 4", "go ponder movetime 30")
    assert talk.answer() == []
    assert levels == []
    talk.tell("ponderhit")
    talk.wait_for("bestmove")
    assert levels == [4]


def test_a_level_takes_no_choice_of_moves(talk: Talk, levels: list[int]) -> None:
    assert talk.answer("setoption name Level value 4", "go searchmoves a1b2") == [
        "info string go: searchmoves needs Level 12",
        "bestmove none",
    ]


def test_a_fault_of_the_engine_is_answered(talk: Talk, levels: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(sys.modules["sumito.engine.levels"], "play_level")
    talk.tell("setoption name Level value 4", "go depth 1")
    assert talk.wait_for("info string").startswith("info string go: ImportError: ")
    assert talk.wait_for("bestmove") == "bestmove none"


# ---- in time


@pytest.mark.timing
def test_stop_takes_a_few_milliseconds(talk: Talk) -> None:
    times = []
    for _ in range(9):
        talk.tell("go infinite")
        talk.wait_for("info depth 6")
        began = time.monotonic()
        talk.tell("stop")
        talk.wait_for("bestmove")
        times.append(time.monotonic() - began)
    assert median(times) < 0.010, times
