"""Refusals in words: each reason, its numbers and cells, and hints that hold."""

from __future__ import annotations

import random
import re
from collections import UserDict

import pytest

from sumito import (
    BLACK,
    CELLS,
    WHITE,
    Board,
    Color,
    Direction,
    IllegalReason,
    Layout,
    Rules,
    Verdict,
    cell_name,
    next_cell,
    parse_cell,
)
from sumito.learn.refusals import SENTENCES, explain, explain_outcome


def make_board(black: str, white: str, *, lost: tuple[int, int] = (0, 0), rules: Rules | None = None) -> Board:
    marbles = {color: list(map(parse_cell, text.split())) for color, text in ((BLACK, black), (WHITE, white))}
    rows = Board(Layout.from_cells(marbles, unequal=True)).position().split()[0]
    return Board.from_position(f"{rows} {lost[1]} {lost[0]} b 0 1", rules=rules)


def verdict_on(board: Board, line: str, way: Direction) -> Verdict:
    """The verdict on a line that is named by cells with spaces between, or by its two ends."""
    first, dash, last = line.partition("-")
    if dash:
        return board.verdict_between(parse_cell(first), parse_cell(last), way)
    return board.verdict(map(parse_cell, line.split()), way)


def said(board: Board, line: str, direction: str) -> str:
    way = Direction[direction]
    return explain(board, verdict_on(board, line, way), way)


