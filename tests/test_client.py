"""The engine protocol, client side: with real processes, most of which misbehave."""

import gc
import os
import pickle
import random
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumito import Board, Direction, GameOverError, IllegalMoveError, Move, Rules
from sumito.engine import Analysis, Engine, EngineError, Limit, OutsideEngine
from sumito.engine.client import _Info
from sumito.engine.process import LineProcess, ProcessError

SUMITO = [sys.executable, "-m", "sumito", "engine"]
SMALL = {"Hash": 1}
LONG = 30.0
# A well-behaved engine in a few lines. Tests replace the part after `go`.
SCRIPT = """
import os, sys, time
def say(*words):
    print(*words, flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "uai":
        say("id name odd engine 1")
        say("option name Mood type string default calm")
        say("uaiok")
    elif words[0] == "isready":
        say("readyok")
    elif words[0] == "quit":
        break
    elif words[0] == "go":
        GO
"""

MakeEngine = Callable[..., OutsideEngine]


def children() -> set[int]:
    """Return the child processes of this process, including zombies."""
    return {int(pid) for task in Path("/proc/self/task").iterdir() for pid in (task / "children").read_text().split()}


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    before, threads = children(), set(threading.enumerate())
    yield
    gc.collect()
    assert children() <= before
    assert not [thread for thread in set(threading.enumerate()) - threads if thread.is_alive()]


@pytest.fixture
def odd(tmp_path: Path) -> Iterator[MakeEngine]:
    """Make an engine from a script: its part after `go`, or the whole of it.

    It starts within `timeout_s` and answers within `then_s`. A process that starts on a busy machine takes much longer
    than one that runs takes to answer.
    """
    made: list[OutsideEngine] = []

    def make(
        go: str = "",
        *,
        script: str = SCRIPT,
        timeout_s: float = LONG,
        then_s: float | None = None,
        **options: str | int,
    ) -> OutsideEngine:
        file = tmp_path / "odd.py"
        file.write_text(script.replace("GO", textwrap.indent(go or "pass", " " * 8).strip()), encoding="utf-8")
        engine = OutsideEngine([sys.executable, str(file)], options=options, timeout_s=timeout_s)
        made.append(engine)
        engine._timeout_s = then_s or timeout_s
        return engine

    yield make
    for engine in made:
        engine.close()


@pytest.fixture(scope="module")
def own() -> Iterator[OutsideEngine]:
    """Yield the engine of the project, in its own process."""
    with OutsideEngine(SUMITO, options=SMALL, timeout_s=LONG) as engine:
        yield engine


def in_thread(work: Callable[[], object]) -> tuple[threading.Thread, list[object]]:
    results: list[object] = []

    def run() -> None:
        try:
            results.append(work())
        except Exception as error:
            results.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    return thread, results


# ---- an engine that behaves


def test_it_plays_as_the_engine_does(own: OutsideEngine) -> None:
    assert own.name.startswith("sumito ")
    board, twin = Board("belgian-daisy"), Engine(hash_mb=1)
    own.forget()
    for _ in range(8):
        move = own.play(board, Limit(nodes=2_000))
        assert move == twin.play(board, Limit(nodes=2_000))
        board.play(move)


def test_it_analyses_as_the_engine_does(own: OutsideEngine) -> None:
    board = Board("belgian-daisy")
    only = sorted(board.legal_moves)[:5]
    own.forget()
    reports: list[Analysis] = []
    found = own.analyse(board, Limit(depth=5), variations=3, moves=only, report=reports.append)
    assert found == Engine(hash_mb=1).analyse(board, Limit(depth=5), variations=3, moves=only)
    assert [report.variations[0].depth for report in reports] == [1, 2, 3, 4, 5]
    own.forget()
    short = own.analyse(board, Limit(nodes=3_333))
    assert short == Engine(hash_mb=1).analyse(board, Limit(nodes=3_333))
    assert short.stopped


