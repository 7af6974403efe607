"""The players of a match: what a text such as `level=5,hash=64` names, and how it plays."""

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
from sumito.engine import Engine, Limit, OutsideEngine, play_level
from sumito.engine.network import NO_NETWORK, SHIPPED_NETWORK
from sumito.lab import LabError

DEFAULT: Final = "default"
"""The text of our engine as it is."""

_PART: Final = re.compile(r'\s*(?P<key>[^=,"]*?)\s*(?:=\s*(?P<value>"[^"]*"|[^,"]*?)\s*)?(?:,|$)')
_NUMBERS: Final = {"level": 12, "hash": 1 << 20, "threads": 512, "nodes": 10**12, "time": 10**7}
_OURS: Final = ("level", "network", "hash", "threads")
_PATIENCE_S: Final = 30.0
"""How long an outside engine may be silent before it counts as dead; to start takes a while on a loaded machine."""


class Player(Protocol):
    """Somebody who plays one game at a time."""

    def new_game(self, dice: Random) -> None:
        """Forget the last game; chance comes from these dice only, so that a game can be played again."""

    def move(self, board: Board, limit: Limit) -> Move:
        """The move to play; the board is not changed."""

    def stop(self) -> None:
        """End the search that runs, from any thread."""

    def close(self) -> None:
        """Play no more."""


@dataclass(frozen=True)
class PlayerSpec:
    """What a text says of a player.

    >>> PlayerSpec.parse("hash=64,threads=2").hash_mb
    64
    >>> PlayerSpec.parse("").text
    'default'
    """

    text: str = DEFAULT
    """As it was written: the player's name in tables and records."""
    level: int | None = None
    network: str | None = None
    """A file, `none` for the hand-made evaluation, None for the one that the engine has by itself."""
    hash_mb: int | None = None
    threads: int | None = None
    command: tuple[str, ...] = ()
    """Program and arguments of an outside engine; empty for ours."""
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What an outside engine is told before the first game."""
    nodes: int | None = None
    """A limit of its own, instead of the match's."""
    time_ms: int | None = None

    @classmethod
    def parse(cls, text: str) -> PlayerSpec:
        """The player that a text names: `KEY=VALUE[,KEY=VALUE...]`; nothing, or `default`, is our engine as it is.

        Keys are `level`, `network`, `hash`, `threads`; `command` with `option.NAME` for an outside engine; `nodes` and
        `time` (milliseconds a move) for a limit of its own. A value may stand in double quotes.

        Raises:
            NotationError: the text is not so, or the keys do not go together.
        """
        plain = text.strip()
        if plain in ("", DEFAULT):
            return cls()
        if not plain.isprintable():
            column = next(place for place, character in enumerate(plain, 1) if not character.isprintable())
            raise NotationError("a player is a line of plain text", plain, column)
        values = _parts(plain)
        options = {key.removeprefix("option."): value for key, value in values.items() if key.startswith("option.")}
        command = values.get("command")
        if command is None and options:
            raise NotationError("option. is for an outside engine, which needs command=", plain, 1)
        if command is not None and (ours := [key for key in _OURS if key in values]):
            raise NotationError(f"{ours[0]} is for our engine: an outside one takes option.NAME=VALUE", plain, 1)
        if "nodes" in values and "time" in values:
            raise NotationError("nodes or time, not both", plain, 1)
        if "level" in values and ("nodes" in values or "time" in values):
            raise NotationError("a level has limits of its own: no nodes, no time", plain, 1)
        numbers = {key: _number(key, values[key], plain) for key in _NUMBERS if key in values}
        return cls(
            plain,
            level=numbers.get("level"),
            network=values.get("network"),
            hash_mb=numbers.get("hash"),
            threads=numbers.get("threads"),
            command=_command(command, plain) if command is not None else (),
            options=options,
            nodes=numbers.get("nodes"),
            time_ms=numbers.get("time"),
        )

    def limit(self, usual: Limit) -> Limit:
        """What ends this player's searches: its own limit, else the match's."""
        if self.nodes is not None:
            return Limit(nodes=self.nodes)
        return usual if self.time_ms is None else Limit(time_ms=self.time_ms)

    def description(self) -> dict[str, str]:
        """What a result has to say of the player: text, and what tells the program and the network apart.

        Raises:
            OSError: the network cannot be read; the error names it.
        """
        if self.command:
            return {"player": self.text}
        told = {"player": self.text, "core": core_sha()}
        if self.network != NO_NETWORK:
            path = SHIPPED_NETWORK if self.network is None else Path(self.network)
            told["network"] = hashlib.sha256(path.read_bytes()).hexdigest()
        return told

    def start(self) -> Player:
        """A player who is ready.

        Raises:
            LabError: it cannot be had.
        """
        try:
            return _OutsidePlayer(self) if self.command else _OwnPlayer(self)
        except (OSError, ValueError, TypeError, RuntimeError, MemoryError, ImportError) as error:
            raise LabError(f"player {self.text!r} cannot start: {error}") from error


