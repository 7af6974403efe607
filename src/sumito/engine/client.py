"""UAI, the engine protocol: the side that asks. Outside engines run as processes."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import MappingProxyType, TracebackType
from typing import Final, NoReturn, Self

from sumito.core import BLACK, Board, Move, SumitoError
from sumito.engine.limit import Limit
from sumito.engine.process import LineProcess, ProcessError
from sumito.engine.score import Score
from sumito.engine.searcher import Analysis, Report, Variation, choice_of

# The protocol's options for the rules, by the field of Rules.
_RULES: Final = {"repetition": "Repetition", "marbles_to_eject": "MarblesToEject", "ply_cap": "PlyCap"}
_SHOWN: Final = 200


class EngineError(SumitoError, RuntimeError):
    """An outside engine did not do what the protocol asks of it.

    Attributes:
        engine: its name.
        problem: what is wrong with it.
        asked: the line that it was asked with.
        said: what it said last.
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


class OutsideEngine:
    """An engine that is another program and speaks UAI, used like `Engine`.

    >>> import sys
    >>> with OutsideEngine([sys.executable, "-m", "sumito", "engine"], options={"Hash": 4}) as engine:
    ...     engine.name.split()[0], engine.play(Board(), Limit(depth=2)) in Board().legal_moves
    ('sumito', True)

    Every answer has a time within which it has to come. An engine that dies, hangs or talks nonsense gives an
    `EngineError`, and is started again, with the same options, at its next use. It may be used from several threads:
    searches wait for one another, and `stop` ends those that have been asked for.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        options: Mapping[str, str | int] = MappingProxyType({}),
        timeout_s: float = 10.0,
    ) -> None:
        """Start the engine.

        Args:
            command: the program and its arguments.
            options: what is set with `setoption` each time the engine starts.
            timeout_s: how long an answer may take; a best move, beyond the time of the limit.

        Raises:
            EngineError: it does not start, does not speak the protocol, or does not take an option.
            ValueError: not a command, not an option, or not a time.
        """
        if not _is_command(command):
            raise ValueError(f"a command is a list of words, not {command!r}")
        if type(timeout_s) not in (int, float) or not 0 < timeout_s < float("inf"):
            raise ValueError(f"timeout_s is a number of seconds, not {timeout_s!r}")
        self._command = list(command)
        self._options = {
            name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in options.items()
        }
        for name, value in self._options.items():
            if not f"{name}{value}".isprintable():
                raise ValueError(f"not an option: {name!r}: {value!r}")
        self._timeout_s = timeout_s
        self._name = os.path.basename(self._command[0])
        self._dialogue = threading.Lock()  # held by whoever talks with the engine
        self._state = threading.RLock()  # guards what follows
        self._process: LineProcess | None = None
        self._closed = False
        self._asked: list[_Asked] = []
        self._current: _Asked | None = None
        # Only within a dialogue.
        self._set: dict[str, str] = {}  # the value of each option, by its name in small letters
        self._position = _PositionLine()
        self._said = ""
        with self._dialogue:
            self._running()

    @property
    def name(self) -> str:
        """What the engine calls itself; until it has, the name of the program."""
        return self._name

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
        """Search the board, which is not changed, and say what is best; the arguments are those of `Engine.analyse`.

        Raises:
            EngineError: the engine fails, or its answer is no legal move.
            GameOverError: the game has ended.
            IllegalMoveError: one of the moves is not legal.
            ValueError: no moves to choose from, or not a number of variations.
        """
        asked = _Asked(board, limit or Limit(), variations, moves, ponder)
        found = _Found(asked, report)
        best = self._best(asked, found.read)
        return found.analysis(best)

    def play(self, board: Board, limit: Limit | None = None) -> Move:
        """The move that the engine would play; the board is not changed.

        Raises:
            EngineError: the engine fails, or its answer is no legal move.
            GameOverError: the game has ended.
        """
        return self._best(_Asked(board, limit or Limit(), 1, None, False))

    def stop(self) -> None:
        """End every search that has been asked for, from any thread: it gives what it has."""
        with self._state:
            for asked in self._asked:
                asked.stopped = True
            if self._current is not None and self._current.stopped_at is None:
                self._current.stopped_at = time.monotonic()
                self._tell("stop")

    def ponder_hit(self) -> None:
        """From now on the time of searches that ponder runs, from any thread."""
        with self._state:
            for asked in self._asked:
                asked.ponder = False
            if self._current is not None and self._current.clock_from is None:
                self._current.clock_from = time.monotonic()
                self._tell("ponderhit")

    def forget(self) -> None:
        """Let the engine forget all that it has searched, as before a new game.

        Raises:
            EngineError: it does not answer.
        """
        with self._dialogue:
            process = self._running()
            self._send(process, "newgame")
            self._ask(process, "isready", "readyok")

    def close(self) -> None:
        """End the engine, and a search that runs."""
        with self._state:
            self._closed = True
            if self._current is not None and self._process is not None:
                self._process.kill()
        with self._dialogue:
            if self._process is not None:
                self._process.quit()
                self._process = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ---- the dialogue; whoever is in here holds its lock

    def _running(self) -> LineProcess:
        """The process, started again where it has died."""
        with self._state:
            if self._closed:
                raise EngineError(self._name, "is closed")
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
                self._fail(process, "does not take an option", "setoption")
        return process

    def _set_option(self, process: LineProcess, name: str, value: str) -> None:
        """Set an option that the engine has, where it is not set so already."""
        if self._set.get(name.lower(), value) != value:
            self._send(process, f"setoption name {name} value {value}")
            self._set[name.lower()] = value

    def _best(self, asked: _Asked, read: Callable[[str], None] | None = None) -> Move:
        with self._state:
            self._asked.append(asked)
        try:
            with self._dialogue:
                return self._answer(self._running(), asked, read)
        finally:
            with self._state:
                self._asked.remove(asked)

    def _answer(self, process: LineProcess, asked: _Asked, read: Callable[[str], None] | None) -> Move:
        board = asked.board
        with self._talking(process, "go"):
            process.drain()
        self._set_option(process, "MultiPV", str(asked.variations))
        for field, option in _RULES.items():
            self._set_option(process, option, str(getattr(board.rules, field)))
        with self._state:
            go = asked.go_line()
            self._send(process, f"{self._position.of(board)}\n{go}" + ("\nstop" if asked.stopped else ""))
            asked.begin()
            self._current = asked
        try:
            answer = self._best_move_line(process, asked, go, read)
        finally:
            with self._state:
                self._current = None
        word = next(iter(answer.split()[1:]), "none")
        if word in ("none", "(none)"):
            raise EngineError(self._name, f"gives no move in {board.position()}", go, answer)
        try:
            best = board.parse_move(word)
        except SumitoError as error:
            raise EngineError(self._name, str(error), go, answer) from error
        if asked.only and best not in asked.only:
            raise EngineError(self._name, "gives a move that it was not to choose from", go, answer)
        return best

    def _best_move_line(self, process: LineProcess, asked: _Asked, go: str, read: Callable[[str], None] | None) -> str:
        """The `bestmove` line. Where nobody can say when it should come, the engine has to show that it is alive."""
        refusal = ""
        waits_for_sign = False
        look_at = time.monotonic() + self._timeout_s
        with self._talking(process, go):
            while True:
                deadline = asked.deadline(self._timeout_s)
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
                        raise EngineError(
                            self._name, "does not take the position", self._position.of(asked.board), refusal
                        )
                    return line
                if line == "readyok":
                    waits_for_sign = False
                elif line.startswith("info string position"):
                    refusal = line
                elif read is not None and line.startswith("info "):
                    read(line)

    def _ask(self, process: LineProcess, question: str, end: str) -> list[str]:
        """The lines of an answer, without its last."""
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

    def _tell(self, text: str) -> None:
        """Say something to a search that runs; where that fails, whoever waits for its end will learn it."""
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
        """Give this run of the engine up."""
        said = " | ".join(filter(None, (self._said, process.complaints)))
        with self._state:
            self._current = self._process = None
        process.end()
        raise EngineError(self._name, problem, asked, said)


class _Asked:
    """A search that was asked for, and what other threads have said of it since."""

    def __init__(self, board: Board, limit: Limit, variations: int, moves: Iterable[Move] | None, ponder: bool) -> None:
        self.board = board
        self.limit = limit
        self.only, self.variations = choice_of(board, variations, moves)
        self.ponder = ponder
        self.stopped = False
        self.clock_from: float | None = None
        """When its time began to run; None before, and while it ponders."""
        self.stopped_at: float | None = None

    def begin(self) -> None:
        """The engine has been told to search."""
        now = time.monotonic()
        self.clock_from = None if self.ponder else now
        self.stopped_at = now if self.stopped else None

    def deadline(self, grace_s: float) -> float | None:
        """When the answer has to be there; None where nobody can say."""
        if self.stopped_at is not None:
            return self.stopped_at + grace_s
        limit = self.limit
        left = None if limit.remaining_ms is None else limit.remaining_ms + limit.delay_ms
        times = [time_ms for time_ms in (limit.time_ms, left) if time_ms is not None]
        if not times or self.clock_from is None:
            return None
        return self.clock_from + min(times) / 1000 + grace_s

    def go_line(self) -> str:
        """The line that asks for it."""
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
    """The line that tells an engine a board; of a game that goes on, only the new moves are written."""

    def __init__(self) -> None:
        self._board = Board()
        self._start = ""
        self._moves: tuple[Move, ...] = ()
        self._texts: list[str] = []

    def of(self, board: Board) -> str:
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


class _Found:
    """What the `info` lines of a search say."""

    def __init__(self, asked: _Asked, report: Report | None) -> None:
        self._asked = asked
        self._report = report
        self._lines: dict[int, Variation] = {}
        self._nodes = 0

    def read(self, line: str) -> None:
        """Take an `info` line; what is wrong in it does not count."""
        words = iter(line.split()[1:])
        values: dict[str, str] = {}
        moves: list[Move] = []
        for word in words:
            if word == "string":
                return
            if word == "pv":
                moves = _line_of(self._asked.board, words)
            elif word == "score":
                values[word] = f"{next(words, '')} {next(words, '')}"
            else:
                values[word] = next(words, "")
        with suppress(ValueError):
            self._nodes = int(values.get("nodes", self._nodes))
            if moves and "score" in values:
                score = Score.from_uai(values["score"], self._asked.board.turn)
                number = int(values.get("multipv", 1))
                self._lines[number] = Variation(score, int(values.get("depth", 0)), tuple(moves))
                if self._report is not None and number == self._asked.variations:
                    self._report(self._analysis(self._known()))

    def analysis(self, best: Move) -> Analysis:
        """All that is known, with the best move first."""
        known = self._known()
        first = next((variation for variation in known if variation.moves[0] is best), None)
        if first is None:  # the engine has changed its mind without a word
            first = Variation(Score(self._asked.board.turn, 0), 0, (best,))
        return self._analysis([first, *(variation for variation in known if variation is not first)])

    def _known(self) -> list[Variation]:
        return [self._lines[number] for number in sorted(self._lines)]

    def _analysis(self, lines: Sequence[Variation]) -> Analysis:
        depth = self._asked.limit.depth
        whole = lines[0].score.win_in is not None or (depth is not None and lines[0].depth >= depth)
        return Analysis(tuple(lines), self._nodes, not whole)


def _is_command(command: object) -> bool:
    """Whether these are words, the first of them a program."""
    if isinstance(command, str) or not isinstance(command, Sequence) or not command:
        return False
    return all(isinstance(word, str) and "\0" not in word for word in command) and command[0] != ""


def _line_of(board: Board, words: Iterable[str]) -> list[Move]:
    """The moves that words name one after the other, as far as they do."""
    twin = board.copy()
    moves = []
    with suppress(SumitoError):
        for word in words:
            moves.append(twin.play(word))
    return moves


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[: _SHOWN // 2]} ... {text[-_SHOWN // 2 :]}")