def test_another_board_another_history_other_rules(own: OutsideEngine) -> None:
    rng = random.Random(7)
    board = Board(rules=Rules(repetition=0))
    for _ in range(30):
        board.play(rng.choice(list(board.legal_moves)))
        if rng.random() < 0.2:
            board.undo()
        assert own.play(board, Limit(nodes=50)) in board.legal_moves
    quick = Board.from_position("5/6/7/8/6SSs/8/7/6/ss3", rules=Rules(marbles_to_eject=1))
    assert own.analyse(quick, Limit(depth=3)).score.win_in == 1
    capped = Board(rules=Rules(ply_cap=1))
    assert own.analyse(capped, Limit(depth=2)).score.value == 0
    led = Board().position().replace("0 0 b 0 1", "1 0 b 3 60")
    counted = Board.from_position(led, rules=Rules(ply_cap=120, adjudication="more_ejections"))
    assert own.analyse(counted, Limit(depth=2)).score.win_in == 2
    quiet = Board.from_position(led, rules=Rules(quiet_cap=5, adjudication="more_ejections"))
    assert own.analyse(quiet, Limit(depth=2)).score.win_in == 2
    assert own.analyse(Board(), Limit(depth=2)).score.value != 0


def test_history_counts_for_repetition(own: OutsideEngine) -> None:
    board = Board()
    for text in ("c3d4", "g7f6", "d4c3", "f6g7", "c3d4", "g7f6", "d4c3"):
        board.play(text)
    assert own.analyse(board, Limit(depth=1), moves=[board.parse_move("f6g7")]).score.value == 0


def test_what_the_engine_refuses_it_refuses(own: OutsideEngine) -> None:
    board = Board()
    board.resign()
    with pytest.raises(GameOverError, match="white wins by resignation"):
        own.play(board, Limit(depth=1))
    with pytest.raises(IllegalMoveError):
        own.analyse(Board(), Limit(depth=1), moves=[Move.of([30], Direction.E)])
    with pytest.raises(ValueError, match="no moves to choose from"):
        own.analyse(Board(), Limit(depth=1), moves=[])


def test_stop_ends_a_search_and_those_that_wait(own: OutsideEngine) -> None:
    begun = threading.Event()
    first, found = in_thread(lambda: own.analyse(Board(), report=lambda _: begun.set()))
    assert begun.wait(LONG)
    second, waited = in_thread(lambda: own.analyse(Board()))
    while len(own._asked) < 2:
        assert second.is_alive()
    own.stop()
    for thread, result in ((first, found), (second, waited)):
        thread.join(LONG)
        assert isinstance(result[0], Analysis)
        assert result[0].stopped
    own.stop()  # a stop in the past has no effect
    assert own.analyse(Board(), Limit(depth=3)).variations[0].depth == 3


def test_it_ponders(own: OutsideEngine) -> None:
    deep = threading.Event()

    def report(analysis: Analysis) -> None:
        if analysis.variations[0].depth >= 9:
            deep.set()

    thread, found = in_thread(lambda: own.analyse(Board(), Limit(time_ms=5), ponder=True, report=report))
    assert deep.wait(LONG)
    assert not found
    own.ponder_hit()
    thread.join(LONG)
    assert isinstance(found[0], Analysis)


def test_clocks_end_a_search(own: OutsideEngine) -> None:
    board = Board()
    for limit in (Limit(remaining_ms=500, increment_ms=10), Limit(remaining_ms=500, delay_ms=10), Limit(time_ms=10)):
        board.play(own.play(board, limit))
    assert board.ply == 3


@pytest.mark.parametrize(
    ("limit", "black", "white"),
    [
        (Limit(remaining_ms=500), "go btime 500 binc 0", "go wtime 500 winc 0"),
        (Limit(remaining_ms=500, increment_ms=10), "go btime 500 binc 10", "go wtime 500 winc 10"),
        (Limit(remaining_ms=500, delay_ms=30), "go btime 500 binc 30", "go wtime 500 winc 30"),
        (Limit(time_ms=10), "go movetime 10", "go movetime 10"),
        (Limit(depth=3, nodes=7), "go depth 3 nodes 7", "go depth 3 nodes 7"),
        (Limit(), "go infinite", "go infinite"),
    ],
    ids=str,
)
def test_limits_reach_the_engine(odd: MakeEngine, limit: Limit, black: str, white: str) -> None:
    engine = odd("say('bestmove', 'none', line)")
    board = Board()
    assert refused(engine, limit, board).said == f"bestmove none {black}"
    board.play("a1b2")
    assert refused(engine, limit, board).said == f"bestmove none {white}"


