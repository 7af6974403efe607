"""The addresses with which a guest goes on at another device."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import msgspec
import structlog
from starlette.exceptions import HTTPException
from starlette.routing import Route

from sumito.server.requests import Secret
from sumito.server.tokens import new_invitation_token, new_session_token, token_hash

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

    from sumito.server.guests import Guest
    from sumito.server.requests import Requests
    from sumito.server.service import OnlineService

_VALID_MS: Final = 10 * 60_000
_USED_UP: Final = "This link is used up, has expired or never existed."
_LOG: Final = structlog.get_logger()


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request without values."""


class DeviceRoutes:
    """The handlers of links to other devices. A guest can be at several devices at the same time."""

    def __init__(self, service: OnlineService, requests: Requests) -> None:
        self._service = service
        self._requests = requests

    def routes(self) -> list[BaseRoute]:
        """Return the addresses and their handlers."""
        return [
            Route("/online/transfers", self._offer, methods=["POST"]),
            Route("/online/transfers/look", self._look, methods=["POST"]),
            Route("/online/transfers/redeem", self._redeem, methods=["POST"]),
        ]

    async def _offer(self, request: Request) -> Response:
        await self._requests.body(request, Nothing)
        self._requests.count_transfer(request)
        guest = await self._requests.identities.find(request)
        if guest is None:
            raise HTTPException(409, "Play a game first: there is nothing to take along yet.")
        secret, expires_ms = new_invitation_token(), self._service.time.now_ms() + _VALID_MS
        await asyncio.to_thread(self._service.guests.offer_transfer, guest.id, token_hash(secret), expires_ms)
        return self._requests.answer({"secret": secret, "expires": expires_ms}, request)

    async def _look(self, request: Request) -> Response:
        """Say whom a link is for, and leave it valid: programs that preview links must not use it up."""
        wanted = await self._requests.body(request, Secret)
        now_ms = self._service.time.now_ms()
        guest = await asyncio.to_thread(self._service.guests.transfer, token_hash(wanted.secret), now_ms)
        if guest is None:
            raise HTTPException(404, _USED_UP)
        here = await self._requests.identities.find(request)
        content = await self._described(guest) | {
            "yours": here == guest,
            "here": None if here is None or here.id == guest.id else await self._described(here),
        }
        return self._requests.answer(content, request)

    async def _redeem(self, request: Request) -> Response:
        wanted = await self._requests.body(request, Secret)
        self._requests.count_transfer(request)
        token, now_ms = new_session_token(), self._service.time.now_ms()
        guest = await asyncio.to_thread(
            self._service.guests.redeem_transfer, token_hash(wanted.secret), token_hash(token), now_ms
        )
        if guest is None:
            raise HTTPException(404, _USED_UP)
        _LOG.info("guest_transferred")
        return self._requests.answer({"guest": guest.number}, request, token)

    async def _described(self, guest: Guest) -> dict[str, Any]:
        running = await asyncio.to_thread(self._service.store.games_of, guest.id)
        return {"guest": guest.number, "games": len(running)}
