"""Records that are refused, in words and at the right place, and files that are read as streams."""

from __future__ import annotations

import gc
import io
import itertools
import os
import pickle
import random
import subprocess
import sys
import time
import tracemalloc
import warnings
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import examples
from sumito import Board, Dialect, PositionForm, SumitoError, _native
from sumito.notation.record_names import core_names
from sumito.notation.records import (
    RESULTS,
    Record,
    RecordError,
    format_record,
    parse_record,
    read_records,
    write_records,
)
from test_records import BEFORE_THE_SIXTH, BLOCKED, EXAMPLE, PAC, PGN, custom, random_board, with_moves, with_tags


def refusal(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    return caught.value


WON: Final = custom(BEFORE_THE_SIXTH, "1. a3a2 1-0", Result="1-0")
LONG: Final = "x" * (1 << 20)

REFUSALS: Final = [
    # tags
    (with_tags(EXAMPLE, Notation="PlayStrategy"), 7, None, "Notation is Aba-Pro or Nacre, not 'PlayStrategy'"),
    (with_tags(EXAMPLE, Variant="belgian-daisy"), 5, None, "unknown Variant 'belgian-daisy'"),
    (with_tags(EXAMPLE, Variant="accelium"), 5, None, 'Variant "accelium" needs a Position'),
    (with_tags(EXAMPLE, Variant="custom", Position=PAC), 5, None, 'Variant "custom" needs SetUp "1" and a Position'),
    (with_tags(EXAMPLE, Variant="custom", SetUp="1"), 5, None, 'Variant "custom" needs SetUp "1" and a Position'),
    (with_tags(EXAMPLE, Position="5/6 b"), 8, None, "Position: not a position, fewer than nine rows: '5/6 b'"),
    (with_tags(EXAMPLE, Position="5/6/7/8/9/8/7/6/5 b"), 8, None, "no marbles"),
    (with_tags(EXAMPLE, Result="2-0"), 6, None, "Result is one of 1-0 0-1 1/2-1/2 *, not '2-0'"),
    (with_tags(EXAMPLE, Plies="4"), 8, None, "Plies is 4, but there are 3"),
    (with_tags(EXAMPLE, Plies="-3"), 8, None, "Plies is a whole number from 0 to 999999999, not '-3'"),
    (with_tags(EXAMPLE, MarblesToEject="0"), 8, None, "MarblesToEject is a whole number from 1 to 61, not '0'"),
    ('[Event "twice"]\n' + EXAMPLE, 2, None, "the tag Event occurs twice"),
    (EXAMPLE.replace("First", "Fi\rrst"), 3, None, "the tag Black holds a line break"),
    (EXAMPLE.replace("[Black", "[Bl-ack"), 3, None, "a tag is [Name \"value\"]: '[Bl-ack \"First\"]'"),
    # moves
    (custom(PAC, "1. e3e4 *"), 11, 1, "illegal move 'e3e4' in 5/6/7/8/2SSss3/8/7/6/5 0 0 b 0 1: pac, 2 against 2"),
    (EXAMPLE.replace("i5h5", "i5h9"), 9, 2, "the cell a marble steps to is its neighbour: 'i5h9', column 3"),
    (with_moves(EXAMPLE, "1. a1b2 i5h5 (1... i5h5 2. a1a2) *"), 9, 3, "illegal move 'a1a2' in "),
    (with_tags(EXAMPLE, Notation="Nacre"), 9, 1, "illegal move 'a1b2' in "),
    (EXAMPLE.replace("a2b3", "a" + "é" * 39), 9, 3, f"not a move: 'a{'é' * 39}'"),
    (EXAMPLE.replace("a2b3", "a2" * 30), 9, 3, "not a move: 'a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2'..."),
    (EXAMPLE.replace("a2b3", "a2b\ud800"), 9, 3, "not UTF-8: 'a2b\ufffd"),
    # the end
    (EXAMPLE.replace("b3 *", "b3"), 9, None, "the result is missing at the end of the moves"),
    (EXAMPLE.partition("\n\n")[0], 7, None, "the result is missing at the end of the moves"),
    (EXAMPLE.replace("b3 *", "b3 1-0"), 9, None, "the tag Result is *, the moves end with 1-0"),
    (EXAMPLE.replace("b3 *", "b3 * i5h5"), 9, None, "more after the result: 'i5h5'"),
    (EXAMPLE.replace("b3 *", "b3 * *"), 9, None, "more after the result: '*'"),
    (custom(BEFORE_THE_SIXTH, "1. a3a2 *"), 11, None, "6 marbles are ejected: the result is 1-0, not *"),
    (custom(BEFORE_THE_SIXTH, "1. a3a2 e5f5 *"), 11, 2, "the game is over (black wins by ejection): 'e5f5'"),
    (with_tags(WON, Termination="resignation"), 12, None, "the game ended by ejection, not by resignation"),
    (with_tags(EXAMPLE, Termination="ejection"), 10, None, "the game is not over, though the termination is ejection"),
    (with_tags(EXAMPLE, Termination="blocked"), 10, None, "the game is not over, though the termination is blocked"),
    (custom(BLOCKED, "1-0", Termination="blocked", Result="1-0"), 12, None, "black has no legal move: the result"),
    (custom(BLOCKED, "*", Termination="ejection"), 12, None, "the game ended by blocked, not by ejection"),
    (custom(BLOCKED, "*", Termination="repetition"), 12, None, "the last position occurs only once, though"),
    (with_tags(EXAMPLE, Termination="repetition"), 10, None, "the last position occurs only once, though"),
    # variations, comments, glyphs
    (with_moves(EXAMPLE, "(1. a1b2) *"), 9, None, "a variation before any move that it could replace"),
    (with_moves(EXAMPLE, "1. a1b2 ((1. a2b3)) *"), 9, None, "a variation before any move that it could replace"),
    (with_moves(EXAMPLE, "1. a1b2 () *"), 9, None, "a variation without moves"),
    (with_moves(EXAMPLE, "1. a1b2 ) *"), 9, None, "a variation is closed that was never opened"),
    (with_moves(EXAMPLE, "1. a1b2 (1. a2b3 *"), 9, None, "a variation is not closed"),
    (with_moves(EXAMPLE, "$1 1. a1b2 *"), 9, None, "a glyph without a move: '$1'"),
    (with_moves(EXAMPLE, "1. a1b2 {oops *"), 9, None, "a comment that is not closed: '{'"),
    (with_moves(EXAMPLE, "1. a1b2 % *"), 9, None, "unexpected character: '%'"),
    (with_moves(EXAMPLE, f"1. a1b2 {{{LONG}}} *"), 9, None, "longer than 1 MiB: '{'"),
    (EXAMPLE.replace("a2b3", "{\ud800} a2b3"), 9, None, "not UTF-8: "),
    # PGN
    (with_tags(PGN, Variant="Grand Abalone"), 9, None, "Grand Abalone is played on a larger board, which"),
    (with_tags(PGN, Variant="Othello"), 9, None, "unknown Variant 'Othello'"),
    (with_tags(PGN, FEN="x"), 12, None, "FEN: not a position, a character that does not belong here: 'x', column 1"),
    (with_tags(PGN, Black="First"), 12, None, "the tags Black and P1 say the same"),
    (PGN.replace("a1d4", "a1b2"), 13, 1, "this is not where the move ends: 'a1b2', column 3"),
]  # fmt: skip
BAD_GAMES: Final = [case for case in REFUSALS if case[0].startswith("[") and "[Event" in case[0]]


@pytest.mark.parametrize(("text", "line", "ply", "reason"), REFUSALS, ids=[case[3][:50] for case in REFUSALS])
def test_bad_record_is_refused_in_words(text: str, line: int, ply: int | None, reason: str) -> None:
    error = refusal(text)
    assert reason in error.reason
    assert (error.game, error.line, error.ply) == (1, line, ply)
    at_ply = f", ply {ply}" if ply else ""
    assert str(error) == f"game 1, line {line}, column {error.column}{at_ply}: {error.reason}"


@pytest.mark.parametrize(("text", "line", "ply", "reason"), BAD_GAMES, ids=[case[3][:50] for case in BAD_GAMES])
@pytest.mark.parametrize("before", [0, 2, 4])
def test_bad_game_costs_only_itself(text: str, line: int, ply: int | None, reason: str, before: int) -> None:
    good = with_moves(EXAMPLE, "1. a1b2 {fine} i5h5 (1... i6h6) 2. a2b3 *")
    file = good * before + text.rstrip("\n") + "\n\n" + good * (4 - before)
    found = list(read_records(io.BytesIO(file.encode(errors="surrogatepass"))))
    error = found.pop(before)
    assert isinstance(error, RecordError)
    assert found == [parse_record(good)] * 4
    assert (error.game, error.ply) == (before + 1, ply)
    assert error.line == line + before * good.count("\n")
    assert reason in error.reason


def test_error_tells_where_and_of_which_game() -> None:
    error = refusal(EXAMPLE.replace("i5h5", "i6i5"))
    assert isinstance(error, SumitoError)
    assert (error.game, error.line, error.column, error.ply) == (1, 9, 9, 2)
    assert error.headers["Black"] == "First"
    assert error.reason.endswith(": off_board")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), vars(again)) == (str(error), vars(error))


