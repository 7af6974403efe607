"""The terms of a match: start position, rules, time control, and what the players agreed on before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final

from sumito.core import Board, ClockKind, Color, Rules, TimeControl
from sumito.core.layout import layout_named

SECOND_MS: Final = 1_000
DAY_MS: Final = 86_400 * SECOND_MS
MOST_DAYS: Final = 14
"""The longest time for a move by correspondence, in days."""
MOST_PREMOVE_MS: Final = 1_000
FIRST_MOVE_MS: Final = 30 * SECOND_MS
"""The time for the first move of each player, except by correspondence and in untimed matches."""
APPOINTED_FIRST_MOVE_MS: Final = 300 * SECOND_MS
"""The same after an appointment, for which somebody can be a little late."""
EXPIRY_MS: Final = 30 * DAY_MS
"""The time for a move of an untimed match, after which the match expires."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of a match. `layout` or `start` names the start position; the default is the standard layout.

    >>> Terms(layout="belgian daisy", control=TimeControl.total(600_000, increment_ms=5_000)).layout
    'belgian-daisy'
    >>> Terms(control=TimeControl.per_move(100_000_000))
    Traceback (most recent call last):
    ValueError: control: a move by correspondence has 1 to 14 whole days, not 100000000 ms

    Raises:
        ValueError: a field is invalid. The message begins with its name.
    """

    start: str = ""
    """The start position as text. It follows from `layout` if it is empty."""
    layout: str | None = None
    """The slug of the layout; None if the start position has no name."""
    rules: Rules = field(default_factory=Rules)
    control: TimeControl = field(default_factory=TimeControl)
    """The time control. Correspondence is a time for each move of whole days."""
    takebacks: bool = False
    """Whether players can ask to take a move back."""
    watchers: bool = True
    """Whether others can watch."""
    premove_ms: int = 100
    """The least time that a move costs. A move that was entered in advance costs exactly this."""
    appointment_ms: int | None = None
    """The earliest time at which the match begins; None if it begins as soon as every seat is taken."""

    def __post_init__(self) -> None:
        _expect(self, "start", str)
        _expect(self, "layout", str, type(None))
        _expect(self, "rules", Rules)
        _expect(self, "control", TimeControl)
        _expect(self, "takebacks", bool)
        _expect(self, "watchers", bool)
        _expect(self, "premove_ms", int)
        if not 0 <= self.premove_ms <= MOST_PREMOVE_MS:
            raise ValueError(f"premove_ms: must be from 0 to {MOST_PREMOVE_MS}, not {self.premove_ms}")
        self._check_control()
        self._check_appointment()
        self._find_start()

    def _check_control(self) -> None:
        control = self.control
        if control.kind is ClockKind.UNTIMED:
            return
        if control.time_ms < SECOND_MS:
            raise ValueError(f"control: at least {SECOND_MS} ms, not {control.time_ms} ms")
        for bonus_ms in (control.increment_ms, control.delay_ms):
            if bonus_ms >= DAY_MS:
                raise ValueError(f"control: an increment or a delay is shorter than a day, not {bonus_ms} ms")
        if control.time_ms < DAY_MS:
            return
        if control.kind is not ClockKind.PER_MOVE:
            raise ValueError(f"control: {control.kind} is shorter than a day, not {control.time_ms} ms")
        if control.time_ms % DAY_MS or control.time_ms > MOST_DAYS * DAY_MS:
            raise ValueError(
                f"control: a move by correspondence has 1 to {MOST_DAYS} whole days, not {control.time_ms} ms"
            )

    def _check_appointment(self) -> None:
        _expect(self, "appointment_ms", int, type(None))
        if self.appointment_ms is None:
            return
        if self.appointment_ms < 0:
            raise ValueError(f"appointment_ms: must be at least 0, not {self.appointment_ms}")
        if self.is_correspondence or self.control.kind is ClockKind.UNTIMED:
            raise ValueError("appointment_ms: a match by correspondence or without a clock needs no appointment")

    def _find_start(self) -> None:
        layout = self.layout or ("" if self.start else "standard")
        if layout:
            try:
                named = layout_named(layout)
            except ValueError as error:
                raise ValueError(f"layout: {error}") from None
            object.__setattr__(self, "layout", named.slug)
        try:
            board = Board.from_position(self.start, rules=self.rules) if self.start else Board(named, rules=self.rules)
        except ValueError as error:
            raise ValueError(f"start: {error}") from None
        if board.outcome is not None:
            raise ValueError(f"start: the game is over: {board.outcome}")
        if board.active != board.players:
            gone = ", ".join(str(player) for player in board.players if player not in board.active)
            raise ValueError(f"start: every player must be able to play, but these have left or cannot move: {gone}")
        if layout and self.start and board.position() != Board(named).position():
            raise ValueError(f"layout: {self.layout} is not the start position {self.start!r}")
        object.__setattr__(self, "start", board.position())

    @property
    def players(self) -> tuple[Color, ...]:
        """The players, in the order in which they move."""
        return Board.from_position(self.start, rules=self.rules).players

    @property
    def is_correspondence(self) -> bool:
        """Whether each move has whole days."""
        return self.control.kind is ClockKind.PER_MOVE and self.control.time_ms >= DAY_MS

    @property
    def first_move_ms(self) -> int:
        """The time for the first move of each player. After it the match is aborted."""
        if self.control.kind is ClockKind.UNTIMED:
            return EXPIRY_MS
        if self.is_correspondence:
            return self.control.time_ms
        return FIRST_MOVE_MS if self.appointment_ms is None else APPOINTED_FIRST_MOVE_MS

    @property
    def gift_ms(self) -> int | None:
        """The time of one gift to the opponents; None if the time control has no gifts."""
        if self.control.kind in (ClockKind.UNTIMED, ClockKind.SHARED):
            return None
        return DAY_MS if self.is_correspondence else 15 * SECOND_MS

    @property
    def claim_after_ms(self) -> int | None:
        """The time after which opponents can claim because a player has left; None by correspondence.

        It is a tenth of the total time, from 30 seconds to 5 minutes. In an untimed match it is 7 days.
        """
        if self.control.kind is ClockKind.UNTIMED:
            return 7 * DAY_MS
        if self.is_correspondence:
            return None
        return min(max(self.control.time_ms // 10, 30 * SECOND_MS), 300 * SECOND_MS)

    def to_json(self) -> dict[str, Any]:
        """Return the terms as an object of JSON."""
        control = asdict(self.control) | {"kind": self.control.kind.value}
        return asdict(self) | {"control": control, "rules": rules_to_json(self.rules)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Terms:
        """Read terms from an object of JSON. Fields that it leaves out have their default values.

        Raises:
            ValueError: a field is unknown or invalid. The message begins with its name.
        """
        values = _known(data, "terms", cls)
        for name, part in (("rules", Rules), ("control", TimeControl)):
            if name in values:
                parts = _known(values[name], name, part)
                try:
                    values[name] = part(**parts)
                except ValueError as error:
                    raise ValueError(f"{name}: {error}") from None
        return cls(**values)


def rules_to_json(rules: Rules) -> dict[str, bool | int | str]:
    """Return rules as an object of JSON. An option for teams is left out if it has its default value."""
    values: dict[str, bool | int | str] = asdict(rules)
    if not rules.mixed_moves:
        del values["mixed_moves"]
    return values


def _expect(terms: Terms, name: str, *types: type) -> None:
    value = getattr(terms, name)
    if type(value) not in types:
        raise ValueError(f"{name}: expected {types[0].__name__}, not {value!r}")


def _known(data: object, name: str, kind: type) -> dict[str, Any]:
    """Return the values of an object of JSON whose names are all fields of a dataclass."""
    if not isinstance(data, Mapping):
        raise ValueError(f"{name}: expected an object, not {data!r}")
    known = {each.name for each in fields(kind)}
    for key in data:
        if key not in known:
            raise ValueError(f"{key}: no such field of {name}")
    return dict(data)
