"""The WebAssembly modules compared with the extension: the same sources give the same answers, bit for bit."""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import random
import re
import shutil
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import wasm
from sumito import LAYOUTS, MOVES, Board, Dialect, Move, PositionForm, Rules, _native, next_cell
from sumito.notation.record_names import core_names
from sumito.notation.records import Record, format_record
from test_records import EXAMPLE, PGN
from wasm import FORMS
from wasm_pair import (
    Pair,
    assert_same,
    assert_same_moves,
    assert_same_reading,
    assert_same_state,
    clock_state,
    mutated,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GOOD_PIECES = (
    *('[Event "a \\"b\\" \\\\c"]\n', '[Result "1-0"]\n', "\n", "1/2-1/2\n", "1-0\n\n", "{a comment\nof two lines} "),
    *("{[%clk 0:01:00]} ", "; to the end of the line\r\n", "1. ", "12... ", "13.c3c4", "a1b2 ", "c3xd4 ", "a1a3b2 "),
    *("$7 ", "!? ", "( ", ") ", "* ", "0-1"),
)
BAD_PIECES = ("[Broken]\n", '[Name "open\n', '"', "{never closed ", "% ", "$ ", "12x ", "[", "]", "é ")
STANDARD = Board().position()
# White has lost five marbles and is at the edge; every cell is black; Black has won.
NEARLY_WON = "5/6/7/8/SSsss4/8/3SSs1/6/SSs2 5 2 b 3 40"
FULL = "SSSSS/SSSSSS/SSSSSSS/SSSSSSSS/SSSSSSSSS/SSSSSSSS/SSSSSSS/SSSSSS/SSSSS 0 0 b 0 1"
WON = "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 6 0 w 0 30"
# Sources that link without the others.
PART = ["cpp/src/clock.cpp", "cpp/src/time_budget.cpp", "cpp/wasm/clock.cpp", "cpp/wasm/runtime.cpp"]


@pytest.fixture(scope="module")
def core() -> wasm.Core:
    return wasm.Core()


# ---- the border


@pytest.mark.parametrize("name", ["sumito", "engine", "multi", "study"])
def test_exports_are_the_calls_of_the_header(name: str) -> None:
    exports = {export.name for export in wasm.module(name).exports}
    assert exports == {*wasm.declared(name), "memory"}


def test_imports_are_the_time_and_whether_to_stop() -> None:
    for name in ("engine", "multi"):  # the modules that search
        imports = {(each.module, each.name) for each in wasm.module(name).imports}
        assert imports == {("env", "now"), ("env", "poll")}
    for name in ("sumito", "study"):
        assert not list(wasm.module(name).imports)


def test_the_module_of_every_page_has_no_engine() -> None:
    """Every page fetches `sumito.wasm`. The search and its evaluations are in `engine.wasm`, for the worker."""
    engine = {*wasm.source_list("SUMITO_SEARCH_SOURCES"), "cpp/wasm/engine.cpp"}
    assert not engine & set(wasm.sources("sumito"))
    assert engine < set(wasm.sources("engine"))
    assert len(gzip.compress(wasm.installed("sumito"))) < 48_000


# ---- games


@pytest.mark.parametrize(
    ("layout", "rules"),
    [
        ("standard", None),
        ("belgian-daisy", Rules(marbles_to_eject=1, repetition=0)),
        ("german-daisy", Rules(quiet_cap=50, adjudication="more_ejections")),
        ("swiss-daisy", Rules(ply_cap=60, repetition=2)),
        ("domination", Rules(marbles_to_eject=2, ply_cap=80, adjudication="more_ejections", blocked="draws")),
        ("the-wall", None),
        ("snakes", Rules(repetition=0)),
    ],
)
def test_random_game_is_the_same_at_every_ply(core: wasm.Core, layout: str, rules: Rules | None) -> None:
    rng = random.Random(layout)
    with closing(Pair(core, Board(layout).position(), rules)) as pair:
        for _ in range(120):
            assert_same(pair, rng)
            legal = pair.legal()
            if not legal:
                break
            # Pushes are preferred now and then, because random play hardly ever ejects.
            pushes = [number for number in legal if pair.native.effect(number)[0]]
            pair.play(rng.choice(pushes if pushes and rng.random() < 0.6 else legal))
        assert_same(pair, rng)
        assert pair.wasm.history() == pair.native.history()
        while (last := pair.native.undo()) >= 0:
            assert pair.wasm.undo() == last
            assert pair.wasm.key == pair.native.key
        assert pair.wasm.undo() == -1
        assert_same(pair, rng)


@st.composite
def positions(draw: st.DrawFn) -> str:
    """Generate any marbles anywhere."""
    density = draw(st.integers(1, 60))
    rng = draw(st.randoms(use_true_random=False))
    black = white = 0
    for cell in range(61):
        if rng.randrange(60) < density:
            if rng.random() < 0.5:
                black |= 1 << cell
            else:
                white |= 1 << cell
    lost = draw(st.tuples(st.integers(0, 7), st.integers(0, 7)))
    turn = draw(st.integers(0, 1))
    ply = 2 * draw(st.integers(0, 999_999)) + turn
    return _native.write_position(0, _native.Setup(black, white, *lost, turn, draw(st.integers(0, 1_000_000)), ply))


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=positions(), seed=st.integers(0, 2**32))
def test_any_position_is_the_same(core: wasm.Core, text: str, seed: int) -> None:
    rng = random.Random(seed)
    with closing(Pair(core, text)) as pair:
        assert_same(pair, rng, sets=4, moves=3)
        if found := pair.legal():
            pair.play(rng.choice(found))
            assert_same_state(pair)


