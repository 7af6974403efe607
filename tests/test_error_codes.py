"""Error codes: the same in the core, in Python and in JavaScript, and listed in the docs."""

from __future__ import annotations

import pickle
import re
from importlib.resources import files
from pathlib import Path

import pytest

from sumito import Board, Dialect, NotationError, PositionForm, parse_cell, parse_direction
from sumito.core.diagram import read_text
from sumito.core.text import PROBLEMS

REPOSITORY = Path(__file__).resolve().parents[1]
GOOD = Board().position()


def test_codes_are_those_of_the_core() -> None:
    header = (REPOSITORY / "cpp/include/sumito/position_text.hpp").read_text(encoding="utf-8")
    found = re.search(r"enum class TextProblem[^{]*\{(.*?)\};", header, re.S)
    assert found
    core = [name.lower() for name in re.findall(r"^ +([A-Z_]+),", found[1], re.M)]
    names = (files("sumito") / "web/core/names.js").read_text(encoding="utf-8")
    listed = re.search(r"TEXT_PROBLEMS = \[(.*?)\]", names, re.S)
    assert listed
    assert list(PROBLEMS) == re.findall(r"'(\w*)'", listed[1]) == core


def test_codes_are_documented() -> None:
    page = (REPOSITORY / "docs/library.md").read_text(encoding="utf-8")
    section = page.partition("### `NotationError`")[2].partition("###")[0]
    listed = set(re.findall(r"`(\w+)`", section.partition("| --- |")[2]))
    assert listed == set(PROBLEMS) - {"none"} | {"bad_direction", "malformed"}


CASES = [
    (lambda: Board.from_position(""), "empty"),
    (lambda: Board.from_position(GOOD.replace("9", "x")), "bad_character"),
    (lambda: Board.from_position("5/6/7/8/9/8/7/7/5"), "row_too_long"),
    (lambda: Board.from_position("5/6/7/8/9/8/7/5/5"), "row_too_short"),
    (lambda: Board.from_position("5/6"), "too_few_rows"),
    (lambda: Board.from_position("5/6/7/8/9/8/7/6/5/5"), "too_many_rows"),
    (lambda: Board.from_position(GOOD.replace(" 0 0 b", " x 0 b")), "bad_score"),
    (lambda: Board.from_position(GOOD.replace(" b ", " x ")), "bad_turn"),
    (lambda: Board.from_position(GOOD[:-1] + "x"), "bad_counter"),
    (lambda: Board.from_position(GOOD + " 7"), "too_many_fields"),
    (lambda: Board.from_position("0a9b1_0a4", form=PositionForm.FACTORED), "bad_cell"),
    (lambda: Board.from_position("0a1_0a1", form=PositionForm.FACTORED), "cell_twice"),
    (lambda: Board.from_position("0a1", form=PositionForm.FACTORED), "no_separator"),
    (lambda: Board.from_position("012", form=PositionForm.DIGITS), "bad_length"),
    (lambda: Board.from_position("5/6/7/8/9/8/7/6/5 bbw"), "player_twice"),
    (lambda: Board.from_position("5/6/7/8/9/8/7/6/5 bu"), "too_few_players"),
    (lambda: Board.from_position("5/6/7/8/9/8/7/6/5 BUW"), "all_have_left"),
    (lambda: Board().parse_move("c3"), "not_a_move"),
    (lambda: Board().parse_move("a1c3", Dialect.ABA_PRO), "not_adjacent"),
    (lambda: Board().parse_move("a1a2a2"), "not_broadside"),
    (lambda: Board().parse_move("a1xb2", Dialect.NACRE), "not_in_dialect"),
    (lambda: Board().parse_move("c3g7", Dialect.PLAYSTRATEGY), "wrong_destination"),
    (lambda: parse_cell("z1"), "bad_cell"),
    (lambda: parse_direction("N"), "bad_direction"),
    (lambda: read_text("X"), "too_few_rows"),
    (lambda: read_text("X\n" * 10), "too_many_rows"),
    (lambda: read_text("\n".join([". . . ."] * 9)), "row_too_short"),
    (lambda: read_text("\n".join(["." * 6] * 9)), "row_too_long"),
    (lambda: read_text("\n".join(["." * width for width in (5, 6, 7, 8, 9, 8, 7, 6)] + ["...?."])), "bad_character"),
]


@pytest.mark.parametrize(("call", "code"), CASES, ids=[f"{at}-{code}" for at, (_, code) in enumerate(CASES)])
def test_error_carries_its_code(call: object, code: str) -> None:
    assert callable(call)
    with pytest.raises(NotationError) as caught:
        call()
    assert caught.value.code == code
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.code, str(copy), copy.column) == (code, str(caught.value), caught.value.column)


def test_every_code_of_the_core_has_a_case() -> None:
    assert {code for _, code in CASES} >= set(PROBLEMS) - {"none"}
