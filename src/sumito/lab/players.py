"""The players of a match. Parse descriptions such as `level=5,hash=64`, and start the players."""

from __future__ import annotations

import hashlib
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

from sumito import _native
from sumito.core import Board, Move, NotationError
from sumito.engine import AnyEngine, Engine, Limit, OutsideEngine, Score, play_level
from sumito.engine.levels import typed_level
from sumito.engine.network import NO_NETWORK, SHIPPED_NETWORK
from sumito.lab import LabError
from sumito.lab.random_opening import pick

DEFAULT: Final = "default"
"""The description of the project's engine with its defaults."""
RANDOM: Final = "random"
"""The description of a player that plays any legal move."""

_PART: Final = re.compile(r'\s*(?P<key>[^=,"]*?)\s*(?:=\s*(?P<value>"[^"]*"|[^,"]*?)\s*)?(?:,|$)')
_NUMBERS: Final = {"hash": 1 << 20, "threads": 512, "nodes": 10**12, "time": 10**7}
_KEYS: Final = ("level", "network", *_NUMBERS, "command")
_OURS: Final = ("level", "network", "hash", "threads")
_MOST_OF_PARAMETERS: Final = 10**6
_PATIENCE_S: Final = 30.0
"""The timeout of an outside engine. On a loaded machine, it can take a while to start."""


class Player(Protocol):
    """A player of one game at a time."""

    def new_game(self, dice: Random) -> None:
        """Forget the last game. All randomness comes from `dice`, so that a game can be repeated."""

    def move(self, board: Board, limit: Limit) -> Move:
        """Return the move to play. The board is unchanged."""

    def scored_move(self, board: Board, limit: Limit) -> tuple[Move, Score | None]:
        """Return the move to play and its score for the player to move. The score is None if this player gives none."""

    def stop(self) -> None:
        """Stop the running search, from any thread."""

    def close(self) -> None:
        """Free the resources of the player."""


@dataclass(frozen=True)
class PlayerSpec:
    """The parsed description of a player.

    >>> PlayerSpec.parse("hash=64,threads=2").hash_mb
    64
    >>> PlayerSpec.parse("").text
    'default'
    """

    text: str = DEFAULT
    """The description itself. It is the name of the player in tables and records."""
    level: str | None = None
    """The id of the level."""
    network: str | None = None
    """The network file. `none` selects the hand-made evaluation, None the shipped network."""
    hash_mb: int | None = None
    threads: int | None = None
    command: tuple[str, ...] = ()
    """Program and arguments of an outside engine; empty for the project's engine."""
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The options of an outside engine."""
    parameters: Mapping[str, int] = field(default_factory=dict, hash=False)
    """The parameters of the search that differ from the defaults."""
    nodes: int | None = None
    """The player's own limit, instead of the limit of the match."""
    time_ms: int | None = None

    @classmethod
    def parse(cls, text: str) -> PlayerSpec:
        """Parse a description: `KEY=VALUE[,KEY=VALUE...]`.

        The empty text and `default` are the project's engine, and `random` plays any legal move.
        The keys are `level`, `network`, `hash`, `threads` and `search.NAME`, a parameter of the search; `command` and
        `option.NAME` for an outside engine; `nodes` and `time` (milliseconds a move) for the player's own limit. A
        value can be in double quotes.

        Raises:
            NotationError: the text is malformed, or the keys cannot be combined.
        """
        plain = text.strip()
        if plain in ("", DEFAULT):
            return cls()
        if plain == RANDOM:
            return cls(RANDOM)
        if not plain.isprintable():
            column = next(place for place, character in enumerate(plain, 1) if not character.isprintable())
            raise NotationError("a player must be one line of printable text", plain, column)
        values = _parts(plain)
        options = {key.removeprefix("option."): value for key, value in values.items() if key.startswith("option.")}
        parameters = {
            key.removeprefix("search."): _number(key, value, plain)
            for key, value in values.items()
            if key.startswith("search.")
        }
        command = values.get("command")
        if command is None and options:
            raise NotationError("option.NAME needs command=, for an outside engine", plain, 1)
        if command is not None and (ours := [key for key in values if key in _OURS or key.startswith("search.")]):
            raise NotationError(f"{ours[0]} is for sumito: an outside engine takes option.NAME=VALUE", plain, 1)
        if "nodes" in values and "time" in values:
            raise NotationError("nodes and time cannot be combined", plain, 1)
        if "level" in values and ("nodes" in values or "time" in values):
            raise NotationError("a level has its own limits: leave out nodes and time", plain, 1)
        numbers = {key: _number(key, values[key], plain) for key in _NUMBERS if key in values}
        return cls(
            plain,
            level=_level(values["level"], plain) if "level" in values else None,
            network=values.get("network"),
            hash_mb=numbers.get("hash"),
            threads=numbers.get("threads"),
            command=_command(command, plain) if command is not None else (),
            options=options,
            parameters=parameters,
            nodes=numbers.get("nodes"),
            time_ms=numbers.get("time"),
        )

    def limit(self, usual: Limit) -> Limit:
        """Return the limit of this player's searches: its own limit, or else that of the match."""
        if self.nodes is not None:
            return Limit(nodes=self.nodes)
        return usual if self.time_ms is None else Limit(time_ms=self.time_ms)

    def description(self) -> dict[str, str]:
        """Return the description, with hashes of the core and the network, for results.

        Raises:
            OSError: the network cannot be read. The error names it.
        """
        if self.command or self.text == RANDOM:
            return {"player": self.text}
        told = {"player": self.text, "core": core_sha()}
        if self.network != NO_NETWORK:
            path = SHIPPED_NETWORK if self.network is None else Path(self.network)
            told["network"] = hashlib.sha256(path.read_bytes()).hexdigest()
        return told

    def start(self) -> Player:
        """Start the player.

        Raises:
            LabError: the player cannot start.
        """
        if self.text == RANDOM:
            return _RandomPlayer()
        try:
            return _OutsidePlayer(self) if self.command else _OwnPlayer(self)
        except (OSError, ValueError, TypeError, RuntimeError, MemoryError, ImportError) as error:
            raise LabError(f"player {self.text!r} cannot start: {error}") from error


