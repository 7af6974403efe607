"""Recorded games that are played on: their rules and their ends."""

from __future__ import annotations

from typing import Final

import pytest

from sumito import (
    BLACK,
    MOVES,
    WHITE,
    Board,
    IllegalMoveError,
    Outcome,
    Rules,
    Termination,
)
from sumito.notation.records import (
    Node,
    Record,
    parse_record,
)
from test_records import BEFORE_THE_SIXTH, custom

SHUTTLE: Final = "1. e3f3 e5f5 2. f3e3 f5e5 3. e3f3 e5f5 4. f3e3 f5e5"


def repeated(more: str, result: str, **tags: str) -> Record:
    text = custom("5/6/7/8/2b1w4/8/7/6/5 b", f"{SHUTTLE} {more} {result}", Result=result, **tags)
    return parse_record(text)


def test_resumed_game_has_the_usual_rules() -> None:
    record = Record("belgian-daisy")
    record.add_move("a1b2")
    board = record.resume()
    assert board.rules == Rules()
    assert board.outcome is None
    assert board.history == tuple(record.moves())
    fewer = Record(Board(rules=Rules(marbles_to_eject=2))).resume()
    assert fewer.rules == Rules(marbles_to_eject=2)


def test_repetition_ends_a_resumed_game() -> None:
    for record in (repeated("", "*"), repeated("", "1/2-1/2", Termination="repetition")):
        board = record.resume()
        assert board.outcome == Outcome(Termination.REPETITION, ())
        assert board.rules.repetition == 3


@pytest.mark.parametrize(
    ("more", "result", "outcome"),
    [
        ("5. e3f3", "*", None),
        ("5. e3f3", "1-0", Outcome(Termination.RESIGNATION, (BLACK,))),
        ("", "0-1", Outcome(Termination.RESIGNATION, (WHITE,))),
    ],
)
def test_game_that_went_on_after_a_repetition_has_no_such_rule(more: str, result: str, outcome: Outcome | None) -> None:
    board = repeated(more, result).resume()
    assert board.rules.repetition == 0
    assert board.outcome == outcome


@pytest.mark.parametrize(
    ("result", "termination", "outcome"),
    [
        ("1-0", "time", Outcome(Termination.TIME, (BLACK,))),
        ("0-1", "Normal", Outcome(Termination.RESIGNATION, (WHITE,))),
        ("1/2-1/2", "time", Outcome(Termination.TIME, ())),
        ("1/2-1/2", "resignation", Outcome(Termination.AGREEMENT, ())),
        ("*", "time", None),
        ("2-0", "time", None),
        ("1-0", "\ud800", Outcome(Termination.RESIGNATION, (BLACK,))),
    ],
)
def test_resumed_game_has_its_declared_end(result: str, termination: str, outcome: Outcome | None) -> None:
    record = Record(result=result, headers={"Termination": termination})
    assert record.resume().outcome == outcome


def test_won_game_is_resumed_as_won() -> None:
    record = parse_record(custom(BEFORE_THE_SIXTH, "1. a3a2 1-0", Result="1-0"))
    assert record.resume().outcome == Outcome(Termination.EJECTION, (BLACK,))


def test_record_with_an_illegal_move_cannot_be_resumed() -> None:
    record = Record()
    record.children.append(Node(MOVES[0]))
    with pytest.raises(IllegalMoveError):
        record.resume()
