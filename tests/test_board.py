"""The board as a value: content, play, comparison."""

import copy
import pickle
from xml.etree import ElementTree

import pytest
from hypothesis import given

import sumito
from effort import examples
from positions import NO_LIMITS, boards, random_game
from sumito import (
    BLACK,
    CELLS,
    SYMMETRIES,
    WHITE,
    Board,
    Dialect,
    Direction,
    GameOverError,
    IllegalMoveError,
    IllegalReason,
    Layout,
    LegalMoves,
    Move,
    NotationError,
    Outcome,
    PositionError,
    PositionForm,
    PositionProblem,
    Rules,
    SumitoError,
    Termination,
    parse_cell,
)

STANDARD = "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 0 1"


def line(text: str) -> list[int]:
    return [parse_cell(name) for name in text.split()]


def test_new_board_is_the_standard_layout_with_black_to_move() -> None:
    board = Board()
    assert board.position() == STANDARD
    assert board.turn is BLACK
    assert board.players == (BLACK, WHITE)
    assert board.history == ()
    assert board.outcome is None
    assert len(board.marbles(BLACK)) == len(board.marbles(WHITE)) == 14
    assert (board.ply, board.quiet_plies, board.occurrences()) == (0, 0, 1)


def test_cells_know_their_marble() -> None:
    board = Board()
    assert board[parse_cell("a1")] is BLACK
    assert board[parse_cell("i9")] is WHITE
    assert board[parse_cell("e5")] is None
    with pytest.raises(ValueError, match="no such cell: 61"):
        board[61]


def test_play_moves_marbles_and_turn_and_undo_restores() -> None:
    board = Board()
    move = board.play("c3d4")
    assert move is Move.of(line("c3"), Direction.NE)
    assert board.turn is WHITE
    assert board[parse_cell("d4")] is BLACK
    assert board.history == (move,)
    assert board.undo() is move
    assert board == Board()
    assert board.position() == STANDARD
    with pytest.raises(IndexError, match="nothing to take back"):
        board.undo()


@given(boards())
@examples(80)
def test_undo_restores_everything(board: Board) -> None:
    before = (board.position(), board.key, board.outcome, board.quiet_plies, board.ply)
    for move in board.legal_moves:
        board.play(move)
        assert board.undo() is move
        assert (board.position(), board.key, board.outcome, board.quiet_plies, board.ply) == before


def test_legal_moves_is_a_live_view() -> None:
    board = Board()
    moves = board.legal_moves
    assert isinstance(moves, LegalMoves)
    assert len(moves) == 44
    first = Move.of(line("c3"), Direction.NE)
    assert first in moves
    assert "c3d4" in moves
    board.play(first)
    assert first not in moves
    assert "c3d4" not in moves
    assert 13 not in moves
    assert len(moves) == 44
    assert repr(moves) == "<44 legal moves>"
    assert sorted(moves) == sorted(board.legal_moves)


def test_an_iteration_keeps_the_moves_it_began_with() -> None:
    board = Board()
    played = []
    for move in board.legal_moves:
        board.play(move)
        board.undo()
        played.append(move)
    assert len(played) == len(set(played)) == 44


def test_illegal_move_is_refused_with_its_verdict_and_changes_nothing() -> None:
    board = Board.from_position("5/6/7/8/2SSsss2/8/7/6/5 0 0 b 0 1")
    with pytest.raises(IllegalMoveError, match=r"illegal move 'e3e4' in .*: outnumbered, 2 against 3") as caught:
        board.play(Move.of(line("e3 e4"), Direction.E))
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, SumitoError)
    assert caught.value.verdict.reason is IllegalReason.OUTNUMBERED
    assert caught.value.move is Move.of(line("e3 e4"), Direction.E)
    assert board.history == ()


def test_questions_about_an_illegal_move_are_refused() -> None:
    board = Board()
    move = Move.of(line("a1"), Direction.E)
    assert not board.is_legal(move)
    for question in (board.is_sumito, board.is_ejection, board.pushed, board.sumito_odds, board.format_move):
        with pytest.raises(IllegalMoveError, match="own_marble_ahead"):
            question(move)


