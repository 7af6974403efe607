"""A match: a game between players in time. Commands become events, and events change the match."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, NoReturn

from sumito.core import ClockKind, Color, Dialect, IllegalMoveError, Move, NotationError, Termination
from sumito.play import commands, events, reasons
from sumito.play.commands import Command, PlayerCommand
from sumito.play.events import Event, PlayerEvent, Topic
from sumito.play.match_state import MatchState
from sumito.play.phrases import PHRASES
from sumito.play.reasons import MOST_GIFTS, MOST_PHRASES, Refusal
from sumito.play.refusal import CommandError, RefusalCode
from sumito.play.result import Cause, Leaving, Result
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
_ANSWERS: Final = frozenset((*_ACCEPTANCES, *_DECLINES))
_CLAIMS: Final = (commands.ClaimWin, commands.ClaimDraw, commands.Dismiss)
_REMATCH: Final = frozenset(kind for kind, topic in _TOPICS.items() if topic is Topic.REMATCH)
_BEFORE_THE_START: Final = frozenset((commands.Begin, commands.Abort))
# A match whose deadline has passed still takes these.
_AFTER_THE_DEADLINE: Final = frozenset(
    (commands.Move, commands.Flag, commands.Credit, commands.Phrase, commands.Leave, commands.Return)
)


class _Phase(NamedTuple):
    """A part of a match, which decides what commands are possible at all."""

    over: bool
    begun: bool
    late: bool
    """Whether the deadline has passed."""

    def refusal(self, kind: type[Command]) -> Refusal | None:
        """Return why no command of a kind is possible; None if some are."""
        if self.over:
            return None if kind in _REMATCH or kind is commands.Phrase else reasons.OVER
        if kind in _REMATCH:
            return reasons.NOT_OVER
        if not self.begun:
            return None if kind in _BEFORE_THE_START else reasons.NOT_BEGUN
        return reasons.TIME_UP if self.late and kind not in _AFTER_THE_DEADLINE else None


class Match(MatchState):
    """A game between players in time, as the sum of its events.

    >>> match = Match(Terms())
    >>> for command in (commands.Begin(), commands.Move("black", "a1b2", version=0)):
    ...     for event in match.decide(command, at_ms=1_000):
    ...         match.apply(event)
    >>> match.version, match.turn
    (2, <Color.WHITE: 'white'>)
    """

    __slots__ = ()

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

    # ---- commands

    def decide(self, command: Command, at_ms: int, *, lag_ms: int = 0) -> list[Event]:
        """Return the events that a command causes at this time. The match is unchanged until `apply`.

        `lag_ms` is the time that the network took for a move. It does not count.

        Raises:
            CommandError: the match refuses the command.
            ValueError: a time is not a whole number of milliseconds of at least 0, or the player does not play.
        """
        for name, value in (("at_ms", at_ms), ("lag_ms", lag_ms)):
            if type(value) is not int or value < 0:
                raise ValueError(f"{name} must be a whole number of milliseconds of at least 0, not {value!r}")
        if isinstance(command, PlayerCommand):
            self._expect_player(command.player)
        refusal = self._refusal(command, at_ms, lag_ms, late=self._is_late(at_ms))
        if refusal is not None:
            raise CommandError(*refusal)
        return [self._event(command, at_ms, lag_ms)]

    def can(self, player: Color | str, *, at_ms: int) -> tuple[str, ...]:
        """Return the kinds of the commands that a player can give now."""
        player = Color(player)
        self._expect_player(player)
        phase = _Phase(self._result is not None, self._started, self._is_late(at_ms))
        kinds = [] if self._refused_move(player, at_ms, 0) else [commands.Move.kind]
        left = player not in self._active
        for command, check in _simple_commands(player, phase, self.has_offers, bool(self._away), left):
            if check(self, command, at_ms) is None:
                kinds.append(command.kind)
        return tuple(kinds)

    def _expect_player(self, player: Color) -> None:
        if player not in self.players:
            raise ValueError(f"{player} does not play here: the players are {', '.join(map(str, self.players))}")

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
        refusal = _Phase(self._result is not None, self._started, late).refusal(kind)
        if refusal is not None:
            return refusal
        if self._result is None and isinstance(command, PlayerCommand) and command.player not in self._active:
            return _CHECKS[kind](self, command, at_ms) if kind is commands.Phrase else reasons.LEFT
        if isinstance(command, commands.Move):
            return self._refused_version(command.version) or self._refused_move(command.player, at_ms, lag_ms)
        if kind not in _CHECKS:
            raise TypeError(f"not a command: {command!r}")
        return _CHECKS[kind](self, command, at_ms)

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

    def _refused_phrase(self, command: commands.Phrase, _: int) -> Refusal | None:
        if command.phrase not in PHRASES:
            return Refusal(RefusalCode.UNKNOWN_PHRASE, f"There is no phrase {command.phrase!r}.")
        return reasons.PHRASES_USED_UP if self._phrases.get(command.player, 0) >= MOST_PHRASES else None

    def _refused_gift(self, command: commands.AddTime, _: int) -> Refusal | None:
        if self._terms.gift_ms is None:
            return reasons.NO_GIFTS
        if self._clock.opening:
            return reasons.NO_GIFTS_YET
        if self._terms.control.kind is ClockKind.PER_MOVE and self.turn not in self._opponents(command.player):
            return reasons.GIFT_TO_ONESELF
        return reasons.GIFTS_USED_UP if self._gifts.get(command.player, 0) >= MOST_GIFTS else None

    def _refused_claim(self, command: PlayerCommand, at_ms: int) -> Refusal | None:
        dismisses = isinstance(command, commands.Dismiss)
        if dismisses is not self._is_of_several:
            return reasons.CLAIM_INSTEAD if dismisses else reasons.DISMISS_INSTEAD
        if self._terms.claim_after_ms is None:
            return reasons.NO_CLAIMS
        if self.turn not in self._opponents(command.player):
            return reasons.CLAIM_ON_TURN
        claim_at_ms = self.claim_at_ms(self.turn)
        return reasons.NO_CLAIM_YET if claim_at_ms is None or at_ms < claim_at_ms else None

    def _refused_negotiation(self, command: PlayerCommand, _: int) -> Refusal | None:
        kind, player = type(command), command.player
        topic = _TOPICS[kind]
        offers = self._negotiation(topic)
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

    def _refused_end(self, command: commands.Resign | commands.Abort, _: int) -> Refusal | None:
        if isinstance(command, commands.Resign):
            return reasons.ABORT_INSTEAD if self._clock.opening else None
        return None if self._clock.opening else reasons.RESIGN_INSTEAD

    def _refused_presence(self, command: commands.Leave | commands.Return, _: int) -> Refusal | None:
        if isinstance(command, commands.Leave):
            return reasons.ALREADY_AWAY if command.player in self._away else None
        return None if command.player in self._away else reasons.ALREADY_PRESENT

    def _refused_of_server(
        self, command: commands.Begin | commands.Flag | commands.Credit, at_ms: int
    ) -> Refusal | None:
        if isinstance(command, commands.Credit):
            return reasons.CREDITED if command.boot in self._boots else None
        if isinstance(command, commands.Flag):
            return None if self._is_late(at_ms) else reasons.TIME_LEFT
        if self._started:
            return reasons.BEGUN
        return reasons.APPOINTED if at_ms < (self._terms.appointment_ms or 0) else None

    def _event(self, command: Command, at_ms: int, lag_ms: int) -> Event:
        """Return the event of a command that is not refused.

        Raises:
            CommandError: the text does not name a legal move.
        """
        if isinstance(command, PlayerCommand) and type(command) in _TOPICS:
            return self._negotiating(command, at_ms)
        match command:
            case commands.Move():
                return events.PlayedMove(at_ms, command.player, self._move_text(command.move), lag_ms)
            case commands.Phrase():
                return events.Remark(at_ms, command.player, command.phrase)
            case commands.AddTime():
                return events.TimeGift(at_ms, command.player, self._terms.gift_ms or 0)
            case commands.ClaimWin() | commands.ClaimDraw():
                return events.Claim(at_ms, command.player, isinstance(command, commands.ClaimDraw))
            case commands.Dismiss():
                return events.Dismissal(at_ms, command.player, self.turn)
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

    def _negotiating(self, command: PlayerCommand, at_ms: int) -> Event:
        kind, player = type(command), command.player
        topic = _TOPICS[kind]
        if kind in _DECLINES:
            return events.Decline(at_ms, player, topic)
        # Two requests for a takeback can mean different moves, so the second is no agreement.
        joins = topic is not Topic.TAKEBACK and self._negotiation(topic).is_open_to(player)
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
                self._boots |= {event.boot}
                self._clock.credit(event.ms)
                # The absent could not return either.
                self._away = {player: left_ms + event.ms for player, left_ms in self._away.items()}
            case events.FlagFall():
                self._apply_flag(event)
            case PlayerEvent():
                self._apply_player(event)
            case _:
                _refuse(event, "not an event")
        if self._away and isinstance(event, PlayerEvent) and not isinstance(event, events.Departure):
            self._away = {player: left_ms for player, left_ms in self._away.items() if player is not event.player}
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
        if self._is_of_several:
            self._note_active()
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
        elif self._terms.control.kind is ClockKind.SHARED:
            outcome = self._board.flag(None)
            self._end(Cause.TIME, outcome.winners if outcome else (), event.at_ms)
        else:
            self._let_leave(self.turn, Cause.TIME, event.at_ms)

    def _let_leave(self, player: Color, cause: Cause, at_ms: int) -> None:
        """Let a player lose. Of several players this one leaves, and the others play on."""
        turn = self.turn
        outcome = self._board.resign(player) if cause is Cause.RESIGNATION else self._board.flag(player)
        if self._is_of_several:
            self._leavings = (*self._leavings, Leaving(player, self.plies, cause))
            self._note_active()
            self._change()
        if outcome is not None:
            # After a leaving, others can be without a move. The last of them to leave is the cause.
            is_cause = outcome.termination in (Termination.RESIGNATION, Termination.TIME)
            self._end(cause if is_cause else Cause(outcome.termination.value), outcome.winners, at_ms)
        elif player is turn:
            self._clock.skip(at_ms, self.turn)

    def _note_active(self) -> None:
        """Note who has left. They do not come back: no takeback goes beyond this, and their presence is no matter."""
        active = self._board.active
        if active != self._active:
            self._active = active
            self._movers.clear()
            self._away = {player: left_ms for player, left_ms in self._away.items() if player in active}

    def _apply_player(self, event: PlayerEvent) -> None:
        player = event.player
        match event:
            case events.Resignation():
                self._let_leave(player, Cause.RESIGNATION, event.at_ms)
            case events.Dismissal():
                self._let_leave(event.absent, Cause.ABSENCE, event.at_ms)
            case events.Cancellation():
                self._end(Cause.ABORTED, (), event.at_ms)
            case events.Claim():
                self._end(Cause.ABSENCE, () if event.draw else (player,), event.at_ms)
            case events.Offer():
                self._offers = {**self._offers, event.topic: self._negotiation(event.topic).offered_by(player)}
            case events.Agreement():
                self._offers = {**self._offers, event.topic: self._negotiation(event.topic).accepted_by(player)}
                # A partner too: an agreement ends the game, or takes back moves, of the whole team.
                parties = self.players if event.topic is Topic.REMATCH else self._active
                if set(self._offers[event.topic].agreed) == set(parties):
                    self._apply_agreement(event)
            case events.Decline():
                self._offers = {**self._offers, event.topic: self._negotiation(event.topic).declined()}
            case events.TimeGift():
                self._gifts = {**self._gifts, player: self._gifts.get(player, 0) + 1}
                per_move = self._terms.control.kind is ClockKind.PER_MOVE
                self._clock.give((self.turn,) if per_move else self._opponents(player), event.ms)
            case events.Remark():
                self._phrases = {**self._phrases, player: self._phrases.get(player, 0) + 1}
                self._remarks.append((self.version + 1, event))
            case events.Departure():
                self._away = {**self._away, player: event.at_ms}

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

    @property
    def _is_of_several(self) -> bool:
        return len(self.players) > 2

    def _opponents(self, player: Color) -> tuple[Color, ...]:
        """Return the players of the other sides who have not left."""
        side = next(side for side in self._board.sides if player in side)
        return tuple(other for other in self._active if other not in side)

    def _change(self) -> None:
        """Record that the position has changed: all offers lapse, and earlier versions are stale."""
        self._changes.append(len(self._log))
        self._offers = {}
        self._phrases = {}

    def _end(self, cause: Cause, winners: tuple[Color, ...], at_ms: int) -> None:
        self._clock.stop(at_ms)
        self._offers = {}
        self._result = Result(cause, winners, at_ms)


@cache
def _simple_commands(
    player: Color, phase: _Phase, offered: bool, away: bool, left: bool
) -> tuple[tuple[PlayerCommand, Callable[[Match, Any, int], Refusal | None]], ...]:
    """Return a command of each kind that needs no choice of the player, with its check.

    Those that are out of the question are left out: an answer needs an offer, and a claim needs somebody who is away.
    A player who has left can still talk, and agree to a rematch after the end.
    """
    excluded = {*(() if offered else _ANSWERS), *(() if away else _CLAIMS)}
    silent = left and not phase.over
    kinds = [] if silent else [kind for kind in commands.PLAYER_COMMANDS if kind not in excluded]
    some = (*(kind(player) for kind in kinds), commands.Phrase(player, PHRASES[0]))
    return tuple((each, _CHECKS[type(each)]) for each in some if phase.refusal(type(each)) is None)


# Why a match that is in the right phase refuses a command; a table, because `can` asks for many.
_CHECKS: Final[Mapping[type[Command], Callable[[Match, Any, int], Refusal | None]]] = {
    **dict.fromkeys(_TOPICS, Match._refused_negotiation),
    **dict.fromkeys((commands.Resign, commands.Abort), Match._refused_end),
    **dict.fromkeys(_CLAIMS, Match._refused_claim),
    **dict.fromkeys((commands.Leave, commands.Return), Match._refused_presence),
    **dict.fromkeys((commands.Begin, commands.Flag, commands.Credit), Match._refused_of_server),
    commands.AddTime: Match._refused_gift,
    commands.Phrase: Match._refused_phrase,
}


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
        case events.Dismissal():
            return isinstance(command, commands.Dismiss)
        case events.Remark():
            return isinstance(command, commands.Phrase) and command.phrase == event.phrase
    return False