def way_back(history: list[int]) -> int | None:
    """Return the move that takes the player's last one back, if the board allows it."""
    if len(history) < 2:
        return None
    last = MOVES[history[-2]]
    there = [next_cell(cell, last.direction) for cell in last.cells]
    return Move.of([cell for cell in there if cell is not None], last.direction.opposite).number


def operate(pair: Pair, rng: random.Random) -> None:
    """Run one operation on both games: often a move, and often an undo."""
    both = pair.wasm, pair.native
    legal = pair.legal()
    done: list[int]
    kinds = ("play", "any", "undo", "resign", "draw", "flag", "copy", "reopen")
    match rng.choices(kinds, (40, 2, 4, 1, 1, 2, 1, 2))[0]:
        case "play" if legal:
            back = way_back(pair.native.history())
            number = back if back in legal and rng.random() < 0.7 else rng.choice(legal)
            done = [game.play(number) for game in both]
        case "any":
            number = rng.randrange(len(MOVES))
            done = [game.play(number) for game in both]
        case "resign":
            player = rng.randrange(2)
            done = [game.resign(player) for game in both]
        case "reopen":
            done = [game.reopen() for game in both]
        case "draw":
            done = [game.agree_draw() for game in both]
        case "flag":
            player = rng.randrange(3)
            done = [game.flag_shared() if player == 2 else game.flag(player) for game in both]
        case "copy":
            before = pair.wasm
            pair.wasm, pair.native = before.copy(), pair.native.copy()
            before.close()
            done = [True, True]
        case _:
            done = [game.undo() for game in both]
    assert done[0] == done[1]


def test_random_operations_have_the_same_outcome(core: wasm.Core) -> None:
    rng = random.Random(1)
    ends = set()
    for _ in range(40):
        rules = Rules(
            marbles_to_eject=rng.choice([1, 3, 6]),
            repetition=rng.choice([0, 2, 3]),
            ply_cap=rng.choice([0, 0, 50]),
            quiet_cap=rng.choice([0, 0, 8]),
            adjudication=rng.choice(["draw", "more_ejections"]),
            blocked=rng.choice(["loses", "draws"]),
        )
        text = rng.choice([STANDARD, NEARLY_WON, Board("belgian-daisy").position()])
        with closing(Pair(core, text, rules)) as pair:
            for _ in range(50):
                operate(pair, rng)
                assert_same_state(pair)
                ends.add(pair.native.outcome)
            assert pair.wasm.history() == pair.native.history()
            assert pair.wasm.start_position(0) == _native.write_position(0, pair.native.start) == text
    assert {termination for termination, _ in ends} == {0, 1, 2, 3, 5, 6, 7}  # 4 is blocked: see below


