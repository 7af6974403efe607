"""`Engine` and `OutsideEngine` have the same methods, and both free their resources."""

import asyncio
import inspect
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import aclosing

import pytest

from sumito import Board, IllegalMoveError, Move, NotationError
from sumito.engine import Analysis, AnyEngine, Engine, EngineError, Limit, OutsideEngine, Search

LONG = 30.0  # seconds; anything that takes longer hangs
MAKERS: dict[str, Callable[[], AnyEngine]] = {
    "own": lambda: Engine(hash_mb=1),
    "outside": lambda: OutsideEngine([sys.executable, "-m", "sumito", "engine"], options={"Hash": 1}, timeout_s=LONG),
}


@pytest.fixture(params=MAKERS)
def engine(request: pytest.FixtureRequest) -> Iterator[AnyEngine]:
    with MAKERS[request.param]() as made:
        yield made
    for thread in threading.enumerate():
        if thread.name.startswith("sumito"):
            thread.join(LONG)
            assert not thread.is_alive()


def public(cls: type) -> dict[str, object]:
    return {name: member for name, member in inspect.getmembers(cls) if not name.startswith("_")}


def test_the_two_engines_have_the_same_methods() -> None:
    own, outside = public(Engine), public(OutsideEngine)
    assert own.keys() == outside.keys() == public(AnyEngine).keys()
    for name, member in own.items():
        other = outside[name]
        assert type(member) is type(other), name
        if inspect.isfunction(member) and inspect.isfunction(other):
            assert inspect.signature(member) == inspect.signature(other), name
            assert inspect.iscoroutinefunction(member) == inspect.iscoroutinefunction(other), name
            assert inspect.isasyncgenfunction(member) == inspect.isasyncgenfunction(other), name


def test_every_method_of_the_interface_is_used_here() -> None:
    used = set(re.findall(r"\.(\w+)", inspect.getsource(sys.modules[__name__])))
    assert public(AnyEngine).keys() | public(Search).keys() <= used


def test_a_search_runs(engine: AnyEngine) -> None:
    assert engine.name.startswith("sumito")
    search = engine.search(Board(), Limit(depth=4), variations=2)
    assert isinstance(search, Search)
    reports: list[Analysis] = []
    found = search.run(reports.append)
    assert [report.variations[0].depth for report in reports] == [1, 2, 3, 4]
    assert len(found.variations) == 2
    assert 0 <= engine.hashfull <= 1000
    engine.forget()
    again = engine.search(Board(), Limit(depth=4), variations=2).start().result(LONG)
    assert again.variations == found.variations


def test_moves_to_choose_from_can_be_text(engine: AnyEngine) -> None:
    board = Board()
    found = engine.analyse(board, Limit(depth=2), moves=["a1b2", "a5b5"], variations=5)
    assert {variation.moves[0] for variation in found.variations} == {
        board.parse_move("a1b2"),
        board.parse_move("a5b5"),
    }
    with pytest.raises(IllegalMoveError, match="b1b2"):
        engine.analyse(board, Limit(depth=1), moves=["b1b2"])
    with pytest.raises(NotationError, match="k3k4"):
        engine.analyse(board, Limit(depth=1), moves=["k3k4"])
    with pytest.raises(TypeError, match="expected a Move"):
        engine.analyse(board, Limit(depth=1), moves=[5])  # type: ignore[list-item]


def test_a_stop_before_the_run_counts(engine: AnyEngine) -> None:
    for stop in (engine.stop, None):
        search = engine.search(Board())
        assert not search.is_short
        (stop or search.stop)()
        found = search.run()
        assert found.stopped
        assert found.best in Board().legal_moves


def test_a_search_stops_alone(engine: AnyEngine) -> None:
    begun = threading.Event()
    first, second = engine.search(Board()), engine.search(Board(), Limit(depth=2))
    running = first.start(lambda _: begun.set())
    assert begun.wait(LONG)
    waiting = second.start()
    first.stop()
    assert running.result(LONG).stopped
    assert not waiting.result(LONG).stopped


def test_an_abandoned_search_does_not_wait_for_its_turn(engine: AnyEngine) -> None:
    begun = threading.Event()
    first, second = engine.search(Board()), engine.search(Board())
    running = first.start(lambda _: begun.set())
    assert begun.wait(LONG)
    waiting = second.start()
    second.abandon()
    with pytest.raises(CancelledError):
        waiting.result(LONG)
    assert not running.done()
    engine.stop()
    assert running.result(LONG).stopped


