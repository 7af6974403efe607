"""Explanations and commands for three to six players."""

from __future__ import annotations

import random

import pytest

from command_line import Run, runner
from multi_positions import FREE, MIXED, NO_LIMITS, TEAMS, board_of
from oracle import DIRECTIONS, LINES
from positions import rows_of
from sumito import CELLS, MULTI_LAYOUTS, Board, Color, IllegalReason, Outcome, Rules, Termination, parse_cell
from sumito.learn.catalogue import catalogue
from sumito.learn.languages import LANGUAGES
from sumito.learn.reasons import TapProblem, explain, explain_between, explain_outcome, explain_text, tap

run = pytest.fixture(runner)


def said(board: Board, line: str, direction: str) -> str:
    return explain(board, [parse_cell(name) for name in line.split()], direction).text()


def test_a_partner_is_explained() -> None:
    board = board_of(TEAMS, {"black": "e3", "white": "e2 i9", "blue": "e4 a1", "red": "i5"})
    assert said(board, "e2 e3", "E") == (
        "The marble at the rear of this line, on e2, is your partner's. The marble that pushes must be your own."
    )
    assert said(board, "e3", "W").startswith("Your partner's marble on e2 is in the way. From here e3 can go ")
    assert said(board, "e2 e3", "NE") == "Your partner's marble on e2 can move only in a line that pushes."
    assert said(board, "e2", "E").startswith("The marble on e2 is your partner's.")
    assert said(board, "e4", "E").startswith("The marble on e4 belongs to another player.")
    assert said(board, "e9", "W").endswith("Choose one, two or three of your own marbles that touch in one line.")
    behind = board_of(TEAMS, {"black": "e2 e3 d1 d2", "blue": "e4 a1", "white": "e5 i9", "red": "i5"})
    assert said(behind, "e2 e3", "E").startswith("No room: your partner's marble on e5 stands behind e4")
    assert said(behind, "e2 e3", "W") == "e3 and e2 go left in line, to e2 and e1."


def of_team(row: str) -> Board:
    return Board.from_position(f"5/6/7/8/{row}/8/7/6/B3R {TEAMS} b 0 1")


def test_marbles_of_a_partner_are_not_called_your_own() -> None:
    assert said(of_team("7Ss"), "e8 e9", "E").startswith(
        "e9 would leave the board, and a marble of your team can never do that."
    )
    assert said(of_team("1SsBB4"), "e2 e3", "E").startswith("Pac: 2 marbles of your team (e2 and e3) against 2 (")
    assert said(of_team("SsSBBB3"), "e1 e2 e3", "E").startswith("Pac: 3 marbles of your team (e1, e2 and e3) against 3")
    assert said(of_team("1SsBBB3"), "e2 e3", "E").startswith("2 marbles of your team (e2 and e3) cannot push 3 (")
    assert said(of_team("1SSBB4"), "e2 e3", "E").startswith("Pac: 2 of your marbles (e2 and e3) against 2 (")


@pytest.mark.parametrize(
    ("row", "named", "hint", "move"),
    [
        ("1SSSsB3", "e2 e3", "Take it along: e3, e4 and e5 can go right.", "e3e4"),
        ("1SSsB4", "e2 e3", "Take it along: e2, e3 and e4 can go right.", "e2e3"),
        ("SSSsB4", "e1 e2 e3", "Three marbles, with that one in front, can go right: e2, e3 and e4.", "e2e3"),
        ("1sSsB4", "e2 e3", "Take it along: e3 and e4 can go right.", "e3e4"),
    ],
)
def test_a_push_with_the_marble_in_the_way_is_offered(row: str, named: str, hint: str, move: str) -> None:
    board = of_team(row)
    found = explain(board, [parse_cell(name) for name in named.split()], "E")
    assert found.text().endswith(hint)
    assert found.instead is board.parse_move(move)


def test_too_few_marbles_are_told_which_line_is_strong_enough() -> None:
    board = board_of(TEAMS, {"black": "e1 e3", "white": "e2 i9", "blue": "e4 a1", "red": "i5"})
    found = explain(board, [parse_cell("e3")], "E")
    assert found.text().endswith("You do have more marbles here: take e1, e2 and e3 together.")
    assert found.instead is board.parse_move("e1e2")


def test_legal_moves_are_explained() -> None:
    board = board_of("buw 5,0,0", {"black": "e7 e8", "blue": "e9 a1", "white": "i9"})
    assert said(board, "e7 e8", "E").endswith("The marble on e9 is ejected, number 6 of 6: Black wins.")
    teams = board_of("buwr 5,0", {"black": "e7 e8", "blue": "e9 a1", "white": "i9", "red": "i5"})
    assert said(teams, "e7 e8", "E").endswith("number 6 of 6. Your team wins.")
    assert explain_text(board, "e7e8").move is board.parse_move("e7e8")
    ends = explain_between(board, parse_cell("e7"), parse_cell("e8"), "E")
    assert ends.move is board.parse_move("e7e8")


def test_a_tap_on_another_players_marble_is_answered() -> None:
    board = board_of(FREE, {"black": "e2 e3", "blue": "e4 a1", "white": "e6 i9"})
    line = [parse_cell("e2"), parse_cell("e3")]
    assert tap(board, line, parse_cell("e4")).move is board.parse_move("e2e3")
    assert tap(board, line, parse_cell("a1")).problem is TapProblem.NOT_IN_LINE
    with pytest.raises(ValueError, match="a tap needs"):
        tap(board, line, parse_cell("e9"))


