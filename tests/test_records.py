"""Game records: what is written reads back, what is wrong is one game's error, and a file needs no memory."""

from __future__ import annotations

import copy
import datetime
import io
import pickle
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import examples
from sumito import (
    BLACK,
    LAYOUTS,
    WHITE,
    Board,
    Dialect,
    Direction,
    IllegalMoveError,
    Move,
    NotationError,
    Outcome,
    Rules,
    Termination,
    _native,
)
from sumito.notation.record_tree import result_of
from sumito.notation.records import (
    RESULTS,
    VARIANTS,
    Node,
    Record,
    format_record,
    parse_record,
    read_records,
    write_record,
    write_records,
)

EXAMPLE: Final = """\
[Event "Example"]
[Date "2026.11.15"]
[Black "First"]
[White "Second"]
[Variant "belgian"]
[Result "*"]
[Notation "Aba-Pro"]

1. a1b2 i5h5 2. a2b3 *

"""
PGN: Final = """\
[Event "Rated Abalone game"]
[Site "https://example.org/x"]
[Date "2026.05.01"]
[P1 "First"]
[P2 "Second"]
[Result "1-0"]
[P1Elo "1500"]
[P2Elo "1510"]
[Variant "Abalone"]
[TimeControl "360+2"]
[Termination "Normal"]

1. a1d4 i5f5 2. a2c4 { [%clk 0:05:59] } 1-0
"""
# Black needs one more marble, and a2 stands at the edge behind its own line.
BEFORE_THE_SIXTH: Final = "5/6/7/8/4w4/8/7/bb4/wbb2-0b5w b"
BLOCKED: Final = "5/6/7/8/9/8/w6/ww4/bw3 b"  # Black's marble in the corner
PAC: Final = "5/6/7/8/2bbww3/8/7/6/5 b"


def with_tags(text: str, **tags: str | None) -> str:
    """A record text with tags put in, changed, or left out."""
    head, _, moves = text.partition("\n\n")
    lines = {line[1:].split()[0]: line for line in head.split("\n")}
    for name, value in tags.items():
        lines.pop(name, None) if value is None else lines.update({name: f'[{name} "{value}"]'})
    return "\n".join(lines.values()) + "\n\n" + moves


def with_moves(text: str, moves: str) -> str:
    return text.partition("\n\n")[0] + "\n\n" + moves + "\n\n"


def custom(position: str, moves: str, **tags: str) -> str:
    return with_moves(with_tags(EXAMPLE, Variant="custom", SetUp="1", Position=position, **tags), moves)


def random_board(rng: random.Random, slug: str, plies: int) -> Board:
    board = Board(slug, rules=Rules(repetition=0))
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.play(rng.choice(moves))
    return board


def all_nodes(record: Record) -> list[Node]:
    found, left = [], list(record.children)
    while left:
        found.append(left.pop())
        left += found[-1].children
    return found


COMMENTS: Final = st.one_of(st.text(max_size=40), st.text("}{;\r\n x", max_size=8)).filter(
    lambda text: not ("}" in text and "\n" in text) and '\n[Event "' not in text
)
VALUES: Final = st.text(max_size=20).filter(lambda text: "\n" not in text and "\r" not in text)
NAMES: Final = st.from_regex(r"[A-Za-z0-9_]{1,8}", fullmatch=True).map(lambda name: f"X{name}")
TAGS: Final = st.dictionaries(
    st.one_of(NAMES, st.sampled_from(["Event", "Date", "Black", "White", "Site", "BlackElo", "Source", "UTCDate"])),
    VALUES,
)
GLYPHS: Final = ("!", "?", "!!", "??", "!?", "?!", "$1", "$146")


