"""Bad input on the command line: one line that names the input and its place."""

from __future__ import annotations

import argparse
import errno
import io
import os
import random
import re
import sys
from pathlib import Path
from typing import IO

import pytest

from command_line import Done, Run, runner
from sumito import Board
from sumito.cli import main
from sumito.cli.options.board import whole_number
from sumito.learn.catalogue import LANGUAGES

run = pytest.fixture(runner)


def complaint(done: Done) -> str:
    """Return the single line on standard error for bad input."""
    assert done.code == 2
    assert done.out == ""
    assert done.err.count("\n") == 1, done.err
    assert done.err.endswith("\n")
    assert "Traceback" not in done.err
    return done.err.rstrip("\n")


NASTY = ["", " ", "\0", "\n", "x" * 5000, "\N{SNOWMAN}", "\udcff", "-1", "9" * 400, "e5", "/", "%s%n{0}", "\x1b[31m"]


@pytest.mark.parametrize("text", NASTY)
@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("moves", "--position="),
        ("moves", "--layout="),
        ("threats", "--position="),
        ("threats", "--lang="),
        ("perft", "--depth="),
        ("check", ""),
        ("layouts", ""),
    ],
)
def test_nasty_arguments_get_one_line(run: Run, command: str, option: str, text: str) -> None:
    line = complaint(run(command, option + text))
    assert re.match(rf"sumito( {command})?: ", line)
    assert line.isprintable()


@pytest.mark.parametrize("text", [text for text in NASTY if text != "e5"])
@pytest.mark.parametrize(
    "before",
    [
        ("explain", "--direction=E", "--line="),
        ("explain", "--line=c3", "--direction="),
        ("explain", "--move="),
        ("diagram", "--marks="),
        ("diagram", "--last-move="),
        ("diagram", "--orientation="),
        ("diagram", "--width="),
        ("diagram", "--output="),
        ("convert", "--notation="),
    ],
)
def test_nasty_values_get_one_line(run: Run, before: tuple[str, ...], text: str) -> None:
    line = complaint(run(*before[:-1], before[-1] + text))
    assert re.match(rf"sumito {before[0]}: ", line)
    assert line.isprintable()


