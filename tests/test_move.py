"""Moves: one shared object for each of the 1,734."""

import copy
import pickle
from itertools import pairwise

import pytest

from sumito import CELLS, MOVES, Direction, Move, MoveKind, next_cell, parse_cell


def test_there_are_1734_moves_of_the_known_kinds() -> None:
    sizes = {kind: [0, 0, 0, 0] for kind in MoveKind}
    for move in MOVES:
        sizes[move.kind][len(move.cells)] += 1
    assert len(MOVES) == len(set(MOVES)) == 1734
    assert sizes == {MoveKind.IN_LINE: [0, 312, 258, 204], MoveKind.BROADSIDE: [0, 0, 528, 432]}


def test_numbers_are_places_in_the_table_and_order() -> None:
    assert [move.number for move in MOVES] == list(range(1734))
    assert max(MOVES) is MOVES[-1]
    assert min(MOVES) is MOVES[0]
    assert MOVES[3] < MOVES[4] <= MOVES[4]
    with pytest.raises(TypeError):
        _ = MOVES[3] < 4  # type: ignore[operator]


def test_moves_are_shared_by_every_way_to_them() -> None:
    for move in MOVES:
        assert Move.of(move.cells, move.direction) is move
        assert Move.of(reversed(move.cells), move.direction) is move
    move = MOVES[900]
    assert pickle.loads(pickle.dumps(move)) is move
    assert copy.copy(move) is move
    assert copy.deepcopy([move])[0] is move
    assert eval(repr(move), {"Move": Move, "Direction": Direction}) is move


def test_lines_are_lines_and_stay_on_the_board() -> None:
    for move in MOVES:
        axes = {d for a, b in pairwise(move.cells) for d in Direction if next_cell(a, d) == b}
        assert len(axes) == min(len(move.cells) - 1, 1)
        assert all(next_cell(cell, move.direction) is not None for cell in move.cells)
        if move.kind is MoveKind.BROADSIDE:
            assert move.cells == tuple(sorted(move.cells))
            assert move.direction not in {d for axis in axes for d in (axis, axis.opposite)}
        else:
            assert axes <= {move.direction}


def test_targets_are_one_step_on() -> None:
    for move in MOVES:
        assert move.targets == tuple(next_cell(cell, move.direction) for cell in move.cells)


def test_tail_and_head_are_the_ends() -> None:
    move = Move.of([parse_cell(name) for name in ("e4", "e2", "e3")], Direction.W)
    assert (move.tail, move.head) == (parse_cell("e4"), parse_cell("e2"))


@pytest.mark.parametrize(
    ("names", "direction"),
    [
        ("e1 e3", Direction.E),
        ("e1 e2 e3 e4", Direction.E),
        ("e9", Direction.E),
        ("a1 a2", Direction.SE),
        ("e5 f7", Direction.E),
    ],
)
def test_what_is_no_move_is_refused(names: str, direction: Direction) -> None:
    with pytest.raises(ValueError, match=f"no such move: {names}"):
        Move.of([parse_cell(name) for name in names.split()], direction)


def test_moves_cannot_be_made_or_changed() -> None:
    with pytest.raises(TypeError, match="shared"):
        Move()
    with pytest.raises(AttributeError, match="cannot be changed"):
        MOVES[0].number = 7
    assert [move for move in MOVES if move.tail not in CELLS] == []
