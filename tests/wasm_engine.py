"""The engine of the WebAssembly module, for the tests. It returns values in the form of `sumito._native.Threads`."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sumito import BLACK, _native
from sumito.engine import Score

if TYPE_CHECKING:
    from wasm import Core, Game
    from wasm_pair import Pair

RESULT = struct.Struct("<diiii")
VARIATION = struct.Struct("<iiii")

# score, depth and moves of each variation, best first
Lines = Sequence[tuple[int, int, Sequence[int]]]
NativeResult = tuple[Sequence[tuple[int, int, Sequence[int], Sequence[int]]], int, bool]


def lines_of(found: NativeResult) -> Lines:
    """Return the variations of a result of the native core, without the scores of several players."""
    return [(score, depth, moves) for score, depth, moves, _ in found[0]]


class Limits(NamedTuple):
    """The limits of a search, as both builds take them; 0 is no limit."""

    depth: int = 0
    nodes: int = 0
    soft: float = 0
    hard: float = 0


class Result(NamedTuple):
    """The result of a search."""

    nodes: int
    variations: int
    iterations: int
    searching: int
    stopped: int


class Engine:
    def __init__(self, core: Core, hash_bytes: int = 1 << 20, network: bytes = b"") -> None:
        self.core = core
        self.at = core.call("engine_new", hash_bytes)
        assert self.at
        assert self.use(network)

    def close(self) -> None:
        self.core.call("engine_free", self.at)
        self.at = 0

    def use(self, network: bytes) -> int:
        """Set a network file, or none. Return 1 if done, 0 if it is not a network file, -1 if it is damaged."""
        at = self.core.give(network) if network else 0
        return self.core.call("engine_use", self.at, at, len(network))

    @property
    def scale(self) -> int:
        return self.core.call("engine_scale", self.at)

    def forget(self) -> bool:
        return self.core.call("engine_forget", self.at) == 1

    def search(self, game: Game, limits: Limits, variations: int = 1, moves: Sequence[int] = ()) -> bool:
        at = self.core.give(struct.pack(f"<{len(moves)}i", *moves), "moves") if moves else 0
        return self.core.call("engine_search", self.at, game.at, *limits, variations, at, len(moves)) == 1

    def result(self) -> Result:
        out = self.core.buffer("result", RESULT.size)
        assert self.core.call("engine_result", self.at, out) == 1
        nodes, *numbers = RESULT.unpack(self.core.read(out, RESULT.size))
        assert nodes == int(nodes)
        return Result(int(nodes), *numbers)

    def lines(self) -> Lines:
        out = self.core.buffer("result", RESULT.size)
        found = []
        for i in range(self.result().variations):
            assert self.core.call("engine_variation", self.at, i, out) == 1
            score, depth, proved, win_in = VARIATION.unpack(self.core.read(out, VARIATION.size))
            assert (win_in if proved else None) == Score(BLACK, score).win_in
            moves = self.core.fill("engine_moves", self.at, i, width=4)
            found.append((score, depth, [move for (move,) in struct.iter_unpack("<i", moves)]))
        return found

    @property
    def hashfull(self) -> int:
        return self.core.call("engine_hashfull", self.at)


class Searched(NamedTuple):
    """A whole search: the result after each iteration, and the final result."""

    reports: list[tuple[Lines, int]]
    lines: Lines
    nodes: int
    stopped: bool
    hashfull: int


class Engines:
    """An engine in both builds of the core, with the same table and the same network."""

    def __init__(self, core: Core, hash_bytes: int = 1 << 20, network: bytes = b"") -> None:
        read = _native.Network.read(network)[0] if network else None
        assert (read is not None) == bool(network)
        self.wasm = Engine(core, hash_bytes, network)
        self.native = _native.Threads(hash_bytes, 1, read)

    def close(self) -> None:
        self.wasm.close()

    def forget(self) -> None:
        assert self.wasm.forget()
        self.native.forget()

    def search(self, pair: Pair, limits: Limits, variations: int = 1, moves: Sequence[int] = ()) -> Searched:
        """Search with both, and compare their results after every iteration."""
        found = self.search_wasm(pair, limits, variations, moves)
        assert found == self.search_native(pair, limits, variations, moves)
        return found

    def search_wasm(self, pair: Pair, limits: Limits, variations: int, moves: Sequence[int]) -> Searched:
        engine, core = self.wasm, self.wasm.core
        reports: list[tuple[Lines, int]] = []

        def poll() -> int:
            known = engine.result()
            if known.iterations > len(reports):
                assert known.iterations == len(reports) + 1
                assert (known.searching, known.stopped) == (1, 0)
                reports.append((engine.lines(), known.nodes))
            return 0

        before, core.poll = core.poll, poll
        try:
            assert engine.search(pair.wasm, limits, variations, moves)
        finally:
            core.poll = before
        result = engine.result()
        assert (result.iterations, result.searching) == (len(reports), 0)
        return Searched(reports, engine.lines(), result.nodes, bool(result.stopped), engine.hashfull)

    def search_native(self, pair: Pair, limits: Limits, variations: int, moves: Sequence[int]) -> Searched:
        only = list(dict.fromkeys(moves))
        last = min(variations, len(only) or len(pair.legal())) - 1
        reports: list[tuple[Lines, int]] = []

        def report(found: NativeResult, line: int) -> None:
            if line == last:
                reports.append((lines_of(found), found[1]))

        depth = limits.depth or _native.MAX_PLY - 1
        found = self.native.run(
            pair.native, depth, limits.nodes, limits.soft, limits.hard, variations, True, only, report
        )
        return Searched(reports, lines_of(found), found[1], found[2], self.native.fullness())
