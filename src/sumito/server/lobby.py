"""The lobby: the open seeks, shown to everybody who follows them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec

from sumito.play import Terms, messages
from sumito.server.refreshing import Refreshing
from sumito.server.views import terms_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from sumito.server.bus import Bus
    from sumito.server.live_game import Subscriber
    from sumito.server.own_games import OwnGames
    from sumito.server.seeks import Seek, Seeks

HINT: Final = "lobby"
"""The hint that seeks have changed."""


class Lobby:
    """The followers of the lobby at this process. All methods run in the event loop."""

    def __init__(self, seeks: Seeks, own_games: OwnGames, bus: Bus, now_ms: Callable[[], int]) -> None:
        self._seeks = seeks
        self._own_games = own_games
        self._bus = bus
        self._now_ms = now_ms
        self._followers: set[Subscriber] = set()
        self._open: list[tuple[Seek, int]] | None = None  # as it was last shown
        self._reading = Refreshing("lobby", self._read)

    def follow(self, subscriber: Subscriber) -> None:
        """Show the open seeks to a client, now and after every change."""
        if not self._followers:
            self._open = None  # nobody has kept it up to date
        self._followers.add(subscriber)
        if self._open is None:
            self._reading.start()
        else:
            self._show([subscriber])

    def repeat(self, subscriber: Subscriber) -> None:
        """Show the open seeks again to a client that has missed messages, if it follows them."""
        if subscriber in self._followers:
            self.follow(subscriber)

    def leave(self, subscriber: Subscriber) -> None:
        """No longer show the open seeks to a client."""
        self._followers.discard(subscriber)

    def change(self, *guests: int) -> None:
        """Show a change of the seeks of guests, here and at other processes."""
        self._bus.publish(HINT)
        self._own_games.change(guests)
        self.refresh()

    def refresh(self) -> None:
        """Read the open seeks again, if somebody follows them."""
        if self._followers:
            self._reading.start()

    async def keep_time(self, connected: Collection[int]) -> None:
        """Keep the live seeks of connected guests open, and close those whose time is over."""
        now_ms = self._now_ms()
        await asyncio.to_thread(self._seeks.renew, connected, now_ms)
        lapsed = await asyncio.to_thread(self._seeks.delete_lapsed, now_ms)
        if lapsed:
            self.change(*lapsed)

    async def close(self) -> None:
        """End the reading that is under way."""
        await self._reading.close()

    async def _read(self) -> None:
        found = await asyncio.to_thread(self._seeks.open, self._now_ms())
        if found != self._open:
            self._open = found
            self._show(self._followers)

    def _show(self, followers: Collection[Subscriber]) -> None:
        seekers = {seek.guest for seek, _ in self._open or ()}
        encoded: dict[int | None, bytes] = {}  # most clients have no seek of their own, and get the same bytes
        for each in list(followers):
            viewer = each.guest if each.guest in seekers else None
            if viewer not in encoded:
                shown = tuple(seek_message(seek, number, viewer) for seek, number in self._open or ())
                encoded[viewer] = messages.encode(messages.Seeks(shown))
            each.send(encoded[viewer])


def seek_message(seek: Seek, number: int, viewer: int | None) -> messages.Seek:
    """Return a seek as a guest sees it. `number` is that of the guest who seeks."""
    terms = terms_of(Terms.from_json(msgspec.json.decode(seek.terms)))
    return messages.Seek(seek.id, number, seek.guest == viewer, terms, seek.color)
