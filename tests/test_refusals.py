"""Refusals in words: each reason with its numbers, cells and figure, and alternatives that are legal."""

from __future__ import annotations

import json
import re
from importlib.resources import files

import pytest

from positions import OF_TEAMS, make_board
from sumito import (
    BLACK,
    WHITE,
    Board,
    Dialect,
    Direction,
    IllegalReason,
    Move,
    NotationError,
    Rules,
    cell_name,
    parse_cell,
)
from sumito.learn.reasons import Explanation, explain, explain_between, explain_outcome, explain_text, tap
from sumito.learn.sentence import Sentence


def explanation_of(board: Board, line: str, way: Direction) -> Explanation:
    """Explain a line, given by cells separated by spaces or by its two ends."""
    first, dash, last = line.partition("-")
    if dash:
        return explain_between(board, parse_cell(first), parse_cell(last), way)
    return explain(board, map(parse_cell, line.split()), way)


def said(board: Board, line: str, direction: str) -> str:
    return explanation_of(board, line, Direction[direction]).text()


# reason, black, white, line, direction, figure, the alternative move, words
# fmt: off
REFUSALS: list[tuple[str, str, str, str, str, str, str, str]] = [
    ("no_marble", "e5", "i9", "e4", "E", "", "",
     "There is no marble on e4. "
     "Choose one, two or three black marbles that touch in one line."),
    ("no_marble", "e5", "i9", "e3 e4 e5", "E", "", "",
     "There are no marbles on e3 and e4. "
     "Choose one, two or three black marbles that touch in one line."),
    ("not_yours", "e5", "e6", "e6", "E", "", "",
     "The marble on e6 is White's, and it is Black's turn. "
     "Choose only your own marbles, not those that they push."),
    ("not_yours", "e5", "e6 e7", "e5 e6 e7", "E", "", "",
     "The marbles on e6 and e7 are White's, and it is Black's turn. "
     "Choose only your own marbles, not those that they push."),
    ("too_many", "e2 e3 e4 e5", "i9", "e2-e5", "E", "sumito42", "e3 e4 e5 E",
     "That is 4 marbles (e2, e3, e4 and e5), and no more than three can move in one turn. "
     "Three of them can go: start at e3."),
    ("too_many", "e2 e3 e4 e5", "i9", "e2-e5", "W", "sumito42", "e4 e3 e2 W",
     "That is 4 marbles (e2, e3, e4 and e5), and no more than three can move in one turn. "
     "Three of them can go: start at e4."),
    ("too_many", "e2 e3 e4 e5", "f4", "e2-e5", "NW", "sumito42", "",
     "That is 4 marbles (e2, e3, e4 and e5), and no more than three can move in one turn."),
    ("too_many", "e2 e3 e4 e5", "f2", "e2-e5", "NW", "sumito42", "e3 e4 e5 NW",
     "That is 4 marbles (e2, e3, e4 and e5), and no more than three can move in one turn. "
     "Three of them, e3, e4 and e5, can go up left."),
    ("too_many", "e2 e3 e4 e5 e7 e8", "e6", "e2-e5", "E", "sumito42", "",
     "That is 4 marbles (e2, e3, e4 and e5), and no more than three can move in one turn."),
    ("too_many", "e2 e3 e4 e6 e7 e8", "i9", "e2 e3 e4 e6 e7 e8", "E", "sumito42", "e6 e7 e8 E",
     "That is 6 marbles (e2, e3, e4, e6, e7 and e8), and no more than three can move in one turn. "
     "Three of them can go: start at e6."),
    ("too_many", "e2 e3 e4 e6 e7 e8", "i9", "e2 e3 e4 e6 e7 e8", "W", "sumito42", "e4 e3 e2 W",
     "That is 6 marbles (e2, e3, e4, e6, e7 and e8), and no more than three can move in one turn. "
     "Three of them can go: start at e4."),
    ("not_a_line", "e2 e4", "i9", "e2-e4", "E", "", "",
     "e3 is empty, so these marbles do not touch."),
    ("not_a_line", "e2 e5", "i9", "e2 e5", "E", "", "",
     "e3 and e4 are empty, so these marbles do not touch."),
    ("not_a_line", "e2 e4", "e3", "e2-e4", "E", "", "",
     "e3 holds a white marble, so your marbles on either side of it do not form a line."),
    ("not_a_line", "e2 e5", "e3 e4", "e2 e5", "E", "", "",
     "e3 and e4 hold white marbles, so your marbles on either side of them do not form a line."),
    ("not_a_line", "e2 e3 e4", "i9", "e2 e4", "E", "", "",
     "e3 stands between the marbles of this line and was not chosen. "
     "Choose every marble of the line, or only its two ends."),
    ("not_a_line", "e2 e3 e4 e5", "i9", "e2 e5", "E", "", "",
     "e3 and e4 stand between the marbles of this line and were not chosen. "
     "Choose every marble of the line, or only its two ends."),
    ("not_a_line", "e2 e3 f3", "i9", "e2 e3 f3", "E", "", "",
     "e2, e3 and f3 do not stand in one line. "
     "Marbles move together only when they touch along one straight line."),
    ("not_a_line", "e2 f4", "i9", "e2-f4", "E", "", "",
     "e2 and f4 do not stand in one line. "
     "Marbles move together only when they touch along one straight line."),
    ("off_board", "e8 e9", "i9", "e8-e9", "E", "eject", "e8 e9 NW",
     "e9 would leave the board, and your own marble can never do that. "
     "From here e8 and e9 can go up left, left or down left."),
    ("off_board", "a1 a2", "i9", "a1-a2", "SE", "eject", "a1 a2 E",
     "a1 and a2 would leave the board, and your own marbles can never do that. "
     "From here a1 and a2 can go right, up right or up left."),
    ("broadside_blocked", "e4 e5", "f5", "e4-e5", "NE", "broadside_cannot_push", "e4 e5 E",
     "A broadside move never pushes, and f5 holds a white marble. "
     "From here e4 and e5 can go right, left, down left or down right."),
    ("broadside_blocked", "e4 e5", "f4 f5 f6 d3 d4 d5 e3 e6", "e4-e5", "NE", "broadside_cannot_push", "e4 e5 E",
     "A broadside move never pushes, and f5 and f6 hold white marbles. "
     "From here e4 and e5 can go right or left."),
    ("broadside_blocked", "e4 e5 f6", "i9", "e4-e5", "NE", "broadside_cannot_push", "e4 e5 NW",
     "A broadside move needs empty cells to go to, and f6 holds your own marble. "
     "From here e4 and e5 can go right, up left, left, down left or down right."),
    ("broadside_blocked", "a1 a2 b1 b2 b3", "i9", "a1-a2", "NE", "broadside_cannot_push", "a1 a2 E",
     "A broadside move needs empty cells to go to, and b2 and b3 hold your own marbles. "
     "From here a1 and a2 can go right."),
    ("broadside_blocked", "e4 e5 f5", "f6", "e4-e5", "NE", "broadside_cannot_push", "e4 e5 E",
     "A broadside move needs empty cells to go to, and f5 and f6 are taken. "
     "From here e4 and e5 can go right, left, down left or down right."),
    ("own_marble_ahead", "e4 e5", "i9", "e4", "E", "in_line", "e4 e5 E",
     "Your own marble on e5 is in the way. "
     "Take it along: e4 and e5 can go right."),
    ("own_marble_ahead", "e3 e4 e5", "e6 e7", "e3", "E", "in_line", "e3 e4 e5 E",
     "Your own marble on e4 is in the way. "
     "Take it along: e3, e4 and e5 can go right."),
    ("own_marble_ahead", "a3 a4 a5", "i9", "a3-a4", "E", "in_line", "a3 a4 NE",
     "Your own marble on a5 is in the way. "
     "From here a3 and a4 can go up right, up left or left."),
    ("own_marble_ahead", "e2 e3 e4 e5", "i9", "e2-e4", "E", "sumito42", "e3 e4 e5 E",
     "Your own marble on e5 is in the way, and three is the most that can move. "
     "Three marbles, with that one in front, can go right: e3, e4 and e5."),
    ("pac", "e4", "e5", "e4", "E", "pac11", "e4 NE",
     "Pac: 1 of your marbles (e4) against 1 (e5), and a push needs more marbles than it meets. "
     "From here e4 can go up right, up left, left, down left or down right."),
    ("pac", "e2 e3", "e4 e5", "e3", "E", "pac22", "e3 NE",
     "Pac: 2 of your marbles (e2 and e3) against 2 (e4 and e5), and a push needs more marbles than it meets. "
     "From here e3 can go up right, up left, down left or down right."),
    ("pac", "e1 e2 e3 e4", "e5 e6 e7", "e2-e4", "E", "pac43", "e2 e3 e4 NE",
     "Pac: 3 of your marbles (e2, e3 and e4) against 3 (e5, e6 and e7). "
     "No more than three count, so three in line cannot be pushed. "
     "From here e2, e3 and e4 can go up right, up left, down left or down right."),
    ("outnumbered", "e3", "e4 e5", "e3", "E", "pac22", "e3 NE",
     "1 of your marbles (e3) cannot push 2 (e4 and e5): a push needs more marbles than it meets. "
     "From here e3 can go up right, up left, left, down left or down right."),
    ("no_room_behind", "e3 e4 e6", "e5", "e3-e4", "E", "no_room_behind", "e3 e4 NE",
     "No room: your own marble on e6 stands behind e5, and a push needs an empty cell or the edge there. "
     "From here e3 and e4 can go up right, up left, left, down left or down right."),
    ("too_few", "e2 e3 e4", "e5 e6", "e3-e4", "E", "too_few", "e2 e3 e4 E",
     "2 against 2 (e5 and e6) is not enough: a push needs more marbles than it meets. "
     "You do have more marbles here: take e2, e3 and e4 together."),
    ("too_many", "e1 e2 e3 e5 f6 g7", "i9", "e1 e2 e3 e5 f6 g7", "NE", "sumito42", "e5 f6 g7 NE",
     "That is 6 marbles (e1, e2, e3, e5, f6 and g7), and no more than three can move in one turn. "
     "Three of them can go: start at e5."),
    ("not_a_line", "e1 e2 e3 e4 e5 e6", "i9", "e1 e4 e6", "E", "", "",
     "e2, e3 and e5 stand between the marbles of this line and were not chosen. "
     "Choose every marble of the line, or only its two ends."),
    ("off_board", "a1 b2 c3", "i9", "a1-c3", "W", "eject", "a1 b2 c3 NW",
     "a1 would leave the board, and your own marble can never do that. "
     "From here a1, b2 and c3 can go right, up right or up left."),
    ("own_marble_ahead", "e2 e3 e4", "e5 e6", "e3", "E", "in_line", "e2 e3 e4 E",
     "Your own marble on e4 is in the way. "
     "Take it along: e2, e3 and e4 can go right."),
    ("own_marble_ahead", "e2 e3 e4 e5", "i9", "e2-e3", "E", "in_line", "e3 e4 e5 E",
     "Your own marble on e4 is in the way. "
     "Take it along: e3, e4 and e5 can go right."),
    ("own_marble_ahead", "e1 e2 e3 e4", "e5 e6 e7", "e1-e3", "E", "sumito42", "e1 e2 e3 NE",
     "Your own marble on e4 is in the way, and three is the most that can move. "
     "From here e1, e2 and e3 can go up right or down right."),
    ("pac", "e2 e3 e4", "e5 e6 e7", "e2-e4", "E", "pac33", "e2 e3 e4 NE",
     "Pac: 3 of your marbles (e2, e3 and e4) against 3 (e5, e6 and e7). "
     "No more than three count, so three in line cannot be pushed. "
     "From here e2, e3 and e4 can go up right, up left, left, down left or down right."),
    ("pac", "e1 e2 e3 e4 e5", "e6 e7 e8", "e3-e5", "E", "wall", "e3 e4 e5 NE",
     "Pac: 3 of your marbles (e3, e4 and e5) against 3 (e6, e7 and e8). "
     "No more than three count, so three in line cannot be pushed. "
     "From here e3, e4 and e5 can go up right, up left, down left or down right."),
    ("outnumbered", "e3 e4", "e5 e6 e7 e8", "e3-e4", "E", "pac22", "e3 e4 NE",
     "2 of your marbles (e3 and e4) cannot push 4 (e5, e6, e7 and e8): a push needs more marbles than it meets. "
     "From here e3 and e4 can go up right, up left, left, down left or down right."),
]
# fmt: on