def test_several_threads_use_one_engine(own: OutsideEngine) -> None:
    def game() -> bool:
        board = Board("belgian-daisy")
        for _ in range(15):
            board.play(own.play(board, Limit(nodes=100)))
        return True

    threads = [in_thread(game) for _ in range(4)]
    for thread, result in threads:
        thread.join(LONG)
        assert result == [True]


@pytest.mark.timing
def test_asking_costs_little(own: OutsideEngine) -> None:
    board = Board("belgian-daisy", rules=Rules(repetition=0))
    rng = random.Random(3)
    costs = []
    for _ in range(120):
        began = time.perf_counter()
        own.play(board, Limit(nodes=1))
        costs.append(time.perf_counter() - began)
        board.play(rng.choice(list(board.legal_moves)))
    assert median(costs) < 0.003  # less than any wait in slices


# ---- engines that do not start


def test_a_command_is_a_list_of_words() -> None:
    commands: list[Any] = ["sumito engine", [], [""], ["a\0b"], [Path("sumito")], None, 5]
    for command in commands:
        with pytest.raises(ValueError, match="command must be a list of words"):
            OutsideEngine(command)


@pytest.mark.parametrize("time", [0, -1, float("nan"), float("inf"), "10", None, True])
def test_a_time_is_a_number_of_seconds(time: object) -> None:
    with pytest.raises(ValueError, match="timeout_s must be a positive number of seconds, not "):
        OutsideEngine(SUMITO, timeout_s=time)  # type: ignore[arg-type]


@pytest.mark.parametrize("options", [{"Hash": "1\nquit"}, {"Ha\nsh": 1}])
def test_an_option_is_one_line(options: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="not an option"):
        OutsideEngine(SUMITO, options=options)


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="engine nowhere: does not start: no such file or directory") as caught:
        OutsideEngine([str(tmp_path / "nowhere"), "--fast"])
    assert caught.value.asked.endswith("nowhere --fast")
    (tmp_path / "text").write_text("no program", encoding="utf-8")
    with pytest.raises(EngineError, match="engine text: does not start: permission denied"):
        OutsideEngine([str(tmp_path / "text")])


def test_an_engine_that_dies_at_once(odd: MakeEngine) -> None:
    with pytest.raises(EngineError, match=r"died with exit code 3.*asked 'uai'.*said 'no licence'"):
        odd(script="import sys; sys.stdin.readline(); print('no licence', file=sys.stderr); sys.exit(3)")


def test_an_engine_that_says_nothing(odd: MakeEngine) -> None:
    with pytest.raises(EngineError, match=r"does not answer uaiok within 0.3 s; asked 'uai'$"):
        odd(script="import time; time.sleep(1000)", timeout_s=0.3)


def test_an_engine_that_floods_instead_of_an_introduction(odd: MakeEngine) -> None:
    with pytest.raises(EngineError, match=r"does not answer uaiok.*said 'id name chatter'"):
        odd(script="while True: print('id name chatter')", timeout_s=0.3)


def test_an_engine_whose_line_never_ends(odd: MakeEngine) -> None:
    with pytest.raises(EngineError, match="writes a line of more than 1048576 characters"):
        odd(script="while True: print('x' * 9999, end='')")


def test_an_engine_that_does_not_read(odd: MakeEngine) -> None:
    engine = odd(script=SCRIPT.replace('say("readyok")', 'say("readyok"); time.sleep(1000)'), then_s=0.5)
    board = Board(rules=Rules(repetition=0))
    for text in ("c3d4", "g7f6", "d4c3", "f6g7") * 6000:
        board.play(text)
    with pytest.raises(EngineError, match="does not read"):
        engine.play(board, Limit(time_ms=10))


