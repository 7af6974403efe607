"""The searcher: asks the core for the best moves."""

from __future__ import annotations

import threading
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from concurrent.futures import CancelledError, Future, wait
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self
from weakref import WeakSet

from sumito import _native
from sumito.core import MOVES, Board, GameOverError, IllegalReason, Move, Verdict
from sumito.engine.limit import Limit
from sumito.engine.network import SHIPPED_NETWORK, read_network
from sumito.engine.score import Score

if TYPE_CHECKING:
    import asyncio

Report = Callable[["Analysis"], None]
# A search of the main thread that may last longer than this is left to another one, so that Ctrl-C need not wait.
_SHORT_MS: Final = 200
_SHORT_NODES: Final = 100_000
_SLICE_S: Final = 0.1
_DEEPEST: Final = _native.MAX_PLY - 1
_MOST_NODES: Final = 1 << 62


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

    It may be used from several threads: searches wait for one another, and `stop` ends those that have been asked for.
    """

    def __init__(self, *, hash_mb: int = 64, threads: int = 1, network: Path | str | None = SHIPPED_NETWORK) -> None:
        """An engine with a table of so many megabytes and so many threads.

        Args:
            hash_mb: the size of its table.
            threads: how many search together.
            network: the file of the network that evaluates; None: the hand-made evaluation.

        Raises:
            ValueError: not a size, or not a number of threads, or not a network file.
            OSError: the network file cannot be read; the error names it.
            MemoryError: there is not so much memory.
        """
        for name, value, most in (("hash_mb", hash_mb, 1 << 20), ("threads", threads, 512)):
            if type(value) is not int or not 1 <= value <= most:
                raise ValueError(f"{name} is a whole number from 1 to {most}, not {value!r}")
        weights = None if network is None else read_network(network)
        try:
            self._threads = _native.Threads(hash_mb << 20, threads, weights)
        except MemoryError:
            raise MemoryError(f"there is not enough memory for hash_mb {hash_mb} with threads {threads}") from None
        # Guards what follows, and wakes those who wait for their turn.
        self._changed = threading.Condition()
        self._asked: WeakSet[Search] = WeakSet()
        self._running: Search | None = None
        self._running_in = 0  # the thread of it
        self._hashfull = 0  # written by the thread that searches

    def search(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        variations: int = 1,
        moves: Iterable[Move] | None = None,
        ponder: bool = False,
    ) -> Search:
        """A search that begins when it is `run`, with a handle to `stop` it before or meanwhile.

        The arguments are those of `analyse`, which is this and `run` in one.

        Raises:
            GameOverError: the game has ended.
            IllegalMoveError: one of the moves is not legal.
            ValueError: no moves to choose from, or not a number of variations.
        """
        return Search(self, board, limit or Limit(), variations, moves, ponder)

    def analyse(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        variations: int = 1,
        moves: Iterable[Move] | None = None,
        ponder: bool = False,
        report: Report | None = None,
    ) -> Analysis:
        """Search the board, which is not changed, and say what is best.

        Args:
            board: the game so far; its history counts for repetition, and its rules for the end.
            limit: what ends the search; without one it goes on until `stop`.
            variations: how many best lines are wanted.
            moves: the only moves to choose from.
            ponder: whether the limit's time runs only from `ponder_hit` on: the player to move is still thinking of
                another move.
            report: called with what is known after each iteration, from the thread that searches. An exception in it
                ends the search and is raised here.

        Raises:
            GameOverError: the game has ended.
            IllegalMoveError: one of the moves is not legal.
            ValueError: no moves to choose from, or not a number of variations.
        """
        search = self.search(board, limit, variations=variations, moves=moves, ponder=ponder)
        if threading.current_thread() is not threading.main_thread() or search.is_short:
            return search.run(report)
        outcome = None
        try:
            outcome = search.start(report)
            while not outcome.done():
                # In slices: a Ctrl-C that comes just before a wait would not end it.
                wait([outcome], _SLICE_S)
            return outcome.result()
        except BaseException:  # Ctrl-C too
            search.abandon()
            if outcome is not None:
                wait([outcome])
            raise

    def play(self, board: Board, limit: Limit | None = None) -> Move:
        """The move that the engine would play; the board is not changed.

        Raises:
            GameOverError: the game has ended.
        """
        return self.analyse(board, limit).best

    async def analyse_async(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        variations: int = 1,
        moves: Iterable[Move] | None = None,
        ponder: bool = False,
        report: Report | None = None,
    ) -> Analysis:
        """The same as `analyse` in a thread of its own; a task that is cancelled ends the search first."""
        import asyncio  # half of the time that this module would need to load

        search = self.search(board, limit, variations=variations, moves=moves, ponder=ponder)
        outcome = search.start(report)
        try:
            await _ended(outcome)
        except asyncio.CancelledError:
            search.abandon()
            await _ended(outcome)
            raise
        return outcome.result()

    async def play_async(self, board: Board, limit: Limit | None = None) -> Move:
        """The same as `play` in a thread of its own; a task that is cancelled ends the search first."""
        return (await self.analyse_async(board, limit)).best

    async def stream(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        variations: int = 1,
        moves: Iterable[Move] | None = None,
    ) -> AsyncGenerator[Analysis, None]:
        """What is known after each iteration, and at last the result; leaving the loop ends the search."""
        import asyncio

        search = self.search(board, limit, variations=variations, moves=moves)
        loop = asyncio.get_running_loop()
        known: asyncio.Queue[Analysis | None] = asyncio.Queue()
        outcome = search.start(lambda analysis: _tell(loop, known.put_nowait, analysis))
        outcome.add_done_callback(lambda _: _tell(loop, known.put_nowait, None))
        last: Analysis | None = None
        try:
            while (analysis := await known.get()) is not None:
                last = analysis
                yield analysis
            found = outcome.result()
            if last is None or found.variations != last.variations:
                yield found
        finally:
            search.abandon()
            await _ended(outcome)

    def stop(self) -> None:
        """End every search that has been asked for, from any thread: it gives what it has."""
        with self._changed:
            for search in self._asked:
                search._stopped = True
            self._threads.stop()

    def ponder_hit(self) -> None:
        """From now on the time of searches that ponder runs, from any thread."""
        with self._changed:
            for search in self._asked:
                search._ponders = False
            self._threads.ponder_hit()

    def forget(self) -> None:
        """Forget all that was searched, as before a new game."""
        with self._changed:
            self._changed.wait_for(lambda: self._running is None)
            self._threads.forget()

    @property
    def hashfull(self) -> int:
        """How much of the table the last search had filled at its last report or its end, in thousandths."""
        return self._hashfull

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


class Search:
    """A search that an engine has been asked for (`Engine.search`)."""

    def __init__(
        self,
        engine: Engine,
        board: Board,
        limit: Limit,
        variations: int,
        moves: Iterable[Move] | None,
        ponder: bool,
    ) -> None:
        self._only, self._variations = choice_of(board, variations, moves)
        self._engine = engine
        self._board = board.copy()
        self._limit = limit
        # Guarded by the engine's condition.
        self._ponders = ponder
        self._stopped = False
        self._abandoned = False
        with engine._changed:
            engine._asked.add(self)

    @property
    def is_short(self) -> bool:
        """Whether the limit ends it before anybody grows impatient."""
        hard = self._limit.budget_ms()[1]
        timed = 0 < hard <= _SHORT_MS and not self._ponders
        return timed or (self._limit.nodes is not None and self._limit.nodes <= _SHORT_NODES)

    def run(self, report: Report | None = None) -> Analysis:
        """Search, when it is this one's turn, and say what is best.

        Raises:
            CancelledError: it was abandoned before its turn.
            RuntimeError: it is asked for by a report of this engine.
        """
        engine, soft_hard = self._engine, self._limit.budget_ms()
        with engine._changed:
            if engine._running is not None and engine._running_in == threading.get_ident():
                raise RuntimeError("this engine is searching already: a report cannot ask it for another search")
            engine._changed.wait_for(lambda: engine._running is None or self._abandoned)
            if self._abandoned:
                raise CancelledError
            engine._running = self
            engine._running_in = threading.get_ident()
            engine._threads.prepare(self._ponders)
            if self._stopped:
                engine._threads.stop()

        def report_whole(values: _Found, line: int) -> None:
            if report is not None and line == self._variations - 1:
                engine._hashfull = engine._threads.fullness()
                report(self._analysis(values))

        try:
            found = engine._threads.run(
                self._board._game,
                min(self._limit.depth or _DEEPEST, _DEEPEST),
                min(self._limit.nodes or 0, _MOST_NODES),
                *soft_hard,
                self._variations,
                True,
                [move.number for move in self._only],
                None if report is None else report_whole,
            )
            engine._hashfull = engine._threads.fullness()
        finally:
            with engine._changed:
                engine._running = None
                engine._asked.discard(self)
                engine._changed.notify_all()
        return self._analysis(found)

    def start(self, report: Report | None = None) -> Future[Analysis]:
        """Run it in a thread of its own."""
        outcome: Future[Analysis] = Future()
        outcome.set_running_or_notify_cancel()

        def work() -> None:
            try:
                found = self.run(report)
            except BaseException as error:
                outcome.set_exception(error)
            else:
                outcome.set_result(found)

        threading.Thread(target=work, name="sumito search").start()
        return outcome

    def stop(self) -> None:
        """End it, from any thread, also before it has begun: it gives what it has."""
        with self._engine._changed:
            self._stopped = True
            if self._engine._running is self:
                self._engine._threads.stop()

    def ponder_hit(self) -> None:
        """From now on its time runs, from any thread."""
        with self._engine._changed:
            self._ponders = False
            if self._engine._running is self:
                self._engine._threads.ponder_hit()

    def abandon(self) -> None:
        """End it, also where it waits for another's end: nobody wants to know what it has."""
        self.stop()
        with self._engine._changed:
            self._abandoned = True
            self._engine._changed.notify_all()

    def _analysis(self, values: _Found) -> Analysis:
        lines, nodes, stopped = values
        turn = self._board.turn
        found = [
            Variation(Score(turn, score), depth, tuple(MOVES[number] for number in numbers))
            for score, depth, numbers in lines
        ]
        # A line that was searched later may have turned out better.
        found.sort(key=lambda variation: (-variation.depth, -variation.score.value))
        return Analysis(tuple(found), nodes, stopped)


