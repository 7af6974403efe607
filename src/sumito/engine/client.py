"""UAI, the engine protocol, client side: engines that are other programs."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from types import MappingProxyType
from typing import NoReturn
from weakref import WeakSet

from sumito.core import BLACK, Board, Move, SumitoError
from sumito.core.native_game import game_of_two
from sumito.engine.interface import (
    Analysis,
    AnyEngine,
    EngineError,
    Report,
    Search,
    Variation,
    checked_choice,
    ends_soon,
    wait_for,
)
from sumito.engine.limit import Limit
from sumito.engine.process import LineProcess, ProcessError
from sumito.engine.protocol import OPTIONS_OF_RULES
from sumito.engine.score import Score


class OutsideEngine(AnyEngine):
    """An engine that is another program and speaks UAI. It has the methods of `Engine`.

    >>> import sys
    >>> with OutsideEngine([sys.executable, "-m", "sumito", "engine"], options={"Hash": 4}) as engine:
    ...     engine.name.split()[0], engine.play(Board(), Limit(depth=2)) in Board().legal_moves
    ('sumito', True)

    Every answer has a timeout. If the program dies, hangs or breaks the protocol, the call raises `EngineError`, and
    the next call restarts the program with the same options. An engine can be used from several threads. Searches run
    one after the other, and `stop` ends all of them.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        options: Mapping[str, str | int] = MappingProxyType({}),
        timeout_s: float = 10.0,
    ) -> None:
        """Start the program.

        Args:
            command: the program and its arguments.
            options: the options to set with `setoption` each time the program starts.
            timeout_s: the timeout of an answer in seconds. For a best move it is added to the time of the limit.

        Raises:
            EngineError: the program does not start, does not speak the protocol, or rejects an option.
            ValueError: `command` is not a list of words, `options` are not printable, or `timeout_s` is not positive.
        """
        if not _is_command(command):
            raise ValueError(f"command must be a list of words, not {command!r}")
        if type(timeout_s) not in (int, float) or not 0 < timeout_s < float("inf"):
            raise ValueError(f"timeout_s must be a positive number of seconds, not {timeout_s!r}")
        self._command = list(command)
        self._options = {
            name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in options.items()
        }
        for name, value in self._options.items():
            if not f"{name}{value}".isprintable():
                raise ValueError(f"not an option: {name!r}: {value!r}")
        self._timeout_s = timeout_s
        self._name = os.path.basename(self._command[0])
        # Guards the fields below, and wakes the threads that wait for their turn.
        self._changed = threading.Condition()
        self._busy_in = 0  # the thread that talks with the engine
        self._process: LineProcess | None = None
        self._closed = False
        self._asked: WeakSet[_OutsideSearch] = WeakSet()
        self._current: _OutsideSearch | None = None
        # Used only within a turn.
        self._set: dict[str, str] = {}  # the value of each option, by its name in lower case
        self._position = _PositionLine()
        self._said = ""
        self._hashfull = 0
        with self._turn():
            self._running()

    @property
    def name(self) -> str:
        """The name that the engine gives itself; the name of the program until it has."""
        return self._name

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
            ValueError: `moves` is empty, `variations` is not a positive whole number, or more than two players.
            EngineError: the engine is closed.
        """
        return _OutsideSearch(self, board, limit or Limit(), variations, moves, ponder)

    def play(self, board: Board, limit: Limit | None = None) -> Move:
        """Return the move that the engine would play. The board is unchanged.

        Raises:
            EngineError: the engine fails, or its answer is not a legal move.
            GameOverError: the game is over.
        """
        # The `info` lines are not read: the best move does not need them.
        return wait_for(_OutsideSearch(self, board, limit or Limit(), 1, None, False, reads_info=False)).best

    def stop(self) -> None:
        """End all searches, from any thread. Each returns the best result so far."""
        with self._changed:
            for search in self._asked:
                search.stopped = True
            self._stop_current()

    def ponder_hit(self) -> None:
        """Start the time of all searches that ponder, from any thread."""
        with self._changed:
            for search in self._asked:
                search.ponder = False
            self._start_time_of_current()

    def forget(self) -> None:
        """Let the engine clear its table, for instance before a new game.

        Raises:
            EngineError: the engine does not answer.
        """
        with self._turn():
            process = self._running()
            self._send(process, "newgame")
            self._ask(process, "isready", "readyok")

    @property
    def hashfull(self) -> int:
        """How full the table was at the last report of the last search, in thousandths; 0 if unknown."""
        return self._hashfull

    def close(self) -> None:
        """End the engine. A search that runs or waits raises `EngineError`, and so does any later one."""
        with self._changed:
            self._closed = True
            if self._current is not None and self._process is not None:
                self._process.kill()
            if self._busy_in == threading.get_ident():
                return  # a report: the search that calls it cleans up
        with self._turn():
            if self._process is not None:
                self._process.quit()
                self._process = None

    # ---- the dialogue; all of this runs within a turn

    @contextmanager
    def _turn(self, search: _OutsideSearch | None = None) -> Iterator[None]:
        """Wait until no other thread talks with the engine, and keep the others out.

        Raises:
            CancelledError: the search was abandoned while it waited.
            RuntimeError: a report of this engine calls this.
        """
        with self._changed:
            if self._busy_in == threading.get_ident():
                raise RuntimeError("the engine is already searching: a report cannot start another search")
            self._changed.wait_for(lambda: not self._busy_in or (search is not None and search.abandoned))
            if search is not None and search.abandoned:
                raise CancelledError
            self._busy_in = threading.get_ident()
        try:
            yield
        finally:
            with self._changed:
                self._busy_in = 0
                self._changed.notify_all()

    def _running(self) -> LineProcess:
        """Return the process. Restart it if it has died."""
        with self._changed:
            self._refuse_if_closed()
            if self._process is not None:
                if self._process.is_alive:
                    return self._process
                self._process.end()
                self._process = None
            try:
                process = self._process = LineProcess(self._command)
            except OSError as error:
                reason = (error.strerror or str(error)).lower()
                raise EngineError(self._name, f"does not start: {reason}", " ".join(self._command)) from error
        self._set.clear()
        self._said = ""
        for line in self._ask(process, "uai", "uaiok"):
            words = line.split()
            if words[:2] == ["id", "name"] and words[2:]:
                self._name = " ".join(words[2:])
            elif words[:2] == ["option", "name"] and "type" in words:
                default = words[words.index("default") + 1 :] if "default" in words else []
                self._set[" ".join(words[2 : words.index("type")]).lower()] = " ".join(default[:1])
        for name, value in self._options.items():
            if name.lower() not in self._set:
                self._fail(process, f"has no option {name!r}", f"setoption name {name} value {value}")
            self._set_option(process, name, value)
        for line in self._ask(process, "isready", "readyok"):
            if line.startswith("info string setoption"):
                self._said = line
                self._fail(process, "rejects an option", "setoption")
        return process

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise EngineError(self._name, "is closed")

    def _set_option(self, process: LineProcess, name: str, value: str) -> None:
        """Set an option of the engine, if it has another value."""
        if self._set.get(name.lower(), value) != value:
            self._send(process, f"setoption name {name} value {value}")
            self._set[name.lower()] = value

    def _best(self, search: _OutsideSearch, read: Callable[[str], None] | None) -> Move:
        try:
            with self._turn(search):
                return self._answer(self._running(), search, read)
        finally:
            with self._changed:
                self._asked.discard(search)

    def _answer(self, process: LineProcess, search: _OutsideSearch, read: Callable[[str], None] | None) -> Move:
        board = search.board
        with self._talking(process, "go"):
            process.drain()
        self._set_option(process, "MultiPV", str(search.variations))
        for field, option in OPTIONS_OF_RULES.items():
            self._set_option(process, option, str(getattr(board.rules, field)))
        with self._changed:
            go = search.go_line()
            self._send(process, f"{self._position.of(board)}\n{go}" + ("\nstop" if search.stopped else ""))
            search.begin()
            self._current = search
        try:
            answer = self._best_move_line(process, search, go, read)
        except EngineError:
            raise
        except BaseException:  # of a report, or Ctrl-C
            self._give_up_search(process)
            raise
        finally:
            with self._changed:
                self._current = None
        word = next(iter(answer.split()[1:]), "none")
        if word in ("none", "(none)"):
            raise EngineError(self._name, f"gives no move in {board.position()}", go, answer)
        try:
            best = board.parse_move(word)
        except SumitoError as error:
            raise EngineError(self._name, str(error), go, answer) from error
        if search.only and best not in search.only:
            raise EngineError(self._name, "gives a move that is not one of searchmoves", go, answer)
        return best

    def _give_up_search(self, process: LineProcess) -> None:
        """Stop the search and skip its answer. End the process if the answer does not come in time."""
        deadline = time.monotonic() + self._timeout_s
        answered = False
        try:
            with suppress(ProcessError):
                process.send("stop", deadline)
                line: str | None = ""
                while line is not None and not answered:
                    line = process.line(deadline)
                    answered = line is not None and line.startswith("bestmove")
        finally:
            if not answered:
                with self._changed:
                    self._process = None
                process.end()

    def _best_move_line(
        self, process: LineProcess, search: _OutsideSearch, go: str, read: Callable[[str], None] | None
    ) -> str:
        """Return the `bestmove` line. If the search has no deadline, check now and then that the engine is alive."""
        refusal = ""
        waits_for_sign = False
        look_at = time.monotonic() + self._timeout_s
        with self._talking(process, go):
            while True:
                deadline = search.deadline(self._timeout_s)
                line = process.line(look_at if deadline is None else min(look_at, deadline))
                if line is None:
                    if deadline is not None and time.monotonic() >= deadline:
                        self._fail(process, "gives no move in time", go)
                    if deadline is None and waits_for_sign:
                        self._fail(process, "hangs", go)
                    if deadline is None:
                        process.send("isready", time.monotonic() + self._timeout_s)
                        waits_for_sign = True
                    look_at = time.monotonic() + self._timeout_s
                    continue
                self._said = line
                if line.startswith("bestmove"):
                    if refusal:
                        raise EngineError(self._name, "rejects the position", self._position.of(search.board), refusal)
                    return line
                if line == "readyok":
                    waits_for_sign = False
                elif line.startswith("info string position"):
                    refusal = line
                elif read is not None and line.startswith("info "):
                    read(line)

    def _ask(self, process: LineProcess, question: str, end: str) -> list[str]:
        """Send a question and return the lines of the answer, without the last one."""
        self._send(process, question)
        lines: list[str] = []
        deadline = time.monotonic() + self._timeout_s
        with self._talking(process, question):
            while True:
                line = process.line(deadline)
                if line is None:
                    self._fail(process, f"does not answer {end} within {self._timeout_s:g} s", question)
                self._said = line
                if line == end:
                    return lines
                lines.append(line)

    def _send(self, process: LineProcess, text: str) -> None:
        with self._talking(process, text):
            process.send(text, time.monotonic() + self._timeout_s)

    def _stop_current(self) -> None:
        if self._current is not None and self._current.stopped_at is None:
            self._current.stopped_at = time.monotonic()
            self._tell("stop")

    def _start_time_of_current(self) -> None:
        if self._current is not None and self._current.clock_from is None:
            self._current.clock_from = time.monotonic()
            self._tell("ponderhit")

    def _tell(self, text: str) -> None:
        """Send a line to the running search. The thread that waits for its answer reports a failure."""
        with suppress(ProcessError):
            if self._process is not None:
                self._process.send(text, time.monotonic() + self._timeout_s)

    @contextmanager
    def _talking(self, process: LineProcess, asked: str) -> Iterator[None]:
        try:
            yield
        except ProcessError as error:
            self._fail(process, "was closed" if self._closed else str(error), asked)

    def _fail(self, process: LineProcess, problem: str, asked: str) -> NoReturn:
        """End the process and raise an error."""
        said = " | ".join(filter(None, (self._said, process.complaints)))
        with self._changed:
            self._current = self._process = None
        process.end()
        raise EngineError(self._name, problem, asked, said)


class _OutsideSearch(Search):
    """A search of `OutsideEngine`."""

    def __init__(
        self,
        engine: OutsideEngine,
        board: Board,
        limit: Limit,
        variations: int,
        moves: Iterable[Move | str] | None,
        ponder: bool,
        *,
        reads_info: bool = True,
    ) -> None:
        game_of_two(board)  # the protocol has no positions of more
        self.only, self.variations = checked_choice(board, variations, moves)
        self._engine = engine
        self._reads_info = reads_info
        self.board = board.copy()
        self.limit = limit
        # Guarded by the condition of the engine.
        self.ponder = ponder
        self.stopped = False
        self.abandoned = False
        self.clock_from: float | None = None
        """When the time began to run; None before that, and while the search ponders."""
        self.stopped_at: float | None = None
        with engine._changed:
            engine._refuse_if_closed()
            engine._asked.add(self)

    @property
    def is_short(self) -> bool:
        """Whether the limit ends the search within a fraction of a second."""
        return ends_soon(self.limit, self.ponder)

    def run(self, report: Report | None = None) -> Analysis:
        """Wait for earlier searches of the engine, then search and return the result.

        Raises:
            CancelledError: the search was abandoned before it began.
            EngineError: the engine fails, or its answer is not a legal move.
            RuntimeError: a report of the same engine calls this.
        """
        info = _Info(self.board, self.limit, self.variations, report)

        def read(line: str) -> None:
            info.read(line)
            self._engine._hashfull = info.hashfull

        best = self._engine._best(self, read if self._reads_info else None)
        return info.analysis(best)

    def stop(self) -> None:
        """End the search, from any thread. It returns the best result so far, even if it has not begun yet."""
        with self._engine._changed:
            self.stopped = True
            if self._engine._current is self:
                self._engine._stop_current()

    def ponder_hit(self) -> None:
        """Start the time of a search that ponders, from any thread."""
        with self._engine._changed:
            self.ponder = False
            if self._engine._current is self:
                self._engine._start_time_of_current()

    def abandon(self) -> None:
        """End the search and discard its result, even while it waits for another search."""
        self.stop()
        with self._engine._changed:
            self.abandoned = True
            self._engine._changed.notify_all()

    def begin(self) -> None:
        """Note that the engine has been told to search."""
        now = time.monotonic()
        self.clock_from = None if self.ponder else now
        self.stopped_at = now if self.stopped else None

    def deadline(self, grace_s: float) -> float | None:
        """Return the time by which the answer must come; None if the limit has no time."""
        if self.stopped_at is not None:
            return self.stopped_at + grace_s
        limit = self.limit
        left = None if limit.remaining_ms is None else limit.remaining_ms + limit.delay_ms
        times = [time_ms for time_ms in (limit.time_ms, left) if time_ms is not None]
        if not times or self.clock_from is None:
            return None
        return self.clock_from + min(times) / 1000 + grace_s

    def go_line(self) -> str:
        """Return the `go` line of the search."""
        limit = self.limit
        words = ["go"]
        if self.ponder:
            words.append("ponder")
        if limit == Limit():
            words.append("infinite")
        for name, number in (("depth", limit.depth), ("nodes", limit.nodes), ("movetime", limit.time_ms)):
            if number is not None:
                words.append(f"{name} {number}")
        if limit.remaining_ms is not None:
            player = "b" if self.board.turn is BLACK else "w"
            words.append(f"{player}time {limit.remaining_ms} {player}inc {limit.increment_ms + limit.delay_ms}")
        if self.only:
            words += ["searchmoves", *map(self.board.format_move, self.only)]
        return " ".join(words)


class _PositionLine:
    """The `position` line of a board. It keeps the text of earlier moves, so that a longer game costs no more."""

    def __init__(self) -> None:
        self._board = Board()
        self._start = ""
        self._moves: tuple[Move, ...] = ()
        self._texts: list[str] = []

    def of(self, board: Board) -> str:
        """Return the line."""
        start, moves = board.start(), board.history
        known = len(self._moves)
        text = start.position()
        if moves[:known] != self._moves or self._start != text or self._board.rules != board.rules:
            self._board, self._start, self._texts = start, text, []
            known = 0
        for move in moves[known:]:
            self._texts.append(self._board.format_move(move))
            self._board.play(move)
        self._moves = moves
        return " ".join(("position fen", text, "moves", *self._texts))


class _Info:
    """The contents of the `info` lines of a search."""

    def __init__(self, board: Board, limit: Limit, variations: int, report: Report | None = None) -> None:
        self._board = board
        self._limit = limit
        self._variations = variations
        self._report = report
        self._lines: dict[int, Variation] = {}
        self._nodes = 0
        self.hashfull = 0

    def read(self, line: str) -> None:
        """Read an `info` line. Ignore malformed values."""
        words = iter(line.split()[1:])
        values: dict[str, str] = {}
        moves: list[Move] = []
        for word in words:
            if word == "string":
                return
            if word == "pv":
                moves = _line_of(self._board, words)
            elif word == "score":
                values[word] = f"{next(words, '')} {next(words, '')}"
            else:
                values[word] = next(words, "")
        with suppress(ValueError):
            self._nodes = int(values.get("nodes", self._nodes))
            self.hashfull = int(values.get("hashfull", self.hashfull))
            if moves and "score" in values:
                score = Score.from_uai(values["score"], self._board.turn)
                number = int(values.get("multipv", 1))
                self._lines[number] = Variation(score, int(values.get("depth", 0)), tuple(moves))
                if self._report is not None and number == self._variations:
                    self._report(self._analysis(self._known()))

    def analysis(self, best: Move) -> Analysis:
        """Return all variations, that of the best move first."""
        known = self._known()
        first = next((variation for variation in known if variation.moves[0] is best), None)
        if first is None:  # the engine changed its mind without an `info` line
            first = Variation(Score(self._board.turn, 0), 0, (best,))
        return self._analysis([first, *(variation for variation in known if variation is not first)])

    def _known(self) -> list[Variation]:
        return [self._lines[number] for number in sorted(self._lines)]

    def _analysis(self, lines: Sequence[Variation]) -> Analysis:
        depth = self._limit.depth
        whole = lines[0].score.win_in is not None or (depth is not None and lines[0].depth >= depth)
        return Analysis(tuple(lines), self._nodes, not whole)


def _is_command(command: object) -> bool:
    """Return whether this is a list of words, the first of them not empty."""
    if isinstance(command, str) or not isinstance(command, Sequence) or not command:
        return False
    return all(isinstance(word, str) and "\0" not in word for word in command) and command[0] != ""


def _line_of(board: Board, words: Iterable[str]) -> list[Move]:
    """Parse consecutive moves, up to the first word that is not a legal move."""
    twin = board.copy()
    moves = []
    with suppress(SumitoError):
        for word in words:
            moves.append(twin.play(word))
    return moves
