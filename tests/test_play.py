"""A game of two at one terminal: scripts of typed lines, and a real terminal."""

from __future__ import annotations

import errno
import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sumito import BLACK, WHITE, Board, Outcome, Termination, next_cell, parse_cell
from sumito.cli import main
from sumito.cli.board_text import Look, board_lines, compass_lines, shown_width
from sumito.cli.play import TerminalGame
from sumito.notation.records import Record, read_records

PAC = "5/6/7/8/1SSss4/8/7/6/5 0 0 b 0 1"
LAST_PUSH = "s4/6/7/8/5SSSs/8/7/6/5 5 2 b 0 40"


class Played:
    """A game that was typed in full: the board at its end, and all that was shown."""

    def __init__(self, *lines: str, board: Board | None = None, look: Look | None = None) -> None:
        out = io.StringIO()
        game = TerminalGame(board or Board(), io.StringIO("".join(f"{line}\n" for line in lines)), out, look or Look())
        self.code = game.run()
        self.board = game.board
        self.text = out.getvalue()

    def answer(self, line: str) -> str:
        """What followed a typed line, up to the next prompt, in one line."""
        after = self.text.partition(f": {line}\n")[2]
        before_prompt = re.split(r"^(?:Black X|White O) to move: |^undo, save ", after, maxsplit=1, flags=re.M)[0]
        return " ".join(before_prompt.split())


# ---- moves


@pytest.mark.parametrize(
    "typed",
    ["a1b2", "A1B2", "a1 b2", "a1-b2", "a1d4", "a1-c3 NE", "a1, b2, c3 ne", "a1 b2 c3 NE", "c3 - a1 NE", "  a1b2  "],
)
def test_moves_are_typed_in_any_notation(typed: str) -> None:
    game = Played(typed)
    assert [game.board.start().format_move(move) for move in game.board.history] == ["a1b2"]


def test_board_is_drawn_after_each_move() -> None:
    game = Played("a1b2", "i5h5")
    board = Board()
    marks: list[int] = []
    drawn = [board_lines(board)]
    for move in game.board.history:
        board.play(move)
        marks = [cell for each in move.cells if (cell := next_cell(each, move.direction)) is not None]
        drawn.append(board_lines(board, marks=marks))
    rows = [line[:30].rstrip() for line in game.text.splitlines()]
    places = [rows.index(lines[3], 13 * number) for number, lines in enumerate(drawn)]
    assert [rows[place - 3 : place + 7] for place in places] == drawn
    assert "   d . . .[X]. . . . 9" in game.text
    assert "   f . . .[O]. . . . " in game.text
    assert "Black played a1b2. a1, b2 and c3 go NE in" in game.text


def test_turn_and_ejected_counts_are_shown() -> None:
    text = Played("e6e7", board=Board.from_position("s4/6/7/8/5SSSs/8/7/6/5 2 1 b 0 40")).text
    assert "> X Black ejected 2 of 6  O O . . . ." in text
    assert "  O White ejected 1 of 6  X . . . . ." in text
    assert "  X Black ejected 3 of 6  O O O . . ." in text
    assert "> O White ejected 1 of 6  X . . . . ." in text
    assert "Black X to move: " in text
    assert "White O to move: " in text


def test_example_of_a_move_is_legal() -> None:
    for layout in ("standard", "belgian-daisy"):
        text = Played(board=Board(layout)).text
        match = re.search(r"Type a move such as (\w+), or help", text)
        assert match
        assert Board(layout).parse_move(match[1]) in Board(layout).legal_moves


def test_illegal_move_is_explained_and_asked_again() -> None:
    game = Played("e2e3", "e2 NE", board=Board.from_position(PAC))
    assert game.answer("e2e3").startswith("Not legal. Pac: 2 of yours (e2 and e3) against 2 (e4 and e5)")
    assert len(game.board.history) == 1


