"""Layouts: the shipped ones, and layouts of the user."""

import json
import pickle
from pathlib import Path

import pytest

from sumito import (
    BLACK,
    LAYOUTS,
    WHITE,
    Board,
    Color,
    Layout,
    NotationError,
    PositionError,
    PositionForm,
    PositionProblem,
    parse_cell,
)

UNEVEN = {"atomouche": 12, "corners": 13, "sibe": 15}


def test_sixty_four_layouts_with_equal_numbers() -> None:
    assert len(LAYOUTS) == len(list(LAYOUTS)) == 64
    for slug, layout in LAYOUTS.items():
        assert layout.slug == slug
        assert set(layout.marbles) == {BLACK, WHITE}
        assert [len(cells) for cells in layout.marbles.values()] == [UNEVEN.get(slug, 14)] * 2
        assert not set(layout.marbles[BLACK]) & set(layout.marbles[WHITE])


def test_first_moves_are_the_published_numbers(repository: Path) -> None:
    data = json.loads((repository / "src/sumito/data/layouts.json").read_text(encoding="utf-8"))
    for slug, entry in data.items():
        board = Board(slug)
        assert len(board.legal_moves) == entry["black_legal_moves_at_start"]
        white = Board.from_position(board.position().replace(" b ", " w "))
        assert len(white.legal_moves) == entry["white_legal_moves_at_start"]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("belgian-daisy", "belgian-daisy"),
        ("Belgian Daisy", "belgian-daisy"),
        ("BELGIAN_DAISY", "belgian-daisy"),
        ("marguerite  belge", "belgian-daisy"),
        ("Classic", "standard"),
        ("Alien", "alien-attack"),
        ("snakes", "snakes"),
    ],
)
def test_layouts_are_found_by_every_name(name: str, slug: str) -> None:
    assert LAYOUTS[name].slug == slug
    assert Board(name) == Board(LAYOUTS[slug])


def test_no_name_means_two_layouts() -> None:
    for layout in LAYOUTS.values():
        assert LAYOUTS[layout.slug] is layout
        assert LAYOUTS[layout.name] is layout
        for alias in layout.aliases:
            found = LAYOUTS[alias]
            assert found is layout or alias.lower().replace(" ", "-") in LAYOUTS


def test_unknown_layouts_are_no_keys() -> None:
    assert "nowhere" not in LAYOUTS
    with pytest.raises(KeyError):
        LAYOUTS["nowhere"]


def test_diagrams_read_back() -> None:
    for layout in LAYOUTS.values():
        again = Layout.from_diagram(str(layout), slug=layout.slug)
        assert again.marbles == layout.marbles
        bare = "\n".join(line.strip("abcdefghi0123456789 ") for line in str(layout).splitlines()[:9])
        assert Layout.from_diagram(bare.lower()).marbles == layout.marbles


def test_own_layouts_are_checked() -> None:
    own = Layout.from_cells({BLACK: [5, 0], WHITE: [60, 1]}, slug="mine", name="Mine")
    assert own.marbles == {BLACK: (0, 5), WHITE: (1, 60)}
    assert Board(own).marbles(BLACK) == (0, 5)
    cases: list[tuple[dict[Color, list[int]], PositionProblem, str]] = [
        ({BLACK: [0], WHITE: [0]}, PositionProblem.OVERLAP, "two marbles on a1"),
        ({BLACK: [0, 0], WHITE: [1, 2]}, PositionProblem.OVERLAP, "two marbles on a1"),
        ({BLACK: [0, 1], WHITE: [2]}, PositionProblem.UNEQUAL, "unequal numbers: black 2, white 1"),
        ({BLACK: [0]}, PositionProblem.NO_MARBLES, "fewer than two players"),
        ({}, PositionProblem.NO_MARBLES, "fewer than two players"),
        ({BLACK: [], WHITE: []}, PositionProblem.NO_MARBLES, "black has no marbles; white has no marbles"),
        ({BLACK: [0], WHITE: []}, PositionProblem.NO_MARBLES | PositionProblem.UNEQUAL, "white has no marbles"),
    ]
    for cells, problems, words in cases:
        with pytest.raises(PositionError, match=words) as caught:
            Layout.from_cells(cells)
        assert caught.value.problems == problems
    with pytest.raises(ValueError, match="no such cell: 61"):
        Layout.from_cells({BLACK: [61], WHITE: [0]})
    handicap = Layout.from_cells({BLACK: [0, 1], WHITE: [2]}, unequal=True)
    assert len(handicap.marbles[BLACK]) == 2


def test_layouts_are_shared_and_cannot_be_changed() -> None:
    layout = LAYOUTS["standard"]
    with pytest.raises(TypeError):
        layout.marbles[BLACK] = (0,)  # type: ignore[index]
    again = pickle.loads(pickle.dumps(layout))
    assert again == layout
    assert hash(again) == hash(layout)
    assert "5" not in LAYOUTS


def test_own_layouts_come_from_position_text_too() -> None:
    board = Board("snakes")
    for form in PositionForm:
        assert Layout.from_position(board.position(form), form=form, name="Mine").marbles == LAYOUTS["snakes"].marbles
    with pytest.raises(PositionError, match="unequal numbers: black 1, white 0"):
        Layout.from_position("5/6/7/8/9/8/7/6/S4")
    with pytest.raises(NotationError, match="fewer than nine rows"):
        Layout.from_position("5/6")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text.replace("i O", "i O O", 1), "row i has 5 cells, not 6"),
        (lambda text: text.replace("e . ", "e ", 1), "row e has 9 cells, not 8"),
        (lambda text: text.replace("X", "#", 1), "expected X, O, B, R, Y, G or a dot"),
        (lambda text: "\n".join(text.splitlines()[1:]), "nine rows, not 8"),
        (lambda text: "", "nine rows, not 0"),
    ],
)
def test_bad_diagrams_are_refused(change: object, words: str) -> None:
    assert callable(change)
    with pytest.raises(NotationError, match=words):
        Layout.from_diagram(change(str(Board())))


def test_the_standard_layout_is_the_one_of_the_rulebooks() -> None:
    black = [f"a{n}" for n in range(1, 6)] + [f"b{n}" for n in range(1, 7)] + ["c3", "c4", "c5"]
    white = [f"i{n}" for n in range(5, 10)] + [f"h{n}" for n in range(4, 10)] + ["g5", "g6", "g7"]
    layout = LAYOUTS["standard"]
    assert layout.marbles[BLACK] == tuple(sorted(map(parse_cell, black)))
    assert layout.marbles[WHITE] == tuple(sorted(map(parse_cell, white)))
