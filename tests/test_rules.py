"""The core compared with the independent oracle: legal moves, results, verdicts, text."""

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import oracle
from effort import examples
from positions import boards, cell_sets, cells, directions, names, random_game, to_oracle
from sumito import CELLS, LAYOUTS, MOVES, Board, Dialect, Direction, Move, MoveKind, Verdict, cell_name, next_cell

BY_LINE = {(frozenset(move.cells), move.direction): move for move in MOVES}
REASONS = {
    "no_marble", "not_yours", "too_many", "not_a_line", "off_board", "broadside_blocked", "own_marble_ahead", "pac",
    "outnumbered", "no_room_behind", "too_few",
}  # fmt: skip


def as_oracle(verdict: Verdict) -> oracle.Verdict:
    reason = None if verdict.reason is None else verdict.reason.value
    return oracle.Verdict(reason, names(verdict.cells), verdict.n, verdict.standing, verdict.enemies)


def legal_by_name(board: Board) -> set[tuple[frozenset[str], str]]:
    return {(names(move.cells), move.direction.name) for move in board.legal_moves}


def assert_agrees(board: Board) -> None:
    """Compare the legal moves and their effects, in text and on the board."""
    state = to_oracle(board)
    expected = oracle.legal_moves(state)
    assert legal_by_name(board) == expected
    assert len(board.legal_moves) == len(expected)
    assert bool(board.legal_moves) == bool(expected)


@pytest.mark.parametrize("seed", range(12))
def test_legal_moves_match_oracle_in_random_games(seed: int) -> None:
    for ply, board in enumerate(random_game(seed, 160)):
        if ply % 6 == 0:
            assert_agrees(board)


@given(boards())
@examples(150)
def test_legal_moves_match_oracle_in_arbitrary_positions(board: Board) -> None:
    assert_agrees(board)


@pytest.mark.parametrize("seed", range(20, 26))
def test_results_match_oracle(seed: int) -> None:
    """Compare each move of a random game: the position after it, its pushed marbles, its text in every dialect."""
    rng = random.Random(seed)
    for ply, board in enumerate(random_game(seed, 120)):
        state = to_oracle(board)
        moves = list(board.legal_moves)
        for move in rng.sample(moves, min(len(moves), 12)) if ply % 4 == 0 else []:
            line, direction = names(move.cells), move.direction.name
            after = oracle.play(state, line, direction)
            pushed = set()
            path = [] if move.kind is MoveKind.BROADSIDE else oracle.ahead(cell_name(move.head), direction)
            for cell in path:
                if state.at.get(cell) in (None, state.turn):
                    break
                pushed.add(cell)
            assert (board.sumito_odds(move) is not None) == board.is_sumito(move)
            assert board.is_ejection(move) == (dict(after.ejected) != dict(state.ejected))
            assert names(board.pushed(move)) == pushed
            assert board.format_move(move) == oracle.aba_pro(state, line, direction)
            assert board.format_move(move, Dialect.NACRE) == oracle.nacre(state, line, direction)
            assert board.format_move(move, Dialect.PLAYSTRATEGY) == oracle.playstrategy(state, line, direction)
            twin = board.copy()
            twin.play(move)
            assert twin.position().split()[:4] == oracle.position_rows(after).split()
            assert to_oracle(board) == state


@given(boards(), cell_sets, directions)
@examples(600)
def test_verdicts_match_oracle_for_any_cells(board: Board, some: list[int], direction: Direction) -> None:
    assume(board.outcome is None)  # a blocked player has lost; the oracle does not have that option
    expected = oracle.verdict(to_oracle(board), map(cell_name, some), direction.name)
    verdict = board.verdict(some, direction)
    assert as_oracle(verdict) == expected
    assert verdict.move is BY_LINE.get((frozenset(some), direction))


def all_lines() -> list[list[int]]:
    """Return every line of one to four cells."""
    found = [[cell] for cell in CELLS]
    for cell in CELLS:
        for axis in (Direction.E, Direction.NE, Direction.NW):
            line = [cell]
            while len(line) < 4 and (following := next_cell(line[-1], axis)) is not None:
                line = [*line, following]
                found.append(line)
    return found


def test_verdicts_match_oracle_for_every_line_of_random_games() -> None:
    seen: set[str | None] = set()
    for seed in range(30, 34):
        for ply, board in enumerate(random_game(seed, 100)):
            if ply % 33 != 32:
                continue
            state = to_oracle(board)
            for line in all_lines():
                for direction in Direction:
                    verdict = board.verdict(line, direction)
                    assert as_oracle(verdict) == oracle.verdict(state, map(cell_name, line), direction.name)
                    seen.add(verdict.reason)
    assert seen == REASONS - {"not_a_line"} | {None}


@given(boards(), st.sampled_from(CELLS), st.sampled_from(CELLS), directions)
@examples(600)
def test_verdicts_between_two_ends_match_oracle(board: Board, first: int, last: int, direction: Direction) -> None:
    assume(board.outcome is None)
    expected = oracle.verdict_between(to_oracle(board), cell_name(first), cell_name(last), direction.name)
    assert as_oracle(board.verdict_between(first, last, direction)) == expected


@given(boards())
@examples(60)
def test_a_verdict_is_legal_exactly_for_legal_moves(board: Board) -> None:
    for line in all_lines():
        for direction in Direction:
            verdict = board.verdict(line, direction)
            if verdict:
                assert verdict.move in board.legal_moves
            elif verdict.move is not None:
                assert verdict.move not in board.legal_moves


@pytest.mark.parametrize("slug", list(LAYOUTS))
def test_first_moves_match_oracle_for_every_layout(slug: str) -> None:
    assert_agrees(Board(slug))


@given(boards())
@examples(60)
def test_a_token_names_one_move_over_all_dialects(board: Board) -> None:
    named: dict[str, Move] = {}
    for move in board.legal_moves:
        for dialect in Dialect:
            text = board.format_move(move, dialect)
            assert named.setdefault(text, move) is move
            assert board.parse_move(text) is move
            assert board.parse_move(text.upper(), dialect) is move


def test_oracle_cells_and_ours_are_the_same() -> None:
    assert tuple(map(cell_name, CELLS)) == oracle.CELLS
    assert cells(frozenset(oracle.CELLS)) == list(CELLS)