@pytest.mark.parametrize(
    ("text", "rules", "outcome"),
    [
        (WON, Rules(), (1, 1)),
        (FULL, Rules(), (4, 2)),
        (FULL, Rules(blocked="draws"), (4, 0)),
        (NEARLY_WON, Rules(ply_cap=10), (3, 0)),
        (NEARLY_WON, Rules(ply_cap=10, adjudication="more_ejections"), (3, 1)),
        (NEARLY_WON, Rules(quiet_cap=3), (3, 0)),
        (STANDARD, Rules(), (0, 0)),
    ],
)
def test_outcome_of_a_start_position(core: wasm.Core, text: str, rules: Rules, outcome: tuple[int, int]) -> None:
    with closing(Pair(core, text, rules)) as pair:
        assert pair.wasm.outcome == pair.native.outcome == outcome
        assert_same(pair, random.Random(0))


@pytest.mark.parametrize("repetition", [0, 2, 3, 5])
def test_repetition_draws_at_its_occurrence(core: wasm.Core, repetition: int) -> None:
    board = Board(rules=Rules(repetition=0))
    there_and_back = [board.play(text).number for text in ("c3d3", "g7f7", "d3c3", "f7g7")]
    with closing(Pair(core, STANDARD, Rules(repetition=repetition))) as pair:
        for i in range(24):
            pair.play(there_and_back[i % 4])
            assert_same_state(pair)
        assert (pair.wasm.outcome[0] == 2) is (repetition > 0)


def test_copies_go_their_own_way(core: wasm.Core) -> None:
    with closing(Pair(core, STANDARD)) as pair, closing(pair.wasm.copy()) as twin:
        assert twin.play(pair.legal()[0])
        assert_same_state(pair)
        assert twin.history() == pair.legal()[:1]


@pytest.mark.parametrize("layout", ["standard", "belgian-daisy", "german-daisy", "swiss-daisy"])
def test_perft_is_the_same(core: wasm.Core, layout: str) -> None:
    with closing(Pair(core, Board(layout).position())) as pair:
        for depth in range(5):
            assert pair.wasm.perft(depth) == _native.perft(pair.native.setup, depth, 6)


def test_every_layout_has_the_same_moves(core: wasm.Core) -> None:
    for layout in LAYOUTS:
        with closing(Pair(core, Board(layout).position())) as pair:
            assert_same_state(pair)
            assert_same_moves(pair)


# ---- text of positions


def test_position_text_is_read_alike(core: wasm.Core) -> None:
    rng = random.Random(7)
    board = Board("belgian-daisy", rules=Rules(repetition=0))
    read = refused = 0
    for _ in range(300):
        board.play(rng.choice(list(board.legal_moves)))
        form = rng.choice(list(PositionForm))
        text = board.position(form)
        if rng.random() < 0.8:
            text = mutated(text, rng, "Ssbw0123456789/-_, abcdefghij\x00é")
        if rng.random() < 0.1:
            text = text[: rng.randint(0, len(text))]
        number = list(PositionForm).index(form)
        game, setup = core.game(text, number), _native.read_position(number, text)
        if isinstance(setup, tuple):
            assert game == setup
            refused += 1
        else:
            assert isinstance(game, wasm.Game)
            with closing(game):
                assert game.position(0) == _native.write_position(0, setup)
            read += 1
        if board.outcome is not None:
            board = Board("standard", rules=Rules(repetition=0))
    assert min(read, refused) > 50


def test_any_text_is_refused_alike(core: wasm.Core) -> None:
    rng = random.Random(8)
    with closing(Pair(core, NEARLY_WON)) as pair:
        for text in (
            "",
            "a",
            "a1",
            "a1b",
            "a1b2c3d4",
            "a1xb2",
            "e5e5",
            "e5e6e7",
            "i1a9",
            "A1B2",
            "e2e4e3",
            "é1b2",
            "x",
        ):
            assert_same_reading(pair, text, rng)
            for form in FORMS:
                assert core.game(text, form) == _native.read_position(form, text)
        for _ in range(150):
            text = "".join(rng.choices("abcdefghi123456789", k=rng.choice([4, 4, 6])))
            assert_same_reading(pair, text, rng)


