"""Games at a terminal in files: saved, recorded move by move, and resumed."""

from __future__ import annotations

import errno
import io
import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import Played
from sumito import Board
from sumito.cli import main
from sumito.notation.records import Record, read_records, write_records
from sumito.terminal.board_text import Look
from sumito.terminal.game import TerminalGame
from sumito.terminal.game_file import GameFile


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a terminal of 80 columns, and a shell that finds the program."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")


def test_save_writes_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = ("a1b2", "i5h5", "save game", "save game.pgn", "resign", "y", "save over.apgn", "save")
    game = Played(*lines, board=Board("belgian-daisy"))
    assert game.answer("save game") == ("Saved 2 moves to game.apgn. To continue later: sumito play --resume game.apgn")
    assert '[P1 "?"]' in Path("game.pgn").read_text(encoding="utf-8")
    assert game.answer("save") == "Name the file: save FILE.apgn"
    (record,), (over,) = (list(read_records(name)) for name in ("game.apgn", "over.apgn"))
    assert isinstance(record, Record)
    assert isinstance(over, Record)
    assert (tuple(record.moves()), record.result) == (game.board.history, "*")
    assert re.fullmatch(r"\d{4}\.\d\d\.\d\d", record.headers["Date"])
    assert (over.result, over.headers["Termination"]) == ("0-1", "resignation")


def resume(*lines: str, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...] = ("--resume", "game.apgn")) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return main(["play", *words])


def test_saved_game_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Played("c3d3", "g5f5", "d3c3", "f5g5", "c3d3", "g5f5", "save game.apgn")
    assert resume("d3c3", "f5g5", "undo", "undo", "undo", "save again.apgn", monkeypatch=monkeypatch) == 0
    out = capsys.readouterr().out
    assert "White played g5f5." in out.partition("to move: ")[0]
    assert "A draw: this position has come up 3 times with the same player to move." in out
    (again,) = read_records("again.apgn")
    assert isinstance(again, Record)
    assert [ply.board.format_move(ply.move) for ply in again.plies()] == ["c3d3", "g5f5", "d3c3", "f5g5", "c3d3"]


@pytest.mark.parametrize(
    ("termination", "result", "words"),
    [
        ("resignation", "0-1", "White wins: Black has resigned."),
        ("agreement", "1/2-1/2", "A draw by agreement."),
        ("time", "1-0", "Black wins on time."),
    ],
)
def test_declared_end_comes_back_with_the_game(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    termination: str,
    result: str,
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    old = Record("belgian-daisy", headers={"Black": "Ada", "Date": "1987.01.01", "Termination": termination})
    first = Record()
    old.add_move("a1b2")
    old.result = result
    write_records([first, old], "game.apgn")
    assert resume("undo", "i5h5", "save more.apgn", monkeypatch=monkeypatch) == 0
    assert words in capsys.readouterr().out
    (more,) = read_records("more.apgn")
    assert isinstance(more, Record)
    assert (len(more.moves()), more.result, more.headers["Black"], more.headers["Date"]) == (
        2,
        "*",
        "Ada",
        "1987.01.01",
    )
    assert "Termination" not in more.headers


def test_file_without_a_valid_game_gets_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.apgn").write_text("not a game", encoding="utf-8")
    assert resume(monkeypatch=monkeypatch) == 2
    err = capsys.readouterr().err
    assert err == "sumito play: game.apgn:1: game 1, ply 1: no such cell: 'not', column 1\n"


def test_kept_record_is_what_a_game_goes_on_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Played("a1b2", record="my game.apgn").text.endswith("\n  sumito play --resume 'my game.apgn'\n")


def test_resumed_game_goes_on_in_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Played("a1b2", "resign", "y", "new", "a2b3", "i5h5", record="game.apgn")
    for words in (("--resume", "game.apgn"), ("--resume", "game.apgn", "--record", "game.apgn")):
        assert resume("a1b2" if words[-2] == "--resume" else "i6h6", monkeypatch=monkeypatch, words=words) == 0
        out = capsys.readouterr().out
        assert out.startswith("The game is saved to game.apgn after every move.\n")
        assert out.endswith("  sumito play --resume game.apgn\n")
    first, second = read_records("game.apgn")
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert (len(first.moves()), first.result) == (1, "1-0")
    assert [ply.board.format_move(ply.move) for ply in second.plies()] == ["a2b3", "i5h5", "a1b2", "i6h6"]


def noted(record: Record) -> None:
    record.main_line()[0].add_comment("the best")


def tagged(record: Record) -> None:
    record.headers["Site"] = "the club"


@pytest.mark.parametrize("change", [noted, tagged])
def test_file_that_would_lose_something_stays_as_it_is(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    change: Callable[[Record], None],
) -> None:
    monkeypatch.chdir(tmp_path)
    record = Record(headers={"Date": "1987.01.01"})
    record.add_move("a1b2")
    change(record)
    write_records([record], "game.apgn")
    before = Path("game.apgn").read_bytes()
    assert resume("i5h5", monkeypatch=monkeypatch) == 0
    assert Path("game.apgn").read_bytes() == before
    out = capsys.readouterr().out
    assert out.startswith("game.apgn holds more than this program writes, so it will not be changed. Type\n")
    assert "play --position '" in out


def test_other_record_keeps_a_resumed_game_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Played("a1b2", record="game.apgn")
    before = Path("game.apgn").read_bytes()
    words = ("--resume", "game.apgn", "--record", "other.apgn")
    assert resume("i5h5", monkeypatch=monkeypatch, words=words) == 0
    assert Path("game.apgn").read_bytes() == before
    (record,) = read_records("other.apgn")
    assert isinstance(record, Record)
    assert len(record.moves()) == 2


def test_quit_names_the_file_that_has_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Played("a1b2", "save game", "quit").text.endswith("  sumito play --resume game.apgn\n")
    assert "play --position '" in Played("a1b2", "save one", "i5h5").text  # the input ends: no question is asked
    question = "The game has changed since it was saved. Save it to two.apgn? (y/n)"
    refused = Played("a1b2", "save two", "i5h5", "quit", "n").text
    assert question in refused
    assert "play --position '" in refused
    agreed = Played("a1b2", "save two", "y", "i5h5", "quit", "y").text
    assert f"{question} y\nSaved 2 moves to two.apgn.\n" in agreed
    assert agreed.endswith("  sumito play --resume two.apgn\n")
    assert "changed since" not in Played("a1b2", "save three", "i5h5", "quit", record="kept.apgn").text


def test_save_asks_before_it_writes_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.apgn").write_text("mine", encoding="utf-8")
    game = Played("a1b2", "save game.apgn", "n")
    assert "game.apgn already exists. Overwrite it? (y/n) n\nNothing saved." in game.text
    assert Path("game.apgn").read_text(encoding="utf-8") == "mine"
    assert "Saved 1 move to game.apgn." in Played("a1b2", "save game.apgn", "y").text


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("no/where.apgn", "no/where.apgn: no such file or directory"),
        ("a\0b", "not the name of a file: 'a\\x00b.apgn'"),
        ("x" * 300, f"{'x' * 300}.apgn: file name too long"),
    ],
)
def test_save_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, problem: str) -> None:
    monkeypatch.chdir(tmp_path)
    game = Played("a1b2", f"save {name}", "i5h5")
    assert f"Nothing saved: {problem}." in " ".join(game.text.split())
    assert "--resume" not in game.text
    assert len(game.board.history) == 2
    assert os.listdir() == []


