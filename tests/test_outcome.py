"""The ends of games: each termination, and each option of the rules."""

from collections.abc import Callable
from itertools import cycle, islice

import pytest

from positions import random_game
from sumito import (
    BLACK,
    CELLS,
    WHITE,
    Board,
    Color,
    GameOverError,
    IllegalMoveError,
    IllegalReason,
    Outcome,
    PositionForm,
    Rules,
    Termination,
    parse_cell,
)

EJECT = "5/6/7/8/6SSs/8/7/6/ss3"  # Black ejects e9 with e7e8
SHUFFLE = ("c3d4", "g7f6", "d4c3", "f6g7")


def test_the_last_ejection_wins_at_once() -> None:
    board = Board.from_position(f"{EJECT} 5 2 b 0 1")
    board.play("e7e8")
    assert board.outcome == Outcome(Termination.EJECTION, (BLACK,))
    assert str(board.outcome) == "black wins by ejection"
    assert board.outcome is not None
    assert board.outcome.winner is BLACK
    assert len(board.legal_moves) == 0
    board.undo()
    assert board.outcome is None


def test_fewer_marbles_to_eject_end_sooner() -> None:
    board = Board.from_position(f"{EJECT} 1 0 b 0 1", rules=Rules(marbles_to_eject=2))
    board.play("e7e8")
    assert board.outcome == Outcome(Termination.EJECTION, (BLACK,))


@pytest.mark.parametrize(("repetition", "plies"), [(2, 4), (3, 8), (4, 12)])
def test_repetition_draws_at_its_occurrence(repetition: int, plies: int) -> None:
    board = Board(rules=Rules(repetition=repetition))
    for ply, text in enumerate(islice(cycle(SHUFFLE), plies)):
        assert board.outcome is None
        assert board.occurrences() == ply // 4 + 1
        board.play(text)
    assert board.outcome == Outcome(Termination.REPETITION, ())
    assert str(board.outcome) == "draw by repetition"
    assert board.outcome is not None
    assert board.outcome.is_draw
    board.undo()
    assert board.outcome is None


def test_repetition_can_be_switched_off() -> None:
    board = Board(rules=Rules(repetition=0))
    for text in islice(cycle(SHUFFLE), 40):
        board.play(text)
    assert board.outcome is None
    assert board.occurrences() == 11


def test_the_same_marbles_with_the_other_player_to_move_are_no_repetition() -> None:
    # White loses a tempo by a triangle, so the same marbles occur with the other player to move.
    board = Board(rules=Rules(repetition=2))
    for text in ("c3d4", "g5f4", "d4c3", "f4f5", "c3d4", "f5g5", "d4c3"):
        board.play(text)
    assert board.position().split()[0] == Board().position().split()[0]
    assert board.occurrences() == 1
    assert board.outcome is None


@pytest.mark.parametrize(
    ("position", "adjudication", "winners"),
    [
        ("0 0", "draw", ()),
        ("3 1", "draw", ()),
        ("3 1", "more_ejections", (BLACK,)),
        ("1 3", "more_ejections", (WHITE,)),
        ("2 2", "more_ejections", ()),
    ],
)
@pytest.mark.parametrize("cap", ["ply_cap", "quiet_cap"])
def test_caps_end_the_game(position: str, adjudication: str, winners: tuple[Color, ...], cap: str) -> None:
    rules = Rules(adjudication=adjudication, **{cap: 3})  # type: ignore[arg-type]
    board = Board.from_position(Board().position().replace("0 0 b", f"{position} b"), rules=rules)
    for text in SHUFFLE[:3]:
        assert board.outcome is None
        board.play(text)
    assert board.outcome == Outcome(Termination.PLY_CAP, winners)


def test_an_ejection_starts_the_quiet_plies_anew() -> None:
    board = Board.from_position(f"{EJECT} 0 0 b 7 9", rules=Rules(quiet_cap=8))
    assert (board.quiet_plies, board.ply) == (7, 16)
    board.play("e7e8")
    assert (board.quiet_plies, board.outcome) == (0, None)


@pytest.mark.parametrize(("blocked", "winners"), [("loses", (WHITE,)), ("draws", ())])
def test_a_player_without_a_move_is_blocked(blocked: str, winners: tuple[Color, ...]) -> None:
    corner = "5/6/7/8/9/8/s6/ss4/Ss3 0 0 b 0 1"
    board = Board.from_position(corner, rules=Rules(blocked=blocked))  # type: ignore[arg-type]
    assert board.outcome == Outcome(Termination.BLOCKED, winners)
    assert not board.legal_moves


def test_a_player_who_can_only_push_is_not_blocked() -> None:
    black = {parse_cell("e7"), parse_cell("e8")}
    full = "".join("1" if cell in black else "2" for cell in CELLS)
    board = Board.from_position(full, form=PositionForm.DIGITS)
    assert board.outcome is None
    assert [board.format_move(move) for move in board.legal_moves] == ["e7e8"]


