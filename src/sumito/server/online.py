"""The addresses of online play: create and join games, follow them by socket."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
import structlog
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute

from sumito.play import Match, Terms, messages
from sumito.server.address_limits import AddressLimits, LimitError, logged_network
from sumito.server.files import media_type
from sumito.server.guard import LARGEST_BODY, Guard
from sumito.server.identity import Identities
from sumito.server.live_game import match_of
from sumito.server.pages import GAME_PAGE
from sumito.server.sockets import Allowance, ClientSocket
from sumito.server.store import OPEN, NewSeat
from sumito.server.tokens import new_invitation_token, token_hash
from sumito.server.views import terms_of

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection, Request
    from starlette.routing import BaseRoute
    from starlette.websockets import WebSocket

    from sumito.server.files import SiteFiles
    from sumito.server.live_games import LiveGames
    from sumito.server.service import OnlineService
    from sumito.server.store import Guest, SeatRow

_USED_UP: Final = "This invitation is used up, has expired or never existed."
_INVITATION_MS: Final = 14 * 86_400_000
_MOST_RUNNING: Final = 50
_MOST_INVITATIONS: Final = 10
_PATIENCE_S: Final = 60  # until a guest with too many games tries again
_Body = TypeVar("_Body", bound=msgspec.Struct)
_PRIVATE: Final = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex"}
_LOG: Final = structlog.get_logger()


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request for a new game."""

    terms: dict[str, Any] = {}
    color: str | None = None
    """The colour of the creator; None for a random one."""