def test_record_is_kept_move_by_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("a1b2\ni5h5\nundo\ni6h6\n"))
    assert main(["play", "--record", "game.apgn"]) == 0
    assert "White played i6h6" in capsys.readouterr().out
    (record,) = read_records("game.apgn")
    assert isinstance(record, Record)
    assert [ply.board.format_move(ply.move) for ply in record.plies()] == ["a1b2", "i6h6"]


def test_record_that_cannot_be_kept_does_not_end_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    out = io.StringIO()
    game = TerminalGame(Board(), io.StringIO("a1b2\ni5h5\n"), out, Look(), GameFile("game.apgn"))
    replace = os.replace

    def fail_later(source: str, target: str) -> None:
        if game.board.history:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        replace(source, target)

    monkeypatch.setattr(os, "replace", fail_later)
    assert game.run() == 0
    assert "The game could not be saved: game.apgn: no space left on device." in out.getvalue()
    assert "sumito play --position '" in out.getvalue()
    assert len(game.board.history) == 2


# ---- empty games


def test_record_of_a_game_without_moves_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "play --position '" in Played("moves", "quit", record="game.apgn").text
    assert Played("save game").answer("save game") == "No moves yet. Nothing saved."
    assert os.listdir() == []
    assert "play --position '" in Played("a1b2", "undo", "quit", record="game.apgn").text
    assert os.listdir() == []
    Played("resign", "y", record="game.apgn")
    (record,) = read_records("game.apgn")
    assert isinstance(record, Record)
    assert record.result == "0-1"


def test_new_game_without_moves_is_not_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Played("a1b2", "resign", "y", "new", "a1b2", "undo", record="game.apgn")
    (record,) = read_records("game.apgn")
    assert isinstance(record, Record)
    assert len(record.moves()) == 1


def test_resumed_file_stays_when_every_move_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Played("a1b2", record="game.apgn")
    assert resume("undo", monkeypatch=monkeypatch) == 0
    (record,) = read_records("game.apgn")
    assert isinstance(record, Record)
    assert not record.moves()


