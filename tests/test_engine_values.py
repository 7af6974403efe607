"""The value of the engine's search without pruning: plain minimax, equal for every image and table."""

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from typing import Final

import pytest
from hypothesis import given

from effort import examples
from positions import boards, random_game
from sumito import MOVES, SYMMETRIES, Board, Move, MoveKind, Rules, Symmetry, _native, next_cell
from sumito.core.native_game import game_of_two
from sumito.engine.network import SHIPPED_NETWORK, read_network

NO_LIMIT = (0, 0.0, 0.0)
NETWORKS: Final = {"network": read_network(SHIPPED_NETWORK), "hand-made": None}
EVALUATIONS = pytest.mark.parametrize("evaluation", list(NETWORKS))


def plain_value(board: Board, depth: int, evaluation: str, hash_bytes: int = 1 << 20) -> int:
    """Return the value of the core's search without pruning."""
    threads = _native.Threads(hash_bytes, 1, NETWORKS[evaluation])
    lines, _, _ = threads.run(game_of_two(board), depth, *NO_LIMIT, 1, False, [], None)
    return lines[0][0]


def standing(board: Board, evaluation: str) -> int:
    """Return the evaluation of the position itself."""
    network = NETWORKS[evaluation]
    if network is None:
        return _native.evaluate(game_of_two(board).setup)
    return network.evaluate(game_of_two(board).setup, board.rules.marbles_to_eject)


def minimax(board: Board, depth: int, evaluation: str, ply: int = 0) -> int:
    """Return the same value the slow way: every line of play, then ejections until neither player wants one."""
    if board.outcome is not None:
        return -(_native.WIN - ply)  # the player to move has lost, by ejection or without a legal move
    best = standing(board, evaluation) if depth <= 0 else -_native.WIN
    for move in board.legal_moves:
        if depth > 0 or board.is_ejection(move):
            board.play(move)
            best = max(best, -minimax(board, depth - 1, evaluation, ply + 1))
            board.undo()
    return best


def may_eject(move: Move) -> bool:
    """Return whether the move ejects in some position: two or three in line, with the edge one or two cells ahead."""
    if move.kind is not MoveKind.IN_LINE or len(move.cells) < 2:
        return False
    cell = next_cell(move.head, move.direction)
    for _ in range(2):
        cell = None if cell is None else next_cell(cell, move.direction)
    return cell is None


MAY_EJECT = frozenset(move.number for move in MOVES if may_eject(move))


def quick_minimax(board: Board, depth: int, evaluation: str) -> int:
    """Return the value of minimax as fast as Python can: on the core's game, and checking few moves for ejections."""
    game, network, to_eject = game_of_two(board).copy(), NETWORKS[evaluation], board.rules.marbles_to_eject

    def value(depth: int, ply: int) -> int:
        if game.outcome[0]:
            return -(_native.WIN - ply)
        numbers = [move.number for move in game.moves()]
        best = -_native.WIN
        if depth <= 0:
            setup = game.setup
            best = _native.evaluate(setup) if network is None else network.evaluate(setup, to_eject)
            numbers = [number for number in numbers if number in MAY_EJECT and game.effect(number)[1]]
        for number in numbers:
            game.play(number)
            best = max(best, -value(depth - 1, ply + 1))
            game.undo()
        return best

    return value(depth, 0)


def games(seeds: range, plies: int, first: int, step: int) -> Iterator[Board]:
    """Yield positions of random games. After the end of a game the next one begins."""
    for seed in seeds:
        for board in islice(random_game(seed, plies), first, None, step):
            if board.outcome is None:
                yield board


# ---- minimax


@EVALUATIONS
@given(board=boards())
@examples(60)
def test_plain_search_is_minimax_at_depth_one(evaluation: str, board: Board) -> None:
    if board.outcome is None:
        assert plain_value(board, 1, evaluation) == minimax(board, 1, evaluation)


@EVALUATIONS
def test_plain_search_is_minimax_at_depth_one_in_games(evaluation: str) -> None:
    compared = 0
    for board in games(range(30), 200, 3, 13):
        assert plain_value(board, 1, evaluation, 1 << 16) == quick_minimax(board, 1, evaluation), board
        compared += 1
    assert compared >= 300


@EVALUATIONS
def test_plain_search_is_minimax_at_depth_two(evaluation: str) -> None:
    for board in games(range(6), 120, 10, 40):
        value = minimax(board, 2, evaluation)
        assert plain_value(board, 2, evaluation) == value
        assert quick_minimax(board, 2, evaluation) == value


