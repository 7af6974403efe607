"""Puzzles at a terminal: scripts of typed lines, and the command that makes puzzles."""

from __future__ import annotations

import io
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import Run, runner, terminal
from sumito import next_cell
from sumito.lab.puzzle_maker import Mine
from sumito.learn.catalogue import LANGUAGES, catalogue
from sumito.learn.puzzles import Puzzle, name_puzzles, parse_puzzles, puzzles
from sumito.learn.solver import Goal, Task, attempt
from sumito.terminal.board_text import Look, board_lines
from sumito.terminal.puzzles import TerminalPuzzles

run = pytest.fixture(runner)

ENGLISH = catalogue("en")


def of_task(task: Task) -> Puzzle:
    return next(puzzle for puzzle in puzzles() if puzzle.task == task)


def solved(puzzle: Puzzle) -> Iterator[str]:
    """Yield the lines of a person who knows the answer."""
    board, task = puzzle.board(), puzzle.task
    move = puzzle.moves()[0]
    while True:
        tried = attempt(board, task, move)
        yield board.format_move(move)
        if tried.task is None:
            return
        board.play(move)
        board.play(tried.variation[0])
        task, move = tried.task, tried.variation[1]


def heading(puzzle: Puzzle) -> str:
    return ENGLISH.say("puzzle.heading", name=ENGLISH.sentence(puzzle.title), difficulty=puzzle.difficulty)


def wrong(puzzle: Puzzle) -> str:
    board = puzzle.board()
    return next(text for text in map(board.format_move, board.legal_moves) if text not in puzzle.solutions)


def typed(some: list[Puzzle], *lines: str) -> str:
    out = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in lines))
    assert TerminalPuzzles(some, source, out, Look(), ENGLISH).run("sumito puzzles") == 0
    return out.getvalue()


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("task", {puzzle.task: None for puzzle in puzzles()}, ids=str)
def test_the_solution_solves_and_the_next_one_comes(task: Task) -> None:
    puzzle, other = of_task(task), puzzles()[-1]
    text = typed([puzzle, other], *solved(puzzle), "")
    assert text.startswith(f"{heading(puzzle)}\n")
    assert text.count("Right. ") == len(list(solved(puzzle))) - 1
    assert text.count("Solved.\n") == 1
    assert ENGLISH.sentence(puzzle.reason) in words(text)
    assert f"\n{heading(other)}\n" in text
    assert "\nSolved 1 of 1.\n" in text
    assert text.endswith(f"\nTo continue later: sumito puzzles --id {other.id}.\n")


@pytest.mark.parametrize("task", {puzzle.task: None for puzzle in puzzles()}, ids=str)
def test_a_wrong_try_is_refuted_on_the_board_and_offered_again(task: Task) -> None:
    puzzle = of_task(task)
    text = typed([puzzle], wrong(puzzle), *solved(puzzle))
    tried = puzzle.try_move(wrong(puzzle))
    board = puzzle.board()
    board.play(wrong(puzzle))
    said = [f"{wrong(puzzle)} "]
    for move in tried.variation:
        said.append(board.format_move(move))
        board.play(move)
    last = board.history[-1]
    marks = [cell for each in last.cells if (cell := next_cell(each, last.direction)) is not None]
    assert "\n".join(board_lines(board, marks=marks)) in text
    answer = words(text.partition(f": {wrong(puzzle)}\n")[2])
    assert "Try again." in answer
    assert all(each in answer for each in said)
    assert text.count("\n".join(board_lines(puzzle.board()))) == 2
    assert "\nSolved 1 of 1.\n" in text


def test_last_try_that_ejects_nothing_is_told_so() -> None:
    puzzle = of_task(Task(Goal.EJECT, 1))
    assert f"\n{wrong(puzzle)} is not the solution: it ejects nothing. Try again.\n" in typed([puzzle], wrong(puzzle))


def test_after_a_right_move_both_are_shown() -> None:
    puzzle = of_task(Task(Goal.EJECT, 2))
    board, (first, reply, *_) = puzzle.board(), puzzle.solution()
    text = typed([puzzle], board.format_move(first))
    for move in (first, reply):
        said = f"\n{str(board.turn).capitalize()} plays {board.format_move(move)}"
        board.play(move)
        marks = [cell for each in move.cells if (cell := next_cell(each, move.direction)) is not None]
        assert "\n".join(board_lines(board, marks=marks)) in text
        assert said in text


