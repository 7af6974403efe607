"""What all requests of online play share: checks of the host and the site, bodies, limits, answers."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
import structlog
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from sumito.play import Terms
from sumito.server.address_limits import AddressLimits, LimitError, logged_network
from sumito.server.guard import LARGEST_BODY, Guard
from sumito.server.identity import Identities
from sumito.server.site import PRIVATE
from sumito.server.sockets import Allowance
from sumito.server.store import OPEN

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import HTTPConnection, Request

    from sumito.server.guests import Guest
    from sumito.server.service import OnlineService

MINUTE_MS: Final = 60_000
FORTNIGHT_MS: Final = 14 * 86_400_000
_MOST_RUNNING: Final = 50
_MOST_INVITATIONS: Final = 10
_PATIENCE_S: Final = 60  # until a guest with too many games tries again
_Body = TypeVar("_Body", bound=msgspec.Struct)
_LOG: Final = structlog.get_logger()


class GameRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request for a new game."""

    terms: dict[str, Any] = {}
    color: str | None = None
    """The colour of the guest; None for any."""

    def read(self, now_ms: int) -> tuple[Terms, tuple[str, ...]]:
        """Return the terms, and the colours of the players.

        Raises:
            HTTPException: a value is not valid.
        """
        try:
            terms = Terms.from_json(self.terms)
        except (ValueError, TypeError) as error:
            raise HTTPException(400, str(error)) from None
        players = tuple(player.value for player in terms.players)
        if self.color is not None and self.color not in players:
            raise HTTPException(400, f"color: must be one of {', '.join(players)}, not {self.color!r}")
        appointment_ms = terms.appointment_ms
        if appointment_ms is not None and not now_ms + MINUTE_MS <= appointment_ms <= now_ms + FORTNIGHT_MS:
            raise HTTPException(400, "appointment_ms: must be from one minute to 14 days ahead")
        return terms, players


class Secret(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request about an invitation or a transfer."""

    secret: str


class Redemption(Secret):
    """The body of a request to use an invitation."""

    color: str | None = None
    """The colour that the guest wants; None for the first free one."""


class GameId(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request about a game."""

    game: str


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits for clients: by address, and for the messages of a socket."""

    addresses: AddressLimits
    messages: Allowance


class Requests:
    """Checks requests, reads their bodies, and answers them."""

    def __init__(self, service: OnlineService, identities: Identities, guard: Guard, bounds: Bounds) -> None:
        self._service = service
        self.identities = identities
        self.guard = guard
        self.bounds = bounds

    async def body(self, request: Request, kind: type[_Body]) -> _Body:
        """Return the body of a request of this site.

        Raises:
            HTTPException: the request comes from elsewhere, or its body is not valid.
        """
        self.check_host(request)
        if self._uses_cookies(request) and not self.guard.is_same_site(request.headers):
            raise self.foreign()
        body = b""
        async for piece in request.stream():
            body += piece
            if len(body) > LARGEST_BODY:
                raise HTTPException(413, f"The request is larger than {LARGEST_BODY} bytes.")
        try:
            return msgspec.json.decode(body or b"{}", type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise HTTPException(400, f"The request is not valid: {error}") from None
        except RecursionError:
            raise HTTPException(400, "The request is not valid: too many lists or objects inside each other") from None

    def check_host(self, request: HTTPConnection) -> None:
        """Refuse a request to an address that is not ours."""
        if not self.guard.knows_host(request.headers):
            self._service.metrics.count_refusal("unknown_host")
            raise HTTPException(421, "This server has another address.")

    def foreign(self) -> HTTPException:
        """Return the error for a request of another site."""
        self._service.metrics.count_refusal("foreign_site")
        return HTTPException(403, "Open this site itself to do that.")

    def count_game(self, request: Request) -> None:
        """Count a game or a seek of an address, and refuse it if there are too many."""
        self._count(request, self.bounds.addresses.count_game)

    def count_transfer(self, request: Request) -> None:
        """Count the making or the use of a link to another device, and refuse it if there are too many."""
        self._count(request, self.bounds.addresses.count_transfer)

    def _count(self, request: Request, count: Callable[[str | None], None]) -> None:
        try:
            count(host_of(request))
        except LimitError as error:
            raise self.limited(request, error) from None

    async def check_number(self, request: Request, guest: Guest, *, invites: bool = False) -> None:
        """Refuse a further game to a guest who has too many."""
        running = await asyncio.to_thread(self._service.store.games_of, guest.id)
        if len(running) >= _MOST_RUNNING:
            message = f"You have {_MOST_RUNNING} running games: finish one first."
            raise self.limited(request, LimitError("running", message, _PATIENCE_S))
        if invites and sum(game.status == OPEN for game in running) >= _MOST_INVITATIONS:
            message = f"You have {_MOST_INVITATIONS} open invitations: wait until somebody accepts one."
            raise self.limited(request, LimitError("invitations", message, _PATIENCE_S))

    def limited(self, request: HTTPConnection, error: LimitError) -> HTTPException:
        """Return the error for a client that has reached a limit."""
        self._service.metrics.count_refusal(f"limit_{error.name}")
        _LOG.info("limit_reached", limit=error.name, network=logged_network(host_of(request)))
        return HTTPException(429, str(error), {"Retry-After": str(error.retry_after_s)})

    def answer(self, content: dict[str, Any], request: Request, token: str | None = None) -> Response:
        """Return JSON. A browser keeps a new token as a cookie that scripts cannot read; a program gets it as text."""
        if token is not None and not self._is_page(request):
            return JSONResponse(content | {"token": token}, headers=PRIVATE)
        response = JSONResponse(content, headers=PRIVATE)
        if token is not None:
            self.identities.set_cookie(response, token)
        return response

    def _is_page(self, request: Request) -> bool:
        of_browser = "origin" in request.headers or "sec-fetch-site" in request.headers
        return of_browser or self.identities.has_cookie(request)

    def _uses_cookies(self, request: Request) -> bool:
        return self._is_page(request) and not self.identities.has_token(request)


def host_of(request: HTTPConnection) -> str | None:
    """Return the address of a client."""
    return None if request.client is None else request.client.host