class _OwnPlayer:
    """Our engine in this process."""

    def __init__(self, spec: PlayerSpec) -> None:
        options: dict[str, Any] = {}
        if spec.hash_mb is not None:
            options["hash_mb"] = spec.hash_mb
        if spec.threads is not None:
            options["threads"] = spec.threads
        if spec.network is not None:
            options["network"] = None if spec.network == NO_NETWORK else Path(spec.network)
        self._engine = Engine(**options)
        self._level = spec.level
        self._dice = Random(0)  # noqa: S311

    def new_game(self, dice: Random) -> None:
        self._engine.forget()
        self._dice = dice

    def move(self, board: Board, limit: Limit) -> Move:
        if self._level is None:
            return self._engine.play(board, limit)
        return play_level(self._engine, board, self._level, self._dice)

    def stop(self) -> None:
        self._engine.stop()

    def close(self) -> None:
        self._engine.stop()


class _OutsidePlayer:
    """Another program that speaks our line protocol."""

    def __init__(self, spec: PlayerSpec) -> None:
        self._engine = OutsideEngine(spec.command, options=spec.options, timeout_s=_PATIENCE_S)

    def new_game(self, dice: Random) -> None:
        self._engine.forget()

    def move(self, board: Board, limit: Limit) -> Move:
        return self._engine.play(board, limit)

    def stop(self) -> None:
        self._engine.stop()

    def close(self) -> None:
        self._engine.close()


def overdue_ms(time_ms: int) -> int:
    """The time after which a move with this limit is too late by far; a loaded machine is forgiven much."""
    return 2 * time_ms + 1000


@cache
def core_sha() -> str:
    """What tells this build of the core from others."""
    return hashlib.sha256(Path(str(_native.__file__)).read_bytes()).hexdigest()


def _parts(text: str) -> dict[str, str]:
    values: dict[str, str] = {}
    at = 0
    while at < len(text):
        found = _PART.match(text, at)
        if found is None or found.end() == at:
            raise NotationError("a player is KEY=VALUE,KEY=VALUE with values in double quotes or none", text, at + 1)
        key, value, column = found["key"], found["value"], found.start("key") + 1
        if key not in (*_NUMBERS, "network", "command") and not (key.startswith("option.") and key != "option."):
            keys = "level, network, hash, threads, nodes, time, command, option.NAME"
            raise NotationError(f"no such key of a player: {key!r} ({keys})", text, column)
        if not value:
            raise NotationError(f"{key} needs a value", text, column)
        if key in values:
            raise NotationError(f"{key} stands twice", text, column)
        values[key] = value.strip('"')
        at = found.end()
    return values


def _number(key: str, value: str, text: str) -> int:
    if value.isascii() and value.isdigit() and len(value) <= 15 and 1 <= int(value) <= _NUMBERS[key]:
        return int(value)
    raise NotationError(f"{key} is a whole number from 1 to {_NUMBERS[key]}, not {value!r}", text, text.find(key) + 1)


def _command(value: str, text: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(value))
    except ValueError as error:
        raise NotationError(f"not a command ({error})", text, text.find("command") + 1) from None
    if not words:
        raise NotationError("command needs a program", text, text.find("command") + 1)
    return words
