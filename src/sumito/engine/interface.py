"""The interface of `Engine` and `OutsideEngine`: searches, their results, and the forms for threads and asyncio."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Iterable
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from sumito.core import Board, GameOverError, IllegalReason, Move, SumitoError, Verdict
from sumito.engine.limit import Limit
from sumito.engine.score import Score

if TYPE_CHECKING:
    import asyncio

Report = Callable[["Analysis"], None]
# The main thread runs only shorter searches itself. Longer ones run in another thread, so that Ctrl-C takes effect.
_SHORT_MS: Final = 200
_SHORT_NODES: Final = 100_000
_SLICE_S: Final = 0.1
_SHOWN: Final = 200


class EngineError(SumitoError, RuntimeError):
    """An engine is closed, or an outside engine does not follow the protocol.

    Attributes:
        engine: the name of the engine.
        problem: the fault.
        asked: the line that was sent to the engine.
        said: the last line of the engine.
    """

    def __init__(self, engine: str, problem: str, asked: str = "", said: str = "") -> None:
        details = [f"{word} {_shown(text)}" for word, text in (("asked", asked), ("said", said)) if text]
        super().__init__(f"engine {engine}: {'; '.join((problem, *details))}")
        self.engine = engine
        self.problem = problem
        self.asked = asked
        self.said = said

    def __reduce__(self) -> tuple[type[EngineError], tuple[str, str, str, str]]:
        return type(self), (self.engine, self.problem, self.asked, self.said)


@dataclass(frozen=True, slots=True)
class Variation:
    """A sequence of moves that the engine expects, with its score for the player to move."""

    score: Score
    depth: int
    """The number of plies that the search looked ahead."""
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of a search."""

    variations: tuple[Variation, ...]
    """The best variations, best first."""
    nodes: int
    """The number of positions searched."""
    stopped: bool
    """Whether the search ended before it reached its depth."""

    @property
    def best(self) -> Move:
        """The best move."""
        return self.variations[0].moves[0]

    @property
    def score(self) -> Score:
        """The score of the best move."""
        return self.variations[0].score


class Search(ABC):
    """A search that `AnyEngine.search` has prepared."""

    @property
    @abstractmethod
    def is_short(self) -> bool:
        """Whether the limit ends the search within a fraction of a second."""

    @abstractmethod
    def run(self, report: Report | None = None) -> Analysis:
        """Wait for earlier searches of the engine, then search and return the result.

        Raises:
            CancelledError: the search was abandoned before it began.
            EngineError: the engine is closed, or it fails.
            RuntimeError: a report of the same engine calls this, or a thread cannot start.
        """

    def start(self, report: Report | None = None) -> Future[Analysis]:
        """Run the search in a new thread. Return a future with its result."""
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

    @abstractmethod
    def stop(self) -> None:
        """End the search, from any thread. It returns the best result so far, even if it has not begun yet."""

    @abstractmethod
    def ponder_hit(self) -> None:
        """Start the time of a search that ponders, from any thread."""

    @abstractmethod
    def abandon(self) -> None:
        """End the search and discard its result, even while it waits for another search."""


