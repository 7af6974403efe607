"""Cells, directions and their names."""

import pytest

from sumito import CELLS, Color, Direction, NotationError, cell_name, next_cell, parse_cell, parse_direction


def test_names_run_row_by_row() -> None:
    assert [cell_name(cell) for cell in (0, 4, 5, 30, 56, 60)] == ["a1", "a5", "b1", "e5", "i5", "i9"]
    assert [parse_cell(cell_name(cell)) for cell in CELLS] == list(CELLS)
    assert parse_cell("E5") == 30


@pytest.mark.parametrize("text", ["", "a", "a0", "a6", "i4", "j5", "55", "e10", "e\uff15"])
def test_what_names_no_cell_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="no such cell"):
        parse_cell(text)


@pytest.mark.parametrize("cell", [-1, 61, 1000])
def test_what_is_no_cell_has_no_name(cell: int) -> None:
    with pytest.raises(ValueError, match="no such cell"):
        cell_name(cell)


def test_neighbours_are_one_step_away() -> None:
    e5 = parse_cell("e5")
    around = {d.name: cell_name(c) for d in Direction if (c := next_cell(e5, d)) is not None}
    assert around == {"E": "e6", "NE": "f6", "NW": "f5", "W": "e4", "SW": "d4", "SE": "d5"}
    assert [next_cell(parse_cell("e9"), d) is None for d in Direction] == [True, True, False, False, False, True]
    assert sum(next_cell(cell, d) is not None for cell in CELLS for d in Direction) == 312


def test_directions_turn_and_return() -> None:
    for d in Direction:
        assert d.opposite == d.turned(3) == d.turned(-3)
        assert d.turned(6) is d
        assert parse_direction(d.name.lower()) is d
    for text in ("north", "", "\u017fe"):
        with pytest.raises(NotationError, match="no such direction"):
            parse_direction(text)


def test_colours_are_never_bool() -> None:
    assert all(bool(color) for color in Color)
    assert [str(color) for color in Color] == ["black", "white", "blue", "red", "yellow", "green"]


def test_what_is_no_text_is_refused() -> None:
    for parse in (parse_cell, parse_direction):
        with pytest.raises(TypeError, match=r"expected the name of a .*, not 30"):
            parse(30)  # type: ignore[arg-type]
