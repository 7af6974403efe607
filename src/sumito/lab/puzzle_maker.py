"""Find puzzles in games of the engine against itself. All randomness comes from one seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import log2
from typing import Final

from sumito.core import Board, Move, Rules
from sumito.engine import Analysis, Engine, Limit
from sumito.lab.random_opening import pick, random_opening
from sumito.learn.puzzle_themes import themes_of
from sumito.learn.puzzles import Puzzle, puzzle_id, puzzle_key
from sumito.learn.solver import Goal, NotProvedError, Task, solve
from sumito.learn.threats import threats

PROOF_NODES: Final = 2_000_000
"""The most nodes for the proof of a puzzle, so that a phone can judge a try at once."""
JUDGING_NODES: Final = 1 << 17
"""The nodes within which the engine must find a solving move. Otherwise the solving move is not a good move."""
MOST_SOLUTIONS: Final = 3
"""The most solving moves of a task to save a marble. A task to eject has exactly one."""
FEWEST_MOVES: Final = 20
"""The fewest legal moves of a puzzle. With fewer, there is little choice."""
MOST_LOST: Final = 4
"""The most marbles that a player can have lost. Endgames are a subject of their own."""

_RULES: Final = Rules(ply_cap=200)
_USUAL_SHARE: Final = 0.6
_RANDOM_PLIES: Final = range(4, 11)
_STRENGTHS: Final = (40, 200, 1000)  # nodes for a move: weak players leave more to find, strong ones play better
_DEEP_SHARE: Final = 0.3  # the share of positions that are searched four moves deep, which takes ten times as long
_HASH_MB: Final = 4
_POINTS_OF_A_MOVE: Final = 2.5
_LEAST_POINTS: Final = (12, 14.5, 17, 20)  # the least points of difficulties 2 to 5

WANTED: Final[Mapping[Task, int]] = {
    Task(Goal.EJECT, 1): 20,
    Task(Goal.EJECT, 2): 140,
    Task(Goal.EJECT, 3): 120,
    Task(Goal.EJECT, 4): 50,
    Task(Goal.EJECT, 2, 2): 40,
    Task(Goal.EJECT, 3, 2): 50,
    Task(Goal.EJECT, 4, 2): 20,
    Task(Goal.SAVE, 1): 90,
    Task(Goal.SAVE, 2): 70,
}
"""The number of puzzles to choose of each task."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A task for a position, with its solving moves."""

    task: Task
    solutions: tuple[Move, ...]


def candidates(board: Board, *, deepest: int = 4) -> Iterator[Candidate]:
    """Yield the tasks that suit a position: proved, not trivial, and with few solving moves."""
    if len(board.legal_moves) < FEWEST_MOVES or max(map(board.ejected, board.players)) > MOST_LOST:
        return
    ejections = [move for move in board.legal_moves if board.is_ejection(move)]
    yield from _least(board, 1, deepest)
    # Two marbles, unless the solving move is the only immediate ejection.
    yield from (each for each in _least(board, 2, deepest) if list(each.solutions) != ejections)
    if threats(board).endangered:
        yield from (each for each in _rescues(board) if set(ejections) <= set(each.solutions))


def _least(board: Board, marbles: int, deepest: int) -> Iterator[Candidate]:
    """Yield the task to gain `marbles` in the fewest moves, if exactly one first move solves it."""
    for moves in range(marbles, deepest + 1):
        task = Task(Goal.EJECT, moves, marbles)
        try:
            solutions = solve(board, task, nodes=PROOF_NODES)
        except NotProvedError:
            return
        if solutions:
            if len(solutions) == 1:
                yield Candidate(task, solutions)
            return


def _rescues(board: Board) -> Iterator[Candidate]:
    """Yield the task to save a marble, for two moves only if looking one move ahead is not enough."""
    near, far = (solve(board, Task(Goal.SAVE, moves)) for moves in (1, 2))
    if 0 < len(far) <= MOST_SOLUTIONS and len(far) < len(near):
        yield Candidate(Task(Goal.SAVE, 2), far)
    elif 0 < len(near) <= MOST_SOLUTIONS:
        yield Candidate(Task(Goal.SAVE, 1), near)


