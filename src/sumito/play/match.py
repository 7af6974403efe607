"""A match: a game between players in time. Commands become events, and events change the match."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NoReturn

from sumito.core import Board, ClockKind, Color, Dialect, IllegalMoveError, Move, NotationError
from sumito.play import commands, events, reasons
from sumito.play.commands import Command, PlayerCommand
from sumito.play.events import Event, PlayerEvent, Topic
from sumito.play.match_clock import MatchClock
from sumito.play.negotiation import Negotiation
from sumito.play.phrases import PHRASES
from sumito.play.reasons import MOST_GIFTS, MOST_PHRASES, Refusal
from sumito.play.refusal import CommandError, RefusalCode
from sumito.play.result import Cause, Result
from sumito.play.terms import Terms

_OFFERS: Final[Mapping[type[Command], Topic]] = {
    commands.OfferDraw: Topic.DRAW,
    commands.AskTakeback: Topic.TAKEBACK,
    commands.OfferRematch: Topic.REMATCH,
}
_ACCEPTANCES: Final[Mapping[type[Command], Topic]] = {
    commands.AcceptDraw: Topic.DRAW,
    commands.AcceptTakeback: Topic.TAKEBACK,
    commands.AcceptRematch: Topic.REMATCH,
}
_DECLINES: Final[Mapping[type[Command], Topic]] = {
    commands.DeclineDraw: Topic.DRAW,
    commands.DeclineTakeback: Topic.TAKEBACK,
    commands.DeclineRematch: Topic.REMATCH,
}
_TOPICS: Final = {**_OFFERS, **_ACCEPTANCES, **_DECLINES}
_NO_OFFERS: Final = dict.fromkeys(Topic, Negotiation())
_BEFORE_THE_START: Final = frozenset((commands.Begin, commands.Abort))
# A match whose deadline has passed still takes these.
_AFTER_THE_DEADLINE: Final = frozenset(
    (commands.Move, commands.Flag, commands.Credit, commands.Phrase, commands.Leave, commands.Return)
)


class Match:
    """A game between players in time, as the sum of its events.

    >>> match = Match(Terms())
    >>> for command in (commands.Begin(), commands.Move("black", "a1b2", version=0)):
    ...     for event in match.decide(command, at_ms=1_000):
    ...         match.apply(event)
    >>> match.version, match.turn
    (2, <Color.WHITE: 'white'>)
    """

    __slots__ = (
        "_away", "_board", "_boots", "_changes", "_clock", "_gifts", "_log", "_movers", "_moves", "_offers", "_phrases",
        "_remarks", "_rematch_agreed", "_result", "_started", "_terms",
    )  # fmt: skip

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._board = Board.from_position(terms.start, rules=terms.rules)
        self._clock = MatchClock(terms, self._board.players)
        self._log: list[Event] = []
        self._started = False
        self._result: Result | None = None
        self._movers: list[Color] = []
        self._moves: list[str] = []
        self._changes: list[int] = []  # the places in the log of moves and takebacks
        self._remarks: list[tuple[int, events.Remark]] = []
        self._offers = _NO_OFFERS.copy()
        self._rematch_agreed = False
        self._away: dict[Color, int] = {}
        self._boots: set[str] = set()
        self._gifts = dict.fromkeys(self.players, 0)
        self._phrases = dict.fromkeys(self.players, 0)

    @classmethod
    def replay(cls, terms: Terms, log: Iterable[Event]) -> Match:
        """Return the match with these terms and events.

        Raises:
            ValueError: the events are not those of one match.
        """
        match = cls(terms)
        for event in log:
            match.apply(event)
        return match

    def copy(self) -> Match:
        """Return an independent match with the same events."""
        twin = Match.__new__(Match)
        twin._terms, twin._started, twin._result = self._terms, self._started, self._result
        twin._rematch_agreed = self._rematch_agreed
        twin._board, twin._clock = self._board.copy(), self._clock.copy()
        twin._log, twin._movers, twin._changes = self._log.copy(), self._movers.copy(), self._changes.copy()
        twin._moves, twin._remarks = self._moves.copy(), self._remarks.copy()
        twin._offers, twin._away, twin._boots = self._offers.copy(), self._away.copy(), self._boots.copy()
        twin._gifts, twin._phrases = self._gifts.copy(), self._phrases.copy()
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
        """When `Flag` ends the match if nobody moves; None before the match begins and after it ends."""
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
        return self._offers[Topic(topic)].agreed

    @property
    def rematch_agreed(self) -> bool:
        """Whether all players want another match."""
        return self._rematch_agreed

    @property
    def away(self) -> Mapping[Color, int]:
        """The players who have left, with the time at which they did, including credits."""
        return MappingProxyType(self._away)

    def claim_at_ms(self, player: Color | str) -> int | None:
        """Return when the absence of a player is long enough for a claim; None if the player is present."""
        left_ms, after_ms = self._away.get(Color(player)), self._terms.claim_after_ms
        if left_ms is None or after_ms is None or self._result or self._clock.opening:
            return None
        return left_ms + after_ms

    # ---- commands

    def decide(self, command: Command, at_ms: int, *, lag_ms: int = 0) -> list[Event]:
        """Return the events that a command causes at this time. The match is unchanged until `apply`.

        `lag_ms` is the time that the network took for a move. It does not count.

        Raises:
            CommandError: the match refuses the command.
            ValueError: a time is not a whole number of milliseconds of at least 0.
        """
        for name, value in (("at_ms", at_ms), ("lag_ms", lag_ms)):
            if type(value) is not int or value < 0:
                raise ValueError(f"{name} must be a whole number of milliseconds of at least 0, not {value!r}")
        refusal = self._refusal(command, at_ms, lag_ms, late=self._is_late(at_ms))
        if refusal is not None:
            raise CommandError(*refusal)
        return [self._event(command, at_ms, lag_ms)]

    def can(self, player: Color | str, *, at_ms: int) -> tuple[str, ...]:
        """Return the kinds of the commands that a player can give now."""
        player = Color(player)
        late = self._is_late(at_ms)
        kinds = [] if self._refused_move(player, at_ms, 0) else [commands.Move.kind]
        for command in _simple_commands(player):
            if self._refusal(command, at_ms, 0, late=late) is None:
                kinds.append(command.kind)
        return tuple(kinds)

    def repeated_at(self, command: Command, *, version: int | None = None) -> int | None:
        """Return the version with which a command of a player, now sent again, was stored; None if it was not.

        A move is a repeat if the player has answered the same version with it. Any other command is a repeat if the
        log has it since `version`, which is the version that the player saw. By default, that is since the last move
        or takeback.
        """
        if isinstance(command, commands.Move):
            return self._move_repeated_at(command)
        since = max(0, self.position_version - 1 if version is None else version)
        return next((at for at, event in enumerate(self._log[since:], since + 1) if _is_effect(event, command)), None)

    def _move_repeated_at(self, command: commands.Move) -> int | None:
        later = bisect_left(self._changes, command.version)
        if later == len(self._changes):
            return None
        place = self._changes[later]
        event = self._log[place]
        if not isinstance(event, events.PlayedMove) or event.player is not command.player:
            return None
        # The text can be in another dialect, which only the position explains.
        before = Match.replay(self._terms, self._log[:place])._board
        try:
            return place + 1 if before.format_move(command.move) == event.move else None
        except (NotationError, IllegalMoveError):
            return None

    def _is_late(self, at_ms: int) -> bool:
        deadline_ms = self._clock.deadline_ms
        return deadline_ms is not None and at_ms >= deadline_ms

    def _refusal(self, command: Command, at_ms: int, lag_ms: int, *, late: bool) -> Refusal | None:
        """Return why the match refuses a command; None if it does not. The text of a move is not read."""
        kind = type(command)
        topic = _TOPICS.get(kind)
        refusal = self._refused_phase(kind, topic, late=late)
        if refusal is not None:
            return refusal
        if topic is not None:
            return self._refused_negotiation(kind, topic, command.player)  # type: ignore[attr-defined]
        match command:
            case commands.Move():
                return self._refused_version(command.version) or self._refused_move(command.player, at_ms, lag_ms)
            case commands.Phrase():
                return self._refused_phrase(command)
            case commands.AddTime():
                return self._refused_gift(command.player)
            case commands.ClaimWin() | commands.ClaimDraw():
                return self._refused_claim(command.player, at_ms)
            case commands.Resign():
                return reasons.ABORT_INSTEAD if self._clock.opening else None
            case commands.Abort():
                return None if self._clock.opening else reasons.RESIGN_INSTEAD
            case commands.Leave():
                return reasons.ALREADY_AWAY if command.player in self._away else None
            case commands.Return():
                return None if command.player in self._away else reasons.ALREADY_PRESENT
            case commands.Begin():
                if self._started:
                    return reasons.BEGUN
                return reasons.APPOINTED if at_ms < (self._terms.appointment_ms or 0) else None
            case commands.Flag():
                return None if late else reasons.TIME_LEFT
            case commands.Credit():
                return reasons.CREDITED if command.boot in self._boots else None
        raise TypeError(f"not a command: {command!r}")

    def _refused_phase(self, kind: type[Command], topic: Topic | None, *, late: bool) -> Refusal | None:
        if self._result is not None:
            return None if topic is Topic.REMATCH or kind is commands.Phrase else reasons.OVER
        if topic is Topic.REMATCH:
            return reasons.NOT_OVER
        if not self._started:
            return None if kind in _BEFORE_THE_START else reasons.NOT_BEGUN
        return reasons.TIME_UP if late and kind not in _AFTER_THE_DEADLINE else None

    def _refused_version(self, version: int) -> Refusal | None:
        if version > self.version:
            return reasons.UNKNOWN_VERSION
        return reasons.STALE if version < self.position_version else None

    def _refused_move(self, player: Color, at_ms: int, lag_ms: int) -> Refusal | None:
        """Return why a player cannot move at this time; None if some move is possible."""
        if self._result is not None:
            return reasons.OVER
        if not self._started:
            return reasons.NOT_BEGUN
        if player is not self.turn:
            return reasons.NOT_YOUR_TURN
        deadline_ms = self._clock.deadline_ms
        if deadline_ms is not None and self._clock.counted_ms(at_ms, lag_ms) >= deadline_ms:
            return reasons.TIME_UP
        return None

    def _refused_phrase(self, command: commands.Phrase) -> Refusal | None:
        if command.phrase not in PHRASES:
            return Refusal(RefusalCode.UNKNOWN_PHRASE, f"There is no phrase {command.phrase!r}.")
        return reasons.PHRASES_USED_UP if self._phrases[command.player] >= MOST_PHRASES else None

    def _refused_gift(self, player: Color) -> Refusal | None:
        if self._terms.gift_ms is None:
            return reasons.NO_GIFTS
        if self._clock.opening:
            return reasons.NO_GIFTS_YET
        if self._terms.control.kind is ClockKind.PER_MOVE and self.turn is player:
            return reasons.GIFT_TO_ONESELF
        return reasons.GIFTS_USED_UP if self._gifts[player] >= MOST_GIFTS else None

    def _refused_claim(self, player: Color, at_ms: int) -> Refusal | None:
        if self._terms.claim_after_ms is None:
            return reasons.NO_CLAIMS
        if self.turn is player:
            return reasons.CLAIM_ON_TURN
        for other in self.players:
            if other is not player:
                claim_at_ms = self.claim_at_ms(other)
                if claim_at_ms is None or at_ms < claim_at_ms:
                    return reasons.NO_CLAIM_YET
        return None

    def _refused_negotiation(self, kind: type[Command], topic: Topic, player: Color) -> Refusal | None:
        offers = self._offers[topic]
        open_to_player = offers.is_open_to(player)
        if topic is Topic.TAKEBACK:
            if not self._terms.takebacks:
                return reasons.NO_TAKEBACKS
            if not open_to_player and player not in self._movers:
                return reasons.NO_TAKEBACK_YET
        elif topic is Topic.DRAW and self._clock.opening:
            return reasons.NO_DRAW_YET
        elif topic is Topic.REMATCH and self._rematch_agreed:
            return reasons.REMATCH_AGREED
        if kind not in _OFFERS:
            return None if open_to_player else reasons.NOTHING_TO_ACCEPT
        if open_to_player and topic is not Topic.TAKEBACK:
            return None
        return reasons.ALREADY_OFFERED if offers.agreed or player in offers.offered else None

    def _event(self, command: Command, at_ms: int, lag_ms: int) -> Event:
        """Return the event of a command that is not refused.

        Raises:
            CommandError: the text does not name a legal move.
        """
        if isinstance(command, PlayerCommand) and type(command) in _TOPICS:
            return self._negotiation(command, at_ms)
        match command:
            case commands.Move():
                return events.PlayedMove(at_ms, command.player, self._move_text(command.move), lag_ms)
            case commands.Phrase():
                return events.Remark(at_ms, command.player, command.phrase)
            case commands.AddTime():
                return events.TimeGift(at_ms, command.player, self._terms.gift_ms or 0)
            case commands.ClaimWin() | commands.ClaimDraw():
                return events.Claim(at_ms, command.player, isinstance(command, commands.ClaimDraw))
            case commands.Resign():
                return events.Resignation(at_ms, command.player)
            case commands.Abort():
                return events.Cancellation(at_ms, command.player)
            case commands.Leave():
                return events.Departure(at_ms, command.player)
            case commands.Return():
                return events.Arrival(at_ms, command.player)
            case commands.Credit():
                return events.TimeCredit(at_ms, command.boot, command.ms)
        return events.FlagFall(at_ms) if isinstance(command, commands.Flag) else events.Start(at_ms)

    def _move_text(self, move: Move | str) -> str:
        try:
            return self._board.format_move(move)
        except NotationError as error:
            raise CommandError(RefusalCode.BAD_MOVE, f"The text does not name a move: {error.problem}.") from None
        except IllegalMoveError as error:
            message = f"The move is illegal: {error.verdict}."
            raise CommandError(RefusalCode.ILLEGAL_MOVE, message, error.verdict) from None

    def _negotiation(self, command: PlayerCommand, at_ms: int) -> Event:
        kind, player = type(command), command.player
        topic = _TOPICS[kind]
        if kind in _DECLINES:
            return events.Decline(at_ms, player, topic)
        # Two requests for a takeback can mean different moves, so the second is no agreement.
        joins = topic is not Topic.TAKEBACK and self._offers[topic].is_open_to(player)
        if kind in _OFFERS and not joins:
            return events.Offer(at_ms, player, topic)
        return events.Agreement(at_ms, player, topic)

    # ---- events

    def apply(self, event: Event) -> None:
        """Change the match by an event that `decide` returned, now or before it was stored.

        Raises:
            ValueError: the event does not fit the match. The match is unchanged.
        """
        if self._result is not None and not self._is_after_the_end(event):
            _refuse(event, "the match is over")
        match event:
            case events.PlayedMove():
                self._apply_move(event)
            case events.Start():
                if self._started:
                    _refuse(event, "the match has begun")
                self._started = True
                self._clock.begin(event.at_ms)
            case events.TimeCredit():
                self._boots.add(event.boot)
                self._clock.credit(event.ms)
                # The absent could not return either.
                self._away = {player: left_ms + event.ms for player, left_ms in self._away.items()}
            case events.FlagFall():
                self._apply_flag(event)
            case PlayerEvent():
                self._apply_player(event)
            case _:
                _refuse(event, "not an event")
        if isinstance(event, PlayerEvent) and not isinstance(event, events.Departure):
            self._away.pop(event.player, None)
        self._log.append(event)

    @staticmethod
    def _is_after_the_end(event: Event) -> bool:
        return isinstance(event, events.Remark) or getattr(event, "topic", None) is Topic.REMATCH

    def _apply_move(self, event: events.PlayedMove) -> None:
        if event.player is not self.turn or not self._started:
            _refuse(event, "the player is not to move")
        self._board.play(self._board.parse_move(event.move, Dialect.ABA_PRO))
        self._movers.append(event.player)
        self._moves.append(event.move)
        self._clock.press(event.at_ms, event.lag_ms, self.turn)
        self._change()
        outcome = self._board.outcome
        if outcome is not None:
            self._end(Cause(outcome.termination.value), outcome.winners, event.at_ms)

    def _apply_flag(self, event: events.FlagFall) -> None:
        if self._clock.opening:
            self._end(Cause.ABORTED, (), event.at_ms)
        elif self._terms.control.kind is ClockKind.UNTIMED:
            self._end(Cause.EXPIRED, (), event.at_ms)
        else:
            shared = self._terms.control.kind is ClockKind.SHARED
            outcome = self._board.flag(None if shared else self.turn)
            self._end(Cause.TIME, outcome.winners, event.at_ms)

    def _apply_player(self, event: PlayerEvent) -> None:
        player = event.player
        match event:
            case events.Resignation():
                self._end(Cause.RESIGNATION, self._board.resign(player).winners, event.at_ms)
            case events.Cancellation():
                self._end(Cause.ABORTED, (), event.at_ms)
            case events.Claim():
                self._end(Cause.ABSENCE, () if event.draw else (player,), event.at_ms)
            case events.Offer():
                self._offers[event.topic] = self._offers[event.topic].offered_by(player)
            case events.Agreement():
                self._offers[event.topic] = self._offers[event.topic].accepted_by(player)
                if set(self._offers[event.topic].agreed) == set(self.players):
                    self._apply_agreement(event)
            case events.Decline():
                self._offers[event.topic] = self._offers[event.topic].declined()
            case events.TimeGift():
                self._gifts[player] += 1
                per_move = self._terms.control.kind is ClockKind.PER_MOVE
                self._clock.give((self.turn,) if per_move else self._others(player), event.ms)
            case events.Remark():
                self._phrases[player] += 1
                self._remarks.append((self.version + 1, event))
            case events.Departure():
                self._away[player] = event.at_ms

    def _apply_agreement(self, event: events.Agreement) -> None:
        if event.topic is Topic.DRAW:
            self._board.agree_draw()
            self._end(Cause.AGREEMENT, (), event.at_ms)
        elif event.topic is Topic.REMATCH:
            self._rematch_agreed = True
        else:
            asker = self._offers[Topic.TAKEBACK].agreed[0]
            plies = self._movers[::-1].index(asker) + 1
            for _ in range(plies):
                self._board.undo()
            del self._movers[-plies:]
            del self._moves[-plies:]
            self._clock.take_back(plies, event.at_ms, self.turn)
            self._change()

    def _others(self, player: Color) -> tuple[Color, ...]:
        return tuple(other for other in self.players if other is not player)

    def _change(self) -> None:
        """Record that the position has changed: all offers lapse, and earlier versions are stale."""
        self._changes.append(len(self._log))
        self._offers = _NO_OFFERS.copy()
        self._phrases = dict.fromkeys(self.players, 0)

    def _end(self, cause: Cause, winners: tuple[Color, ...], at_ms: int) -> None:
        self._clock.stop(at_ms)
        self._offers[Topic.DRAW] = self._offers[Topic.TAKEBACK] = Negotiation()
        self._result = Result(cause, winners, at_ms)

    # ---- comparison

    def _state(self) -> tuple[object, ...]:
        return (
            self._terms, self._log, self._board.__getstate__(), self._clock, self._started, self._result,
            self._movers, self._changes, self._offers, self._rematch_agreed, self._away, self._boots,
            self._gifts, self._phrases,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self._state() == other._state()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        state = "before the start" if not self._started else "goes on"
        if self._result is not None:
            state = f"ended: {self._result.cause}"
        return f"<Match of {len(self.players)} players, version {self.version}, {state}>"


@cache
def _simple_commands(player: Color) -> tuple[PlayerCommand, ...]:
    """Return a command of each kind that needs no choice of the player."""
    return (*(command(player) for command in commands.PLAYER_COMMANDS), commands.Phrase(player, PHRASES[0]))


def _refuse(event: Event, problem: str) -> NoReturn:
    raise ValueError(f"{problem}: {event!r}")


def _is_effect(event: Event, command: Command) -> bool:
    """Return whether an event is what `decide` makes of a command of a player."""
    if not isinstance(command, PlayerCommand) or getattr(event, "player", None) is not command.player:
        return False
    topic = _TOPICS.get(type(command))
    match event:
        case events.Offer():
            return _OFFERS.get(type(command)) is event.topic
        case events.Agreement():  # an offer while another is open is an agreement
            return topic is event.topic and type(command) not in _DECLINES
        case events.Decline():
            return _DECLINES.get(type(command)) is event.topic
        case events.Resignation():
            return isinstance(command, commands.Resign)
        case events.TimeGift():
            return isinstance(command, commands.AddTime)
        case events.Cancellation():
            return isinstance(command, commands.Abort)
        case events.Claim():
            return isinstance(command, commands.ClaimDraw if event.draw else commands.ClaimWin)
        case events.Remark():
            return isinstance(command, commands.Phrase) and command.phrase == event.phrase
    return False