@st.composite
def random_records(draw: st.DrawFn) -> Record:
    """A legal game from anywhere, with variations in variations, glyphs and comments wherever they can stand."""
    rng = random.Random(draw(st.integers(0, 10**9)))
    start = random_board(rng, draw(st.sampled_from(sorted(LAYOUTS))), draw(st.sampled_from([0, 0, 1, 30, 61])))
    texts = draw(st.lists(COMMENTS, min_size=1, max_size=6))
    record = Record(start, headers=draw(TAGS), result=draw(st.sampled_from(RESULTS)))

    def said() -> tuple[str, ...]:
        return tuple(rng.choices(texts, k=rng.choice([0, 0, 0, 1, 2])))

    for _ in range(draw(st.integers(0, 14))):
        nodes = all_nodes(record)
        ends = [node for node in nodes if not node.children]
        after = rng.choice([None, *ends])
        moves = list(record.board(after).legal_moves)
        if moves:
            record.add_move(rng.choice(moves), after)
        if nodes and rng.random() < 0.4:
            record.add_variation(rng.choice(list(record.start.legal_moves)), rng.choice(record.children))
            instead = rng.choice(nodes)
            path_board = next(board for node, board in boards(record) if node is instead)
            record.add_variation(rng.choice(list(path_board.legal_moves)), instead)
    record.comments, record.closing_comments = said(), said()
    for node in all_nodes(record):
        node.comments, node.comments_before = said(), said()
        node.glyphs = tuple(rng.choices(GLYPHS, k=rng.choice([0, 0, 1, 3])))
    for children in [record.children, *(node.children for node in all_nodes(record))]:
        for variation in children[1:]:
            variation.comments_after = said()
    if outcome := record.board().outcome:
        record.result = "1-0" if outcome.winner is BLACK else "0-1"
    return record


def boards(record: Record) -> Iterator[tuple[Node, Board]]:
    """Every node with the board before its move."""
    left = [(node, record.start) for node in record.children]
    while left:
        node, before = left.pop()
        yield node, before
        board = before.copy()
        board.play(node.move)
        left += [(child, board) for child in node.children]


# ---- round trips


@given(random_records(), st.sampled_from(Dialect))
@examples(150)
def test_record_round_trip(record: Record, dialect: Dialect) -> None:
    text = format_record(record, dialect)
    again = parse_record(text)
    assert again == record
    assert again.dialect is dialect
    assert list(again.headers) == list(parse_record(format_record(again)).headers)
    assert format_record(again) == text


@given(random_records())
@examples(40)
def test_dialects_in_a_circle_give_the_same_record(record: Record) -> None:
    current = record
    for dialect in (Dialect.NACRE, Dialect.PLAYSTRATEGY, Dialect.ABA_PRO):
        current = parse_record(format_record(current, dialect))
        assert current.dialect is dialect
    assert current == record


@given(random_records())
@examples(40)
def test_pickle_and_copy_round_trip(record: Record) -> None:
    for twin in (pickle.loads(pickle.dumps(record)), copy.deepcopy(record)):
        assert twin == record
        assert twin.dialect is record.dialect
        for node in all_nodes(twin):
            node.add_comment("no longer the same")
        assert (twin == record) == (not record.children)


@pytest.mark.parametrize("slug", sorted(LAYOUTS))
def test_every_layout_round_trips(slug: str) -> None:
    record = Record.from_board(random_board(random.Random(7), slug, 20))
    for dialect in Dialect:
        assert parse_record(format_record(record, dialect)) == record
    assert record.layout is LAYOUTS[slug]
    variant = {ours: name for name, ours in VARIANTS.items()}.get(slug, "custom")
    assert f'[Variant "{variant}"]\n' in format_record(record)
    assert ("[Position " in format_record(record)) == (variant == "custom")


def test_long_game_is_not_too_deep() -> None:
    record = Record.from_board(random_board(random.Random(1), "standard", 3000))
    assert len(record.moves()) > 1000
    assert parse_record(format_record(record)) == record
    assert pickle.loads(pickle.dumps(record)) == record


