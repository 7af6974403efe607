"""A host for the WebAssembly modules, in place of a browser: over wasmtime, for the tests.

`Core` makes calls and moves bytes. `Game`, `Clock` and `RecordReader` answer in the shapes of `sumito._native`.
"""

from __future__ import annotations

import re
import struct
import time
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, cast

from wasmtime import Engine, Func, FuncType, Instance, Memory, Module, Store, ValType

from sumito import Rules
from sumito.notation.record_names import names_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REPOSITORY = Path(__file__).resolve().parents[1]
HEADERS = {
    "sumito": ("game_api.hpp", "page_api.hpp", "api.hpp"),
    "engine": ("game_api.hpp", "engine_api.hpp"),
    "multi": ("game_api.hpp", "page_api.hpp", "engine_api.hpp", "multi_api.hpp"),
    "study": ("study_api.hpp",),
}

FORMS = range(4)
DIALECTS = range(3)
ANY_DIALECT = 3
START_EVENT, COMMENT_EVENT = 3, 6

PAGE = 65536
MOVE = struct.Struct("<QQiiii")
VERDICT = struct.Struct("<Qiiiiii")
READING = struct.Struct("<Qiiiiiiii")
FORMATION = struct.Struct("<QQiiiiii")
EXPLANATION = struct.Struct("<Qiiiiii QIIii")
TAP = struct.Struct("<Qiiiiii QIIii ii")
TEXT_ERROR = struct.Struct("<ii")
PUSH = struct.Struct("<Qiiii")
DEFENCE = struct.Struct("<QQii")
RULES = struct.Struct("<7i")
LEAVING = struct.Struct("<4i")
TIME_CONTROL = struct.Struct("<dddii")
CLOCK_STATE = struct.Struct("<8d2i")
ClockState = tuple[int, bool, float, float, list[float]]
RECORD_EVENT = struct.Struct("<IIIIiiiiiiii")

VerdictValues = tuple[int, int, int, int, int, int]
ExplanationValues = tuple[VerdictValues | None, str, int, int, str]
TapValues = tuple[int, ExplanationValues]
EventValues = tuple[int, int, int, bytes, bytes, int, int]
FormationValues = tuple[int, int, int, int, int, bool, bool, str]


def installed(name: str = "sumito") -> bytes:
    """Return a module of the package."""
    return (files("sumito") / f"web/core/{name}.wasm").read_bytes()


@cache
def engine() -> Engine:
    return Engine()


@cache
def module(name: str = "sumito") -> Module:
    return Module(engine(), installed(name))


@dataclass(frozen=True)
class Declaration:
    """A call of the C interface: the types of its result and of its parameters."""

    result: str
    parameters: tuple[str, ...]


@cache
def declared(name: str = "sumito") -> dict[str, Declaration]:
    """Return the calls that the headers of a module declare, by name."""
    text = "".join((REPOSITORY / "cpp/wasm" / header).read_text(encoding="utf-8") for header in HEADERS[name])
    found = re.findall(r"^SUMITO_API ([\w* ]+?)\s(sumito_\w+)\(([^)]*)\);", text, re.M)
    calls = {}
    for result, call, parameters in found:
        types = [] if parameters == "void" else [each.split()[:-1] for each in parameters.split(",")]
        calls[call] = Declaration(result, tuple(" ".join(words) for words in types))
    if name == "study":  # every module has memory
        calls |= {call: declared()[call] for call in ("sumito_alloc", "sumito_free")}
    return calls