COMPLAINTS = [
    ("moves --layout belgian-dasy", "sumito moves: no such layout: 'belgian-dasy' (did you mean belgian-daisy"),
    ("moves --position 5/6/7", "sumito moves: not a position, fewer than nine rows: '5/6/7', column 6"),
    ("moves --position 5/6/7/8/9/8/7/6/5", "sumito moves: not a position to play, no marbles: '5/6/7/8/9/8/7/6/5'"),
    ("moves --layout standard --position 5", "sumito moves: argument --position: not allowed with argument --layout"),
    ("moves --posi 5", "sumito: unrecognized arguments: --posi 5"),
    ("nonsense", "sumito: argument COMMAND: expected one of "),
    ("perft", "sumito perft: the following arguments are required: --depth"),
    ("perft --depth -3", "sumito perft: argument --depth: expected a whole number from 0 to 64, not '-3'"),
    ("perft --depth 100", "sumito perft: argument --depth: expected a whole number from 0 to 64, not '100'"),
    ("check", "sumito check: the following arguments are required: FILE"),
    ("check -", "sumito check: '-' is not a file: "),
    ("check missing.apgn", "sumito check: missing.apgn: no such file or directory"),
    ("check .", "sumito check: .: is a directory"),
    ("convert - out", "sumito convert: '-' is not a file: "),
    ("convert missing out", "sumito convert: missing: no such file or directory"),
    ("convert empty -", "sumito convert: '-' is not a file: "),
    ("convert empty .", "sumito convert: .: is a directory"),
    ("convert empty no/where", "sumito convert: no/where: no such file or directory"),
    ("convert empty empty/out", "sumito convert: empty/out: not a directory"),
    (
        "convert empty out --notation chess",
        "sumito convert: argument --notation: expected one of aba-pro, nacre, playstrategy, not 'chess'",
    ),
    ("diagram -o board.gif", "sumito diagram: the name of a picture must end in .svg or .png: 'board.gif'"),
    ("diagram -o no/where.svg", "sumito diagram: no/where.svg: no such file or directory"),
    ("diagram --last-move e5e6", "sumito diagram: illegal move 'e5e6' in "),
    ("diagram --orientation 6", "sumito diagram: argument --orientation: expected a whole number from 0 to 5, not '6'"),
    ("explain --line e2", "sumito explain: expected --line and --direction, or --move alone"),
    ("explain", "sumito explain: expected --line and --direction, or --move alone"),
    (
        "explain --line e2 --direction E --move e2e3",
        "sumito explain: expected --line and --direction, or --move alone",
    ),
    ("explain --direction E --move e2e3", "sumito explain: expected --line and --direction, or --move alone"),
    ("explain --move i1h1", "sumito explain: There is no cell i1: row i has i5 to i9."),
    ("explain --move foo", "sumito explain: 'foo' is not a move: "),
    ("diagram --width 300", "sumito diagram: --width is for pictures: add -o FILE"),
    ("diagram --theme dark", "sumito diagram: --theme is for pictures: add -o FILE"),
    ("play --resume missing.apgn", "sumito play: missing.apgn: no such file or directory"),
    ("play --resume empty", "sumito play: empty: the file contains no game"),
    ("play --resume empty --layout standard", "sumito play: argument --layout: not allowed with argument --resume"),
    ("explain --line e2,e2 --direction E", "sumito explain: This cell is named twice: e2."),
    ("explain --line e2- --direction E", "sumito explain: No cells are named"),
    ("explain --line e2,e3-e4 --direction E", "sumito explain: A line has two ends"),
    (
        "explain --move e2e3 --lang xx",
        f"sumito explain: argument --lang: expected one of {', '.join(LANGUAGES)}, not 'xx'"
        " (see sumito explain --help)",
    ),
    ("explain --line k2 --direction E", "sumito explain: There is no cell k2: the rows are a to i."),
    (
        "explain --line e2 --direction N",
        "sumito explain: There is no direction N. The directions are E, NE, NW, W, SW and SE.",
    ),
    ("threats --lang xx", f"sumito threats: argument --lang: expected one of {', '.join(LANGUAGES)}, not 'xx'"),
    ("layouts daisy", "sumito layouts: no such layout: 'daisy' (did you mean "),
    ("play --layout chess", "sumito play: no such layout: 'chess'"),
    (
        "play --record empty",
        "sumito play: --record: 'empty' already exists: name a new file, or continue its last game with --resume",
    ),
    ("lab", "sumito lab: expected a command (see sumito lab --help)"),
    ("lab nonsense", "sumito lab: argument COMMAND: expected one of "),
    ("lab selfplay -o x", "sumito lab selfplay: the following arguments are required: --games"),
    (
        "lab selfplay -o x --games 0",
        "sumito lab selfplay: argument --games: expected a whole number from 1 to 4294967296, not",
    ),
    (
        "lab selfplay -o x --games 1 --ray auto --processes 2",
        "sumito lab selfplay: --processes cannot be used with --ray",
    ),
    ("lab selfplay -o empty --games 1", "sumito lab selfplay: empty: not a folder"),
    ("lab selfplay -o empty/x --games 1", "sumito lab selfplay: empty/x: not a directory"),
    ("lab selfplay -o x --games 1 --network no.nnue", "sumito lab selfplay: no.nnue: no such file or directory"),
    ("lab train nowhere -o x", "sumito lab train: nowhere: no such file or directory"),
    ("lab train empty -o x --filters 7", "sumito lab train: argument --filters: expected 8, 16 or 24, not '7'"),
    (
        "lab train empty -o x --result-part 2",
        "sumito lab train: argument --result-part: expected a number from 0 to 1, not '2'",
    ),
    ("analyse empty --apgn empty", "sumito analyse: --apgn: empty is already the record: name another file"),
    ("analyse empty --apgn x --graph ./x", "sumito analyse: --graph: ./x is already --apgn: name another file"),
    ("lab match nodes=1 nodes=2 --games 2 --journal x --json x", "sumito lab match: --json: x is already --journal"),
    ("lab selfplay -o x --games 1 --network empty", "sumito lab selfplay: empty is not a network file"),
    ("lab tune nowhere", "sumito lab tune: nowhere: no such file or directory"),
    (
        "lab tune empty --result-part x",
        "sumito lab tune: argument --result-part: expected a number from 0 to 1, not 'x'",
    ),
    ("play --record no/where.apgn", "sumito play: no/where.apgn: no such file or directory"),
]


