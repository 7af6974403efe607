"""The border of the WebAssembly module: memory, buffers, and invalid arguments."""

from __future__ import annotations

import math
import random
from contextlib import closing
from itertools import pairwise

import pytest

import wasm
from sumito import Board, Rules, _native
from wasm import FORMS
from wasm_pair import Pair, assert_same_state, clock_state

CONTEXTS = (
    *("sumito_game*", "sumito_clock*", "sumito_engine*"),
    *("sumito_record_names*", "sumito_record_reader*", "sumito_record_writer*", "sumito_explorer*"),
)
STANDARD = Board().position()
THREATENED = "5/6/7/8/5SSSs/8/7/6/5 0 0 w 0 1"
LEFT = "ss3/ss4/ss5/ss6/ss7/s7/2B4/BB1BBB/BBBBB Buw 0,0,6 u 1 9"  # White has won
WON = "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 6 0 w 0 30"


@pytest.fixture(scope="module")
def core() -> wasm.Core:
    return wasm.Core()


# ---- memory


def test_allocations_keep_their_contents() -> None:
    core = wasm.Core()
    rng = random.Random(6)
    blocks: dict[int, bytes] = {}
    for step in range(2_000):
        if blocks and rng.random() < 0.45:
            at = rng.choice(list(blocks))
            content = blocks.pop(at)
            assert core.read(at, len(content)) == content
            core.call("free", at)
        else:
            content = bytes([step % 251]) * (rng.choice([1, 15, 16, 17, 100, 1_000, 70_000]) + rng.randrange(16))
            at = core.call("alloc", len(content))
            assert at
            assert at % 16 == 0
            core.write(at, content)
            blocks[at] = content
    for at, content in blocks.items():
        assert core.read(at, len(content)) == content
    spans = sorted((at, at + len(content)) for at, content in blocks.items())
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))


def test_freed_memory_is_used_again() -> None:
    core = wasm.Core()

    def round_trip() -> None:
        blocks = [core.call("alloc", size) for size in (10, 1_000, 100_000, 1_000_000)]
        with closing(Pair(core, STANDARD)) as pair:
            for number in pair.legal()[:1]:
                pair.play(number)
        for at in blocks:
            core.call("free", at)

    round_trip()
    size = core.memory_size()
    for _ in range(20):
        round_trip()
    assert core.memory_size() == size


def test_end_of_memory_is_null() -> None:
    core = wasm.Core(memory_limit=64 * wasm.PAGE)
    blocks = []
    while at := core.call("alloc", 10 * wasm.PAGE):
        blocks.append(at)
    assert 1 <= len(blocks) <= 6
    assert core.call("alloc", 2**32 - 1) == 0
    assert core.call("alloc", 1_000)
    core.call("free", blocks.pop())
    assert core.call("alloc", 10 * wasm.PAGE)


def test_small_buffer_is_not_written(core: wasm.Core) -> None:
    with closing(Pair(core, STANDARD)) as pair, closing(Pair(core, THREATENED)) as threatened:
        pair.play(pair.legal()[0])
        game, about = pair.wasm.at, core.buffer("about", wasm.TAP.size)
        e5e6 = core.give(b"e5e6", "move")  # no marble there
        black, white = (pair.native.marbles(player) for player in range(2))
        calls = [
            *(("game_write", (game, form), 1) for form in FORMS),
            *(("game_write_start", (game, form), 1) for form in FORMS),
            ("game_moves", (game,), wasm.MOVE.size),
            ("game_history", (game,), 4),
            ("game_formations", (game, 1), wasm.FORMATION.size),
            ("game_formation_sentences", (game, 1), 1),
            ("game_write_move", (game, pair.legal()[0], 0), 1),
            ("game_pushes", (threatened.wasm.at, 0), wasm.PUSH.size),
            ("game_defences", (threatened.wasm.at,), wasm.DEFENCE.size),
            ("game_explain_position", (threatened.wasm.at,), 1),
            ("game_explain", (game, 1 << 30, 0, about), 1),
            ("game_explain_text", (game, e5e6, 4, 3, 0, about), 1),
            ("game_tap", (game, white & -white, black.bit_length() - 1, about), 1),
        ]
        for name, arguments, width in calls:
            size = core.call(name, *arguments, 0, 0)
            assert size > 0
            blank = b"\xa5" * (size + 1) * width
            at = core.give(blank, "out")
            assert core.call(name, *arguments, at, size - 1) == size
            assert core.read(at, len(blank)) == blank
            assert core.call(name, *arguments, at, size) == size
            written = core.read(at, len(blank))
            assert written[: size * width] != blank[: size * width]
            assert written[size * width :] == blank[size * width :]


# ---- arguments that make no sense


