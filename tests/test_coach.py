"""The coach's warnings: compared with trying every move, with the engine, and between both builds."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from functools import cache

import pytest

from coach_judge import cases, exposing_moves, greedy, played
from positions import NO_LIMITS, exchanged, make_board, random_game, rows_of
from simple_players import random_player
from sumito import SYMMETRIES, Board, GameOverError, IllegalMoveError, Move, _native, parse_cell
from sumito.core.native_game import game_of_two
from sumito.engine import Engine
from sumito.learn.coach import giveaway, why
from sumito.learn.threats import threats
from wasm import Core

WIN = 100
MARGIN, MARGIN_OLD_DANGER = 3, 10
# White e7 e8 ejects what stands on e9. The other marbles are far away.
BLACK, WHITE = "f9 a1 a2 a3", "e7 e8 i5"


# ---- single positions


def test_a_step_in_front_of_two_enemies() -> None:
    board = make_board(BLACK, WHITE)
    found = giveaway(board, "f9e9")
    assert found is not None
    assert found.lost == (parse_cell("e9"),)
    board.play("f9e9")
    assert board.format_move(found.push) == "e7e8"


def test_a_step_in_front_of_one_enemy() -> None:
    assert giveaway(make_board(BLACK, "e8 i5"), "f9e9") is None


def test_a_step_elsewhere() -> None:
    assert giveaway(make_board(BLACK, WHITE), "f9f8") is None


def test_an_old_danger_that_the_player_overlooks() -> None:
    board = Board.from_position("ssss1/1sss1s/1ssS1s1/2sSSs2/2sSSS3/3SS3/3SSS1/S1S3/1S3 0 0 w 27 14")
    found = giveaway(board, "h7h6")
    assert found is not None
    assert set(found.lost) <= set(threats(board).endangered)
    assert giveaway(board, "g4g5") is None


def test_a_marble_that_no_move_saves() -> None:
    board = make_board("e9 a1 a2 a3", f"{WHITE} d8 f9")
    assert len(threats(board).endangered) == 1
    assert all(giveaway(board, move) is None for move in board.legal_moves)


def test_an_exchange_is_not_a_giveaway() -> None:
    """White can eject e9, but then f9 and g9 eject the marble that has pushed."""
    black = "f9 g9 d8 a1 a2 a3"
    assert giveaway(make_board(f"{black} h9", WHITE), "h9g8") is None


def test_a_move_that_wins_gives_nothing_away() -> None:
    """White could eject a1 next, but the game is over."""
    board = make_board("a1 d7 d6", "b2 c3 d8 i5", lost=(0, 5))
    assert board.is_ejection("d6d7")
    assert giveaway(board, "d6d7") is None
    assert giveaway(board, "d6c5") is not None


def test_the_move_must_be_legal() -> None:
    with pytest.raises(IllegalMoveError):
        giveaway(make_board(BLACK, WHITE), "i5h5")
    over = make_board("a1", "i9", lost=(6, 0), rules=NO_LIMITS)
    with pytest.raises((GameOverError, IllegalMoveError)):
        giveaway(over, "a1b2")


# ---- the slow definition


def gain(board: Board, plies: int) -> int:
    """Return what the player to move wins, by trying everything."""
    moves = list(board.legal_moves)
    if plies and not moves:
        return 0
    tried = [value_of(board, move, max(plies - 1, 0)) for move in moves if plies or board.is_ejection(move)]
    return max(tried if plies else [0, *tried])


def value_of(board: Board, move: Move, plies: int) -> int:
    ejects = board.is_ejection(move)
    board.play(move)
    value = WIN if ejects and board.outcome is not None else int(ejects) - gain(board, plies)
    board.undo()
    return value


def evaluated(board: Board, line: list[Move]) -> int:
    """Evaluate the position after a move and a reply, for the player who moves."""
    board = board.copy()
    player = board.turn
    for move in line:
        board.play(move)
        if board.outcome is not None and board.outcome.winner is not None:
            return 1_000_000 if board.outcome.winner is player else -1_000_000
    return _native.evaluate(game_of_two(board).setup)


def replies(board: Board, move: Move) -> list[list[Move]]:
    after = board.copy()
    after.play(move)
    return [[move, reply] for reply in after.legal_moves] or [[move]]


def slow_giveaway(board: Board, move: Move) -> tuple[int, ...] | None:
    """Return the marbles that a move gives away."""
    board = board.copy()
    value = value_of(board, move, 2)
    rescues = [each for each in board.legal_moves if value_of(board, each, 2) > value]
    worst = int(board.is_ejection(move)) - value
    after = board.copy()
    after.play(move)
    if after.outcome is not None or worst <= 0 or not rescues:
        return None
    pushes = [each for each in after.legal_moves if after.is_ejection(each) and value_of(after, each, 1) == worst]
    if not pushes:
        return None
    lost = {after.pushed(each)[-1] for each in pushes}
    steps = dict(zip(move.cells, move.targets, strict=True))
    endangered = {steps.get(cell, cell) for cell in threats(board).endangered}
    kept = max(min(evaluated(board, line) for line in replies(board, rescue)) for rescue in rescues)
    push = min(pushes, key=lambda each: len(each.cells))
    if kept - evaluated(board, [move, push]) < (MARGIN_OLD_DANGER if lost <= endangered else MARGIN):
        return None
    return tuple(sorted(lost))


@cache
def small_positions() -> tuple[Board, ...]:
    """Return positions with few marbles, many of them on the edge."""
    rng = random.Random(5)
    found: list[Board] = []
    while len(found) < 40:
        letters = {rng.randrange(61): rng.choice("Ss") for _ in range(rng.randrange(4, 8))}
        text = f"{rows_of(letters)} {rng.choice([0, 0, 4, 5])} {rng.choice([0, 0, 4, 5])} {rng.choice('bw')} 0 1"
        board = Board.from_position(text, rules=NO_LIMITS, check=False)
        if {"S", "s"} <= set(letters.values()) and board.outcome is None and exposing_moves(board):
            found.append(board)
    return tuple(found)


def test_moves_in_small_positions_are_judged_as_by_trying_everything() -> None:
    rng = random.Random(6)
    given = 0
    for board in small_positions():
        move = rng.choice(exposing_moves(board))
        found = giveaway(board, move)
        assert (found.lost if found else None) == slow_giveaway(board, move), (board.position(), str(move))
        given += found is not None
    assert given >= 5


def samples() -> Iterator[tuple[Board, Move]]:
    rng = random.Random(7)
    for seed in range(20):
        for board in random_game(seed, 100):
            if board.ply % 9 == 8 and board.outcome is None:
                yield board, rng.choice(exposing_moves(board) or list(board.legal_moves))


def test_both_colours_and_all_symmetries_are_judged_alike() -> None:
    warned = 0
    for board, move in samples():
        found = giveaway(board, move)
        same = giveaway(exchanged(board), move)
        assert (found and found.lost) == (same and same.lost)
        symmetry = SYMMETRIES[(board.ply * 5) % 12]
        image = giveaway(board.transformed(symmetry), symmetry.move(move))
        assert (found and {symmetry.cell(cell) for cell in found.lost}) == (image and set(image.lost))
        warned += found is not None
    assert warned >= 10


# ---- the engine's opinion


def test_warnings_are_right_and_giveaways_are_noticed() -> None:
    """`benchmarks/coach.py` measures the same in more positions and of stronger players."""
    with Engine(hash_mb=8) as engine:
        found = cases(engine, played([random_player, greedy], seed=2), 50, 20_000, seed=2)
    warned = [case for case in found if case.is_warned]
    lost = [case for case in found if case.is_lost]
    right = [case for case in warned if case.is_lost]
    assert len(warned) >= 25
    assert len(right) / len(warned) >= 0.93
    assert len(right) / len(lost) >= 0.5


# ---- the core in the browser


def test_both_builds_warn_and_explain_alike() -> None:
    study = Core("study")
    out = study.buffer("giveaway", 16)
    rng = random.Random(8)
    warned = 0
    for board, move in samples():
        position = board.position().encode()
        best = rng.choice([None, *board.legal_moves])
        given = study.call("find_giveaway", study.give(position), len(position), 6, move.number, out)
        lost, push, _ = struct.unpack("<Qii", study.read(out, 16))
        assert (push, lost) == _native.giveaway(game_of_two(board), move.number)
        assert given == (push >= 0)
        arguments = study.give(position), len(position), 6, move.number, -1 if best is None else best.number
        text = study.fill("explain_choice", *arguments).decode()
        assert text == _native.explain_choice(game_of_two(board), move.number, arguments[-1])
        assert text.startswith(why(board, move, best).message)
        warned += given
    assert warned >= 10


def test_questions_that_make_no_sense() -> None:
    study = Core("study")
    out = study.buffer("giveaway", 16)
    start = Board().position().encode()
    legal = next(iter(Board().legal_moves)).number
    for position, marbles, move in ((b"nothing", 6, legal), (start, 0, legal), (start, 62, legal), (start, 6, 1733)):
        at = study.give(position)
        assert study.call("find_giveaway", at, len(position), marbles, move, out) == -1
        assert study.call("explain_choice", at, len(position), marbles, move, -1, 0, 0) == 0
    at = study.give(start)
    assert study.call("explain_choice", at, len(start), 6, legal, 1733, 0, 0) == 0
    with pytest.raises(ValueError, match="not a legal move"):
        _native.giveaway(game_of_two(Board()), 1733)
    with pytest.raises(ValueError, match="not a legal move"):
        _native.explain_choice(game_of_two(Board()), legal, 1733)
