"""Games of several players at a terminal: who plays, undo, resignation, hints, all languages."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from command_line import Done, Run, in_process_of_its_own, runner, terminal
from sumito import MULTI_LAYOUTS, Board, Color
from sumito.engine import LEVELS, MULTI_LEVELS, Level
from sumito.engine.levels import accepts_draw_of_several, find_level
from sumito.learn.catalogue import LANGUAGES, catalogue
from sumito.notation.records import Record, format_record, read_records
from sumito.terminal.board_text import Look
from sumito.terminal.console import Console
from sumito.terminal.game import TerminalGame
from sumito.terminal.thinker import Thinker

run = pytest.fixture(runner)
HAZELNUT = MULTI_LEVELS[0]
FROM_HAZELNUT = "with 3 players a level must be from 3 (hazelnut) to 12 (sun)"
TWO_COMPUTERS = {Color.BLUE: HAZELNUT, Color.WHITE: HAZELNUT}


def played(
    *lines: str,
    layout: str = "three-players",
    board: Board | None = None,
    computers: Mapping[Color, Level] | None = None,
    language: str = "en",
) -> tuple[Board, str]:
    """Play a game from typed lines. Return its board and its output, in one line."""
    out = io.StringIO()
    typed = io.StringIO("".join(f"{line}\n" for line in lines))
    game = TerminalGame(
        board or Board(layout),
        typed,
        out,
        Look(),
        computers=computers,
        thinker=Thinker(Random(1)),
        words=catalogue(language),
    )
    assert game.run() == 0
    return game.board, " ".join(out.getvalue().split())


def test_friends_play_in_turn_and_everything_is_named() -> None:
    board, text = played("d8d7", "b3c3", "e2e3")
    assert len(board.history) == 3
    assert "A game for friends at one keyboard." in text
    for told in ("Blue B to move:", "White O to move:", "White ejected 0 of 6", "Blue played b3c3. White played e2e3."):
        assert told in text


def test_the_computer_plays_its_seats() -> None:
    board, text = played("d8d7", "e8e7", computers=TWO_COMPUTERS)
    assert len(board.history) == 6
    assert board.turn is Color.BLACK
    assert "Black: you. The others: the computer, level 3 (Hazelnut)." in text
    assert "Blue B to move" not in text


def test_seats_with_the_same_level_are_told_once() -> None:
    walnut = find_level("walnut")
    levels = {Color.BLUE: HAZELNUT, Color.WHITE: walnut, Color.RED: HAZELNUT}
    _, text = played(layout="four-players-pbmserv", computers=levels)
    assert "Blue, Red: the computer, level 3 (Hazelnut). White: the computer, level 4 (Walnut)." in text
    _, text = played(layout="six-players-pbmserv", computers={Color.BLUE: HAZELNUT, Color.WHITE: HAZELNUT})
    assert "Blue, White: the computer, level 3 (Hazelnut). Type " in text
    assert "The others" not in text  # four people play


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_team_has_one_line_and_one_score(language: str) -> None:
    board = Board.from_position("5/6/7/8/6SSR/8/7/6/ss2B buwr 0,0 b 0 1")
    _, text = played("e7e8", board=board, language=language)
    words = catalogue(language)
    teams = words.say("terminal.teams", player=Color.BLACK, partner=Color.WHITE, enemy=Color.BLUE, other=Color.RED)
    assert text.count(teams) == 1
    for player, partner, score in ((Color.BLACK, Color.WHITE, 1), (Color.BLUE, Color.RED, 0)):
        line = words.say("terminal.ejected.team", player=player, partner=partner, score=score, goal=6)
        assert text.count(line) == 2 - score
        assert words.say("terminal.ejected", player=player, score=score, goal=6) not in text


def test_the_team_to_move_is_marked() -> None:
    board = Board.from_position("5/6/7/8/6SSR/8/7/6/ss2B buwr 0,0 b 0 1")
    _, text = played("e7e8", board=board)
    assert "A game for friends at one keyboard. Black and White play against Blue and Red. Type a move" in text
    assert "> X O Black and White: ejected 0 of 6" in text
    assert " X O Black and White: ejected 1 of 6" in text
    assert "> B R Blue and Red: ejected 0 of 6" in text
    assert "play against" not in played(layout="four-players-pbmserv")[1]


def test_the_computer_begins_if_the_first_seat_is_its_own() -> None:
    board, text = played(computers={Color.BLACK: HAZELNUT})
    assert (len(board.history), board.turn) == (1, Color.BLUE)
    assert "Black played" in text


def test_undo_takes_back_the_replies_of_all_computers() -> None:
    board, text = played("d8d7", "undo", "undo", computers=TWO_COMPUTERS)
    assert board.history == ()
    assert "Taken back: d8d7 " in text
    assert "There is no move to take back." in text


def test_a_player_who_resigns_leaves_and_can_come_back() -> None:
    board, text = played("d8d7", "resign", "y")
    assert board.active == (Color.BLACK, Color.WHITE)
    assert "Blue has left the game." in text
    back, text = played("d8d7", "resign", "y", "undo")
    assert len(back.active) == 3
    assert "The resignation is taken back." in text


@pytest.mark.parametrize(
    ("layout", "computers", "question"),
    [
        (
            "three-players",
            {},
            "Blue leaves: the marbles come off the board, and the others play on. Are you sure?",
        ),
        (
            "three-players",
            {Color.BLACK: HAZELNUT, Color.WHITE: HAZELNUT},
            "Blue leaves, and only computers are left: the game stops. Are you sure?",
        ),
        ("four-players-teams", {}, "Blue resigns, and the whole team loses. Are you sure?"),
        ("standard", {}, "White resigns. Are you sure?"),
    ],
)
def test_the_question_tells_what_a_resignation_does(
    layout: str, computers: Mapping[Color, Level], question: str
) -> None:
    board = Board(layout)
    board.play(next(iter(board.legal_moves)))
    _, text = played("resign", "n", board=board, computers=computers)
    assert question in text


def test_the_last_two_players_resign_as_in_a_game_of_two() -> None:
    board = Board("three-players")
    board.resign(Color.BLUE)
    board, text = played("resign", "y", board=board)
    assert "Black resigns. Are you sure?" in text
    assert board.outcome is not None


def test_help_is_worded_for_the_number_of_players() -> None:
    leave, team = "leave: your marbles come off the board, the others play on", "resign for the whole team"
    partner = "Your partner's marbles can help to push."
    told = {layout: played("help", layout=layout)[1] for layout in ("standard", "three-players", "four-players-teams")}
    for text in told.values():
        assert "friend: play without it" in text
        assert "opponent" not in text
    assert {layout: [words in text for words in (leave, team, partner)] for layout, text in told.items()} == {
        "standard": [False, False, False],
        "three-players": [True, False, False],
        "four-players-teams": [False, True, True],
    }


def test_the_game_waits_after_the_last_person_has_left() -> None:
    board, _ = played("d8d7", "resign", "y", computers=TWO_COMPUTERS)
    assert (len(board.history), board.outcome) == (3, None)


def test_only_undo_and_a_new_game_are_left_then() -> None:
    board, text = played("d8d7", "resign", "y", "b3c3", "hint", "draw", "resign", computers=TWO_COMPUTERS)
    assert len(board.history) == 3
    assert text.count(catalogue("en").say("terminal.abandoned")) == 4
    assert "new, undo, save FILE.apgn or quit:" in text
    assert "A good move" not in text
    back, text = played("d8d7", "resign", "y", "undo", computers=TWO_COMPUTERS)
    assert (back.turn, len(back.active)) == (Color.BLACK, 3)
    assert text.endswith("--seats person,hazelnut,hazelnut")
    new, _ = played("d8d7", "resign", "y", "new", computers=TWO_COMPUTERS)
    assert (new.history, len(new.active)) == ((), 3)


def abandoned() -> Board:
    """Return a game that Black, its only person, has left."""
    board = Board("three-players")
    board.play(board.parse_move("d8d7"))
    board.resign(Color.BLACK)
    return board


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_move_is_suggested_after_the_last_person_has_left(language: str) -> None:
    typed = ("nonsense", "b3", "b3 c4 d5 e6")  # no move, the beginning of some, cells that make none
    _, text = played(*typed, board=abandoned(), computers=TWO_COMPUTERS, language=language)
    words = catalogue(language)
    how = f"{words.say('terminal.abandoned')} {words.say('terminal.start.over')}"
    start, *answers = text.split(" ".join(words.say("terminal.prompt.over").split()))[:-1]
    assert f"{words.say('level.hazelnut')}). {how}" in start
    unknown = words.say("terminal.unknown", text=words.notation("'nonsense'"))
    assert [answer.split() for answer in answers] == [
        f"{typed[0]} {unknown} {how}".split(),
        *(f"{line} {how}".split() for line in typed[1:]),
    ]


def test_a_person_who_takes_over_is_shown_a_move_again() -> None:
    _, text = played("friend", "nonsense", board=abandoned(), computers=TWO_COMPUTERS)
    assert "Type a move like " in text.partition("A game for friends")[2]


def test_the_tab_key_offers_only_moves_that_a_person_can_play(monkeypatch: pytest.MonkeyPatch) -> None:
    offered: list[list[str]] = []
    monkeypatch.setattr(Console, "complete", lambda console, words: offered.append(list(words())))
    played(computers=TWO_COMPUTERS)
    played(board=abandoned(), computers=TWO_COMPUTERS)
    began, left = offered
    start = Board("three-players")
    assert set(began) - set(left) == {start.format_move(move) for move in start.legal_moves}
    assert {"undo", "new", "save", "quit"} <= set(left) <= set(began)


def test_a_person_who_comes_back_is_told_beside_the_moves() -> None:
    board, text = played("resign", "y", "undo", computers={Color.BLUE: HAZELNUT})
    assert (board.history, len(board.active)) == ((), 3)
    assert "Taken back: " in text
    assert "The resignation is taken back." in text


def test_the_last_moves_are_told_after_somebody_has_left() -> None:
    _, text = played("d8d7", "resign", "y")
    assert "Black played d8d7." in text.rpartition("Blue has left the game.")[2]


def test_the_level_of_each_computer_is_told() -> None:
    walnut = find_level("walnut")
    _, text = played("level", computers={Color.BLUE: HAZELNUT, Color.WHITE: walnut})
    told = "Blue: the computer, level 3 (Hazelnut). White: the computer, level 4 (Walnut)."
    assert f"Type level and a number from 3 to 12. {told}" in text


@pytest.mark.parametrize("typed", ["r1-4", "2", "pea"])
def test_levels_for_two_players_only_are_refused(typed: str) -> None:
    board, text = played(f"level {typed}", "d8d7", computers=TWO_COMPUTERS)
    assert len(board.history) == 3
    told = "Black: you. The others: the computer, level 3 (Hazelnut)."
    assert f"Type level and a number from 3 to {len(LEVELS)}. {told}" in text


def test_help_names_the_levels_of_so_many_players() -> None:
    _, text = played("help")
    assert "play the computer, 3 to 12;" in text


def test_a_record_that_names_a_level_for_two_players_plays_on_with_the_weakest_of_several(tmp_path: Path) -> None:
    record = Record.from_board(Board("three-players"), headers={"Blue": "sumito pea", "White": "sumito walnut"})
    (tmp_path / "old.apgn").write_text(format_record(record), encoding="utf-8")
    done = played_by_command(tmp_path, "--resume", "old.apgn", "--record", "new.apgn", typed="d8d7\nquit\n")
    assert (done.code, done.err) == (0, "")
    assert "Blue: the computer, level 3 (Hazelnut). White: the computer, level 4 (Walnut)." in " ".join(
        done.out.split()
    )
    (again,) = read_records(tmp_path / "new.apgn")
    assert isinstance(again, Record)
    assert len(again.moves()) == 3
    assert (again.headers["Blue"], again.headers["White"]) == ("sumito hazelnut", "sumito walnut")


def test_a_level_of_version_0_1_in_a_record_of_several_players_is_a_person(tmp_path: Path) -> None:
    names = {"Black": "Ada", "Blue": "sumito level 4", "White": "sumito hazelnut"}
    record = Record.from_board(Board("three-players"), headers=names)
    record.add_move("d8d7")
    (tmp_path / "old.apgn").write_text(format_record(record), encoding="utf-8")
    done = played_by_command(tmp_path, "--resume", "old.apgn", "--record", "new.apgn", typed="b3c3\nquit\n")
    assert (done.code, done.err) == (0, "")
    assert "Blue B to move:" in done.out
    assert "Blue: the computer" not in done.out
    assert "White: the computer, level 3 (Hazelnut)." in " ".join(done.out.split())
    (again,) = read_records(tmp_path / "new.apgn")
    assert isinstance(again, Record)
    assert len(again.moves()) == 3
    assert {color: again.headers[color] for color in names} == names


def test_the_question_for_the_level_refuses_those_of_version_0_1(tmp_path: Path) -> None:
    with terminal(tmp_path, "--layout", "three-players", "--lang", "en", against=None) as screen:
        question = " ".join(screen.wait_for("Level [3]: ").split())
        assert "let the computer play the other colours" in question
        assert "Type f to play with friends." in question
        screen.type("r1-4\n")
        screen.wait_for("A level is a number from 3 to 12.")
        screen.wait_for("Level [3]: ")
        screen.type("\n")
        screen.wait_for("level 3 (Hazelnut)")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--layout", "three-players", "--side", "red"), "--side: red does not play"),
        (("--layout", "three-players", "--record", "x.pgn"), "'x.pgn': PGN is for two players"),
        (("--record", "no/where.apgn"), "no/where.apgn: no such file or directory"),
    ],
)
def test_wrong_options_are_refused_before_the_question_for_the_level(
    tmp_path: Path, words: tuple[str, ...], problem: str
) -> None:
    with terminal(tmp_path, *words, "--lang", "en", against=None) as screen:
        assert screen.wait_for(problem) == f"sumito play: {problem}"


def test_a_draw_needs_every_person() -> None:
    board, _ = played("draw", "y", "y")
    assert board.outcome is not None
    board, text = played("draw", "y", "n")
    assert board.outcome is None
    assert "Blue, do you agree?" in text
    assert "White, do you agree?" in text


@pytest.mark.parametrize(("scores", "agreed"), [("0,0,0", False), ("1,0,0", True), ("1,1,0", False), ("3,2,2", True)])
def test_a_computer_agrees_to_a_draw_if_another_side_has_ejected_more(scores: str, agreed: bool) -> None:
    board = Board.from_position(Board("three-players").position().replace("0,0,0", scores))
    over, text = played("draw", board=board, computers=TWO_COMPUTERS)
    assert (over.outcome is not None) is agreed
    assert ("The computer declines the draw." in text) is not agreed


def test_computers_answer_a_draw_before_people_do() -> None:
    _, text = played("draw", computers={Color.BLUE: HAZELNUT})
    assert "do you agree?" not in text
    assert "The computer declines the draw." in text


def test_of_a_team_no_computer_needs_a_draw_while_the_other_team_is_not_ahead() -> None:
    text = Board("four-players-teams").position()
    for scores, accepted in (("0,1", (Color.BLACK, Color.WHITE)), ("1,0", (Color.BLUE, Color.RED)), ("2,2", ())):
        board = Board.from_position(text.replace("0,0", scores))
        assert tuple(color for color in board.players if accepts_draw_of_several(board, color)) == accepted
    with pytest.raises(ValueError, match="only several players"):
        accepts_draw_of_several(Board(), Color.BLACK)


@pytest.mark.parametrize("layout", sorted(MULTI_LAYOUTS))
def test_commands_answer_with_every_layout(layout: str) -> None:
    board, text = played("hint", "think", "moves", "why e5e6", "flip", "level 4", "friend", "help", layout=layout)
    assert board.history == ()
    for told in ("A good move is ", "Scores are Black's, in marbles.", "legal moves", "level 4 (Walnut)"):
        assert told in text
    assert "to continue later" in text.lower()


def test_the_command_to_continue_names_the_seats() -> None:
    _, text = played(computers={Color.WHITE: HAZELNUT})
    assert "--seats person,person,hazelnut" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_names_all_colours(language: str) -> None:
    _, text = played("think", "resign", "y", layout="six-players-pbmserv", language=language)
    words = catalogue(language)
    assert words.say("several.left", player=Color.BLACK) in text
    prompt = words.say("several.prompt", player=Color.BLUE, marble=f" {words.notation('B')}")
    assert " ".join(prompt.split()) in text
    for color in Color:
        assert words.say(f"color.{color}") in text


def played_by_command(folder: Path, *words: str, typed: str) -> Done:
    done = in_process_of_its_own("play", "--lang", "en", *words, cwd=folder, stdin=None, input=typed)
    return Done(done.returncode, done.stdout, done.stderr)


def test_the_command_takes_levels_sides_and_seats(tmp_path: Path) -> None:
    done = played_by_command(
        tmp_path, "--layout", "three-players", "--level", "hazelnut", "--side", "blue", typed="quit\n"
    )
    assert done.code == 0
    assert "--seats hazelnut,person,hazelnut" in done.out
    done = played_by_command(
        tmp_path, "--layout", "four-players-teams", "--seats", "person,hazelnut,walnut,3", typed=""
    )
    assert "White: the computer, level 4 (Walnut)." in " ".join(done.out.split())


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--layout", "three-players", "--side", "red", "--level", "3"), "--side: red does not play"),
        (
            ("--layout", "three-players", "--coach", "--level", "3"),
            "--coach: there is a coach only for games of two players",
        ),
        (("--layout", "three-players", "--record", "x.pgn"), "'x.pgn': PGN is for two players"),
        (("--layout", "three-players", "--seats", "person,hazelnut"), "--seats: expected 3 seats"),
        (("--layout", "three-players", "--seats", "hazelnut,hazelnut,hazelnut"), "a person in one of them"),
        (("--seats", "person,99"), "--seats: a level must be"),
        (("--layout", "three-players", "--seats", "person,r1-4,hazelnut"), f"--seats: {FROM_HAZELNUT}, not 'r1-4'"),
        (("--layout", "three-players", "--seats", "person,2,hazelnut"), f"--seats: {FROM_HAZELNUT}, not '2'"),
        (("--layout", "three-players", "--level", "r1-4"), f"--level: {FROM_HAZELNUT}, not 'r1-4'"),
        (("--layout", "three-players", "--level", "1"), f"--level: {FROM_HAZELNUT}, not 'pea'"),
        (("--seats", "person,pea", "--level", "1"), "--seats already tells who plays"),
    ],
)
def test_wrong_seats_are_explained(run: Run, words: tuple[str, ...], problem: str) -> None:
    done = run("play", *words)
    assert done.code == 2
    assert problem in done.err
