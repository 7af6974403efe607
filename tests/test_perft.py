"""Perft: the stored numbers, the oracle, and a walk that checks every node."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import multi_oracle
import oracle
from positions import to_oracle
from sumito import MULTI_LAYOUTS, SYMMETRIES, Board, Rules, _native, perft

FILES = sorted((Path(__file__).parent / "perft").glob("*.perft"))
QUICK = 3e8
# A sanitizer checks the code and is twenty times slower. The last ply runs no other code.
WHOLE = 1e9 if "SUMITO_EXPECT_IN" in os.environ else float("inf")


def entries(path: Path) -> Iterator[tuple[str, str, int, int]]:
    """name, position, depth, count"""
    name = position = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            name = rest
        elif word == "pos":
            position = rest
        elif word == "perft":
            depth, count = map(int, rest.split())
            yield name, position, depth, count
        else:
            assert word in ("", "#"), f"{path.name}: {line!r}"


def check(path: Path, most: float) -> int:
    checked = 0
    for name, position, depth, count in entries(path):
        if count <= most:
            assert perft(Board.from_position(position), depth) == count, f"{name}, depth {depth}"
            checked += 1
    return checked


def test_there_are_files_for_enough_layouts() -> None:
    names = {path.stem for path in FILES}
    assert names >= {"standard", "belgian-daisy", "german-daisy", "games"}
    assert len(names) >= 8
    assert names >= set(MULTI_LAYOUTS)
    for path in FILES:
        for name, position, depth, _ in entries(path):
            assert name == path.stem or path.stem == "games"
            assert depth >= 1
            assert path.stem == "games" or Board(name).position() == position


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_perft_matches_the_files(path: Path) -> None:
    assert check(path, QUICK) >= 3


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_perft_matches_the_files_to_the_end(path: Path) -> None:
    assert check(path, WHOLE) >= 3


def count_by_oracle(position: str, depth: int) -> int:
    if "," in position:  # the scores of several players
        return multi_oracle.perft(multi_oracle.parse_position(position), depth)
    return oracle.perft(to_oracle(Board.from_position(position)), depth)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_low_depths_match_the_oracle(path: Path) -> None:
    for name, position, depth, count in entries(path):
        if depth == 1 or (depth == 2 and path.stem != "games"):
            assert count_by_oracle(position, depth) == count, f"{name}, depth {depth}"


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("layout", ["standard", "belgian-daisy", "three-players", "four-players-teams"])
def test_depth_three_matches_the_oracle(layout: str) -> None:
    assert perft(Board(layout), 3) == count_by_oracle(Board(layout).position(), 3)


@pytest.mark.parametrize(
    ("layout", "counts"), [("three-players", [40, 1_587, 62_440]), ("four-players-teams", [43, 1_822, 71_761])]
)
def test_several_players_have_the_published_counts(layout: str, counts: list[int]) -> None:
    assert [perft(Board(layout), depth) for depth in (1, 2, 3)] == counts


def walk(board: Board, depth: int) -> int:
    """Count through the library, and check every property of the core at every node."""
    before = (board.position(), board.key)
    moves = list(board.legal_moves)
    assert board.key == board._game.fresh_key()
    assert len(board.legal_moves) == len(moves) == len(set(moves))
    assert bool(board.legal_moves) == bool(moves)
    symmetry = SYMMETRIES[len(board.history) % 12]
    assert len(board.transformed(symmetry).legal_moves) == len(moves)
    if depth == 0:
        return 1
    leaves = 0
    for move in moves:
        assert board.is_legal(move)
        assert board.verdict(move.cells, move.direction).move is move
        board.play(move)
        leaves += walk(board, depth - 1)
        board.undo()
        assert (board.position(), board.key) == before
    return leaves


@pytest.mark.parametrize("layout", ["standard", "belgian-daisy", "im-a-robot", "three-players", "four-players-teams"])
def test_a_walk_finds_every_promise_kept(layout: str) -> None:
    board = Board(layout, rules=Rules(repetition=0))
    assert walk(board, 2) == perft(board, 2)


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_a_longer_walk_finds_every_promise_kept() -> None:
    board = Board(rules=Rules(repetition=0))
    assert walk(board, 3) == perft(board, 3)


def test_a_won_position_has_no_moves() -> None:
    won = Board.from_position(Board().position().replace("0 0 b", "6 0 w"))
    assert [perft(won, depth) for depth in range(3)] == [1, 0, 0]
    one_away = Board.from_position("5/6/7/8/6SSs/8/7/6/ss3 5 0 b 0 1")
    answers = []
    for move in one_away.legal_moves:
        one_away.play(move)
        answers.append(len(one_away.legal_moves))
        one_away.undo()
    assert 0 in answers
    assert perft(one_away, 2) == sum(answers)


def test_counting_in_short_calls_counts_the_same() -> None:
    board = Board.from_position("5/6/7/8/6SSs/8/7/6/ss3 5 0 b 0 1")
    assert perft(board, 6) == _native.perft(board._game.setup, 6, 6)


def test_perft_ignores_repetition_and_caps() -> None:
    assert perft(Board(rules=Rules(ply_cap=1, quiet_cap=1)), 3) == perft(Board(), 3) == 98_912


def test_depth_zero_is_one_and_what_makes_no_sense_is_refused() -> None:
    assert perft(Board(), 0) == 1
    for depth in (-1, 65, 10**12):
        with pytest.raises(ValueError, match="depth must be from 0 to 64"):
            perft(Board(), depth)
