"""The addresses of online play: create and join games, follow them by socket."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute

from sumito.play import Match, Terms, messages
from sumito.server.files import media_type
from sumito.server.guard import LARGEST_BODY, Guard
from sumito.server.identity import Identities
from sumito.server.live_game import match_of
from sumito.server.pages import GAME_PAGE
from sumito.server.sockets import Allowance, ClientSocket
from sumito.server.store import NewSeat
from sumito.server.tokens import new_invitation_token, token_hash
from sumito.server.views import terms_of

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import BaseRoute
    from starlette.websockets import WebSocket

    from sumito.server.files import SiteFiles
    from sumito.server.live_games import LiveGames
    from sumito.server.service import OnlineService
    from sumito.server.store import Guest, SeatRow

_INVITATION_MS: Final = 14 * 86_400_000
_MOST_RUNNING: Final = 50
_Body = TypeVar("_Body", bound=msgspec.Struct)
_PRIVATE: Final = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex"}


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request for a new game."""

    terms: dict[str, Any] = {}
    color: str | None = None
    """The colour of the creator; None for a random one."""


class Secret(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request about an invitation."""

    secret: str


class OnlineRoutes:
    """The handlers of online play."""

    def __init__(
        self, service: OnlineService, identities: Identities, guard: Guard, allowance: Allowance, files: SiteFiles
    ) -> None:
        self._allowance = allowance
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
        guest, token = await self._identities.find_or_create(request)
        await self._check_number(guest)
        players = [player.value for player in Match(terms).players]
        color = wanted.color or secrets.choice(players)
        if color not in players:
            raise HTTPException(400, f"color: must be one of {', '.join(players)}, not {color!r}")
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
        return self._answer({"game": game, "invitation": invitation, "color": color}, request, token)

    async def _look(self, request: Request) -> Response:
        """Describe an invitation, and leave it valid: programs that preview links must not use it up."""
        found = await self._invitation(await self._body(request, Secret))
        live = await self._games.open(found.game)
        if live is None:
            raise HTTPException(404)
        guest = await self._identities.find(request)
        inviter = next((each.number for each in live.occupants if each.number is not None), None)
        return self._answer(
            {
                "game": found.game,
                "color": found.color,
                "terms": msgspec.to_builtins(terms_of(live.match.terms)),
                "inviter": inviter,
                "yours": guest is not None and guest.id in live.guests,
            },
            request,
        )

    async def _redeem(self, request: Request) -> Response:
        wanted = await self._body(request, Secret)
        found = await self._invitation(wanted)
        guest, token = await self._identities.find_or_create(request)
        await self._check_number(guest)
        now_ms = self._service.time.now_ms()
        seat = await asyncio.to_thread(self._service.store.redeem, token_hash(wanted.secret), guest.id, now_ms)
        if seat is None:
            raise HTTPException(409, "This invitation cannot be used by you, or somebody else has just used it.")
        live = await self._games.open(found.game)
        if live is not None:
            await self._games.refresh(live)
        return self._answer({"game": found.game, "color": seat.color}, request, token)

    async def _yours(self, request: Request) -> Response:
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
        page = await asyncio.to_thread(self._files.read, GAME_PAGE)
        if page is None:
            raise HTTPException(404)
        return Response(page, media_type=media_type(GAME_PAGE), headers=_PRIVATE)

    async def _socket(self, socket: WebSocket) -> None:
        headers = socket.headers
        allowed = self._guard.knows_host(headers) and self._guard.may_connect(
            headers, has_cookie=self._identities.has_cookie(socket)
        )
        if not allowed or messages.PROTOCOL not in socket.scope.get("subprotocols", ()):
            await socket.close(1008)
            return
        guest = await self._identities.find(socket)
        await socket.accept(subprotocol=messages.PROTOCOL)
        known = None if guest is None else guest.id
        client = ClientSocket(socket, known, self._games, self._service.time.now_ms, self._allowance)
        self._service.sockets.add(client)
        try:
            await client.run()
        finally:
            self._service.sockets.discard(client)

    # ---- parts of the handlers

    @property
    def _games(self) -> LiveGames:
        return self._service.games

    async def _body(self, request: Request, kind: type[_Body]) -> _Body:
        if not self._guard.knows_host(request.headers):
            raise HTTPException(421, "This server has another address.")
        if not self._is_program(request) and not self._guard.is_same_site(request.headers):
            raise HTTPException(403, "Open this site itself to do that.")
        body = b""
        async for piece in request.stream():
            body += piece
            if len(body) > LARGEST_BODY:
                raise HTTPException(413, f"The request is larger than {LARGEST_BODY} bytes.")
        try:
            return msgspec.json.decode(body or b"{}", type=kind)
        except msgspec.DecodeError as error:
            raise HTTPException(400, f"The request is not valid: {error}") from None

    async def _invitation(self, wanted: Secret) -> SeatRow:
        store, now_ms = self._service.store, self._service.time.now_ms()
        found = await asyncio.to_thread(store.invitation, token_hash(wanted.secret), now_ms)
        if found is None:
            raise HTTPException(404, "This invitation is used up, has expired or never existed.")
        return found

    async def _check_number(self, guest: Guest) -> None:
        running = await asyncio.to_thread(self._service.store.games_of, guest.id)
        if len(running) >= _MOST_RUNNING:
            raise HTTPException(429, f"You have {_MOST_RUNNING} running games: finish one first.")

    def _answer(self, content: dict[str, Any], request: Request, token: str | None = None) -> Response:
        """Return JSON. A browser keeps a new token as a cookie that scripts cannot read; a program gets it as text."""
        if token is not None and self._is_program(request):
            return JSONResponse(content | {"token": token}, headers=_PRIVATE)
        response = JSONResponse(content, headers=_PRIVATE)
        if token is not None:
            self._identities.set_cookie(response, token)
        return response

    def _is_program(self, request: Request) -> bool:
        has_token = request.headers.get("authorization", "").lower().startswith("bearer ")
        from_page = "origin" in request.headers or "sec-fetch-site" in request.headers
        return has_token or not (from_page or self._identities.has_cookie(request))
