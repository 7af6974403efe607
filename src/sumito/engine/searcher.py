"""The searcher: asks the core for the best moves."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from sumito import _native
from sumito.core import MOVES, Board, GameOverError, IllegalReason, Move, Verdict
from sumito.engine.limit import Limit
from sumito.engine.network import SHIPPED_NETWORK, read_network
from sumito.engine.score import Score


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves that the engine expects, and what they are worth for the player to move."""

    score: Score
    depth: int
    """How many plies the search looked ahead."""
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search has found."""

    variations: tuple[Variation, ...]
    """The best lines, best first."""
    nodes: int
    """How many positions were looked at."""
    stopped: bool
    """Whether it was stopped before its depth was reached."""

    @property
    def best(self) -> Move:
        """The best move."""
        return self.variations[0].moves[0]

    @property
    def score(self) -> Score:
        """What the best move is worth."""
        return self.variations[0].score


class Engine:
    """The engine of the project.

    >>> board = Board.from_position("5/6/7/8/6SSs/8/7/6/ss3 5 0 b 0 1")
    >>> with Engine() as engine:
    ...     analysis = engine.analyse(board, Limit(depth=3))
    >>> board.format_move(analysis.best), str(analysis.score)
    ('e7e8', 'win in 1')

    It may be used from several threads: searches wait for one another, and `stop` ends the one that runs.
    """

    def __init__(self, *, hash_mb: int = 16, threads: int = 1, network: Path | str | None = SHIPPED_NETWORK) -> None:
        """An engine with a table of so many megabytes and so many threads.

        Args:
            hash_mb: the size of its table.
            threads: how many search together.
            network: the file of the network that evaluates; None: the hand-made evaluation.

        Raises:
            ValueError: not a size, or not a number of threads, or not a network file.
            OSError: the network file cannot be read.
            MemoryError: there is not so much memory.
        """
        for name, value, most in (("hash_mb", hash_mb, 1 << 20), ("threads", threads, 512)):
            if type(value) is not int or not 1 <= value <= most:
                raise ValueError(f"{name} is a whole number from 1 to {most}, not {value!r}")
        self._threads = _native.Threads(hash_mb << 20, threads, None if network is None else read_network(network))
        self._searching = threading.Lock()

    def analyse(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        variations: int = 1,
        moves: Iterable[Move] | None = None,
        report: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Search the board, which is not changed, and say what is best.

        Args:
            board: the game so far; its history counts for repetition, and its rules for the end.
            limit: what ends the search; without one it goes on until `stop`.
            variations: how many best lines are wanted.
            moves: the only moves to choose from.
            report: called with what is known after each iteration, from the thread that searches. An exception in it
                ends the search and is raised here.

        Raises:
            GameOverError: the game has ended.
            IllegalMoveError: one of the moves is not legal.
        """
        if board.outcome is not None:
            verdict = Verdict(IllegalReason.GAME_OVER, (), 0, 0, 0, None)
            raise GameOverError(f"the game is over: {board.outcome}", verdict, board.outcome)
        limit = limit or Limit()
        only = list(moves) if moves is not None else []
        for move in only:
            board.format_move(move)  # refuses what is not legal
        soft, hard = limit.budget_ms()
        turn = board.turn

        def analysis(values: tuple[Sequence[tuple[int, int, Sequence[int]]], int, bool]) -> Analysis:
            lines, nodes, stopped = values
            return Analysis(
                tuple(
                    Variation(Score(turn, score), depth, tuple(MOVES[number] for number in numbers))
                    for score, depth, numbers in lines
                ),
                nodes,
                stopped,
            )

        with self._searching:
            self._threads.prepare()
            found = self._threads.run(
                board._game,
                limit.depth or _native.MAX_PLY - 1,
                limit.nodes or 0,
                soft,
                hard,
                variations,
                True,
                [move.number for move in only],
                None if report is None else lambda values, _: report(analysis(values)),
            )
        return analysis(found)

    def play(self, board: Board, limit: Limit | None = None) -> Move:
        """The move that the engine would play; the board is not changed.

        Raises:
            GameOverError: the game has ended.
        """
        return self.analyse(board, limit).best

    def stop(self) -> None:
        """End the search that runs, from any thread: it gives what it has."""
        self._threads.stop()

    def forget(self) -> None:
        """Forget all that was searched, as before a new game."""
        with self._searching:
            self._threads.forget()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