def test_hints_come_in_two_steps() -> None:
    puzzle = next(each for each in puzzles() if "broken_pac" in each.themes and "sumito_21" in each.themes)
    text = typed([puzzle], "hint", "hint")
    advice, marbles = (words(part) for part in text.split("Your move: hint\n")[1:])
    assert advice.startswith(ENGLISH.sentence(puzzle.hint))
    cells = puzzle.moves()[0].cells
    assert "\n".join(board_lines(puzzle.board(), marks=cells)) in text
    assert ENGLISH.say("puzzle.hint_marbles", n=len(cells), cells=cells) in marbles


def test_after_a_solved_one_it_goes_on_with_the_next() -> None:
    first, second = puzzles()[:2]
    assert typed([first, second], *solved(first), "quit").endswith(
        f"To continue later: sumito puzzles --id {second.id}.\n"
    )
    assert typed([first, second], "quit").endswith(f"To continue later: sumito puzzles --id {first.id}.\n")
    assert typed([first], *solved(first), "quit").endswith("That was the last puzzle.\n")


def test_the_solution_is_shown_and_does_not_count() -> None:
    puzzle = of_task(Task(Goal.EJECT, 3))
    text = typed([puzzle], "solution", "")
    board, line = puzzle.board(), []
    for move in puzzle.solution():
        line.append(board.format_move(move))
        board.play(move)
        marks = [cell for each in move.cells if (cell := next_cell(each, move.direction)) is not None]
        assert "\n".join(board_lines(board, marks=marks)) in text
    assert f"\nThe solution: {' '.join(line)}.\n" in text
    assert ENGLISH.sentence(puzzle.reason) in words(text)
    players = [str(color).capitalize() for color in (puzzle.board().turn, board.turn)]
    assert (len(line), board.turn is puzzle.board().turn) == (5, False)
    assert f"\n{players[0]} plays {line[0]}.\n" in text
    assert f"\n{players[1]} plays {line[1]}.\n" in text
    assert f"\n{players[0]} plays {line[-1]} and ejects a marble.\n" in text
    assert "\nSolved 0 of 1.\nThat was the last puzzle.\n" in text


def test_every_sound_move_is_named_with_the_solution() -> None:
    puzzle = next(each for each in puzzles() if len(each.solutions) == 3)
    text = words(typed([puzzle], "solution"))
    assert all(solution in text for solution in puzzle.solutions)
    assert "These also work: " in text


def test_every_sound_defence_is_accepted() -> None:
    puzzle = next(each for each in puzzles() if len(each.solutions) == 3)
    for solution in puzzle.solutions:
        assert "\nSolved.\n" in typed([puzzle], solution)


def test_illegal_moves_and_other_words_are_answered() -> None:
    puzzle = puzzles()[0]
    empty = next(cell for cell in range(61) if puzzle.board()[cell] is None)
    from sumito import cell_name

    text = typed([puzzle], f"{cell_name(empty)} E", "nonsense", "help", "board", "", "next")
    assert "Not legal. There is no marble on" in text
    assert "'nonsense' is not a move: write cells, or cells and a direction." in text
    assert "  hint      first a hint in words" in text
    assert text.count("\n".join(board_lines(puzzle.board()))) == 3
    assert text.endswith("Solved 0 of 0.\nThat was the last puzzle.\n")


def test_options_choose(run: Run) -> None:
    done = run("puzzles", "--kind", "eject-two", "--difficulty", "5")
    first = next(each for each in puzzles() if each.task.marbles == 2 and each.difficulty == 5)
    assert done.code == 0
    assert done.lines[0] == heading(first)
    assert words(done.out).endswith(f" puzzles --difficulty 5 --kind eject-two --id {first.id}.")
    themed = next(each for each in puzzles() if "det" in each.themes)
    assert run("puzzles", "--theme", "det").lines[0] == heading(themed)
    kept = ("--theme", "det", "--difficulty", str(themed.difficulty), "--lang", "pl")
    assert f" puzzles {' '.join(kept)} --id " in run("puzzles", *kept).out
    last = puzzles()[-1]
    assert run("puzzles", "--id", last.id).lines[0] == heading(last)