def test_a_tap_counts_the_marbles_of_a_partner() -> None:
    board = board_of(TEAMS, {"black": "e2", "white": "e3 i9", "blue": "e4 a1", "red": "i5"})
    rear, whole = [parse_cell("e2")], [parse_cell("e2"), parse_cell("e3")]
    for line in (rear, whole):
        assert tap(board, line, parse_cell("e4")).move is board.parse_move("e2e3")
    with pytest.raises(ValueError, match="a tap needs"):
        tap(board, [parse_cell("e3")], parse_cell("e4"))


def ends() -> list[tuple[Board, str]]:
    three, teams = (Board(name) for name in ("three-players", "four-players-teams"))
    last, resigned, agreed, shared = three.copy(), teams.copy(), three.copy(), teams.copy()
    last.resign("black")
    last.resign("blue")
    resigned.resign("red")
    agreed.agree_draw()
    shared.declare(Outcome(Termination.TIME, (Color.BLUE, Color.RED)))
    ejected = board_of("buwr 5,0", {"black": "e7 e8", "blue": "e9 a1", "white": "i9", "red": "i5"})
    ejected.play("e7e8")
    corner = {"blue": "a1", "black": "a2 a3 b1 c1 b2 c3 i5", "white": "i9"}
    blocked = board_of(FREE, corner, Rules(blocked="draws"))
    blocked.play("i5i6")
    capped = Board("four-players-teams", rules=Rules(ply_cap=1))
    capped.play("e7e6")
    stuck = board_of(TEAMS, {"white": "i9", "red": "i8 i7 h9 g9 h8 g7", "blue": "a1"}, turn="u")
    stuck.play("a1b1")
    most = Rules(ply_cap=1, adjudication="more_ejections")
    more = Board.from_position(teams.position().replace(" 0,0 ", " 1,0 "), rules=most)
    more.play("e7e6")
    return [
        (last, "White wins: all the others have left the game."),
        (resigned, "Black and White win: an opponent has left the game."),
        (agreed, "A draw by agreement."),
        (shared, "Blue and Red win on time."),
        (ejected, "Black and White win with 6 marbles ejected."),
        (blocked, "A draw: Blue has no legal move."),
        (capped, "A draw: the move limit was reached."),
        (stuck, "Blue and Red win: their opponents have no legal move."),
        (more, "Black and White win: more marbles ejected when the move limit was reached."),
        (three, ""),
    ]


def test_ends_are_explained() -> None:
    for board, text in ends():
        assert explain_outcome(board).text() == text
        if text:
            refused = explain(board, [0], "E")
            assert (refused.reason, refused.text()) == (IllegalReason.GAME_OVER, f"The game is over. {text}")


REFUSALS = {
    "choose_own", "not_yours", "not_yours.partner", "enemy_between", "broadside_blocked", "broadside_blocked.partner",
    "no_room_behind", "off_board", "pac", "pac.three", "outnumbered", "partner_ahead", "partner_without_push",
    "rear_not_yours",
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_words(language: str) -> None:
    words = catalogue(language)
    for board, _ in ends():
        assert "{" not in words.sentences(explain_outcome(board).sentences)
    rng = random.Random(1)
    seen = set()
    boards = [of_team("SsSBBB3"), of_team("1SsBBB3")]
    for rules in (NO_LIMITS, MIXED):
        rows = rows_of({cell: rng.choice("SSBsR1") for cell in CELLS})
        boards.append(Board.from_position(f"{rows} {TEAMS} b 0 1", rules=rules))
    for board in boards:
        for line in sorted(map(sorted, LINES)):
            for direction in DIRECTIONS:
                first, *_, last = map(parse_cell, [line[0], *line])
                for found in (
                    explain(board, map(parse_cell, line), direction),
                    explain_between(board, first, last, direction),
                ):
                    assert "{" not in words.sentences(found.sentences)
                    seen |= {sentence.message for sentence in found.sentences}
    assert seen >= {f"several.{name}" for name in REFUSALS}


# ---- commands


def test_commands_take_several_players(run: Run) -> None:
    assert run("perft", "--layout", "three-players", "--depth", "3").lines[-1] == "nodes 62440"
    position = Board("four-players-teams").position()
    assert run("perft", "--position", position, "--depth", "2").lines[-1] == "nodes 1822"
    assert len(run("moves", "--layout", "three-players").lines) == 40
    drawn = run("diagram", "--layout", "six-players-pbmserv").out
    assert drawn.rstrip() == str(Board("six-players-pbmserv"))
    assert run("layouts", "three-players").out.startswith("three-players  Three players  11  40")
    told = run("explain", "--layout", "three-players", "--move", "a1a2")
    assert told.lines[0] == "illegal: not your marble"
    assert told.lines[-1] == "X Black, B Blue, O White; Black to move."


def test_the_list_of_layouts_is_for_any_number_of_players(run: Run) -> None:
    assert [slug for slug in MULTI_LAYOUTS if slug in run("layouts").out] == list(MULTI_LAYOUTS)


@pytest.mark.parametrize(
    "arguments",
    [("threats",), ("formations",), ("lab", "book", "-o", "x", "--layouts", "three-players")],
)
def test_commands_for_two_players_say_so(run: Run, arguments: tuple[str, ...]) -> None:
    extra = () if "lab" in arguments else ("--layout", "three-players")
    done = run(*arguments, *extra)
    assert done.code != 0
    assert "this command is for two players, not 3" in done.err