# reason, black, white, line, direction, words
REFUSALS: list[tuple[str, str, str, str, str, str]] = [
    (
        "no_marble",
        "e5",
        "i9",
        "e4",
        "E",
        "There is no marble on e4. Name one, two or three Black marbles that touch in one line.",
    ),
    (
        "no_marble",
        "e5",
        "i9",
        "e3 e4 e5",
        "E",
        "There are no marbles on e3 and e4. Name one, two or three Black marbles that touch in one line.",
    ),
    (
        "not_yours",
        "e5",
        "e6",
        "e6",
        "E",
        "The marble on e6 is White's, and it is Black's turn. "
        "Name marbles of your own: those that they push are not named.",
    ),
    (
        "not_yours",
        "e5",
        "e6 e7",
        "e5 e6 e7",
        "E",
        "The marbles on e6 and e7 are White's, and it is Black's turn. "
        "Name marbles of your own: those that they push are not named.",
    ),
    (
        "too_many",
        "e2 e3 e4 e5",
        "i9",
        "e2-e5",
        "E",
        "e2, e3, e4 and e5 are 4 marbles, and no more than three move in one turn. Only three could go: start at e3.",
    ),
    (
        "too_many",
        "e2 e3 e4 e5",
        "i9",
        "e2-e5",
        "W",
        "e2, e3, e4 and e5 are 4 marbles, and no more than three move in one turn. Only three could go: start at e4.",
    ),
    (
        "too_many",
        "e2 e3 e4 e5",
        "f4",
        "e2-e5",
        "NW",
        "e2, e3, e4 and e5 are 4 marbles, and no more than three move in one turn.",
    ),
    (
        "too_many",
        "e2 e3 e4 e5",
        "f2",
        "e2-e5",
        "NW",
        "e2, e3, e4 and e5 are 4 marbles, and no more than three move in one turn. "
        "Three of them, e3, e4 and e5, may go NW.",
    ),
    (
        "too_many",
        "e2 e3 e4 e5 e7 e8",
        "e6",
        "e2-e5",
        "E",
        "e2, e3, e4 and e5 are 4 marbles, and no more than three move in one turn.",
    ),
    ("not_a_line", "e2 e4", "i9", "e2-e4", "E", "e3 is empty, so these marbles do not touch."),
    ("not_a_line", "e2 e5", "i9", "e2 e5", "E", "e3 and e4 are empty, so these marbles do not touch."),
    (
        "not_a_line",
        "e2 e4",
        "e3",
        "e2-e4",
        "E",
        "e3 holds a White marble, so yours on either side of it make no line.",
    ),
    (
        "not_a_line",
        "e2 e5",
        "e3 e4",
        "e2 e5",
        "E",
        "e3 and e4 hold White marbles, so yours on either side of them make no line.",
    ),
    (
        "not_a_line",
        "e2 e3 e4",
        "i9",
        "e2 e4",
        "E",
        "e3 stands between the marbles of this line and was not named. "
        "Name every marble of the line, or only its two ends.",
    ),
    (
        "not_a_line",
        "e2 e3 e4 e5",
        "i9",
        "e2 e5",
        "E",
        "e3 and e4 stand between the marbles of this line and were not named. "
        "Name every marble of the line, or only its two ends.",
    ),
    (
        "not_a_line",
        "e2 e3 f3",
        "i9",
        "e2 e3 f3",
        "E",
        "e2, e3 and f3 do not stand in one line. Marbles move together only when they touch along one straight line.",
    ),
    (
        "not_a_line",
        "e2 f4",
        "i9",
        "e2-f4",
        "E",
        "e2 and f4 do not stand in one line. Marbles move together only when they touch along one straight line.",
    ),
    (
        "off_board",
        "e8 e9",
        "i9",
        "e8-e9",
        "E",
        "e9 would leave the board, and a marble of your own never does. From here e8 and e9 may go NW, W or SW.",
    ),
    ("off_board", "a1 a2", "i9", "a1-a2", "SE", "a1 and a2 would leave the board, and marbles of your own never do."),
    (
        "broadside_blocked",
        "e4 e5",
        "f5",
        "e4-e5",
        "NE",
        "A broadside move never pushes, and f5 holds a White marble. From here e4 and e5 may go E, W, SW or SE.",
    ),
    (
        "broadside_blocked",
        "e4 e5",
        "f4 f5 f6 d3 d4 d5 e3 e6",
        "e4-e5",
        "NE",
        "A broadside move never pushes, and f5 and f6 hold White marbles. From here e4 and e5 may go E or W.",
    ),
    (
        "broadside_blocked",
        "e4 e5 f6",
        "i9",
        "e4-e5",
        "NE",
        "A broadside move needs empty cells to go to, and f6 holds your own marble. "
        "From here e4 and e5 may go E, NW, W, SW or SE.",
    ),
    (
        "broadside_blocked",
        "a1 a2 b1 b2 b3",
        "i9",
        "a1-a2",
        "NE",
        "A broadside move needs empty cells to go to, and b2 and b3 hold your own marbles. "
        "From here a1 and a2 may go E.",
    ),
    (
        "broadside_blocked",
        "e4 e5 f5",
        "f6",
        "e4-e5",
        "NE",
        "A broadside move needs empty cells to go to, and f5 and f6 are taken. "
        "From here e4 and e5 may go E, W, SW or SE.",
    ),
    (
        "own_marble_ahead",
        "e4 e5",
        "i9",
        "e4",
        "E",
        "Your own marble on e5 is in the way. Take it along: e4 and e5 may go E.",
    ),
    (
        "own_marble_ahead",
        "e3 e4 e5",
        "e6 e7",
        "e3",
        "E",
        "Your own marble on e4 is in the way. Take it along: e3, e4 and e5 may go E.",
    ),
    (
        "own_marble_ahead",
        "a3 a4 a5",
        "i9",
        "a3-a4",
        "E",
        "Your own marble on a5 is in the way. From here a3 and a4 may go NE, NW or W.",
    ),
    (
        "own_marble_ahead",
        "e2 e3 e4 e5",
        "i9",
        "e2-e4",
        "E",
        "Your own marble on e5 is in the way, and three is the most that can move. "
        "From here e2, e3 and e4 may go NE, NW, W, SW or SE.",
    ),
    (
        "pac",
        "e4",
        "e5",
        "e4",
        "E",
        "Pac: 1 of yours (e4) against 1 (e5), and a push needs the greater number. "
        "From here e4 may go NE, NW, W, SW or SE.",
    ),
    (
        "pac",
        "e2 e3",
        "e4 e5",
        "e3",
        "E",
        "Pac: 2 of yours (e2 and e3) against 2 (e4 and e5), and a push needs the greater number. "
        "From here e3 may go NE, NW, SW or SE.",
    ),
    (
        "pac",
        "e1 e2 e3 e4",
        "e5 e6 e7",
        "e2-e4",
        "E",
        "Pac: 3 of yours (e2, e3 and e4) against 3 (e5, e6 and e7). "
        "No more than three count, so three in line cannot be pushed. From here e2, e3 and e4 may go NE, NW, SW or SE.",
    ),
    (
        "outnumbered",
        "e3",
        "e4 e5",
        "e3",
        "E",
        "1 of yours (e3) cannot push 2 (e4 and e5): a push needs the greater number. "
        "From here e3 may go NE, NW, W, SW or SE.",
    ),
    (
        "no_room_behind",
        "e3 e4 e6",
        "e5",
        "e3-e4",
        "E",
        "No room: your own marble on e6 stands behind e5, and a push needs an empty cell or the edge there. "
        "From here e3 and e4 may go NE, NW, W, SW or SE.",
    ),
    (
        "too_few",
        "e2 e3 e4",
        "e5 e6",
        "e3-e4",
        "E",
        "2 against 2 (e5 and e6) is not enough, and a push needs the greater number. "
        "You have it: take e2, e3 and e4 together.",
    ),
]

