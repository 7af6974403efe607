"""UAI, the engine protocol, engine side. docs/protocol.md describes the lines."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, TextIO

from sumito.core import BLACK, Board, GameOverError, Move, PositionForm, Rules, SumitoError
from sumito.core.native_game import game_of_two
from sumito.engine.interface import Analysis, Search, checked_choice
from sumito.engine.limit import Limit
from sumito.engine.searcher import Engine

LONGEST_LINE: Final = 1 << 20
FULL_STRENGTH: Final = 12
"""The level without a handicap."""
SHIPPED: Final = "<default>"
HAND_MADE: Final = "<none>"
_SHOWN: Final = 300  # the longest part of a message that quotes input
_MOST: Final = 10**12  # the largest number in a `go`
_PATIENCE_S: Final = 0.01
_FORMS: Final = {form.name.lower(): form for form in PositionForm}
_LEAST: Final = {"movetime": 0, "nodes": 1, "depth": 1}  # a clock can be below zero just before it flags
_NUMBERS: Final = (*_LEAST, "btime", "wtime", "binc", "winc")
_GO_WORDS: Final = frozenset({*_NUMBERS, "infinite", "ponder", "searchmoves"})


@dataclass(frozen=True, slots=True)
class Option:
    """An option of `setoption`: a spin with bounds, a check, a combo with its values, or a string."""

    name: str
    default: int | bool | str
    least: int = 0
    most: int = 0
    values: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the line that announces the option."""
        if isinstance(self.default, bool):
            return f"option name {self.name} type check default {str(self.default).lower()}"
        if isinstance(self.default, int):
            return f"option name {self.name} type spin default {self.default} min {self.least} max {self.most}"
        if self.values:
            values = "".join(f" var {value}" for value in self.values)
            return f"option name {self.name} type combo default {self.default}{values}"
        return f"option name {self.name} type string default {self.default}"

    def read(self, text: str) -> int | bool | str:
        """Parse a value.

        Raises:
            ValueError: the text is not a value of this option.
        """
        if isinstance(self.default, bool):
            if text.lower() not in ("true", "false"):
                raise ValueError(f"must be true or false, not {text!r}")
            return text.lower() == "true"
        if isinstance(self.default, int):
            number = _whole(text)
            if number is None or not self.least <= number <= self.most:
                raise ValueError(f"must be a whole number from {self.least} to {self.most}, not {text!r}")
            return number
        if self.values:
            if text.lower() not in self.values:
                raise ValueError(f"must be {' or '.join(self.values)}, not {text!r}")
            return text.lower()
        if not text:
            raise ValueError(f"must be a file name, {SHIPPED} or {HAND_MADE}, not empty")
        return text


OPTIONS: Final[Mapping[str, Option]] = MappingProxyType(
    {
        option.name.lower(): option
        for option in (
            Option("Hash", 64, 1, 1 << 20),
            Option("Threads", 1, 1, 512),
            Option("MultiPV", 1, 1, 200),
            Option("Level", FULL_STRENGTH, 1, FULL_STRENGTH),
            Option("Ponder", False),
            Option("EvalFile", SHIPPED),
            Option("Repetition", Rules().repetition, 0, 1_000_000),
            Option("MarblesToEject", Rules().marbles_to_eject, 1, 61),
            Option("PlyCap", Rules().ply_cap, 0, 1_000_000),
            Option("QuietCap", Rules().quiet_cap, 0, 1_000_000),
            Option("Adjudication", Rules().adjudication, values=("draw", "more_ejections")),
            Option("Blocked", Rules().blocked, values=("loses", "draws")),
        )
    }
)
OPTIONS_OF_RULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "repetition": "Repetition",
        "marbles_to_eject": "MarblesToEject",
        "ply_cap": "PlyCap",
        "quiet_cap": "QuietCap",
        "adjudication": "Adjudication",
        "blocked": "Blocked",
    }
)
"""The fields of `Rules` for two players, with the options for them."""
_OF_THE_ENGINE: Final = ("Hash", "Threads", "EvalFile")


@dataclass(frozen=True, slots=True)
class Order:
    """The parsed words of a `go`."""

    limit: Limit
    moves: tuple[Move, ...] | None
    ponder: bool
    infinite: bool
    """Whether the answer waits for `stop`."""


