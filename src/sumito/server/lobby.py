"""The lobby: the open seeks, shown to everybody who follows them."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from sumito.play import Terms, messages
from sumito.server.refreshing import Refreshing
from sumito.server.seeks import tables
from sumito.server.views import terms_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

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
        self._followers: dict[Subscriber, bool] = {}
        """Each with whether it follows the seeks of several players too."""
        self._open: list[tuple[Seek, int]] | None = None  # as it was last shown
        self._reading = Refreshing("lobby", self._read)

    def follow(self, subscriber: Subscriber, *, several: bool = False) -> None:
        """Show the open seeks to a client, now and after every change. Those of `several` players are an option."""
        if not self._followers:
            self._open = None  # nobody has kept it up to date
        self._followers[subscriber] = several
        if self._open is None:
            self._reading.start()
        else:
            self._show([subscriber])

    def repeat(self, subscriber: Subscriber) -> None:
        """Show the open seeks again to a client that has missed messages, if it follows them."""
        if subscriber in self._followers:
            self.follow(subscriber, several=self._followers[subscriber])

    def leave(self, subscriber: Subscriber) -> None:
        """No longer show the open seeks to a client."""
        self._followers.pop(subscriber, None)

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
        # Most clients have no seek of their own, and get the same bytes.
        encoded: dict[tuple[int | None, bool], bytes] = {}
        for each in list(followers):
            viewer, several = each.guest if each.guest in seekers else None, self._followers[each]
            if (viewer, several) not in encoded:
                found = seek_messages(self._open or (), viewer)
                shown = tuple(seek for seek in found if several or seek.players is UNSET)
                encoded[viewer, several] = messages.encode(messages.Seeks(shown))
            each.send(encoded[viewer, several])


def seek_messages(found: Sequence[tuple[Seek, int]], viewer: int | None) -> tuple[messages.Seek, ...]:
    """Return open seeks as a guest sees them, the oldest first. Each is given with the number of its guest.

    Those of several players who look for the same game are one.
    """
    numbers = {seek.guest: number for seek, number in found}
    places = {seek.id: place for place, (seek, _) in enumerate(found)}
    by_terms: dict[str, list[Seek]] = {}
    for seek, _ in found:
        by_terms.setdefault(seek.terms, []).append(seek)
    shown: dict[int, messages.Seek] = {}
    for text, seeks in by_terms.items():
        terms, players = _read_terms(text)
        groups = [[each] for each in seeks] if players == 2 else tables(seeks, players)
        for group in groups:
            shown[places[group[0].id]] = _seek_message(group, numbers, viewer, terms, players)
    return tuple(shown[place] for place in sorted(shown))


def _seek_message(
    group: Sequence[Seek], numbers: dict[int, int], viewer: int | None, terms: messages.GameTerms, players: int
) -> messages.Seek:
    first = group[0]
    own = next((each for each in group if each.guest == viewer), None)
    message = messages.Seek((own or first).id, numbers[first.guest], own is not None, terms, first.color)
    if players == 2:
        return message
    seekers = tuple(messages.Seeker(numbers[each.guest], each.color, each.guest == viewer) for each in group)
    return replace(message, seekers=seekers, players=players)


@lru_cache(256)
def _read_terms(text: str) -> tuple[messages.GameTerms, int]:
    """Return the terms of a seek, and the number of players."""
    terms = Terms.from_json(msgspec.json.decode(text))
    return terms_of(terms), len(terms.players)