# ---- options


def test_options_are_checked_and_kept(odd: MakeEngine) -> None:
    with pytest.raises(
        EngineError, match="engine odd engine 1: has no option 'Hash'; asked 'setoption name Hash value 1'"
    ):
        odd(Hash=1)
    with pytest.raises(EngineError, match=r"rejects an option.*from 1 to 1048576, not '0'"):
        OutsideEngine(SUMITO, options={"Hash": 0}, timeout_s=LONG)
    with OutsideEngine(SUMITO, options={"hash": 1, "Ponder": True}, timeout_s=LONG) as engine:
        assert engine._set["ponder"] == "true"


# ---- engines that fail in the middle


def refused(engine: OutsideEngine, limit: Limit, board: Board | None = None) -> EngineError:
    with pytest.raises(EngineError) as caught:
        engine.play(board or Board(), limit)
    assert str(caught.value).startswith("engine odd engine 1: ")
    return caught.value


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("bestmove zz", "no such cell: 'zz', column 1"),
        ("bestmove e5e6", "illegal move 'e5e6' in sssss/"),
        ("bestmove", "gives no move in sssss/"),
        ("bestmove none", "gives no move in sssss/"),
        ("bestmove \N{SNOWMAN}", "no such cell: "),
    ],
)
def test_a_best_move_that_is_none(odd: MakeEngine, answer: str, problem: str) -> None:
    engine = odd(f"say({answer!r})")
    error = refused(engine, Limit(depth=1))
    assert error.problem.startswith(problem)
    assert (error.asked, error.said) == ("go depth 1", answer)
    assert problem in str(error)
    twin = pickle.loads(pickle.dumps(error))
    assert (str(twin), twin.engine, twin.asked) == (str(error), "odd engine 1", "go depth 1")
    process = engine._process
    refused(engine, Limit(depth=1))
    assert engine._process is process  # it is alive, so it is not restarted


def test_a_move_that_was_not_to_choose_from(odd: MakeEngine) -> None:
    engine, board = odd("say('bestmove a1b2')"), Board()
    assert engine.play(board) == board.parse_move("a1b2")
    with pytest.raises(EngineError, match="gives a move that is not one of searchmoves"):
        engine.analyse(board, Limit(depth=1), moves=[board.parse_move("a5b5")])


def test_a_position_that_is_refused_is_no_move(odd: MakeEngine) -> None:
    engine = odd("say('info string position: I do not know this'); say('bestmove a1b2')")
    error = refused(engine, Limit(depth=1))
    assert error.problem == "rejects the position"
    assert error.said == "info string position: I do not know this"


DIES_ONCE = """
import pathlib
if pathlib.Path(__file__).with_name("seen").exists():
    say("bestmove a1b2")
else:
    pathlib.Path(__file__).with_name("seen").touch()
    say("info depth 1")
    DIE
"""


@pytest.mark.parametrize(
    ("way", "problem"),
    [
        ("os._exit(5)", "died with exit code 5"),
        ("os.kill(os.getpid(), 9)", "died of SIGKILL"),
        ("raise ValueError('oops')", "died with exit code 1"),
        ("time.sleep(1000)", "gives no move in time"),
    ],
)
def test_an_engine_that_dies_or_hangs_is_started_again(odd: MakeEngine, way: str, problem: str) -> None:
    engine = odd(DIES_ONCE.replace("DIE", way).strip(), then_s=LONG if "died" in problem else 2, Mood="wild")
    error = refused(engine, Limit(time_ms=10))
    engine._timeout_s = LONG
    assert error.problem == problem
    assert error.said.startswith("info depth 1")
    assert ("oops" in error.said) == ("oops" in way)
    assert engine.play(Board(), Limit(time_ms=10)) == Board().parse_move("a1b2")
    assert engine._set["mood"] == "wild"


