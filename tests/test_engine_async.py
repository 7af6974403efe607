"""The engine with threads and tasks: it stops at once, loses nothing, and leaves nothing running."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import aclosing
from statistics import median
from typing import TypeVar

import pytest

from command_line import interrupts_heard
from sumito import (
    BLACK,
    WHITE,
    Board,
    Clock,
    Direction,
    GameOverError,
    IllegalMoveError,
    Move,
    NotationError,
    TimeControl,
)
from sumito.engine import Analysis, Engine, Limit, Score
from sumito.engine.score import USUAL_SCALE

WIN_IN_ONE = "5/6/7/8/6SSs/8/7/6/ss3 5 0 b 0 1"
T = TypeVar("T")
LONG = 30.0  # seconds; anything that takes longer hangs


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    yield
    for thread in threading.enumerate():
        if thread.name.startswith("sumito"):
            thread.join(LONG)
            assert not thread.is_alive()


def deep_enough(depth: int) -> tuple[Callable[[Analysis], None], threading.Event]:
    """Return a report function, and the event that it sets at a depth."""
    reached = threading.Event()

    def report(analysis: Analysis) -> None:
        if analysis.variations[0].depth >= depth:
            reached.set()

    return report, reached


@pytest.mark.timing
def test_stop_takes_a_few_milliseconds() -> None:
    engine, board = Engine(), Board("belgian-daisy")
    times = []
    for _ in range(9):
        report, reached = deep_enough(7)
        outcome = engine.search(board).start(report)
        assert reached.wait(LONG)
        began = time.monotonic()
        engine.stop()
        assert outcome.result(LONG).stopped
        times.append(time.monotonic() - began)
    assert median(times) < 0.010, times


def test_a_stop_before_the_search_begins_counts() -> None:
    engine = Engine(hash_mb=1)
    search = engine.search(Board())
    engine.stop()
    analysis = search.run()
    assert analysis.stopped
    assert analysis.best in Board().legal_moves
    search = engine.search(Board())
    search.stop()
    assert search.run().stopped


def test_a_stop_of_the_past_does_not_count() -> None:
    engine = Engine(hash_mb=1)
    engine.stop()
    analysis = engine.analyse(Board(), Limit(depth=4))
    assert not analysis.stopped
    assert analysis.variations[0].depth == 4


def test_one_search_is_stopped_and_the_next_has_its_turn() -> None:
    engine = Engine(hash_mb=1)
    first, second = engine.search(Board()), engine.search(Board(), Limit(depth=3))
    report, reached = deep_enough(2)
    running = first.start(report)
    assert reached.wait(LONG)
    waiting = second.start()
    first.stop()
    assert running.result(LONG).stopped
    assert not waiting.result(LONG).stopped


def test_the_engine_stops_the_search_that_runs_and_those_that_wait() -> None:
    engine = Engine(hash_mb=1)
    report, reached = deep_enough(3)
    outcomes = [engine.search(Board()).start(report) for _ in range(3)]
    assert reached.wait(LONG)
    engine.stop()
    for outcome in outcomes:
        assert outcome.result(LONG).best in Board().legal_moves


def test_several_threads_use_one_engine() -> None:
    engine = Engine(hash_mb=2)
    boards = [Board(), Board("belgian-daisy"), Board("german-daisy"), Board("the-wall")]
    problems: list[object] = []

    def use(number: int) -> None:
        board = boards[number].copy()
        for turn in range(12):
            analysis = engine.analyse(board, Limit(nodes=1_500), variations=1 + turn % 3)
            if analysis.best not in board.legal_moves or len(analysis.variations) != 1 + turn % 3:
                problems.append(analysis)
            board.play(analysis.best)
            if turn % 4 == number:
                engine.forget()
                engine.stop()

    threads = [threading.Thread(target=use, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG)
        assert not thread.is_alive()
    assert not problems


def test_the_board_may_be_played_on_while_it_is_searched() -> None:
    engine, board = Engine(hash_mb=1), Board()
    search = engine.search(board, Limit(depth=4))
    board.play("a1b2")
    assert search.run().best in Board().legal_moves


def test_the_table_fills() -> None:
    engine, seen = Engine(hash_mb=1), []
    assert engine.hashfull == 0
    engine.analyse(Board("belgian-daisy"), Limit(nodes=60_000), report=lambda _: seen.append(engine.hashfull))
    assert seen == sorted(seen)
    assert 0 < seen[-1] <= engine.hashfull <= 1000


def test_reports_are_of_whole_iterations_and_best_first() -> None:
    reports: list[Analysis] = []
    Engine(hash_mb=1).analyse(Board("belgian-daisy"), Limit(depth=6), variations=3, report=reports.append)
    assert [report.variations[0].depth for report in reports] == [1, 2, 3, 4, 5, 6]
    for report in reports:
        assert {variation.depth for variation in report.variations} == {report.variations[0].depth}
        values = [variation.score.value for variation in report.variations]
        assert values == sorted(values, reverse=True)
        assert len(values) == 3


@pytest.mark.parametrize("variations", [0, -1, 1.5, True])
def test_variations_are_a_number(variations: int) -> None:
    with pytest.raises(ValueError, match="variations must be a whole number of at least 1"):
        Engine(hash_mb=1).analyse(Board(), Limit(depth=1), variations=variations)


def test_a_choice_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="no moves to choose from"):
        Engine(hash_mb=1).analyse(Board(), Limit(depth=1), moves=[])


def test_ctrl_c_ends_a_search_of_the_main_thread() -> None:
    code = (
        "import threading\n"
        "from sumito import Board\n"
        "from sumito.engine import Engine\n"
        "engine = Engine(hash_mb=1)\n"
        "def watch():\n"
        "    while engine._running is None: pass\n"
        "    print('begun', flush=True)\n"
        "threading.Thread(target=watch).start()\n"
        "try:\n"
        "    engine.analyse(Board())\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    with (
        interrupts_heard(),
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process,
    ):
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        os.kill(process.pid, signal.SIGINT)
        try:
            said, _ = process.communicate(timeout=LONG)
        finally:
            process.kill()
        assert said == "interrupted\n"
        assert process.returncode == 0


def test_ctrl_c_while_a_search_begins_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start

    def interrupted(thread: threading.Thread) -> None:
        start(thread)
        raise KeyboardInterrupt

    engine = Engine(hash_mb=1)
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(threading.Thread, "start", interrupted)
        with pytest.raises(KeyboardInterrupt):
            engine.analyse(Board())
    assert engine.analyse(Board(), Limit(depth=1)).variations[0].depth == 1


# ---- ponder


def test_time_stands_still_while_it_ponders() -> None:
    engine = Engine(hash_mb=1)
    report, reached = deep_enough(9)
    search = engine.search(Board(), Limit(time_ms=5), ponder=True)
    outcome = search.start(report)
    assert reached.wait(LONG)  # far beyond the depth that five milliseconds reach
    assert not outcome.done()
    engine.ponder_hit()
    assert outcome.result(LONG).variations[0].depth >= 9  # it may end between two iterations, so not always `stopped`


def test_a_hit_before_the_search_begins_counts() -> None:
    engine = Engine(hash_mb=1)
    search = engine.search(Board(), Limit(time_ms=5), ponder=True)
    search.ponder_hit()
    assert search.run().best in Board().legal_moves
    second = engine.search(Board(), Limit(time_ms=5), ponder=True)
    engine.ponder_hit()
    assert second.run().best in Board().legal_moves


def test_a_second_hit_gives_no_more_time() -> None:
    engine = Engine(hash_mb=1)
    report, reached = deep_enough(4)
    search = engine.search(Board("belgian-daisy"), Limit(time_ms=300), ponder=True)
    outcome = search.start(report)
    assert reached.wait(LONG)
    search.ponder_hit()
    began = time.monotonic()
    while not outcome.done() and time.monotonic() - began < LONG:
        search.ponder_hit()
    assert outcome.done()


# ---- tasks


def run(main: Coroutine[object, object, T]) -> T:
    return asyncio.run(asyncio.wait_for(main, LONG))


def test_a_move_without_blocking() -> None:
    async def main() -> Move:
        engine = Engine(hash_mb=1)
        playing = asyncio.create_task(engine.play_async(Board(), Limit(time_ms=int(2000 * LONG))))
        for _ in range(5):  # turns of the event loop, which a blocking search would prevent
            await asyncio.sleep(0.001)
        assert not playing.done()
        while not playing.done():
            engine.stop()
            await asyncio.sleep(0.001)
        return await playing

    assert run(main()) in Board().legal_moves


def test_analysis_has_the_same_arguments() -> None:
    board = Board("belgian-daisy")
    only = sorted(board.legal_moves)[:2]
    seen: list[Analysis] = []

    async def main() -> Analysis:
        return await Engine(hash_mb=1).analyse_async(
            board, Limit(depth=3), variations=2, moves=only, report=seen.append
        )

    analysis = run(main())
    assert analysis == Engine(hash_mb=1).analyse(board, Limit(depth=3), variations=2, moves=only)
    assert len(seen) == 3


def test_errors_reach_the_task() -> None:
    board = Board()
    board.resign()

    async def main() -> None:
        with pytest.raises(GameOverError):
            await Engine(hash_mb=1).play_async(board)
        with pytest.raises(IllegalMoveError):
            await Engine(hash_mb=1).analyse_async(Board(), moves=[Move.of([30], Direction.E)])

        def fail(analysis: Analysis) -> None:
            raise RuntimeError("enough")

        with pytest.raises(RuntimeError, match="enough"):
            await Engine(hash_mb=1).analyse_async(Board(), report=fail)

    run(main())


def test_a_cancelled_task_leaves_nothing_behind() -> None:
    run(cancel_a_search())


@pytest.mark.timing
def test_a_task_is_cancelled_in_a_few_milliseconds() -> None:
    times = [run(cancel_a_search()) for _ in range(5)]
    assert median(times) < 0.05, times


async def cancel_a_search() -> float:
    """Cancel a running search, and return the seconds until its task has ended."""
    engine = Engine(hash_mb=1)
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def report(analysis: Analysis) -> None:
        loop.call_soon_threadsafe(begun.set)

    task = asyncio.create_task(engine.analyse_async(Board(), report=report))
    await begun.wait()
    at = time.monotonic()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    seconds = time.monotonic() - at
    assert engine._running is None
    assert not engine.analyse(Board(), Limit(depth=2)).stopped
    return seconds


def test_a_task_that_waits_for_its_turn_is_cancelled_at_once() -> None:
    async def main() -> None:
        engine = Engine(hash_mb=1)
        first = asyncio.create_task(engine.analyse_async(Board()))
        second = asyncio.create_task(engine.analyse_async(Board()))
        while engine._running is None:
            await asyncio.sleep(0)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        assert not first.done()
        assert engine._running is not None
        engine.stop()
        assert (await first).stopped

    run(main())


def test_a_stream_tells_each_iteration_and_the_result() -> None:
    async def main() -> list[Analysis]:
        engine = Engine(hash_mb=1)
        return [analysis async for analysis in engine.stream(Board(), Limit(depth=5), variations=2)]

    found = run(main())
    assert [analysis.variations[0].depth for analysis in found] == [1, 2, 3, 4, 5]
    assert all(len(analysis.variations) == 2 for analysis in found)


def test_a_stream_ends_with_what_was_found_before_the_stop() -> None:
    async def main() -> tuple[Analysis, Analysis]:
        stream = [a async for a in Engine(hash_mb=1).stream(Board("belgian-daisy"), Limit(nodes=9_999))]
        return stream[-1], Engine(hash_mb=1).analyse(Board("belgian-daisy"), Limit(nodes=9_999))

    last, analysis = run(main())
    assert last.variations == analysis.variations


@pytest.mark.parametrize("way", ["break", "error", "close"])
def test_leaving_a_stream_ends_the_search(way: str) -> None:
    async def main() -> None:
        engine = Engine(hash_mb=1)
        if way == "close":
            async with aclosing(engine.stream(Board())) as stream:
                async for _ in stream:
                    break
            assert engine._running is None
        else:
            try:
                async for _ in engine.stream(Board()):
                    if way == "break":
                        break
                    raise RuntimeError("enough")
            except RuntimeError:
                pass
        # The engine is free: otherwise this would wait for ever.
        assert await engine.play_async(Board(), Limit(depth=2)) in Board().legal_moves

    run(main())


# ---- limits and scores


def test_limits_of_clocks() -> None:
    def left(control: TimeControl) -> Limit:
        clock = Clock(control)
        clock.start(BLACK, now_ms=0)
        return Limit.of_clock(clock, BLACK, now_ms=1_000)

    assert left(TimeControl.untimed()) == Limit()
    assert left(TimeControl.per_move(5_000)) == Limit(time_ms=4_000)
    assert left(TimeControl.total(60_000, increment_ms=500)) == Limit(remaining_ms=59_000, increment_ms=500)
    assert left(TimeControl.total(60_000, delay_ms=400)) == Limit(remaining_ms=59_400)
    assert left(TimeControl.total(60_000, delay_ms=1_700)) == Limit(remaining_ms=60_000, delay_ms=700)
    assert left(TimeControl.shared(61_000)) == Limit(remaining_ms=30_000)
    assert left(TimeControl.total(10)) == Limit(remaining_ms=1)
    waiting = Limit.of_clock(Clock(TimeControl.total(60_000, delay_ms=400)), WHITE, now_ms=0)
    assert waiting == Limit(remaining_ms=60_000, delay_ms=400)


def test_a_delay_is_used_and_the_clock_hardly() -> None:
    soft, hard = Limit(remaining_ms=1_000, delay_ms=2_000).budget_ms()
    assert 2_000 < soft <= hard < 2_500
    assert Limit(remaining_ms=1_000, delay_ms=2_000, time_ms=50).budget_ms()[1] < 50


@pytest.mark.parametrize("remaining", [1, 10, 100, 5_000, 600_000])
@pytest.mark.parametrize("increment", [0, 100, 10_000])
def test_no_budget_oversteps_the_clock(remaining: int, increment: int) -> None:
    soft, hard = Limit(remaining_ms=remaining, increment_ms=increment).budget_ms()
    assert 0 < soft <= hard < remaining


def test_win_probability_is_a_logistic_curve() -> None:
    assert Score(BLACK, 0).win_probability == 0.5
    assert Score(BLACK, USUAL_SCALE).win_probability == pytest.approx(1 / (1 + 2.718281828459045**-1), abs=1e-6)
    for value in (-29_000, -100, -1, 30, 500, 29_000):
        score = Score(WHITE, value)
        assert score.win_probability + score.of(BLACK).win_probability == pytest.approx(1)
        assert score.win_probability <= Score(WHITE, value + 1).win_probability
    won = Engine(hash_mb=1).analyse(Board.from_position(WIN_IN_ONE), Limit(depth=2)).score
    assert (won.win_probability, won.of(WHITE).win_probability) == (1.0, 0.0)


@pytest.mark.parametrize("value", [0, 35, -7, 29_700, 29_999, -29_997, -29_760])
def test_scores_in_the_words_of_the_protocol(value: int) -> None:
    score = Score(WHITE, value)
    assert Score.from_uai(score.uai, WHITE) == score


def test_scores_of_others_are_kept_within_bounds() -> None:
    assert Score.from_uai("cp 999999", BLACK).win_in is None
    assert Score.from_uai("cp -999999", BLACK).value < -20_000
    assert Score.from_uai("win 5000", BLACK).win_in == 240
    assert Score(BLACK, 29_997).uai == "win 3"
    assert Score(BLACK, -29_996).uai == "win -4"


@pytest.mark.parametrize(
    "text", ["", "cp", "win 0", "cp 1.5", "mate 3", "cp --3", "win x", "cp 12345678901", "cp \u00b2"]
)
def test_what_is_no_score_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="not a score"):
        Score.from_uai(text, BLACK)
