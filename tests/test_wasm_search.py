"""The search in `engine.wasm` compared with the native one: the same variations, scores and nodes."""

from __future__ import annotations

import math
import random
import struct
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

import wasm
from sumito import Board, Rules, _native
from sumito.engine.bench import POSITIONS
from sumito.engine.network import SHIPPED_NETWORK
from test_network import network_file
from wasm_engine import Engine, Engines, Limits, Searched
from wasm_pair import Pair

if TYPE_CHECKING:
    from collections.abc import Iterator

STANDARD = Board().position()
SHIPPED = SHIPPED_NETWORK.read_bytes()
NETWORKS = {
    "hand-made": b"",
    "shipped": SHIPPED,
    "16 filters": network_file(1, 16, 3, 200),
    "4 units": network_file(2, 8, 11, 200, units=4),
}
MIDDLE = POSITIONS[5]
WINNING = "5/6/7/8/6SSs/8/7/6/ss3 5 0 b 0 1"  # in one move
WON = "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 6 0 w 0 30"
TWO_MARBLES = "5/6/7/8/4S4/8/7/6/s4 0 0 b 0 1"
NODES_BETWEEN_POLLS = 1024


@pytest.fixture(scope="module")
def core() -> wasm.Core:
    return wasm.Core("engine")


@pytest.fixture(params=NETWORKS)
def engines(core: wasm.Core, request: pytest.FixtureRequest) -> Iterator[Engines]:
    with closing(Engines(core, network=NETWORKS[request.param])) as both:
        yield both


# ---- the same search


def test_depths_and_nodes(core: wasm.Core, engines: Engines) -> None:
    """Search several times without clearing the table: tables and history are the same too."""
    for position in POSITIONS:
        with closing(Pair(core, position)) as pair:
            deep = engines.search(pair, Limits(depth=6))
            assert (deep.lines[0][1], deep.stopped, len(deep.reports)) == (6, False, 6)
            assert deep.reports[-1] == (deep.lines, deep.nodes)
            broad = engines.search(pair, Limits(nodes=20_000))
            assert (broad.nodes, broad.stopped) == (20_000, True)
            assert broad.hashfull > 0


def test_several_lines(core: wasm.Core, engines: Engines) -> None:
    with closing(Pair(core, MIDDLE)) as pair:
        three = engines.search(pair, Limits(depth=5), 3)
        assert len({moves[0] for _, _, moves in three.lines}) == 3
        assert engines.search(pair, Limits(nodes=9_000), 5).stopped
        everything = engines.search(pair, Limits(depth=2), 10_000)
        assert len(everything.lines) == len(pair.legal())


def test_moves_to_choose_from(core: wasm.Core, engines: Engines) -> None:
    with closing(Pair(core, POSITIONS[0])) as pair:
        best = engines.search(pair, Limits(depth=5)).lines[0][2][0]
        others = [number for number in pair.legal() if number != best][:4]
        one = engines.search(pair, Limits(depth=5), 1, others[:1])
        assert one.lines[0][2][0] == others[0]
        several = engines.search(pair, Limits(depth=4), 9, [*others, others[0], others[0]])
        assert sorted(moves[0] for _, _, moves in several.lines) == sorted(others)


def test_random_games_under_any_rules(core: wasm.Core, engines: Engines) -> None:
    rng = random.Random(1)
    for rules in (
        Rules(marbles_to_eject=1, repetition=2),
        Rules(ply_cap=24, adjudication="more_ejections"),
        Rules(quiet_cap=12, repetition=0),
        Rules(marbles_to_eject=3, blocked="draws"),
    ):
        with closing(Pair(core, Board("belgian-daisy").position(), rules)) as pair:
            for _ in range(20):
                if not (legal := pair.legal()):
                    break
                found = engines.search(pair, Limits(nodes=1_500), rng.choice([1, 2]))
                pair.play(found.lines[0][2][0] if rng.random() < 0.7 else rng.choice(legal))