def test_records_that_differ_are_not_equal() -> None:
    record = parse_record(EXAMPLE)
    others = [
        with_tags(EXAMPLE, Black="Third"),
        with_tags(EXAMPLE, Source="x"),
        with_moves(EXAMPLE, "1. a1b2 i5h5 *"),
        with_moves(EXAMPLE, "1. a1b2 i5h5 2. a2b3 {said} *"),
        with_moves(EXAMPLE, "1. a1b2 i5h5 2. a2b3! *"),
        with_moves(EXAMPLE, "1. a1b2 i5h5 2. a2b3 (2. a2b2) *"),
        with_moves(EXAMPLE, "1. a1b2 i5h5 2. a2b3 * {said}"),
        with_moves(EXAMPLE, "{said} 1. a1b2 i5h5 2. a2b3 *"),
        with_moves(with_tags(EXAMPLE, Result="1-0"), "1. a1b2 i5h5 2. a2b3 1-0"),
        with_tags(EXAMPLE, MarblesToEject="4"),
    ]
    assert parse_record(EXAMPLE) == record
    for text in others:
        assert parse_record(text) != record, text
    assert record != 1


# ---- what a record is


def test_example_reads_as_it_is_meant() -> None:
    record = parse_record(EXAMPLE)
    assert record.headers == {"Event": "Example", "Date": "2026.11.15", "Black": "First", "White": "Second"}
    assert (record.result, record.dialect, record.layout) == ("*", Dialect.ABA_PRO, LAYOUTS["belgian-daisy"])
    board = Board("belgian-daisy", rules=Rules(repetition=0))
    assert record.start == board
    assert record.moves() == [board.play(text) for text in ("a1b2", "i5h5", "a2b3")]
    assert record.board() == board


def test_from_board_takes_the_whole_game() -> None:
    board = random_board(random.Random(3), "german-daisy", 12)
    history = board.history
    board.resign(WHITE)
    record = Record.from_board(
        board, black="Ada", white="Emmy", event="Final", date=datetime.date(2026, 3, 1), headers={"Source": "x"}
    )
    assert record.moves() == list(history)
    assert record.result == "1-0"
    assert record.headers == {
        "Event": "Final",
        "Date": "2026.03.01",
        "Black": "Ada",
        "White": "Emmy",
        "Source": "x",
        "Termination": "resignation",
    }
    assert {type(value) for value in record.headers.values()} == {str}
    assert repr(record) == "<Record 'Ada' against 'Emmy', 12 plies, 1-0>"
    assert parse_record(format_record(record)) == record


def test_drawn_and_unfinished_boards_give_their_result() -> None:
    board = Board()
    assert Record.from_board(board).result == "*"
    assert "Termination" not in Record.from_board(board).headers
    board.agree_draw()
    assert Record.from_board(board).result == "1/2-1/2"


def test_shared_win_is_no_draw() -> None:
    assert result_of(Outcome(Termination.AGREEMENT, ())) == "1/2-1/2"
    assert result_of(Outcome(Termination.TIME, (WHITE,))) == "0-1"
    with pytest.raises(ValueError, match="no result for this end: black and white win by ejection"):
        result_of(Outcome(Termination.EJECTION, (BLACK, WHITE)))


def test_game_to_fewer_ejections_keeps_its_goal() -> None:
    board = Board.from_position("5/6/7/8/4s4/8/7/SS4/sSS2 0 0 b 0 1", rules=Rules(marbles_to_eject=1))
    board.play("a3a2")
    record = Record.from_board(board)
    assert (record.result, record.headers["Termination"]) == ("1-0", "ejection")
    for dialect in Dialect:
        again = parse_record(format_record(record, dialect))
        assert again == record
        assert again.start.rules.marbles_to_eject == 1


def test_plies_show_the_board_before_each_move() -> None:
    record = parse_record(EXAMPLE)
    plies = list(record.plies())
    assert [ply.number for ply in plies] == [1, 2, 3]
    assert [ply.board.format_move(ply.move) for ply in plies] == ["a1b2", "i5h5", "a2b3"]
    assert [ply.node for ply in plies] == record.main_line()
    plies[0].board.play("a1b2")
    assert plies[1].board == plies[0].board
    assert next(record.plies()).board == record.start