def test_text_holds_exactly_one_record() -> None:
    assert refusal(" \n").reason == "no game"
    error = refusal(EXAMPLE * 2)
    assert (error.reason, error.game, error.line) == ("more than one game", 2, 11)


@pytest.mark.parametrize("termination", ["Normal", "resignation", "time", "agreement", "ply_cap", "Ejection?"])
def test_termination_is_kept(termination: str) -> None:
    assert parse_record(with_tags(EXAMPLE, Termination=termination)).headers["Termination"] == termination


@pytest.mark.parametrize("termination", ["resignation", "agreement", "time", "ply_cap", "Normal"])
@pytest.mark.parametrize("result", RESULTS)
def test_blocked_player_may_end_the_game_otherwise(termination: str, result: str) -> None:
    record = parse_record(custom(BLOCKED, result, Termination=termination, Result=result))
    assert (record.result, record.headers["Termination"]) == (result, termination)
    assert parse_record(format_record(record)) == record


@pytest.mark.parametrize("result", ["0-1", "1/2-1/2", "*"])
def test_blocked_player_loses_or_draws(result: str) -> None:
    assert parse_record(custom(BLOCKED, result, Termination="blocked", Result=result)).result == result


def test_repetition_is_believed_where_it_shows() -> None:
    text = custom(
        "5/6/7/8/2b1w4/8/7/6/5 b", "1. e3f3 e5f5 2. f3e3 f5e5 1/2-1/2", Termination="repetition", Result="1/2-1/2"
    )
    assert parse_record(text).result == "1/2-1/2"


