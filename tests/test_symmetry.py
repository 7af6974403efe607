"""The twelve symmetries: they form a group, and the rules are invariant under them."""

import pickle

import pytest
from hypothesis import given

from effort import examples
from positions import boards, random_game
from sumito import CELLS, MOVES, SYMMETRIES, Board, Direction, Move, Symmetry, next_cell


def test_the_symmetries_are_a_group() -> None:
    images = [tuple(s.cell(cell) for cell in CELLS) for s in SYMMETRIES]
    assert len(set(images)) == 12
    for a in SYMMETRIES:
        assert a.then(a.inverse) == SYMMETRIES[0]
        for b in SYMMETRIES:
            both = a.then(b)
            assert [both.cell(cell) for cell in CELLS] == [b.cell(a.cell(cell)) for cell in CELLS]
            assert [both.direction(d) for d in Direction] == [b.direction(a.direction(d)) for d in Direction]


def test_the_cell_images_are_those_of_the_published_numbering() -> None:
    """Compare with the rotation (x, y) -> (x - y, x) and the reflection (x, y) -> (x - y, -y) from the centre."""
    index = {}
    for cell in CELLS:
        row = next(r for r in range(9) if sum(9 - abs(k - 4) for k in range(r + 1)) > cell)
        number = cell - sum(9 - abs(k - 4) for k in range(row)) + max(1, row - 3)
        index[cell] = (number - 5, row - 4)
    cell_of = {place: cell for cell, place in index.items()}
    for s in SYMMETRIES:
        for cell in CELLS:
            x, y = index[cell]
            if s.number >= 6:
                x, y = x - y, -y
            for _ in range(s.number % 6):
                x, y = x - y, x
            assert s.cell(cell) == cell_of[x, y]


def test_neighbours_stay_neighbours() -> None:
    for s in SYMMETRIES:
        for cell in CELLS:
            for d in Direction:
                following = next_cell(cell, d)
                assert next_cell(s.cell(cell), s.direction(d)) == (None if following is None else s.cell(following))


def test_moves_go_with_their_cells() -> None:
    for s in SYMMETRIES:
        for move in MOVES:
            assert s.move(move) is Move.of(map(s.cell, move.cells), s.direction(move.direction))


@given(boards())
@examples(60)
def test_the_rules_see_no_symmetry(board: Board) -> None:
    for s in SYMMETRIES:
        turned = board.transformed(s)
        assert set(turned.legal_moves) == {s.move(move) for move in board.legal_moves}
        assert turned.transformed(s.inverse) == board


def test_a_game_is_transformed_with_its_history_and_end() -> None:
    *_, board = random_game(8, 40)
    board.resign()
    for s in SYMMETRIES:
        turned = board.transformed(s)
        assert turned.history == tuple(map(s.move, board.history))
        assert turned.outcome == board.outcome
        assert turned.start() == board.start().transformed(s)


@given(boards())
@examples(80)
def test_images_of_one_position_have_one_canonical_form(board: Board) -> None:
    least = board.canonical()
    assert board.transformed(board.canonical_symmetry()) == least
    assert {board.transformed(s).canonical() for s in SYMMETRIES} == {least}


def test_different_positions_have_different_canonical_forms() -> None:
    seen: dict[str, set[str]] = {}
    for board in random_game(9, 60):
        least = board.canonical().position().split(" ")[0]
        images = {board.transformed(s).position().split(" ")[0] for s in SYMMETRIES}
        assert seen.setdefault(least, images) == images


def test_symmetries_say_what_they_take() -> None:
    half_turn = SYMMETRIES[3]
    assert half_turn.direction("ne") is Direction.SW
    with pytest.raises(ValueError, match="no such cell: 61"):
        half_turn.cell(61)
    with pytest.raises(TypeError, match="a cell is a number"):
        half_turn.cell("a1")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a Move, not 'a1b2'"):
        half_turn.move("a1b2")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a Symmetry"):
        half_turn.then(3)  # type: ignore[arg-type]


def test_symmetries_are_values() -> None:
    assert Symmetry(3) == SYMMETRIES[3]
    assert hash(Symmetry(3)) == hash(SYMMETRIES[3])
    assert Symmetry(3) != Symmetry(4)
    assert eval(repr(SYMMETRIES[7])) == SYMMETRIES[7]
    for wrong in (12, -1, 1.5, True):
        with pytest.raises(ValueError, match="no such symmetry"):
            Symmetry(wrong)  # type: ignore[arg-type]
    with pytest.raises(AttributeError, match="cannot be changed"):
        SYMMETRIES[2].number = 4
    assert pickle.loads(pickle.dumps(SYMMETRIES[5])) == SYMMETRIES[5]