@pytest.mark.parametrize(
    ("rows", "text", "odds", "pushed", "ejects"),
    [
        ("5/6/7/8/2SSs4/8/7/6/5", "e3e4", (2, 1), "e5", False),
        ("5/6/7/8/1SSSs4/8/7/6/5", "e2e3", (3, 1), "e5", False),
        ("5/6/7/8/1SSSss3/8/7/6/5", "e2e3", (3, 2), "e5 e6", False),
        ("5/6/7/8/6SSs/8/7/6/5", "e7e8", (2, 1), "e9", True),
        ("5/6/7/8/ssSSS4/8/7/6/5", "e5e4", (3, 2), "e2 e1", True),
        ("5/6/7/8/2SS5/8/7/6/5", "e3e4", None, "", False),
        ("5/6/7/8/2SS5/8/7/6/5", "e3e4f4", None, "", False),
    ],
)
def test_what_a_move_does(rows: str, text: str, odds: tuple[int, int] | None, pushed: str, ejects: bool) -> None:
    board = Board.from_position(rows)
    move = board.parse_move(text)
    assert board.sumito_odds(move) == odds
    assert board.is_sumito(move) == (odds is not None)
    assert board.pushed(move) == tuple(line(pushed))
    assert board.is_ejection(move) == ejects
    board.play(move)
    assert board.ejected(WHITE) == board.score(BLACK) == ejects
    assert board.ejected(BLACK) == board.score(WHITE) == 0
    assert board.quiet_plies == (0 if ejects else 1)


@pytest.mark.parametrize("cells", [[], [0, 0], [61], [-1], [3, 4, 3]])
def test_malformed_requests_are_value_errors(cells: list[int]) -> None:
    with pytest.raises(ValueError, match="cell"):
        Board().verdict(cells, Direction.E)


def test_verdict_of_a_finished_game_is_game_over() -> None:
    board = Board()
    board.resign()
    verdict = board.verdict(line("c3"), Direction.NE)
    assert (verdict.reason, verdict.n, verdict.cells) == (IllegalReason.GAME_OVER, 1, ())
    assert verdict.move is Move.of(line("c3"), Direction.NE)
    assert board.verdict_between(parse_cell("c3"), parse_cell("c5"), Direction.NE).reason is IllegalReason.GAME_OVER
    assert not board.legal_moves
    assert list(board.legal_moves) == []
    with pytest.raises(GameOverError, match="white wins by resignation") as caught:
        board.play("c3d4")
    assert caught.value.outcome == Outcome(Termination.RESIGNATION, (WHITE,))
    with pytest.raises(GameOverError) as again:
        board.play(Move.of(line("c3"), Direction.NE))
    assert again.value.move is caught.value.move is verdict.move
    assert pickle.loads(pickle.dumps(caught.value)).outcome == caught.value.outcome


def test_equal_positions_are_equal_whatever_their_history() -> None:
    one, other = Board(), Board()
    for text in ("c3d4", "g7f6", "b1c2", "h9g8"):
        one.play(text)
    for text in ("b1c2", "h9g8", "c3d4", "g7f6"):
        other.play(text)
    assert one == other
    assert hash(one) == hash(other)
    assert one.key == other.key
    assert one != Board()
    assert one != "board"
    assert Board() != Board(rules=Rules(marbles_to_eject=5))
    white = Board.from_position(STANDARD.replace(" b ", " w "))
    assert Board() != white
    assert Board().key != white.key
    assert Board.from_position(STANDARD.replace(" 0 0 b", " 1 0 b")) != Board()


@pytest.mark.parametrize("rules", [None, Rules(marbles_to_eject=4, ply_cap=90, adjudication="more_ejections")])
def test_repr_round_trips(rules: Rules | None) -> None:
    board = Board("belgian-daisy", rules=rules)
    board.play("a1b2")
    again = eval(repr(board), vars(sumito) | {"Board": Board, "Rules": Rules})
    assert again == board
    assert again.position() == board.position()