LEGAL: list[tuple[str, str, tuple[int, int], str, str, str]] = [
    ("e5", "i9", (0, 0), "e5", "NW", "e5 goes NW to f5."),
    ("e4 e5", "i9", (0, 0), "e4-e5", "E", "e4 and e5 go E in line, to e5 and e6."),
    ("e4 e5", "i9", (0, 0), "e4-e5", "SE", "e4 and e5 go SE broadside, to d4 and d5."),
    (
        "e3 e4 e5",
        "e6 e7",
        (0, 0),
        "e3-e5",
        "E",
        "Sumito, 3 against 2: e3, e4 and e5 go E and push e6 and e7.",
    ),
    (
        "e5 e6 e7",
        "e8 e9",
        (0, 3),
        "e5-e7",
        "E",
        "Sumito, 3 against 2: e5, e6 and e7 go E and push e8 and e9. The marble on e9 is ejected, number 4 of 6.",
    ),
    (
        "e7 e8",
        "e9 a1",
        (0, 5),
        "e7-e8",
        "E",
        "Sumito, 2 against 1: e7 and e8 go E and push e9. The marble on e9 is ejected, number 6 of 6: Black wins.",
    ),
]


@pytest.mark.parametrize(("reason", "black", "white", "line", "direction", "words"), REFUSALS)
def test_refusal_says_rule_numbers_and_cells(
    reason: str, black: str, white: str, line: str, direction: str, words: str
) -> None:
    board = make_board(black, white)
    way = Direction[direction]
    verdict = verdict_on(board, line, way)
    assert (str(verdict.reason), explain(board, verdict, way)) == (reason, words)


def test_refusals_cover_every_reason() -> None:
    assert {case[0] for case in REFUSALS} | {"game_over"} == set(IllegalReason)


@pytest.mark.parametrize(("black", "white", "lost", "line", "direction", "words"), LEGAL)
def test_legal_move_is_described(
    black: str, white: str, lost: tuple[int, int], line: str, direction: str, words: str
) -> None:
    assert said(make_board(black, white, lost=lost), line, direction) == words


def test_refusal_of_a_finished_game_names_the_outcome() -> None:
    board = make_board("e5", "e6")
    board.resign(WHITE)
    assert said(board, "e5", "NE") == "The game is over. Black wins: White has resigned."


def test_refusal_needs_no_direction() -> None:
    board = make_board("a4 a5", "e6")
    verdict = board.verdict([parse_cell("a4"), parse_cell("a5")], Direction.E)
    assert explain(board, verdict) == "a5 would leave the board, and a marble of your own never does."


