"""Boards of three to six players: layouts, players who leave, ends, text, copies."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import examples
from multi_positions import FREE, NO_LIMITS, TEAMS, board_of, random_game
from sumito import (
    BLACK,
    LAYOUTS,
    MULTI_LAYOUTS,
    SYMMETRIES,
    WHITE,
    Board,
    Clock,
    Color,
    GameOverError,
    IllegalMoveError,
    Layout,
    NotationError,
    Outcome,
    PositionError,
    PositionForm,
    PositionProblem,
    Rules,
    Termination,
    TimeControl,
    parse_cell,
)
from sumito.core.diagram import read_text
from sumito.engine.protocol import Session
from sumito.learn.coach import giveaway
from sumito.learn.formations import formations
from sumito.learn.solver import Goal, Task, solve
from sumito.learn.threats import threats
from sumito.notation.svg import draw_svg

BLUE, RED, YELLOW, GREEN = Color.BLUE, Color.RED, Color.YELLOW, Color.GREEN
THREE = "3s1/6/7/8/3SSS3/8/7/6/BB3"


# ---- layouts


def test_six_layouts_have_the_published_numbers(repository: Path) -> None:
    data = json.loads((repository / "src/sumito/data/multi_layouts.json").read_text(encoding="utf-8"))
    assert list(data) == list(MULTI_LAYOUTS)
    marbles = {"three-players": 11, "four-players-teams": 9, "three-players-pbmserv": 11, "four-players-pbmserv": 8}
    for slug, layout in MULTI_LAYOUTS.items():
        board = Board(slug)
        assert len(board.legal_moves) == data[slug]["legal_moves_at_start"]
        counts = [len(board.marbles(color)) for color in board.players]
        assert counts == [marbles.get(slug, len(layout.marbles[BLACK]))] * len(counts) or slug == "five-players-pbmserv"
        assert board.turn is board.players[0] is BLACK
        assert board.players == tuple(layout.marbles) == board.active
    five, six = Board("five-players-pbmserv"), Board("six-players-pbmserv")
    assert [len(five.marbles(color)) for color in five.players] == [8, 8, 8, 8, 7]
    assert six.players == (BLACK, BLUE, WHITE, RED, YELLOW, GREEN)


def test_the_two_layouts_of_three_are_rotations_of_each_other() -> None:
    one, other = MULTI_LAYOUTS["three-players"], MULTI_LAYOUTS["three-players-pbmserv"]
    images = [
        {frozenset(map(symmetry.cell, cells)) for cells in one.marbles.values()}
        for symmetry in (SYMMETRIES[1], SYMMETRIES[5])
    ]
    assert {frozenset(cells) for cells in other.marbles.values()} in images


def test_the_layouts_of_two_players_are_a_list_of_their_own() -> None:
    assert not set(LAYOUTS) & set(MULTI_LAYOUTS)
    assert Board("Quattro").players == Board("four-players-teams").players
    with pytest.raises(ValueError, match="did you mean three-players"):
        Board("tree-players")


def test_sides_and_players() -> None:
    assert Board().sides == ((BLACK,), (WHITE,))
    assert Board("three-players").sides == ((BLACK,), (BLUE,), (WHITE,))
    assert Board("four-players-teams").sides == ((BLACK, WHITE), (BLUE, RED))
    assert Board("four-players-pbmserv").sides == ((BLACK,), (BLUE,), (WHITE,), (RED,))
    with pytest.raises(ValueError, match="green does not play here: the players are black, blue, white"):
        Board("three-players").marbles("green")
    with pytest.raises(ValueError, match="blue does not play here"):
        Board().score("blue")


def test_layouts_of_the_user() -> None:
    layout = Layout.from_cells({"red": [0, 1], "green": [10, 11], "white": [30, 31]})
    board = Board(layout)
    assert (board.players, board.turn) == ((RED, GREEN, WHITE), RED)
    assert Layout.from_position(board.position()).marbles == layout.marbles
    teams = Layout.from_cells({"red": [0], "green": [10], "white": [30], "blue": [40]}, teams=True)
    assert Board(teams).sides == ((RED, WHITE), (GREEN, BLUE))
    assert Layout.from_position(Board(teams).position()).teams
    assert pickle.loads(pickle.dumps(teams)) == teams
    with pytest.raises(ValueError, match="only four players make teams, not 3"):
        Layout.from_cells({"red": [0], "green": [10], "white": [30]}, teams=True)
    with pytest.raises(ValueError, match="two players are black and white"):
        Board(Layout.from_cells({"red": [0], "green": [10]}))


# ---- text


@pytest.mark.parametrize("layout", list(MULTI_LAYOUTS))
def test_positions_read_back(layout: str) -> None:
    for board in random_game(layout, 5, 60):
        again = Board.from_position(board.position(), rules=board.rules)
        assert again == board
        assert (again.position(), again.key, again.turn) == (board.position(), board.key, board.turn)
        assert (again.quiet_plies, again.round) == (board.quiet_plies, board.round)


def test_the_text_of_three_players() -> None:
    board = Board("three-players")
    assert board.position() == "ss1SS/ss2SS/ss3SS/ss4SS/ss5SS/s6S/7/BBBBBB/BBBBB buw 0,0,0 b 0 1"
    board.play("d8d7")
    assert board.position().endswith(" buw 0,0,0 u 1 1")
    assert Board("four-players-teams").position().endswith(" buwr 0,0 b 0 1")
    assert Board("four-players-pbmserv").position().endswith(" buwr 0,0,0,0 b 0 1")
    assert repr(board) == f"Board.from_position({board.position()!r})"


def test_fields_can_be_left_out() -> None:
    board = Board.from_position(f"{THREE} buw")
    assert board.position() == f"{THREE} buw 0,0,0 b 0 1"
    assert Board.from_position(f"{THREE} buw 1,2,3 w").position() == f"{THREE} buw 1,2,3 w 0 1"


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        (f"{THREE} bux 0,0,0 b 0 1", "bad_character", 29),
        (f"{THREE} bub 0,0,0 b 0 1", "player_twice", 29),
        (f"{THREE} BUW 0,0,0 b 0 1", "all_have_left", 27),
        (f"{THREE} bu 0,0 b 0 1", "too_few_players", 27),
        (f"{THREE} bwr 0,0,0 b 0 1", "bad_character", 23),
        (f"{THREE} bUw 0,0,0 b 0 1", "bad_character", 23),
        (f"{THREE} buw 0,0 b 0 1", "bad_score", 34),
        (f"{THREE} buw 0,0,0,0 b 0 1", "bad_score", 37),
        (f"{THREE} buw 0,0,61 b 0 1", "bad_score", 35),
        (f"{THREE} buw 0,0,0 r 0 1", "bad_turn", 37),
        (f"{THREE} buw 0,0,0 bb 0 1", "bad_turn", 38),
        (f"{THREE} buw 0,0,0 b x 1", "bad_counter", 39),
        (f"{THREE} buw 0,0,0 b 0 0", "bad_counter", 42),
        (f"{THREE} buw 0,0,0 b 0 1 2", "too_many_fields", 43),
        (f"{THREE}x buw 0,0,0 b 0 1", "bad_character", 26),
        ("5/6/7/8/9/8/7/5 buw", "row_too_short", 16),
    ],
)
def test_text_that_is_no_position(text: str, code: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        Board.from_position(text)
    assert (caught.value.code, caught.value.column) == (code, column)


def test_positions_that_cannot_be_played() -> None:
    with pytest.raises(PositionError) as caught:
        Board.from_position("5/6/7/8/9/8/7/6/5 buw 0,0,0 b 0 1")
    assert caught.value.problems == PositionProblem.NO_MARBLES
    high = Board.from_position(f"{THREE} buw 7,6,0 b 0 1", check=False)
    assert high.problems() == PositionProblem.SCORE_TOO_HIGH | PositionProblem.TWO_WINNERS


def test_both_teams_cannot_have_lost_a_player() -> None:
    rows = "5/6/7/8/4s4/8/7/6/s3R"
    for players in ("BUwr 0,0", "Buwr 6,0"):  # and a team that has ejected enough has not lost
        with pytest.raises(PositionError) as caught:
            Board.from_position(f"{rows} {players} w 0 1")
        assert caught.value.problems == PositionProblem.TWO_WINNERS
    assert Board.from_position(f"{rows} Buwr 0,0 w 0 1").outcome == Outcome(Termination.RESIGNATION, (BLUE, RED))
    assert Board.from_position(f"{rows} BUwr 0,0,0,0 w 0 1").outcome is None


def test_other_forms_are_for_two_players() -> None:
    with pytest.raises(ValueError, match="only the form fen has more than two players"):
        Board("three-players").position(PositionForm.DIGITS)


def test_diagrams() -> None:
    for layout in MULTI_LAYOUTS.values():
        assert Layout.from_diagram(str(layout), unequal=True).marbles == layout.marbles
        rows = [line.split()[1:] for line in str(layout).splitlines()[:9]]
        bare = "\n".join(" ".join(symbol for symbol in row if not symbol.isdigit()) for row in rows)
        assert {color: tuple(sorted(cells)) for color, cells in read_text(bare).items()} == layout.marbles
    assert str(Board("three-players")).splitlines()[0] == "      i O O . X X"
    assert "B B B B B B" in str(Board("three-players"))


# ---- leaving


def test_who_resigns_leaves_and_the_others_play_on() -> None:
    board = Board("three-players")
    before = board.position()
    assert board.resign() is None
    assert board.outcome is None
    assert (board.turn, board.active, board.players) == (BLUE, (BLUE, WHITE), (BLACK, BLUE, WHITE))
    assert board.marbles(BLACK) == ()
    assert " Buw 0,0,0 u 0 1" in board.position()
    board.play("b3c3")
    board.play("d1d2")
    assert (board.turn, board.round, board.ply) == (BLUE, 2, 2)
    assert board.undo() is not None
    assert board.undo() is not None
    assert board.undo() is None
    assert board.position() == before
    with pytest.raises(IndexError):
        board.undo()


def test_who_leaves_out_of_turn_does_not_change_the_turn() -> None:
    board = Board("three-players")
    assert board.flag(WHITE) is None
    assert (board.turn, board.round) == (BLACK, 1)
    with pytest.raises(ValueError, match="white has left the game"):
        board.resign(WHITE)
    assert board.resign(BLUE) == Outcome(Termination.RESIGNATION, (BLACK,))
    with pytest.raises(GameOverError):
        board.resign(BLACK)
    with pytest.raises(GameOverError):
        board.agree_draw()
    assert board.undo() is None
    assert board.outcome is None
    assert board.active == (BLACK, BLUE)


def test_the_last_player_wins_on_time() -> None:
    board = Board("six-players-pbmserv")
    for color in (GREEN, BLUE, WHITE, YELLOW):
        assert board.flag(color) is None
    assert board.flag(BLACK) == Outcome(Termination.TIME, (RED,))


def test_the_score_of_a_player_who_left_cannot_win() -> None:
    board = Board.from_position("3s1/6/7/8/9/8/7/6/BB3 Buw 6,5,0 u 0 9")
    assert board.outcome is None
    assert board.score(BLACK) == 6


def test_a_player_without_marbles_leaves_at_once() -> None:
    board = board_of(FREE, {"black": "e7 e8", "blue": "e9", "white": "i9 i8"})
    board.play("e7e8")
    assert (board.active, board.turn, board.outcome) == ((BLACK, WHITE), WHITE, None)
    assert board.position().endswith(" bUw 1,0,0 w 0 1")
    board.undo()
    assert (board.active, board.turn, board.history) == ((BLACK, BLUE, WHITE), BLACK, ())


def test_a_blocked_player_leaves_and_the_last_one_wins() -> None:
    corner = {"blue": "a1", "black": "a2 a3 b1 c1 b2 c3 i5", "white": "i9"}
    board = board_of(FREE, corner)
    board.play("i5i6")
    assert (board.active, board.turn) == ((BLACK, WHITE), WHITE)
    board.undo()
    assert board.active == (BLACK, BLUE, WHITE)
    draws = board_of(FREE, corner, Rules(blocked="draws"))
    draws.play("i5i6")
    assert draws.outcome == Outcome(Termination.BLOCKED, ())
    two = board_of("bWu 0,0,0", {"blue": "a1", "black": "a2 a3 b1 c1 b2 c3 i5"})
    two.play("i5i6")
    assert two.outcome == Outcome(Termination.BLOCKED, (BLACK,))


def test_players_who_cannot_begin_have_left() -> None:
    board = Board.from_position("3s1/6/7/8/3SSS3/8/7/6/5 buw 0,0,0 u 0 1")
    assert (board.turn, board.active) == (WHITE, (BLACK, WHITE))
    with pytest.raises(IndexError):
        board.undo()


# ---- teams


def test_leaving_loses_for_the_team() -> None:
    board = Board("four-players-teams")
    assert board.resign(RED) == Outcome(Termination.RESIGNATION, (BLACK, WHITE))
    assert board.undo() is None
    assert board.flag(BLACK) == Outcome(Termination.TIME, (BLUE, RED))
    assert str(board.outcome) == "blue and red win by time"


def test_a_partner_without_moves_is_skipped() -> None:
    board = board_of(TEAMS, {"black": "e5", "blue": "g5", "red": "h8 h9", "white": "i8"})
    board.play("e5e4")
    board.play("g5g4")
    assert board.turn is WHITE
    stuck = board_of(TEAMS, {"black": "e5", "blue": "g5", "white": "i9", "red": "i8 i7 h9 g9 h8 g7"})
    stuck.play("e5e4")
    stuck.play("g5g4")
    assert (stuck.turn, stuck.active) == (RED, stuck.players)
    gone = board_of(TEAMS, {"black": "e5", "blue": "g5", "red": "i8"})
    gone.play("e5e4")
    gone.play("g5g4")
    assert (gone.turn, gone.outcome, gone.round) == (RED, None, 1)
    gone.play("i8i7")
    assert (gone.turn, gone.round) == (BLACK, 2)


def test_a_team_without_moves_loses() -> None:
    board = board_of(TEAMS, {"white": "i9", "red": "i8 i7 h9 g9 h8 g7", "blue": "a1"}, turn="u")
    board.play("a1b1")
    assert board.outcome == Outcome(Termination.BLOCKED, (BLUE, RED))


def test_six_ejected_by_the_team_win() -> None:
    board = board_of("buwr 5,0", {"black": "e7 e8", "blue": "e9 a1", "white": "i9", "red": "i5"})
    board.play("e7e8")
    assert board.outcome == Outcome(Termination.EJECTION, (BLACK, WHITE))
    assert (board.score(BLACK), board.score(WHITE), board.score(BLUE)) == (6, 6, 0)
    with pytest.raises(GameOverError):
        board.play("i9h9")


# ---- ends


def test_the_third_occurrence_is_a_draw_for_all() -> None:
    board = Board("three-players")
    cycle = ("d8d7", "b3c3", "d1d2", "d7d8", "c3b3", "d2d1")
    for text in cycle * 2:
        assert board.outcome is None
        board.play(text)
    assert board.outcome == Outcome(Termination.REPETITION, ())
    assert board.occurrences() == 3
    board.undo()
    again = board.copy()
    assert again.resign(BLUE) is None
    assert again.occurrences() == 1


def test_caps_and_shared_time() -> None:
    for rules in (Rules(ply_cap=3), Rules(quiet_cap=3)):
        board = Board("three-players", rules=rules)
        for text in ("d8d7", "b3c3", "d1d2"):
            assert board.outcome is None
            board.play(text)
        assert board.outcome == Outcome(Termination.PLY_CAP, ())
    most = Rules(quiet_cap=1, adjudication="more_ejections")
    ended = Board.from_position(f"{THREE} buw 2,4,1 b 0 1", rules=most)
    ended.play("e4e5")
    assert ended.outcome == Outcome(Termination.PLY_CAP, (BLUE,))
    shared = Board.from_position(f"{THREE} buw 2,4,4 b 0 1")
    assert shared.flag(None) == Outcome(Termination.TIME, ())
    assert shared.reopen()
    assert shared.outcome is None
    shared.declare(Outcome(Termination.TIME, (WHITE,)))
    assert shared.outcome == Outcome(Termination.TIME, (WHITE,))


def test_what_players_cannot_declare() -> None:
    board = Board("four-players-teams")
    for outcome in (Outcome(Termination.EJECTION, (BLACK, WHITE)), Outcome(Termination.TIME, (BLACK,))):
        with pytest.raises(ValueError, match="players cannot end a game so"):
            board.declare(outcome)
    board.declare(Outcome(Termination.TIME, (WHITE, BLACK)))
    assert board.outcome == Outcome(Termination.TIME, (BLACK, WHITE))


def test_a_player_who_has_left_cannot_win() -> None:
    board = Board("three-players")
    board.resign(BLUE)
    with pytest.raises(ValueError, match="players cannot end a game so: blue wins by time"):
        board.declare(Outcome(Termination.TIME, (BLUE,)))
    board.declare(Outcome(Termination.TIME, (WHITE,)))


def test_an_agreed_draw_is_taken_back() -> None:
    board = Board("three-players")
    board.play("d8d7")
    assert board.agree_draw() == Outcome(Termination.AGREEMENT, ())
    board.undo()
    assert (board.outcome, board.history) == (None, ())


# ---- copies


def test_copies_images_and_pickles_keep_everything() -> None:
    board = Board("three-players", rules=NO_LIMITS)
    board.play("d8d7")
    board.flag(BLUE)
    board.play("d1d2")
    for twin in (board.copy(), pickle.loads(pickle.dumps(board)), board.transformed(SYMMETRIES[0])):
        assert (twin, twin.history, twin.position(), twin.active) == (
            board, board.history, board.position(), board.active,
        )  # fmt: skip
        assert hash(twin) == hash(board)
        twin.undo()
        assert twin.undo() is None
        assert twin.active == (BLACK, BLUE, WHITE)
        assert board.active == (BLACK, WHITE)
    assert board.start().position() == Board("three-players").position()
    ended = board.copy()
    ended.agree_draw()
    assert pickle.loads(pickle.dumps(ended)).outcome == ended.outcome
    assert Board() != board
    assert board != Board()
    assert Board("four-players-teams", rules=Rules(mixed_moves=True)) != Board("four-players-teams")


def test_states_of_other_boards_are_refused() -> None:
    start, rules, entries, outcome = Board("three-players").__getstate__()
    for bad in ([-1, -1], [-99], [0]):
        with pytest.raises(ValueError, match="not the state of a board"):
            Board.__new__(Board).__setstate__((start, rules, entries + bad, outcome))
    with pytest.raises(ValueError, match="not the state of a board"):
        Board.__new__(Board).__setstate__((Board().position(), rules, [-1], outcome))


def test_rules_check_mixed_moves() -> None:
    with pytest.raises(ValueError, match="mixed_moves must be True or False"):
        Rules(mixed_moves=1)  # type: ignore[arg-type]


def test_clocks_of_three_players_pass_one_who_has_left() -> None:
    board = Board("three-players")
    clock = Clock(TimeControl.total(60_000), board.players)
    clock.start(board.turn, now_ms=0)
    board.play("d8d7")
    clock.press(now_ms=1_000)
    assert clock.running is board.turn is BLUE
    assert not clock.flag(board, now_ms=61_000)  # the others play on
    assert (board.active, board.turn) == ((BLACK, WHITE), WHITE)
    assert clock.running is WHITE
    board.play("d1d2")
    clock.press(now_ms=62_000, to=board.turn)
    assert clock.running is board.turn is BLACK
    assert clock.remaining_ms(WHITE, now_ms=70_000) == 59_000
    with pytest.raises(ValueError, match="red has no clock"):
        clock.press(now_ms=71_000, to="red")


def test_pictures_have_every_colour() -> None:
    picture = draw_svg(Board("six-players-pbmserv"))
    for color in Board("six-players-pbmserv").players:
        assert picture.count(f'class="marble {color} ') == 6
    assert Board("three-players")._repr_svg_()


# ---- any text


@given(st.sampled_from(sorted(MULTI_LAYOUTS)), st.data())
@examples(300)
def test_changed_text_is_read_or_refused(layout: str, data: st.DataObject) -> None:
    text = list(Board(layout).position())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at : at + data.draw(st.integers(0, 1))] = data.draw(st.text("SsBRYGbwurygBUWX 0123456789,/-é", max_size=2))
    refused = None
    try:
        board = Board.from_position("".join(text), check=False)
    except NotationError as error:
        refused = error
    if refused is not None:
        assert 1 <= refused.column <= len(refused.text) + 1
    else:
        again = Board.from_position(board.position(), check=False)
        assert again == board
        assert again.position() == board.position()


# ---- what only two players have


def test_what_only_two_players_have_says_so() -> None:
    board = Board("three-players")
    calls = (
        lambda: formations(board),
        lambda: threats(board),
        lambda: solve(board, Task(Goal.EJECT, 1, 1)),
        lambda: giveaway(board, next(iter(board.legal_moves))),
    )
    for call in calls:
        with pytest.raises(ValueError, match="only two players have this, not 3"):
            call()


def test_the_engine_protocol_says_so_too() -> None:
    said: list[str] = []
    session = Session(said.append)
    session.handle("position layout three-players")
    session.handle(f"position fen {Board('four-players-teams').position()}")
    session.close()
    assert [line.rpartition(": ")[2] for line in said] == [f"only two players have this, not {n}" for n in (3, 4)]


def test_a_refused_move_names_the_position() -> None:
    board = Board("three-players")
    with pytest.raises(IllegalMoveError, match="illegal move 'e5e6' in ss1SS"):
        board.play("e5e6")
    assert parse_cell("e5") in board.verdict([30], "E").cells
