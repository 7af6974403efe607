"""Create and join games over HTTP."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit


class SiteError(Exception):
    """The server refuses a request, or cannot be reached. The message says why."""


@dataclass(frozen=True, slots=True)
class GameAddress:
    """The address of a game, with the secret of an invitation if it has one."""

    site: str
    game: str
    secret: str = ""

    @classmethod
    def parse(cls, text: str) -> GameAddress:
        """Parse an address such as `http://127.0.0.1:8000/g/ES9fRZBmVF#SECRET`.

        Raises:
            ValueError: it is not the address of a game.
        """
        parts = urlsplit(text if "://" in text else f"http://{text}")
        folder, _, game = parts.path.rpartition("/g/")
        if parts.scheme not in ("http", "https") or not parts.netloc or not game.isalnum():
            raise ValueError(f"not the address of a game: {text!r}; expected http://HOST:PORT/g/ID#SECRET")
        return cls(f"{parts.scheme}://{parts.netloc}{folder}", game, parts.fragment)

    def __str__(self) -> str:
        return f"{self.site}/g/{self.game}" + (f"#{self.secret}" if self.secret else "")


class Site:
    """A server, and the guest that this client is there. The first request that creates or joins makes the guest."""

    def __init__(self, address: str, token: str | None = None) -> None:
        """Take the address of the site, such as `http://127.0.0.1:8000`, and the token of a guest."""
        self.address = (address if "://" in address else f"http://{address}").rstrip("/")
        self.token = token

    def create(self, terms: dict[str, Any] | None = None, color: str | None = None) -> GameAddress:
        """Create a game, and return its address with an invitation.

        Raises:
            SiteError: the server refuses it, or cannot be reached.
        """
        found = self._post("/online/games", {"terms": terms or {}, "color": color})
        return GameAddress(self.address, found["game"], found["invitation"])

    def join(self, invitation: GameAddress, color: str | None = None) -> str:
        """Take a free seat that an invitation offers, by default the first. Return its colour.

        Raises:
            SiteError: the server refuses it, or cannot be reached.
        """
        return str(self._post("/online/invitations/redeem", {"secret": invitation.secret, "color": color})["color"])

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Content-Type": "application/json"}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), headers)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
                found: dict[str, Any] = json.load(answer)
        except urllib.error.HTTPError as error:
            raise SiteError(reason_in(error.read()) or f"{error.code} {error.reason}") from None
        except OSError as error:
            raise SiteError(f"{self.address} cannot be reached: {error}") from None
        self.token = found.get("token", self.token)
        return found


def reason_in(body: bytes | bytearray) -> str:
    """Return the reason of a refusal; empty if the server gives none."""
    try:
        return str(json.loads(body)["error"])
    except (ValueError, KeyError, TypeError):
        return ""