def test_an_engine_that_died_while_nobody_asked_is_started_again(odd: MakeEngine) -> None:
    engine = odd("say('bestmove a1b2')")
    engine.play(Board())
    assert engine._process is not None
    engine._process.kill()
    engine._process._popen.wait(LONG)
    assert engine.play(Board()) == Board().parse_move("a1b2")


@pytest.mark.parametrize(
    ("limit", "problem"),
    [
        (Limit(time_ms=10), "gives no move in time"),
        (Limit(remaining_ms=50), "gives no move in time"),
        (Limit(depth=3), "hangs"),
        (Limit(), "hangs"),
    ],
)
def test_an_engine_that_hangs_is_given_up(odd: MakeEngine, limit: Limit, problem: str) -> None:
    engine = odd("time.sleep(1000)", then_s=0.3)
    began = time.monotonic()
    assert refused(engine, limit).problem == problem
    assert time.monotonic() - began < LONG


@pytest.mark.parametrize("limit", [Limit(time_ms=10), Limit(depth=3)])
def test_an_engine_that_floods_is_given_up(odd: MakeEngine, limit: Limit) -> None:
    engine = odd("while True: os.write(1, b'info\\n' * 10_000)", then_s=0.5)  # faster than it can be read
    assert refused(engine, limit).problem in ("gives no move in time", "hangs")


class SlowProcess:
    """A program that answers as a script says. It gives no line in time where the script has None."""

    is_alive = True
    complaints = ""

    def __init__(self, *script: str | None) -> None:
        self._script = list(script)
        self.read: list[str] = []

    def drain(self) -> None:
        pass

    def send(self, text: str, deadline: float) -> None:
        self.read += text.splitlines()

    def line(self, deadline: float) -> str | None:
        return self._script.pop(0)

    def end(self) -> None:
        self.read.append("(end)")