@pytest.mark.parametrize("whole", [True, False])
def test_a_search_ponders(engine: AnyEngine, whole: bool) -> None:
    deep = threading.Event()
    search = engine.search(Board(), Limit(time_ms=1), ponder=True)
    assert not search.is_short
    running = search.start(lambda found: deep.set() if found.variations[0].depth >= 7 else None)
    assert deep.wait(LONG)
    assert not running.done()
    (engine if whole else search).ponder_hit()
    assert running.result(LONG).best in Board().legal_moves


def test_an_exception_in_a_report_ends_the_search(engine: AnyEngine) -> None:
    reports: list[int] = []

    def report(found: Analysis) -> None:
        reports.append(found.variations[0].depth)
        raise LookupError(len(reports))

    for limit in (Limit(), Limit(nodes=50_000)):  # in another thread, and in this one
        reports.clear()
        with pytest.raises(LookupError, match="1"):
            engine.analyse(Board(), limit, report=report)
        assert reports == [1]
    # The engine has no old answer left, which would be taken for the answer to this.
    only = [max(Board("belgian-daisy").legal_moves)]
    assert engine.analyse(Board("belgian-daisy"), Limit(depth=2), moves=only).best is only[0]


def test_a_report_cannot_start_another_search(engine: AnyEngine) -> None:
    def report(_: Analysis) -> None:
        engine.search(Board(), Limit(depth=1)).run()

    with pytest.raises(RuntimeError, match="a report cannot start another search"):
        engine.analyse(Board(), Limit(depth=2), report=report)
    assert engine.play(Board(), Limit(depth=1)) in Board().legal_moves


def test_the_forms_for_asyncio(engine: AnyEngine) -> None:
    async def main() -> None:
        board, limit = Board(), Limit(depth=3)
        found = await engine.analyse_async(board, limit, variations=2)
        assert found.variations[0].depth == 3
        assert isinstance(await engine.play_async(board, limit), Move)
        streamed = [each async for each in engine.stream(board, limit, variations=2)]
        assert [each.variations[0].depth for each in streamed] == [1, 2, 3]
        async with aclosing(engine.stream(board)) as endless:
            async for _ in endless:
                break
        loop, begun = asyncio.get_running_loop(), asyncio.Event()

        def report(_: Analysis) -> None:
            loop.call_soon_threadsafe(begun.set)

        task = asyncio.create_task(engine.analyse_async(board, report=report))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not (await engine.analyse_async(board, limit)).stopped

    asyncio.run(main())


def test_a_closed_engine_says_so(engine: AnyEngine) -> None:
    prepared = engine.search(Board(), Limit(depth=1))
    engine.close()
    engine.close()
    engine.stop()
    engine.ponder_hit()
    for use in (
        lambda: engine.play(Board(), Limit(depth=1)),
        lambda: engine.analyse(Board(), Limit(depth=1)),
        lambda: engine.search(Board()),
        lambda: asyncio.run(engine.analyse_async(Board(), Limit(depth=1))),
        prepared.run,
        engine.forget,
    ):
        with pytest.raises(EngineError, match=r"engine sumito.*: is closed"):
            use()


def test_closing_ends_a_search_that_runs_and_refuses_those_that_wait(engine: AnyEngine) -> None:
    begun = threading.Event()
    first, second = engine.search(Board()), engine.search(Board())
    running = first.start(lambda _: begun.set())
    assert begun.wait(LONG)
    waiting = second.start()
    engine.close()
    assert isinstance(waiting.exception(LONG), EngineError)
    if isinstance(engine, Engine):
        assert running.result(LONG).stopped
    else:
        assert isinstance(running.exception(LONG), EngineError)


def test_a_report_can_close_its_engine(engine: AnyEngine) -> None:
    outcome = engine.search(Board()).start(lambda _: engine.close())
    if isinstance(engine, Engine):
        assert outcome.result(LONG).stopped
    else:
        assert isinstance(outcome.exception(LONG), EngineError)
    with pytest.raises(EngineError, match="is closed"):
        engine.play(Board(), Limit(depth=1))


@pytest.mark.parametrize("way", ["close", "with", "while it searches"])
def test_closing_gives_the_memory_back(way: str) -> None:
    code = f"""
import os, threading
from sumito import Board
from sumito.engine import Engine, Limit

def resident_mb():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGESIZE") >> 20

Engine(hash_mb=1).analyse(Board(), Limit(depth=2))
before = resident_mb()
engine = Engine(hash_mb=128)
engine.forget()  # writes all of the table
assert resident_mb() > before + 120, (before, resident_mb())
way = {way!r}
if way == "with":
    with engine:
        engine.analyse(Board(), Limit(depth=2))
elif way == "while it searches":
    begun = threading.Event()
    running = engine.search(Board()).start(lambda _: begun.set())
    begun.wait()
    engine.close()
else:
    engine.close()
assert resident_mb() < before + 20, (before, resident_mb())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=LONG)
    assert done.returncode == 0, done.stderr