@dataclass(eq=False, slots=True)
class _Job:
    """A `go` without an answer yet."""

    order: Order
    board: Board
    engine: Engine
    search: Search | None
    """None if a level plays, because it starts its own searches."""
    may_answer: threading.Event = field(default_factory=threading.Event)
    stopped: bool = False
    thread: threading.Thread | None = None
    began: float = field(default_factory=time.monotonic)

    def stop(self) -> None:
        self.stopped = True
        (self.search or self.engine).stop()
        self.may_answer.set()

    def ponder_hit(self) -> None:
        (self.search or self.engine).ponder_hit()
        if not self.order.infinite:
            self.may_answer.set()


class Session:
    """A dialogue. `handle` takes a line. `write` gets the lines of answers, one at a time, from several threads.

    >>> said = []
    >>> session = Session(said.append)
    >>> session.handle("isready"), session.handle("quit"), said
    (True, False, ['readyok'])
    """

    def __init__(
        self, write: Callable[[str], None], *, name: str = "sumito", author: str = "the sumito authors"
    ) -> None:
        self._write = write
        self._name = name
        self._author = author
        self._speaking = threading.RLock()  # held for each answer, and for the state that it changes
        self._values = {option.name: option.default for option in OPTIONS.values()}
        self._engine: Engine | None = None
        self._start: tuple[str, ...] = ("startpos",)
        self._moves: tuple[str, ...] = ()
        self._board = _start_board(self._start, _rules(self._values))
        self._job: _Job | None = None
        self._random = random.Random()  # noqa: S311  for moves, not for secrets
        self._commands: dict[str, Callable[[Sequence[str]], None]] = {
            "uai": self._introduce,
            "isready": self._ready,
            "setoption": self._set_option,
            "newgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponder_hit,
        }

    def handle(self, line: str) -> bool:
        """Execute a line. Return False after `quit`. Report an error as `info string`, and change nothing.

        Raises:
            OSError: `write` fails.
        """
        words = line.split()
        if not words:
            return True
        if words[0] == "quit":
            self.close()
            return False
        if len(line) > LONGEST_LINE:
            self._complain(f"a line of more than {LONGEST_LINE} characters")
        elif words[0] not in self._commands:
            self._complain(f"no such command: {_shown(words[0])}")
        else:
            try:
                self._commands[words[0]](words[1:])
            except (SumitoError, ValueError) as error:
                self._complain(f"{words[0]}: {error}")
            except Exception as error:
                self._complain(f"{words[0]}: {type(error).__name__}: {error}")
        return True

    def close(self) -> None:
        """Stop the running search, and wait for its answer."""
        self._stop(())
        self._settle()

    # ---- output

    def _say(self, *lines: str) -> None:
        with self._speaking:
            for line in lines:
                self._write(line)

    def _complain(self, problem: str) -> None:
        text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in problem[: 2 * _SHOWN])
        self._say(f"info string {text if len(text) <= _SHOWN else text[:_SHOWN] + '...'}")

    def _introduce(self, words: Sequence[str]) -> None:
        self._say(f"id name {self._name}", f"id author {self._author}", *map(str, OPTIONS.values()), "uaiok")

    def _ready(self, words: Sequence[str]) -> None:
        if self._job is None:
            self._thinker()
        self._say("readyok")

    # ---- options and position

    def _set_option(self, words: Sequence[str]) -> None:
        if not words or words[0] != "name":
            raise ValueError("use `setoption name NAME value VALUE`")
        at = words.index("value") if "value" in words else len(words)
        name, text = " ".join(words[1:at]), " ".join(words[at + 1 :])
        option = OPTIONS.get(name.lower())
        if option is None:
            raise ValueError(
                f"no such option: {_shown(name)} (there are {', '.join(o.name for o in OPTIONS.values())})"
            )
        self._settle()
        try:
            values = {**self._values, option.name: option.read(text)}
            _rules(values)
        except ValueError as error:
            raise ValueError(f"{option.name}: {error}") from error
        if option.name in _OF_THE_ENGINE:
            self._engine = _engine(values)
        self._values = values

    def _thinker(self) -> Engine:
        if self._engine is None:
            self._engine = _engine(self._values)
        return self._engine

    def _new_game(self, words: Sequence[str]) -> None:
        self._settle()
        if self._engine is not None:
            self._engine.forget()
        self._place(("startpos",), ())

    def _set_position(self, words: Sequence[str]) -> None:
        self._settle()
        if not words or words[0] == "moves":
            raise ValueError(
                "it is `position startpos`, `position layout NAME` or `position fen TEXT`, then `moves ...`"
            )
        at = words.index("moves") if "moves" in words else len(words)
        self._place(tuple(words[:at]), tuple(words[at + 1 :]))

    def _place(self, start: tuple[str, ...], moves: tuple[str, ...]) -> None:
        known = len(self._moves)
        rules = _rules(self._values)
        if start == self._start and moves[:known] == self._moves and rules == self._board.rules:
            board = _played(self._board.copy(), moves[known:], known)
        else:
            board = _played(_start_board(start, rules), moves)
        self._start, self._moves, self._board = start, moves, board

    # ---- searches

    def _settle(self) -> None:
        """Wait for a search that has been stopped.

        Raises:
            ValueError: a search runs and has not been stopped.
        """
        job = self._job
        if job is not None and job.thread is not None:
            if not job.stopped:
                raise ValueError("a search is running: send `stop` first")
            while job.thread.is_alive():
                job.stop()  # a level can have started another search since
                job.thread.join(_PATIENCE_S)

    def _go(self, words: Sequence[str]) -> None:
        self._settle()
        try:
            self._place(self._start, self._moves)  # because the rules can have changed
            board = self._board.copy()
            job = self._job_of(read_order(words, board), board)
        except Exception as error:
            over = isinstance(error, GameOverError)
            self._complain(str(error) if over else f"go: {str(error) or type(error).__name__}")
            self._say("bestmove none")  # the client waits for an answer
            return
        if not (job.order.ponder or job.order.infinite):
            job.may_answer.set()
        job.thread = threading.Thread(target=self._think, args=(job,), name="sumito go")
        self._job = job
        job.thread.start()

    def _job_of(self, order: Order, board: Board) -> _Job:
        engine = self._thinker()
        checked_choice(board, 1, None)  # raises GameOverError
        if self._values["Level"] != FULL_STRENGTH:
            if order.moves is not None:
                raise ValueError(f"searchmoves needs Level {FULL_STRENGTH}")
            return _Job(order, board, engine, None)
        if order.limit == Limit():
            order = replace(order, infinite=True)
        lines = int(self._values["MultiPV"])
        search = engine.search(board, order.limit, variations=lines, moves=order.moves, ponder=order.ponder)
        return _Job(order, board, engine, search)

    def _stop(self, words: Sequence[str]) -> None:
        if (job := self._job) is not None:
            job.stop()

    def _ponder_hit(self, words: Sequence[str]) -> None:
        if (job := self._job) is not None and job.order.ponder:
            job.ponder_hit()

    def _think(self, job: _Job) -> None:
        answer = "bestmove none"
        with suppress(OSError):  # the output is closed: the next answer to a command raises
            try:
                answer = self._played_by_level(job) if job.search is None else self._searched(job, job.search)
            except Exception as error:
                self._complain(f"go: {type(error).__name__}: {error}")
            job.may_answer.wait()
            with self._speaking:
                self._job = None
                self._say(answer)

    def _searched(self, job: _Job, search: Search) -> str:
        told: list[Analysis] = []

        def tell(analysis: Analysis) -> None:
            told[:] = [analysis]
            self._say(*self._infos(job, analysis))

        found = search.run(tell)
        if not told or (told[0].variations, told[0].nodes) != (found.variations, found.nodes):
            tell(found)
        texts = job.board.format_line(found.variations[0].moves[:2]).split()
        return f"bestmove {' ponder '.join(texts[: 2 if self._values['Ponder'] else 1])}"

    def _infos(self, job: _Job, analysis: Analysis) -> Iterator[str]:
        seconds = time.monotonic() - job.began
        speed = int(analysis.nodes / max(seconds, 1e-6))
        costs = f"nodes {analysis.nodes} nps {speed} time {int(1000 * seconds)} hashfull {job.engine.hashfull}"
        several = len(analysis.variations) > 1
        for number, variation in enumerate(analysis.variations, 1):
            multipv = f" multipv {number}" if several else ""
            moves = job.board.format_line(variation.moves)
            yield f"info depth {variation.depth}{multipv} score {variation.score.uai} {costs} pv {moves}"

    def _played_by_level(self, job: _Job) -> str:
        from sumito.engine.levels import play_level

        if job.order.ponder:
            job.may_answer.wait()
        hard = job.order.limit.budget_ms()[1]
        timer = threading.Timer(hard / 1000, job.engine.stop)
        if hard:
            timer.start()
        try:
            move = play_level(job.engine, job.board.copy(), int(self._values["Level"]), self._random)
        finally:
            timer.cancel()
        return f"bestmove {job.board.format_move(move)}"