@pytest.mark.parametrize("duplicate", [lambda b: pickle.loads(pickle.dumps(b)), copy.copy, copy.deepcopy, Board.copy])
@pytest.mark.parametrize("end", [None, "resign", "agree", "flag", "shared"])
def test_copies_hold_everything_and_go_their_own_way(duplicate: object, end: str | None) -> None:
    assert callable(duplicate)
    *_, board = random_game(5, 31, "belgian-daisy")
    if end == "resign":
        board.resign(WHITE)
    elif end == "agree":
        board.agree_draw()
    elif end == "flag":
        board.flag(BLACK)
    elif end == "shared":
        board.flag(None)
    twin = duplicate(board)
    assert twin == board
    assert twin.history == board.history
    assert twin.outcome == board.outcome
    assert twin.rules == board.rules
    assert twin.start() == board.start() == Board("belgian-daisy", rules=NO_LIMITS)
    twin.undo()
    assert len(twin.history) == 30
    assert len(board.history) == 31


def test_str_draws_the_board_and_svg_shows_every_marble() -> None:
    drawn = str(Board())
    assert drawn.count("X") == drawn.count("O") == 14
    assert drawn.splitlines()[0].split() == ["i", "O", "O", "O", "O", "O"]
    svg = Board()._repr_svg_()
    assert svg is not None
    assert ElementTree.fromstring(svg).tag.endswith("svg")


def test_unknown_layout_is_said() -> None:
    with pytest.raises(ValueError, match="no such layout: 'stndard'"):
        Board("stndard")


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("5/6/7/8/9/8/7/6/5", PositionProblem.NO_MARBLES),
        (STANDARD.replace(" 0 0 b", " 7 0 b"), PositionProblem.SCORE_TOO_HIGH),
        (STANDARD.replace(" 0 0 b", " 6 6 b"), PositionProblem.TWO_WINNERS),
        (STANDARD.replace(" 0 0 b", " 8 6 b"), PositionProblem.TWO_WINNERS | PositionProblem.SCORE_TOO_HIGH),
    ],
)
def test_positions_that_cannot_be_are_refused_or_held(text: str, problems: PositionProblem) -> None:
    with pytest.raises(PositionError, match=r"not a position to play, [a-z ]+(, [a-z ]+)?: '") as caught:
        Board.from_position(text)
    assert caught.value.problems == problems
    assert pickle.loads(pickle.dumps(caught.value)).problems == problems
    assert Board.from_position(text, check=False).problems() == problems
    assert not Board().problems()


def test_errors_have_the_bases_that_callers_guess() -> None:
    for error in (NotationError, PositionError, IllegalMoveError, GameOverError):
        assert issubclass(error, SumitoError)
        assert issubclass(error, ValueError)
    assert issubclass(GameOverError, IllegalMoveError)
    with pytest.raises(NotationError) as caught:
        Board().play("c3")
    assert pickle.loads(pickle.dumps(caught.value)).column == caught.value.column


def test_text_names_a_colour() -> None:
    for name in ("marbles", "ejected", "score", "resign", "flag"):
        assert getattr(Board(), name)("Black") == getattr(Board(), name)(BLACK)
        with pytest.raises(ValueError, match="'puce' is not a Color: use 'black', 'white', 'blue', 'red'"):
            getattr(Board(), name)("puce")
        with pytest.raises(ValueError, match="green does not play here: the players are black, white"):
            getattr(Board(), name)("green")


QUESTIONS = ("is_legal", "is_sumito", "is_ejection", "pushed", "sumito_odds", "format_move")


@pytest.mark.parametrize("name", QUESTIONS)
@given(board=boards())
@examples(15)
def test_text_of_a_move_gets_the_answer_of_the_move(name: str, board: Board) -> None:
    question = getattr(board, name)
    for move in board.legal_moves:
        for dialect in Dialect:
            text = board.format_move(move, dialect)
            assert question(text) == question(move)
            assert text in board.legal_moves


