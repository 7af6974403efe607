"""Puzzles: positions with a task that exhaustive search has proved. The data is `src/sumito/data/puzzles.json`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from sumito.core import Board, Move, SumitoError
from sumito.learn.sentence import Sentence
from sumito.learn.solver import Attempt, Goal, Task, attempt, solve

DIFFICULTIES: Final = range(1, 6)
THEMES: Final = (
    "sumito_21", "sumito_31", "sumito_32", "quiet", "broadside", "double_threat", "broken_pac", "det", "sacrifice",
    "edge", "escape", "counterattack",
)  # fmt: skip
"""What a puzzle can be about; docs/learn.md defines each."""
_FIELDS: Final = ("id", "position", "goal", "marbles", "moves", "sound", "themes", "difficulty")
_ID_LENGTH: Final = 6


class PuzzleError(SumitoError, ValueError):
    """A file of puzzles is none."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, a task, and every first move that does it."""

    id: str
    """Six digits that `puzzle_id` makes from the position, whatever its image, and the task."""
    position: str
    """As text."""
    task: Task
    sound: tuple[str, ...]
    """The texts of the first moves that do it, in order."""
    themes: tuple[str, ...]
    """What it is about, in the order of THEMES."""
    difficulty: int
    """1, the easiest, to 5."""

    def board(self) -> Board:
        """The position as a board, without a history.

        Raises:
            NotationError: the text is no position.
            PositionError: nobody could have come there.
        """
        return Board.from_position(self.position)

    @property
    def request(self) -> Sentence:
        """What the player to move is asked to do. A task of three marbles has no words in the catalogues."""
        board, task = self.board(), self.task
        number = ("one", "two", "three")[task.marbles - 1]
        message = "puzzle.save" if task.goal is Goal.SAVE else f"puzzle.eject_{number}"
        (enemy,) = (color for color in board.players if color is not board.turn)
        return Sentence(message, {"n": task.moves, "player": board.turn, "enemy": enemy})

    def moves(self) -> tuple[Move, ...]:
        """The first moves that do it."""
        board = self.board()
        return tuple(map(board.parse_move, self.sound))

    def try_move(self, move: Move | str) -> Attempt:
        """What a first move is worth; with its `task` a puzzle goes on after the reply (`sumito.learn.solver.attempt`).

        Raises:
            IllegalMoveError: the rules forbid it.
            NotationError: the text names no move.
        """
        board = self.board()
        return attempt(board, self.task, board.parse_move(move) if isinstance(move, str) else move)

    def solution(self) -> tuple[Move, ...]:
        """A sound first move and what follows, with the most stubborn replies."""
        board, first = self.board(), self.moves()[0]
        return (first, *attempt(board, self.task, first).line)

    def is_proved(self) -> bool:
        """Whether exhaustive search finds exactly these first moves."""
        return solve(self.board(), self.task) == tuple(sorted(self.moves(), key=lambda move: move.number))


def puzzle_key(board: Board) -> str:
    """The same text for all images of a position, also with colours exchanged."""
    rows, black, white, turn = board.position().split()[:4]
    other = f"{rows.swapcase()} {white} {black} {'w' if turn == 'b' else 'b'}"
    return min(
        " ".join(each.canonical().position().split()[:4])
        for each in (board, Board.from_position(other, rules=board.rules))
    )


def puzzle_id(board: Board, task: Task) -> str:
    """The `id` of the puzzle with this position and task."""
    text = f"{puzzle_key(board)} {task.goal} {task.marbles} {task.moves}"
    return hashlib.sha256(text.encode()).hexdigest()[:_ID_LENGTH]


def format_puzzles(some: Iterable[Puzzle]) -> str:
    """The text of a file of puzzles, JSON: the names of the fields, and a line for each puzzle."""
    lines = ",\n".join(json.dumps(_row(each), separators=(",", ":")) for each in some)
    return f'{{"fields":{json.dumps(_FIELDS, separators=(",", ":"))},"puzzles":[\n{lines}\n]}}\n'


def _row(puzzle: Puzzle) -> list[object]:
    task = puzzle.task
    values = (puzzle.id, puzzle.position, task.goal, task.marbles, task.moves)
    return [*values, puzzle.sound, puzzle.themes, puzzle.difficulty]


def parse_puzzles(text: str) -> tuple[Puzzle, ...]:
    """The puzzles of such a text.

    Raises:
        PuzzleError: it is none.
    """
    try:
        data = json.loads(text)
        if data["fields"] != list(_FIELDS):
            raise ValueError("other fields")
        return tuple(_read(row) for row in data["puzzles"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise PuzzleError(f"not a file of puzzles: {error}") from None


def _read(row: Sequence[object]) -> Puzzle:
    name, position, goal, marbles, moves, sound, themes, difficulty = row
    if not (isinstance(moves, int) and isinstance(marbles, int) and isinstance(difficulty, int)):
        raise ValueError(f"not a puzzle: {row}")
    if not (isinstance(sound, list) and isinstance(themes, list)):
        raise ValueError(f"not a puzzle: {row}")
    if not sound or difficulty not in DIFFICULTIES or not set(themes) <= set(THEMES):
        raise ValueError(f"not a puzzle: {row}")
    task = Task(Goal(str(goal)), moves, marbles)
    return Puzzle(str(name), str(position), task, tuple(map(str, sound)), tuple(map(str, themes)), difficulty)


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """The puzzles that come with the package, easiest first."""
    return parse_puzzles((files("sumito") / "data/puzzles.json").read_text(encoding="utf-8"))
