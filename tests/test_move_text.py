"""Move text in three dialects: parsed, enforced, refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import examples
from positions import NO_LIMITS, boards, random_game
from sumito import (
    Board,
    Dialect,
    Direction,
    IllegalMoveError,
    IllegalReason,
    Move,
    NotationError,
    cell_name,
    parse_cell,
)

ABA_PRO, NACRE, PLAYSTRATEGY = Dialect


def move(names: str, direction: str) -> Move:
    return Move.of([parse_cell(name) for name in names.split()], Direction[direction])


@pytest.mark.parametrize(
    ("position", "aba_pro", "nacre", "playstrategy", "expected"),
    [
        ("belgian-daisy", "a1b2", "a1d4", "a1d4", move("a1 b2 c3", "NE")),
        ("belgian-daisy", "i9h8", "i9f6", "i9f6", move("i9 h8 g7", "SW")),
        ("5/6/7/8/4SSSs1/8/7/6/5", "e5e6", "e5e8", "e5e9", move("e5 e6 e7", "E")),
        ("5/6/7/8/9/8/7/sSSS2/5", "b4b3", "b4b1", "b4b1", move("b2 b3 b4", "W")),
        ("5/6/7/8/9/8/1SS4/6/5", "c2c3d3", "c2d4", "c2d4", move("c2 c3", "NE")),
        ("5/6/7/8/9/8/1SS4/6/5", "c2c3d2", "c3d2", "c3d2", move("c2 c3", "NW")),
        ("5/6/7/8/9/8/7/3SS1/5", "b4b5c5", "b4c6", "b4c6", move("b4 b5", "NE")),
        ("5/6/4SSS/8/9/8/7/6/5", "g7g9f7", "g7f9", "g7f9", move("g7 g8 g9", "SE")),
    ],
)
def test_each_dialect_names_the_move(
    position: str, aba_pro: str, nacre: str, playstrategy: str, expected: Move
) -> None:
    board = Board(position) if "/" not in position else Board.from_position(position)
    for dialect, text in ((ABA_PRO, aba_pro), (NACRE, nacre), (PLAYSTRATEGY, playstrategy)):
        assert board.parse_move(text) is expected
        assert board.parse_move(text.upper()) is expected
        assert board.parse_move(text, dialect) is expected
        assert board.format_move(expected, dialect) == text


def test_a_broadside_may_begin_at_either_end() -> None:
    board = Board.from_position("5/6/7/8/9/8/5SS/6/5")
    assert board.parse_move("c6c7d6") is board.parse_move("c7c6d7") is move("c6 c7", "NW")
    assert board.format_move(move("c6 c7", "NW")) == "c6c7d6"


def test_an_ejection_may_be_marked_as_playstrategy_does() -> None:
    board = Board.from_position("5/6/7/8/9/8/7/sSSS2/5")
    assert board.parse_move("b4xb1") is board.parse_move("b4xb1", PLAYSTRATEGY) is move("b2 b3 b4", "W")
    for text, dialect in (("b4xb5", PLAYSTRATEGY), ("b4xb1", NACRE), ("b4xb3", ABA_PRO)):
        with pytest.raises(NotationError):
            board.parse_move(text, dialect)


@pytest.mark.parametrize(
    ("rows", "text", "column"),
    [
        ("5/6/7/8/4SSSs1/8/7/6/5", "e5xe9", 3),  # a push without an ejection
        ("5/6/7/8/4SSS2/8/7/6/5", "e5xe8", 3),  # not a push
        ("5/6/7/8/9/8/1SS4/6/5", "c2xd4", 3),  # broadside
        ("5/6/7/8/9/8/7/sSSS2/5", "b4xb2", 4),  # an ejection with another end
    ],
)
def test_an_ejection_is_marked_only_if_a_marble_is_ejected(rows: str, text: str, column: int) -> None:
    board = Board.from_position(rows)
    for dialect in (PLAYSTRATEGY, None):
        with pytest.raises(NotationError) as caught:
            board.parse_move(text, dialect)
        assert dialect is None or caught.value.column == column
    if column == 3:
        assert board.parse_move(text.replace("x", ""), PLAYSTRATEGY) in board.legal_moves


@pytest.mark.parametrize(
    ("dialect", "text", "problem", "column"),
    [
        (ABA_PRO, "a1d4", "the cell a marble steps to is its neighbour", 3),
        (NACRE, "a1b2c3", "not a move of this dialect", 5),
        (NACRE, "a1e5", "not a move of this dialect", 3),
        (PLAYSTRATEGY, "a1b2", "this is not where the move ends", 3),
        (PLAYSTRATEGY, "a1b2c3", "not a move of this dialect", 5),
        (ABA_PRO, "b1b2b2", "three cells name a broadside move", 3),
        (ABA_PRO, "b1b1b2", "three cells name a broadside move", 3),
        (ABA_PRO, "b1b2d4", "the cell a marble steps to is its neighbour", 5),
        (None, "", "nothing to read", 1),
        (None, "a1", "not a move", 3),
        (None, "a1a", "no such cell", 3),
        (None, "a1j2", "no such cell", 3),
        (None, "a9b1", "no such cell", 1),
        (None, "a1b2c3d4", "not a move", 7),
        (None, "a1a1", "not a move", 1),
        (None, "b1 b2", "no such cell", 3),
        (None, "c3d4\n", "no such cell", 5),
        (None, "é3d4", "no such cell", 1),
        (None, "c3é4", "no such cell", 3),
        (None, "c3\ud8004", "no such cell", 3),
    ],
)
def test_text_that_names_no_move_is_refused_with_its_place(
    dialect: Dialect | None, text: str, problem: str, column: int
) -> None:
    with pytest.raises(NotationError, match=problem) as caught:
        Board("belgian-daisy").parse_move(text, dialect)
    assert caught.value.column == column


@pytest.mark.parametrize(
    ("rows", "text", "reason"),
    [
        ("5/6/7/8/2SSss3/8/7/6/5", "e3e4", IllegalReason.PAC),
        ("5/6/7/8/2SSss3/8/7/6/5", "e3e5", IllegalReason.PAC),
        ("5/6/7/8/1SSSss3/8/7/6/5", "e3e5", IllegalReason.TOO_FEW),
        ("5/6/7/8/SSSS5/8/7/6/5", "e1e2", IllegalReason.TOO_MANY),
        ("5/6/7/8/S1S6/8/7/6/5", "e1e3f2", IllegalReason.NOT_A_LINE),
        ("5/6/7/8/9/8/7/6/S4", "e5e6", IllegalReason.NO_MARBLE),
        ("5/6/7/8/4s4/8/7/6/S4", "e5e6", IllegalReason.NOT_YOURS),
        ("5/6/7/2s5/1SSS5/8/7/6/5", "e2e4f2", IllegalReason.BROADSIDE_BLOCKED),
        ("5/6/7/2s5/1SSS5/8/7/6/5", "e2f5", IllegalReason.BROADSIDE_BLOCKED),
        ("5/6/7/8/1SSSssS2/8/7/6/5", "e2e7", IllegalReason.NO_ROOM_BEHIND),
        ("5/6/7/8/S2S5/8/7/6/5", "e1e4f2", IllegalReason.NOT_A_LINE),
        # Crosswise there are two readings. The one with own marbles at both ends counts.
        ("5/6/7/3s4/2SS5/8/7/6/5", "e3f5", IllegalReason.BROADSIDE_BLOCKED),
        ("5/6/7/2SS4/2S1s4/8/7/6/5", "e3f5", IllegalReason.BROADSIDE_BLOCKED),
        # In Aba-Pro four marbles would move, in Nacre one would step onto an own one. The first dialect counts.
        ("5/6/7/8/SSSSss3/8/7/6/5", "e1e2", IllegalReason.TOO_MANY),
    ],
)
def test_text_that_names_an_illegal_move_gives_its_verdict(rows: str, text: str, reason: IllegalReason) -> None:
    with pytest.raises(IllegalMoveError, match=repr(text)) as caught:
        Board.from_position(rows).parse_move(text)
    assert caught.value.verdict.reason is reason


def transposed(text: str) -> str:
    return "".join(
        f"{'abcdefghi'[int(text[i + 1]) - 1]}{'abcdefghi'.index(text[i]) + 1}" for i in range(0, len(text), 2)
    )


def test_transposed_cells_are_read_on_request() -> None:
    for board in random_game(3, 60):
        for legal in board.legal_moves:
            for dialect in Dialect:
                text = transposed(board.format_move(legal, dialect))
                assert board.parse_move(text, dialect, transposed=True) is legal


@given(boards(), st.text(alphabet="abcdefghi123456789xX ", max_size=7))
@examples(1000)
def test_any_text_is_a_legal_move_or_refused(board: Board, text: str) -> None:
    for dialect in (None, *Dialect):
        try:
            found = board.parse_move(text, dialect)
        except (NotationError, IllegalMoveError):
            continue
        assert board.is_legal(found)


pairs = st.tuples(st.sampled_from(range(61)), st.sampled_from(range(61)))


@given(boards(), pairs)
@examples(600)
def test_a_named_dialect_reads_only_what_it_writes(board: Board, pair: tuple[int, int]) -> None:
    text = "".join(map(cell_name, pair))
    for dialect in Dialect:
        try:
            found = board.parse_move(text, dialect)
        except (NotationError, IllegalMoveError):
            continue
        assert board.format_move(found, dialect) == text


def test_typed_text_plays() -> None:
    board = Board("belgian-daisy", rules=NO_LIMITS)
    assert [board.play(text).number for text in ("a1d4", "i5h5", "a2b3")]
    assert len(board.history) == 3


def test_line_is_the_text_of_moves_that_follow_one_another() -> None:
    board = Board()
    line = [board.play(text) for text in ("a1b2", "i5h5", "c5d5")]
    assert board.start().format_line(line) == "a1b2 i5h5 c5d5"
    assert board.start().format_line(line[:1], Dialect.NACRE) == board.start().format_move(line[0], Dialect.NACRE)
    assert board.start().format_line(()) == ""
    with pytest.raises(IllegalMoveError, match="i5h5"):
        board.start().format_line(line[1:])
    won = Board.from_position("s4/6/7/8/5SSSs/8/7/6/5 5 2 b 0 40")
    last = won.parse_move("e6e7")
    assert won.format_line([last, last]) == "e6e7"
    assert won.outcome is None