def test_players_can_end_the_game() -> None:
    board = Board()
    assert board.resign() == Outcome(Termination.RESIGNATION, (WHITE,))
    board = Board()
    assert board.resign(WHITE) == Outcome(Termination.RESIGNATION, (BLACK,))
    again: list[Callable[[], object]] = [
        board.resign,
        board.agree_draw,
        lambda: board.flag(BLACK),
        lambda: board.flag(None),
    ]
    for call in again:
        with pytest.raises(GameOverError, match="the game is over: black wins by resignation"):
            call()
    board = Board()
    assert board.agree_draw() == Outcome(Termination.AGREEMENT, ())
    board = Board()
    assert board.flag(BLACK) == Outcome(Termination.TIME, (WHITE,))


@pytest.mark.parametrize(("scores", "winners"), [("2 1", (BLACK,)), ("0 1", (WHITE,)), ("1 1", ())])
def test_the_end_of_a_shared_time_goes_to_more_ejections(scores: str, winners: tuple[Color, ...]) -> None:
    board = Board.from_position(Board().position().replace("0 0 b", f"{scores} b"))
    assert board.flag(None) == Outcome(Termination.TIME, winners)


def test_undo_takes_back_a_declared_end_with_the_move() -> None:
    board = Board()
    board.play("c3d4")
    board.agree_draw()
    board.undo()
    assert board.outcome is None
    assert board == Board()


def test_most_random_games_end_by_ejection() -> None:
    endings = []
    for seed in range(6):
        *_, board = random_game(seed, 2000, "german-daisy")
        endings.append(board.outcome)
    assert {outcome.termination for outcome in endings if outcome} == {Termination.EJECTION}
    assert {outcome.winner for outcome in endings if outcome} == {BLACK, WHITE}


@pytest.mark.parametrize(
    "wrong",
    [
        {"marbles_to_eject": 0},
        {"marbles_to_eject": 62},
        {"repetition": 1},
        {"repetition": -1},
        {"ply_cap": -1},
        {"quiet_cap": 1.5},
        {"adjudication": "coin"},
        {"blocked": "wins"},
    ],
)
def test_rules_that_cannot_be_played_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Rules(**wrong)  # type: ignore[arg-type]


def test_winners_together_are_named_together() -> None:
    outcome = Outcome(Termination.EJECTION, (BLACK, WHITE))
    assert (outcome.winner, outcome.is_draw, str(outcome)) == (None, False, "black and white win by ejection")


def test_winners_are_in_the_order_of_play() -> None:
    outcome = Outcome(Termination.TIME, (WHITE, BLACK))
    assert (outcome, outcome.winners) == (Outcome(Termination.TIME, (BLACK, WHITE)), (BLACK, WHITE))
    assert Outcome(Termination.TIME, (Color.RED, WHITE, Color.BLUE)).winners == (Color.BLUE, WHITE, Color.RED)


def test_a_winner_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="a winner twice: black, black"):
        Outcome(Termination.TIME, (BLACK, BLACK))


def test_after_the_end_no_marble_is_to_blame() -> None:
    board = Board.from_position("5/6/7/8/4SSss1/8/7/6/5 0 0 b 0 1")
    with pytest.raises(IllegalMoveError) as caught:
        board.parse_move("e5e6")
    assert (caught.value.verdict.reason, caught.value.verdict.cells) == (IllegalReason.PAC, (32, 33))
    board.resign()
    with pytest.raises(IllegalMoveError) as caught:
        board.parse_move("e5e6")
    verdict = caught.value.verdict
    assert (verdict.reason, verdict.cells, str(verdict)) == (IllegalReason.GAME_OVER, (), "game_over")


# ---- declared outcomes


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome(Termination.RESIGNATION, (WHITE,)),
        Outcome(Termination.AGREEMENT, ()),
        Outcome(Termination.TIME, (BLACK,)),
        Outcome(Termination.TIME, ()),
    ],
)
def test_outcome_of_players_can_be_declared_once(outcome: Outcome) -> None:
    board = Board()
    board.declare(outcome)
    assert board.outcome == outcome
    with pytest.raises(GameOverError):
        board.declare(outcome)
    assert board.reopen()


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome(Termination.EJECTION, (BLACK,)),
        Outcome(Termination.RESIGNATION, ()),
        Outcome(Termination.RESIGNATION, (BLACK, WHITE)),
        Outcome(Termination.AGREEMENT, (BLACK,)),
        Outcome(Termination.REPETITION, ()),
    ],
)
def test_outcome_that_players_cannot_declare_is_refused(outcome: Outcome) -> None:
    board = Board()
    with pytest.raises(ValueError, match="players cannot end a game so"):
        board.declare(outcome)
    assert board.outcome is None