def test_start_is_the_callers_own() -> None:
    record = parse_record(EXAMPLE)
    record.start.play("a1b2")
    record.board().undo()
    assert record == parse_record(EXAMPLE)


def test_moves_variations_and_comments_are_added() -> None:
    record = Record("belgian-daisy", headers={"Event": "Study"})
    record.add_comment("To begin with")
    first = record.add_move("a1b2")
    second = record.add_move("i5h5")
    aside = record.add_variation("i6h6", instead_of=second)
    record.add_move("a2b3", after=aside)
    other = record.add_variation("a2b3", instead_of=first)
    other.add_comment("too slow")
    record.add_move("a2b3")
    second.glyphs = ("?",)
    other.comments_before, other.comments_after = ("instead",), ("so much for that",)
    assert first.next is second
    assert first.variations == (aside,)
    assert record.board(aside).turn is BLACK
    assert format_record(record).partition("\n\n")[2] == (
        "{To begin with} 1. a1b2 (1. {instead} a2b3 {too slow}) {so much for that}\n"
        "1... i5h5? (1... i6h6 2. a2b3) 2. a2b3 *\n"
    )


def test_added_moves_must_be_legal_and_have_a_place() -> None:
    record = Record()
    first = record.add_move("a1b2")
    record.add_move("i5h5")
    with pytest.raises(IllegalMoveError, match="not_yours"):
        record.add_move("h5g5")
    with pytest.raises(NotationError):
        record.add_variation("zz", instead_of=first)
    with pytest.raises(ValueError, match="something follows this move already"):
        record.add_move("i5h5", after=first)
    with pytest.raises(ValueError, match="not a node of this record"):
        record.board(Node(first.move))
    assert len(all_nodes(record)) == 2


def test_sixth_ejection_sets_the_result() -> None:
    record = parse_record(custom(BEFORE_THE_SIXTH, "*"))
    record.add_move("a3a2")
    assert record.result == "1-0"
    assert parse_record(format_record(record)) == record
    record = parse_record(custom(BEFORE_THE_SIXTH, "1. b1c1 (1. b2c2 e5f5) *"))
    record.add_move("a3a2", after=record.children[1].children[0])
    assert record.result == "*"  # it happened in a variation only
    assert parse_record(format_record(record)) == record


# ---- writing


def test_text_of_a_record() -> None:
    record = parse_record(EXAMPLE)
    record.headers |= {"Zeta": "z", "Annotator": "An", "Source": 'a "quoted" \\ one', "Alpha": "a"}
    assert format_record(record) == (
        '[Event "Example"]\n[Date "2026.11.15"]\n[Black "First"]\n[White "Second"]\n[Variant "belgian"]\n'
        '[Result "*"]\n[Notation "Aba-Pro"]\n[Plies "3"]\n[Source "a \\"quoted\\" \\\\ one"]\n[Annotator "An"]\n'
        '[Zeta "z"]\n[Alpha "a"]\n\n1. a1b2 i5h5 2. a2b3 *\n'
    )


def test_text_in_playstrategys_form() -> None:
    record = parse_record(PGN)
    assert record.headers["Black"] == "First"
    assert record.headers["WhiteElo"] == "1510"
    assert record.dialect is Dialect.PLAYSTRATEGY
    assert record.layout is LAYOUTS["belgian-daisy"]
    assert format_record(record) == PGN
    record.headers["Round"] = "1"
    elsewhere = Record(headers=record.headers)
    assert format_record(elsewhere, Dialect.PLAYSTRATEGY) == with_moves(
        with_tags(
            PGN,
            Result="*",
            FEN="sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 0 1",
            SetUp="1",
        ).replace("[P1 ", '[Round "1"]\n[P1 '),
        "*",
    ).rstrip("\n") + "\n"  # fmt: skip


