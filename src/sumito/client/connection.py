"""Play online games over a socket that comes back: commands are repeated until the server has stored them."""

from __future__ import annotations

import asyncio
import random
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, Self

import msgspec
from msgspec import UNSET
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, InvalidStatus, WebSocketException

from sumito.client.site import SiteError, reason_in
from sumito.core import Board, Rules
from sumito.play import messages
from sumito.play.result import Cause

if TYPE_CHECKING:
    from collections.abc import Iterator

    from websockets.asyncio.client import ClientConnection

    from sumito.play.messages import PlayerCommand

_REPEAT_S: Final = 1.0  # without an answer
_TOO_MANY: Final = 429  # connections: a later attempt can succeed
_BACK_S: Final = (0.2, 2.0)  # the wait before the socket is opened again, at random


class ClientError(Exception):
    """A command is refused. `code` is the server's reason."""

    def __init__(self, code: str) -> None:
        super().__init__(f"the server refuses the command: {code}")
        self.code = code


class RemoteGame:
    """The game as the server last told it."""

    def __init__(self, game_id: str) -> None:
        self.id = game_id
        self.version = -1
        self.moves: list[str] = []
        self.terms: messages.GameTerms | None = None
        self.latest: messages.Game | None = None

    @property
    def seat(self) -> int | None:
        """The number of our own seat."""
        seats = self.latest.seats if self.latest else ()
        return next((number for number, each in enumerate(seats) if each.you), None)

    @property
    def is_our_turn(self) -> bool:
        """Whether we are to move."""
        latest = self.latest
        return latest is not None and latest.status == "playing" and latest.turn == self.seat

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.latest is not None and self.latest.status == "over"

    def board(self) -> Board:
        """Return the board with the moves so far, and without the players who have left.

        Raises:
            LookupError: the server has not shown the game yet.
        """
        if self.terms is None or self.latest is None:
            raise LookupError(f"the server has not shown the game {self.id} yet")
        board = Board.from_position(self.terms.start, rules=Rules(**self.terms.rules))  # type: ignore[arg-type]
        players = board.players
        leavings = () if self.latest.leavings is UNSET else self.latest.leavings
        for ply in range(len(self.moves) + 1):
            for each in leavings:
                if each.ply == ply:
                    leave = board.flag if each.cause == Cause.TIME else board.resign
                    leave(players[each.seat])
            if ply < len(self.moves):
                board.play(self.moves[ply])
        return board

    def take(self, message: messages.Game) -> bool:
        """Take over a message. Return False if we need the whole game first."""
        if message.version < self.version:
            return True
        is_whole = isinstance(message.terms, messages.GameTerms)
        if not is_whole and (self.terms is None or self.version < message.base):
            return False
        self.moves[message.from_ply :] = message.moves
        self.version = message.version
        self.latest = message
        if isinstance(message.terms, messages.GameTerms):
            self.terms = message.terms
        return True


class Connection:
    """A socket to the server, for one game. Use it as an asynchronous context manager."""

    def __init__(self, site: str, token: str | None, game_id: str) -> None:
        """Take the address of the site, the token of the guest, and the id of the game."""
        self._url = f"ws{site.removeprefix('http')}/socket"
        self._headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self.game = RemoteGame(game_id)
        self._changed = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._pending: dict[int, tuple[messages.Do, asyncio.Future[int]]] = {}
        self._numbers = 0
        self._task: asyncio.Task[None] | None = None
        self._failure: Exception | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def wait(self, version: int) -> RemoteGame:
        """Wait until the game has a later version than this one, and return it.

        Raises:
            LookupError: there is no such game.
            SiteError: the server refuses the connection, or sends what this client does not understand.
        """
        async with self._changed:
            await self._changed.wait_for(lambda: self._failure or self.game.version > version)
        if self._failure is not None:
            raise self._failure
        return self.game

    async def do(self, command: PlayerCommand) -> int:
        """Send a command until it is answered. Return the version that shows it; it is on the server's disk then.

        Raises:
            ClientError: the command is refused.
            LookupError: there is no such game.
            SiteError: the server refuses the connection, or sends what this client does not understand.
        """
        if self._failure is not None:
            raise self._failure
        self._numbers += 1
        message = messages.Do(self.game.id, self._numbers, self.game.version, command)
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._pending[self._numbers] = message, answer
        try:
            while True:
                await self._send(message)
                done, _ = await asyncio.wait((answer,), timeout=_REPEAT_S)
                if done:
                    return answer.result()
        finally:
            del self._pending[message.id]

    async def _send(self, message: messages.ClientMessage) -> None:
        if self._socket is not None:
            with suppress(WebSocketException, OSError):  # it is sent again later
                await self._socket.send(messages.encode(message).decode())

    async def _run(self) -> None:
        try:
            await self._stay_connected()
        except Exception as error:  # nobody awaits this task: those who wait must hear of it
            await self._fail(error)

    async def _stay_connected(self) -> None:
        while True:
            with suppress(OSError, WebSocketException, InvalidHandshake, TimeoutError), _refusals():
                async with connect(
                    self._url,
                    subprotocols=[messages.PROTOCOL],  # type: ignore[list-item]
                    additional_headers=self._headers,
                    compression=None,
                    proxy=None,
                ) as socket:
                    self._socket = socket
                    await self._send(messages.Watch(self.game.id, None if self.game.version < 0 else self.game.version))
                    for message, _ in list(self._pending.values()):
                        await self._send(message)
                    async for text in socket:
                        await self._take(_decode(text))
            self._socket = None
            await asyncio.sleep(random.uniform(*_BACK_S))  # noqa: S311

    async def _take(self, message: messages.ServerMessage) -> None:
        match message:
            case messages.Game() if message.game == self.game.id:
                if not self.game.take(message):
                    await self._send(messages.AskState(self.game.id))
                await self._tell()
            case messages.Current() if message.version > self.game.version:
                await self._send(messages.AskState(self.game.id))
            case messages.Done() if message.id in self._pending:
                _answer(self._pending[message.id][1], message.version)
            case messages.Refused() if message.id in self._pending and message.code != "busy":
                answer = self._pending[message.id][1]
                if not answer.done():
                    answer.set_exception(ClientError(message.code))
            case messages.Gone():
                await self._fail(LookupError(f"there is no game {self.game.id}"))

    async def _fail(self, error: Exception) -> None:
        """End all waits. The connection is of no use any more."""
        self._failure = error
        for _, answer in self._pending.values():
            if not answer.done():
                answer.set_exception(error)
        await self._tell()

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()


def _answer(answer: asyncio.Future[int], version: int) -> None:
    if not answer.done():
        answer.set_result(version)


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn the refusal of a handshake that would be refused again into an error."""
    try:
        yield
    except InvalidStatus as error:
        status = error.response.status_code
        if 400 <= status < 500 and status != _TOO_MANY:
            raise SiteError(reason_in(error.response.body or b"") or f"the connection is refused: {status}") from None
        raise


def _decode(text: str | bytes) -> messages.ServerMessage:
    try:
        message: messages.ServerMessage = messages.decode_server(text)
    except msgspec.DecodeError as error:
        raise SiteError(f"the server sends an unknown message; it may be newer than this client: {error}") from None
    return message
