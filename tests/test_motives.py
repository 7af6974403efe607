"""The motives of moves: positions in which each must be told, and near misses in which it must not."""

from __future__ import annotations

import re

import pytest

from conftest import REPOSITORY
from positions import exchanged, make_board
from sumito import SYMMETRIES, Board, Move, cell_name, parse_cell
from sumito.learn.catalogue import LANGUAGES, catalogue
from sumito.learn.coach import why

FAR = "a1 a2 a3"  # marbles that take no part

# A message, the marbles of both players, a move of Black, the marked cells, and the marbles that each has lost.
TOLD = [
    ("wins", "e7 e8", "e9 i5", "e7e8", "e9", (0, 5)),
    ("ejects", "e7 e8", "e9 i5", "e7e8", "e9", (0, 0)),
    ("exchanges", "e7 e8 a1", "e9 b2 c3 b1 i5", "e7e8", "e9", (0, 0)),
    ("gives_away", f"f9 {FAR}", "e7 e8 i5", "f9e9", "e9", (0, 0)),
    ("stops_win", f"e9 {FAR}", "e7 e8 i5", "e9f9", "f9", (5, 0)),
    ("only_defence", f"e9 {FAR}", "e7 e8 d8 i5", "e9f9", "f9", (0, 0)),
    ("saves", f"e9 {FAR}", "e7 e8 i5", "e9f9", "f9", (0, 0)),
    ("loses_anyway", f"e9 {FAR}", "e7 e8 d8 f9 i5", "a3b4", "e9", (0, 0)),
    ("threatens_win", "e6 e7", "e9 i5", "e6e7", "e9", (0, 5)),
    ("forces", "e6 e7 f9 d8", "e9 i5", "e6e7", "e9", (0, 0)),
    ("threatens", "e6 e7", "e9 i5", "e6e7", "e9", (0, 0)),
    ("breaks_pac", "e4 e5 c4 d5", "e6 e7", "c4d5", "e4 e5", (0, 0)),
    ("holds", "e5 d4", "e6 e7", "d4e4", "e4 e5 e6 e7", (0, 0)),
    ("splits", "c4 d5", "e5 e6 e7", "c4d5", "e5", (0, 0)),
    ("pushes_back", "e4 e5", "e6", "e4e5", "e7", (0, 0)),
    ("evades", "e5", "e6 e7", "e5d5", "d5", (0, 0)),
    ("prepares", "e3 e4", "e6", "e3e4", "e6", (0, 0)),
    ("centre", "c3", "i5", "c3d4", "d4", (0, 0)),
    ("leaves_edge", "a1", "i5", "a1b2", "b2", (0, 0)),
    ("joins", "c3 c5", "i5", "c3c4", "c4 c5", (0, 0)),
    ("approaches", "b3 b4", "i5", "b3b4c4", "c4 c5", (0, 0)),
    ("none", "b3", "i5", "b3c4", "", (0, 0)),
]
# The same without one condition of the motive.
NEAR_MISSES = [
    ("wins", "e7 e8", "e9 i5", "e7e8", (0, 4)),  # another marble is needed
    ("ejects", "e6 e7", "e8 i5", "e6e7", (0, 0)),  # the marble stays on the board
    ("exchanges", "e7 e8 a1", "e9 b2 i5", "e7e8", (0, 0)),  # one enemy alone pushes nothing
    ("gives_away", f"f9 {FAR}", "e8 i5", "f9e9", (0, 0)),
    ("stops_win", f"e9 {FAR}", "e7 e8 i5", "e9f9", (4, 0)),  # White needs two
    ("stops_win", f"e9 {FAR}", "e7 e8 i5", "a3b4", (5, 0)),  # White still wins
    ("only_defence", f"e9 {FAR}", "e7 e8 i5", "e9f9", (0, 0)),  # e9d8 is another
    ("saves", f"e9 {FAR}", "e8 i5", "e9f9", (0, 0)),  # it was in no danger
    ("loses_anyway", f"e9 {FAR}", "e7 e8 f9 i5", "a3b4", (0, 0)),  # e9d8 saves it
    ("threatens_win", "e6 e7", "e9 i5", "e6e7", (0, 4)),
    ("forces", "e6 e7 f9", "e9 i5", "e6e7", (0, 0)),  # the marble can go to d8
    ("threatens", "e7", "e9 i5", "e7e8", (0, 0)),  # one marble alone pushes nothing
    ("threatens", "e7 e8 c3", "e9 i5", "c3d4", (0, 0)),  # it was in danger before
    ("breaks_pac", "e3 e4 c4 d5", "e6 e7", "c4d5", (0, 0)),  # no contact, no pac
    ("breaks_pac", "e4 e5 c4", "e6 e7", "c4d5", (0, 0)),  # nothing is pushed
    ("holds", "e5 d4", "e6", "d4e4", (0, 0)),  # White could not push before
    ("holds", "e5 d5", "e6 e7", "d5d4", (0, 0)),  # White still can
    ("splits", "c4 d5", "e6 e7", "c4d5", (0, 0)),  # they stay together
    ("splits", "c4", "e5 e7", "c4d5", (0, 0)),  # they were apart
    ("pushes_back", "e1 e2", "e3", "e1e2", (0, 0)),  # towards the centre
    ("evades", "e5", "e6", "e5d5", (0, 0)),
    ("evades", "e5 c3", "e6 e7", "c3c4", (0, 0)),
    ("prepares", "e4", "e6", "e4e5", (0, 0)),
    ("prepares", "e1 e2", "e4", "e1e2", (0, 0)),  # a push towards the centre
    ("centre", "d4", "i5", "d4e5", (0, 0)),  # it was there before
    ("leaves_edge", "a1", "i5", "a1a2", (0, 0)),
    ("joins", "c3 c5", "i5", "c3c2", (0, 0)),
    ("joins", "c3 c4", "i5", "c3c4", (0, 0)),  # they were together
    ("approaches", "b3", "i5", "b3c4", (0, 0)),  # a single step
    ("none", "c3", "i5", "c3d4", (0, 0)),
]