def test_bad_arguments_have_their_answer(core: wasm.Core) -> None:
    with closing(Pair(core, STANDARD)) as pair:
        game, clock = pair.wasm.at, wasm.Clock.new(core, 1, 60_000, 0, 0, 2)
        out = core.buffer("out", 64)
        core.write(out, b"\xa5" * 64)
        text = core.give(STANDARD.encode())
        end = core.memory_size()
        for player in (-1, 2, 7):
            assert core.call("game_marbles", game, player) == 0
            assert core.call("game_ejected", game, player) == -1
            assert core.call("game_pushes", game, player, out, 2) == 0
            assert core.call("game_resign", game, player) == core.call("game_flag", game, player) == 0
            assert core.call("clock_start", clock.at, player, 0) == core.call("clock_press", clock.at, player, 0) == 0
            assert core.call("clock_adjust", clock.at, player, 5) == 0
            assert core.call_double("clock_remaining", clock.at, player, 0) == -1
        for number in (-1, 1734, 2**31 - 1):
            assert core.call("move_line", number) == 0
            assert core.call("move_direction", number) == core.call("move_in_line", number) == -1
            assert core.call("image_of_move", 0, number) == -1
            assert core.call("game_is_legal", game, number) == core.call("game_play", game, number) == 0
            assert core.call("game_effect", game, number, out) == 0
            assert core.call("game_write_move", game, number, 0, out, 64) == 0
        for form in (-1, 4, 9):
            assert core.call("game_write", game, form, out, 64) == 0
            assert core.call("game_write_start", game, form, out, 64) == 0
            assert core.game(STANDARD, form) == (-1, 0)
        for dialect in (-1, 3, 9):
            assert core.call("game_write_move", game, 0, dialect, out, 64) == 0
        for dialect in (-1, 4):
            assert core.call("game_read_move", game, text, 4, dialect, 0, out) == 0
            assert core.call("game_explain_text", game, text, 4, dialect, 0, out, text, 64) == 0
        for cells, direction in [(0, 0), (1 << 61, 0), (2**64 - 1, 0), (1, 6), (1, -1)]:
            assert core.call("game_verdict", game, cells, direction, out) == 0
            assert core.call("game_explain", game, cells, direction, out, text, 64) == 0
            assert core.call("move_number", cells, direction) == -1
        assert core.call("game_explain", game, 1, 0, end - 8, text, 64) == 0
        move = core.give(b"a1b2", "move")
        for where, size, about in [(0, 4, out), (end - 2, 4, out), (move, 3, out), (move, 4, end - 8)]:
            assert core.call("game_explain_text", game, where, size, 3, 0, about, text, 64) == 0
        for line, target, about in [(0, 60, out), (1 << 61, 60, out), (1, 61, out), (1, -1, out), (1, 60, end - 8)]:
            assert core.call("game_tap", game, line, target, about, text, 64) == 0
        for line, target in [(1 << 60, 60), (1, 1), (1, 30), (0b101, 60), (0b1111, 60)]:
            assert core.call("game_tap", game, line, target, out, text, 64) == 0
        for symmetry in (-1, 12):
            assert core.call("image_of_cell", symmetry, 0) == core.call("image_of_direction", symmetry, 0) == -1
            assert core.call("symmetry_composed", 0, symmetry) == core.call("symmetry_inverse", symmetry) == -1
        assert core.call("image_of_cell", 0, 61) == core.call("image_of_direction", 0, 6) == -1
        for depth in (-1, 65, 2**31 - 1):
            assert core.call("game_perft", game, depth) == 0
        for time in (math.nan, math.inf, -math.inf, 2.0**53, 1e300):
            assert core.call("clock_start", clock.at, 0, time) == core.call("clock_stop", clock.at, time) == 0
            assert core.call("clock_flagged", clock.at, time) == core.call("clock_new", 1, time, 0, 0, 2) == 0
            assert core.call_double("clock_remaining", clock.at, 0, time) == -1
        for kind, players in [(-1, 2), (4, 2), (1, 1), (1, 7), (1, -1)]:
            assert core.call("clock_new", kind, 1_000, 0, 0, players) == 0
        for player, runs, since in [(-2, 0, 0.0), (2, 0, 0.0), (-1, 1, 0.0), (0, 1, math.nan), (0, 1, 2.0**53)]:
            state = core.give(wasm.CLOCK_STATE.pack(since, 0, *[0] * 6, player, runs), "state")
            assert core.call("clock_restore", clock.at, state) == 0
        assert core.call("clock_restore", clock.at, end - 8) == core.call("clock_read", clock.at, end - 8) == 0
        for at, length in [(0, 0), (0, 4), (text, end), (end - 1, 2), (2**32 - 1, 2**32 - 1)]:
            assert core.call("game_new", 0, at, length, 0, 0) == 0
            assert core.call("game_read_move", game, at, length, 0, 0, out) == 0
        assert core.read(out, 64) == b"\xa5" * 64
        assert_same_state(pair)
        assert clock_state(clock, 2, 0) == clock_state(_native.Clock(1, 60_000, 0, 0, 2), 2, 0)