class Core:
    """One instance of a module, with its own memory. Names of calls are given without their `sumito_`.

    During a search it calls `now` and `poll`, which a test can set.
    """

    def __init__(self, name: str = "sumito", *, memory_limit: int = -1) -> None:
        self.declared = declared(name)
        self.now: Callable[[], float] = lambda: time.monotonic() * 1000
        self.poll: Callable[[], int] = lambda: 0
        self._store = Store(engine())
        self._store.set_limits(memory_size=memory_limit)
        imports = {
            "now": Func(self._store, FuncType([], [ValType.f64()]), lambda: self.now()),
            "poll": Func(self._store, FuncType([], [ValType.i32()]), lambda: self.poll()),
        }
        ordered = [imports[each.name or ""] for each in module(name).imports]
        exports = Instance(self._store, module(name), ordered).exports(self._store)
        self._memory = cast("Memory", exports["memory"])
        self._functions = {name: cast("Func", exports[name]) for name in self.declared}
        self._buffers: dict[str, tuple[int, int]] = {}

    def call(self, name: str, *arguments: float) -> int:
        """The whole number that a call returns, unsigned where it is declared so; 0 where it returns nothing."""
        result = self.declared[f"sumito_{name}"].result
        value = self._run(f"sumito_{name}", arguments)
        if result == "void":
            return 0
        assert isinstance(value, int)
        if result == "uint64_t":
            return value & 0xFFFF_FFFF_FFFF_FFFF
        return value if result == "int32_t" else value & 0xFFFF_FFFF

    def call_double(self, name: str, *arguments: float) -> float:
        value = self._run(f"sumito_{name}", arguments)
        assert isinstance(value, float)
        return value

    def _run(self, name: str, arguments: tuple[float, ...]) -> object:
        types = self.declared[name].parameters
        converted = [
            float(value) if kind == "double" else int(value) for kind, value in zip(types, arguments, strict=True)
        ]
        return cast("object", self._functions[name](self._store, *converted))

    def memory_size(self) -> int:
        return self._memory.data_len(self._store)

    def read(self, at: int, size: int) -> bytes:
        return bytes(self._memory.read(self._store, at, at + size))

    def write(self, at: int, data: bytes) -> None:
        self._memory.write(self._store, data, at)

    def buffer(self, name: str, size: int) -> int:
        """Return the buffer with this name, with at least this length."""
        at, have = self._buffers.get(name, (0, 0))
        if have < size or not at:
            self.call("free", at)
            at = self.call("alloc", size)
            assert at
            self._buffers[name] = at, size
        return at

    def give(self, data: bytes, name: str = "in") -> int:
        """Copy these bytes to the memory, and return their address."""
        at = self.buffer(name, len(data))
        self.write(at, data)
        return at

    def fill(self, name: str, *arguments: float, width: int = 1) -> bytes:
        """Return what a call writes into a buffer. The first call, without a buffer, returns the size."""
        size = self.call(name, *arguments, 0, 0)
        at = self.buffer("out", size * width)
        assert self.call(name, *arguments, at, size) == size
        return self.read(at, size * width)

    def game(self, text: str, form: int = 0, rules: Rules | None = None) -> Game | tuple[int, int]:
        """Return a game, or the code of the problem with the text and its column."""
        data = text.encode()
        error = self.buffer("error", TEXT_ERROR.size)
        given = self.give(RULES.pack(*rule_numbers(rules)), "rules") if rules else 0
        at = self.call("game_new", form, self.give(data), len(data), given, error)
        problem, column = TEXT_ERROR.unpack(self.read(error, TEXT_ERROR.size))
        assert bool(problem) is not bool(at)
        return Game(self, at) if at else (problem, column)


def rule_numbers(rules: Rules) -> tuple[int, ...]:
    return (
        rules.marbles_to_eject,
        rules.repetition,
        rules.ply_cap,
        rules.quiet_cap,
        ("draw", "more_ejections").index(rules.adjudication),
        ("loses", "draws").index(rules.blocked),
        int(rules.mixed_moves),
    )


