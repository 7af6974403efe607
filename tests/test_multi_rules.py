"""Three to six players: the core compared with the oracle, and hand-made positions."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import multi_oracle
from effort import examples
from multi_positions import FREE, MIXED, NO_LIMITS, TEAMS, board_of, boards, random_game, to_oracle
from oracle import CELLS as CELL_NAMES
from oracle import DIRECTIONS, LINES
from oracle import Verdict as OracleVerdict
from positions import cells, names
from sumito import (
    MULTI_LAYOUTS,
    SYMMETRIES,
    Board,
    Color,
    Direction,
    IllegalMoveError,
    IllegalReason,
    Rules,
    Verdict,
    parse_cell,
)


def moves_of(board: Board) -> set[tuple[frozenset[str], str]]:
    return {(names(move.cells), move.direction.name) for move in board.legal_moves}


def assert_same(verdict: Verdict, expected: OracleVerdict) -> None:
    shown = (verdict.reason, names(verdict.cells), verdict.n, verdict.standing, verdict.enemies)
    assert shown == (expected.reason, expected.cells, expected.n, expected.standing, expected.enemies)


# ---- the oracle


@given(boards())
@examples(400)
def test_legal_moves_are_those_of_the_oracle(board: Board) -> None:
    state = to_oracle(board)
    expected = multi_oracle.legal_moves(state) if multi_oracle.winners(state) is None else set()
    found = [(names(move.cells), move.direction.name) for move in board.legal_moves]
    assert len(found) == len(set(found)) == len(board.legal_moves)
    assert set(found) == expected
    assert bool(board.legal_moves) == bool(found)


@given(boards(), st.randoms(use_true_random=False))
@examples(160)
def test_verdicts_on_all_lines_are_those_of_the_oracle(board: Board, rng: random.Random) -> None:
    if board.outcome is not None:
        return
    state = to_oracle(board)
    sample = rng.sample(sorted(LINES, key=sorted), 60)
    for line in sample:
        for direction in DIRECTIONS:
            assert_same(board.verdict(cells(line), direction), multi_oracle.verdict(state, line, direction))
    for _ in range(60):
        some, direction = rng.sample(CELL_NAMES, rng.randint(1, 5)), rng.choice(DIRECTIONS)
        assert_same(board.verdict(map(parse_cell, some), direction), multi_oracle.verdict(state, some, direction))
        first, last = rng.choice(CELL_NAMES), rng.choice(CELL_NAMES)
        between = board.verdict_between(parse_cell(first), parse_cell(last), direction)
        assert_same(between, multi_oracle.verdict_between(state, first, last, direction))


@given(boards())
@examples(160)
def test_positions_after_each_move_are_those_of_the_oracle(board: Board) -> None:
    state = to_oracle(board)
    for move in board.legal_moves:
        after = board.copy()
        after.play(move)
        expected = multi_oracle.play(state, names(move.cells), move.direction.name)
        assert after.position() == multi_oracle.position_text(expected)
        assert after.key == after._game.fresh_key()
        after.undo()
        assert (after.position(), after.key, after.outcome) == (board.position(), board.key, board.outcome)


def compare_game(layout: str, seed: int, plies: int, rules: Rules = NO_LIMITS) -> Counter[str]:
    """Compare a random game with the oracle at every ply, and every line at some. Count the reasons."""
    reasons: Counter[str] = Counter()
    state = None
    for number, board in enumerate(random_game(layout, seed, plies, rules)):
        if state is None:
            state = to_oracle(board)
        else:
            move = board.history[-1]
            state = multi_oracle.play(state, names(move.cells), move.direction.name)
        assert board.position() == multi_oracle.position_text(state)
        over = multi_oracle.winners(state)
        assert (list(map(str, board.outcome.winners)) if board.outcome else None) == over
        if over is None and number % 10 == 0:
            assert moves_of(board) == multi_oracle.legal_moves(state)
        if over is None and number % 20 == 5:
            for line in LINES:
                for direction in DIRECTIONS:
                    expected = multi_oracle.verdict(state, line, direction)
                    assert_same(board.verdict(cells(line), direction), expected)
                    reasons[str(expected.reason)] += 1
    return reasons


@pytest.mark.parametrize("layout", list(MULTI_LAYOUTS))
def test_a_random_game_is_that_of_the_oracle(layout: str) -> None:
    compare_game(layout, 1, 120)


def test_games_of_teams_have_every_reason() -> None:
    reasons = compare_game("four-players-teams", 2, 150) + compare_game("four-players-teams", 3, 100, MIXED)
    rare = {"game_over", "too_many", "not_a_line", "no_room_behind"}
    assert set(reasons) >= {*IllegalReason, "None"} - rare


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("layout", list(MULTI_LAYOUTS))
@pytest.mark.parametrize("seed", range(10, 20))
def test_long_random_games_are_those_of_the_oracle(layout: str, seed: int) -> None:
    compare_game(layout, seed, 1000)
    if layout == "four-players-teams":
        compare_game(layout, seed, 1000, MIXED)


@given(boards())
@examples(60)
def test_the_rules_see_no_symmetry(board: Board) -> None:
    for s in SYMMETRIES:
        turned = board.transformed(s)
        assert {s.move(move) for move in board.legal_moves} == set(turned.legal_moves)
        assert turned.canonical() == board.canonical()
        assert turned.transformed(s.inverse) == board
        assert turned.key == turned._game.fresh_key()
        for move in list(board.legal_moves)[:5]:
            assert board.pushed(move) == tuple(map(s.inverse.cell, turned.pushed(s.move(move))))


# ---- hand-made positions: the marbles of black, blue, white and red by cells


def judged(board: Board, line: str, direction: str) -> tuple[str, set[str]]:
    """Return the reason, or `legal`, and the culprits."""
    verdict = board.verdict([parse_cell(name) for name in line.split()], direction)
    return verdict.reason or "legal", set(names(verdict.cells))


def test_three_push_two_of_different_players() -> None:
    board = board_of(FREE, {"black": "e1 e2 e3", "blue": "e4 a1", "white": "e5 i9"})
    assert board.sumito_odds("e1e2") == (3, 2)
    assert [str(board[cell]) for cell in board.pushed("e1e2")] == ["blue", "white"]
    board.play("e1e2")
    assert board.marbles("blue") == (parse_cell("a1"), parse_cell("e5"))
    assert board.marbles("white") == (parse_cell("e6"), parse_cell("i9"))


def test_superiority_counts_all_enemies_together() -> None:
    """Two colours of two marbles are four enemies, not two and two."""
    board = board_of(FREE, {"black": "e1 e2 e3", "blue": "e4 e5 a1", "white": "e6 e7 i9"})
    assert judged(board, "e1 e2 e3", "E") == ("pac", {"e4", "e5", "e6", "e7"})
    two = board_of(FREE, {"black": "e2 e3", "blue": "e4 a1", "white": "e5 i9"})
    assert judged(two, "e2 e3", "E") == ("pac", {"e4", "e5"})


def test_an_ejection_of_any_colour_counts_for_the_mover() -> None:
    board = board_of(FREE, {"black": "e6 e7", "blue": "e8 a1", "white": "e9 i9 i8"})
    assert judged(board, "e6 e7", "E") == ("pac", {"e8", "e9"})
    board = board_of(FREE, {"black": "e5 e6 e7", "blue": "e8 a1", "white": "e9 i9 i8"})
    board.play("e5e6")
    assert [board.score(color) for color in board.players] == [1, 0, 0]
    assert [board.ejected(color) for color in board.players] == [0, 0, 1]
    assert board.quiet_plies == 0


def test_a_partners_marble_helps_to_push() -> None:
    board = board_of(TEAMS, {"black": "e2", "white": "e3 i9", "blue": "e4 a1", "red": "i5"})
    assert judged(board, "e2 e3", "E") == ("legal", set())
    assert board.sumito_odds("e2e3") == (2, 1)
    board.play("e2e3")
    assert (board.marbles("black"), board.marbles("white")[0]) == ((parse_cell("e3"),), parse_cell("e4"))


def test_a_partners_marble_does_not_move_without_a_push() -> None:
    line = {"black": "e2", "white": "e3 i9", "blue": "a1", "red": "i5"}
    board = board_of(TEAMS, line)
    assert judged(board, "e2 e3", "E") == ("partner_without_push", {"e3"})
    assert judged(board, "e2 e3", "NE") == ("partner_without_push", {"e3"})
    assert judged(board, "e2", "E") == ("partner_ahead", {"e3"})
    with pytest.raises(IllegalMoveError) as caught:  # the text names the own marbles only
        board.play("e2e3")
    assert (caught.value.verdict.reason, caught.value.verdict.n) == (IllegalReason.PARTNER_AHEAD, 1)
    mixed = board_of(TEAMS, line, MIXED)
    assert len(mixed.parse_move("e2e3").cells) == 2
    assert judged(mixed, "e2 e3", "E") == judged(mixed, "e2 e3", "NE") == ("legal", set())
    assert judged(mixed, "e2 e3", "W") == ("rear_not_yours", {"e3"})


def test_the_rear_marble_is_ones_own() -> None:
    board = board_of(TEAMS, {"black": "e3", "white": "e2 i9", "blue": "e4 a1", "red": "i5"})
    assert judged(board, "e2 e3", "E") == ("rear_not_yours", {"e2"})
    assert judged(board, "e3", "E") == ("pac", {"e4"})
    supported = board_of(TEAMS, {"black": "e1 e3", "white": "e2 i9", "blue": "e4 a1", "red": "i5"})
    assert judged(supported, "e1 e2 e3", "E") == ("legal", set())
    assert judged(supported, "e3", "E") == ("too_few", {"e1", "e2"})


def test_a_partner_is_never_pushed_and_blocks() -> None:
    board = board_of(TEAMS, {"black": "e2 e3", "white": "e4 i9", "blue": "a1", "red": "i5"})
    assert judged(board, "e2 e3", "E") == ("partner_ahead", {"e4"})
    behind = board_of(TEAMS, {"black": "e2 e3", "blue": "e4 a1", "white": "e5 i9", "red": "i5"})
    assert judged(behind, "e2 e3", "E") == ("no_room_behind", {"e5"})
    assert judged(behind, "e5", "E") == ("not_yours", {"e5"})


def test_two_enemies_of_both_opponents_are_pushed_together() -> None:
    board = board_of(TEAMS, {"black": "e1 e3", "white": "e2 i9", "blue": "e4 a1", "red": "e5 i5"})
    assert board.sumito_odds("e1e2") == (3, 2)


@pytest.mark.parametrize("dialect", ["aba-pro", "nacre", "playstrategy"])
@given(board=boards())
@examples(40)
def test_texts_of_moves_read_back(dialect: str, board: Board) -> None:
    texts = {board.format_move(move, dialect): move for move in board.legal_moves}
    assert len(texts) == len(board.legal_moves)
    for text, move in texts.items():
        assert board.parse_move(text, dialect) is move
        assert board.parse_move(text) is move
        assert text in board.legal_moves


def test_directions_of_every_kind_are_accepted() -> None:
    board = Board("three-players")
    assert board.verdict([parse_cell("d8")], Direction.W) == board.verdict([parse_cell("d8")], "w")
    assert board[parse_cell("a1")] is Color.BLUE