@pytest.mark.parametrize("name", QUESTIONS)
def test_text_without_a_move_is_refused_by_every_question(name: str) -> None:
    for text in ("", "a1", "k3k4", "a1b2 ", "e5\0e6", "é"):
        with pytest.raises(NotationError) as caught:
            getattr(Board(), name)(text)
        assert caught.value.text == text
    with pytest.raises(TypeError, match="expected a Move or the text of a move, not 5"):
        getattr(Board(), name)(5)


def test_text_without_a_move_is_refused_by_legal_moves() -> None:
    with pytest.raises(NotationError, match="no such cell: 'k3k4', column 1"):
        "k3k4" in Board().legal_moves  # noqa: B015


def test_text_of_an_illegal_move_is_not_legal() -> None:
    board = Board()
    assert not board.is_legal("b1b2")
    assert "b1b2" not in board.legal_moves
    for name in QUESTIONS[1:]:
        with pytest.raises(IllegalMoveError, match=r"illegal move 'b1b2' in .*: too_many"):
            getattr(board, name)("b1b2")
    board.resign()
    assert not board.is_legal("a1b2")
    assert "a1b2" not in board.legal_moves
    with pytest.raises(GameOverError):
        board.is_ejection("a1b2")


def test_a_line_of_texts_is_translated() -> None:
    assert Board("belgian-daisy").format_line(["a1b2", "i5h5"], "nacre") == "a1d4 i5f5"


def test_text_names_a_form_of_position() -> None:
    board = Board("belgian-daisy")
    for form in PositionForm:
        for text in (form.value, form.name):
            assert board.position(text) == board.position(form)
            assert Board.from_position(board.position(form), form=text) == board
    problem = "'sgf' is not a PositionForm: use 'fen', 'apgn', 'factored' or 'digits'"
    with pytest.raises(ValueError, match=problem):
        board.position("sgf")
    with pytest.raises(ValueError, match=problem):
        Board.from_position(STANDARD, form="sgf")
    with pytest.raises(ValueError, match="0 is not a PositionForm"):
        board.position(0)  # type: ignore[arg-type]


def test_text_names_a_direction() -> None:
    board, cells = Board(), line("c3 c4")
    for direction in Direction:
        for name in (direction.name, direction.name.lower()):
            assert board.verdict(cells, name) == board.verdict(cells, direction)
            assert board.verdict_between(cells[0], cells[1], name) == board.verdict(cells, direction)
            assert Move.of(cells, name) is Move.of(cells, direction)
            assert sumito.next_cell(30, name) == sumito.next_cell(30, direction)
    for wrong in ("up", "", 6, None):
        with pytest.raises(ValueError, match="is not a Direction: use E, NE, NW, W, SW or SE, or 0 to 5"):
            board.verdict(cells, wrong)  # type: ignore[arg-type]


def test_a_symmetry_is_no_number() -> None:
    with pytest.raises(TypeError, match=r"expected a Symmetry such as SYMMETRIES\[3\], not 3"):
        Board().transformed(3)  # type: ignore[arg-type]


def test_a_layout_that_does_not_exist_gets_similar_names() -> None:
    for name, said in (
        ("belgian_dasy", "(did you mean belgian-daisy, "),
        ("the  WAL", "(did you mean the-wall"),
        ("three", "(did you mean three-players or three-players-pbmserv?)"),
        ("Daisy", "did you mean "),
        ("zzzzzz", "(`sumito layouts` lists them)"),
        ("a" * 100_000, "(`sumito layouts` lists them)"),
    ):
        with pytest.raises(ValueError, match="no such layout") as caught:
            Board(name)
        assert said in str(caught.value)


def test_a_set_loses_a_board_that_changes() -> None:
    """Test that the hash follows the position, as the docstring says."""
    board = Board()
    seen = {board}
    assert Board() in seen
    board.play("a1b2")
    assert board not in seen
    board.undo()
    assert board in seen
    assert hash(board) == hash(Board())
    assert "hash" in str(Board.__doc__)