def test_history_counts(core: wasm.Core, engines: Engines) -> None:
    """Go there and back: the move that makes the third occurrence is a draw, which it was not without the history."""
    ahead = STANDARD.replace(" 0 0 b", " 4 0 b")  # so that no evaluation is even
    board = Board.from_position(ahead)
    moves = [board.play(text).number for text in ("c3d3", "g7f7", "d3c3", "f7g7", "c3d3", "g7f7", "d3c3")]
    back = board.parse_move("f7g7").number
    with closing(Pair(core, ahead)) as pair, closing(Pair(core, board.position())) as without:
        for number in moves:
            pair.play(number)
            engines.search(pair, Limits(nodes=2_000))
        engines.forget()
        assert engines.search(without, Limits(depth=4), 1, [back]).lines[0][0] != 0
        engines.forget()
        assert engines.search(pair, Limits(depth=4), 1, [back]).lines[0][0] == 0


def test_wins_have_their_distance(core: wasm.Core, engines: Engines) -> None:
    with closing(Pair(core, WINNING)) as pair:
        found = engines.search(pair, Limits(depth=6))
        assert found.lines[0][0] == _native.WIN - 1
        assert len(found.reports) == 1  # no shorter search exists


def test_the_deepest_search_fits_the_stack(core: wasm.Core) -> None:
    with closing(Pair(core, TWO_MARBLES)) as pair, closing(Engines(core)) as both:
        assert both.search(pair, Limits()).lines[0][1] == _native.MAX_PLY - 1


def test_forgetting_is_as_good_as_new(core: wasm.Core, engines: Engines) -> None:
    with closing(Pair(core, MIDDLE)) as pair:
        first = engines.search(pair, Limits(depth=6))
        assert engines.search(pair, Limits(depth=6)).nodes != first.nodes
        engines.forget()
        assert engines.search(pair, Limits(depth=6)) == first


def test_the_network_is_vector_code() -> None:
    dot_product = b"\xfd\xba\x01"  # i32x4.dot_i16x8_s
    assert dot_product in wasm.installed("engine")


# ---- the end of a search


def test_poll_stops_it(core: wasm.Core) -> None:
    with closing(Pair(core, STANDARD)) as pair, closing(Engine(core, network=SHIPPED)) as engine:
        for wanted in (1, 2, 40):
            polls = 0

            def poll(wanted: int = wanted) -> int:
                nonlocal polls
                polls += 1
                return int(polls == wanted)  # one stop is enough

            core.poll = poll
            assert engine.search(pair.wasm, Limits())
            result = engine.result()
            assert result.stopped == 1
            assert polls == wanted
            assert result.nodes <= NODES_BETWEEN_POLLS * wanted
            assert engine.lines()[0][2][0] in pair.legal()
        core.poll = lambda: 0
        assert engine.search(pair.wasm, Limits(depth=3))
        assert engine.result().stopped == 0  # a stop in the past has no effect


def test_poll_is_asked_often_enough(core: wasm.Core) -> None:
    with closing(Pair(core, STANDARD)) as pair, closing(Engine(core)) as engine:
        polls = 0

        def poll() -> int:
            nonlocal polls
            polls += 1
            return 0

        core.poll = poll
        assert engine.search(pair.wasm, Limits(nodes=100 * NODES_BETWEEN_POLLS))
        core.poll = lambda: 0
        assert polls == 99 + engine.result().iterations


@pytest.fixture
def ticking() -> wasm.Core:
    """Advance the clock of the host by a millisecond at each poll."""
    core = wasm.Core("engine")
    passed = 1000.0

    def poll() -> int:
        nonlocal passed
        passed += 1
        return 0

    core.now, core.poll = lambda: passed, poll
    return core


@pytest.mark.parametrize("hard", [1, 7.5, 60])
def test_hard_limit_stops_it(ticking: wasm.Core, hard: float) -> None:
    with closing(Pair(ticking, STANDARD)) as pair, closing(Engine(ticking)) as engine:
        started = ticking.now()
        assert engine.search(pair.wasm, Limits(hard=hard))
        assert engine.result().stopped == 1
        # This clock also advances at the end of an iteration, when the search does not read it.
        assert hard <= ticking.now() - started <= hard + engine.result().iterations + 1


def test_soft_limit_begins_no_iteration_after_it(ticking: wasm.Core) -> None:
    with closing(Pair(ticking, STANDARD)) as pair, closing(Engine(ticking)) as engine:
        ends: list[float] = []
        poll, started, soft = ticking.poll, ticking.now(), 20

        def note() -> int:
            if engine.result().iterations > len(ends):
                ends.append(ticking.now() - started)
            return poll()

        ticking.poll = note
        assert engine.search(pair.wasm, Limits(soft=soft))
        assert engine.result().stopped == 0
        assert ends[-1] >= soft - 1 > ends[-2]