def test_playstrategys_tags_are_in_its_order() -> None:
    order = [
        *("Event", "Site", "Date", "Round", "P1", "P2", "Result", "UTCDate", "UTCTime", "P1Elo", "P2Elo"),
        *("P1RatingDiff", "P2RatingDiff", "P1Title", "P2Title", "Variant", "TimeControl", "MultiMatch"),
        *("ECO", "Opening", "Termination", "FEN", "SetUp", "Annotator"),
    ]
    ours = {"P1Elo": "BlackElo", "P2Elo": "WhiteElo", "P1RatingDiff": "BlackRatingDiff", "P1Title": "BlackTitle"}
    ours |= {"P2RatingDiff": "WhiteRatingDiff", "P2Title": "WhiteTitle"}
    made = {"P1", "P2", "Result", "Variant", "FEN", "SetUp"}
    record = Record(headers={ours.get(name, name): "x" for name in reversed(order) if name not in made})
    lines = format_record(record, Dialect.PLAYSTRATEGY).partition("\n\n")[0].split("\n")
    assert [line[1:].split()[0] for line in lines] == order


def test_white_begins_with_dots() -> None:
    text = custom("5/6/7/8/2b1w4/8/7/6/5 w", "1... e5f5 2. e3f3 f5g5 *")
    assert format_record(parse_record(text)).endswith("\n\n1... e5f5 2. e3f3 f5g5 *\n")


def test_lines_are_wrapped_and_comments_are_not() -> None:
    record = Record.from_board(random_board(random.Random(5), "standard", 120))
    comment = "a  comment\n\n that keeps " + "every space and word of its " * 9
    record.main_line()[50].add_comment(comment)
    text = format_record(record).partition("\n\n")[2]
    assert "{" + comment + "}" in text
    lines = text.replace(comment, "").split("\n")
    assert max(map(len, lines)) <= 79
    assert all(len(line) > 60 for line in lines[:-2] if "{" not in line)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [  # one change each to a record that is in order
        (lambda r: r.add_comment("a }\n b"), "a comment cannot hold } and a line break"),
        (lambda r: r.add_comment("}" + "x" * ((1 << 20) - 2)), "a comment is too long"),
        (lambda r: r.add_comment("}" + "x" * ((1 << 20) - 4) + "\r"), "a comment is too long"),
        (lambda r: setattr(r, "variant", "belgian-daisy"), "unknown variant 'belgian-daisy'"),
        (lambda r: r.children[0].add_comment('x\n[Event "y"]'), "begins another record"),
        (lambda r: r.add_comment("x" * (1 << 20)), "a comment is too long"),
        (lambda r: r.add_comment("\ud800"), "not valid Unicode"),
        (lambda r: setattr(r, "variant", "\ud800"), "not valid Unicode"),
        (lambda r: setattr(r, "result", "\ud800"), "not valid Unicode"),
        (lambda r: r.headers.update(Source="a\nb"), "the tag Source cannot hold a line break"),
        (lambda r: r.headers.update(Source="a\rb"), "the tag Source cannot hold a line break"),
        (lambda r: r.headers.update(Source="a" * (1 << 20)), "the tag Source is too long"),
        (lambda r: r.headers.update({"Bad name": "x"}), "letters, digits and underscores, not 'Bad name'"),
        (lambda r: r.headers.update({"": "x"}), "letters, digits and underscores, not ''"),
        (lambda r: r.headers.update(Result="1-0"), "the tag Result is made from"),
        (lambda r: r.headers.pop("Event"), "the record has no Event"),
        (lambda r: setattr(r, "result", "2-0"), "a result is one of 1-0 0-1 1/2-1/2 [*], not '2-0'"),
        (lambda r: r.headers.update(Termination="ejection"), "the game is not over"),
        (lambda r: setattr(r.children[0], "glyphs", ("+",)), "a glyph is"),
        (lambda r: setattr(r.children[0], "glyphs", ("!" * ((1 << 20) + 1),)), "a glyph is"),
        (lambda r: setattr(r.children[0], "comments_after", ("x",)), "only a variation has comments after it"),
        (lambda r: r.children.insert(0, Node(Move.of([60], Direction.W))), "illegal move"),
    ],
)  # fmt: skip
def test_what_text_cannot_hold_is_refused(spoil: Callable[[Record], object], message: str) -> None:
    record = parse_record(EXAMPLE)
    spoil(record)
    with pytest.raises(ValueError, match=message):
        format_record(record)