@pytest.mark.parametrize("place", range(6))
def test_rules_that_cannot_be_played_are_refused(core: wasm.Core, place: int) -> None:
    for value in (-1, 1 if place == 1 else -5, 2 if place > 3 else -(2**31), 62 if place == 0 else -2):
        numbers = list(wasm.rule_numbers(Rules()))
        numbers[place] = value
        error = core.buffer("error", 8)
        at = core.give(wasm.RULES.pack(*numbers), "rules")
        assert core.call("game_new", 0, core.give(STANDARD.encode()), len(STANDARD), at, error) == 0
        assert wasm.TEXT_ERROR.unpack(core.read(error, 8)) == (-1, 0)


@pytest.mark.parametrize(("module", "least"), [("sumito", 40), ("engine", 40), ("multi", 40), ("study", 12)])
def test_calls_without_a_context_have_their_answer(module: str, least: int) -> None:
    """Make every call on a context with null for the context and valid other arguments."""
    core = wasm.Core(module)
    out = core.buffer("out", 64)
    minus_one = {
        *("game_turn", "game_ply", "game_quiet", "game_ejected", "game_occurrences", "game_canonical", "game_undo"),
        *("game_termination", "clock_remaining", "clock_deadline", "clock_running", "record_reader_next"),
        *(f"record_writer_{call}" for call in ("header", "comment", "move", "glyph", "open", "close", "finish")),
        *("choose", "engine_hashfull", "engine_scale", "game_solve"),
        *("game_players", "game_sides", "game_color", "game_active", "game_round", "game_score"),
        *("explorer_read", "explorer_games"),
    }
    asked = 0
    for name, declaration in core.declared.items():
        if not declaration.parameters or declaration.parameters[0].removeprefix("const ") not in CONTEXTS:
            continue
        arguments = [out if kind.endswith("*") else 1 for kind in declaration.parameters[1:]]
        short = name.removeprefix("sumito_")
        answer: float
        if declaration.result == "double":
            answer = core.call_double(short, 0, *arguments)
        else:
            answer = core.call(short, 0, *arguments)
        assert answer == (-1 if short in minus_one else 0), name
        asked += 1
    assert asked > least


def contexts_of(core: wasm.Core, module: str) -> dict[str, int]:
    """Return one context of each kind."""
    if module == "study":
        names = wasm.record_names(core)
        start = core.give(STANDARD.encode())
        return {
            "sumito_record_names*": names,
            "sumito_record_reader*": core.call("record_reader_new", names, 0),
            "sumito_record_writer*": core.call("record_writer_new", names, start, len(STANDARD), 6, 0, 0, 0),
            "sumito_explorer*": core.call("explorer_new"),
        }
    game = core.game(LEFT if module == "multi" else WON)
    assert isinstance(game, wasm.Game)
    engine = {} if module == "sumito" else {"sumito_engine*": core.call("engine_new", 1 << 20)}
    return {"sumito_game*": game.at, "sumito_clock*": wasm.Clock.new(core, 1, 60_000, 0, 0, 2).at, **engine}


@pytest.mark.parametrize("module", ["sumito", "engine", "multi", "study"])
def test_no_arguments_trap(module: str) -> None:
    """A call on a valid context returns, whatever its other arguments are."""
    core = wasm.Core(module, memory_limit=64 << 20)
    core.poll = lambda: 1
    rng = random.Random(9)
    contexts = contexts_of(core, module)
    assert all(contexts.values())
    scratch = core.buffer("out", 4096)
    whole = [0, 1, 2, 3, 5, 6, 7, 60, 61, 64, 1733, 1734, -1, -7, 2**31 - 1, -(2**31)]
    doubles = [0.0, -1.0, 1.5, 2.0**53, -(2.0**53), 1e300, math.nan, math.inf, -math.inf]
    for _ in range(6_000):
        name, declaration = rng.choice(list(core.declared.items()))
        short = name.removeprefix("sumito_")
        if short == "alloc" or short.endswith("free"):
            continue
        values: list[float] = []
        for kind in declaration.parameters:
            if kind.removeprefix("const ") in contexts:
                values.append(rng.choice([contexts[kind.removeprefix("const ")]] * 4 + [0]))
            elif kind.endswith("*"):
                values.append(rng.choice([scratch, scratch, 0, core.memory_size() - 1, 2**32 - 1]))
            elif kind == "double":
                values.append(rng.choice(doubles))
            elif kind == "uint32_t":
                values.append(rng.choice([0, 1, 6, 64, 2**31, 2**32 - 1]))
            elif kind == "uint64_t":
                values.append(rng.choice([0, 1, 7, rng.getrandbits(61), 1 << 61, 2**64 - 1]))
            else:
                values.append(rng.choice(whole))
        # The host keeps nothing in the scratch buffer, but the module may have left anything there.
        core.write(scratch, rng.randbytes(64))
        if declaration.result == "double":
            core.call_double(short, *values)
        elif short.endswith("_new"):
            core.call(f"{short.removesuffix('_new')}_free", core.call(short, *values))  # an engine is a megabyte
        else:
            core.call(short, *values)
