"""The stages of the course, each checked by the core: its position, its solutions and the mistakes that it is about."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conftest import REPOSITORY
from sumito import BLACK, Board, Direction, IllegalReason, Move, parse_cell
from sumito.learn.catalogue import LANGUAGES, catalogue
from sumito.learn.formations import formations
from sumito.learn.reasons import tap
from sumito.learn.threats import threats

CHAPTERS: list[dict[str, Any]] = json.loads((REPOSITORY / "src/sumito/data/course.json").read_text(encoding="utf-8"))[
    "chapters"
]
STAGES: dict[str, dict[str, Any]] = {stage["id"]: stage for chapter in CHAPTERS for stage in chapter["stages"]}
GROUPS = {"monomial", "binomial", "lance", "arc", "shield", "polynomial"}

# Every accepted move, and a legal move that beginners make instead.
MOVES = {
    "one": ("d4e5", "d4d5"),
    "line": ("c3d4", "e5f6"),
    "side_two": ("d4d5e4", "d4d5"),
    "side_three": ("d3d5e4", "d3d4"),
    "row": ("d3d5e4", "d5e5"),
    "push21": ("e3e4", "e4f5"),
    "push31": ("b2c3 c3d4", "d4e4"),
    "push32": ("c6d6", "c6c7"),
    "gap": ("e2e3", "e3e4"),
    "room": ("e7e8 e7f8 e7f7 e7d6 e7d7", "e4f5"),
    "pac": ("d1e2", "d1d2"),
    "break": ("c3d4", "d4d5"),
    "eject": ("e7e8", "e8d7"),
    "eject32": ("c3d3", "e3e4"),
    "threaten": ("d6d7e7", "d6d7"),
    "escape": ("e9f9 e9d8", "c4c5"),
    "hold": ("c5d6 d6e7", "c5c6"),
    "counter": ("c7d7", "e9f9"),
    "centre": ("b2c3 c3d4", "d4e5"),
    "together": ("e3e4 d4e4 e6e5 d5d4 e5e4 e3d3", "e6e7"),
    "outnumber": ("e5f6", "e5e6"),
    "win": ("d4c3 c3b2", "e6e7"),
}
# What the rules refuse in stages about a refusal: the line, the direction, the reason.
REFUSALS = [
    ("row", "d2 d3 d4 d5", "NE", IllegalReason.TOO_MANY),
    ("push32", "d6 e6", "NW", IllegalReason.TOO_FEW),
    ("room", "e2 e3 e4", "E", IllegalReason.NO_ROOM_BEHIND),
    ("pac", "e3 e4", "E", IllegalReason.PAC),
    ("break", "e2 e3 e4", "E", IllegalReason.PAC),
    ("outnumber", "d3 e3", "NW", IllegalReason.PAC),
    ("outnumber", "e8", "E", IllegalReason.PAC),
]


def meets(board: Board, move: Move, goal: dict[str, Any]) -> bool:
    """Judge a move from the words of the goal, without the web app."""
    player, after = board.turn, board.copy()
    after.play(move)
    pushes = threats(after).pushes
    own = [push for push in pushes if push.player is player]
    enemy = [push for push in pushes if push.player is not player]
    groups = [each for each in formations(after) if each.color is player and each.kind in GROUPS]
    found = {
        "reach": [cell for cell in goal.get("reach", ()) if after[parse_cell(cell)] is player],
        "pushes": len(board.pushed(move)),
        "ejects": board.is_ejection(move),
        "ready": own != [],
        "threatens": any(push.ejected is not None for push in own),
        "held": enemy == [],
        "safe": all(push.ejected is None for push in enemy),
        "together": len(groups) == 1,
        "wins": after.outcome is not None and after.outcome.winners == (player,),
    }
    return {name: found[name] for name in goal} == goal


def test_the_stages_are_those_that_are_checked_here() -> None:
    assert list(STAGES) == list(MOVES)
    assert 18 <= sum(len(chapter["stages"]) for chapter in CHAPTERS) == len(STAGES)


@pytest.mark.parametrize("name", STAGES)
def test_a_stage_has_its_solutions_and_no_others(name: str) -> None:
    stage = STAGES[name]
    board = Board.from_position(stage["position"])
    assert board.position() == stage["position"]
    assert not board.problems()
    assert board.turn is BLACK
    assert board.outcome is None
    accepted, mistake = MOVES[name]
    found = [board.format_move(move) for move in board.legal_moves if meets(board, move, stage["goal"])]
    assert sorted(found) == sorted(accepted.split())
    assert stage["solution"] in found
    assert board.is_legal(mistake)
    assert mistake not in found


@pytest.mark.parametrize(("name", "line", "way", "reason"), REFUSALS)
def test_a_stage_about_a_refusal_is_refused(name: str, line: str, way: str, reason: IllegalReason) -> None:
    board = Board.from_position(STAGES[name]["position"])
    assert board.verdict([parse_cell(cell) for cell in line.split()], Direction[way]).reason is reason


def test_a_gap_is_no_push() -> None:
    board = Board.from_position(STAGES["gap"]["position"])
    tapped = tap(board, [parse_cell("e2"), parse_cell("e3")], parse_cell("e5"))
    assert (str(tapped.problem), tapped.move) == ("gap", None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_stage_has_its_words(language: str) -> None:
    words = catalogue(language)
    titles = [words.say(f"course.{name}.title") for name in STAGES]
    assert len(set(titles)) == len(titles)
    for name, stage in STAGES.items():
        assert len(words.say(f"course.{name}.goal")) < 120, "two lines of a phone"
        assert len(words.say(f"course.{name}.done")) < 90
        for condition in stage["goal"]:
            assert words.say(f"course.miss.{condition}")
    for chapter in CHAPTERS:
        assert words.say(f"course.chapter.{chapter['id']}")
