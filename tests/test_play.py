"""A game at a terminal: scripts of typed lines, and a real terminal."""

from __future__ import annotations

import io
import math
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import Played, terminal
from sumito import BLACK, WHITE, Board, Outcome, Termination, next_cell, parse_cell
from sumito.notation.records import Record, read_records
from sumito.terminal.board_text import Look, board_lines, compass_lines, look_for, shown_width
from sumito.terminal.game import TerminalGame

PAC = "5/6/7/8/1SSss4/8/7/6/5 0 0 b 0 1"
LAST_PUSH = "s4/6/7/8/5SSSs/8/7/6/5 5 2 b 0 40"


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a terminal of 80 columns, and a shell that finds the program."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")


# ---- moves


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
    assert "Black played a1b2. a1, b2 and c3 go up" in game.text


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
    assert game.answer("e2e3").startswith("Not legal. Pac: 2 of your marbles (e2 and e3) against 2 (e4 and e5)")
    assert len(game.board.history) == 1


# ---- commands


def test_help_names_every_command() -> None:
    text = Played("help", "?", "h", "H").text
    assert text.count("take back your last move") == 4
    commands = ("moves", "why", "hint", "level", "undo", "board", "flip", "draw", "resign", "new", "save")
    for command in (*commands, "help", "quit"):
        assert re.search(rf"\n  {command}\b.{{0,13}}  ", text)
    page = text.partition(": help\n")[2].partition("\nBlack X")[0].splitlines()
    assert max(map(len, page)) < 80
    assert len(page) < 23
    words = " ".join(" ".join(page).split())
    assert "A cell is the letter of its row and the number of its diagonal. The diagonals run from the upper" in words
    assert "Row a is a1 to a5, row e is e1 to e9, row i is i5 to i9" in words


@pytest.mark.parametrize("typed", ["undo 2", "quit now", "q now", "help me", "moves c3", "resign please", "board x"])
def test_commands_take_no_argument(typed: str) -> None:
    game = Played("a1b2", typed, "i5h5")
    word, _, rest = typed.partition(" ")
    assert game.answer(typed) == f"{word} takes no argument: '{rest}' is too much."
    assert len(game.board.history) == 2


@pytest.mark.parametrize("typed", ["", "board", "BOARD"])
def test_board_is_drawn_again(typed: str) -> None:
    game = Played("a1b2", typed)
    assert game.text.count("      i O O O O O") == 3
    assert game.text.count("   d . . .[X]. . . . 9") == 2


def test_new_game_after_the_end_has_the_same_start() -> None:
    game = Played("a1b2", "new", "resign", "y", "new", "a2b2", board=Board("belgian-daisy"))
    assert game.answer("new") == "This game is still going: use new once it has ended."
    assert game.board.start() == Board("belgian-daisy")
    assert [game.board.start().format_move(move) for move in game.board.history] == ["a2b2"]


def test_record_keeps_the_games_before_a_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = Played("a1b2", "resign", "y", "new", "a2b3", record="games.apgn")
    first, second = read_records("games.apgn")
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert (len(first.moves()), first.result, second.result) == (1, "1-0", "*")
    assert tuple(second.moves()) == game.board.history


def test_undo_takes_the_move_back() -> None:
    game = Played("a1b2", "undo", "undo")
    assert game.board == Board()
    assert game.answer("undo").startswith("Taken back: a1b2. ")
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
    assert game.answer("why e2-e3 E").startswith("Not legal. Pac: 2 of your marbles (e2 and e3) against 2")
    assert "  e . X X[O O]. . . ." in game.text
    assert game.answer("why e2e3") == game.answer("why e2-e3 E")
    legal = game.answer("why e2,e3 NE")
    assert legal.startswith("Legal: e2e3f3. e2 and e3 go up right broadside, to f3 and f4. ")
    assert "  e .[X X]O O . . . ." in game.text
    assert game.answer("why") == "Type it like why c3-c5 NW, or why a1b2."
    assert game.answer("why x").startswith("'x' is not a move: ")


def test_why_shows_no_code_words() -> None:
    game = Played("why i5h5", "why c4 N", "flip", "why c3c4")
    assert "not_yours" not in game.text
    assert "illegal" not in game.text
    assert game.answer("why i5h5").startswith("Not legal. The marble on i5 is White's")
    assert "      i[O]O O O O" in game.text
    assert game.answer("why c4 N") == "There is no direction N. The directions are E, NE, NW, W, SW and SE."
    assert "[X X X]. . c" in game.text  # the board as it is rotated


def test_directions_are_those_of_the_board_as_it_is_turned() -> None:
    game = Played("why c3-c5 NW", "flip", "why c3 c5 NW")
    assert "go up left broadside" in game.answer("why c3-c5 NW")
    assert "go down right broadside" in game.answer("why c3 c5 NW")