# ---- moves and symmetries as such


def test_move_tables_are_the_same(core: wasm.Core) -> None:
    for number, (cells, direction, in_line) in enumerate(_native.move_table()):
        line = sum(1 << cell for cell in cells)
        assert core.call("move_line", number) == line
        assert core.call("move_direction", number) == direction
        assert core.call("move_in_line", number) == in_line
        assert core.call("move_number", line, direction) == number
    rng = random.Random(3)
    for _ in range(500):
        cells_, direction = rng.getrandbits(61) & rng.getrandbits(61) & rng.getrandbits(61), rng.randrange(6)
        assert core.call("move_number", cells_, direction) == _native.move_number(cells_, direction)


def test_symmetries_are_the_same(core: wasm.Core) -> None:
    rng = random.Random(4)
    for symmetry in range(12):
        assert core.call("symmetry_inverse", symmetry) == _native.inverse(symmetry)
        for other in range(12):
            assert core.call("symmetry_composed", symmetry, other) == _native.composed(symmetry, other)
        for direction in range(6):
            image = _native.image_of_direction(symmetry, direction)
            assert core.call("image_of_direction", symmetry, direction) == image
        for cell in range(61):
            assert core.call("image_of_cell", symmetry, cell) == _native.image_of_cell(symmetry, cell)
        for number in rng.sample(range(len(MOVES)), 400):
            assert core.call("image_of_move", symmetry, number) == _native.image_of_move(symmetry, number)


# ---- clocks


@pytest.mark.parametrize("seed", range(16))
def test_clocks_are_the_same_under_random_operations(core: wasm.Core, seed: int) -> None:
    rng = random.Random(seed)
    kind = seed % 4
    bonus = rng.choice([(0, 0), (700, 0), (0, 700)]) if kind == 1 else (0, 0)
    control = (kind, rng.randint(2_000, 30_000) if kind else 0, *bonus)
    players = rng.randint(2, 6)
    mine, native = wasm.Clock.new(core, *control, players), _native.Clock(*control, players)
    assert mine.control() == (*control[1:], kind, players)
    now = rng.choice([0, -5_000, 1_700_000_000_000])
    for _ in range(60):
        now += rng.choice([0, 1, rng.randint(0, 3_000), -rng.randint(0, 50)])
        player = rng.randrange(players)
        match rng.choices(("start", "press", "stop", "adjust", "copy", "restore"), (3, 12, 2, 1, 1, 1))[0]:
            case "start":
                mine.start(player, now)
                native.start(player, now)
            case "press":
                mine.press(player, now + rng.random() * 0.999)  # fractions of a millisecond are ignored
                native.press(player, now)
            case "stop":
                mine.stop(now)
                native.stop(now)
            case "adjust":
                by = rng.randint(-5_000, 5_000)
                mine.adjust(player, by)
                native.adjust(player, by)
            case "copy":
                before, mine = mine, mine.copy()
                core.call("clock_free", before.at)
                native = native.copy()
            case _:
                left = [rng.randint(0, 20_000) for _ in range(players)]
                player = rng.randrange(-1, players)
                state = (player, player >= 0 and rng.random() < 0.5, now, rng.randint(0, 2_000), left)
                mine.restore((*state[:4], [float(ms) for ms in left]))
                native.restore(state)
        assert clock_state(mine, players, now) == clock_state(native, players, now)


def test_time_controls_are_judged_alike(core: wasm.Core) -> None:
    for kind in range(4):
        for control in [(t, i, d) for t in (-1, 0, 5) for i in (-1, 0, 2) for d in (-1, 0, 2)]:
            try:
                _native.Clock(kind, *control, 2)
                valid = 1
            except ValueError:
                valid = 0
            assert core.call("time_control_valid", kind, *control) == valid
            assert bool(core.call("clock_new", kind, *control, 2)) == bool(valid)