def marked(board: Board, move: str | Move, best: str | None = None) -> tuple[str, str]:
    found = why(board, move, best)
    cells = found.parameters.get("cells", ())
    assert isinstance(cells, tuple)
    return found.message, " ".join(cell_name(int(cell)) for cell in cells)


@pytest.mark.parametrize(("motive", "black", "white", "move", "cells", "lost"), TOLD, ids=[row[0] for row in TOLD])
def test_a_motive_is_told(motive: str, black: str, white: str, move: str, cells: str, lost: tuple[int, int]) -> None:
    board = make_board(black, white, lost=lost)
    wanted = " ".join(sorted(cells.split(), key=parse_cell))
    assert marked(board, move) == (f"why.{motive}", wanted)
    legal = board.parse_move(move)
    assert marked(exchanged(board), legal) == (f"why.{motive}", wanted)
    for symmetry in SYMMETRIES:
        assert why(board.transformed(symmetry), symmetry.move(legal)).message == f"why.{motive}"


@pytest.mark.parametrize(("motive", "black", "white", "move", "lost"), NEAR_MISSES)
def test_a_near_miss_is_not_told(motive: str, black: str, white: str, move: str, lost: tuple[int, int]) -> None:
    assert why(make_board(black, white, lost=lost), move).message != f"why.{motive}"


def test_every_motive_has_both_kinds_of_positions() -> None:
    source = (REPOSITORY / "cpp/src/motives.cpp").read_text(encoding="utf-8")
    motives = set(re.findall(r'"why\.([\w.]+)"', source)) - {"none.better"}
    assert len(motives) >= 20
    assert {row[0] for row in TOLD} == motives
    assert {row[0] for row in NEAR_MISSES} == motives


def test_the_numbers_of_a_prepared_push() -> None:
    parameters = why(make_board("e2 e3 e4", "e6 e7"), "e2e3").parameters
    assert (parameters["pushing"], parameters["against"]) == (3, 2)


# ---- compared with the best move


def test_a_best_move_that_wins_more_marbles() -> None:
    board = make_board("e7 e8 c3", "e9 i5")
    assert marked(board, "c3d4") == ("why.centre", "d4")
    found = why(board, "c3d4", "e7e8")
    assert found.message == "why.none.better"
    assert [cell_name(cell) for cell in found.parameters["line"]] == ["e7", "e8"]  # type: ignore[union-attr, arg-type]
    assert marked(board, "e7e8", "e7e8")[0] == "why.ejects"


def test_a_best_move_that_does_more_of_the_same() -> None:
    board = make_board("c4 c5 e7", "i5")
    assert marked(board, "e7e6") == ("why.centre", "e6")
    assert marked(board, "c4c5d4") == ("why.centre", "d4 d5")
    assert marked(board, "e7e6", "c4c5d4")[0] != "why.centre"
    assert marked(board, "c4c5d4", "e7e6")[0] == "why.centre"


def test_every_sentence_has_words_in_every_language() -> None:
    for language in LANGUAGES:
        words = catalogue(language)
        for _, black, white, move, _, lost in TOLD:
            assert len(words.sentence(why(make_board(black, white, lost=lost), move))) > 5
