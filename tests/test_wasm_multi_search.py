"""The search of several players in the WebAssembly module compared with the native one, to the node."""

from __future__ import annotations

import random
import struct
from contextlib import closing
from itertools import chain

import pytest

import wasm
from multi_positions import random_game
from sumito import MULTI_LAYOUTS, Board, Rules, _native
from sumito.engine import MULTI_LEVELS
from wasm_engine import Engine, Engines, Limits
from wasm_pair import MultiPair

THREE = Board("three-players").position()
FEW_MARBLES = "5/6/7/8/4S4/8/7/6/s3B buw 5,5,5 b 0 1"
NODES_BETWEEN_POLLS = 1024


@pytest.fixture(scope="module")
def core() -> wasm.Core:
    return wasm.Core("multi")


@pytest.mark.parametrize("layout", sorted(MULTI_LAYOUTS))
def test_every_layout_is_searched_as_by_the_native_engine(core: wasm.Core, layout: str) -> None:
    """Search several times without clearing the table: tables and history are the same too."""
    with closing(Engines(core)) as engines:
        for board in random_game(layout, 5, 60)[::30]:
            with closing(MultiPair(core, board.position(), board.rules)) as pair:
                for nodes in (1, 500, 3_000, 12_000):
                    found = engines.search(pair, Limits(nodes=nodes))
                    assert (found.nodes, found.stopped) == (nodes, True)
                    assert len(found.scores[0]) == len(board.players)
                    assert found.lines[0][2][0] in pair.legal()
                assert engines.search(pair, Limits(depth=2), 256).lines[-1][1] == 2
                only = pair.legal()[:3]
                chosen = engines.search(pair, Limits(depth=3), 2, only)
                assert {moves[0] for _, _, moves in chosen.lines} < {*only}
                engines.forget()


def test_players_leave_and_rules_differ(core: wasm.Core) -> None:
    rng = random.Random(4)
    rules = Rules(marbles_to_eject=2, mixed_moves=True, ply_cap=90, adjudication="more_ejections")
    for layout in ("three-players", "four-players-teams"):
        left = 0
        with closing(MultiPair(core, Board(layout).position(), rules)) as pair, closing(Engines(core)) as engines:
            for ply in range(40):
                if ply == 20 and layout == "three-players":
                    left += pair.play(-2 - 2 * pair.native.turn)
                if not (legal := pair.legal()):
                    break
                found = engines.search(pair, Limits(nodes=800), rng.choice([1, 3]))
                assert pair.play(found.lines[0][2][0] if rng.random() < 0.7 else rng.choice(legal))
        assert left == (layout == "three-players")


def test_a_deep_search_fits_the_stack(core: wasm.Core) -> None:
    with closing(MultiPair(core, FEW_MARBLES, Rules())) as pair, closing(Engines(core)) as engines:
        assert engines.search(pair, Limits(nodes=60_000)).lines[0][1] > 8


def test_poll_stops_it(core: wasm.Core) -> None:
    with closing(MultiPair(core, THREE, Rules())) as pair, closing(Engine(core)) as engine:
        polls = 0

        def poll() -> int:
            nonlocal polls
            polls += 1
            return int(polls == 5)

        core.poll = poll
        assert engine.search(pair.wasm, Limits())
        core.poll = lambda: 0
        assert (polls, engine.result().stopped) == (5, 1)
        assert engine.result().nodes <= 5 * NODES_BETWEEN_POLLS
        assert engine.lines()[0][2][0] in pair.legal()


def test_the_search_has_its_own_copy_of_the_game(core: wasm.Core) -> None:
    with closing(MultiPair(core, THREE, Rules())) as pair, closing(Engines(core)) as engines:
        expected = engines.search_native(pair, Limits(depth=4), 2, ())
        game = pair.wasm.copy()

        def poll() -> int:
            if game.at:
                assert game.play(game.moves()[0][2])
                game.close()
            return 0

        core.poll = poll
        assert engines.wasm.search(game, Limits(depth=4), 2)
        core.poll = lambda: 0
        assert (engines.wasm.lines(), engines.wasm.scores()) == (expected.lines, expected.scores)


def test_what_cannot_be_searched(core: wasm.Core) -> None:
    with closing(MultiPair(core, THREE, Rules())) as pair, closing(Engine(core)) as engine:
        assert not engine.search(pair.wasm, Limits(depth=1), 1, [-2])  # a player who leaves is no move
        assert (engine.lines(), engine.scores()) == ([], [])
        assert core.call("engine_scores", engine.at, 0, core.buffer("scores", 64), 16) == 0
        assert core.call("engine_scores", 0, 0, core.buffer("scores", 64), 16) == 0
        assert pair.play(-2)
        assert pair.play(-4)
        assert not engine.search(pair.wasm, Limits(depth=1))  # the game is over


def test_levels_choose_as_in_python(core: wasm.Core) -> None:
    rng = random.Random(2)
    for layout in sorted(MULTI_LAYOUTS):
        board = random_game(layout, 8, 20)[-1]
        with closing(MultiPair(core, board.position(), board.rules)) as pair:
            legal = pair.legal()
            for level in MULTI_LEVELS:
                taken = rng.sample(legal, min(level.variations, len(legal)))
                candidates = [(rng.randrange(-60, 60), number) for number in taken]
                likes = (level.temperature, level.margin, level.eagerness, level.sight, level.attention)
                taste = (*likes, level.push, level.centre)
                given = core.give(struct.pack(f"<{2 * len(candidates)}i", *chain(*candidates)), "candidates")
                likes_at = core.give(struct.pack("<7i", *taste), "taste")
                chance = rng.random()
                chosen = core.call("choose", pair.wasm.at, given, len(candidates), likes_at, chance)
                assert chosen == _native.choose(pair.native, candidates, taste, chance)
