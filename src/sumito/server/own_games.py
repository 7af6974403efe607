"""The running games and open seeks of each guest, shown to the guest's pages."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from sumito.core import Board, Rules
from sumito.play import messages
from sumito.server.refreshing import Refreshing
from sumito.server.store import PLAYING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sumito.server.bus import Bus
    from sumito.server.live_game import Subscriber
    from sumito.server.store import OwnGame

    Read = Callable[[int], messages.Yours]

HINT: Final = "guests"
"""The first word of a hint that games or seeks of guests have changed."""
_PAUSE_S: Final = 1.0  # a page with the list needs no faster news of a fast game


class OwnGames:
    """The followers of their own games at this process. All methods run in the event loop."""

    def __init__(self, read: Read, bus: Bus) -> None:
        """`read` returns the games and seeks of a guest. It runs in a thread."""
        self._read = read
        self._bus = bus
        self._followers: dict[int, set[Subscriber]] = {}
        self._reading: dict[int, Refreshing] = {}

    def follow(self, subscriber: Subscriber) -> None:
        """Show a guest's games to one of the guest's clients, now and after every change."""
        guest = subscriber.guest
        if guest is None:
            subscriber.send(messages.encode(messages.Yours((), ())))
            return
        if guest not in self._followers:
            self._followers[guest] = set()
            self._reading[guest] = Refreshing("own_games", partial(self._show, guest), _PAUSE_S)
        self._followers[guest].add(subscriber)
        self._reading[guest].start()

    def repeat(self, subscriber: Subscriber) -> None:
        """Show the games again to a client that has missed messages, if it follows them."""
        if subscriber in self._followers.get(subscriber.guest or 0, ()):
            self.follow(subscriber)

    def leave(self, subscriber: Subscriber) -> None:
        """No longer show the games to a client."""
        guest = subscriber.guest
        if guest is None or guest not in self._followers:
            return
        self._followers[guest].discard(subscriber)
        if not self._followers[guest]:
            del self._followers[guest], self._reading[guest]

    def change(self, guests: Iterable[int | None], game: str = "") -> None:
        """Show a change to guests, here and at other processes. `game` is the game that has changed, if one has."""
        present = [guest for guest in guests if guest is not None]
        if self._bus.shared:
            self._bus.publish(" ".join([HINT, game or "-", *map(str, present)]))
        self._refresh(present, game)

    def hear(self, hint: str) -> None:
        """Take a hint of another process."""
        _, game, *guests = hint.split()
        self._refresh(map(int, guests), game)

    def refresh_all(self) -> None:
        """Read the games of all followers again, since hints of other processes may be lost."""
        for reading in self._reading.values():
            reading.start()

    async def close(self) -> None:
        """End the readings that are under way."""
        await asyncio.gather(*(each.close() for each in self._reading.values()))

    def _refresh(self, guests: Iterable[int], game: str) -> None:
        for guest in guests:
            # A page that shows the game itself knows more than the list.
            if guest in self._followers and any(not each.follows(game) for each in self._followers[guest]):
                self._reading[guest].start()

    async def _show(self, guest: int) -> None:
        message = messages.encode(await asyncio.to_thread(self._read, guest))
        for each in list(self._followers.get(guest, ())):
            each.send(message)


def your_game(own: OwnGame, guest: int) -> messages.YourGame | None:
    """Return a running game for the list of a guest; None if the guest has left it."""
    terms = msgspec.json.decode(own.row.terms)
    seat = next(each for each in own.seats if each.guest == guest)
    board = Board.from_position(own.row.position, rules=Rules(**terms["rules"]))
    if seat.color not in board.active:
        return None
    playing = own.row.status == PLAYING
    others = (each.guest for each in own.seats if each.guest != guest)
    return messages.YourGame(
        game=own.row.id,
        status="playing" if playing else "waiting",
        your_turn=playing and board.turn == seat.color,
        deadline=own.row.deadline_ms if playing else None,
        color=seat.color,
        ply=own.row.ply,
        layout=terms["layout"],
        opponents=tuple(None if each is None else own.numbers[each] for each in others),
        appointment=terms.get("appointment_ms"),
    )