@pytest.mark.parametrize("result", RESULTS)
def test_any_result_is_taken_before_the_sixth_ejection(result: str) -> None:
    text = with_moves(with_tags(EXAMPLE, Result=result, Plies="1"), f"1. a1b2 {result}")
    assert parse_record(text).result == result


UNKNOWN: Final = {"Event": "?", "Date": "????.??.??", "Black": "?", "White": "?"}


@pytest.mark.parametrize("missing", ["Event", "Date", "Black", "White"])
def test_missing_tag_is_unknown(missing: str) -> None:
    record = parse_record(with_tags(EXAMPLE, **{missing: None}))
    known = parse_record(EXAMPLE)
    assert record.headers == {**known.headers, missing: UNKNOWN[missing]}
    assert record.board() == known.board()
    assert parse_record(format_record(record)) == record


def test_missing_variant_is_the_position_or_the_standard_layout() -> None:
    known = parse_record(EXAMPLE)
    start = known.start.position(PositionForm.APGN)
    assert parse_record(with_tags(EXAMPLE, Variant=None, Position=start)).board() == known.board()
    assert parse_record(with_tags(EXAMPLE, Variant=None)).start.position() == Board().position()


@pytest.mark.parametrize("dialect", [Dialect.ABA_PRO, Dialect.NACRE])
def test_missing_notation_is_any(dialect: Dialect) -> None:
    known = parse_record(EXAMPLE)
    record = parse_record(with_tags(format_record(known, dialect), Notation=None))
    assert record.board() == known.board()
    assert record.dialect is Dialect.ABA_PRO
    faulty = with_tags(with_moves(EXAMPLE, "1. a1b2 a2b3 *"), Notation=None)
    assert str(refusal(faulty)).endswith(": not_yours")