def serve(source: TextIO, out: TextIO, *, name: str) -> None:
    """Answer the lines of a stream, until `quit` or the end of the stream.

    Raises:
        OSError: the answers cannot be written.
    """
    session = Session(lambda line: print(line, file=out, flush=True), name=name)
    try:
        while (line := source.readline(LONGEST_LINE + 1)) and session.handle(line):
            while line and not line.endswith("\n"):  # skip the rest of a line that is too long
                line = source.readline(LONGEST_LINE)
    finally:
        session.close()


def read_order(words: Sequence[str], board: Board) -> Order:
    """Parse the words after `go`.

    Raises:
        ValueError: a word is unknown, or a number is out of range.
        SumitoError: one of the moves is malformed or illegal.
    """
    numbers: dict[str, int] = {}
    moves: list[Move] | None = None
    flags = set()
    rest = list(reversed(words))
    while rest:
        word = rest.pop()
        if word in _NUMBERS:
            text = rest.pop() if rest else ""
            number = _whole(text)
            if number is None:
                raise ValueError(f"{word} must be a whole number, not {_shown(text)}")
            if number < _LEAST.get(word, number):
                raise ValueError(f"{word} must be a whole number of at least {_LEAST[word]}, not {_shown(text)}")
            numbers[word] = number
        elif word == "searchmoves":
            moves = []
            while rest and rest[-1] not in _GO_WORDS:
                moves.append(board.parse_move(rest.pop()))
        elif word in _GO_WORDS:
            flags.add(word)
        else:
            raise ValueError(f"no such word: {_shown(word)}")
    mine, bonus = ("btime", "binc") if board.turn is BLACK else ("wtime", "winc")

    def at_least_one(name: str) -> int | None:
        return max(1, numbers[name]) if name in numbers else None

    limit = Limit(
        depth=numbers.get("depth"),
        nodes=numbers.get("nodes"),
        time_ms=at_least_one("movetime"),
        remaining_ms=at_least_one(mine),
        increment_ms=max(0, numbers.get(bonus, 0)) if mine in numbers else 0,
    )
    return Order(limit, None if moves is None else tuple(moves), "ponder" in flags, "infinite" in flags)