def test_too_many_marbles_get_the_hint_of_three() -> None:
    game = Played("e2e3", board=Board.from_position("5/6/7/8/1SSSS4/8/7/6/s4 0 0 b 0 1"))
    assert game.answer("e2e3").endswith("Three of them, e3, e4 and e5, may go E.")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("foo", "'foo' is neither a move nor a command. A move is typed like a1b2; help tells the rest."),
        ("undoo", "'undoo' is neither a move nor a command. Did you mean undo?"),
        ("c3c9", "'c3c9' is no move: no such cell. A move is typed like a1b2; help tells more."),
        ("c3,c3 NE", "'c3,c3 NE' is no move: cell named twice: c3. A move is typed like a1b2; help tells more."),
        (
            "x" * 500,
            f"'{'x' * 60}'... is neither a move nor a command. A move is typed like a1b2; help tells the rest.",
        ),
        (
            "\N{SNOWMAN}",
            "'\N{SNOWMAN}' is neither a move nor a command. A move is typed like a1b2; help tells the rest.",
        ),
        ("NE", "'NE' is neither a move nor a command. A move is typed like a1b2; help tells the rest."),
        ("z NE", "'z NE' is neither a move nor a command. A move is typed like a1b2; help tells the rest."),
    ],
)
def test_what_is_not_understood_is_said(typed: str, words: str) -> None:
    assert Played(typed).answer(typed) == words


@pytest.mark.parametrize("typed", ["", "   ", "\udcff", "a1\x00b2", "\x1b[2J", "1" * 5000, "why \udcff", "save \0"])
def test_nasty_lines_do_not_end_the_game(typed: str) -> None:
    game = Played(typed, "a1b2")
    assert len(game.board.history) == 1
    assert "\x1b" not in game.text


# ---- commands


def test_help_names_every_command() -> None:
    text = Played("help", "?").text
    assert text.count("take the last move back") == 2
    for command in ("moves", "why", "undo", "flip", "draw", "resign", "save FILE.apgn", "help", "quit"):
        assert f"\n  {command}" in text
    page = text.partition(": help\n")[2].partition("\nBlack X")[0].splitlines()
    assert max(map(len, page)) < 80
    assert len(page) < 23


def test_undo_takes_the_move_back() -> None:
    game = Played("a1b2", "undo", "undo")
    assert game.board == Board()
    assert game.text.endswith("sumito play --position 'sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 0 1'\n")
    assert "There is no move to take back." in game.text


def test_moves_are_listed_by_kind() -> None:
    game = Played("moves", board=Board.from_position("5/6/7/8/5SSSs/8/7/6/5 0 0 b 0 1"))
    words = game.answer("moves")
    assert words.startswith("ejects e6e7 e7e8 in line e6d5 ")
    board = game.board
    assert words.endswith(f" {len(board.legal_moves)} legal moves")
    assert set(re.findall(r"\b(?:[a-i][1-9]){2,3}\b", words)) == set(map(board.format_move, board.legal_moves))


def test_why_explains_lines_and_moves() -> None:
    game = Played("why e2-e3 E", "why e2e3", "why e2,e3 NE", "why", "why x", board=Board.from_position(PAC))
    assert game.answer("why e2-e3 E").startswith("illegal: pac Pac: 2 of yours (e2 and e3) against 2")
    assert game.answer("why e2e3") == game.answer("why e2-e3 E")
    assert game.answer("why e2,e3 NE") == "legal: e2e3f3, broadside e2 and e3 go NE broadside, to f3 and f4."
    assert game.answer("why") == "Say what about: why c3-c5 NW, or why a1b2."
    assert game.answer("why x").startswith("'x' is no move: ")


def test_flip_turns_the_board() -> None:
    game = Played("flip", "flip")
    first, second, third = re.findall(r"^( *)O O O O O\b(?! O)", game.text.replace("i ", "").replace(" i", ""), re.M)
    assert len({first, second, third}) == 2
    assert "NE   NW" in game.text
    assert game.text.count("NW   NE") == 2


def test_resignation_is_announced() -> None:
    game = Played("a1b2", "resign")
    assert game.board.outcome == Outcome(Termination.RESIGNATION, (game.board.players[0],))
    assert "Black wins: White has resigned." in game.text
    assert game.text.endswith("undo, save FILE.apgn or quit: \nUntil the next game.\n")


