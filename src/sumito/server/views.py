"""Describe a match to its players and watchers, as messages of the protocol.

A message is made once, as watchers see it. `seen_from` turns it into that of a player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from sumito.core import ClockKind, Color
from sumito.play import Match, Terms, messages
from sumito.play.events import Topic
from sumito.play.terms import rules_to_json

_PHRASES: Final = 20  # the latest ones are shown
_TOPICS: Final = (Topic.DRAW, Topic.TAKEBACK, Topic.REMATCH)  # in the order of `Offers`
_NO_OFFERS: Final = messages.Offers((), (), ())


@dataclass(frozen=True, slots=True)
class Occupant:
    """The person on a seat. `number` is that of a guest; None if the seat is free."""

    guest: int | None
    number: int | None

    @property
    def name(self) -> str:
        """The name to show; empty if the seat is free."""
        return "" if self.number is None else f"Guest {self.number}"


class Surroundings(Struct, frozen=True):
    """What a message about a match needs besides the match. `seats` show players who are all present."""

    game: str
    seats: tuple[messages.Seat, ...]
    rematch: str | None
    watchers: int


class Since(Struct, frozen=True):
    """What everybody has who knows a game since `version`: its first moves, `plies` in number."""

    version: int
    plies: int


def seats_of(players: Sequence[Color], occupants: Sequence[Occupant]) -> tuple[messages.Seat, ...]:
    """Return the seats, as watchers see them while all players are present."""
    return tuple(
        messages.Seat(color.value, each.name, each.number, you=False, here=True, claim_at=None)
        for color, each in zip(players, occupants, strict=True)
    )


def terms_of(terms: Terms) -> messages.GameTerms:
    """Return the terms for a message."""
    control = terms.control
    return messages.GameTerms(
        start=terms.start,
        layout=terms.layout,
        rules=rules_to_json(terms.rules),
        control=messages.Control(control.kind.value, control.time_ms, control.increment_ms, control.delay_ms),
        takebacks=terms.takebacks,
        watchers=terms.watchers,
        appointment_ms=terms.appointment_ms,
    )


def whole_game(match: Match, around: Surroundings, at_ms: int) -> messages.Game:
    """Return the whole game, as watchers see it."""
    return _message(match, around, at_ms, 0, 0, terms_of(match.terms))


def change(match: Match, around: Surroundings, at_ms: int, since: Since) -> messages.Game:
    """Return the game, as watchers see it, without the moves that everybody has who knows the game since then."""
    return _message(match, around, at_ms, since.version, since.plies, UNSET)


def seen_from(seat: int, view: messages.Game, match: Match, at_ms: int) -> messages.Game:
    """Return what the player on a seat sees where watchers see `view`."""
    seats = list(view.seats)
    seats[seat] = replace(seats[seat], you=True)
    return replace(view, seats=tuple(seats), can=match.can(match.players[seat], at_ms=at_ms))


def presence_message(match: Match, around: Surroundings) -> messages.Presence:
    """Return who is connected."""
    seats = tuple(messages.SeatPresence(each not in match.away, match.claim_at_ms(each)) for each in match.players)
    return messages.Presence(around.game, match.version, seats, around.watchers)


def _message(
    match: Match, around: Surroundings, at_ms: int, base: int, from_ply: int, terms: messages.GameTerms | UnsetType
) -> messages.Game:
    players, result = match.players, match.result
    return messages.Game(
        game=around.game,
        version=match.version,
        base=base,
        from_ply=from_ply,
        moves=match.moves[from_ply:],
        status=_status(match, around.seats),
        seats=_seats(match, around.seats),
        clock=_clock(match, at_ms),
        turn=players.index(match.turn),
        deadline=match.deadline_ms,
        offers=_offers(match),
        can=(),
        outcome=messages.GameOutcome(result.cause.value, _numbers(result.winners, players)) if result else None,
        rematch=around.rematch,
        phrases=tuple(
            [
                messages.SaidPhrase(players.index(remark.player), remark.phrase, version)
                for version, remark in match.remarks[-_PHRASES:]
            ]
        ),
        watchers=around.watchers,
        terms=terms,
        leavings=_leavings(match) if len(players) > 2 else UNSET,
    )


def _leavings(match: Match) -> tuple[messages.Leaving, ...]:
    numbers = {player: number for number, player in enumerate(match.players)}
    return tuple(messages.Leaving(numbers[each.player], each.plies, each.cause.value) for each in match.leavings)


def _status(match: Match, seats: Sequence[messages.Seat]) -> str:
    if match.result is not None:
        return "over"
    return "playing" if match.started and None not in [each.guest for each in seats] else "waiting"


def _seats(match: Match, seats: tuple[messages.Seat, ...]) -> tuple[messages.Seat, ...]:
    away = match.away
    if away:
        seats = tuple(
            replace(each, here=False, claim_at=match.claim_at_ms(color)) if color in away else each
            for color, each in zip(match.players, seats, strict=True)
        )
    if len(seats) > 2:
        active = match.active
        seats = tuple(replace(each, left=color not in active) for color, each in zip(match.players, seats, strict=True))
    return seats


def _offers(match: Match) -> messages.Offers:
    if not match.has_offers:
        return _NO_OFFERS
    return messages.Offers(*(_numbers(match.agreed(topic), match.players) for topic in _TOPICS))


def _clock(match: Match, at_ms: int) -> messages.ClockState | None:
    if match.terms.control.kind is ClockKind.UNTIMED:
        return None
    players, running = match.players, match.running
    return messages.ClockState(
        tuple(match.remaining_ms(player, at_ms=at_ms) or 0 for player in players),
        None if running is None else players.index(running),
        at_ms,
        match.delay_left_ms(at_ms=at_ms),
    )


def _numbers(some: Sequence[Color], players: Sequence[Color]) -> tuple[int, ...]:
    return tuple(players.index(player) for player in some)