LEGAL: list[tuple[str, str, tuple[int, int], str, str, str]] = [
    ("e5", "i9", (0, 0), "e5", "NW", "e5 goes up left to f5."),
    ("e4 e5", "i9", (0, 0), "e4-e5", "E", "e4 and e5 go right in line, to e5 and e6."),
    ("e4 e5", "i9", (0, 0), "e4-e5", "SE", "e4 and e5 go down right broadside, to d4 and d5."),
    ("e3 e4 e5", "e6 e7", (0, 0), "e3-e5", "E", "Sumito, 3 against 2: e3, e4 and e5 go right and push e6 and e7."),
    (
        "e5 e6 e7",
        "e8 e9",
        (0, 3),
        "e5-e7",
        "E",
        "Sumito, 3 against 2: e5, e6 and e7 go right and push e8 and e9. The marble on e9 is ejected, number 4 of 6.",
    ),
    (
        "e7 e8",
        "e9 a1",
        (0, 5),
        "e7-e8",
        "E",
        "Sumito, 2 against 1: e7 and e8 go right and push e9. The marble on e9 is ejected, number 6 of 6: Black wins.",
    ),
]


@pytest.mark.parametrize(("reason", "black", "white", "line", "direction", "figure", "instead", "words"), REFUSALS)
def test_refusal_says_rule_numbers_and_cells(
    reason: str, black: str, white: str, line: str, direction: str, figure: str, instead: str, words: str
) -> None:
    board = make_board(black, white)
    found = explanation_of(board, line, Direction[direction])
    assert found.verdict is not None
    assert (str(found.reason), found.text()) == (reason, words)
    assert (found.figure or "", found.cells, found.move) == (figure, found.verdict.cells, None)
    assert move_text(found.instead) == instead


