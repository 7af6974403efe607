"""The command line: every command and its results."""

from __future__ import annotations

import io
import os
import re
import shlex
import signal
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from command_line import Run, in_process_of_its_own, interrupts_heard, random_record, runner, write_games
from sumito import LAYOUTS, MULTI_LAYOUTS, Board, Dialect, __version__, perft
from sumito.cli import main
from sumito.cli.commands.perft import RULES, STRIDE, counts
from sumito.cli.options.board import board_of
from sumito.learn.catalogue import catalogue
from sumito.learn.threats import explain_position
from sumito.server.listening import listen

COMMANDS = (
    "play", "puzzles", "rulebook", "moves", "explain", "formations", "threats", "diagram", "animate", "layouts",
    "check", "convert", "link", "analyse", "explore", "serve", "site", "server", "perft", "engine", "bench", "lab",
)  # fmt: skip
PAC = "5/6/7/8/1SSss4/8/7/6/5 0 0 b 0 1"
EJECTION = "5/6/7/8/5SSSs/8/7/6/5 0 0 b 0 1"
WON = "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 6 0 w 0 1"

run = pytest.fixture(runner)


# ---- perft


def test_perft_counts_each_depth_and_ends_with_nodes(run: Run) -> None:
    done = run("perft", "--depth", "3")
    assert done.code == 0
    assert [line.split()[:3] for line in done.lines[:-1]] == [
        ["depth", "1", "44"],
        ["depth", "2", "1936"],
        ["depth", "3", "98912"],
    ]
    assert all(re.fullmatch(r"depth \d+  \d+  \d+\.\d{3} s  \d+ leaves/s", line) for line in done.lines[:-1])
    assert done.lines[-1] == "nodes 98912"


def test_perft_beyond_one_native_call_agrees(run: Run) -> None:
    lines = run("perft", "--layout", "belgian-daisy", "--depth", "5", "--divide").lines
    assert lines[-1] == f"nodes {perft(Board('belgian-daisy'), 5)}"


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_perft_divide_lists_every_first_move(run: Run, depth: int) -> None:
    lines = run("perft", "--layout", "belgian-daisy", "--depth", str(depth), "--divide").lines
    roots = [line.split() for line in lines if re.match(r"[a-i][1-9]", line)]
    board = Board("belgian-daisy")
    assert [text for text, _ in roots] == sorted(map(board.format_move, board.legal_moves))
    assert lines[-1] == f"nodes {sum(int(count) for _, count in roots)}"
    assert lines.index(" ".join(roots[-1])) < len(lines) - 1


def test_perft_of_depth_zero_is_one(run: Run) -> None:
    assert run("perft", "--depth", "0", "--divide").out == "nodes 1\n"


def test_perft_of_a_won_position_is_zero(run: Run) -> None:
    assert run("perft", "--position", WON, "--depth", "2").lines[-1] == "nodes 0"


def test_perft_plays_on_where_a_position_repeats() -> None:
    board = board_of(Namespace(layout=None, position=PAC), RULES)
    for text in ("e2f2", "e5f6", "f2e2", "f6e5") * 2:
        board.play(text)
    assert (board.occurrences(), board.outcome) == (3, None)
    assert sum(counts(board, STRIDE + 1)) == perft(Board.from_position(PAC), STRIDE + 1)


def test_perft_shows_progress_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", screen)
    assert main(["perft", "--depth", "5"]) == 0
    assert screen.getvalue().startswith("\rdepth 5: first move 1 of 44, ")
    assert screen.getvalue().endswith(" \r")