class Secret(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request about an invitation."""

    secret: str


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits for clients: by address, and for the messages of a socket."""

    addresses: AddressLimits
    messages: Allowance


class OnlineRoutes:
    """The handlers of online play."""

    def __init__(
        self, service: OnlineService, identities: Identities, guard: Guard, bounds: Bounds, files: SiteFiles
    ) -> None:
        self._bounds = bounds
        self._service = service
        self._files = files
        self._identities = identities
        self._guard = guard

    def routes(self) -> list[BaseRoute]:
        """Return the addresses and their handlers."""
        return [
            Route("/online/games", self._create, methods=["POST"]),
            Route("/online/invitations", self._look, methods=["POST"]),
            Route("/online/invitations/redeem", self._redeem, methods=["POST"]),
            Route("/online/yours", self._yours, methods=["GET"]),
            WebSocketRoute("/socket", self._socket),
            Route("/g/{game}", self._page, methods=["GET"]),
        ]

    async def _create(self, request: Request) -> Response:
        wanted = await self._body(request, NewGame)
        try:
            terms = Terms.from_json(wanted.terms)
        except (ValueError, TypeError) as error:
            raise HTTPException(400, str(error)) from None
        players = [player.value for player in Match(terms).players]
        color = secrets.choice(players) if wanted.color is None else wanted.color
        if color not in players:
            raise HTTPException(400, f"color: must be one of {', '.join(players)}, not {color!r}")
        try:
            self._bounds.addresses.count_game(_host(request))
        except LimitError as error:
            raise self._limited(request, error) from None
        guest, token = await self._identities.find_or_create(request)
        await self._check_number(request, guest, invites=True)
        now_ms, invitation = self._service.time.now_ms(), new_invitation_token()
        seats = [
            NewSeat(each, guest=guest.id)
            if each == color
            else NewSeat(each, invitation_hash=token_hash(invitation), invitation_expires_ms=now_ms + _INVITATION_MS)
            for each in players
        ]
        text = msgspec.json.encode(terms.to_json()).decode()
        game = await asyncio.to_thread(
            lambda: self._service.store.create_game(terms=text, position=terms.start, seats=seats, now_ms=now_ms)
        )
        _LOG.info("game_created", game=game)
        return self._answer({"game": game, "invitation": invitation, "color": color}, request, token)

    async def _look(self, request: Request) -> Response:
        """Describe an invitation, and leave it valid: programs that preview links must not use it up."""
        found = await self._invitation(await self._body(request, Secret))
        stored = await asyncio.to_thread(self._service.store.load, found.game)
        if stored is None:
            raise HTTPException(404, _USED_UP)
        guest = await self._identities.find(request)
        guests = [seat.guest for seat in stored.seats if seat.guest is not None]
        return self._answer(
            {
                "game": found.game,
                "color": found.color,
                "terms": msgspec.to_builtins(terms_of(match_of(stored).terms)),
                "inviter": stored.numbers[guests[0]] if guests else None,
                "yours": guest is not None and guest.id in guests,
            },
            request,
        )

    async def _redeem(self, request: Request) -> Response:
        wanted = await self._body(request, Secret)
        found = await self._invitation(wanted)
        guest, token = await self._identities.find_or_create(request)
        await self._check_number(request, guest)
        now_ms = self._service.time.now_ms()
        seat = await asyncio.to_thread(self._service.store.redeem, token_hash(wanted.secret), guest.id, now_ms)
        if seat is None:
            raise HTTPException(409, "This invitation cannot be used by you, or somebody else has just used it.")
        live = await self._games.open(found.game)
        if live is not None:
            await self._games.refresh(live)
            self._games.release(live)
        _LOG.info("game_joined", game=found.game)
        return self._answer({"game": found.game, "color": seat.color}, request, token)

    async def _yours(self, request: Request) -> Response:
        self._check_host(request)
        guest = await self._identities.find(request)
        rows = [] if guest is None else await asyncio.to_thread(self._service.store.games_of, guest.id)
        games = [await self._describe(row.id, guest) for row in rows if guest is not None]
        shown = sorted((each for each in games if each is not None), key=lambda each: not each["your_turn"])
        return self._answer({"games": shown}, request)

    async def _describe(self, game: str, guest: Guest) -> dict[str, Any] | None:
        """Return a running game for the list of a guest."""
        stored = await asyncio.to_thread(self._service.store.load, game)
        if stored is None:
            return None
        match = match_of(stored)
        own = next(player for player, seat in zip(match.players, stored.seats, strict=True) if seat.guest == guest.id)
        others = [seat.guest for seat in stored.seats if seat.guest != guest.id]
        return {
            "game": game,
            "status": "playing" if match.started else "waiting",
            "your_turn": match.started and match.turn is own,
            "deadline": match.deadline_ms,
            "color": own.value,
            "ply": len(match.moves),
            "layout": match.terms.layout,
            "opponents": [None if each is None else stored.numbers[each] for each in others],
        }

    async def _page(self, request: Request) -> Response:
        """Return the page of a game. It asks for the game itself by socket, so every id has the same page."""
        self._check_host(request)
        page = await asyncio.to_thread(self._files.read, GAME_PAGE)
        if page is None:
            raise HTTPException(404)
        return Response(page, media_type=media_type(GAME_PAGE), headers=_PRIVATE)

    async def _socket(self, socket: WebSocket) -> None:
        try:
            self._check_handshake(socket)
            with self._bounds.addresses.socket(_host(socket)):
                await self._serve(socket)
        except LimitError as error:
            await _deny(socket, self._limited(socket, error))
        except HTTPException as error:
            await _deny(socket, error)

    async def _serve(self, socket: WebSocket) -> None:
        guest = await self._identities.find(socket)
        await socket.accept(subprotocol=messages.PROTOCOL)
        service = self._service
        client = ClientSocket(
            socket,
            None if guest is None else guest.id,
            self._games,
            service.time.now_ms,
            self._bounds.messages,
            service.metrics.count_refusal,
        )
        service.sockets.add(client)
        try:
            await client.run()
        finally:
            service.sockets.discard(client)

    # ---- parts of the handlers

    @property
    def _games(self) -> LiveGames:
        return self._service.games

    async def _body(self, request: Request, kind: type[_Body]) -> _Body:
        self._check_host(request)
        if self._uses_cookies(request) and not self._guard.is_same_site(request.headers):
            raise self._foreign()
        body = b""
        async for piece in request.stream():
            body += piece
            if len(body) > LARGEST_BODY:
                raise HTTPException(413, f"The request is larger than {LARGEST_BODY} bytes.")
        try:
            return msgspec.json.decode(body or b"{}", type=kind)
        except msgspec.DecodeError as error:
            raise HTTPException(400, f"The request is not valid: {error}") from None
        except RecursionError:
            raise HTTPException(400, "The request is not valid: too many lists or objects inside each other") from None

    async def _invitation(self, wanted: Secret) -> SeatRow:
        store, now_ms = self._service.store, self._service.time.now_ms()
        found = await asyncio.to_thread(store.invitation, token_hash(wanted.secret), now_ms)
        if found is None:
            raise HTTPException(404, _USED_UP)
        return found

    def _check_host(self, request: HTTPConnection) -> None:
        if not self._guard.knows_host(request.headers):
            self._service.metrics.count_refusal("unknown_host")
            raise HTTPException(421, "This server has another address.")

    def _check_handshake(self, socket: WebSocket) -> None:
        self._check_host(socket)
        if not self._guard.may_connect(socket.headers, has_cookie=self._identities.has_cookie(socket)):
            raise self._foreign()
        if messages.PROTOCOL not in socket.scope.get("subprotocols", ()):
            raise HTTPException(400, f"The socket must ask for the subprotocol {messages.PROTOCOL}.")

    def _foreign(self) -> HTTPException:
        self._service.metrics.count_refusal("foreign_site")
        return HTTPException(403, "Open this site itself to do that.")

    async def _check_number(self, request: Request, guest: Guest, *, invites: bool = False) -> None:
        running = await asyncio.to_thread(self._service.store.games_of, guest.id)
        if len(running) >= _MOST_RUNNING:
            message = f"You have {_MOST_RUNNING} running games: finish one first."
            raise self._limited(request, LimitError("running", message, _PATIENCE_S))
        if invites and sum(game.status == OPEN for game in running) >= _MOST_INVITATIONS:
            message = f"You have {_MOST_INVITATIONS} open invitations: wait until somebody accepts one."
            raise self._limited(request, LimitError("invitations", message, _PATIENCE_S))

    def _limited(self, request: HTTPConnection, error: LimitError) -> HTTPException:
        self._service.metrics.count_refusal(f"limit_{error.name}")
        _LOG.info("limit_reached", limit=error.name, network=logged_network(_host(request)))
        return HTTPException(429, str(error), {"Retry-After": str(error.retry_after_s)})

    def _answer(self, content: dict[str, Any], request: Request, token: str | None = None) -> Response:
        """Return JSON. A browser keeps a new token as a cookie that scripts cannot read; a program gets it as text."""
        if token is not None and not self._is_page(request):
            return JSONResponse(content | {"token": token}, headers=_PRIVATE)
        response = JSONResponse(content, headers=_PRIVATE)
        if token is not None:
            self._identities.set_cookie(response, token)
        return response

    def _is_page(self, request: Request) -> bool:
        of_browser = "origin" in request.headers or "sec-fetch-site" in request.headers
        return of_browser or self._identities.has_cookie(request)

    def _uses_cookies(self, request: Request) -> bool:
        return self._is_page(request) and not self._identities.has_token(request)


def _host(request: HTTPConnection) -> str | None:
    return None if request.client is None else request.client.host


async def _deny(socket: WebSocket, error: HTTPException) -> None:
    headers = _PRIVATE | dict(error.headers or {})
    await socket.send_denial_response(JSONResponse({"error": error.detail}, error.status_code, headers))