@pytest.mark.parametrize("name", ["no/where.apgn", "/dev/null/game.apgn"])
def test_record_that_cannot_be_written_is_refused_before_the_first_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert resume("a1b2", monkeypatch=monkeypatch, words=("--record", name)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"sumito play: {name}: ")


# ---- games of the web app

# A record as the web app writes it. The web app can continue games after the third repetition.
WEB_RECORD = """[Event "?"]
[Date "2026.11.16"]
[Black "{black}"]
[White "?"]
[Variant "standard"]
[Result "{result}"]
[Notation "Aba-Pro"]
{termination}[Plies "{plies}"]

{moves} {result}

"""
REPEATED = "1. c3d3 g5f5 2. d3c3 f5g5 3. c3d3 g5f5 4. d3c3 f5g5"


@pytest.mark.parametrize(
    ("moves", "plies", "result", "termination", "shown"),
    [
        (f"{REPEATED} 5. a1b2", 9, "*", None, "White O to move: "),
        (f"{REPEATED} 5. a1b2", 9, "1-0", "resignation", "Black wins: White has resigned."),
        (REPEATED, 8, "1/2-1/2", "repetition", "A draw: this position has come up 3 times"),
        (REPEATED, 8, "*", None, "A draw: this position has come up 3 times"),
        (REPEATED, 8, "0-1", "resignation", "White wins: Black has resigned."),
        (REPEATED, 8, "0-1", "time", "White wins on time."),
        ("1. a1b2", 1, "1/2-1/2", "agreement", "A draw by agreement."),
        ("1. a1b2", 1, "0-1", None, "White wins: Black has resigned."),
    ],
)
def test_game_of_the_web_app_is_resumed_in_its_file(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    moves: str,
    plies: int,
    result: str,
    termination: str | None,
    shown: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    tag = f'[Termination "{termination}"]\n' if termination else ""
    text = WEB_RECORD.format(black="?", result=result, termination=tag, plies=plies, moves=moves)
    Path("game.apgn").write_text(text, encoding="utf-8")
    assert resume(monkeypatch=monkeypatch) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert shown in captured.out
    if termination:
        assert captured.out.startswith("The game is saved to game.apgn after every move.\n")
        assert Path("game.apgn").read_text(encoding="utf-8") == text


def test_game_of_the_web_app_against_the_computer_continues_against_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = WEB_RECORD.format(black="sumito level 1", result="*", termination="", plies=9, moves=f"{REPEATED} 5. a1b2")
    Path("game.apgn").write_text(text, encoding="utf-8")
    assert resume("i5h5", monkeypatch=monkeypatch) == 0
    out = capsys.readouterr().out
    assert "You play White against the computer, level 1 of version 0.1." in out
    (record,) = read_records("game.apgn")
    assert isinstance(record, Record)
    assert len(record.moves()) == 11


# ---- several players


def test_game_of_several_goes_on_with_the_players_of_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    start = ("--layout", "three-players", "--seats", "person,hazelnut,person", "--record", "game.apgn", "--lang", "en")
    assert resume("d8d7", "resign", "y", "save other", monkeypatch=monkeypatch, words=start) == 0
    assert capsys.readouterr().out.endswith("play --resume other.apgn --lang en\n")
    (record,) = read_records("game.apgn")
    assert isinstance(record, Record)
    assert [str(node.entry) for node in record.main_line()][2] == "-white:resigns"
    assert (record.headers["Blue"], record.headers["White"], record.result) == ("sumito hazelnut", "?", "*")
    assert resume("e8e7", "undo", monkeypatch=monkeypatch, words=("--resume", "game.apgn", "--lang", "en")) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert out.startswith("The game is saved to game.apgn after every move. Blue: the computer, level 3 (Hazelnut).")
    assert "White has left the game." in out
    assert "Black X to move:" in out
    assert [*read_records("game.apgn")] == [record]


def test_record_of_several_begins_with_a_player_who_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = Played("resign", "y", "save once", board=Board("three-players"), record="game.apgn")
    assert "Saved 0 moves to once.apgn." in game.text
    for name in ("game.apgn", "once.apgn"):
        (record,) = read_records(name)
        assert isinstance(record, Record)
        assert record.resume().active == game.board.active


def test_player_of_several_who_ran_out_of_time_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    board = Board("three-players")
    board.play("d8d7")
    board.flag("blue")
    write_records([Record.from_board(board)], "game.apgn")
    assert resume("undo", monkeypatch=monkeypatch, words=("--resume", "game.apgn", "--lang", "en")) == 0
    out = capsys.readouterr().out
    assert "The end on time is taken back." in out
    assert "Blue B to move:" in out


def test_game_of_several_is_not_saved_as_pgn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = Played("d8d7", "save game.pgn", board=Board("three-players"))
    assert "Nothing saved: " in game.text
    assert "PGN" in game.text.partition("Nothing saved: ")[2]
    assert not Path("game.pgn").exists()