def differences(seed: int) -> tuple[int, list[str]]:
    """Return how many positions of a game were compared, and those for which search and minimax disagree."""
    evaluation = list(NETWORKS)[seed % 2]
    compared, wrong = 0, []
    for board in games(range(seed, seed + 1), 250, 5, 12):
        compared += 1
        if plain_value(board, 2, evaluation) != quick_minimax(board, 2, evaluation):
            wrong.append(f"{evaluation}: {board.position()}")
    return compared, wrong


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_plain_search_is_minimax_at_depth_two_on_thousands_of_positions() -> None:
    # A sanitizer checks the code, for which fewer positions are enough.
    wanted = 100 if "SUMITO_EXPECT_IN" in os.environ else 3_000
    compared = 0
    with ProcessPoolExecutor(os.cpu_count(), mp_context=multiprocessing.get_context("spawn")) as pool:
        for first in range(0, 10_000, 20):
            for count, wrong in pool.map(differences, range(first, first + 20)):
                assert not wrong
                compared += count
            if compared >= wanted:
                return
    pytest.fail(f"only {compared} positions")


@pytest.mark.long
@pytest.mark.timeout(7200)
@EVALUATIONS
def test_plain_search_is_minimax_at_depth_three(evaluation: str) -> None:
    for board in games(range(4), 200, 40, 70):
        assert plain_value(board, 3, evaluation) == quick_minimax(board, 3, evaluation)


# ---- images


@EVALUATIONS
@given(board=boards())
@examples(200)
def test_images_of_a_position_stand_equal(evaluation: str, board: Board) -> None:
    assert len({standing(board.transformed(symmetry), evaluation) for symmetry in SYMMETRIES}) == 1


@EVALUATIONS
@given(board=boards())
@examples(25)
def test_images_of_a_position_have_equal_values(evaluation: str, board: Board) -> None:
    if board.outcome is None:
        assert len({plain_value(board.transformed(symmetry), 2, evaluation) for symmetry in SYMMETRIES}) == 1


@EVALUATIONS
def test_images_of_a_position_of_a_game_have_equal_values(evaluation: str) -> None:
    for board in games(range(6), 160, 20, 45):
        assert len({plain_value(board.transformed(symmetry), 3, evaluation) for symmetry in SYMMETRIES}) == 1


@given(boards())
@examples(100)
def test_the_evaluation_is_a_sum_of_differences(board: Board) -> None:
    terms = dict(_native.explain(game_of_two(board).setup))
    value = _native.evaluate(game_of_two(board).setup)
    assert value == sum(terms.values())
    text = board.position()
    other = Board.from_position(text.replace(" b ", " w ") if " b " in text else text.replace(" w ", " b "))
    assert value + _native.evaluate(game_of_two(other).setup) == 2 * terms["tempo"]
    for symmetry in (1, 7):
        turned = board.transformed(Symmetry(symmetry))
        assert dict(_native.explain(game_of_two(turned).setup)) == terms


# ---- tables


@pytest.mark.parametrize(
    "position",
    [
        "5/6/7/8/9/8/7/2ss1S/S4 0 0 b 0 1",
        "5/6/7/8/9/8/7/2s3/sSS2 0 5 b 0 1",
    ],
)
def test_the_table_keeps_no_score_of_another_rule_of_repetition(position: str) -> None:
    def value(repetition: int, threads: _native.Threads) -> int:
        board = Board.from_position(position, rules=Rules(repetition=repetition))
        lines, _, _ = threads.run(game_of_two(board), 5, *NO_LIMIT, 1, False, [], None)
        return lines[0][0]

    used, with_draws, without = (_native.Threads(1 << 20, 1, None) for _ in range(3))
    assert value(3, with_draws) != value(0, without)
    for repetition, alone in ((0, without), (3, with_draws), (0, without)):
        assert value(repetition, used) == value(repetition, alone)


@EVALUATIONS
def test_the_size_of_the_table_changes_no_proof(evaluation: str) -> None:
    """Compare tables from a single bucket, which forgets all the time, to one that is larger than needed."""
    for board in games(range(3, 9), 160, 20, 50):
        values = {plain_value(board, 3, evaluation, hash_bytes) for hash_bytes in (1, 1 << 12, 1 << 16, 1 << 24)}
        assert len(values) == 1


@pytest.mark.long
@pytest.mark.timeout(3600)
@EVALUATIONS
def test_the_size_of_the_table_changes_no_deep_proof(evaluation: str) -> None:
    for board in games(range(4), 160, 20, 60):
        values = {plain_value(board, 5, evaluation, hash_bytes) for hash_bytes in (1 << 12, 1 << 20, 1 << 26)}
        assert len(values) == 1
