"""The required figures of the rulebook, each with the verdict of the rules on its task."""

from __future__ import annotations

import pytest

import oracle
from sumito import BLACK, WHITE, Board, Color, Direction, cell_name, parse_cell
from sumito.learn.figures import Task, examples, figures
from sumito.learn.reasons import explain, tap
from test_rulebook import MOVES, names

# Every required figure by name: black, white, the two ends of the line, the direction, the verdict.
FIGURES_TO_HAVE = [
    ("single", "d4", "", "d4", "NE", "in_line"),
    ("in_line", "c3 d4 e5", "", "c3-e5", "NE", "in_line"),
    ("in_line_two", "d4 e5", "", "d4-e5", "NE", "in_line"),
    ("broadside", "d4 d5 d6", "", "d4-d6", "NE", "broadside"),
    ("broadside_two", "d4 d5", "", "d4-d5", "NW", "broadside"),
    ("sumito21", "e3 e4", "e5", "e3-e4", "E", "pushes 1"),
    ("sumito31", "e2 e3 e4", "e5", "e2-e4", "E", "pushes 1"),
    ("sumito32", "e2 e3 e4", "e5 e6", "e2-e4", "E", "pushes 2"),
    ("sumito42", "e1 e2 e3 e4", "e5 e6", "e2-e4", "E", "pushes 2"),
    ("no_room_behind", "e2 e3 e4 e7", "e5 e6", "e2-e4", "E", "no_room_behind"),
    ("wall", "d1 e1 e2 e3 e4 e5", "e6 e7 e8", "e3-e5", "E", "pac"),
    ("pac11", "e4", "e5", "e4", "E", "pac"),
    ("pac22", "e3 e4", "e5 e6", "e3-e4", "E", "pac"),
    ("pac33", "e2 e3 e4", "e5 e6 e7", "e2-e4", "E", "pac"),
    ("pac43", "e1 e2 e3 e4", "e5 e6 e7", "e2-e4", "E", "pac"),
    ("too_few", "e2 e3 e4", "e5 e6", "e3-e4", "E", "too_few"),
    ("break_pac", "c3 d4 e2 e3 e4", "e5 e6 e7", "c3-d4", "NE", "pushes 1"),
    ("eject", "e7 e8", "e9", "e7-e8", "E", "ejects"),
    ("eject_32", "e5 e6 e7", "e8 e9", "e5-e7", "E", "ejects"),
    ("broadside_cannot_push", "d4 d5 d6", "e6", "d4-d6", "NE", "broadside_blocked"),
    ("break_line", "e1 e2 e3 e4 e5", "", "e4-e5", "E", "in_line"),
    ("mixed_push", "e2 e3 e4", "e6", "e2-e4", "E", "pushes 2"),
    ("mixed_pac", "e3 e4", "e6", "e3-e4", "E", "pac"),
    ("sixth", "e5 e6 e7", "c3 e8", "e5-e7", "E", "ejects"),
    ("team_push", "e2", "e3 e4", "e2-e4", "E", "pushes 2"),
    ("rear_not_yours", "e3 e4", "e2", "e2-e4", "E", "rear_not_yours"),
    ("partner_ahead", "e2 e3 e4", "e5", "e2-e4", "E", "partner_ahead"),
    ("partner_without_push", "e3", "e4", "e3-e4", "E", "partner_without_push"),
]
EXAMPLES_TO_HAVE = [
    ("marble", "e5", ""),
    ("monomial", "e5 c2", "g7"),
    ("binomial", "e5 e6", ""),
    ("trinomial", "b2 b3 b4 e2 f3 f4 e7 e8 f8", ""),
    ("lance", "d4 e5 f6", ""),
    ("arc", "d4 e5 e6", ""),
    ("shield", "e5 e6 f6", ""),
    ("polynomial", "d4 d5 e5 e6 f6 f7", ""),
    ("block", "d4 d5 d6 e4 e5 e6 f4 f5 f6", ""),
    ("det", "e4 e6 f5 f6 d4 d5", "e5"),
    ("pac", "e3 e4", "e5 e6"),
    ("sumito", "e2 e3 e4", "e5 e6"),
    ("in_line_move", "c3 d4 e5", ""),
    ("broadside_move", "d4 d5 d6", ""),
    ("ejection", "e7 e8", "e9"),
]


def placed(board: Board, color: Color) -> list[str]:
    return sorted(cell_name(cell) for cell in board.marbles(color))


@pytest.mark.parametrize(
    ("name", "black", "white", "line", "way", "answer"), FIGURES_TO_HAVE, ids=lambda value: value[:12]
)
def test_every_figure_is_there_with_its_verdict(
    name: str, black: str, white: str, line: str, way: str, answer: str
) -> None:
    figure = figures()[name]
    board = figure.board()
    assert (placed(board, BLACK), placed(board, WHITE)) == (sorted(black.split()), sorted(white.split()))
    first, _, last = line.partition("-")
    verdict = board.verdict_between(parse_cell(first), parse_cell(last or first), Direction[way])
    assert figure.task is (Task.PLAY if verdict else Task.TRY)
    assert (figure.direction, set(figure.line)) == (Direction[way], set(between(first, last or first)))
    if verdict.move is None or not verdict:
        assert str(verdict.reason) == answer
        return
    pushed = len(board.pushed(verdict.move))
    ejects = board.is_ejection(verdict.move)
    assert answer == ("ejects" if ejects else f"pushes {pushed}" if pushed else str(verdict.move.kind))


def between(first: str, last: str) -> list[int]:
    return [parse_cell(name) for name in oracle.cells_between(first, last) or [first]]


@pytest.mark.parametrize(("name", "cell", "marked"), [("gap", "e6", ["e5"]), ("not_in_line", "e6", ["e6"])])
def test_a_figure_with_a_tap_gets_its_hint(name: str, cell: str, marked: list[str]) -> None:
    figure = figures()[name]
    assert figure.tap == parse_cell(cell)
    tapped = tap(figure.board(), figure.line, figure.tap)
    assert (str(tapped.problem), figure.problem, tapped.move) == (name, name, None)
    assert names(tapped.explanation.cells) == marked == names(figure.culprits)


@pytest.mark.parametrize(("name", "black", "white"), EXAMPLES_TO_HAVE, ids=lambda value: value[:12])
def test_every_example_of_the_glossary_is_there(name: str, black: str, white: str) -> None:
    board = examples()[name].board()
    assert (placed(board, BLACK), placed(board, WHITE)) == (sorted(black.split()), sorted(white.split()))


def test_a_refusal_leads_to_a_figure_that_is_there() -> None:
    for figure in MOVES:
        if figure.task is Task.TRY and figure.direction is not None:
            found = explain(figure.board(), figure.line, figure.direction).figure
            assert found in figures()
            # Other figures cover these.
            others = {"outnumbered": "pac22", "off_board": "eject", "mixed_pac": "pac22"}
            assert found == others.get(figure.id, figure.id)