def outcomes() -> dict[str, Board]:
    """A finished game for every way to end one."""
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
    "one ejection": "Black wins with one marble ejected.",
    "repetition": "A draw: this position has come up 2 times with the same player to move.",
    "cap": "A draw: the plies ran out.",
    "cap win": "Black wins with more marbles ejected when the plies ran out.",
    "blocked": "White wins: Black has no legal move.",
    "blocked draw": "A draw: Black has no legal move.",
}


def test_every_outcome_has_words() -> None:
    assert {key: explain_outcome(board) for key, board in outcomes().items()} == OUTCOMES


def test_game_that_goes_on_has_no_outcome_in_words() -> None:
    assert explain_outcome(Board()) == ""


class Watched(UserDict[str, str]):
    """A table of sentences that knows which were asked for."""

    def __init__(self) -> None:
        self.asked: set[str] = set()
        super().__init__(SENTENCES)

    def __getitem__(self, key: str) -> str:
        self.asked.add(key)
        return super().__getitem__(key)


def test_every_sentence_is_used() -> None:
    table = Watched()
    for _, black, white, line, direction, _ in REFUSALS:
        board, way = make_board(black, white), Direction[direction]
        explain(board, verdict_on(board, line, way), way, sentences=table)
    for black, white, lost, line, direction, _ in LEGAL:
        board, way = make_board(black, white, lost=lost), Direction[direction]
        explain(board, verdict_on(board, line, way), sentences=table)
    for board in outcomes().values():
        explain_outcome(board, sentences=table)
        explain(board, board.verdict([0], Direction.E), sentences=table)
    assert table.asked == set(SENTENCES)


def named_cells(words: str) -> list[int]:
    return [parse_cell(name) for name in re.findall(r"\b[a-i][1-9]\b", words)]


def hinted(words: str) -> list[tuple[list[int], Direction]]:
    """The moves that an explanation says are possible."""
    hints = []
    for cells, ways in re.findall(r"(?:From here|Three of them,|along:) (.*?),? may go (.*?)\.", words):
        hints += [(named_cells(cells), Direction[way]) for way in re.findall(r"[NS]?[EW]", ways)]
    return hints


def test_every_hint_is_legal_and_every_sentence_complete() -> None:
    dice = random.Random(2026)
    reasons: set[str] = set()
    hints = starts = 0
    for _ in range(150):
        board = Board(dice.choice(["standard", "belgian-daisy", "german-daisy"]))
        for _ in range(dice.randrange(60)):
            if board.outcome is None:
                board.play(dice.choice(list(board.legal_moves)))
        for _ in range(120):
            way = dice.choice(list(Direction))
            first, last = dice.choice(CELLS), dice.choice(CELLS)
            if dice.random() < 0.7:
                first, last = (dice.choice(board.marbles(board.turn)) for _ in range(2))
            cells = dice.sample(board.marbles(board.turn), dice.choice((1, 1, 2, 3)))
            between = dice.random() < 0.5
            verdict = board.verdict_between(first, last, way) if between else board.verdict(cells, way)
            words = explain(board, verdict, way)
            reasons.add(str(verdict.reason))
            assert words.endswith(".")
            assert "{" not in words
            assert all(cell_name(cell) in words for cell in verdict.cells) or verdict.reason in (
                IllegalReason.NOT_A_LINE,  # a hole is named alone
            )
            for line, direction in hinted(words):
                assert board.verdict(line, direction), words
                hints += 1
            for tail in named_cells(words.partition("start at ")[2]):
                middle = next_cell(tail, way)
                head = None if middle is None else next_cell(middle, way)
                assert head is not None
                assert board.verdict_between(tail, head, way), words
                starts += 1
            if verdict.reason is IllegalReason.TOO_FEW:
                assert board.verdict(named_cells(words.partition("take ")[2]), way), words
    assert hints > 1000
    assert starts > 10
    assert reasons >= set(IllegalReason) - {"game_over"}


def test_players_are_named_for_both_colors() -> None:
    board = make_board("e4 e5", "i9")
    board.play("e4f5")
    words = said(board, "e5", "E")
    assert words.startswith("The marble on e5 is Black's, and it is White's turn.")
    assert board.turn is Color.WHITE