# ---- records


def record_text(rng: random.Random) -> bytes:
    """Return text like records, with all kinds of faults."""
    text = "".join(rng.choices(GOOD_PIECES * 6 + BAD_PIECES, k=rng.randint(0, 60)))
    return ("\ufeff" if rng.random() < 0.2 else "").encode() + text.encode()


def events(source: wasm.RecordReader | _native.RecordReader, pieces: list[bytes]) -> Iterator[wasm.EventValues]:
    more, end = 0, 13
    rest = iter(pieces)
    while True:
        event = source.next()
        yield event
        if event[0] == end:
            return
        if event[0] == more:
            piece = next(rest, None)
            if piece is None:
                source.finish()
            else:
                source.feed(piece)


def test_record_events_are_the_same() -> None:
    study = wasm.Core("study")
    rng = random.Random(5)
    kinds: set[int] = set()
    samples = [format_record(Record(layout), dialect) for layout in ("star", "belgian-daisy") for dialect in Dialect]
    games = [*samples, EXAMPLE, PGN, EXAMPLE.replace("i5h5", "(1. a2b3 {x} 1... i5h5) {y} 1... {z} i5h5 $3")]
    for turn in range(160):
        text = record_text(rng) if turn % 2 else "".join(rng.choices(games, k=3)).encode()
        if turn % 4 == 2:
            at = rng.randrange(len(text))
            text = text[:at] + rng.choice([b"", b"x", b"\xff", b"{", b")"]) + text[at + 1 :]
        cuts = sorted(rng.randint(0, len(text)) for _ in range(rng.choice([0, 1, 5, 40])))
        pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
        with closing(wasm.RecordReader(study, transposed=turn % 7 == 0)) as reader:
            found = list(events(reader, pieces))
        assert found == list(events(_native.RecordReader(core_names(), turn % 7 == 0), pieces))
        kinds.update(event[0] for event in found)
    assert kinds == set(range(14))


# ---- the build


def build_in(root: Path, sources: list[str], *, small: bool = False) -> bytes:
    """Copy the sources to `root`, build some of them there from nothing, and return the module."""
    shutil.copytree(wasm.REPOSITORY / "cpp", root / "cpp", ignore=shutil.ignore_patterns("__pycache__"))
    spec = importlib.util.spec_from_file_location("build_wasm", root / "cpp/wasm/build_wasm.py")
    assert spec
    assert spec.loader
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    out = root / "again.wasm"
    script.build(out, "cpp/include", sources, small=small)
    return out.read_bytes()


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", ["sumito", "engine", "study"])
def test_a_build_elsewhere_gives_the_same_bytes(tmp_path: Path, name: str) -> None:
    built = build_in(tmp_path / "another" / "folder", list(wasm.sources(name)), small=name == "study")
    assert hashlib.sha256(built).hexdigest() == hashlib.sha256(wasm.installed(name)).hexdigest()


@pytest.mark.long
@pytest.mark.timeout(240)
def test_builds_of_a_part_in_two_folders_give_the_same_bytes(tmp_path: Path) -> None:
    """Build a part twice. A build of the whole takes minutes and is a long test."""
    first, second = (build_in(tmp_path / name, PART) for name in ("here", "another/folder"))
    assert len(first) > 1_000
    assert first == second


@pytest.mark.parametrize("name", ["sumito", "engine", "study"])
def test_the_module_holds_no_path_no_time_and_no_names(name: str) -> None:
    module = wasm.installed(name)
    for word in (str(wasm.REPOSITORY), "/tmp", "/home", "cpp/", ".cpp", ".hpp", "clang", "20[2-9][0-9]-"):
        assert not re.search(word.encode(), module), word
    assert 0 not in sections(module), "a custom section: names, or who made it"


def sections(module: bytes) -> list[int]:
    """Return the numbers of the sections of a module."""
    found, at = [], 8
    while at < len(module):
        found.append(module[at])
        size = shift = 0
        while True:
            at += 1
            size |= (module[at] & 127) << shift
            shift += 7
            if module[at] < 128:
                break
        at += 1 + size
    assert at == len(module)
    return found