@pytest.mark.parametrize("moves", ["1. a1b2 i9h8 *", "1. a1b2 i9h8 1-0", "a1b2 i9h8 1/2-1/2"])
def test_moves_without_tags_are_a_game(moves: str) -> None:
    record = parse_record(moves)
    assert record.headers == UNKNOWN
    assert (record.start.position(), record.result) == (Board().position(), moves.split()[-1])
    assert parse_record(format_record(record)) == record


def test_position_wins_over_variant() -> None:
    record = parse_record(with_moves(with_tags(EXAMPLE, Variant="accelium", Position=PAC), "1. e3d2 *"))
    assert record.start.position(PositionForm.APGN) == PAC
    assert record.layout is None
    assert record.variant == "accelium"


@pytest.mark.parametrize(
    ("variant", "position"),
    [("accelium", PAC), ("belgian", PAC), ("custom", PAC), ("custom", Board().position(PositionForm.APGN))],
)
def test_variant_beside_a_position_is_kept(variant: str, position: str) -> None:
    text = with_moves(with_tags(EXAMPLE, Variant=variant, SetUp="1", Position=position, Plies="0"), "*")
    record = parse_record(text)
    assert format_record(record) == text.rstrip("\n") + "\n"
    assert f'[Variant "{variant}"]' in format_record(record, Dialect.NACRE)
    assert pickle.loads(pickle.dumps(record)).variant == variant
    assert parse_record(format_record(record, Dialect.PLAYSTRATEGY)) == record
    assert f'[Variant "{variant}"]' not in format_record(record, Dialect.PLAYSTRATEGY)


def test_start_made_here_has_the_name_of_our_table() -> None:
    read = parse_record(with_moves(with_tags(EXAMPLE, Variant="belgian", Position=PAC), "*"))
    assert '[Variant "custom"]' in format_record(Record(read.start))
    assert parse_record(EXAMPLE).variant is Record().variant is None
    assert '[Variant "standard"]' in format_record(Record())


def test_odd_but_valid_text_is_read() -> None:
    text = with_moves(EXAMPLE, "1.A1B2 1... I5h5 2 ... a2B3 *").replace("\n", "\r\n")
    assert parse_record("\ufeff" + text) == parse_record(EXAMPLE)


def test_comments_stay_where_they_stand() -> None:
    aside = "(1. {3} a2b3 {4} 1... {5} i5h5 {6}) {7} (1. a2b2) {8}"
    text = with_moves(EXAMPLE, f"{{0}} 1. {{1}} a1b2 $3 {{2}} {aside} 1... {{9}} i5h5 {{10}} * {{11}} {{12}}")
    record = parse_record(text)
    first, variation, other = record.children
    assert (record.comments, record.closing_comments) == (("0",), ("11", "12"))
    assert (first.comments_before, first.glyphs, first.comments) == (("1",), ("$3",), ("2",))
    assert (variation.comments_before, variation.comments, variation.comments_after) == (("3",), ("4",), ("7",))
    assert (variation.children[0].comments_before, variation.children[0].comments) == (("5",), ("6",))
    assert (other.comments, other.comments_after) == ((), ("8",))
    assert (first.children[0].comments_before, first.children[0].comments) == (("9",), ("10",))
    loose = parse_record(with_moves(EXAMPLE, "1. a1b2 1... {a} (1. a2b3 {b} 1...) {c} 2. {d} *"))
    assert (loose.children[0].comments, loose.children[1].comments) == (("a",), ("b",))
    assert loose.children[1].comments_after == ("c", "d")


