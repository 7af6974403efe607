"""The engine of the project: searches run by the core."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import CancelledError
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final
from weakref import WeakSet

from sumito import _native
from sumito.core import MOVES, Board, Move
from sumito.engine.interface import (
    Analysis,
    AnyEngine,
    EngineError,
    Report,
    Search,
    Variation,
    checked_choice,
    ends_soon,
)
from sumito.engine.limit import Limit
from sumito.engine.network import SHIPPED_NETWORK, read_network
from sumito.engine.score import USUAL_SCALE, Score

_NAME: Final = "sumito"
_DEEPEST: Final = _native.MAX_PLY - 1
_MOST_NODES: Final = 1 << 62
# A result of the core: score, depth, moves and the scores of several players for each variation; nodes; whether the
# search was stopped.
_Result = tuple[Sequence[tuple[int, int, Sequence[int], Sequence[int]]], int, bool]


class Engine(AnyEngine):
    """The engine of the project.

    >>> board = Board.from_position("5/6/7/8/6SSs/8/7/6/ss3 5 0 b 0 1")
    >>> with Engine() as engine:
    ...     analysis = engine.analyse(board, Limit(depth=3))
    >>> board.format_move(analysis.best), str(analysis.score)
    ('e7e8', 'win in 1')

    It can be used from several threads. Searches run one after the other, and `stop` ends all of them. `close`, or the
    end of `with`, frees its memory.
    """

    def __init__(
        self,
        *,
        hash_mb: int = 64,
        threads: int = 1,
        network: Path | str | None = SHIPPED_NETWORK,
        parameters: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        """Allocate the table and load the network.

        Args:
            hash_mb: the size of the table in megabytes.
            threads: the number of threads of a search.
            network: the network file for the evaluation; None selects the hand-made evaluation.
            parameters: parameters of the search for two players that differ from the shipped ones, for the lab.
                `sumito.lab.search_tuning.PARAMETERS` has their names, defaults and ranges.

        Raises:
            ValueError: `hash_mb`, `threads` or a parameter is out of range, there is no such parameter, or `network` is
                not a network file.
            OSError: the network file cannot be read. The error names it.
            MemoryError: there is not enough memory.
        """
        for name, value, most in (("hash_mb", hash_mb, 1 << 20), ("threads", threads, 512)):
            if type(value) is not int or not 1 <= value <= most:
                raise ValueError(f"{name} must be a whole number from 1 to {most}, not {value!r}")
        numbers = _checked_parameters(parameters)
        weights = None if network is None else read_network(network)
        self.scale: Final = USUAL_SCALE if weights is None else weights.scale
        """The scale of its scores: hundredths of a marble for one unit of log odds."""
        try:
            self._threads: _native.Threads | None = _native.Threads(hash_mb << 20, threads, weights)
        except MemoryError:
            raise MemoryError(f"there is not enough memory for hash_mb {hash_mb} with threads {threads}") from None
        self._threads.set_parameters(numbers)
        # Guards the fields below, and wakes the searches that wait for their turn.
        self._changed = threading.Condition()
        self._asked: WeakSet[_CoreSearch] = WeakSet()
        self._running: _CoreSearch | None = None
        self._running_in = 0  # the thread of the running search
        self._hashfull = 0  # written by the thread that searches

    @property
    def name(self) -> str:
        """The name of the engine."""
        return _NAME

    def search(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        variations: int = 1,
        moves: Iterable[Move | str] | None = None,
        ponder: bool = False,
    ) -> Search:
        """Prepare a search. `run` starts it, and `stop` ends it before or during the run.

        The arguments are those of `analyse`, which calls this and `run`.

        Raises:
            GameOverError: the game is over.
            IllegalMoveError: one of `moves` is illegal.
            NotationError: one of `moves` is text that does not name a move.
            ValueError: `moves` is empty, or `variations` is not a positive whole number.
            EngineError: the engine is closed.
        """
        return _CoreSearch(self, board, limit or Limit(), variations, moves, ponder)

    def stop(self) -> None:
        """End all searches, from any thread. Each returns the best result so far."""
        with self._changed:
            for search in self._asked:
                search._stopped = True
            if self._threads is not None:
                self._threads.stop()

    def ponder_hit(self) -> None:
        """Start the time of all searches that ponder, from any thread."""
        with self._changed:
            for search in self._asked:
                search._ponders = False
            if self._threads is not None:
                self._threads.ponder_hit()

    def forget(self) -> None:
        """Clear the table, for instance before a new game. Wait for a running search first.

        Raises:
            EngineError: the engine is closed.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._running is None)
            self._open().forget()

    @property
    def hashfull(self) -> int:
        """How full the table was at the last report or the end of the last search, in thousandths."""
        return self._hashfull

    def close(self) -> None:
        """End all searches and free the table. Any later search raises `EngineError`.

        A running search returns the best result so far. A search that has not begun raises `EngineError`. A report can
        close its engine: the table is then freed at the end of the search.
        """
        with self._changed:
            self.stop()
            self._threads = None
            self._changed.notify_all()
            if self._running_in != threading.get_ident():
                self._changed.wait_for(lambda: self._running is None)

    def _open(self) -> _native.Threads:
        if self._threads is None:
            raise EngineError(_NAME, "is closed")
        return self._threads