class Game:
    def __init__(self, core: Core, at: int) -> None:
        assert at
        self.core = core
        self.at = at

    def _call(self, name: str, *arguments: int) -> int:
        return self.core.call(f"game_{name}", self.at, *arguments)

    def copy(self) -> Game:
        return Game(self.core, self._call("copy"))

    def close(self) -> None:
        self._call("free")
        self.at = 0

    def position(self, form: int) -> str:
        return self.core.fill("game_write", self.at, form).decode()

    def start_position(self, form: int) -> str:
        return self.core.fill("game_write_start", self.at, form).decode()

    @property
    def turn(self) -> int:
        return self._call("turn")

    @property
    def ply(self) -> int:
        return self._call("ply")

    @property
    def quiet(self) -> int:
        return self._call("quiet")

    @property
    def key(self) -> int:
        return self._call("key")

    @property
    def outcome(self) -> tuple[int, int]:
        return self._call("termination"), self._call("winners")

    @property
    def result(self) -> str:
        return self.core.fill("game_result", self.at).decode()

    @property
    def shown_result(self) -> str:
        return self.core.fill("game_shown_result", self.at).decode()

    # ---- only in `multi.wasm`

    @property
    def colors(self) -> list[int]:
        return [self._call("color", player) for player in range(self._call("players"))]

    @property
    def sides(self) -> int:
        return self._call("sides")

    @property
    def active(self) -> int:
        return self._call("active")

    @property
    def round(self) -> int:
        return self._call("round")

    def score(self, player: int) -> int:
        return self._call("score", player)

    def ejections(self, player: int) -> list[int]:
        found = self.core.fill("game_ejections", self.at, player, width=4)
        return [number for (number,) in struct.iter_unpack("<i", found)]

    def leavings(self) -> list[tuple[int, int, int, bool]]:
        """player, cause, moves before it, automatic"""
        found = LEAVING.iter_unpack(self.core.fill("game_leavings", self.at, width=LEAVING.size))
        return [(player, cause, after, bool(automatic)) for player, cause, after, automatic in found]

    def marbles(self, player: int) -> int:
        return self._call("marbles", player)

    def ejected(self, player: int) -> int:
        return self._call("ejected", player)

    def occurrences(self) -> int:
        return self._call("occurrences")

    def canonical(self) -> int:
        return self._call("canonical")

    def moves(self) -> list[tuple[int, ...]]:
        """line, pushed, number, direction, in line, ejects"""
        return list(MOVE.iter_unpack(self.core.fill("game_moves", self.at, width=MOVE.size)))

    def count_moves(self) -> int:
        return self._call("count")

    def is_legal(self, move: int) -> bool:
        return self._call("is_legal", move) == 1

    def effect(self, move: int) -> tuple[int, ...] | None:
        """Return an entry as in `moves`; None if the move is illegal."""
        out = self.core.buffer("out", MOVE.size)
        return MOVE.unpack(self.core.read(out, MOVE.size)) if self._call("effect", move, out) else None

    def history(self) -> list[int]:
        return [number for (number,) in struct.iter_unpack("<i", self.core.fill("game_history", self.at, width=4))]

    def verdict(self, cells: int, direction: int) -> VerdictValues:
        out = self.core.buffer("out", VERDICT.size)
        assert self._call("verdict", cells, direction, out) == 1
        return verdict_values(self.core.read(out, VERDICT.size))

    def formations(self, inside: bool) -> list[FormationValues]:
        found = FORMATION.iter_unpack(self.core.fill("game_formations", self.at, inside, width=FORMATION.size))
        said = self.core.fill("game_formation_sentences", self.at, inside).decode().splitlines()
        return [
            (*values, bool(room), bool(part), sentence)
            for (*values, room, part, _), sentence in zip(found, said, strict=True)
        ]

    def explain(self, cells: int, direction: int) -> ExplanationValues:
        about = self.core.buffer("about", EXPLANATION.size)
        text = self.core.fill("game_explain", self.at, cells, direction, about).decode()
        assert text
        return self._explanation(text, about)

    def explain_text(self, move: str, dialect: int, transposed: bool) -> ExplanationValues | None:
        at, about = self.core.give(move.encode(), "text"), self.core.buffer("about", EXPLANATION.size)
        text = self.core.fill("game_explain_text", self.at, at, len(move.encode()), dialect, transposed, about).decode()
        return self._explanation(text, about) if text else None

    def explain_outcome(self) -> str:
        return self.core.fill("game_explain_outcome", self.at).decode()

    def tap(self, line: int, target: int) -> TapValues | None:
        about = self.core.buffer("about", TAP.size)
        text = self.core.fill("game_tap", self.at, line, target, about).decode()
        if not text:
            return None
        *_, problem, _ = TAP.unpack(self.core.read(about, TAP.size))
        return problem, self._explanation(text, about)

    def _explanation(self, text: str, at: int) -> ExplanationValues:
        verdict = verdict_values(self.core.read(at, VERDICT.size))
        *_, cells, figure, size, instead, _ = EXPLANATION.unpack(self.core.read(at, EXPLANATION.size))
        assert bool(figure) is bool(size)
        return None if verdict[0] < 0 else verdict, text, cells, instead, self.core.read(figure, size).decode()

    def play(self, move: int) -> bool:
        return self._call("play", move) == 1

    def undo(self) -> int:
        return int(self._call("undo"))

    def reopen(self) -> bool:
        return self._call("reopen") == 1

    def resign(self, player: int) -> bool:
        return self._call("resign", player) == 1

    def agree_draw(self) -> bool:
        return self._call("agree_draw") == 1

    def flag(self, player: int) -> bool:
        return self._call("flag", player) == 1

    def flag_shared(self) -> bool:
        return self._call("flag_shared") == 1

    def read_move(self, text: str, dialect: int, transposed: bool) -> tuple[int, int, VerdictValues]:
        data = text.encode()
        out = self.core.buffer("out", READING.size)
        assert self._call("read_move", self.core.give(data), len(data), dialect, transposed, out) == 1
        reading = self.core.read(out, READING.size)
        problem, column = TEXT_ERROR.unpack(reading[VERDICT.size :])
        return problem, column, verdict_values(reading[: VERDICT.size])

    def write_move(self, move: int, dialect: int) -> str:
        return self.core.fill("game_write_move", self.at, move, dialect).decode()

    def perft(self, depth: int) -> int:
        return self._call("perft", depth)

    def pushes(self, player: int) -> list[tuple[int, ...]]:
        """move, most, ejected or -1, pushed"""
        found = PUSH.iter_unpack(self.core.fill("game_pushes", self.at, player, width=PUSH.size))
        return [(move, most, ejected, pushed) for pushed, move, most, ejected, _ in found]

    def defences(self) -> list[tuple[int, ...]]:
        """move, kind, saved, exposed"""
        found = DEFENCE.iter_unpack(self.core.fill("game_defences", self.at, width=DEFENCE.size))
        return [(move, kind, saved, exposed) for saved, exposed, move, kind in found]

    def explain_position(self) -> str:
        return self.core.fill("game_explain_position", self.at).decode()


