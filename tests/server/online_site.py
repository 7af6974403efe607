"""The real application in a thread, and the two ways to talk to it: requests and sockets."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from sumito.play import messages
from sumito.play.messages import PlayerCommand, ServerMessage
from sumito.server.app import make_app
from sumito.server.files import SiteFiles
from sumito.server.listening import address, listen, served
from sumito.server.settings import read_settings

SECONDS = 30
MANY = 100_000
GENEROUS = {
    "messages_per_second": MANY,
    "message_burst": MANY,
    "sockets_per_address": MANY,
    "handshakes_per_address": MANY,
    "games_per_address": MANY,
}


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    """With names in lower case."""
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


class Invitation(NamedTuple):
    game: str
    secret: str


@dataclass(frozen=True)
class Client:
    """A client of the site: its own headers, such as a cookie or a token."""

    site: OnlineSite
    headers: dict[str, str] = field(default_factory=dict)

    def post(self, path: str, body: object = None, **headers: str) -> Answer:
        return self.site.ask("POST", path, body, {**self.headers, **headers})

    def post_as_guest(self, path: str, body: object) -> Answer:
        """Send a request that can make a guest, and keep the token."""
        found = self.post(path, body)
        if found.status == 200 and "token" in found.json:
            self.headers["Authorization"] = f"Bearer {found.json['token']}"
        return found

    def create(self, color: str = "black", **terms: object) -> Invitation:
        found = self.post_as_guest("/online/games", {"terms": terms, "color": color})
        assert found.status == 200, found
        return Invitation(found.json["game"], found.json["invitation"])

    def join(self, secret: str) -> Answer:
        return self.post_as_guest("/online/invitations/redeem", {"secret": secret})

    def seek(self, *, color: str | None = None, pair: bool = False, **terms: object) -> dict[str, Any]:
        found = self.post_as_guest("/online/seeks", {"terms": terms, "color": color, "pair": pair})
        assert found.status == 200, found
        return found.json

    def accept(self, seek: int) -> Answer:
        return self.post_as_guest("/online/seeks/accept", {"seek": seek})

    def yours(self) -> dict[str, Any]:
        return self.site.ask("GET", "/online/yours", headers=self.headers).json

    @contextmanager
    def socket(self, **headers: str) -> Iterator[Talk]:
        with self.site.connect({**self.headers, **headers}) as connection:
            yield Talk(connection)


@dataclass
class Talk:
    """A socket, with the messages of the protocol."""

    connection: ClientConnection
    _number: int = 0

    def send(self, message: messages.ClientMessage) -> None:
        self.connection.send(messages.encode(message).decode())

    def receive(self) -> ServerMessage:
        found: ServerMessage = messages.decode_server(self.connection.recv(SECONDS))
        return found

    def next_game(self) -> messages.Game:
        """Return the next message that shows a game."""
        while not isinstance(found := self.receive(), messages.Game):
            pass
        return found

    def next_yours(self) -> messages.Yours:
        """Return the next message about the own games."""
        while not isinstance(found := self.receive(), messages.Yours):
            pass
        return found

    def next_seeks(self) -> tuple[messages.Seek, ...]:
        """Return the seeks of the next message about the lobby."""
        while not isinstance(found := self.receive(), messages.Seeks):
            pass
        return found.seeks

    def watch(self, game: str) -> messages.Game:
        self.send(messages.Watch(game, None))
        return self.next_game()

    def do(self, game: str, command: PlayerCommand, version: int) -> messages.Done | messages.Refused:
        self._number += 1
        self.send(messages.Do(game, self._number, version, command))
        while True:
            match self.receive():
                case (messages.Done() | messages.Refused()) as answer if answer.id == self._number:
                    return answer


@dataclass(frozen=True)
class OnlineSite:
    address: str

    @property
    def host(self) -> str:
        return urlsplit(self.address).netloc

    def client(self) -> Client:
        """Return a new client, which has no identity yet."""
        return Client(self)

    def ask(self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None) -> Answer:
        """Send a request. `body` is bytes, or anything that JSON can show."""
        connection = HTTPConnection(self.host, timeout=SECONDS)
        try:
            sent = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
            connection.request(method, path, sent, dict(headers or {}))
            answer = connection.getresponse()
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def connect(self, headers: Mapping[str, str], *, protocol: str | None = messages.PROTOCOL) -> ClientConnection:
        return connect(
            f"ws://{self.host}/socket",
            subprotocols=None if protocol is None else [protocol],  # type: ignore[list-item]
            additional_headers=dict(headers),
            compression=None,
            proxy=None,
            open_timeout=SECONDS,
            close_timeout=SECONDS,
        )


@contextmanager
def online_site(folder: Path, **settings: str | int) -> Iterator[OnlineSite]:
    """Serve the application with a database in a folder. Limits are generous unless they are given."""
    chosen = read_settings({"database": f"sqlite:///{folder}/games.sqlite", **GENEROUS, **settings}, {})
    listening = listen("127.0.0.1", 0)
    host = urlsplit(address(listening)).netloc
    app = make_app(chosen, SiteFiles(), hosts=(host,))
    with served(app, listening, trusted_proxies=chosen.trusted_proxies) as place:
        yield OnlineSite(place)
