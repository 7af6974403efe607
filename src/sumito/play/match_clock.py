"""The clock of a match: the core's clock, driven by the times of events, with the times of earlier turns."""

from __future__ import annotations

from collections.abc import Iterable

from sumito.core import Clock, ClockKind, Color
from sumito.play.terms import EXPIRY_MS, Terms


class MatchClock:
    """The time of a match.

    The clocks stand still until every player has moved once. Until then each move has `terms.first_move_ms`.
    """

    __slots__ = ("_clock", "_players", "_since_ms", "_terms", "_turns", "deadline_ms", "opening")

    # Every message about a game needs these many times, so they are computed once after each change.
    deadline_ms: int | None
    """The time at which the turn runs out; None before the match begins."""
    opening: bool
    """Whether some player has not moved yet."""

    def __init__(self, terms: Terms, players: tuple[Color, ...]) -> None:
        self._terms = terms
        self._players = players
        self._clock = Clock(terms.control, players)
        self._since_ms: int | None = None
        # The times of all players at the start of each earlier turn, for takebacks.
        self._turns: list[tuple[int | None, ...]] = []
        self._update()

    def copy(self) -> MatchClock:
        """Return an independent clock with the same times."""
        twin = MatchClock.__new__(MatchClock)
        twin._terms, twin._players, twin._since_ms = self._terms, self._players, self._since_ms
        twin._clock, twin._turns = self._clock.copy(), self._turns.copy()
        twin.deadline_ms, twin.opening = self.deadline_ms, self.opening
        return twin

    def _update(self) -> None:
        """Compute what follows from the times."""
        self.opening = len(self._turns) < len(self._players)
        if self._since_ms is None:
            self.deadline_ms = None
        elif self.opening:
            self.deadline_ms = self._since_ms + self._terms.first_move_ms
        elif self._terms.control.kind is ClockKind.UNTIMED:
            self.deadline_ms = self._since_ms + EXPIRY_MS
        else:
            self.deadline_ms = self._clock.deadline_ms

    @property
    def since_ms(self) -> int:
        """The time at which the turn began, including credits; 0 before the match begins."""
        return self._since_ms or 0

    @property
    def running(self) -> Color | None:
        """The player whose clock runs, or None."""
        return self._clock.running

    def remaining_ms(self, player: Color, at_ms: int) -> int | None:
        """Return the time that a player has left; None if the match is untimed."""
        return self._clock.remaining_ms(player, now_ms=at_ms)

    def delay_left_ms(self, at_ms: int) -> int:
        """Return the rest of the delay before the running clock counts down; 0 if no clock runs."""
        if self._clock.running is None:
            return 0
        return max(0, self._terms.control.delay_ms - max(0, at_ms - self.since_ms))

    def begin(self, at_ms: int) -> None:
        """Begin the first turn."""
        self._since_ms = at_ms
        self._update()

    def counted_ms(self, at_ms: int, lag_ms: int) -> int:
        """Return the time at which a move that arrives at `at_ms` ends the turn, before the cost of a premove."""
        return max(self.since_ms, at_ms - lag_ms)

    def press(self, at_ms: int, lag_ms: int, turn: Color) -> None:
        """End the turn, and begin that of the player `turn` when the move arrives.

        The lag counts for neither player.
        """
        self._turns.append(self._left())
        deadline_ms = self._clock.deadline_ms
        if deadline_ms is not None:
            # A move in time never loses on time because of the cost of a premove.
            least_ms = min(self.since_ms + self._terms.premove_ms, deadline_ms - 1)
            counted_ms = max(self.counted_ms(at_ms, lag_ms), least_ms)
            self._clock.press(now_ms=counted_ms, to=turn)
            self._clock.stop(now_ms=counted_ms)
        self._turn(turn, at_ms)

    def skip(self, at_ms: int, turn: Color) -> None:
        """End the turn of a player who leaves, and begin that of the player `turn`. A takeback does not undo it."""
        self._turn(turn, at_ms)

    def take_back(self, plies: int, at_ms: int, turn: Color) -> None:
        """Restore the times before the last `plies` turns, and begin a turn of the player `turn`."""
        left = self._turns[-plies]
        del self._turns[-plies:]
        self._clock = Clock(self._terms.control, self._players)
        for player, left_ms in zip(self._players, left, strict=True):
            if left_ms is not None:
                self._clock.adjust(player, left_ms - (self._clock.remaining_ms(player, now_ms=0) or 0))
        self._turn(turn, at_ms)

    def give(self, players: Iterable[Color], ms: int) -> None:
        """Add time to the clocks of players. A takeback does not undo it."""
        for player in players:
            self._clock.adjust(player, ms)
            place = self._players.index(player)
            if self._terms.control.kind is ClockKind.TOTAL:
                self._turns = [(*left[:place], (left[place] or 0) + ms, *left[place + 1 :]) for left in self._turns]
        self._update()

    def credit(self, ms: int) -> None:
        """Move the start of the turn to a later time."""
        began_ms = self.since_ms
        self._since_ms = began_ms + ms
        running = self._clock.running
        if running is not None:
            self._clock.stop(now_ms=began_ms)
            self._clock.start(running, now_ms=self.since_ms)
        self._update()

    def stop(self, at_ms: int) -> None:
        """Stop the clock for good."""
        self._clock.stop(now_ms=at_ms)
        self._update()

    def _left(self) -> tuple[int | None, ...]:
        if self._terms.control.kind is ClockKind.UNTIMED:
            return (None,) * len(self._players)
        return tuple(self._clock.remaining_ms(player, now_ms=self.since_ms) for player in self._players)

    def _turn(self, turn: Color, at_ms: int) -> None:
        self._since_ms = max(self.since_ms, at_ms)  # no turn begins before the last one, even if the time steps back
        if len(self._turns) >= len(self._players):
            self._clock.start(turn, now_ms=self.since_ms)
        self._update()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MatchClock):
            return NotImplemented
        return (self._terms, self._clock, self._since_ms, self._turns) == (
            other._terms,
            other._clock,
            other._since_ms,
            other._turns,
        )

    __hash__ = None  # type: ignore[assignment]