def verdict_values(data: bytes) -> VerdictValues:
    culprits, reason, n, standing, enemies, move, _ = VERDICT.unpack(data)
    return reason, n, standing, enemies, culprits, move


class Clock:
    def __init__(self, core: Core, at: int) -> None:
        assert at
        self.core = core
        self.at = at

    @classmethod
    def new(cls, core: Core, kind: int, time: float, increment: float, delay: float, players: int) -> Clock:
        return cls(core, core.call("clock_new", kind, time, increment, delay, players))

    def copy(self) -> Clock:
        return Clock(self.core, self.core.call("clock_copy", self.at))

    def control(self) -> tuple[float, ...]:
        """time, increment, delay, kind, players"""
        out = self.core.buffer("out", TIME_CONTROL.size)
        assert self.core.call("clock_control", self.at, out) == 1
        return TIME_CONTROL.unpack(self.core.read(out, TIME_CONTROL.size))

    def start(self, player: int, now: float) -> None:
        assert self.core.call("clock_start", self.at, player, now) == 1

    def press(self, next: int, now: float) -> None:
        assert self.core.call("clock_press", self.at, next, now) == 1

    def stop(self, now: float) -> None:
        assert self.core.call("clock_stop", self.at, now) == 1

    def adjust(self, player: int, by: float) -> None:
        assert self.core.call("clock_adjust", self.at, player, by) == 1

    def state(self, players: int) -> ClockState:
        out = self.core.buffer("out", CLOCK_STATE.size)
        assert self.core.call("clock_read", self.at, out) == 1
        since, delay, *left, player, runs = CLOCK_STATE.unpack(self.core.read(out, CLOCK_STATE.size))
        return player, bool(runs), since, delay, left[:players]

    def restore(self, state: ClockState) -> None:
        player, runs, since, delay, left = state
        at = self.core.give(CLOCK_STATE.pack(since, delay, *left, *[0] * (6 - len(left)), player, runs))
        assert self.core.call("clock_restore", self.at, at) == 1

    def remaining(self, player: int, now: float) -> float:
        return self.core.call_double("clock_remaining", self.at, player, now)

    def flagged(self, now: float) -> bool:
        return self.core.call("clock_flagged", self.at, now) == 1

    @property
    def deadline(self) -> float:
        return self.core.call_double("clock_deadline", self.at)

    @property
    def running(self) -> int:
        return self.core.call("clock_running", self.at)


