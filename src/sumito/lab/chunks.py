"""A run of self-play: a folder with chunks of samples and a manifest. It can be stopped at any time and resumed."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from sumito import __version__
from sumito.core import SumitoError
from sumito.core.text import counted
from sumito.engine.network import NO_NETWORK
from sumito.lab.samples import SAMPLE_SIZE, SampleError
from sumito.lab.selfplay import OPTIONS, Task, engine_with
from sumito.notation.whole_file import whole_file

MANIFEST: Final = "manifest.json"
NETWORK: Final = "network.bin"
LOCK: Final = ".lock"
FORMAT: Final = 1
_DEFAULT: Final = "default"

# A chunk takes a minute or less, and there are enough chunks for many processes.
_MOST_WORK: Final = 1_000_000
"""The largest number of games of a chunk, multiplied by the nodes of a move."""
_FEWEST_CHUNKS: Final = 32

_HEAD: Final = ("sumito", "network", "nodes", "options", "seed", "games", "games_a_chunk")
_RESULTS: Final = ("black", "white", "draw")
_LEFT_OVER: Final = re.compile(r"\.[0-9a-f]{16}\.part")
_OUTLINE: Final = struct.Struct("<16xI2xH2xbB4x")  # game, ply, result and turn of a sample


class RunError(SumitoError, ValueError):
    """A folder cannot be used for the run. The message names it and the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a run."""

    games: int
    nodes: int = 5000
    """The number of nodes that the engine searches for a move."""
    seed: int = 1
    network: str | None = None
    """The network file. "none" selects the hand-made evaluation, None the shipped network."""

    def __post_init__(self) -> None:
        for name, least, most in (("games", 1, 2**32), ("nodes", 1, 2**63), ("seed", 0, 2**63)):
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= most:
                raise ValueError(f"{name} must be a whole number from {least} to {most}, not {value!r}")


@dataclass(frozen=True, slots=True)
class Chunk:
    """The entry of the manifest for a finished file of samples."""

    name: str
    seed: int
    games: int
    positions: int
    plies: int
    """The total length of its games, including the random plies before the first sample."""
    results: dict[str, int]
    """The number of games that Black won, that White won, and that were drawn."""
    sha256: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Statistics:
    """Totals of a run."""

    games: int
    positions: int
    draws: int
    plies: int
    distinct_games: int
    seconds: float
    """The total time of all processes."""

    @property
    def draw_rate(self) -> float:
        """The share of drawn games."""
        return self.draws / max(self.games, 1)

    @property
    def mean_plies(self) -> float:
        """The mean length of a game."""
        return self.plies / max(self.games, 1)

    @property
    def positions_per_second(self) -> float:
        """The number of positions that one process makes in a second."""
        return self.positions / self.seconds if self.seconds else 0.0


class Run:
    """A folder that one process fills. It is a context manager.

    The folder can be new, or contain a part of the same run. Complete chunks are kept.
    """

    def __init__(self, folder: str | os.PathLike[str], settings: Settings) -> None:
        """Begin a run, or resume it.

        Raises:
            RunError: the folder contains a run with other settings, or another process uses it.
            OSError: the folder or the network cannot be read or written.
        """
        self.folder = Path(folder)
        network = _network_bytes(settings.network)
        identity = settings.network or _DEFAULT if network is None else hashlib.sha256(network).hexdigest()
        self._chunks: dict[str, Chunk] = {}
        self._distinct: set[bytes] = set()
        with engine_with(settings.network):
            pass  # raises for a bad network before the folder is made
        if self.folder.exists() and not self.folder.is_dir():
            raise RunError(f"{self.folder}: not a folder")
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock = open(self.folder / LOCK, "ab")  # noqa: SIM115  as long as the run is open
        try:
            self._open(settings, identity, network)
        except BaseException:
            self.close()
            raise

    def _open(self, settings: Settings, identity: str, network: bytes | None) -> None:
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RunError(f"{self.folder}: another process uses this folder") from None
        path = self.folder / MANIFEST
        old = _read_manifest(path) if path.exists() else None
        self._head: dict[str, Any] = {
            "format": FORMAT,
            "sumito": __version__,
            "network": identity,
            "nodes": settings.nodes,
            "options": OPTIONS,
            "seed": settings.seed,
            "games": settings.games,
            "games_a_chunk": max(1, min(_MOST_WORK // settings.nodes, settings.games // _FEWEST_CHUNKS)),
        }
        if old is not None:
            self._check_same(old)
        file = settings.network
        if network is not None:
            # A copy, so that the run continues with the same network even if the file changes.
            copy = self.folder / NETWORK
            file = str(copy)
            if not copy.exists() or copy.read_bytes() != network:
                with whole_file(copy) as opened:
                    opened.write(network)
        self.tasks = {self._name(task): task for task in self._plan(file)}
        if old is not None:
            self._take_over(chunk for chunk in map(_chunk, old["chunks"]) if chunk.name in self.tasks)
        self.save()

    def _check_same(self, old: dict[str, Any]) -> None:
        different = [
            f"{name} {_shown(old[name])}, not {_shown(value)}"
            for name, value in self._head.items()
            if old[name] != value
        ]
        if different:
            raise RunError(f"{self.folder}: contains a run with other settings: {'; '.join(different)}")

    def _plan(self, network: str | None) -> Iterator[Task]:
        step = self._head["games_a_chunk"]
        for number, first in enumerate(range(0, self._head["games"], step)):
            # Hashed, so that runs with neighbouring seeds have no chunk in common.
            seed = hashlib.sha256(f"{self._head['seed']} {number}".encode()).digest()[:8]
            yield Task(
                seed=int.from_bytes(seed, "little"),
                games=min(step, self._head["games"] - first),
                first_game=first,
                nodes=self._head["nodes"],
                network=network,
            )

    def _name(self, task: Task) -> str:
        """Return the name of a chunk: a hash of everything that decides its bytes."""
        known = replace(task, network=self._head["network"])
        what = [FORMAT, self._head["sumito"], self._head["options"], asdict(known)]
        digest = hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()
        return f"{digest[:12]}-{task.seed:016x}.samples"

    def _take_over(self, chunks: Iterator[Chunk]) -> None:
        for path in self.folder.iterdir():
            if _LEFT_OVER.fullmatch(path.name):
                path.unlink()
        for chunk in chunks:
            with suppress(FileNotFoundError):
                data = (self.folder / chunk.name).read_bytes()
                if hashlib.sha256(data).hexdigest() == chunk.sha256:
                    self._count(chunk, data)

    @property
    def chunks(self) -> tuple[Chunk, ...]:
        """The finished chunks, in the order of their games."""
        return tuple(self._chunks[name] for name in self.tasks if name in self._chunks)

    def missing(self) -> list[Task]:
        """Return the tasks that are not finished."""
        return [task for name, task in self.tasks.items() if name not in self._chunks]

    def keep(self, task: Task, data: bytes, seconds: float) -> Chunk:
        """Write the samples of a task to the folder, then update the manifest.

        Raises:
            SampleError: these are not the samples of the task.
            OSError: a file cannot be written.
        """
        chunk = _summary(self._name(task), task, data, seconds)
        with whole_file(self.folder / chunk.name) as file:
            file.write(data)
        self._count(chunk, data)
        self.save()
        return chunk

    def statistics(self) -> Statistics:
        """Return the totals of the finished chunks."""
        chunks = self._chunks.values()
        return Statistics(
            games=sum(chunk.games for chunk in chunks),
            positions=sum(chunk.positions for chunk in chunks),
            draws=sum(chunk.results["draw"] for chunk in chunks),
            plies=sum(chunk.plies for chunk in chunks),
            distinct_games=len(self._distinct),
            seconds=sum(chunk.seconds for chunk in chunks),
        )

    def close(self) -> None:
        """Release the folder for other processes."""
        self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _count(self, chunk: Chunk, data: bytes) -> None:
        self._chunks[chunk.name] = chunk
        self._distinct.update(_game_digests(data))

    def save(self) -> None:
        """Write the manifest. Ctrl-C during `keep` can have prevented that."""
        manifest = {**self._head, "chunks": [asdict(chunk) for chunk in self.chunks]}
        with whole_file(self.folder / MANIFEST) as file:
            file.write(json.dumps(manifest, indent=1).encode() + b"\n")


def _network_bytes(network: str | None) -> bytes | None:
    return None if network in (None, NO_NETWORK) else Path(network).read_bytes()


def _read_manifest(path: Path) -> dict[str, Any]:
    problem = ""
    manifest: dict[str, Any] = {}
    try:
        manifest = json.loads(path.read_bytes())
    except json.JSONDecodeError as error:
        problem = f"not JSON at line {error.lineno}, column {error.colno}"
    except (ValueError, RecursionError):
        problem = "not JSON"
    if not problem:
        problem = _manifest_problem(manifest)
    if problem:
        raise RunError(f"{path}: not the manifest of a run: {problem}; choose a new folder")
    return manifest


def _manifest_problem(manifest: object) -> str:
    """Return what is wrong with a manifest; empty if it is valid."""
    if not isinstance(manifest, dict):
        return "not an object"
    if manifest.get("format", FORMAT) != FORMAT:
        return f"its format is {manifest['format']!r}, but this version of sumito reads {FORMAT}"
    if absent := [name for name in ("format", *_HEAD, "chunks") if name not in manifest]:
        return f"it has no {absent[0]}"
    if not isinstance(manifest["chunks"], list):
        return "its chunks are not a list"
    for number, entry in enumerate(manifest["chunks"], 1):
        try:
            _chunk(entry)
        except (ValueError, KeyError, TypeError):
            return f"chunk {number} is malformed"
    return ""


def _chunk(entry: dict[str, Any]) -> Chunk:
    chunk = Chunk(**entry)
    # If a value is not a number, this sum raises here and not in the middle of a run.
    sum((chunk.games, chunk.positions, chunk.plies, chunk.seconds, *(chunk.results[name] for name in _RESULTS)))
    return chunk


def _shown(value: object) -> str:
    text = json.dumps(value) if isinstance(value, dict) else str(value)
    return text[:12] if re.fullmatch(r"[0-9a-f]{64}", text) else text


def _summary(name: str, task: Task, data: bytes, seconds: float) -> Chunk:
    if len(data) % SAMPLE_SIZE:
        raise SampleError(f"{name}: {counted(len(data), 'byte is', 'bytes are')} not a whole number of samples")
    numbers, plies, results = [], 0, dict.fromkeys(_RESULTS, 0)
    for number, samples in groupby(_OUTLINE.iter_unpack(data), lambda outline: outline[0]):
        numbers.append(number)
        *_, (_, ply, result, turn) = samples
        plies += ply + 1
        results["draw" if result == 0 else "black" if (result > 0) == (turn == 0) else "white"] += 1
    if numbers != list(range(task.first_game, task.first_game + task.games)):
        raise SampleError(f"{name}: not the games {task.first_game} to {task.first_game + task.games - 1}")
    sha256 = hashlib.sha256(data).hexdigest()
    return Chunk(name, task.seed, task.games, len(data) // SAMPLE_SIZE, plies, results, sha256, round(seconds, 3))


def _game_digests(data: bytes) -> Iterator[bytes]:
    """Yield a hash of each game, ignoring its number."""
    bare = bytearray(data)
    for place in range(16, 20):
        bare[place::SAMPLE_SIZE] = bytes(len(data) // SAMPLE_SIZE)
    first = 0
    for _, samples in groupby(_OUTLINE.iter_unpack(data), lambda outline: outline[0]):
        end = first + sum(1 for _ in samples)
        yield hashlib.blake2b(bare[first * SAMPLE_SIZE : end * SAMPLE_SIZE], digest_size=8).digest()
        first = end