@pytest.mark.parametrize("outside", [signal.default_int_handler, signal.SIG_IGN], ids=["heard", "ignored"])
def test_perft_is_interrupted_at_once(tmp_path: Path, outside: signal.Handlers) -> None:
    before = signal.signal(signal.SIGINT, outside)
    try:
        with interrupts_heard():
            process = subprocess.Popen(
                [sys.executable, "-m", "sumito", "perft", "--depth", "9"],
                cwd=tmp_path,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        while not process.stdout.readline().startswith("depth 4"):
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 130
        assert process.stderr.read() == "sumito perft: interrupted\n"


# ---- moves


def test_moves_lists_every_legal_move_in_columns(run: Run) -> None:
    done = run("moves", "--layout", "belgian-daisy")
    board = Board("belgian-daisy")
    rows = [line.split() for line in done.lines]
    assert done.code == 0
    assert [row[0] for row in rows] == sorted(map(board.format_move, board.legal_moves))
    for row in rows:
        move = board.parse_move(row[0])
        assert row[1:4] == [
            board.format_move(move, Dialect.NACRE),
            board.format_move(move, Dialect.PLAYSTRATEGY),
            str(move.kind),
        ]
        assert row[4:] == ["-", "-"]


def test_moves_tells_sumito_and_ejection(run: Run) -> None:
    rows = {line.split()[0]: line.split() for line in run("moves", "--position", EJECTION).lines}
    assert rows["e6e7"] == ["e6e7", "e6e9", "e6e9", "in_line", "3-1", "ejects"]
    assert rows["e6e7d5"][3:] == ["broadside", "-", "-"]


def test_moves_of_a_won_position_are_none(run: Run) -> None:
    assert run("moves", "--position", WON) == (
        0,
        "",
        "sumito moves: no moves, the game is over: black wins by ejection\n",
    )


# ---- diagram


def test_diagram_is_the_board_as_text(run: Run) -> None:
    assert run("diagram", "--layout", "belgian-daisy").out == f"{Board('belgian-daisy')}\n"


def test_diagram_shows_marks_and_the_last_move(run: Run) -> None:
    done = run("diagram", "--last-move", "c5d6", "--marks", "e2,e3 e5")
    assert "  e .[. .].[.]. . . ." in done.lines
    assert "   d . . . . .[X]. . 9" in done.lines


def test_diagram_can_be_turned_and_bare(run: Run) -> None:
    lines = run("diagram", "--orientation", "3", "--no-coordinates").lines
    assert [line.replace(" ", "") for line in lines][:2] == ["XXXXX", "XXXXXX"]
    assert len(lines) == 9


@pytest.mark.parametrize("command", ["diagram", "animate"])
def test_help_says_that_white_is_at_the_bottom_with_two_players(run: Run, command: str) -> None:
    assert "with two players, 3 puts White at the bottom" in " ".join(run(command, "--help").out.split())


def test_diagram_writes_pictures(run: Run) -> None:
    assert run("diagram", "-o", "board.svg", "--theme", "dark", "--width", "300", "--marks", "e5").code == 0
    svg = Path("board.svg").read_text(encoding="utf-8")
    assert svg.startswith("<svg ")
    assert 'width="300"' in svg
    assert 'class="mark e5"' in svg
    assert run("diagram", "--output", "board.PNG", "--last-move", "a1b2", "--width", "64").code == 0
    assert Path("board.PNG").read_bytes().startswith(b"\x89PNG")


def test_diagram_without_the_extra_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = run("diagram", "-o", "board.png")
    assert done == (
        1,
        "",
        "sumito diagram: PNG pictures need an extra: pip install 'sumito[png]', or `make all` in a clone\n",
    )


# ---- explain


def test_explain_says_why_not(run: Run) -> None:
    done = run("explain", "--position", PAC, "--line", "e2-e3", "--direction", "E")
    assert done.code == 0
    assert done.lines[0] == "illegal: pac"
    assert " ".join(done.lines[1:3]).startswith("Pac: 2 of your marbles (e2 and e3) against 2 (e4 and e5)")
    assert "  e . X X[O O]. . . ." in done.lines
    assert done.lines[-1] == "X Black, O White; Black to move."


def test_explain_says_what_a_legal_move_does(run: Run) -> None:
    done = run("explain", "--position", EJECTION, "--line", "e6,e7,e8", "--direction", "e")
    assert (done.code, done.lines[0]) == (0, "legal: e6e7, sumito 3-1, ejects")
    assert "  e . . . . .[X X X]O" in done.lines


@pytest.mark.parametrize(
    ("line", "headline"),
    [
        ("c3", "legal: c3d3, in line"),
        ("c3-c5", "legal: c3c5d3, broadside"),
        ("c5-c3", "legal: c3c5d3, broadside"),
        ("c3,c5", "illegal: not a line"),
        ("C3, C4", "legal: c3c4d3, broadside"),
        ("c3 c4", "legal: c3c4d3, broadside"),
        ("c3 c5", "legal: c3c5d3, broadside"),
        ("c3-c3", "legal: c3d3, in line"),
    ],
)
def test_explain_reads_lines_by_cells_or_ends(run: Run, line: str, headline: str) -> None:
    assert run("explain", "--line", line, "--direction", "NW").lines[0] == headline


@pytest.mark.parametrize("text", ["e2e3", "e2-e3 E", " e2e3 ", "e2 to e3"])
def test_explain_takes_a_typed_move(run: Run, text: str) -> None:
    done = run("explain", "--position", PAC, "--move", text)
    assert done == run("explain", "--position", PAC, "--line", "e2-e3", "--direction", "E")
    assert done.lines[0] == "illegal: pac"


# ---- threats


def test_threats_says_sentences_and_marks_the_dangers(run: Run) -> None:
    done = run("threats", "--lang", "en", "--position", EJECTION.replace(" b ", " w "))
    assert done.code == 0
    board = Board.from_position(EJECTION.replace(" b ", " w "))
    said = [catalogue("en").sentence(each) for each in explain_position(board)]
    assert done.out.partition("\n\n")[0].replace("\n  ", " ").splitlines() == said
    assert max(map(len, done.lines)) < 80
    assert "  e . . . . . X X X[O]" in done.lines
    assert done.out.count("[") == 1
    assert done.lines[-1] == "X Black, O White"


def test_threats_of_a_layout(run: Run) -> None:
    done = run("threats", "--lang", "en", "--layout", "belgian-daisy")
    assert done.lines[:2] == ["It is Black's turn.", "Nothing is in danger: neither player can push."]


# ---- layouts


def test_layouts_lists_all(run: Run) -> None:
    lines = run("layouts").lines
    assert [line.split()[0] for line in lines] == [*LAYOUTS, *MULTI_LAYOUTS]
    assert lines[0].split()[:4] == ["standard", "Standard", "14", "44"]
    assert lines[0].endswith("  Classical, Classic")


def test_layouts_of_unequal_players_list_both_numbers_in_one_column(run: Run) -> None:
    layouts = {line.split()[0]: line for line in run("layouts").lines}
    assert "Five players             8 or 7   34  " in layouts["five-players-pbmserv"]
    assert layouts["standard"].index("14   44") == layouts["five-players-pbmserv"].index(" 7   34")


def test_layouts_shows_some_with_diagrams(run: Run) -> None:
    done = run("layouts", "--diagrams", "Marguerite belge", "standard")
    assert done.lines[0].split()[0] == "belgian-daisy"
    assert str(LAYOUTS["belgian-daisy"]) in done.out
    assert str(LAYOUTS["standard"]) in done.out


# ---- help, version, processes


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_that_runs(run: Run, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Commands that serve until they are stopped are stopped at once, on any free port.
    monkeypatch.setattr("sumito.server.listening.serve", lambda app, listening, **_: listening.close())
    monkeypatch.setattr("sumito.cli.web_app.online_app", lambda settings, listening: None)
    monkeypatch.setattr("sumito.cli.web_app.listen", lambda host, port: listen(host, 0))
    page = run(command, "--help").out
    assert page.startswith(f"usage: sumito {command} ")
    assert all(len(line) <= 80 for line in page.splitlines())
    examples = re.findall(r"^  (sumito .*)$", page.partition("example:\n")[2], re.M)
    assert examples
    write_games(Path("games.apgn"), random_record(1, 8))
    for example in examples:
        words = shlex.split(example)
        assert words[1] == command
        assert run(*words[1:]).code == 0


def test_help_lists_the_commands_and_its_example_runs(run: Run) -> None:
    page = run("--help").out
    assert run().out == page
    assert re.findall(r"^    (\w+) ", page, re.M) == list(COMMANDS)
    (example,) = re.findall(r"^  (sumito .*)$", page, re.M)
    assert run(*shlex.split(example)[1:]).code == 0


def test_version_is_the_package_version(run: Run) -> None:
    assert run("--version") == (0, f"sumito {__version__}\n", "")


def test_every_command_has_a_heading_in_the_docs(repository: Path) -> None:
    page = (repository / "docs/command-line.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^## `sumito (\w+)`$", page, re.M)) == set(COMMANDS)


def test_module_runs_as_a_program(tmp_path: Path) -> None:
    done = in_process_of_its_own("perft", "--depth", "2", cwd=tmp_path)
    assert (done.returncode, done.stdout.splitlines()[-1], done.stderr) == (0, "nodes 1936", "")
    done = in_process_of_its_own("check", "nothing.apgn", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "sumito check: nothing.apgn: no such file or directory\n")


def test_bytes_that_are_no_text_get_one_line(tmp_path: Path) -> None:
    done = in_process_of_its_own("moves", "--position", os.fsdecode(b"\xff\xfe"), cwd=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "not a text" in done.stderr


def test_broken_pipe_is_quiet(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        for words in (("moves",), ("--help",), ("play", "--terminal")):
            done = in_process_of_its_own(*words, cwd=tmp_path, capture_output=False, stdout=writer, stderr=-1)
            assert (done.returncode, done.stderr) == (141, "")
    finally:
        os.close(writer)


def test_help_loads_little_and_the_library_no_command_line(tmp_path: Path) -> None:
    code = (
        "import sys, sumito\n"
        "assert 'argparse' not in sys.modules and 'sumito.cli' not in sys.modules\n"
        "from sumito.cli import main\n"
        "main(['--help'])\n"
        "heavy = {'readline', 'sumito.notation.records', 'sumito.learn.catalogue', 'sumito.lab', 'sumito.engine'}\n"
        "heavy |= {'resvg_py', 'sumito.server', 'starlette', 'uvicorn', 'webbrowser', 'socket'}\n"
        "loaded = heavy & set(sys.modules)\n"
        "sys.exit(f'loaded: {loaded}' if loaded else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_nowhere(tmp_path: Path, closed: str) -> None:
    for words in ("--version", "moves", "perft --depth 2", "play --terminal", "engine"):
        command = f"{shlex.quote(sys.executable)} -m sumito {words} {closed}"
        done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""


def test_characters_that_a_stream_cannot_show_do_not_end_a_list(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sumito", "layouts"],
        cwd=tmp_path,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"\n") == len(LAYOUTS) + len(MULTI_LAYOUTS)


INTERRUPT_AT_IMPORT = """
import os, sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), 2)  # SIGINT

sys.meta_path.insert(0, Interrupt())
"""


@pytest.mark.parametrize("script", [True, False], ids=["sumito", "python -m sumito"])
@pytest.mark.parametrize(
    "module",
    ["signal", "sumito._load", "sumito.core", "sumito.cli", "argparse", "sumito.cli.lab", "sumito.learn.catalogue"],
)
def test_ctrl_c_during_the_imports_prints_no_traceback(tmp_path: Path, module: str, script: bool) -> None:
    (tmp_path / "sitecustomize.py").write_text(INTERRUPT_AT_IMPORT.format(module=module), encoding="utf-8")
    program = [str(Path(sys.executable).with_name("sumito"))] if script else [sys.executable, "-m", "sumito"]
    with interrupts_heard():
        done = subprocess.run(
            [*program, "play", "--level", "1"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            check=False,
        )
    assert done.returncode in (-signal.SIGINT, 130)
    assert done.stderr in ("", "sumito: interrupted\n", "sumito play: interrupted\n")


def test_import_of_the_library_leaves_interrupts_alone(tmp_path: Path) -> None:
    code = "import signal, sumito; assert signal.getsignal(signal.SIGINT) is signal.default_int_handler"
    with interrupts_heard():
        done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