def test_what_was_asked_for_is_asked_for_again(run: Run) -> None:
    done = run("puzzles", "--kind", "save", "--difficulty", "4", "--theme", "escape", "--lang", "en")
    again = done.lines[-1].removeprefix("To continue later: ").removesuffix(".").split()
    first = next(each.id for each in puzzles() if heading(each) == done.lines[0])
    options = ["--theme", "escape", "--difficulty", "4", "--kind", "save", "--lang", "en", "--id", first]
    assert again[again.index("puzzles") :] == ["puzzles", *options]
    assert run(*again[again.index("puzzles") :]).lines[0] == done.lines[0]


def test_after_the_solution_the_board_and_the_help_are_shown() -> None:
    first, second = puzzles()[:2]
    text = typed([first, second], "solution", "board", "help", "?", "quit")
    assert text.count("  hint      first a hint in words") == 2
    assert second.id in text.splitlines()[-1]
    assert heading(second) not in text


def test_what_was_typed_does_not_disturb_the_terminal() -> None:
    text = typed([puzzles()[0]], "a\x1b[31m\u202eb", "y" * 3000)
    said = words(text)
    assert "\\x1b[31m\\u202eb' is not a move" in said
    assert f"'{'y' * 60}'... is not a move" in said
    assert "\x1b" not in text


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--id", "nobody"), "--id: no such puzzle: 'nobody'"),
        (
            ("--id", puzzles()[0].id, "--difficulty", "5"),
            f"--id: '{puzzles()[0].id}' does not match the other options",
        ),
        (("--kind", "nonsens"), "argument --kind: expected one of eject, eject-two, save, not 'nonsens'"),
        (("--theme", "love"), "--theme: no such theme: 'love' (det, "),
        (("--theme", "escape", "--kind", "eject"), "no puzzle matches this theme, difficulty and kind"),
        (("--difficulty", "6"), "argument --difficulty: expected a whole number from 1 to 5, not '6'"),
        (("--lang", "xx"), f"argument --lang: expected one of {', '.join(LANGUAGES)}, not 'xx'"),
    ],
)
def test_bad_options_get_one_line(run: Run, options: tuple[str, ...], problem: str) -> None:
    done = run("puzzles", *options)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith(f"sumito puzzles: {problem}")


def test_at_a_terminal(tmp_path: Path) -> None:
    puzzle = of_task(Task(Goal.EJECT, 1))
    with terminal(tmp_path, "--id", puzzle.id, "--lang", "en", command="puzzles") as screen:
        screen.wait_for("Your move: ")
        screen.type(f"{puzzle.solutions[0]}\n")
        screen.wait_for("Solved.")
        screen.type("quit\n")
        screen.wait_for("Solved 1 of 1.")
        assert screen.process.wait(20) == 0


# ---- the maker


def test_the_same_seed_makes_the_same_puzzles(run: Run, tmp_path: Path) -> None:
    done = run("lab", "puzzles", "-o", "my.json", "--games", "1", "--seed", "3")
    made = parse_puzzles((tmp_path / "my.json").read_text(encoding="utf-8"))
    assert done.code == 0
    assert made
    assert done.out == f"games 1 found {len(made)} puzzles {len(made)}\n"
    assert all(puzzle.is_proved() for puzzle in made)
    reports: list[int] = []
    mine = Mine(seed=3)
    mine.dig(1, lambda now: reports.append(now.games))
    assert name_puzzles(mine.chosen()) == made
    assert reports == [1]


def test_what_was_found_before_ctrl_c_is_kept(tmp_path: Path) -> None:
    with terminal(tmp_path, "puzzles", "-o", "my.json", command="lab") as screen:
        screen.wait_for("games 1 of 400")
        os.kill(screen.process.pid, signal.SIGINT)
        assert screen.process.wait(20) == 0
    assert parse_puzzles((tmp_path / "my.json").read_text(encoding="utf-8"))
