"""Position text in every form: parsed, written, refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import examples
from positions import NO_LIMITS, boards
from sumito import BLACK, LAYOUTS, WHITE, Board, NotationError, PositionError, PositionForm, Rules

STANDARD = "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 0 1"
BELGIAN = "ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 1"
BELGIAN_FACTORED = "0a12b123c23g78h789i89_0a45b456c56g45h456i56"


def test_known_texts_are_written() -> None:
    assert Board().position() == STANDARD
    board = Board("belgian-daisy")
    assert board.position() == BELGIAN
    assert board.position(PositionForm.FACTORED) == BELGIAN_FACTORED
    assert board.position(PositionForm.APGN) == "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b"
    assert board.position(PositionForm.DIGITS) == "".join(
        "1" if cell in board.marbles(BLACK) else "2" if cell in board.marbles(WHITE) else "0" for cell in range(61)
    )


def test_scores_are_what_each_player_ejected() -> None:
    board = Board.from_position(STANDARD.replace("0 0 b", "2 1 b"))
    assert (board.score(BLACK), board.score(WHITE)) == (2, 1)
    assert (board.ejected(BLACK), board.ejected(WHITE)) == (1, 2)
    assert board.position(PositionForm.APGN).endswith("bbbbb-1b2w b")
    assert board.position(PositionForm.FACTORED).startswith("1a12345")


def test_counters_are_kept() -> None:
    board = Board.from_position(STANDARD.replace("b 0 1", "w 7 12"))
    assert (board.quiet_plies, board.ply, board.turn) == (7, 23, WHITE)
    board.play("g7f6")
    assert board.position().endswith(" b 8 13")


def test_the_limits_of_numbers_are_kept() -> None:
    rows = STANDARD.split()[0]
    most = Board.from_position(f"{rows} 60 0 b 1000000 1000000", check=False)
    assert (most.score(BLACK), most.quiet_plies, most.ply) == (60, 1_000_000, 1_999_998)
    for wrong in ("61 0 b 0 1", "0 61 b 0 1", "0 0 b 1000001 1", "0 0 b 0 1000001"):
        with pytest.raises(NotationError):
            Board.from_position(f"{rows} {wrong}", check=False)
    late = Board.from_position(f"{rows} 0 0 w 1000000 1000000")
    late.play("g7f6")
    assert Board.from_position(late.position()).position() == late.position()
    white = Board.from_position(f"{rows} 0 0 w")
    assert white.ply == 1
    white.play("g7f6")
    assert white.position().endswith(" b 1 2")


@pytest.mark.parametrize("text", [STANDARD.split()[0], STANDARD[:-4], STANDARD[:-2], STANDARD.replace(" ", "  ")])
def test_what_is_left_out_is_as_at_the_start(text: str) -> None:
    assert Board.from_position(text).position() == STANDARD


def test_factored_cells_may_repeat_their_letter() -> None:
    plain = "0" + "".join(f"a{n}" for n in (1, 2)) + "b1b2b3,0a4a5"
    assert Board.from_position(plain, form=PositionForm.FACTORED).position(PositionForm.FACTORED) == "0a12b123_0a45"


@given(boards(), st.sampled_from(PositionForm))
@examples(200)
def test_every_form_reads_back(board: Board, form: PositionForm) -> None:
    text = board.position(form)
    again = Board.from_position(text, form=form, rules=NO_LIMITS)
    assert again.position(form) == text
    assert (again.marbles(BLACK), again.marbles(WHITE)) == (board.marbles(BLACK), board.marbles(WHITE))
    if form is not PositionForm.DIGITS:
        assert [again.ejected(color) for color in again.players] == [board.ejected(color) for color in board.players]
    if form in (PositionForm.FEN, PositionForm.APGN):
        assert again == board


@pytest.mark.parametrize("slug", list(LAYOUTS))
@pytest.mark.parametrize("form", PositionForm)
def test_every_layout_reads_back_in_every_form(slug: str, form: PositionForm) -> None:
    board = Board(slug)
    assert Board.from_position(board.position(form), form=form) == board


@pytest.mark.parametrize(
    ("form", "text", "problem", "column"),
    [
        (PositionForm.FEN, "", "nothing to read", 1),
        (PositionForm.FEN, "sssss/ssssss", "fewer than nine rows", 13),
        (PositionForm.FEN, "ssssx/6/7/8/9/8/7/6/5", "a character that does not belong", 5),
        (PositionForm.FEN, "ssss\ud800/6/7/8/9/8/7/6/5", "a character that does not belong", 5),
        (PositionForm.FEN, "ssssss/6/7/8/9/8/7/6/5", "a row with too many cells", 6),
        (PositionForm.FEN, "5/7/7/8/9/8/7/6/5", "a row with too many cells", 3),
        (PositionForm.FEN, "4/6/7/8/9/8/7/6/5", "a row with too few cells", 2),
        (PositionForm.FEN, "5/6/7/8/9/8/7/6/5/1", "more than nine rows", 18),
        (PositionForm.FEN, "5/6/7/8/9/8/7/6/S4 x 0 b", "the number of lost marbles", 20),
        (PositionForm.FEN, "5/6/7/8/9/8/7/6/S4 99 0 b", "the number of lost marbles", 20),
        (PositionForm.FEN, "5/6/7/8/9/8/7/6/S4 0 -1 b", "the number of lost marbles", 22),
        (PositionForm.FEN, "5/6/7/8/9/8/7/6/S4 1", "the number of lost marbles", 21),
        (PositionForm.FEN, "5/6/7/8/9/8/7/6/S4 0 0 s", "the player to move must be b or w", 24),
        (PositionForm.FEN, "5/6/7/8/9/8/7/6/S4 0 0 bb", "the player to move must be b or w", 25),
        (PositionForm.FEN, "5/6/7/8/9/8/7/6/S4 0 0 b x", "a counter must be a whole number", 26),
        (PositionForm.FEN, "5/6/7/8/9/8/7/6/S4 0 0 b 0 0", "a counter must be a whole number", 29),
        (PositionForm.FEN, "5/6/7/8/9/8/7/6/S4 0 0 b 0 99999999999", "a counter must be a whole number", 28),
        (PositionForm.FEN, "5/6/7/8/9/8/7/6/S4 0 0 b 0 1 1", "unexpected text after the position", 30),
        (PositionForm.APGN, "5/6/7/8/9/8/7/6/b4", "the player to move must be b or w", 19),
        (PositionForm.APGN, "5/6/7/8/9/8/7/6/S4 b", "a character that does not belong", 17),
        (PositionForm.APGN, "5/6/7/8/9/8/7/6/b4-1w b", "the number of lost marbles", 21),
        (PositionForm.APGN, "5/6/7/8/9/8/7/6/b4 b 0", "unexpected text after the position", 22),
        (PositionForm.FACTORED, "0a12", "no _ or , between the players", 5),
        (PositionForm.FACTORED, "0a9_0", "no such cell", 3),
        (PositionForm.FACTORED, "0a1_0a1", "two marbles in one cell", 7),
        (PositionForm.FACTORED, "a1_0a2", "the number of lost marbles", 1),
        (PositionForm.FACTORED, "0a1_0ab", "no such cell", 6),
        (PositionForm.FACTORED, "0a1_0a2_0", "a character that does not belong", 8),
        (PositionForm.DIGITS, "0120", "not 61 digits", 5),
        (PositionForm.DIGITS, "0" * 62, "not 61 digits", 62),
        (PositionForm.DIGITS, "0" * 30 + "3" + "0" * 30, "a character that does not belong", 31),
    ],
)
def test_bad_text_is_refused_with_its_place(form: PositionForm, text: str, problem: str, column: int) -> None:
    with pytest.raises(NotationError, match=problem) as caught:
        Board.from_position(text, form=form)
    assert caught.value.column == column
    assert caught.value.text == text
    assert repr(text) in str(caught.value)
    assert str(caught.value).endswith(f"column {column}")


@given(st.text(alphabet="sS0123456789/ bw-_,ai\x00é", max_size=80), st.sampled_from(PositionForm))
@examples(1000)
def test_any_text_is_read_or_refused(text: str, form: PositionForm) -> None:
    try:
        board = Board.from_position(text, form=form, rules=Rules(repetition=0))
    except (NotationError, PositionError):
        return
    assert Board.from_position(board.position()) == Board.from_position(text, form=form)


@given(boards(), st.data())
@examples(300)
def test_damaged_text_is_read_or_refused(board: Board, data: st.DataObject) -> None:
    form = data.draw(st.sampled_from(PositionForm))
    text = board.position(form)
    place = data.draw(st.integers(0, len(text)))
    damaged = text[:place] + data.draw(st.text(max_size=2)) + text[place + data.draw(st.integers(0, 2)) :]
    column = 1
    try:
        Board.from_position(damaged, form=form, check=False)
    except NotationError as error:
        column = error.column
    assert 1 <= column <= len(damaged) + 1
