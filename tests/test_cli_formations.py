"""`sumito formations`: lists, boards, pictures, and refused options."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from command_line import Run, runner
from sumito import Board
from sumito.cli.commands.formations import KINDS
from sumito.learn.catalogue import catalogue
from sumito.learn.formations import FormationKind, formations

run = pytest.fixture(runner)

# Every kind: the white marble on e5 is a det, row a has a sumito without room, row i a pac.
EVERYTHING = "SSss1/6/7/3SS3/3SsSs2/3SS3/SS4S/SSS3/SSsS1"


def test_the_kinds_are_those_of_the_library() -> None:
    assert tuple(FormationKind) == KINDS


def test_each_kind_has_a_heading_its_lines_and_a_board_with_its_marbles(run: Run) -> None:
    board = Board.from_position(EVERYTHING)
    found = formations(board, inside=True)
    assert {each.kind for each in found} == set(FormationKind)
    done = run("formations", "--position", EVERYTHING, "--inside", "--lang", "en")
    assert (done.code, done.err) == (0, "")
    parts = re.split(r"^(\w+) \((\d+)\)\n", done.out, flags=re.M)[1:]
    assert {kind: int(count) for kind, count in zip(parts[::3], parts[1::3], strict=True)} == Counter(
        str(each.kind) for each in found
    )
    assert list(parts[::3]) == list(KINDS)
    for kind, text in zip(parts[::3], parts[2::3], strict=True):
        lines, drawing = text.split("\n\n")[:2]
        said = [catalogue("en").sentence(each.sentence) for each in found if each.kind == kind]
        assert re.sub(r"\s+", " ", lines.strip()) == " ".join(said)
        marked = {cell for each in found if each.kind == kind for cell in (*each.cells, *each.enemies)}
        assert sum(len(run.split()) for run in re.findall(r"\[(.*?)\]", drawing)) == len(marked)


def test_lines_say_whose_and_where(run: Run) -> None:
    lines = run("formations", "--position", EVERYTHING, "--inside", "--lang", "en").lines
    for line in [
        "  Black: a1, a2 and b2, part of a larger group",
        "  White: e5, enclosed by d4, d5, e4, e6, f5 and f6",
        "  Black i5 and i6, White i7 and i8: 2 against 2",
        "  Black, 2 against 1: a1 and a2 could push a3 right, but there is no room",
    ]:
        assert any(each.startswith(line) for each in lines), line
    assert all(len(line) <= 78 for line in lines)
    (line,) = [
        line
        for line in run("formations", "--position", "5/6/7/8/6SSs/8/7/6/5", "--lang", "en").lines
        if "can push" in line
    ]
    assert line == "  Black, 2 against 1: e7 and e8 can push e9 right"


def test_kinds_can_be_chosen(run: Run) -> None:
    out = run("formations", "--kind", "polynomial", "--kind", "lance", "--inside", "--lang", "en").out
    assert re.findall(r"^(\w+) \((\d+)\)$", out, re.M) == [("lance", "28"), ("polynomial", "2")]
    assert run("formations", "--kind", "det", "--lang", "en").out == "There are none on this board.\n"


def test_a_picture_outlines_each(run: Run) -> None:
    assert run("formations", "--position", EVERYTHING, "-o", "all.svg") == (0, "", "")
    found = formations(Board.from_position(EVERYTHING))
    assert Path("all.svg").read_text(encoding="utf-8").count('class="outline"') == len(found)
    assert run("formations", "--position", EVERYTHING, "-o", "all.png").code == 0
    assert Path("all.png").read_bytes().startswith(b"\x89PNG")
    done = run("formations", "-o", "all.gif")
    assert (done.code, done.err) == (
        2,
        "sumito formations: the name of a picture must end in .svg or .png: 'all.gif'\n",
    )
    assert not Path("all.gif").exists()


def test_an_unknown_kind_gets_one_line(run: Run) -> None:
    done = run("formations", "--kind", "square")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "'square'" in done.err