def move_text(move: Move | None) -> str:
    return " ".join([*map(cell_name, move.cells), move.direction.name]) if move else ""


def test_refusals_cover_every_reason() -> None:
    assert {case[0] for case in REFUSALS} | {"game_over"} == set(IllegalReason) - OF_TEAMS


@pytest.mark.parametrize(("black", "white", "lost", "line", "direction", "words"), LEGAL)
def test_legal_move_is_described(
    black: str, white: str, lost: tuple[int, int], line: str, direction: str, words: str
) -> None:
    assert said(make_board(black, white, lost=lost), line, direction) == words


def test_refusal_of_a_finished_game_names_the_outcome() -> None:
    board = make_board("e5", "e6")
    board.resign(WHITE)
    assert said(board, "e5", "NE") == "The game is over. Black wins: White has resigned."


def test_explanation_has_the_verdict_of_the_board() -> None:
    board = make_board("e4 e5", "f5 c3 e6 e7")
    cells = [parse_cell("e4"), parse_cell("e5")]
    for way in Direction:
        found = explain(board, cells, way)
        assert found.verdict == board.verdict(cells, way)
        assert found == explain_between(board, cells[0], cells[1], way)
        assert found.move == (found.verdict.move if found.verdict else None)
    assert explain(board, cells, Direction.E).marks == (parse_cell("e6"), parse_cell("e7"))
    assert explain(board, cells, Direction.SE).marks == tuple(cells)


