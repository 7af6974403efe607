"""Refuse requests that come from another site: wrong host, wrong origin, too large."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from starlette.datastructures import Headers

LARGEST_BODY: Final = 64 * 1024
"""Bytes of the body of a request."""


class Guard:
    """Knows the addresses of this server."""

    def __init__(self, public_url: str, listening_hosts: tuple[str, ...]) -> None:
        """Take the public address, or empty, and the hosts with ports at which the server listens."""
        self._origins = {_origin(f"http://{host}") for host in listening_hosts}
        if public_url:
            self._origins.add(_origin(public_url))
        self._hosts = {origin.partition("://")[2] for origin in self._origins}

    def knows_host(self, headers: Headers) -> bool:
        """Return whether the Host header is an address of this server.

        Another site that lets its own name point to this machine has another one.
        """
        return headers.get("host", "").lower() in self._hosts

    def is_same_site(self, headers: Headers) -> bool:
        """Return whether a request that changes something comes from a page of this server."""
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site == "same-origin"
        return self.is_own_origin(headers.get("origin"))

    def is_own_origin(self, origin: str | None) -> bool:
        """Return whether an Origin header is one of this server's addresses."""
        return origin is not None and origin.lower() in self._origins

    def may_connect(self, headers: Headers, *, has_cookie: bool) -> bool:
        """Return whether a socket may open. A page always sends its origin; a program has no cookie."""
        origin = headers.get("origin")
        if origin is None:
            return not has_cookie
        return self.is_own_origin(origin)


def _origin(url: str) -> str:
    """Return the origin of a URL as browsers write it: they leave out the usual port."""
    parts = urlsplit(url.lower())
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host.removesuffix(':443' if parts.scheme == 'https' else ':80')}"
