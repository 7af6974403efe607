"""Games against the engine at a terminal: levels, sides, hints, thinking, and taking back."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from command_line import Played, interrupts_heard, terminal
from sumito import BLACK, WHITE, Board, Color, Move, Outcome, Termination
from sumito.cli import main
from sumito.engine import Analysis, Engine, Level, Limit, Variation, levels
from sumito.learn.catalogue import LANGUAGES, catalogue
from sumito.notation.records import Record, format_record, read_records
from sumito.terminal import thinker

LAST_PUSH = "s4/6/7/8/5SSSs/8/7/6/5 5 2 b 0 40"
QUIET = "5/6/7/8/1SSS1sss1/8/7/6/5 0 0 b 40 30"


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a terminal of 80 columns, and a shell that finds the program."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")


def play(*words: str, lines: tuple[str, ...] = (), monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return main(["play", "--terminal", *words])


# ---- turns


@pytest.mark.parametrize("side", [BLACK, WHITE])
def test_the_engine_answers_every_move(side: Color) -> None:
    lines = ("a1b2", "a2b3") if side is BLACK else ("i5h5", "i6h6")
    game = Played(*lines, level=2, side=side)
    assert len(game.board.history) == 4 + (side is WHITE)
    assert game.board.turn is side
    assert game.text.startswith(
        f"You play {str(side).capitalize()} against the computer, level 2 (Cherry). Type a move such as\n"
    )
    beside = " ".join(re.sub(r"^.{30}", "", game.text, flags=re.M).split())
    assert f"You play {str(side).capitalize()} against the computer, level 2 (Cherry)." in beside
    prompts = re.findall(r"^(\w+) [XO] to move: ", game.text, re.M)
    assert prompts == [str(side).capitalize()] * 3


def test_both_plies_are_told_and_the_board_is_drawn_once() -> None:
    game = Played("a1b2", level=3)
    before = game.board.copy()
    move = before.history[-1]
    before.undo()
    text = before.format_move(move)
    assert f"You played a1b2. White played {text}." in " ".join(re.sub(r"^.{30}", "", game.text, flags=re.M).split())
    assert len(re.findall(r"^  e ", game.text, re.M)) == 2


def test_white_sits_at_the_bottom() -> None:
    assert "NE   NW" in Played(level=1, side=WHITE).text
    assert "NW   NE" in Played(level=1, side=BLACK).text


def test_the_winning_move_ends_the_game_without_an_answer() -> None:
    game = Played("e6e7", "undo", "e6e7", board=Board.from_position(LAST_PUSH), level=5)
    assert game.text.count("Black wins with 6 marbles ejected.") == 2
    assert len(game.board.history) == 1


def test_the_engine_takes_its_win() -> None:
    game = Played(board=Board.from_position(LAST_PUSH), level=1, side=WHITE)
    assert "Black wins with 6 marbles ejected." in game.text


def test_undo_takes_both_plies_back() -> None:
    game = Played("a1b2", "a2b3", "undo", "undo", "undo", level=2)
    assert game.board == Board()
    assert re.match(r"Taken back: a2b3 [a-i]\d\w+\. ", game.answer("undo"))
    assert "There is no move to take back." in game.text
    game = Played("undo", level=2, side=WHITE)
    assert "There is no move to take back." in game.text
    assert len(game.board.history) == 1


def test_undo_takes_a_resignation_back_and_no_move() -> None:
    game = Played("a1b2", "resign", "y", "undo", level=2)
    assert len(game.board.history) == 2
    assert game.board.outcome is None
    assert "Black resigns. Are you sure? (y/n) y" in game.text


def test_new_game_against_the_engine_begins_again() -> None:
    game = Played("resign", "y", "new", level=2, side=WHITE)
    assert len(game.board.history) == 1


def test_draws_are_the_engines_to_take() -> None:
    assert "The computer declines the draw." in Played("draw", level=2).text
    game = Played("draw", board=Board.from_position(QUIET), level=2)
    assert game.board.outcome == Outcome(Termination.AGREEMENT, ())
    behind = QUIET.replace("0 0 b", "0 3 b")
    assert "The computer declines the draw." in Played("draw", board=Board.from_position(behind), level=2).text


# ---- commands


def test_level_brings_the_engine_in_and_friend_sends_it_away() -> None:
    game = Played("a1b2", "level 3", "i5h5", "friend", "a2b3")
    assert game.answer("level 3") == "You play White against the computer, level 3 (Hazelnut)."
    assert game.answer("friend") == "A game for two players."
    assert len(game.board.history) in (3, 4)
    assert game.text.index("level 3") < game.text.index("A game for two players.", 20)


def test_levels_have_ids() -> None:
    game = Played("level hazelnut", "level MOON", "level r1-5")
    assert game.answer("level hazelnut") == "You play Black against the computer, level 3 (Hazelnut)."
    assert game.answer("level MOON") == "You play Black against the computer, level 11 (Moon)."
    assert game.answer("level r1-5") == "You play Black against the computer, level 5 of version 0.1."


@pytest.mark.parametrize("typed", ["level", "level 0", "level 13", "level x", "level 4 5", "level \u0664"])
def test_levels_that_are_none_are_refused(typed: str) -> None:
    assert Played(typed).answer(typed) == "Type level and a number from 1 to 12."
    assert Played(typed, level=4).answer(typed) == "Type level and a number from 1 to 12. It is 4 now."


def test_hint_is_a_legal_move_in_words() -> None:
    for game in (Played("hint"), Played("hint", level=3)):
        words = game.answer("hint")
        match = re.match(r"A good move is (\w+)\. (.*) go(es)? ", words)
        assert match
        assert game.board.parse_move(match[1]) in game.board.legal_moves
        assert not game.board.history
    over = Played("resign", "y", "hint", "think")
    assert over.answer("hint") == over.answer("think") == "The game is over."


def test_think_shows_lines_with_scores() -> None:
    game = Played("think", board=Board("belgian-daisy"))
    shown = game.text.partition(": think\n")[2].splitlines()
    assert re.fullmatch(r"\d+ positions searched\. Scores are Black's, in marbles\.", shown[0])
    assert len([line for line in shown[:4] if re.match(r"  depth \d+ +[+-]\d\.\d\d +\d+%  \w+ \w+", line)]) == 3
    board = Board("belgian-daisy")
    for text in shown[1].split("%")[1].split():
        board.play(text)


def test_one_position_is_singular(monkeypatch: pytest.MonkeyPatch) -> None:
    def shallow(engine: Engine, board: Board, limit: Limit, **options: object) -> Analysis:
        return replace(engine.search(board, Limit(depth=1)).run(), nodes=1)

    monkeypatch.setattr(Engine, "analyse", shallow)
    said = Played("think").answer("think")
    assert said.startswith("1 position searched. ")


def test_thinking_is_shown_on_request() -> None:
    words = "positions searched. Scores are White's, in marbles."
    assert words not in Played("a1b2", level=2).text
    game = Played("thinking on", "a1b2", "thinking off", "a2b3", "thinking", "thinking maybe", level=2)
    assert game.text.count(words) == 1
    assert game.answer("thinking on") == "The computer's thinking will be shown."
    assert game.answer("thinking off") == "The computer's thinking will not be shown."
    assert game.answer("thinking maybe") == "Type thinking on or thinking off."


def test_example_is_a_move_of_the_person() -> None:
    game = Played(level=2, side=WHITE)
    found = re.search(r"Type a move such as (\w+), or help\.", " ".join(game.text.split()))
    assert found
    assert game.board.parse_move(found[1]) in game.board.legal_moves
    over = Board()
    over.resign()
    text = Played("nonsense", "zz", board=over, level=2).text
    assert text.startswith("You play Black against the computer, level 2 (Cherry). Type help for the\ncommands.\n")
    assert "'zz' is neither a move nor a command. The game is over. Type help for the" in text


def test_level_that_takes_none_of_the_lines_shown_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Move] = []

    def choose(board: Board, variations: Sequence[Variation], level: Level, chance: float) -> Variation:
        seen.append(min(variations, key=lambda each: each.score.value).moves[0])
        return min(variations, key=lambda each: each.score.value)

    words = "level 2 does not always choose the move it thinks best."
    monkeypatch.setattr(levels, "choose", choose)
    game = Played("thinking on", "a1b2", level=2)
    before = game.board.copy()
    assert before.undo() == seen[0]
    assert f"It plays {before.format_move(seen[0])}: {words}" in " ".join(game.text.split())
    monkeypatch.setattr(levels, "choose", lambda board, variations, level, chance: variations[0])
    assert words not in " ".join(Played("thinking on", "a1b2", level=2).text.split())


# ---- files, options


def test_leaving_names_level_and_side() -> None:
    game = Played("a1b2", level=4)
    assert game.text.endswith(f"  sumito play --position '{game.board.position()}' --level walnut\n")
    game = Played(level=12 - 4, side=WHITE)
    assert game.text.endswith(f"  sumito play --position '{game.board.position()}' --level coconut --side white\n")


def test_record_names_the_engine_and_goes_on_against_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert (
        play("--level", "3", "--side", "white", "--record", "game.apgn", lines=("i5h5",), monkeypatch=monkeypatch) == 0
    )
    assert capsys.readouterr().out.endswith("play --resume game.apgn\n")
    (record,) = read_records("game.apgn")
    assert isinstance(record, Record)
    assert (record.headers["Black"], record.headers["White"]) == ("sumito hazelnut", "?")
    assert len(record.moves()) == 3
    assert play("--resume", "game.apgn", lines=("moves",), monkeypatch=monkeypatch) == 0
    assert "You play White against the computer, level 3 (Hazelnut)." in capsys.readouterr().out
    both = Path("game.apgn").read_text(encoding="utf-8").replace('[White "?"]', '[White "sumito level 5"]')
    Path("both.apgn").write_text(both, encoding="utf-8")
    assert play("--resume", "both.apgn", lines=("moves",), monkeypatch=monkeypatch) == 0
    assert "A game for two players." in capsys.readouterr().out
    assert play("--resume", "both.apgn", "--level", "2", monkeypatch=monkeypatch) == 0
    assert "You play Black against the computer, level 2 (Cherry)." in capsys.readouterr().out
    assert play("--resume", "game.apgn", "--level", "1", "--side", "white", monkeypatch=monkeypatch) == 0
    assert "You play White against the computer, level 1 (Pea)." in capsys.readouterr().out


def test_record_of_version_0_1_goes_on_at_its_old_strength(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    record = Record("standard", headers={"White": "sumito level 3"})
    record.add_move("a1b2")
    record.add_move("i5h5")
    Path("old.apgn").write_text(format_record(record), encoding="utf-8")
    asked: list[str] = []

    def play_level(engine: Engine, board: Board, level: str, random: Random, **_: object) -> Move:
        asked.append(level)
        return min(board.legal_moves)

    monkeypatch.setattr(thinker, "play_level", play_level)
    assert play("--resume", "old.apgn", "--record", "new.apgn", lines=("a2b3",), monkeypatch=monkeypatch) == 0
    assert asked == ["r1-3"]
    assert "You play Black against the computer, level 3 of version 0.1." in capsys.readouterr().out
    (again,) = read_records("new.apgn")
    assert isinstance(again, Record)
    assert (again.headers["White"], len(again.moves())) == ("sumito level 3", 4)


def test_a_side_may_be_drawn_by_lot(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    seen = set()
    for _ in range(40):
        assert play("--level", "1", "--side", "random", monkeypatch=monkeypatch) == 0
        seen.add(capsys.readouterr().out.split()[2])
    assert seen == {"Black", "White"}


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--level", "13"), "argument --level: a level must be a number from 1 to 12 or an id, not 13"),
        (("--level", "x"), "argument --level: a level must be a number from 1 to 12 or an id, not 'x'"),
        (("--level", "2", "--side", "red"), "--side: red does not play; choose black, white or random"),
        (("--side", "white"), "--side needs a game against the computer: add --level"),
        (("--coach",), "--coach needs a game against the computer: add --level"),
    ],
)
def test_bad_options_get_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], problem: str
) -> None:
    assert play(*words, monkeypatch=monkeypatch) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"sumito play: {problem}")
    assert err.count("\n") == 1


# ---- the coach


CARELESS = "s4/6/7/7S/6ss1/8/7/6/SSS2 0 0 b 0 1"
CAREFUL = "Careful: White can push this marble off. In danger: e9. e7 and e8 would push right. Play it anyway? (y/n)"


def coached(*lines: str, language: str = "en", coach: bool = True, level: str | None = "pea") -> Played:
    return Played(*lines, board=Board.from_position(CARELESS), level=level, coach=coach, language=language)


def test_the_coach_asks_before_a_marble_is_given_away() -> None:
    game = coached("f9e9", "n", "f9f8")
    answer = game.answer("f9e9")
    assert CAREFUL in answer
    assert "O O[X]" in answer  # the marble after the move
    assert answer.count("f . . . . . . . X") == 1  # and the position before it again
    assert game.board.history[0] is Board.from_position(CARELESS).parse_move("f9f8")
    assert len(game.board.history) == 2
    assert "--level pea --coach" in game.text


def test_a_move_is_played_in_spite_of_the_coach() -> None:
    game = coached("f9e9", "y")
    assert game.board.history[0] is Board.from_position(CARELESS).parse_move("f9e9")
    assert len(game.board.history) == 2
    again = coached("f9e9", "n", "f9e9")  # one warning a move
    assert again.board.history[0] is game.board.history[0]
    assert again.text.count("Careful") == 1


def test_only_a_game_against_the_computer_has_a_coach() -> None:
    for game in (coached("f9e9", coach=False), coached("f9e9", level=None), coached("friend", "f9e9")):
        assert "Careful" not in game.text
        assert "--coach" not in game.text
        assert game.board.history


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_coach_speaks_every_language(language: str) -> None:
    words = catalogue(language)
    text = " ".join(coached("f9e9", language=language).text.split())
    for message in (words.say("coach.careful", enemy=WHITE, n=1), words.say("terminal.coach.anyway")):
        assert " ".join(message.split()) in text


def test_the_coach_names_directions_of_the_board_as_it_lies() -> None:
    assert "e7 and e8 would push left." in " ".join(coached("flip", "f9e9", "n").text.split())


def test_without_a_terminal_nobody_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(lines=("a1b2",), monkeypatch=monkeypatch) == 0
    assert capsys.readouterr().out.startswith("A game for two players. Type a move such as ")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("hint", "A good move is "),
        ("think", "Scores are Black's, in marbles."),
        ("draw", "The computer declines the draw."),
        ("e2e3", "White played "),
    ],
)
def test_ctrl_c_ends_the_thinking_and_not_the_game(typed: str, answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    searches = []

    def endless(engine: Engine, board: Board, limit: Limit, **options: object) -> Analysis:
        searches.append(limit)
        os.kill(os.getpid(), signal.SIGINT)
        return engine.search(board, variations=int(str(options["variations"]))).run()

    monkeypatch.setattr(Engine, "analyse", endless)
    with interrupts_heard():
        game = Played(typed, "board", board=Board.from_position(QUIET.replace("0 0 b", "0 3 b")), level=12)
    assert len(searches) == 1
    assert answer in " ".join(game.text.split())
    assert re.search("^Black X to move: board$", game.text, re.M)


# ---- at a terminal


def test_enter_begins_a_game_against_the_engine(tmp_path: Path) -> None:
    with terminal(tmp_path, against="") as screen:
        screen.wait_for("You play Black against the computer, level 1 (Pea).")
        screen.wait_for("Black to move: ")
        screen.type("a1b2\n")
        assert "White played" in screen.wait_for("Black to move: ")
        screen.type("quit\n")
        screen.wait_for("--level pea")
        assert screen.process.wait(timeout=20) == 0


def test_the_question_is_asked_until_it_is_answered(tmp_path: Path) -> None:
    with terminal(tmp_path, "--layout", "belgian-daisy", against="13") as screen:
        screen.wait_for("A level is a number from 1 to 12. Type f to play without the computer, q to")
        screen.wait_for("Level [1]: ")
        screen.type("5\n")
        screen.wait_for("You play Black against the computer, level 5 (Plum).")
    with terminal(tmp_path, against="q") as screen:
        assert screen.process.wait(timeout=20) == 0


def test_ctrl_c_hurries_the_engine_and_at_the_prompt_it_leaves(tmp_path: Path) -> None:
    with terminal(tmp_path, "--level", "12", against=None) as screen:
        screen.wait_for("Black to move: ")
        screen.type("a1b2\n")
        screen.wait_for("The computer is thinking.")
        screen.process.send_signal(signal.SIGINT)
        assert "White played" in screen.wait_for("Black to move: ")
        screen.interrupt()
        assert " 0 0 b 2 2'" in screen.wait_for("--level sun")
        assert screen.process.wait(timeout=20) == 0
        with contextlib.suppress(OSError):  # the terminal is closed
            assert not screen.shows("nanobind", 5)