def test_draw_needs_both() -> None:
    game = Played("draw", "maybe", "n", "draw", "Yes")
    assert "Black offers a draw. White, do you agree? (y/n) maybe\nPlease answer y or n: n\nNo draw, then." in game.text
    assert game.board.outcome == Outcome(Termination.AGREEMENT, ())
    assert "A draw by agreement." in game.text


def test_last_ejection_ends_the_game_until_undone() -> None:
    game = Played("e6e7", "a1b2", "resign", "draw", "moves", "undo", board=Board.from_position(LAST_PUSH))
    assert "The marble on" in game.text
    assert "Black wins with 6 marbles ejected." in game.text
    assert game.answer("a1b2") == "Not legal. The game is over. Black wins with 6 marbles ejected."
    assert game.answer("resign") == game.answer("draw") == "The game is over already."
    assert game.answer("moves") == "0 legal moves"
    assert game.board.outcome is None


def test_repetition_ends_the_game() -> None:
    game = Played(*("c3d3", "g5f5", "d3c3", "f5g5") * 2)
    assert "A draw: this position has come up 3 times with the same player to move." in game.text
    assert game.board.outcome is not None


def test_quit_and_the_end_of_input_leave_the_position() -> None:
    for lines in (("a1b2", "quit", "i5h5"), ("a1b2", "exit"), ("a1b2",), ("a1b2", "draw")):
        game = Played(*lines)
        assert game.code == 0
        assert game.text.endswith(f"To go on from here later:\n  sumito play --position '{game.board.position()}'\n")
        assert len(game.board.history) == 1


# ---- records


def test_save_writes_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = Played("a1b2", "i5h5", "save game", "resign", "save over.apgn", "save", board=Board("belgian-daisy"))
    assert game.answer("save game") == "Saved to game.apgn: 2 plies."
    assert game.answer("save") == "Say where: save FILE.apgn"
    (record,), (over,) = (list(read_records(name)) for name in ("game.apgn", "over.apgn"))
    assert isinstance(record, Record)
    assert isinstance(over, Record)
    assert (tuple(record.moves()), record.result) == (game.board.history, "*")
    assert re.fullmatch(r"\d{4}\.\d\d\.\d\d", record.headers["Date"])
    assert (over.result, over.headers["Termination"]) == ("0-1", "resignation")


def test_save_asks_before_it_writes_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.apgn").write_text("mine", encoding="utf-8")
    game = Played("save game.apgn", "n")
    assert "game.apgn is there already. Write over it? (y/n) n\nNothing saved." in game.text
    assert Path("game.apgn").read_text(encoding="utf-8") == "mine"
    assert "Saved to game.apgn: 0 plies." in Played("save game.apgn", "y").text


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
    game = Played(f"save {name}", "a1b2")
    assert f"Nothing saved: {problem}." in " ".join(game.text.split())
    assert len(game.board.history) == 1
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
    game = TerminalGame(Board(), io.StringIO("a1b2\ni5h5\n"), out, Look(), "game.apgn")
    replace = os.replace

    def fail_later(source: str, target: str) -> None:
        if game.board.history:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        replace(source, target)

    monkeypatch.setattr(os, "replace", fail_later)
    assert game.run() == 0
    assert "The record is not kept: game.apgn: no space left on device." in out.getvalue()
    assert len(game.board.history) == 2


# ---- looks


@pytest.mark.parametrize("turns", range(6))
def test_board_lines_turn_like_the_picture(turns: int) -> None:
    e9 = parse_cell("e9")
    lines = board_lines(Board(), turns=turns, marks=[e9], coordinates=False)
    row, column = next((y, line.index("[")) for y, line in enumerate(lines) if "[" in line)
    ends = [(4, 19), (8, 15), (8, 7), (4, 3), (0, 7), (0, 15)]  # east first, then clockwise
    assert (row, column) == ends[turns]


def test_board_lines_in_colour_have_the_same_width() -> None:
    plain = board_lines(Board(), marks=[0, 1])
    colored = board_lines(Board(), Look(colored=True), marks=[0, 1])
    assert [shown_width(line) - len(line.rstrip()) for line in plain] == [0] * 10
    assert all(shown_width(line) - len(one) in (0, 1) for line, one in zip(colored, plain, strict=True))
    assert all(line.endswith("\x1b[0m") for line in colored)


