"""Who a client is: a guest, known by a cookie or a token."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from sumito.server.tokens import new_session_token, token_hash

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import HTTPConnection
    from starlette.responses import Response

    from sumito.server.guests import Guest, Guests

_YEAR_S: Final = 365 * 86_400
_LONGEST: Final = 100  # characters of a token


class Identities:
    """Finds the guests of requests, and makes new ones."""

    def __init__(self, guests: Guests, now_ms: Callable[[], int], *, secure: bool) -> None:
        """`secure`: the site is open over https only."""
        self._guests = guests
        self._now_ms = now_ms
        self._secure = secure
        # Browsers drop secure cookies of a plain http address, such as one in the home network.
        self._cookie = "__Host-sumito_session" if secure else "sumito_session"

    def has_cookie(self, request: HTTPConnection) -> bool:
        """Return whether a request has our cookie."""
        return self._cookie in request.cookies

    def has_token(self, request: HTTPConnection) -> bool:
        """Return whether a request names its token itself, which pages of other sites cannot do."""
        return request.headers.get("authorization", "").lower().startswith("bearer ")

    async def find(self, request: HTTPConnection) -> Guest | None:
        """Return the guest of a request; None if it has none."""
        token = self._token(request)
        if token is None:
            return None
        return await asyncio.to_thread(self._guests.of_session, token_hash(token))

    async def find_or_create(self, request: HTTPConnection) -> tuple[Guest, str | None]:
        """Return the guest of a request, or a new guest with the token that the client must keep."""
        found = await self.find(request)
        if found is not None:
            return found, None
        token = new_session_token()
        return await asyncio.to_thread(self._guests.create, token_hash(token), self._now_ms()), token

    def set_cookie(self, response: Response, token: str) -> None:
        """Let the browser keep a token."""
        response.set_cookie(
            self._cookie,
            token,
            max_age=_YEAR_S,
            path="/",
            secure=self._secure,
            httponly=True,
            samesite="lax" if self._secure else "strict",
        )

    def _token(self, request: HTTPConnection) -> str | None:
        # A request with a token of its own was not checked for its origin, so its cookie does not count.
        token = (
            request.headers["authorization"].partition(" ")[2]
            if self.has_token(request)
            else request.cookies.get(self._cookie, "")
        )
        return token if 0 < len(token) <= _LONGEST else None