class RecordReader:
    def __init__(self, study: Core, *, transposed: bool = False) -> None:
        self.study = study
        self._names = record_names(study)
        self.at = study.call("record_reader_new", self._names, transposed)

    def close(self) -> None:
        self.study.call("record_reader_free", self.at)
        self.study.call("record_names_free", self._names)

    def feed(self, piece: bytes) -> None:
        assert self.study.call("record_reader_feed", self.at, self.study.give(piece), len(piece)) == 1

    def finish(self) -> None:
        assert self.study.call("record_reader_finish", self.at) == 1

    def next(self) -> EventValues:
        out = self.study.buffer("event", RECORD_EVENT.size)
        kind = self.study.call("record_reader_next", self.at, out)
        text, text_size, name, name_size, *numbers = RECORD_EVENT.unpack(self.study.read(out, RECORD_EVENT.size))
        same_kind, place, fault, dialect, number, line, column, _ = numbers
        assert kind == same_kind
        detail = place if kind == COMMENT_EVENT else dialect if kind == START_EVENT else fault
        return kind, number, detail, self.study.read(text, text_size), self.study.read(name, name_size), line, column


def record_names(study: Core) -> int:
    """Return the names in records, for readers and writers of a module."""
    text = names_text().encode()
    at = study.call("record_names_new", study.give(text), len(text))
    assert at
    return at


# ---- the build


def sources(name: str = "sumito") -> tuple[str, ...]:
    """Return the sources of a module, from CMakeLists.txt."""
    lists = {
        "sumito": "SUMITO_WASM_SOURCES",
        "engine": "SUMITO_ENGINE_SOURCES",
        "multi": "SUMITO_MULTI_WASM_SOURCES",
        "study": "SUMITO_STUDY_SOURCES",
    }
    return tuple(source_list(lists[name]))


def source_list(name: str) -> Iterator[str]:
    """Iterate over a list of sources in CMakeLists.txt, with the lists in it."""
    text = (REPOSITORY / "CMakeLists.txt").read_text(encoding="utf-8")
    found = re.search(rf"set\({name}\s+([^)]*)\)", text)
    assert found, name
    for word in found[1].split():
        variable = re.fullmatch(r"\$\{(\w+)\}", word)
        if variable:
            yield from source_list(variable[1])
        else:
            yield word