def test_compass_turns_with_the_board() -> None:
    assert compass_lines() == ["  NW   NE", "W    +    E", "  SW   SE"]
    assert compass_lines(3) == ["  SE   SW", "E    +    W", "  NE   NW"]


def test_look_of_marbles_differs_without_colour() -> None:
    look = Look()
    assert len({look.symbol(BLACK), look.symbol(WHITE), look.symbol(None)}) == 3
    assert look.row(BLACK, None) == "X ."
    assert look.bold("x") == "x"


def test_colored_board_has_round_marbles_on_wood() -> None:
    look = Look("\N{BLACK CIRCLE}", "\N{WHITE CIRCLE}", "\N{MIDDLE DOT}", colored=True)
    text = Played("a1b2", look=look).text
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert "\x1b[0;48;5;137" in text
    assert "\n      i \N{WHITE CIRCLE} \N{WHITE CIRCLE}" in plain
    assert "Black to move: " in plain
    columns = {line.index("ejected") for line in plain.splitlines() if " ejected " in line}
    assert len(columns) == 1


@contextmanager
def terminal(cwd: Path, *words: str, **variables: str) -> Iterator[Terminal]:
    """A running game at a terminal of its own."""
    ours, theirs = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    process = subprocess.Popen(
        [sys.executable, "-m", "sumito", "play", *words],
        cwd=cwd,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**environment, "TERM": "xterm-256color", "PYTHONUTF8": "1", **variables},
        start_new_session=True,
    )
    os.close(theirs)
    try:
        yield Terminal(ours, process)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


class Terminal:
    """What a person sees and types."""

    def __init__(self, file: int, process: subprocess.Popen[bytes]) -> None:
        self._file = file
        self.process = process
        self.seen = ""

    def shows(self, text: str, seconds: float) -> bool:
        """Whether a text comes within a time."""
        deadline = time.monotonic() + seconds
        while text not in self.seen:
            ready, _, _ = select.select([self._file], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                return False
            self.seen += os.read(self._file, 65536).decode()
        return True

    def wait_for(self, text: str) -> str:
        """Everything up to a text, which has not been waited for before."""
        assert self.shows(text, 20), f"{text!r} never came: {self.seen!r}"
        before, self.seen = self.seen.split(text, 1)
        return before + text

    def type(self, text: str) -> None:
        os.write(self._file, text.encode())


def test_terminal_has_colour_and_completion(tmp_path: Path) -> None:
    with terminal(tmp_path) as screen:
        shown = screen.wait_for("Black to move: ")
        assert "\x1b[0;48;5;137m" in shown
        assert "\N{BLACK CIRCLE}" in shown
        screen.type("a1b2\n")
        screen.wait_for("White to move: ")
        screen.type("fli\t\n")
        screen.wait_for("NE   NW")
        screen.wait_for("White to move: ")
        screen.type("quit\n")
        screen.wait_for("sumito play --position 'sssss/ssssss/2sss2/8/9/3S4/2SSS2/SSSSSS/1SSSS 0 0 w 1 1'")
        assert screen.process.wait(timeout=20) == 0


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_terminal_without_colour_has_letters(tmp_path: Path, variables: dict[str, str]) -> None:
    with terminal(tmp_path, **variables) as screen:
        shown = screen.wait_for("Black X to move: ")
        assert "\x1b[0;48" not in shown
        assert "      i O O O O O" in shown


def test_ctrl_c_leaves_the_position(tmp_path: Path) -> None:
    with terminal(tmp_path, "--layout", "belgian-daisy") as screen:
        screen.wait_for("Black to move: ")
        left = "sumito play --position 'ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 1'"
        # A signal between the prompt and the reading is seen with the next one: press again, as a person would.
        tries = 0
        while not screen.shows(left, 1):
            assert (tries := tries + 1) < 20
            screen.process.send_signal(signal.SIGINT)
        assert screen.process.wait(timeout=20) == 0


def test_stray_bytes_are_no_end_of_the_game(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sumito", "play"],
        cwd=tmp_path,
        input=b"\xff\xfe\na1b2\n",
        capture_output=True,
        env={**os.environ, "PYTHONUTF8": "1"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Black played a1b2" in done.stdout