def choice_of(board: Board, variations: int, moves: Iterable[Move] | None) -> tuple[list[Move], int]:
    """The only moves to choose from, none for all; and how many variations there can be.

    Raises:
        GameOverError: the game has ended.
        IllegalMoveError: one of the moves is not legal.
        ValueError: no moves to choose from, or not a number of variations.
    """
    if board.outcome is not None:
        verdict = Verdict(IllegalReason.GAME_OVER, (), 0, 0, 0, None)
        raise GameOverError(f"the game is over: {board.outcome}", verdict, board.outcome)
    if type(variations) is not int or variations < 1:
        raise ValueError(f"variations is a whole number from 1 on, not {variations!r}")
    only = list(dict.fromkeys(moves)) if moves is not None else []
    if moves is not None and not only:
        raise ValueError("no moves to choose from")
    for move in only:
        board.format_move(move)  # refuses what is not legal
    return only, min(variations, len(only) or len(board.legal_moves))


# Of the core: the lines as score, depth and moves; nodes; whether it was stopped.
_Found = tuple[Sequence[tuple[int, int, Sequence[int]]], int, bool]


def _tell(loop: asyncio.AbstractEventLoop, call: Callable[..., object], *what: object) -> None:
    with suppress(RuntimeError):  # the loop is closed: nobody listens
        loop.call_soon_threadsafe(call, *what)


async def _ended(outcome: Future[Analysis]) -> None:
    """Wait for the end, whatever it is."""
    import asyncio

    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    outcome.add_done_callback(lambda _: _tell(loop, ended.set))
    await ended.wait()
