"""The state of a match: everything that follows from its events, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Self

from sumito.core import Board, Color
from sumito.play import events
from sumito.play.events import Event, Topic
from sumito.play.match_clock import MatchClock
from sumito.play.negotiation import Negotiation
from sumito.play.result import Leaving, Result
from sumito.play.terms import Terms

_NO_OFFER: Final = Negotiation()


class MatchState:
    """The state of a match. `Match` changes it by events."""

    __slots__ = (
        "_active", "_away", "_board", "_boots", "_changes", "_clock", "_gifts", "_leavings", "_log", "_movers",
        "_moves", "_offers", "_phrases", "_remarks", "_rematch_agreed", "_result", "_started", "_terms",
    )  # fmt: skip

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._board = Board.from_position(terms.start, rules=terms.rules)
        self._clock = MatchClock(terms, self._board.players)
        self._log: list[Event] = []
        self._started = False
        self._result: Result | None = None
        self._movers: list[Color] = []  # of the moves since somebody left
        self._moves: list[str] = []
        self._changes: list[int] = []  # the places in the log of moves, takebacks and leavings
        self._remarks: list[tuple[int, events.Remark]] = []
        self._rematch_agreed = False
        # These are replaced, never changed: a copy shares them.
        self._active = self._board.players
        self._leavings: tuple[Leaving, ...] = ()
        self._offers: Mapping[Topic, Negotiation] = {}
        self._away: Mapping[Color, int] = {}
        self._boots: frozenset[str] = frozenset()
        self._gifts: Mapping[Color, int] = {}
        self._phrases: Mapping[Color, int] = {}

    def copy(self) -> Self:
        """Return an independent match with the same events."""
        twin = self.__new__(type(self))
        twin._terms, twin._started, twin._result = self._terms, self._started, self._result
        twin._rematch_agreed = self._rematch_agreed
        twin._board, twin._clock = self._board.copy(), self._clock.copy()
        twin._log, twin._movers, twin._changes = self._log.copy(), self._movers.copy(), self._changes.copy()
        twin._moves, twin._remarks = self._moves.copy(), self._remarks.copy()
        twin._offers, twin._away, twin._boots = self._offers, self._away, self._boots
        twin._gifts, twin._phrases = self._gifts, self._phrases
        twin._active, twin._leavings = self._active, self._leavings
        return twin

    # ---- state

    @property
    def terms(self) -> Terms:
        """The terms of the match."""
        return self._terms

    @property
    def players(self) -> tuple[Color, ...]:
        """The players, in the order in which they move."""
        return self._board.players

    @property
    def active(self) -> tuple[Color, ...]:
        """The players who have not left, in the order in which they move."""
        return self._active

    @property
    def leavings(self) -> tuple[Leaving, ...]:
        """The players who have left because of a resignation, time or absence, in this order; empty for two players."""
        return self._leavings

    @property
    def board(self) -> Board:
        """A copy of the board, with its history."""
        return self._board.copy()

    @property
    def moves(self) -> tuple[str, ...]:
        """The texts of the moves that led to the position, in Aba-Pro. Moves that were taken back are left out."""
        return tuple(self._moves)

    @property
    def plies(self) -> int:
        """The number of moves that led to the position."""
        return len(self._moves)

    @property
    def position(self) -> str:
        """The text of the position."""
        return self._board.position()

    @property
    def turn(self) -> Color:
        """The player to move."""
        return self._board.turn

    @property
    def turn_started_ms(self) -> int | None:
        """When the turn began, including credits; None before the match begins."""
        return self._clock.since_ms if self._started else None

    @property
    def log(self) -> tuple[Event, ...]:
        """The events applied so far."""
        return tuple(self._log)

    @property
    def version(self) -> int:
        """The number of events applied so far."""
        return len(self._log)

    @property
    def position_version(self) -> int:
        """The version since which the position has not changed. Moves that answer it, or a later one, are not stale."""
        return self._changes[-1] + 1 if self._changes else 0

    @property
    def remarks(self) -> tuple[tuple[int, events.Remark], ...]:
        """The phrases that the players have said, each with the version that shows it."""
        return tuple(self._remarks)

    @property
    def started(self) -> bool:
        """Whether the match has begun."""
        return self._started

    @property
    def result(self) -> Result | None:
        """How the match ended; None while it goes on."""
        return self._result

    @property
    def deadline_ms(self) -> int | None:
        """When `Flag` ends the turn if nobody moves; None before the match begins and after it ends."""
        return None if self._result else self._clock.deadline_ms

    def remaining_ms(self, player: Color | str, *, at_ms: int) -> int | None:
        """Return the time that a player has left, at least 0; None if the match is untimed."""
        return self._clock.remaining_ms(Color(player), at_ms)

    @property
    def running(self) -> Color | None:
        """The player whose clock runs; None in an untimed match too, until every player has moved."""
        return self._clock.running

    def delay_left_ms(self, *, at_ms: int) -> int:
        """Return the rest of the delay before the running clock counts down; 0 if no clock runs."""
        return self._clock.delay_left_ms(at_ms)

    def agreed(self, topic: Topic | str) -> tuple[Color, ...]:
        """Return the players who have made or accepted an open offer; empty if no offer is open."""
        return self._negotiation(Topic(topic)).agreed

    @property
    def has_offers(self) -> bool:
        """Whether an offer has been made in this position."""
        return bool(self._offers)

    @property
    def rematch_agreed(self) -> bool:
        """Whether all players want another match."""
        return self._rematch_agreed

    @property
    def away(self) -> Mapping[Color, int]:
        """The players who have lost the connection, with the time at which they did, including credits."""
        return MappingProxyType(self._away)

    def claim_at_ms(self, player: Color | str) -> int | None:
        """Return when the absence of a player is long enough for a claim; None if the player is present."""
        left_ms, after_ms = self._away.get(Color(player)), self._terms.claim_after_ms
        if left_ms is None or after_ms is None or self._result or self._clock.opening:
            return None
        return left_ms + after_ms

    def _negotiation(self, topic: Topic) -> Negotiation:
        return self._offers.get(topic, _NO_OFFER)

    # ---- comparison

    def _state(self) -> tuple[object, ...]:
        return (
            self._terms, self._log, self._board.__getstate__(), self._clock, self._started, self._result,
            self._movers, self._changes, self._offers, self._rematch_agreed, self._away, self._boots,
            self._gifts, self._phrases, self._active, self._leavings,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MatchState) and self._state() == other._state()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        state = "before the start" if not self._started else "goes on"
        if self._result is not None:
            state = f"ended: {self._result.cause}"
        return f"<Match of {len(self.players)} players, version {self.version}, {state}>"
