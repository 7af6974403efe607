"""Moves as people type them in a game: parsed moves, and explanations of other input."""

from __future__ import annotations

import pytest

from command_line import Played
from sumito import Board

FOUR = "5/6/7/8/1SSSS4/8/7/6/s4 0 0 b 0 1"
FACING = "5/6/7/8/3Ss4/8/7/6/s4 0 0 b 0 1"


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        *((text, "a1b2") for text in ("a1b2", "A1B2", "a1 b2", "a1-b2", "a1d4", "  a1b2  ", "a1>b2", "a1 -> b2")),
        *((text, "a1b2") for text in ("a1-c3 NE", "a1, b2, c3 ne", "a1 b2 c3 NE", "c3 - a1 NE", "a1c3NE")),
        *((text, "c4d5") for text in ("c4 to d5", "c4 TO d5", "c4>d5", "c4->d5", "c4-d5", "c4,d5", "c4 NE", "c4ne")),
        *((text, "c3c5d4") for text in ("c3c5 NE", "c3c4c5 NE", "c3 c5 NE", "c3-c4-c5 NE", "c3-c5 to d4", "c3,c5>d4")),
    ],
)
def test_moves_are_typed_in_any_notation(typed: str, move: str) -> None:
    game = Played(typed)
    assert [game.board.start().format_move(each) for each in game.board.history] == [move]


def test_two_cells_before_a_direction_are_the_ends() -> None:
    game = Played("e2 e4 NW", board=Board.from_position(FOUR))
    assert [game.board.start().format_move(move) for move in game.board.history] == ["e2e4f2"]
    named = Played("e2,e4 NW", board=Board.from_position(FOUR)).answer("e2,e4 NW")
    assert named.startswith("Not legal. e3 stands between the marbles of this line and was not chosen.")


def test_the_sign_of_an_ejection_is_read() -> None:
    game = Played("e6xe9", board=Board.from_position("s4/6/7/8/5SSSs/8/7/6/5 0 0 b 0 1"))
    assert game.board.score(game.board.players[0]) == 1


HINT = " Type a move like a1b2, or help for more."
NEITHER = "is neither a move nor a command. Type a move like a1b2, or help for more."


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("foo", f"'foo' {NEITHER}"),
        ("undoo", "'undoo' is neither a move nor a command. Did you mean undo?"),
        ("x" * 500, f"'{'x' * 60}'... {NEITHER}"),
        ("\N{SNOWMAN}", f"'\N{SNOWMAN}' {NEITHER}"),
        ("NE", f"'NE' {NEITHER}"),
        ("z NE", f"'z NE' {NEITHER}"),
        # cells
        ("i1h1", "There is no cell i1: row i has i5 to i9."),
        ("a6b6", "There is no cell a6: row a has a1 to a5."),
        ("c3c9", "There is no cell c9: row c has c1 to c7."),
        ("C3 C0", "There is no cell c0: row c has c1 to c7."),
        ("e10 NE", "There is no cell e10: row e has e1 to e9."),
        ("k3b2", "There is no cell k3: the rows are a to i."),
        # directions
        ("c4 N", "There is no direction N. The directions are E, NE, NW, W, SW and SE."),
        ("c4-c5 up", "There is no direction up. The directions are E, NE, NW, W, SW and SE."),
        ("c4 north east", "There is no direction north east. The directions are E, NE, NW, W, SW and SE."),
        # one cell
        ("a1", "a1 is only a start. Where does it go? Moves from a1: a1b1, a1b2."),
        ("a1 to", "a1 is only a start. Where does it go? Moves from a1: a1b1, a1b2."),
        ("a5", "a5 is only a start. Where does it go? Moves from a5: a5b5, a5b6."),
        ("b3", "b3 is only a start. Where does it go? Moves from b3: b3c3, b3c4."),
        (
            "e5",
            "Not legal. There is no marble on e5. Choose one, two or three black marbles that touch in one line.",
        ),
        # leaps
        ("c4e6", "A marble moves one step at a time. From c4 it can reach c3, c5, d4 and d5."),
        ("c4f7", "A marble moves one step at a time. From c4 it can reach c3, c5, d4 and d5."),
        ("c3d7", "A marble moves one step at a time. From c3 it can reach c2, c4, d3 and d4."),
        # the rest
        ("c3,c3 NE", f"'c3,c3 NE' is not a move: it names this cell twice: c3.{HINT}"),
        ("c3,c4-c5 NE", f"'c3,c4-c5 NE' is not a move: a line has two ends, as in e2-e4.{HINT}"),
        ("c3>d4 NE", f"'c3>d4 NE' is not a move: it has both a target cell and a direction.{HINT}"),
        ("c3 NE d4", f"'c3 NE d4' is not a move: write cells, or cells and a direction.{HINT}"),
        ("a1b2-", f"'a1b2-' is not a move: it ends without a cell.{HINT}"),
        ("a1->>b2", f"'a1->>b2' is not a move: > stands where a cell should be.{HINT}"),
        ("c4c4", f"'c4c4' is not a move: these cells do not make one.{HINT}"),
        ("a1!b2", f"'a1!b2' is not a move: the sign '!' is not used.{HINT}"),
    ],
)
def test_what_is_not_understood_is_said(typed: str, words: str) -> None:
    game = Played(typed)
    assert game.answer(typed) == words
    assert not game.board.history


def test_a_start_without_a_legal_move_says_so() -> None:
    game = Played("a1", "a1d2", board=Board.from_position("5/6/7/8/9/8/s1s4/ss4/Ss2S 0 0 b 0 1"))
    assert game.answer("a1") == "a1 is only a start, and no legal move begins there."
    assert game.answer("a1d2") == "A marble moves one step at a time, and from a1 there is no legal step."


def test_a_leap_over_a_marble_is_no_line_of_foreign_marbles() -> None:
    words = Played("e4e6", board=Board.from_position(FACING)).answer("e4e6")
    assert words == "A marble moves one step at a time. From e4 it can reach d3, d4, e3, f4 and f5."


def test_a_line_that_is_refused_is_no_leap() -> None:
    board = Board.from_position("5/6/7/8/1SSss4/8/7/6/s4 0 0 b 0 1")
    assert Played("e2e6", board=board).answer("e2e6").startswith("Not legal. Pac: ")  # PlayStrategy


def test_too_many_marbles_get_the_start_that_works() -> None:
    game = Played("e2e3", "e3e4", board=Board.from_position(FOUR))
    assert game.answer("e2e3").endswith("no more than three can move in one turn. Three of them can go: start at e3.")
    assert len(game.board.history) == 1
    assert Played("b1b2").answer("b1b2").endswith("no more than three can move in one turn.")


@pytest.mark.parametrize("typed", ["", "   ", "\udcff", "a1\x00b2", "\x1b[2J", "1" * 5000, "why \udcff", "save \0"])
def test_nasty_lines_do_not_end_the_game(typed: str) -> None:
    game = Played(typed, "a1b2")
    assert len(game.board.history) == 1
    assert "\x1b" not in game.text


def test_after_the_end_a_move_is_refused_with_the_outcome() -> None:
    game = Played("resign", "y", "a1b2", "a1", "c4e6")
    for typed in ("a1b2", "a1", "c4e6"):
        assert game.answer(typed) == "Not legal. The game is over. White wins: Black has resigned."
