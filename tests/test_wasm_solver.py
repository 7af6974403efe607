"""The tasks of puzzles in the WebAssembly module: the same answers as those of the extension."""

from __future__ import annotations

import struct
from contextlib import closing

import pytest

import wasm
from positions import random_game
from sumito import _native
from sumito.learn.puzzles import puzzles
from wasm_pair import Pair

ATTEMPT = struct.Struct("<16i")
NODES = 2_000_000
TASKS = [(0, 1, 1), (0, 1, 2), (0, 2, 2), (0, 2, 3), (1, 1, 1), (1, 1, 2)]


def solved(game: wasm.Game, goal: int, marbles: int, moves: int, nodes: int) -> tuple[bool, list[int]]:
    """Return whether it is proved, and the solving first moves."""
    capacity = game.count_moves()
    out = game.core.buffer("out", 4 * capacity)
    count = game.core.call("game_solve", game.at, goal, marbles, moves, float(nodes), out, capacity)
    size = max(count, 0)
    return count >= 0, list(struct.unpack(f"<{size}i", game.core.read(out, 4 * size)))


def tried(
    game: wasm.Game, goal: int, marbles: int, moves: int, nodes: int, move: int
) -> tuple[bool, bool, int, list[int]]:
    """Return whether it is proved, whether the move solves the task, the marbles to gain, and the variation."""
    out = game.core.buffer("out", ATTEMPT.size)
    assert game.core.call("game_attempt", game.at, goal, marbles, moves, float(nodes), move, out) == 1
    proved, solves, left, length, *variation = ATTEMPT.unpack(game.core.read(out, ATTEMPT.size))
    return bool(proved), bool(solves), left, variation[:length]


@pytest.fixture(scope="module")
def core() -> wasm.Core:
    return wasm.Core()


def test_positions_of_games_are_solved_alike(core: wasm.Core) -> None:
    count = 0
    for seed in range(3):
        for board in [each.copy() for each in random_game(seed, 200)][60::45]:
            if board.outcome is not None:
                continue
            with closing(Pair(core, board.position())) as pair:
                for task in TASKS:
                    found = solved(pair.wasm, *task, NODES)
                    assert found == _native.solve(pair.native, *task, NODES)
                    count += bool(found[1])
                    for number in pair.legal()[::9]:
                        assert tried(pair.wasm, *task, NODES, number) == _native.attempt(
                            pair.native, *task, NODES, number
                        )
    assert count > 10


def test_shipped_puzzles_are_solved_in_the_browser(core: wasm.Core) -> None:
    for puzzle in puzzles()[::40]:
        with closing(Pair(core, puzzle.position)) as pair:
            task = (0 if puzzle.task.goal == "eject" else 1, puzzle.task.marbles, puzzle.task.moves)
            proved, numbers = solved(pair.wasm, *task, NODES)
            assert proved
            assert sorted(numbers) == sorted(move.number for move in puzzle.moves())
            for number in numbers:
                assert tried(pair.wasm, *task, NODES, number) == _native.attempt(pair.native, *task, NODES, number)


def test_too_few_nodes_prove_nothing(core: wasm.Core) -> None:
    with closing(Pair(core, puzzles()[-1].position)) as pair:
        assert solved(pair.wasm, 0, 1, 4, 10) == (False, [])
        assert tried(pair.wasm, 0, 1, 4, 0, pair.legal()[0])[0] is False


def test_small_buffer_is_not_written(core: wasm.Core) -> None:
    with closing(Pair(core, "5/6/7/8/6SSs/8/7/6/ss3 0 0 b 0 1")) as pair:
        out = core.buffer("out", 8)
        core.write(out, b"\xa5" * 8)
        assert core.call("game_solve", pair.wasm.at, 0, 1, 1, 1000.0, out, 0) == 1
        assert core.read(out, 8) == b"\xa5" * 8
        assert core.call("game_solve", pair.wasm.at, 0, 1, 1, 1000.0, out, 1) == 1
        assert core.read(out, 8) != b"\xa5" * 8


@pytest.mark.parametrize("task", [(-1, 1, 1), (2, 1, 1), (0, 0, 1), (0, 4, 4), (1, 2, 1), (0, 1, 0), (0, 1, 7)])
def test_no_such_task(core: wasm.Core, task: tuple[int, int, int]) -> None:
    with closing(Pair(core, "5/6/7/8/6SSs/8/7/6/ss3 0 0 b 0 1")) as pair:
        out = core.buffer("out", ATTEMPT.size)
        legal = pair.legal()[0]
        assert core.call("game_solve", pair.wasm.at, *task, 1000.0, 0, 0) == -1
        assert core.call("game_attempt", pair.wasm.at, *task, 1000.0, legal, out) == 0
        with pytest.raises(ValueError, match="no such task"):
            _native.solve(pair.native, *task, 1000)


def test_a_try_is_a_legal_move(core: wasm.Core) -> None:
    with closing(Pair(core, "5/6/7/8/6SSs/8/7/6/ss3 0 0 b 0 1")) as pair:
        out = core.buffer("out", ATTEMPT.size)
        for number in (-1, 0, 1734):
            assert core.call("game_attempt", pair.wasm.at, 0, 1, 1, 1000.0, number, out) == 0
        with pytest.raises(ValueError, match="not a legal move"):
            _native.attempt(pair.native, 0, 1, 1, 1000, 0)