class _RandomPlayer:
    """A player that plays any legal move."""

    def __init__(self) -> None:
        self._dice = Random(0)  # noqa: S311

    def new_game(self, dice: Random) -> None:
        self._dice = dice

    def move(self, board: Board, limit: Limit) -> Move:
        return pick(list(board.legal_moves), self._dice)

    def scored_move(self, board: Board, limit: Limit) -> tuple[Move, None]:
        return self.move(board, limit), None

    def stop(self) -> None:
        """Do nothing: a move takes no time."""

    def close(self) -> None:
        """Do nothing: there are no resources."""


class _OwnPlayer:
    """The engine of the project, in this process."""

    def __init__(self, spec: PlayerSpec) -> None:
        options: dict[str, Any] = {}
        if spec.hash_mb is not None:
            options["hash_mb"] = spec.hash_mb
        if spec.threads is not None:
            options["threads"] = spec.threads
        if spec.network is not None:
            options["network"] = None if spec.network == NO_NETWORK else Path(spec.network)
        self._engine = Engine(**options, parameters=spec.parameters)
        self._level = spec.level
        self._dice = Random(0)  # noqa: S311

    def new_game(self, dice: Random) -> None:
        self._engine.forget()
        self._dice = dice

    def move(self, board: Board, limit: Limit) -> Move:
        if self._level is None:
            return self._engine.play(board, limit)
        return play_level(self._engine, board, self._level, self._dice)

    def scored_move(self, board: Board, limit: Limit) -> tuple[Move, Score | None]:
        if self._level is None:
            return _best_move(self._engine, board, limit)
        return self.move(board, limit), None  # a level does not always play the best move

    def stop(self) -> None:
        self._engine.stop()

    def close(self) -> None:
        self._engine.close()


class _OutsidePlayer:
    """Another program that speaks the engine protocol."""

    def __init__(self, spec: PlayerSpec) -> None:
        self._engine = OutsideEngine(spec.command, options=spec.options, timeout_s=_PATIENCE_S)

    def new_game(self, dice: Random) -> None:
        self._engine.forget()

    def move(self, board: Board, limit: Limit) -> Move:
        return self._engine.play(board, limit)

    def scored_move(self, board: Board, limit: Limit) -> tuple[Move, Score]:
        return _best_move(self._engine, board, limit)

    def stop(self) -> None:
        self._engine.stop()

    def close(self) -> None:
        self._engine.close()


def _best_move(engine: AnyEngine, board: Board, limit: Limit) -> tuple[Move, Score]:
    analysis = engine.analyse(board, limit)
    return analysis.best, analysis.score


def overdue_ms(time_ms: int) -> int:
    """Return the time after which a move with this limit is a failure. It is generous, for loaded machines."""
    return 2 * time_ms + 1000


@cache
def core_sha() -> str:
    """Return the hash of the native module."""
    return hashlib.sha256(Path(str(_native.__file__)).read_bytes()).hexdigest()


def _parts(text: str) -> dict[str, str]:
    values: dict[str, str] = {}
    at = 0
    while at < len(text):
        found = _PART.match(text, at)
        if found is None or found.end() == at:
            raise NotationError("a player must be KEY=VALUE,KEY=VALUE, with optional double quotes", text, at + 1)
        key, value, column = found["key"], found["value"], found.start("key") + 1
        if key not in _KEYS and not re.fullmatch(r"(option|search)\..+", key):
            keys = "level, network, hash, threads, search.NAME, nodes, time, command, option.NAME"
            raise NotationError(f"no such key of a player: {key!r} ({keys})", text, column)
        if not value:
            raise NotationError(f"{key} needs a value", text, column)
        if key in values:
            raise NotationError(f"{key} occurs twice", text, column)
        values[key] = value.strip('"')
        at = found.end()
    return values


def _number(key: str, value: str, text: str) -> int:
    most = _NUMBERS.get(key, _MOST_OF_PARAMETERS)
    if value.isascii() and value.isdigit() and len(value) <= 15 and 1 <= int(value) <= most:
        return int(value)
    raise NotationError(f"{key} must be a whole number from 1 to {most}, not {value!r}", text, text.find(key) + 1)


def _level(value: str, text: str) -> str:
    try:
        return typed_level(value).id
    except ValueError as error:
        raise NotationError(str(error), text, text.find("level") + 1) from None


def _command(value: str, text: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(value))
    except ValueError as error:
        raise NotationError(f"not a command ({error})", text, text.find("command") + 1) from None
    if not words:
        raise NotationError("command needs a program", text, text.find("command") + 1)
    return words