def nodes_to_find(engine: Engine, board: Board, solutions: Sequence[Move]) -> int | None:
    """Return the nodes after which the engine keeps to a solving move; None if it does not find one."""
    found: int | None = None

    def follow(analysis: Analysis) -> None:
        nonlocal found
        if analysis.best not in solutions:
            found = None
        elif found is None:
            found = analysis.nodes

    engine.forget()
    analysis = engine.analyse(board, Limit(nodes=JUDGING_NODES), report=follow)
    return found if analysis.best in solutions else None


def difficulty(task: Task, nodes: int, choice: float) -> int:
    """Return the difficulty, 1 to 5, from the engine's nodes, the depth, and the legal moves for each solving one."""
    if task.goal is Goal.EJECT and task.moves == 1:
        return 1  # an immediate ejection
    foreseen = task.moves - (2 if task.goal is Goal.EJECT else 1)
    points = log2(nodes) + log2(choice) + _POINTS_OF_A_MOVE * foreseen
    return 1 + sum(points >= least for least in _LEAST_POINTS)


@dataclass(slots=True)
class Mine:
    """Puzzles found in games of the engine against itself.

    The same seed gives the same games, so that more games add to the puzzles of fewer games.
    """

    seed: int = 0
    games: int = 0
    """The number of games played."""
    found: list[Puzzle] = field(default_factory=list)
    _keys: set[str] = field(default_factory=set)

    def dig(self, games: int, report: Callable[[Mine], None] | None = None) -> None:
        """Play more games and keep their puzzles. `report` is called after each game."""
        with Engine(hash_mb=_HASH_MB) as engine:
            for _ in range(games):
                for puzzle in _puzzles_of_game(engine, random.Random(f"{self.seed} {self.games}")):  # noqa: S311
                    key = puzzle_key(puzzle.board())
                    if key not in self._keys:
                        self._keys.add(key)
                        self.found.append(puzzle)
                self.games += 1
                if report is not None:
                    report(self)

    def chosen(self, wanted: Mapping[Task, int] = WANTED) -> list[Puzzle]:
        """Choose puzzles of each task, spread evenly over the difficulties, with rare themes first."""
        counts = Counter(theme for puzzle in self.found for theme in puzzle.themes)
        chosen: list[Puzzle] = []
        for task, number in wanted.items():
            of_task = [puzzle for puzzle in self.found if puzzle.task == task]
            of_task.sort(key=lambda puzzle: (min((counts[theme] for theme in puzzle.themes), default=0), puzzle.id))
            rank: Counter[int] = Counter()
            order = []
            for puzzle in of_task:
                order.append((rank[puzzle.difficulty], puzzle.difficulty, puzzle))
                rank[puzzle.difficulty] += 1
            chosen += [puzzle for _, _, puzzle in sorted(order, key=lambda each: each[:2])[:number]]
        return sorted(chosen, key=lambda each: (each.difficulty, each.task.goal, each.task.moves, each.id))


def _puzzles_of_game(engine: Engine, dice: random.Random) -> Iterator[Puzzle]:
    """Yield at most one puzzle of each task, because the positions of a game are alike."""
    tasks: set[Task] = set()
    limit = Limit(nodes=pick(_STRENGTHS, dice))
    board = random_opening(dice, _RULES, usual_share=_USUAL_SHARE, plies=_RANDOM_PLIES)
    engine.forget()
    while board.outcome is None:
        move = engine.analyse(board, limit).best
        for each in candidates(board, deepest=4 if dice.random() < _DEEP_SHARE else 3):
            if each.task not in tasks and (nodes := nodes_to_find(engine, board, each.solutions)) is not None:
                tasks.add(each.task)
                yield _puzzle(board, each, nodes)
        board.play(move)


def _puzzle(board: Board, found: Candidate, nodes: int) -> Puzzle:
    rows = board.position().split()[:4]
    start = Board.from_position(" ".join(rows))
    return Puzzle(
        puzzle_id(start, found.task),
        start.position(),
        found.task,
        tuple(sorted(map(board.format_move, found.solutions))),
        themes_of(start, found.task, found.solutions),
        difficulty(found.task, nodes, len(board.legal_moves) / len(found.solutions)),
    )