def test_old_exports_are_read_transposed_when_asked() -> None:
    record = Record.from_board(random_board(random.Random(2), "belgian-daisy", 300))
    assert any(ply.board.is_sumito(ply.move) for ply in record.plies())  # there the dialects' destinations differ
    nacre = " ".join(ply.board.format_move(ply.move, Dialect.NACRE) for ply in record.plies())
    axes = str.maketrans("abcdefghi123456789", "123456789abcdefghi")
    exchanged = " ".join(cells.translate(axes)[::-1] for cells in nacre.split())
    old = " ".join(pair[2:] + pair[:2] for pair in exchanged.split())
    text = with_moves(with_tags(PGN, Result="*"), f"{old} *")
    assert isinstance(next(read_records(io.StringIO(text))), RecordError)
    (found,) = read_records(io.StringIO(text), transposed=True)
    assert isinstance(found, Record)
    assert found.moves() == record.moves()
    apgn = parse_record(with_moves(EXAMPLE, "1. a1b2 e9e8 *"), transposed=True)
    assert apgn.moves() == parse_record(EXAMPLE).moves()[:2]


# ---- streams


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_named(encoding: str) -> None:
    (error,) = read_records(io.BytesIO(("\ufeff" + EXAMPLE).encode(encoding)))
    assert isinstance(error, RecordError)
    assert (error.reason, error.line) == ("this looks like UTF-16: save it as UTF-8", 1)
    (elsewhere,) = read_records(io.BytesIO(b"\n\xff\xfe"))
    assert "UTF-16" not in str(elsewhere)


def test_tags_behind_a_blank_cost_no_other_game() -> None:
    file = EXAMPLE + EXAMPLE.replace("[", " [") + EXAMPLE
    assert list(read_records(io.StringIO(file))) == [parse_record(EXAMPLE)] * 3
    file = EXAMPLE + EXAMPLE.replace("[", " [").replace("i5h5", "i6i5") + EXAMPLE
    one, error, two = read_records(io.StringIO(file))
    assert one == two == parse_record(EXAMPLE)
    assert isinstance(error, RecordError)
    assert error.ply == 2


def test_broken_first_tag_does_not_cost_the_game_before() -> None:
    one, error, two = read_records(io.StringIO(EXAMPLE + EXAMPLE.replace("[Event", '["Event"') + EXAMPLE))
    assert one == two == parse_record(EXAMPLE)
    assert isinstance(error, RecordError)
    assert error.reason.startswith('a tag is [Name "value"]')


@pytest.mark.parametrize("read", [0, 1])
def test_dropped_iterator_closes_its_file(tmp_path: Path, read: int) -> None:
    path = tmp_path / "games.apgn"
    path.write_text(EXAMPLE * 3, encoding="utf-8")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        games = read_records(path)
        assert list(itertools.islice(games, read)) == [parse_record(EXAMPLE)] * read
        del games
        gc.collect()
    assert not caught


@given(st.binary(max_size=400))
@examples(200)
def test_random_bytes_give_errors_only(data: bytes) -> None:
    assert all(isinstance(found, RecordError) for found in read_records(io.BytesIO(data)))


@given(st.data(), st.sampled_from([EXAMPLE, PGN, custom(PAC, "1. e3d2! (1. e3d3 {x}) e5f5 * {y}")]))
@examples(200)
def test_damaged_text_gives_records_or_errors(data: st.DataObject, text: str) -> None:
    raw = bytearray(text.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 5))] = data.draw(st.binary(max_size=3))
    for found in read_records(io.BytesIO(bytes(raw))):
        if isinstance(found, Record):
            assert parse_record(format_record(found)) == found