def _checked_parameters(values: Mapping[str, int]) -> list[int]:
    """Return all parameters of the search in the order of the core: these values, and defaults for the others."""
    rows = _native.search_parameters()
    ranges = {name: (least, most) for name, _, least, most in rows}
    for name, value in values.items():
        if name not in ranges:
            raise ValueError(f"no such parameter of the search: {name!r} ({', '.join(ranges)})")
        least, most = ranges[name]
        if type(value) is not int or not least <= value <= most:
            raise ValueError(f"{name} must be a whole number from {least} to {most}, not {value!r}")
    return [values.get(name, default) for name, default, _, _ in rows]


class _CoreSearch(Search):
    """A search of `Engine`."""

    def __init__(
        self,
        engine: Engine,
        board: Board,
        limit: Limit,
        variations: int,
        moves: Iterable[Move | str] | None,
        ponder: bool,
    ) -> None:
        self._only, self._variations = checked_choice(board, variations, moves)
        self._engine = engine
        self._board = board.copy()
        self._limit = limit
        # Guarded by the condition of the engine.
        self._ponders = ponder
        self._stopped = False
        self._abandoned = False
        with engine._changed:
            engine._open()
            engine._asked.add(self)

    @property
    def is_short(self) -> bool:
        """Whether the limit ends the search within a fraction of a second."""
        return ends_soon(self._limit, self._ponders)

    def run(self, report: Report | None = None) -> Analysis:
        """Wait for earlier searches of the engine, then search and return the result.

        Raises:
            CancelledError: the search was abandoned before it began.
            EngineError: the engine is closed.
            RuntimeError: a report of the same engine calls this, or a thread cannot start.
        """
        engine, soft_hard = self._engine, self._limit.budget_ms()
        with engine._changed:
            if engine._running is not None and engine._running_in == threading.get_ident():
                raise RuntimeError("the engine is already searching: a report cannot start another search")
            engine._changed.wait_for(lambda: engine._running is None or self._abandoned or engine._threads is None)
            if self._abandoned:
                raise CancelledError
            threads = engine._open()
            engine._running = self
            engine._running_in = threading.get_ident()
            threads.prepare(self._ponders)
            if self._stopped:
                threads.stop()

        try:
            found = threads.run(
                self._board._game,
                min(self._limit.depth or _DEEPEST, _DEEPEST),
                min(self._limit.nodes or 0, _MOST_NODES),
                *soft_hard,
                self._variations,
                True,
                [move.number for move in self._only],
                None if report is None else partial(self._report, threads, report),
            )
            engine._hashfull = threads.fullness()
        finally:
            with engine._changed:
                del threads  # the last reference to the table, if the engine is closed
                engine._running = None
                engine._running_in = 0
                engine._asked.discard(self)
                engine._changed.notify_all()
        return self._analysis(found)

    def stop(self) -> None:
        """End the search, from any thread. It returns the best result so far, even if it has not begun yet."""
        with self._engine._changed:
            self._stopped = True
            if self._engine._running is self and self._engine._threads is not None:
                self._engine._threads.stop()

    def ponder_hit(self) -> None:
        """Start the time of a search that ponders, from any thread."""
        with self._engine._changed:
            self._ponders = False
            if self._engine._running is self and self._engine._threads is not None:
                self._engine._threads.ponder_hit()

    def abandon(self) -> None:
        """End the search and discard its result, even while it waits for another search."""
        self.stop()
        with self._engine._changed:
            self._abandoned = True
            self._engine._changed.notify_all()

    def _report(self, threads: _native.Threads, report: Report, values: _Result, line: int) -> None:
        """Report an iteration once all its variations are known."""
        if line == self._variations - 1:
            self._engine._hashfull = threads.fullness()
            report(self._analysis(values))

    def _analysis(self, values: _Result) -> Analysis:
        lines, nodes, stopped = values
        board, scale = self._board, self._engine.scale
        several = board.players if len(board.players) > 2 else ()
        variations = tuple(
            Variation(
                Score(board.turn, score, scale, tuple(zip(several, scores, strict=True))),
                depth,
                tuple(MOVES[number] for number in numbers),
            )
            for score, depth, numbers, scores in lines
        )
        return Analysis(variations, nodes, stopped)
