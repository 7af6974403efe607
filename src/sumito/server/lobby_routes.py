"""The addresses of the lobby: look for a game, accept a seek, withdraw one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
import structlog
from starlette.exceptions import HTTPException
from starlette.routing import Route

from sumito.core import ClockKind
from sumito.play import Terms
from sumito.server.address_limits import LimitError
from sumito.server.requests import FORTNIGHT_MS, GameRequest
from sumito.server.seeks import LIVE_MS, MOST_SEEKS, Obstacle, Pairing, Wish

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

    from sumito.server.guests import Guest
    from sumito.server.requests import Requests
    from sumito.server.service import OnlineService

_PATIENCE_S: Final = 10  # until somebody is likely to have accepted a seek
_GONE: Final = "This seek is gone: somebody was faster, or it was withdrawn."
_NOT_YOURS: Final = "This seek is not yours, or it is gone."
_LARGEST_ID: Final = 2**63 - 1  # of the databases
_LOG: Final = structlog.get_logger()


class NewSeek(GameRequest):
    """The body of a request for a seek."""

    pair: bool = False
    """Whether to accept an equal seek of somebody else, if there is one."""


class SeekId(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request about a seek."""

    seek: Annotated[int, msgspec.Meta(ge=1, le=_LARGEST_ID)]


class LobbyRoutes:
    """The handlers of the lobby."""

    def __init__(self, service: OnlineService, requests: Requests) -> None:
        self._service = service
        self._requests = requests

    def routes(self) -> list[BaseRoute]:
        """Return the addresses and their handlers."""
        return [
            Route("/online/seeks", self._seek, methods=["POST"]),
            Route("/online/seeks/accept", self._accept, methods=["POST"]),
            Route("/online/seeks/withdraw", self._withdraw, methods=["POST"]),
        ]

    async def _seek(self, request: Request) -> Response:
        wanted = await self._requests.body(request, NewSeek)
        now_ms = self._service.time.now_ms()
        terms, players = wanted.read(now_ms)
        self._requests.count_game(request)
        guest, token = await self._requests.identities.find_or_create(request)
        await self._requests.check_number(request, guest)
        wish = _wish(terms, players, guest.id, wanted.color, now_ms)
        if len(players) > 2:
            return await self._join(wish, None, guest, request, token)
        make = self._service.seeks.pair if wanted.pair else self._service.seeks.add
        made = await asyncio.to_thread(make, wish, now_ms)
        if made is None:
            raise self._too_many(request)
        if isinstance(made, Pairing):
            return await self._begin(made, guest, request, token)
        self._service.lists.lobby.change(guest.id)
        _LOG.info("seek_added", seek=made)
        return self._requests.answer({"seek": made}, request, token)

    async def _join(
        self, wish: Wish, seek_id: int | None, guest: Guest, request: Request, token: str | None
    ) -> Response:
        """Let a guest look for a game of several players, with all who look for the same."""
        seeks, now_ms = self._service.seeks, self._service.time.now_ms()
        made = await asyncio.to_thread(lambda: seeks.join(wish, now_ms, seek_id=seek_id))
        if isinstance(made, Pairing):
            return await self._begin(made, guest, request, token)
        if made is Obstacle.GONE:
            raise HTTPException(404, _GONE)
        if made is Obstacle.OWN:
            raise HTTPException(409, "You are already looking for this game.")
        if made is Obstacle.TOO_MANY:
            raise self._too_many(request)
        together = await asyncio.to_thread(lambda: seeks.open(now_ms, guest_id=guest.id))
        self._service.lists.lobby.change(*{seek.guest for seek, _ in together if seek.terms == wish.terms})
        _LOG.info("seek_joined", seek=made)
        return self._requests.answer({"seek": made}, request, token)

    def _too_many(self, request: Request) -> HTTPException:
        message = f"You have {MOST_SEEKS} open seeks: withdraw one first."
        return self._requests.limited(request, LimitError("seeks", message, _PATIENCE_S))

    async def _accept(self, request: Request) -> Response:
        wanted = await self._requests.body(request, SeekId)
        now_ms = self._service.time.now_ms()
        seek = await asyncio.to_thread(self._service.seeks.get, wanted.seek, now_ms)
        if seek is None:
            raise HTTPException(404, _GONE)
        self._requests.count_game(request)
        guest, token = await self._requests.identities.find_or_create(request)
        if seek.guest == guest.id:
            raise HTTPException(409, "This seek is your own.")
        await self._requests.check_number(request, guest)
        terms = Terms.from_json(msgspec.json.decode(seek.terms))
        players = tuple(player.value for player in terms.players)
        wish = _wish(terms, players, guest.id, None, now_ms)
        if len(players) > 2:
            return await self._join(wish, seek.id, guest, request, token)
        pairing = await asyncio.to_thread(self._service.seeks.accept, seek.id, wish, now_ms)
        if pairing is None:
            raise HTTPException(404, _GONE)
        return await self._begin(pairing, guest, request, token)

    async def _withdraw(self, request: Request) -> Response:
        wanted = await self._requests.body(request, SeekId)
        guest = await self._requests.identities.find(request)
        concerned = []
        if guest is not None:
            concerned = await asyncio.to_thread(self._service.seeks.withdraw, wanted.seek, guest.id)
        if not concerned:
            raise HTTPException(404, _NOT_YOURS)
        self._service.lists.lobby.change(*concerned)
        _LOG.info("seek_withdrawn", seek=wanted.seek)
        return self._requests.answer({}, request)

    async def _begin(self, pairing: Pairing, guest: Guest, request: Request, token: str | None) -> Response:
        """Begin the game of a pairing, show it to its guests, and answer the one who asked."""
        live = await self._service.games.open(pairing.game)  # opening begins it
        if live is not None:
            self._service.games.release(live)
        self._service.lists.lobby.change(*{*pairing.guests, *pairing.concerned})
        _LOG.info("seek_accepted", game=pairing.game)
        return self._requests.answer({"game": pairing.game, "color": pairing.color_of(guest.id)}, request, token)


def _wish(terms: Terms, players: tuple[str, ...], guest_id: int, color: str | None, now_ms: int) -> Wish:
    text = msgspec.json.encode(terms.to_json()).decode()
    # Nobody waits at the board for an appointment, or for a game of days.
    live = terms.appointment_ms is None and not terms.is_correspondence and terms.control.kind is not ClockKind.UNTIMED
    lapses_ms = terms.appointment_ms or now_ms + (LIVE_MS if live else FORTNIGHT_MS)
    return Wish(guest_id, text, terms.start, players, color, live, lapses_ms, terms.appointment_ms)
