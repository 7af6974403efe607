"""Puzzles: positions with a task, proved by exhaustive search. The data is in `data/puzzles.json` of the package."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Final

from sumito.core import Board, Move, SumitoError
from sumito.learn.sentence import Sentence
from sumito.learn.solver import Attempt, Goal, Task, attempt, solve

DIFFICULTIES: Final = range(1, 6)
THEMES: Final = (
    "det", "edge", "sumito_21", "sumito_31", "sumito_32", "quiet", "broadside", "broken_pac", "double_threat",
    "sacrifice", "escape", "counterattack",
)  # fmt: skip
"""The themes of puzzles, the most telling last. docs/learn.md defines them."""
NOUNS: Final = (
    "nautilus", "cowrie", "conch", "scallop", "limpet", "oyster", "pearl", "coral", "starfish", "anemone", "seahorse",
    "octopus", "dolphin", "heron", "lagoon", "reef", "tide", "lighthouse", "amber", "agate", "opal", "jade", "onyx",
    "topaz",
)  # fmt: skip
"""The nouns of names. The catalogues have a word for each."""
_FIELDS: Final = ("id", "position", "goal", "marbles", "moves", "solutions", "themes", "difficulty", "name")
_ID_LENGTH: Final = 6


class PuzzleError(SumitoError, ValueError):
    """A text is not a file of puzzles."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, a task, and all first moves that solve it."""

    id: str
    """Six digits from `puzzle_id`: a hash of the task and the position, equal for all images of the position."""
    position: str
    """The position text."""
    task: Task
    solutions: tuple[str, ...]
    """The texts of the solving first moves, sorted."""
    themes: tuple[str, ...]
    """The themes, in the order of THEMES."""
    difficulty: int
    """The difficulty, from 1 (easiest) to 5."""
    name: str = ""
    """A noun of NOUNS and a number, such as `pearl 3`; empty if the puzzle has no name yet. See `name_puzzles`."""

    def board(self) -> Board:
        """Return a new board with the position.

        Raises:
            NotationError: the position text is malformed.
            PositionError: the position cannot be played.
        """
        return Board.from_position(self.position)

    @property
    def request(self) -> Sentence:
        """The text of the task. The catalogues have no text for a task of three marbles."""
        board, task = self.board(), self.task
        number = ("one", "two", "three")[task.marbles - 1]
        message = "puzzle.save" if task.goal is Goal.SAVE else f"puzzle.eject_{number}"
        (enemy,) = (color for color in board.players if color is not board.turn)
        return Sentence(message, {"n": task.moves, "player": board.turn, "enemy": enemy})

    @property
    def title(self) -> Sentence:
        """The name as a text. It says nothing about the solution."""
        noun, number = self.name.split()
        return Sentence(f"puzzle.name.{noun}", {"n": int(number)})

    @property
    def hint(self) -> Sentence:
        """What to look for."""
        return Sentence(f"puzzle.hint.{self.task.goal}.{self.themes[-1]}")

    @property
    def reason(self) -> Sentence:
        """Why the solution works."""
        return Sentence(f"puzzle.reason.{self.task.goal}.{self.themes[-1]}")

    def moves(self) -> tuple[Move, ...]:
        """The solving first moves."""
        board = self.board()
        return tuple(map(board.parse_move, self.solutions))

    def try_move(self, move: Move | str) -> Attempt:
        """Judge a first move. The puzzle continues after the reply with `task` of the result.

        Raises:
            IllegalMoveError: the move is illegal.
            NotationError: the text does not name a move.
        """
        board = self.board()
        return attempt(board, self.task, board.parse_move(move) if isinstance(move, str) else move)

    def solution(self) -> tuple[Move, ...]:
        """Return a solving first move and the moves that follow, with the longest defence."""
        board, first = self.board(), self.moves()[0]
        return (first, *attempt(board, self.task, first).variation)

    def is_proved(self) -> bool:
        """Return whether exhaustive search finds exactly these first moves."""
        return solve(self.board(), self.task) == tuple(sorted(self.moves(), key=lambda move: move.number))


def puzzle_key(board: Board) -> str:
    """Return a text that is equal for all images of a position, also with colours exchanged."""
    rows, black, white, turn = board.position().split()[:4]
    other = f"{rows.swapcase()} {white} {black} {'w' if turn == 'b' else 'b'}"
    return min(
        " ".join(each.canonical().position().split()[:4])
        for each in (board, Board.from_position(other, rules=board.rules))
    )


def puzzle_id(board: Board, task: Task) -> str:
    """Return the `id` of the puzzle with this position and task."""
    text = f"{puzzle_key(board)} {task.goal} {task.marbles} {task.moves}"
    return hashlib.sha256(text.encode()).hexdigest()[:_ID_LENGTH]


def name_puzzles(some: Iterable[Puzzle]) -> tuple[Puzzle, ...]:
    """Return puzzles with names: all nouns with the number 1, then with 2, and so on."""
    return tuple(
        replace(puzzle, name=f"{NOUNS[i % len(NOUNS)]} {i // len(NOUNS) + 1}") for i, puzzle in enumerate(some)
    )


def format_puzzles(some: Iterable[Puzzle]) -> str:
    """Return the JSON text of a file of puzzles: the names of the fields, and a line for each puzzle."""
    lines = ",\n".join(json.dumps(_row(each), separators=(",", ":")) for each in some)
    return f'{{"fields":{json.dumps(_FIELDS, separators=(",", ":"))},"puzzles":[\n{lines}\n]}}\n'


def _row(puzzle: Puzzle) -> list[object]:
    task = puzzle.task
    values = (puzzle.id, puzzle.position, task.goal, task.marbles, task.moves)
    return [*values, puzzle.solutions, puzzle.themes, puzzle.difficulty, puzzle.name]


def parse_puzzles(text: str) -> tuple[Puzzle, ...]:
    """Parse a file of puzzles.

    Raises:
        PuzzleError: the text is not a file of puzzles.
    """
    try:
        data = json.loads(text)
        if data["fields"] != list(_FIELDS):
            raise ValueError("other fields")
        return tuple(_read(row) for row in data["puzzles"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise PuzzleError(f"not a file of puzzles: {error}") from None


def _read(row: Sequence[object]) -> Puzzle:
    number, position, goal, marbles, moves, solutions, themes, difficulty, name = row
    if not (isinstance(moves, int) and isinstance(marbles, int) and isinstance(difficulty, int)):
        raise ValueError(f"not a puzzle: {row}")
    if not (isinstance(solutions, list) and isinstance(themes, list)):
        raise ValueError(f"not a puzzle: {row}")
    if not solutions or difficulty not in DIFFICULTIES or not themes or not set(themes) <= set(THEMES):
        raise ValueError(f"not a puzzle: {row}")
    if not (isinstance(name, str) and re.fullmatch(rf"({'|'.join(NOUNS)}) [1-9]\d*", name)):
        raise ValueError(f"not the name of a puzzle: {name!r}")
    task = Task(Goal(str(goal)), moves, marbles)
    texts = tuple(map(str, solutions)), tuple(map(str, themes))
    return Puzzle(str(number), str(position), task, *texts, difficulty, name)


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles that ship with the package, easiest first."""
    return parse_puzzles((files("sumito") / "data/puzzles.json").read_text(encoding="utf-8"))