class AnyEngine(ABC):
    """The methods that every engine has: the engine of this project (`Engine`) and other programs (`OutsideEngine`).

    An engine can be used from several threads. Searches run one after the other, and `stop` ends all of them.
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the engine."""

    @abstractmethod
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
        """

    def analyse(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        variations: int = 1,
        moves: Iterable[Move | str] | None = None,
        ponder: bool = False,
        report: Report | None = None,
    ) -> Analysis:
        """Search the position and return the best variations. The board is unchanged.

        Args:
            board: the game so far. Its history counts for repetition, and its rules for the end.
            limit: when to end the search; by default, at `stop`.
            variations: the number of best moves to return a variation for.
            moves: the only moves to consider, as moves or as text.
            ponder: whether the time of `limit` starts only at `ponder_hit`, because the opponent is still to move.
            report: called with the result after each iteration, in the thread that searches. An exception in it ends
                the search and is raised here.

        Raises:
            GameOverError: the game is over.
            IllegalMoveError: one of `moves` is illegal.
            NotationError: one of `moves` is text that does not name a move.
            ValueError: `moves` is empty, or `variations` is not a positive whole number.
            EngineError: the engine is closed, or it fails.
            RuntimeError: a thread of the search cannot start.
        """
        return wait_for(self.search(board, limit, variations=variations, moves=moves, ponder=ponder), report)

    def play(self, board: Board, limit: Limit | None = None) -> Move:
        """Return the move that the engine would play. The board is unchanged.

        Raises:
            GameOverError: the game is over.
            EngineError: the engine is closed, or it fails.
            RuntimeError: a thread of the search cannot start.
        """
        return self.analyse(board, limit).best

    async def analyse_async(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        variations: int = 1,
        moves: Iterable[Move | str] | None = None,
        ponder: bool = False,
        report: Report | None = None,
    ) -> Analysis:
        """Do the same as `analyse`, in another thread. Cancelling the task ends the search first."""
        import asyncio  # half of the import time of this module

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
        """Do the same as `play`, in another thread. Cancelling the task ends the search first."""
        return (await self.analyse_async(board, limit)).best

    async def stream(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        variations: int = 1,
        moves: Iterable[Move | str] | None = None,
    ) -> AsyncGenerator[Analysis, None]:
        """Yield the result after each iteration, and the final result. Leaving the loop ends the search."""
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

    @abstractmethod
    def stop(self) -> None:
        """End all searches, from any thread. Each returns the best result so far."""

    @abstractmethod
    def ponder_hit(self) -> None:
        """Start the time of all searches that ponder, from any thread."""

    @abstractmethod
    def forget(self) -> None:
        """Clear the table of the engine, for instance before a new game.

        Raises:
            EngineError: the engine is closed, or it fails.
        """

    @property
    @abstractmethod
    def hashfull(self) -> int:
        """How full the table was at the last report of the last search, in thousandths."""

    @abstractmethod
    def close(self) -> None:
        """End all searches and free its resources. Any later search raises `EngineError`."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def ends_soon(limit: Limit, ponder: bool) -> bool:
    """Return whether a limit ends a search within a fraction of a second."""
    hard = limit.budget_ms()[1]
    timed = 0 < hard <= _SHORT_MS and not ponder
    return timed or (limit.nodes is not None and limit.nodes <= _SHORT_NODES)


def checked_choice(board: Board, variations: int, moves: Iterable[Move | str] | None) -> tuple[list[Move], int]:
    """Return the moves to choose from (empty: all), and the number of variations, which cannot exceed theirs.

    Raises:
        GameOverError: the game is over.
        IllegalMoveError: one of `moves` is illegal.
        NotationError: one of `moves` is text that does not name a move.
        ValueError: `moves` is empty, or `variations` is not a positive whole number.
    """
    if board.outcome is not None:
        verdict = Verdict(IllegalReason.GAME_OVER, (), 0, 0, 0, None)
        raise GameOverError(f"the game is over: {board.outcome}", verdict, board.outcome)
    if type(variations) is not int or variations < 1:
        raise ValueError(f"variations must be a whole number of at least 1, not {variations!r}")
    only = list(dict.fromkeys(_legal(board, move) for move in moves)) if moves is not None else []
    if moves is not None and not only:
        raise ValueError("no moves to choose from")
    return only, min(variations, len(only) or len(board.legal_moves))


def _legal(board: Board, move: Move | str) -> Move:
    if isinstance(move, str):
        return board.parse_move(move)
    board.format_move(move)  # raises IllegalMoveError
    return move


def wait_for(search: Search, report: Report | None = None) -> Analysis:
    """Run a search so that Ctrl-C in the main thread ends it."""
    if threading.current_thread() is not threading.main_thread() or search.is_short:
        return search.run(report)
    outcome = None
    try:
        outcome = search.start(report)
        while not outcome.done():
            # In slices: a Ctrl-C just before an endless wait would not end it.
            wait([outcome], _SLICE_S)
        return outcome.result()
    except BaseException:  # Ctrl-C too
        search.abandon()
        if outcome is not None:
            wait([outcome])
        raise


def _tell(loop: asyncio.AbstractEventLoop, call: Callable[..., object], *what: object) -> None:
    with suppress(RuntimeError):  # the loop is closed
        loop.call_soon_threadsafe(call, *what)


async def _ended(outcome: Future[Analysis]) -> None:
    """Wait until the future has a result or an exception."""
    import asyncio

    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    outcome.add_done_callback(lambda _: _tell(loop, ended.set))
    await ended.wait()


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[: _SHOWN // 2]} ... {text[-_SHOWN // 2 :]}")
