"""Events: the log of a match. Each has its time, in whole milliseconds since 1970 (UTC), and a short JSON form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, Final, TypeVar

from sumito.core import Color
from sumito.core.choice import Choice


class Topic(Choice):
    """The subjects of offers."""

    DRAW = "draw"
    TAKEBACK = "takeback"
    REMATCH = "rematch"


@dataclass(frozen=True, slots=True)
class Event:
    """An event. `kind` is its name in JSON."""

    kind: ClassVar[str]
    at_ms: int

    def to_json(self) -> dict[str, Any]:
        """Return the event as an object of JSON. Default values are left out.

        >>> PlayedMove(1_000, Color.BLACK, "a1b2").to_json()
        {'k': 'move', 'at': 1000, 'p': 'black', 'm': 'a1b2'}
        """
        data: dict[str, Any] = {"k": self.kind}
        for name, default in _DEFAULTS[self.kind]:
            value = getattr(self, name)
            if value != default:
                data[_KEYS[name]] = value.value if isinstance(value, Choice) else value
        return data

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Event:
        """Read an event from an object of JSON.

        Raises:
            ValueError: the kind is unknown, or a field is missing, unknown or invalid.
        """
        if not isinstance(data, Mapping):
            raise ValueError(f"an event must be an object, not {data!r}")
        kind = data.get("k")
        if not isinstance(kind, str) or kind not in KINDS:
            raise ValueError(f"unknown kind of event: {kind!r}")
        known = {_KEYS[each.name]: each for each in fields(KINDS[kind])}
        if unknown := data.keys() - known.keys() - {"k"}:
            raise ValueError(f"event {kind!r}: unknown field {min(unknown)!r}")
        values: dict[str, Any] = {}
        for key, each in known.items():
            if key in data:
                try:
                    values[each.name] = _READERS[key](data[key])
                except ValueError as error:
                    raise ValueError(f"event {kind!r}: {key}: {error}") from None
            elif each.default is MISSING:
                raise ValueError(f"event {kind!r}: no field {key!r}")
        return KINDS[kind](**values)


KINDS: Final[dict[str, type[Event]]] = {}
"""The classes of events by kind."""
_DEFAULTS: Final[dict[str, tuple[tuple[str, object], ...]]] = {}  # the fields of each kind, with their default values

_E = TypeVar("_E", bound=type[Event])


def _listed(cls: _E) -> _E:
    KINDS[cls.kind] = cls
    _DEFAULTS[cls.kind] = tuple((each.name, each.default) for each in fields(cls))
    return cls


@_listed
@dataclass(frozen=True, slots=True)
class Start(Event):
    """The match begins."""

    kind: ClassVar[str] = "start"


@_listed
@dataclass(frozen=True, slots=True)
class FlagFall(Event):
    """The deadline has passed: the player to move has lost on time, or the match is aborted or expired."""

    kind: ClassVar[str] = "flag"


@_listed
@dataclass(frozen=True, slots=True)
class TimeCredit(Event):
    """The start of the running turn moves to a later time, to make up for an outage."""

    kind: ClassVar[str] = "credit"
    boot: str
    ms: int


@dataclass(frozen=True, slots=True)
class PlayerEvent(Event):
    """An event that a player caused."""

    player: Color


@_listed
@dataclass(frozen=True, slots=True)
class PlayedMove(PlayerEvent):
    """A player has moved."""

    kind: ClassVar[str] = "move"
    move: str
    """The text of the move in Aba-Pro."""
    lag_ms: int = 0
    """The time of the network that does not count."""


@_listed
@dataclass(frozen=True, slots=True)
class Resignation(PlayerEvent):
    """A player has resigned."""

    kind: ClassVar[str] = "resign"


@_listed
@dataclass(frozen=True, slots=True)
class Offer(PlayerEvent):
    """A player has offered a draw or a rematch, or has asked for a takeback."""

    kind: ClassVar[str] = "offer"
    topic: Topic


@_listed
@dataclass(frozen=True, slots=True)
class Agreement(PlayerEvent):
    """A player has agreed to an offer. It takes effect once all players have."""

    kind: ClassVar[str] = "agree"
    topic: Topic


@_listed
@dataclass(frozen=True, slots=True)
class Decline(PlayerEvent):
    """A player has declined an offer."""

    kind: ClassVar[str] = "decline"
    topic: Topic


@_listed
@dataclass(frozen=True, slots=True)
class TimeGift(PlayerEvent):
    """A player has given time to the opponents."""

    kind: ClassVar[str] = "gift"
    ms: int


@_listed
@dataclass(frozen=True, slots=True)
class Cancellation(PlayerEvent):
    """A player has aborted the match."""

    kind: ClassVar[str] = "abort"


@_listed
@dataclass(frozen=True, slots=True)
class Claim(PlayerEvent):
    """A player has claimed a win or a draw because the opponents have left."""

    kind: ClassVar[str] = "claim"
    draw: bool


@_listed
@dataclass(frozen=True, slots=True)
class Dismissal(PlayerEvent):
    """A player of several has let an absent one leave."""

    kind: ClassVar[str] = "dismiss"
    absent: Color


@_listed
@dataclass(frozen=True, slots=True)
class Remark(PlayerEvent):
    """A player has said a set phrase."""

    kind: ClassVar[str] = "say"
    phrase: str


@_listed
@dataclass(frozen=True, slots=True)
class Departure(PlayerEvent):
    """A player has lost the connection."""

    kind: ClassVar[str] = "leave"


@_listed
@dataclass(frozen=True, slots=True)
class Arrival(PlayerEvent):
    """A player is back."""

    kind: ClassVar[str] = "return"


def _whole(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"expected a whole number of at least 0, not {value!r}")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected a text, not {value!r}")
    return value


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"expected true or false, not {value!r}")
    return value


# Short keys, since most of a match is moves.
_KEYS: Final = {
    "at_ms": "at", "player": "p", "move": "m", "lag_ms": "lag", "topic": "of", "ms": "ms", "boot": "boot",
    "draw": "draw", "absent": "who", "phrase": "say",
}  # fmt: skip
_READERS: Final[dict[str, Callable[[Any], object]]] = {
    "at": _whole, "p": Color, "m": _text, "lag": _whole, "of": Topic, "ms": _whole, "boot": _text, "draw": _truth,
    "who": Color, "say": _text,
}  # fmt: skip