def test_text_is_explained_as_the_line_that_it_names() -> None:
    board = make_board("e2 e3 e4 e5 a4 a5", "i9")
    assert explain_text(board, "e3e4") == explain_between(board, parse_cell("e3"), parse_cell("e5"), Direction.E)
    four = explain_text(board, "e2e3")
    assert move_text(four.instead) == "e3 e4 e5 E"
    assert explain_text(board, "a4a5").reason is IllegalReason.OFF_BOARD
    assert explain_text(board, "i9i8").text() == said(board, "i9", "E")
    assert explain_text(board, "e5d5", Dialect.ABA_PRO, transposed=True).reason is IllegalReason.TOO_MANY


def test_text_that_names_no_move_is_not_explained() -> None:
    for text, dialect in (("", None), ("e5", None), ("a1e9", None), ("e4xe5", Dialect.ABA_PRO)):
        with pytest.raises(NotationError) as caught:
            explain_text(Board(), text, dialect)
        with pytest.raises(NotationError, match=re.escape(str(caught.value))):
            Board().parse_move(text, dialect)


def outcomes() -> dict[str, Board]:
    """Return a finished game for every termination."""
    boards = {key: make_board("e4 e5", "f5 c3") for key in ("resign", "agree", "time", "no time")}
    boards["resign"].resign()
    boards["agree"].agree_draw()
    boards["time"].flag(BLACK)
    boards["no time"].flag(None)
    boards["ejection"] = make_board("e7 e8", "e9 a1", lost=(0, 5))
    boards["ejection"].play("e7e8")
    boards["one ejection"] = make_board("e7 e8", "e9 a1", rules=Rules(marbles_to_eject=1))
    boards["one ejection"].play("e7e8")
    boards["repetition"] = make_board("e5", "i9", rules=Rules(repetition=2))
    for text in ("e5e6", "i9i8", "e6e5", "i8i9"):
        boards["repetition"].play(text)
    boards["cap"] = make_board("e5", "i9", rules=Rules(ply_cap=1))
    boards["cap"].play("e5e6")
    boards["cap win"] = make_board("e5", "i9", lost=(0, 1), rules=Rules(ply_cap=1, adjudication="more_ejections"))
    boards["cap win"].play("e5e6")
    for key, rules in (("blocked", Rules()), ("blocked draw", Rules(blocked="draws"))):
        boards[key] = make_board("a3", "a1 a2 a4 a5 b2 b3 b4 b5 c3 c5", rules=rules)
    return boards


