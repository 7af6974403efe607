"""The WebAssembly module of several players compared with the extension."""

from __future__ import annotations

import random
from contextlib import closing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import wasm
from multi_positions import boards
from sumito import MOVES, MULTI_LAYOUTS, Board, Rules, _native
from wasm import ANY_DIALECT, DIALECTS
from wasm_pair import MultiPair, assert_same_moves, assert_same_reading, mutated

FIRST_LEAVING = -2
LAST_LEAVING = -13


@pytest.fixture(scope="module")
def core() -> wasm.Core:
    return wasm.Core("multi")


def state(game: wasm.Game | _native.MultiGame) -> tuple[object, ...]:
    players = range(len(game.colors))
    return (
        *(game.turn, game.ply, game.round, game.quiet, game.key, game.occurrences(), game.count_moves()),
        *(game.colors, game.sides, game.active, game.outcome, game.result, game.shown_result),
        *(game.history(), game.leavings()),
        [(game.marbles(each), game.ejected(each), game.score(each), game.ejections(each)) for each in players],
    )


def assert_same(pair: MultiPair, rng: random.Random) -> None:
    assert state(pair.wasm) == state(pair.native)
    assert_same_moves(pair)
    assert pair.wasm.position(0) == _native.write_position(0, pair.native.setup)
    assert pair.wasm.start_position(0) == _native.write_position(0, pair.native.start)
    assert pair.wasm.canonical() == _native.canonical_symmetry(pair.native.setup)
    assert pair.wasm.explain_outcome() == _native.explain_outcome(pair.native)
    own = pair.native.marbles(pair.native.turn)
    for _ in range(6):
        cells = sum(1 << cell for cell in rng.choice(MOVES).cells)
        if rng.random() < 0.5:
            cells = (cells & own) or cells
        direction = rng.randrange(6)
        assert pair.wasm.verdict(cells, direction) == pair.native.verdict(cells, direction)
        assert pair.wasm.explain(cells, direction) == _native.explain(pair.native, cells, direction)
        target = rng.randrange(61)
        assert pair.wasm.tap(cells, target) == _native.tap(pair.native, cells, target)
    legal = pair.legal()
    for number in rng.sample(legal, min(2, len(legal))):
        text = pair.wasm.write_move(number, dialect := rng.choice(DIALECTS))
        assert text == _native.write_move(pair.native, number, dialect)
        assert_same_reading(pair, mutated(text, rng, "abcdefghij0123456789X") if rng.random() < 0.3 else text, rng)
    number = rng.randrange(len(MOVES))
    assert pair.wasm.is_legal(number) is pair.native.is_legal(number)


@pytest.mark.parametrize("layout", sorted(MULTI_LAYOUTS))
@pytest.mark.parametrize("rules", [Rules(), Rules(marbles_to_eject=2, repetition=0, mixed_moves=True)])
def test_random_game_is_the_same_at_every_ply(core: wasm.Core, layout: str, rules: Rules) -> None:
    rng = random.Random(layout)
    left = 0
    with closing(MultiPair(core, Board(layout).position(), rules)) as pair:
        for _ in range(120):
            assert_same(pair, rng)
            legal = pair.legal()
            if not legal:
                break
            if rng.random() < 0.03:
                left += pair.play(rng.randint(LAST_LEAVING, FIRST_LEAVING))
                continue
            pushes = [number for number in legal if pair.native.effect(number)[0]]
            pair.play(rng.choice(pushes if pushes and rng.random() < 0.6 else legal))
        assert_same(pair, rng)
        played = pair.native.history()
        assert sum(entry < 0 for entry in played) == left
        undone = []
        while (last := pair.native.undo()) != -1:
            assert pair.wasm.undo() == last
            undone.append(last)
            assert state(pair.wasm) == state(pair.native)
        assert pair.wasm.undo() == -1
        assert undone[::-1] == played


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(board=boards(), seed=st.integers(0, 2**32))
def test_any_position_is_the_same(core: wasm.Core, board: Board, seed: int) -> None:
    rng = random.Random(seed)
    with closing(MultiPair(core, board.position(), board.rules)) as pair:
        assert_same(pair, rng)
        assert pair.wasm.perft(2) == _native.perft(pair.native.setup, 2, board.rules.marbles_to_eject)


def test_players_leave_by_resignation_and_time(core: wasm.Core) -> None:
    with closing(MultiPair(core, Board("three-players").position(), Rules())) as pair:
        assert pair.wasm.resign(1)
        assert not pair.wasm.resign(1)
        assert not pair.wasm.resign(3)
        assert pair.wasm.history() == [-4]
        assert pair.wasm.write_move(-4, 0) == "-blue:resigns"
        assert pair.wasm.write_move(-3, 0) == "-black:time"
        assert pair.wasm.write_move(-8, 0) == pair.wasm.write_move(-14, 0) == ""
        assert pair.wasm.active == 0b101
        assert pair.wasm.flag(0)
        assert (pair.wasm.result, pair.wasm.shown_result) == ("=white", "=white")
        assert pair.wasm.leavings() == [(1, 0, 0, False), (0, 1, 0, False)]
        assert [pair.wasm.undo(), pair.wasm.undo(), pair.wasm.undo()] == [-3, -4, -1]
        assert pair.wasm.agree_draw()
        assert (pair.wasm.result, pair.wasm.shown_result) == ("=draw", "")
        assert pair.wasm.reopen()


def test_draws_by_repetition_are_not_shown_by_the_moves(core: wasm.Core) -> None:
    with closing(MultiPair(core, Board("three-players").position(), Rules(repetition=2))) as pair:
        for text in ("d8d7", "b1c2", "d1d2", "d7d8", "c2b1", "d2d1"):
            *_, (*_, move) = _native.read_move(pair.native, text, ANY_DIALECT, False)
            assert pair.play(move)
        assert (pair.wasm.result, pair.wasm.shown_result) == ("=draw", "")


def test_garbled_positions_have_the_same_fault(core: wasm.Core) -> None:
    rng = random.Random(16)
    starts = [Board(layout).position() for layout in MULTI_LAYOUTS]
    faults = set()
    for _ in range(3_000):
        text = mutated(rng.choice(starts), rng, "SsBRYG0123456789/ bwurygBUWR,-é")
        found = core.game(text)
        if isinstance(found, wasm.Game):
            found.close()
        else:
            faults.add(found[0])
        if _native.has_players(text):
            expected = _native.read_position(0, text)
            assert isinstance(found, wasm.Game) is isinstance(expected, _native.MultiSetup)
            assert isinstance(found, wasm.Game) or found == expected
    assert len(faults) >= 8