def test_flip_turns_the_board() -> None:
    game = Played("flip", "flip")
    first, second, third = re.findall(r"^( *)O O O O O\b(?! O)", game.text.replace("i ", "").replace(" i", ""), re.M)
    assert len({first, second, third}) == 2
    assert "NE   NW" in game.text
    assert game.text.count("NW   NE") == 2


def test_resignation_is_asked_for_and_announced() -> None:
    game = Played("a1b2", "resign", "n", "resign", "y")
    assert "White resigns. Are you sure? (y/n) n\nThe game continues.\n" in game.text
    assert game.board.outcome == Outcome(Termination.RESIGNATION, (game.board.players[0],))
    assert "Black wins: White has resigned." in game.text
    assert game.text.endswith("new, undo, save FILE.apgn or quit: \nSee you next time.\n")


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ("resign", "The resignation is taken back. The game continues."),
        ("draw", "The draw is taken back. The game continues."),
    ],
)
def test_undo_takes_a_declared_end_back_first(end: str, words: str) -> None:
    game = Played("a1b2", end, "y", "undo")
    assert game.answer("undo").startswith(words)
    assert (len(game.board.history), game.board.outcome) == (1, None)
    assert not Played("a1b2", end, "y", "undo", "undo").board.history
    at_start = Played(end, "y", "undo")
    assert at_start.answer("undo").startswith(words)
    assert at_start.board.outcome is None


def test_draw_needs_both() -> None:
    game = Played("draw", "maybe", "n", "draw", "Yes")
    assert (
        "Black offers a draw. White, do you agree? (y/n) maybe\nPlease answer y or n: n\nNo draw. The game continues."
        in game.text
    )
    unclear = Played("draw", "maybe", "perhaps", "a1b2")
    assert "Please answer y or n: perhaps\nNo draw. The game continues." in unclear.text
    assert len(unclear.board.history) == 1
    assert game.board.outcome == Outcome(Termination.AGREEMENT, ())
    assert "A draw by agreement." in game.text


def test_last_ejection_ends_the_game_until_undone() -> None:
    game = Played("e6e7", "a1b2", "resign", "draw", "moves", "undo", board=Board.from_position(LAST_PUSH))
    assert "The marble on" in game.text
    assert "Black wins with 6 marbles ejected." in game.text
    assert game.answer("a1b2") == "Not legal. The game is over. Black wins with 6 marbles ejected."
    assert game.answer("resign") == game.answer("draw") == "The game is over."
    assert game.answer("moves") == "0 legal moves"
    assert game.board.outcome is None


def test_repetition_ends_the_game() -> None:
    game = Played(*("c3d3", "g5f5", "d3c3", "f5g5") * 2)
    assert "A draw: this position has come up 3 times with the same player to move." in game.text
    assert game.board.outcome is not None


def test_quit_and_the_end_of_input_leave_the_position() -> None:
    for lines in (("a1b2", "quit", "i5h5"), ("a1b2", "q"), ("a1b2", "exit"), ("a1b2",), ("a1b2", "draw")):
        game = Played(*lines)
        assert game.code == 0
        assert game.text.endswith(f"To continue later:\n  sumito play --position '{game.board.position()}'\n")
        assert len(game.board.history) == 1


def test_the_way_back_names_a_program_that_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(sys, "executable", str(tmp_path / ".venv/bin/python"))
    assert "\n  python -m sumito play --position '" in Played().text
    beside = tmp_path / ".venv/bin/sumito"
    beside.parent.mkdir(parents=True)
    beside.touch()
    assert "\n  .venv/bin/sumito play --position '" in Played().text
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert f"\n  {beside} play --position '" in Played().text


# ---- looks


@pytest.mark.parametrize("orientation", range(6))
def test_board_lines_turn_like_the_picture(orientation: int) -> None:
    e9 = parse_cell("e9")
    lines = board_lines(Board(), orientation=orientation, marks=[e9], coordinates=False)
    row, column = next((y, line.index("[")) for y, line in enumerate(lines) if "[" in line)
    ends = [(4, 19), (8, 15), (8, 7), (4, 3), (0, 7), (0, 15)]  # east first, then clockwise
    assert (row, column) == ends[orientation]


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


