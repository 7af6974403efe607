"""Describe a match to its players and watchers, as messages of the protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import takewhile
from typing import Final

from msgspec import UNSET

from sumito.core import ClockKind, Color
from sumito.play import Match, Terms, events, messages

_PHRASES: Final = 20  # the latest ones are shown


@dataclass(frozen=True, slots=True)
class Occupant:
    """The person on a seat. `number` is that of a guest; None if the seat is free."""

    guest: int | None
    number: int | None

    @property
    def name(self) -> str:
        """The name to show; empty if the seat is free."""
        return "" if self.number is None else f"Guest {self.number}"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a message about a match needs besides the match."""

    game: str
    occupants: tuple[Occupant, ...]
    rematch: str | None
    watchers: int


def terms_of(terms: Terms) -> messages.GameTerms:
    """Return the terms for a message."""
    control = terms.control
    return messages.GameTerms(
        start=terms.start,
        layout=terms.layout,
        rules=asdict(terms.rules),
        control=messages.Control(control.kind.value, control.time_ms, control.increment_ms, control.delay_ms),
        takebacks=terms.takebacks,
        watchers=terms.watchers,
    )


def game_message(match: Match, around: Surroundings, viewer: int | None, at_ms: int) -> messages.Game:
    """Return the whole game for the player on the seat `viewer`, or for a watcher."""
    return _message(match, around, viewer, at_ms, 0, 0, match.moves, terms_of(match.terms))


def change_message(before: Match, after: Match, around: Surroundings, viewer: int | None, at_ms: int) -> messages.Game:
    """Return the game without the moves that everybody has who knows a position since `before`."""
    old, new = before.moves, after.moves
    kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    return _message(after, around, viewer, at_ms, before.position_version, kept, new[kept:], UNSET)


def presence_message(match: Match, around: Surroundings) -> messages.Presence:
    """Return who is connected."""
    seats = tuple(messages.SeatPresence(each not in match.away, match.claim_at_ms(each)) for each in match.players)
    return messages.Presence(around.game, match.version, seats, around.watchers)


def _message(
    match: Match,
    around: Surroundings,
    viewer: int | None,
    at_ms: int,
    base: int,
    from_ply: int,
    moves: tuple[str, ...],
    terms: messages.GameTerms | object,
) -> messages.Game:
    players = match.players
    numbers = {color: number for number, color in enumerate(players)}
    result = match.result
    full = all(each.guest is not None for each in around.occupants)
    return messages.Game(
        game=around.game,
        version=match.version,
        base=base,
        from_ply=from_ply,
        moves=moves,
        status="over" if result else "playing" if match.started and full else "waiting",
        seats=_seats(match, around.occupants, viewer),
        clock=_clock(match, numbers, at_ms),
        turn=numbers[match.turn],
        deadline=match.deadline_ms,
        offers=messages.Offers(*(_numbers(match.agreed(topic), numbers) for topic in ("draw", "takeback", "rematch"))),
        can=() if viewer is None else match.can(players[viewer], at_ms=at_ms),
        outcome=messages.GameOutcome(result.cause.value, _numbers(result.winners, numbers)) if result else None,
        rematch=around.rematch,
        phrases=_phrases(match, numbers),
        watchers=around.watchers,
        terms=terms,  # type: ignore[arg-type]
    )


def _seats(match: Match, occupants: Sequence[Occupant], viewer: int | None) -> tuple[messages.Seat, ...]:
    return tuple(
        messages.Seat(
            color.value, each.name, each.number, number == viewer, color not in match.away, match.claim_at_ms(color)
        )
        for number, (color, each) in enumerate(zip(match.players, occupants, strict=True))
    )


def _clock(match: Match, numbers: Mapping[Color, int], at_ms: int) -> messages.ClockState | None:
    if match.terms.control.kind is ClockKind.UNTIMED:
        return None
    remaining = tuple(match.remaining_ms(player, at_ms=at_ms) or 0 for player in match.players)
    running = None if match.running is None else numbers[match.running]
    return messages.ClockState(remaining, running, at_ms, match.delay_left_ms(at_ms=at_ms))


def _numbers(players: Sequence[Color], numbers: Mapping[Color, int]) -> tuple[int, ...]:
    return tuple(numbers[player] for player in players)


def _phrases(match: Match, numbers: Mapping[Color, int]) -> tuple[messages.SaidPhrase, ...]:
    said = [
        messages.SaidPhrase(numbers[event.player], event.phrase, version)
        for version, event in enumerate(match.log, 1)
        if isinstance(event, events.Remark)
    ]
    return tuple(said[-_PHRASES:])