def test_what_is_no_move_and_no_layout_is_said() -> None:
    with pytest.raises(TypeError, match="expected a Move or the text of a move, not 5"):
        Board().play(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no such layout: 5"):
        Board(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'morse' is not a Dialect: use 'aba-pro', 'nacre' or 'playstrategy'"):
        Board().parse_move("c3d4", "morse")
    alone = Layout("alone", "Alone", {BLACK: (0,)})
    with pytest.raises(ValueError, match="two players are black and white"):
        Board(alone)


def test_a_subclass_stays_one() -> None:
    class Mine(Board):
        pass

    board = Mine()
    board.play("c3d4")
    for other in (board.copy(), board.start(), board.canonical(), board.transformed(SYMMETRIES[1])):
        assert type(other) is Mine


def test_all_cells_of_a_board_are_accounted_for() -> None:
    board = Board("german-daisy")
    by_cell = {color: tuple(cell for cell in CELLS if board[cell] is color) for color in board.players}
    assert by_cell == {color: board.marbles(color) for color in board.players}


def test_a_declared_end_can_be_taken_back_alone() -> None:
    board = Board()
    assert not board.reopen()
    board.resign()
    assert board.reopen()
    assert board.outcome is None
    board.play("c3d4")
    board.agree_draw()
    assert board.reopen()
    assert (board.outcome, len(board.history)) == (None, 1)
    won = Board.from_position(STANDARD.replace("0 0 b", "6 0 b"))
    assert not won.reopen()
    assert won.outcome is not None


def test_cells_are_numbers_of_any_library_and_never_names() -> None:
    class Whole:
        def __index__(self) -> int:
            return 30

    board = Board()
    assert board[Whole()] is None  # type: ignore[index]
    assert Move.of([Whole()], Direction.E) is Move.of([30], Direction.E)  # type: ignore[list-item]
    for ask in (
        lambda: board["e5"],  # type: ignore[index]
        lambda: board.verdict(["e5"], Direction.E),  # type: ignore[list-item]
        lambda: board.verdict_between("e5", 30, Direction.E),  # type: ignore[arg-type]
        lambda: Move.of(["e5"], Direction.E),  # type: ignore[list-item]
        lambda: sumito.next_cell("e5", Direction.E),  # type: ignore[arg-type]
        lambda: sumito.cell_name(1.5),  # type: ignore[arg-type]
        lambda: SYMMETRIES[3].cell("e5"),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError, match="a cell is a number from 0"):
            ask()
    with pytest.raises(TypeError, match="rules must be a Rules object"):
        Board(rules={"marbles_to_eject": 4})  # type: ignore[arg-type]


def test_a_board_that_was_tampered_with_is_refused() -> None:
    start, rules, moves, outcome = Board().__getstate__()
    for state in ((start, rules, [1733, 5], outcome), (start, rules, moves, (1, 3)), (start, rules, moves, (5, 0))):
        board = Board.__new__(Board)
        with pytest.raises(ValueError, match="not the state of a board"):
            board.__setstate__(state)


def test_an_iteration_needs_a_board() -> None:
    kind = type(iter(Board().legal_moves))
    with pytest.raises(TypeError, match=r"begins with iter\(board.legal_moves\)"):
        list(kind.__new__(kind))


def test_rules_cannot_be_changed_in_the_middle() -> None:
    with pytest.raises(AttributeError):
        Board().rules = Rules(marbles_to_eject=1)  # type: ignore[misc]


def test_long_texts_are_shortened_in_messages_only() -> None:
    text = "9" * 10_000
    with pytest.raises(NotationError) as caught:
        Board.from_position(text)
    assert caught.value.text == text
    assert len(str(caught.value)) < 300
    with pytest.raises(TypeError, match="text, not b'x'"):
        Board.from_position(b"x")  # type: ignore[arg-type]