@pytest.mark.parametrize("soft", [20, 60, 150])
@pytest.mark.parametrize("position", [STANDARD, MIDDLE])
def test_soft_limit_of_a_clock_depends_on_move_and_score(ticking: wasm.Core, position: str, soft: int) -> None:
    with closing(Pair(ticking, position)) as pair, closing(Engine(ticking)) as engine:
        iterations: list[tuple[float, int, int]] = []
        poll, started = ticking.poll, ticking.now()

        def note() -> int:
            if engine.result().iterations > len(iterations):
                (score, _, moves), *_ = engine.lines()
                iterations.append((ticking.now() - started, score, moves[0]))
            return poll()

        ticking.poll = note
        assert engine.search(pair.wasm, Limits(soft=soft, hard=10 * soft))
        assert engine.result().stopped == 0
        limits = []
        same, last_score, last_move = 0, 0, -1
        for _, score, move in iterations:
            same = same + 1 if move == last_move else 0
            part = (160, 130, 110, 95, 85, 75)[min(same, 5)] + 2 * min(max(last_score - score, -10), 40)
            limits.append(soft * part / 100)
            last_score, last_move = score, move
        left = [limit - end for limit, (end, *_) in zip(limits, iterations, strict=True)]
        assert min(left[:-1]) > -1
        assert left[-1] <= 1
        assert len(set(limits)) > 3


# ---- the host, meanwhile


def test_a_search_is_left_alone_while_it_runs(core: wasm.Core) -> None:
    with closing(Pair(core, MIDDLE)) as pair, closing(Engines(core, network=SHIPPED)) as both:
        engine, answers = both.wasm, set()
        game = pair.wasm.copy()

        def poll() -> int:
            answers.add(engine.search(pair.wasm, Limits(depth=1)))
            answers.add(engine.use(b"") != 0)
            answers.add(engine.forget())
            core.call("engine_free", engine.at)
            if game.at:  # the search has its own copy of the game
                assert game.play(game.moves()[0][2])
                game.close()
            return 0

        core.poll = poll
        assert engine.search(game, Limits(depth=6))
        core.poll = lambda: 0
        assert answers == {False}
        found = both.search_native(pair, Limits(depth=6), 1, ())
        assert (engine.lines(), engine.result().nodes) == (found.lines, found.nodes)


def test_two_engines_search_within_each_other(core: wasm.Core) -> None:
    with closing(Pair(core, MIDDLE)) as pair, closing(Engines(core)) as outer, closing(Engines(core)) as inner:
        expected = outer.search_native(pair, Limits(depth=5), 1, ())
        nested: list[Searched | None] = []

        def poll() -> int:
            if not nested:
                nested.append(None)
                nested[0] = inner.search(pair, Limits(depth=4))
            return 0

        core.poll = poll
        assert outer.wasm.search(pair.wasm, Limits(depth=5))
        core.poll = lambda: 0
        assert nested[0] is not None
        assert (outer.wasm.lines(), outer.wasm.result().nodes) == (expected.lines, expected.nodes)


# ---- networks


def broken_networks() -> Iterator[bytes]:
    yield SHIPPED[:-1]
    yield SHIPPED + b"\0"
    yield b"sumitoN2" + SHIPPED[8:]
    yield SHIPPED[:8] + struct.pack("<H", 133) + SHIPPED[10:]
    yield network_file(1)[:-1]
    yield network_file(1, largest=5_000)  # its sums could overflow 16 bits
    yield b"\0"


def test_bad_networks_are_refused(core: wasm.Core) -> None:
    with closing(Pair(core, MIDDLE)) as pair, closing(Engines(core, network=SHIPPED)) as both:
        first = both.search(pair, Limits(depth=5))
        for network in broken_networks():
            read, damaged = _native.Network.read(network)
            assert read is None
            assert both.wasm.use(network) == -damaged
        both.forget()
        assert both.search(pair, Limits(depth=5)) == first  # the valid network is still there


def test_another_evaluation_forgets_the_last_one(core: wasm.Core) -> None:
    with closing(Pair(core, MIDDLE)) as pair, closing(Engine(core)) as engine:
        nodes = []
        for network in (b"", SHIPPED, b"", SHIPPED):
            assert engine.use(network)
            assert engine.hashfull == 0
            assert engine.search(pair.wasm, Limits(depth=6))
            nodes.append(engine.result().nodes)
        assert nodes[:2] == nodes[2:]
        assert nodes[0] != nodes[1]