class Endless:
    """A file of so many games that is never anywhere in whole."""

    def __init__(self, games: int) -> None:
        good, bad = EXAMPLE.encode(), EXAMPLE.replace("i5h5", "i6i5").encode()
        self.games = itertools.islice(itertools.cycle([good, good, bad]), games)
        self.most = 0

    def read(self, size: int, /) -> bytes:
        self.most = max(self.most, size)
        return b"".join(itertools.islice(self.games, size // 200))


def test_memory_does_not_grow_with_the_file() -> None:
    peaks = []
    list(read_records(Endless(300)))  # whatever is cached once and for all
    for games in (1200, 6000):
        tracemalloc.start()
        file = Endless(games)
        count = sum(isinstance(found, Record) for found in read_records(file))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert count == games * 2 // 3
        assert file.most <= 1 << 16
    assert peaks[1] < 2 * peaks[0]  # the interpreter keeps some hundred kilobytes of freed tuples as it likes
    assert max(peaks) < 500_000


# The native code's memory is seen by the system only. Each stream in a process of its own that was forked, not started
# anew: a new program's peak begins with that of whoever started it, which may be large.
STREAMS: Final = """
import itertools, os
from sumito.notation.records import Record, read_records

class Stream:
    def __init__(self, games):
        self.games = itertools.repeat(GAME.encode(), games)

    def read(self, size):
        return next(self.games, b"")

for games in (150, 1500):
    child = os.fork()
    if not child:
        os._exit(sum(isinstance(found, Record) for found in read_records(Stream(games))) != games)
    _, status, usage = os.wait4(child, 0)
    print(status, usage.ru_maxrss)
"""


def test_memory_of_the_native_code_does_not_grow_with_the_file() -> None:
    game = with_moves(EXAMPLE, f"1. a1b2 {{{'x' * 20_000}}} i5h5 *")
    # A sanitizer keeps what was freed, up to a limit.
    environment = {**os.environ, "ASAN_OPTIONS": f"{os.environ.get('ASAN_OPTIONS', '')}:quarantine_size_mb=1"}
    command = [sys.executable, "-c", f"GAME = {game!r}\n{STREAMS}"]
    output = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    (failed, small), (failed_too, large) = (map(int, line.split()) for line in output.splitlines())
    assert failed == failed_too == 0
    unit = 1 if sys.platform == "darwin" else 1024
    assert (large - small) * unit < 5_000_000  # of 27 more that went through


def test_a_move_may_have_any_number_of_comments() -> None:
    head = format_record(Record()).rpartition("\n\n")[0]
    started = time.process_time()
    record = parse_record(f"{head}\n\n1. c3d4 {'{} $1 ' * 50_000} *\n".replace('[Plies "0"]', '[Plies "1"]'))
    (node,) = record.main_line()
    assert (len(node.comments), len(node.glyphs)) == (50_000, 50_000)
    assert time.process_time() - started < 10  # a second; it was minutes when every comment copied all before it


def test_a_game_may_have_any_number_of_tags() -> None:
    record = Record(headers={f"Tag{number}": "x" for number in range(200_000)})
    text = format_record(record)
    started = time.process_time()
    assert parse_record(text) == record
    assert parse_record(text.replace('"]\n[Tag', '"] [Tag')) == record
    with pytest.raises(RecordError, match="the tag Tag7 occurs twice"):
        parse_record(text.replace("[Tag199999 ", "[Tag7 "))
    assert time.process_time() - started < 20  # about two; over a minute if every tag is compared with all before it


def test_a_piece_is_taken_only_when_the_reader_asks_for_it() -> None:
    more, start, result = 0, 3, 10  # the numbers of RecordEventKind
    reader = _native.RecordReader(core_names(), False)
    reader.feed(format_record(Record()).encode() + b"    ")
    kinds = []
    for kind, *_ in iter(reader.next, None):
        kinds.append(kind)
        if kind == more:
            break
        if kind == start:  # the result is read, and still in use
            with pytest.raises(ValueError, match="has more events"):
                reader.feed(b" ")
    assert start in kinds
    assert kinds[-2] == result
    reader.feed(b" ")


def test_a_file_can_be_read_and_written_in_one_go(tmp_path: Path) -> None:
    path = tmp_path / "games.apgn"
    assert write_records([Record("belgian-daisy"), Record("snakes")], path) == 2
    before = path.read_bytes()
    assert write_records((record for record in read_records(path) if isinstance(record, Record)), path) == 2
    assert path.read_bytes() == before
    path.write_bytes(before + b"[Event broken\n")
    with pytest.raises(RecordError):
        write_records(read_records(path), path)
    assert path.read_bytes() == before + b"[Event broken\n"
    assert [each.name for each in tmp_path.iterdir()] == ["games.apgn"]


def test_what_a_file_gives_must_be_text_or_bytes() -> None:
    class Stream:
        def __init__(self, piece: object) -> None:
            self.piece = piece

        def read(self, size: int, /) -> bytes:
            return self.piece  # type: ignore[return-value]

    with pytest.raises(BlockingIOError, match="nothing to read yet"):
        list(read_records(Stream(None)))
    with pytest.raises(TypeError, match="a file gives bytes or text, not 5"):
        list(read_records(Stream(5)))