@pytest.mark.parametrize(("words", "line"), COMPLAINTS, ids=[words for words, _ in COMPLAINTS])
def test_bad_input_names_what_and_where(run: Run, words: str, line: str) -> None:
    Path("empty").touch()
    assert complaint(run(*words.split())).startswith(line)
    assert os.listdir() == ["empty"]


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [
        ("three", "did you mean three-players or three-players-pbmserv?"),
        ("3-players", "did you mean three-players or three-players-pbmserv?"),
        ("daisy", "did you mean belgian-daisy, german-daisy or austrian-daisy?"),
        ("teams", "did you mean four-players-teams?"),
        ("wall", "did you mean the-wall?"),
        ("Snow", "did you mean snowflake?"),
        ("the-standart", "did you mean standard?"),
        ("spidr", "did you mean spider?"),
        ("6-8", "did you mean 6-9?"),
        ("xyzzy", "`sumito layouts` lists them"),
    ],
)
def test_unknown_layouts_suggest_names_with_the_same_words_first(run: Run, name: str, suggestion: str) -> None:
    assert complaint(run("moves", "--layout", name)).startswith(f"sumito moves: no such layout: '{name}' ({suggestion}")


def test_binary_files_are_invalid_games_not_crashes(run: Run) -> None:
    Path("binary").write_bytes(random.Random(5).randbytes(5000))
    done = run("check", "binary")
    assert done.code == 1
    assert done.lines[-1] == "games 1 plies 0 invalid 1"
    assert done.err.count("\n") == 1
    assert run("convert", "binary", "out").code == 1


def test_file_that_cannot_be_opened_is_bad_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str, mode: str) -> IO[bytes]:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)

    monkeypatch.setattr("builtins.open", refuse)
    assert complaint(run("check", "secret.apgn")) == "sumito check: secret.apgn: permission denied"


def test_file_that_cannot_be_read_is_a_failure(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr("builtins.open", lambda name, mode: Broken())
    assert run("check", "worn.apgn") == (1, "", "sumito check: worn.apgn: input/output error\n")


def test_full_disk_is_a_failure(run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Full(io.StringIO):
        def flush(self) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(sys, "stdout", Full())
    assert main(["moves"]) == 1
    assert capsys.readouterr().err == "sumito moves: no space left on device\n"
    assert main(["--help"]) == 1


def test_own_errors_are_one_line_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Board, "legal_moves", property(lambda board: 1 // 0))
    done = run("moves")
    assert done.code == 1
    assert done.err.startswith("sumito moves: ZeroDivisionError: ")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("words", [("--debug", "moves"), ("moves", "--debug")])
def test_debug_shows_the_traceback(run: Run, words: tuple[str, ...]) -> None:
    done = run(*words, "--position", "x")
    assert done.code == 2
    assert done.err.startswith("Traceback ")
    assert done.err.splitlines()[-1].startswith("sumito moves: not a position")


def test_the_largest_number_of_an_option_is_accepted() -> None:
    assert whole_number("4294967296", 0, 2**32) == 2**32
    for wrong in ("4294967297", "04294967296", "9" * 5000):
        with pytest.raises(argparse.ArgumentTypeError, match="expected a whole number from 0 to 4294967296, not"):
            whole_number(wrong, 0, 2**32)