def contrast(one: int, two: int) -> float:
    """Return the contrast of two of the 256 colours, as the Web's guidelines define it: 1 to 21."""

    def light(color: int) -> float:
        levels = [(0, 95, 135, 175, 215, 255)[(color - 16) // place % 6] / 255 for place in (36, 6, 1)]
        return sum(
            weight * math.pow(level, 2.2) for weight, level in zip((0.2126, 0.7152, 0.0722), levels, strict=True)
        )

    darker, lighter = sorted((light(one), light(two)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("columns", [40, 50, 79])
@pytest.mark.parametrize("colored", [False, True])
def test_narrow_terminals_have_the_text_under_the_board(
    monkeypatch: pytest.MonkeyPatch, columns: int, colored: bool
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    board = Board.from_position("s4/6/7/8/5SSSs/8/7/6/5 2 1 b 0 40")
    typed = ("e6e7", "moves", "help", "why g5 N", "why i5h5", "draw", "what", "n", "foo", "undo x", "resign", "y")
    text = Played(*typed, board=board, look=Look(colored=colored))
    lines = text.text.splitlines()
    assert max(map(shown_width, lines)) < columns
    assert text.board.outcome is not None
    rows = [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in lines]
    assert "  e . . . . . .[X X X]" in [row.replace(" X X X", "[X X X]") for row in rows]
    assert sum("Black ejected" in row for row in rows) == 3
    assert not [row for row in rows if re.match(r" *[a-i] [.XO] .*(ejected|NW|played)", row)]


def test_colored_board_has_round_marbles_on_wood(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    look = look_for(screen)
    assert (look.symbol(BLACK), look.symbol(WHITE)) == ("\N{BLACK CIRCLE}", "\N{WHITE CIRCLE}")
    text = Played("a1b2", look=look).text
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    grounds = {int(ground) for ground in re.findall(r"\x1b\[0;48;5;(\d+)", text)}
    signs = ("[\N{BLACK CIRCLE}\N{WHITE CIRCLE}]", "\N{MIDDLE DOT}")
    inks = [{int(ink) for ink in re.findall(rf"38;5;(\d+)m{sign}", text)} for sign in signs]
    assert inks[0] == {16, 231}
    # Large signs need a contrast of 3 to 1. Empty cells need not stand out on the background of the last move.
    assert all(contrast(ink, ground) >= 3 for ink in inks[0] for ground in grounds)
    assert all(contrast(ink, 94) >= 3 for ink in inks[1])
    assert "\n      i \N{WHITE CIRCLE} \N{WHITE CIRCLE}" in plain
    assert "\n      a \N{MIDDLE DOT} \N{BLACK CIRCLE}" in plain
    assert "Black to move: " in plain
    columns = {line.index("ejected") for line in plain.splitlines() if " ejected " in line}
    assert len(columns) == 1


def test_terminal_has_colour_and_completion(tmp_path: Path) -> None:
    with terminal(tmp_path) as screen:
        shown = screen.wait_for("Black to move: ")
        assert "\x1b[0;48;5;94" in shown
        assert "\N{BLACK CIRCLE}" in shown
        screen.type("a1b2\n")
        screen.wait_for("White to move: ")
        screen.type("fli\t\n")
        screen.wait_for("NE   NW")
        screen.wait_for("White to move: ")
        screen.type("quit\n")
        screen.wait_for("sumito play --position 'sssss/ssssss/2sss2/8/9/3S4/2SSS2/SSSSSS/1SSSS 0 0 w 1 1'")
        assert screen.process.wait(timeout=20) == 0


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": "vt100"}])
def test_terminal_without_colour_has_letters(tmp_path: Path, variables: dict[str, str]) -> None:
    with terminal(tmp_path, variables=variables) as screen:
        shown = screen.wait_for("Black X to move: ")
        assert "\x1b[0;48" not in shown
        assert "      i O O O O O" in shown


def test_terminal_tells_how_wide_it_is(tmp_path: Path) -> None:
    with terminal(tmp_path, columns=50, variables={"NO_COLOR": "1"}) as screen:
        shown = screen.wait_for("Black X to move: ")
        assert "\r\n> X Black ejected 0 of 6  . . . . . .\r\n" in shown


def test_ctrl_c_leaves_the_position(tmp_path: Path) -> None:
    with terminal(tmp_path, "--layout", "belgian-daisy") as screen:
        screen.wait_for("Black to move: ")
        left = "sumito play --position 'ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 1'"
        screen.interrupt()
        screen.wait_for(left)
        assert screen.process.wait(timeout=20) == 0


def test_stray_bytes_are_no_end_of_the_game(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sumito", "play", "--terminal"],
        cwd=tmp_path,
        input=b"\xff\xfe\na1b2\n",
        capture_output=True,
        env={**os.environ, "PYTHONUTF8": "1"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Black played a1b2" in done.stdout


def test_ctrl_c_at_a_question_says_no() -> None:
    class Typed(io.StringIO):
        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
            line = super().readline(size)
            if line == "^C\n":
                raise KeyboardInterrupt
            return line

    out = io.StringIO()
    game = TerminalGame(Board(), Typed("resign\n^C\na1b2\ndraw\nwhat\n^C\ni5h5\n^C\nmoves\n"), out, Look())
    assert game.run() == 0
    assert "sure? (y/n) \nThe game continues.\n" in out.getvalue()
    assert "Please answer y or n: \nNo draw. The game continues.\n" in out.getvalue()
    assert len(game.board.history) == 2
    assert "legal moves" not in out.getvalue()