# ---- arguments and memory


def test_what_cannot_be_searched(core: wasm.Core) -> None:
    with closing(Engine(core)) as engine, closing(Pair(core, STANDARD)) as pair, closing(Pair(core, WON)) as over:
        legal, illegal = pair.legal()[:1], [n for n in range(1734) if n not in pair.legal()][:1]
        assert engine.search(pair.wasm, Limits(depth=2), 1, legal)
        found = engine.result(), engine.lines()
        for moves in (illegal, legal + illegal, [-1], [1734]):
            assert not engine.search(pair.wasm, Limits(depth=1), 1, moves)
        assert not engine.search(over.wasm, Limits(depth=1))
        for variations in (0, -1):
            assert not engine.search(pair.wasm, Limits(depth=1), variations)
        for limit in (-1.0, math.nan, math.inf, 2.0**53):
            for limits in (Limits(1, soft=limit), Limits(1, hard=limit)):
                assert not engine.search(pair.wasm, limits)
            assert core.call("engine_search", engine.at, pair.wasm.at, 1, limit, 0, 0, 1, 0, 0) == 0
        assert not engine.search(pair.wasm, Limits(depth=-1))
        some = core.buffer("moves", 4)
        for at, count in ((some, 0), (0, 1), (core.memory_size() - 2, 1), (some, 2**32 - 1)):
            assert core.call("engine_search", engine.at, pair.wasm.at, 1, 0, 0, 0, 1, at, count) == 0
        for at, length in ((some, 0), (0, 1), (core.memory_size() - 2, 3)):
            assert core.call("engine_use", engine.at, at, length) == 0
        out = core.buffer("result", 24)
        for line in (-1, 1, 2**31 - 1):
            assert core.call("engine_variation", engine.at, line, out) == 0
            assert core.call("engine_moves", engine.at, line, out, 6) == 0
        assert core.call("engine_result", engine.at, core.memory_size() - 8) == 0
        assert (engine.result(), engine.lines()) == found
        blank = b"\xa5" * 24
        core.write(out, blank)
        assert core.call("engine_moves", engine.at, 0, out, 1) == len(engine.lines()[0][2]) == 2
        assert core.read(core.give(blank, "result"), 24) == blank


def test_a_table_that_does_not_fit_is_null() -> None:
    core = wasm.Core("engine", memory_limit=12 << 20)
    with closing(Pair(core, STANDARD)) as pair:
        for hash_bytes in (16 << 20, 1 << 30, 2**32 - 1):
            assert core.call("engine_new", hash_bytes) == 0
        with closing(Engines(core, hash_bytes=4 << 20)) as both:
            both.search(pair, Limits(depth=5))
            assert core.call("engine_new", 8 << 20) == 0
            both.search(pair, Limits(depth=6))


def test_memory_may_end_anywhere() -> None:
    """Limit the memory at many sizes: an engine is null, or the answer is 0. Nothing traps."""
    answers = set()
    for blocks in range(50):
        for before, after in ((blocks, 0), (0, blocks)):
            core = wasm.Core("engine", memory_limit=4 << 20)
            network = core.give(SHIPPED, "network")
            with closing(Pair(core, STANDARD)) as pair:
                for _ in range(before):
                    core.call("alloc", wasm.PAGE)
                engine = core.call("engine_new", 1 << 16)
                for _ in range(after):
                    core.call("alloc", wasm.PAGE)
                used = core.call("engine_use", engine, network, len(SHIPPED))
                searched = core.call("engine_search", engine, pair.wasm.at, 3, 0, 0, 0, 99, 0, 0)
                answers.add((engine != 0, used, searched))
    assert answers == {(False, 0, 0), (True, 0, 0), (True, 1, 0), (True, 1, 1)}


def test_freed_engines_leave_their_memory() -> None:
    core = wasm.Core("engine")
    with closing(Pair(core, MIDDLE)) as pair:

        def round_trip() -> None:
            with closing(Engine(core, hash_bytes=1 << 20, network=SHIPPED)) as engine:
                assert engine.search(pair.wasm, Limits(depth=4), 3)

        round_trip()
        round_trip()
        size = core.memory_size()
        for _ in range(10):
            round_trip()
        assert core.memory_size() == size
