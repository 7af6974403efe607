"""The addresses of online play: create and join games, follow them by socket."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Final

import msgspec
import structlog
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sumito.play import messages
from sumito.server.address_limits import LimitError
from sumito.server.files import media_type
from sumito.server.live_game import match_of
from sumito.server.pages import GAME_PAGE
from sumito.server.requests import FORTNIGHT_MS, GameId, GameRequest, Redemption, Secret, host_of
from sumito.server.site import PRIVATE
from sumito.server.sockets import ClientSocket
from sumito.server.store import FINISHED, NewGame, NewSeat
from sumito.server.tokens import is_game_id, new_invitation_token, token_hash
from sumito.server.views import terms_of

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import BaseRoute
    from starlette.websockets import WebSocket

    from sumito.server.files import SiteFiles
    from sumito.server.live_games import LiveGames
    from sumito.server.requests import Requests
    from sumito.server.service import OnlineService
    from sumito.server.store import SeatRow, StoredGame

_USED_UP: Final = "This invitation is used up, has expired or never existed."
_FINISHED: Final = 50  # games that a page can fetch after their end
_LOG: Final = structlog.get_logger()


class OnlineRoutes:
    """The handlers of online play."""

    def __init__(self, service: OnlineService, requests: Requests, files: SiteFiles) -> None:
        self._service = service
        self._requests = requests
        self._identities = requests.identities
        self._files = files

    def routes(self) -> list[BaseRoute]:
        """Return the addresses and their handlers."""
        return [
            Route("/online/games", self._create, methods=["POST"]),
            Route("/online/games/leave", self._leave, methods=["POST"]),
            Route("/online/invitations", self._look, methods=["POST"]),
            Route("/online/invitations/redeem", self._redeem, methods=["POST"]),
            Route("/online/yours", self._yours, methods=["GET"]),
            Route("/online/games/{game}", self._game, methods=["GET"]),
            Route("/g/{game}", self._page, methods=["GET"]),
        ]

    async def _create(self, request: Request) -> Response:
        wanted = await self._requests.body(request, GameRequest)
        now_ms = self._service.time.now_ms()
        terms, players = wanted.read(now_ms)
        color = wanted.color or secrets.choice(players)
        self._requests.count_game(request)
        guest, token = await self._identities.find_or_create(request)
        await self._requests.check_number(request, guest, invites=True)
        invitation = new_invitation_token()
        # One link for all free seats: it can be sent to a group, and nobody needs to know whose link is whose.
        free = [each for each in players if each != color]
        seats = [
            NewSeat(each, guest=guest.id)
            if each == color
            else NewSeat(
                each,
                invitation_hash=token_hash(invitation) if each == free[0] else None,
                invitation_expires_ms=now_ms + FORTNIGHT_MS,
            )
            for each in players
        ]
        text = msgspec.json.encode(terms.to_json()).decode()
        new = NewGame(text, terms.start, seats, terms.appointment_ms)
        game = await asyncio.to_thread(self._service.store.create_game, new, now_ms)
        self._service.lists.own_games.change([guest.id])
        _LOG.info("game_created", game=game)
        return self._requests.answer({"game": game, "invitation": invitation, "color": color}, request, token)

    async def _look(self, request: Request) -> Response:
        """Describe an invitation, and leave it valid: programs that preview links must not use it up."""
        found = await self._invitation(await self._requests.body(request, Secret))
        stored = await asyncio.to_thread(self._service.store.load, found.game)
        if stored is None:
            raise HTTPException(404, _USED_UP)
        guest = await self._identities.find(request)
        guests = [seat.guest for seat in stored.seats if seat.guest is not None]
        return self._requests.answer(
            {
                "game": found.game,
                "color": found.color,
                "terms": msgspec.to_builtins(terms_of(match_of(stored).terms)),
                "inviter": _inviter(stored),
                "yours": guest is not None and guest.id in guests,
                "seats": [
                    {"color": seat.color, "guest": None if seat.guest is None else stored.numbers[seat.guest]}
                    for seat in stored.seats
                ],
            },
            request,
        )

    async def _redeem(self, request: Request) -> Response:
        wanted = await self._requests.body(request, Redemption)
        found = await self._invitation(wanted)
        guest, token = await self._identities.find_or_create(request)
        await self._requests.check_number(request, guest)
        now_ms = self._service.time.now_ms()
        secret_hash, store = token_hash(wanted.secret), self._service.store
        seat = await asyncio.to_thread(lambda: store.redeem(secret_hash, guest.id, now_ms, color=wanted.color))
        if seat is None and wanted.color is not None:
            raise HTTPException(409, f"You have a seat already, or there is no free seat for {wanted.color!r}.")
        if seat is None:
            raise HTTPException(409, "This invitation cannot be used by you, or somebody else has just used it.")
        await self._reseat(found.game)
        _LOG.info("game_joined", game=found.game)
        return self._requests.answer({"game": found.game, "color": seat.color}, request, token)

    async def _leave(self, request: Request) -> Response:
        """Give a seat back, while the game waits for more players. Its invitation is for this seat again."""
        wanted = await self._requests.body(request, GameId)
        guest = await self._identities.find(request)
        if guest is None or not await asyncio.to_thread(self._service.store.vacate, wanted.game, guest.id):
            raise HTTPException(409, "You have no seat in a game that waits for players, or nobody else has one.")
        await self._reseat(wanted.game, guest.id)
        _LOG.info("game_left", game=wanted.game)
        return self._requests.answer({}, request)

    async def _reseat(self, game: str, *former: int) -> None:
        """Show a change of the seats of a game to everybody concerned. `former` are guests without a seat now."""
        live = await self._games.open(game)
        if live is not None:
            await self._games.reseat(live)
            self._service.lists.own_games.change((*live.guests, *former), live.id)
            self._games.release(live)

    async def _yours(self, request: Request) -> Response:
        self._requests.check_host(request)
        guest = await self._identities.find(request)
        if guest is None:
            return self._requests.answer({"guest": None, "games": [], "seeks": [], "finished": []}, request)
        yours = await asyncio.to_thread(self._service.yours, guest.id)
        finished = await asyncio.to_thread(
            lambda: self._service.store.games_of(guest.id, statuses=(FINISHED,), limit=_FINISHED)
        )
        lists = {"games": msgspec.to_builtins(yours.games), "seeks": msgspec.to_builtins(yours.seeks)}
        return self._requests.answer(
            {"guest": guest.number, **lists, "finished": [each.id for each in finished]}, request
        )

    async def _game(self, request: Request) -> Response:
        """Return a game to one of its players, for instance to keep it after its end."""
        self._requests.check_host(request)
        guest = await self._identities.find(request)
        game = request.path_params["game"]
        live = await self._games.open(game) if guest is not None and is_game_id(game) else None
        if live is None or guest is None or live.seat_of(guest.id) is None:
            raise HTTPException(404, "You have no such game.")
        whole = live.whole(guest.id)
        self._games.release(live)
        return Response(whole, media_type="application/json", headers=PRIVATE)

    async def _page(self, request: Request) -> Response:
        """Return the page of a game. It asks for the game itself by socket, so every id has the same page."""
        self._requests.check_host(request)
        page = await asyncio.to_thread(self._files.read, GAME_PAGE)
        if page is None:
            raise HTTPException(404)
        return Response(page, media_type=media_type(GAME_PAGE), headers=PRIVATE)

    async def socket(self, socket: WebSocket) -> None:
        """Serve a socket, or refuse it."""
        try:
            self._check_handshake(socket)
            guest = await self._identities.find(socket)
            guest_id = None if guest is None else guest.id
            with self._requests.bounds.addresses.socket(host_of(socket), guest_id):
                await self._serve(socket, guest_id)
        except LimitError as error:
            await _deny(socket, self._requests.limited(socket, error))
        except HTTPException as error:
            await _deny(socket, error)

    async def _serve(self, socket: WebSocket, guest_id: int | None) -> None:
        await socket.accept(subprotocol=messages.PROTOCOL)
        service = self._service
        client = ClientSocket(
            socket,
            guest_id,
            self._games,
            service.lists,
            service.time.now_ms,
            self._requests.bounds.messages,
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

    async def _invitation(self, wanted: Secret) -> SeatRow:
        store, now_ms = self._service.store, self._service.time.now_ms()
        found = await asyncio.to_thread(store.invitation, token_hash(wanted.secret), now_ms)
        if found is None:
            raise HTTPException(404, _USED_UP)
        return found

    def _check_handshake(self, socket: WebSocket) -> None:
        self._requests.check_host(socket)
        if not self._requests.guard.may_connect(socket.headers, has_cookie=self._identities.has_cookie(socket)):
            raise self._requests.foreign()
        if messages.PROTOCOL not in socket.scope.get("subprotocols", ()):
            raise HTTPException(400, f"The socket must ask for the subprotocol {messages.PROTOCOL}.")


def _inviter(stored: StoredGame) -> int | None:
    """Return the number of the guest who waits longest in a game; None if nobody does."""
    taken = [(seat.joined_ms or 0, seat.guest) for seat in stored.seats if seat.guest is not None]
    return stored.numbers[min(taken)[1]] if taken else None


async def _deny(socket: WebSocket, error: HTTPException) -> None:
    headers = PRIVATE | dict(error.headers or {})
    await socket.send_denial_response(JSONResponse({"error": error.detail}, error.status_code, headers))