OUTCOMES = {
    "resign": "White wins: Black has resigned.",
    "agree": "A draw by agreement.",
    "time": "White wins on time.",
    "no time": "A draw: the time ran out.",
    "ejection": "Black wins with 6 marbles ejected.",
    "one ejection": "Black wins with 1 marble ejected.",
    "repetition": "A draw: this position has come up 2 times with the same player to move.",
    "cap": "A draw: the move limit was reached.",
    "cap win": "Black wins: more marbles ejected when the move limit was reached.",
    "blocked": "White wins: Black has no legal move.",
    "blocked draw": "A draw: Black has no legal move.",
}


def test_every_outcome_has_words() -> None:
    assert {key: explain_outcome(board).text() for key, board in outcomes().items()} == OUTCOMES


def test_game_that_goes_on_has_no_outcome_in_words() -> None:
    assert explain_outcome(Board()) == Explanation(())
    assert explain_outcome(Board()).text() == ""


def english() -> dict[str, str | list[str]]:
    """Return the English messages of the core."""
    text = (files("sumito") / "data/catalogues/en.json").read_text(encoding="utf-8")
    rooms = ("refusal.", "legal.", "outcome.", "tap.")
    return {name: words for name, words in json.loads(text)["messages"].items() if name.startswith(rooms)}


def everything_said() -> list[Sentence]:
    """Return all sentences of the core about the cases here."""
    said: list[Sentence] = []
    for _, black, white, line, direction, *_ in REFUSALS:
        board, way = make_board(black, white), Direction[direction]
        said += explanation_of(board, line, way).sentences
    for black, white, lost, line, direction, _ in LEGAL:
        board, way = make_board(black, white, lost=lost), Direction[direction]
        said += explanation_of(board, line, way).sentences
    for board in outcomes().values():
        said += explain(board, [0], Direction.E).sentences
    for black, white, line, target in (("e2 e3", "e5", "e2 e3", "e5"), ("e2 e3", "f8", "e2 e3", "f8")):
        said += tap(make_board(black, white), map(parse_cell, line.split()), parse_cell(target)).explanation.sentences
    return said


def test_every_message_is_said() -> None:
    assert {sentence.message for sentence in everything_said()} == set(english())


def test_words_use_every_parameter() -> None:
    """Check that the texts use every parameter of the core, and that the core gives every parameter of the texts."""
    messages = english()
    for sentence in everything_said():
        words = messages[sentence.message]
        plural = isinstance(words, list)
        for each in words if isinstance(words, list) else [words]:
            places = set(re.findall(r"\{(\w+)", each)) | ({"n"} if plural else set())
            assert places == set(sentence.parameters), sentence.message


def test_players_are_named_for_both_colors() -> None:
    board = make_board("e4 e5", "i9")
    board.play("e4f5")
    assert board.turn is WHITE
    assert said(board, "e5", "E").startswith("The marble on e5 is Black's, and it is White's turn.")


def test_directions_are_told_as_the_board_is_turned() -> None:
    board = make_board("a1 a2 b1 b2 b3", "i9")
    found = explanation_of(board, "a1-a2", Direction.NE)
    ends = [found.text(orientation=orientation).rpartition("can go ")[2] for orientation in range(6)]
    assert ends == ["right.", "down right.", "down left.", "left.", "up left.", "up right."]