def _start_board(start: Sequence[str], rules: Rules) -> Board:
    kind, text = start[0], " ".join(start[1:])
    if kind == "startpos" and not text:
        board = Board(rules=rules)
    elif kind == "layout":
        board = Board(text, rules=rules)
    elif kind in _FORMS:
        board = Board.from_position(text, form=_FORMS[kind], rules=rules)
    else:
        raise ValueError(f"startpos, layout NAME or fen TEXT, not {_shown(' '.join(start))}")
    game_of_two(board)
    return board


def _played(board: Board, moves: Sequence[str], before: int = 0) -> Board:
    for number, text in enumerate(moves, before + 1):
        try:
            board.play(text)
        except SumitoError as error:
            raise ValueError(f"move {number}: {error}") from error
    return board


def _rules(values: Mapping[str, int | bool | str]) -> Rules:
    rules: dict[str, Any] = {field: values[option] for field, option in OPTIONS_OF_RULES.items()}
    return Rules(**rules)


def _engine(values: Mapping[str, int | bool | str]) -> Engine:
    """Return an engine with these options.

    Raises:
        ValueError: an option cannot be used. The message names it and its value.
    """
    file = str(values["EvalFile"])
    settings: dict[str, Any] = {"hash_mb": values["Hash"], "threads": values["Threads"]}
    if file != SHIPPED:
        settings["network"] = None if file == HAND_MADE else file
    try:
        return Engine(**settings)
    except MemoryError:
        raise ValueError(f"Hash: not enough memory for {values['Hash']} MB (Threads {values['Threads']})") from None
    except OSError as error:
        raise ValueError(f"EvalFile: {_shown(file)}: {(error.strerror or str(error)).lower()}") from error
    except ValueError as error:
        raise ValueError(f"EvalFile: {error}") from error


def _whole(text: str) -> int | None:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 30):
        return None
    return max(-_MOST, min(_MOST, int(text)))


def _shown(text: str) -> str:
    return repr(text) if len(text) <= 60 else f"{text[:60]!r}..."