def test_comment_with_a_closing_brace_takes_the_rest_of_its_line() -> None:
    record = parse_record(with_moves(EXAMPLE, ";a } b\n1. ;}\na1b2 ;{c}\n(1. a2b3 ;}\n) i5h5 {d} * ;}\n;e}"))
    assert (record.comments, record.closing_comments) == (("a } b",), ("}", "e}"))
    assert format_record(record).partition("\n\n")[2] == (
        ";a } b\n1. ;}\na1b2 ;{c}\n(1. a2b3 ;}\n) 1... i5h5 {d} * ;}\n;e}\n"
    )
    assert parse_record(format_record(record)) == record


@pytest.mark.parametrize("ending", ["", "\r", "\r\r", " \t"])
def test_comment_with_a_closing_brace_keeps_its_end(ending: str) -> None:
    record = parse_record(EXAMPLE)
    for comment in ("}" + ending, "}" + "x" * ((1 << 20) - 6) + ending):
        record.comments = record.closing_comments = (comment, "after")
        assert parse_record(format_record(record)) == record


def test_tag_that_means_something_else_in_pgn_is_refused() -> None:
    record = parse_record(with_tags(EXAMPLE, P1="someone"))
    assert parse_record(format_record(record)) == record
    with pytest.raises(ValueError, match="the tag P1 has another meaning in PGN"):
        format_record(record, Dialect.PLAYSTRATEGY)
    record = parse_record(with_tags(EXAMPLE, FEN="kept as it is"))
    assert record.headers["FEN"] == "kept as it is"
    assert parse_record(format_record(record)) == record
    with pytest.raises(ValueError, match="the tag FEN is made from"):
        format_record(record, Dialect.PLAYSTRATEGY)


def test_files_of_every_kind_are_written_and_read(tmp_path: Path) -> None:
    record = parse_record(EXAMPLE)
    record.add_comment("ż\r\n\tó")
    path = tmp_path / "games.apgn"
    write_record(record, path)
    once = path.read_bytes()
    assert list(read_records(path)) == list(read_records(str(path))) == [record]
    assert write_records([record, record], path, Dialect.NACRE) == 2
    assert list(read_records(path)) == [record, record]
    assert b"*\n\n[Event" in path.read_bytes()
    binary, text = io.BytesIO(), io.StringIO(newline="")
    for file in (binary, text):
        write_record(record, file)
        write_record(record, file)
        file.seek(0)
        assert list(read_records(file)) == [record, record]
        assert not file.closed
    assert binary.getvalue() == text.getvalue().encode() == once * 2


def test_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_records(tmp_path / "none.apgn")


def test_moves_have_the_number_of_their_pair() -> None:
    def numbers(first: int) -> list[tuple[int, str]]:
        return [_native.record_move_number(ply, (ply + first) % 2) for ply in range(4)]

    assert numbers(0) == [(1, "1."), (1, "1..."), (2, "2."), (2, "2...")]
    assert numbers(1) == [(1, "1..."), (2, "2."), (2, "2..."), (3, "3.")]
    assert _native.record_move_number((1 << 30) - 1, 1) == (1 << 29, f"{1 << 29}...")
    for ply, player in ((-1, 0), (1 << 30, 0), (0, 2)):
        with pytest.raises(ValueError, match="no such ply or player"):
            _native.record_move_number(ply, player)


def test_a_glyph_of_a_mebibyte_is_read_back() -> None:
    record = parse_record(EXAMPLE)
    record.children[0].glyphs = ("!" * (1 << 20),)
    assert parse_record(format_record(record)) == record