@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_an_engine_that_thinks_long_but_answers_is_waited_for(
    odd: MakeEngine, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = odd()
    slow = SlowProcess(*(None, "readyok") * rounds, "bestmove a1b2")
    with monkeypatch.context() as patch:
        patch.setattr(engine, "_process", slow)
        assert engine.play(Board(), Limit(depth=30)) == Board().parse_move("a1b2")
    assert slow.read[-1 - rounds :] == ["go depth 30", *["isready"] * rounds]


@pytest.mark.parametrize("rounds", [0, 2])
def test_an_engine_that_gives_no_sign_of_life_is_not_waited_for(
    odd: MakeEngine, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = odd()
    slow = SlowProcess(*(None, "readyok") * rounds, None, None, "bestmove a1b2")
    with monkeypatch.context() as patch:
        patch.setattr(engine, "_process", slow)
        assert refused(engine, Limit(depth=30)).problem == "hangs"
    assert slow.read[-2 - rounds :] == [*["isready"] * (rounds + 1), "(end)"]


def test_an_engine_that_ignores_stop_is_given_up(odd: MakeEngine) -> None:
    engine = odd(
        "say('info depth 1 score cp 3 pv a1b2')\nfor line in sys.stdin:\n    if line == 'isready\\n': say('readyok')",
        then_s=2,
    )
    begun = threading.Event()
    thread, result = in_thread(lambda: engine.analyse(Board(), report=lambda _: begun.set()))
    assert begun.wait(LONG)
    engine.stop()
    thread.join(LONG)
    assert isinstance(result[0], EngineError)
    assert result[0].problem == "gives no move in time"


def test_stderr_is_drained(odd: MakeEngine) -> None:
    engine = odd("sys.stderr.write('x' * 1_000_000)\nsys.stderr.flush()\nsay('bestmove a1b2')")
    for _ in range(3):
        assert engine.play(Board(), Limit(depth=1)) == Board().parse_move("a1b2")


def test_what_was_said_unasked_does_not_count(odd: MakeEngine) -> None:
    engine = odd("os.write(1, b'bestmove a1b2\\nbestmove a5b5\\n')")
    first = engine.play(Board())
    assert engine.play(Board()) == first


def test_infos_that_make_no_sense_do_not_count(odd: MakeEngine) -> None:
    lines = ["info", "info depth", "info score cp pv", "info depth x score cp 3 pv a1b2", "info string pv a1b2"]
    lines += ["info depth 3 score mate 3 pv a1b2", "info depth 4 score cp 9 nodes 77 pv a5b5 zz", "\x00\x01", ""]
    engine = odd(f"for line in {lines!r}: say(line)\nsay('bestmove a1b2')")
    found = engine.analyse(Board(), Limit(depth=1))
    board = Board()
    assert found.best == board.parse_move("a1b2")
    assert found.nodes == 77
    assert [variation.moves for variation in found.variations[1:]] == [(board.parse_move("a5b5"),)]
    assert found.variations[1].score.value == 9


WORDS = st.sampled_from(["depth", "score", "cp", "win", "nodes", "multipv", "pv", "string", "a1b2", "i9h8", "3", "-1"])


@given(st.lists(WORDS | st.text(max_size=5), max_size=12))
def test_no_info_disturbs(words: list[str]) -> None:
    info = _Info(Board(), Limit(), 1)
    info.read(" ".join(["info", *words]))
    assert info.analysis(Board().parse_move("a5b5")).best == Board().parse_move("a5b5")


# ---- the end


def test_a_closed_engine_is_not_used(odd: MakeEngine) -> None:
    engine = odd("say('bestmove a1b2')")
    engine.close()
    engine.close()
    with pytest.raises(EngineError, match="engine odd engine 1: is closed"):
        engine.play(Board())
    engine.stop()


@pytest.mark.timing
def test_closing_ends_a_search(odd: MakeEngine) -> None:
    engine = odd("say('info depth 1 score cp 3 pv a1b2')\ntime.sleep(1000)")
    begun = threading.Event()
    thread, result = in_thread(lambda: engine.analyse(Board(), report=lambda _: begun.set()))
    assert begun.wait(LONG)
    began = time.monotonic()
    engine.close()
    thread.join(LONG)
    assert time.monotonic() - began < 5
    assert isinstance(result[0], EngineError)
    assert result[0].problem == "was closed"


def test_an_engine_that_does_not_quit_is_killed_with_its_children(odd: MakeEngine, tmp_path: Path) -> None:
    script = SCRIPT.replace("        break", "        time.sleep(1000)")
    engine = odd("import subprocess; subprocess.Popen(['sleep', '1000']); say('bestmove a1b2')", script=script)
    engine.play(Board())
    assert engine._process is not None
    grandchildren = Path(f"/proc/{engine._process._popen.pid}/task/{engine._process._popen.pid}/children")
    (child,) = grandchildren.read_text().split()
    engine.close()
    deadline = time.monotonic() + LONG
    while os.path.exists(f"/proc/{child}") and "Z" not in Path(f"/proc/{child}/stat").read_text().split()[2]:
        assert time.monotonic() < deadline


def test_an_engine_that_is_forgotten_is_ended(odd: MakeEngine) -> None:
    process = LineProcess(["sleep", "1000"])
    pid = process._popen.pid
    assert pid in children()
    del process
    gc.collect()
    assert pid not in children()


def test_a_program_that_ends_leaves_no_engine(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from sumito.engine import OutsideEngine\n"
        "engine = OutsideEngine([sys.executable, '-m', 'sumito', 'engine'])\n"
        "print(engine._process._popen.pid)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=LONG)
    assert done.stderr == ""
    assert not os.path.exists(f"/proc/{int(done.stdout)}")


def test_a_process_that_is_dead_cannot_be_talked_to() -> None:
    process = LineProcess(["true"])
    deadline = time.monotonic() + LONG
    with pytest.raises(ProcessError, match="died with exit code 0"):
        process.line(deadline)
    with pytest.raises(ProcessError, match="died with exit code 0"):
        process.send("x", deadline)
    assert not process.is_alive
    process.quit()
