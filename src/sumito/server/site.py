"""The site as an ASGI application: the files of the web app, compressed, cached, with strict security headers."""

from __future__ import annotations

import gzip
import logging
import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.websockets import WebSocket

from sumito.server.files import SiteFiles, digest, media_type

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence
    from contextlib import AbstractAsyncContextManager

    from starlette.routing import BaseRoute
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",  # the core is WebAssembly
        *("style-src 'self'", "img-src 'self' data:", "connect-src 'self'", "worker-src 'self'"),
        *("manifest-src 'self'", "font-src 'self'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"),
    )
)
_UNUSED: Final = ("camera", "display-capture", "geolocation", "gyroscope", "microphone", "midi", "payment", "usb")
HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in _UNUSED),
}
_SECURE: Final = {"Strict-Transport-Security": "max-age=31536000"}
PRIVATE: Final = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex"}
"""The headers of answers for one client."""
_SOCKET: Final = "/socket"
_LOG: Final = logging.getLogger(__name__)
_READING: Final = ("GET", "HEAD")
_FAILURE: Final = "Something went wrong here."
_ASK_AGAIN: Final = "no-cache"  # a browser can cache the file, but asks each time whether it has changed
_WORTH_IT: Final = 0.9  # a file that shrinks to no less than this is sent uncompressed
_DEEPEST: Final = 100  # folders of an unknown address; bounds the size of the answer
_LINK: Final = re.compile(rb'\b(href|src)="(?![a-z]+:|[/#]|\.\./)')


def make_site(
    files: SiteFiles | None = None,
    *,
    routes: Sequence[BaseRoute] = (),
    socket: Callable[[WebSocket], Awaitable[None]] | None = None,
    lifespan: Callable[[Starlette], AbstractAsyncContextManager[None]] | None = None,
    secure: bool = False,
) -> ASGIApp:
    """Return the application. `routes` come before the files, and `lifespan` runs with the server.

    `socket` handles the sockets at /socket. They stay open for hours, so they do without the layers of Starlette.

    `secure`: browsers must open the site over https only.
    """
    shown = SiteFiles() if files is None else files
    return _WithHeaders(
        Starlette(
            routes=[*routes, Route("/{_:path}", partial(_answer, shown), methods=["GET"])],
            lifespan=lifespan,
            exception_handlers={
                404: partial(_lost, shown),
                HTTPException: _refused,
                OSError: _unreadable,
                Exception: _failed,
            },
        ),
        HEADERS | _SECURE if secure else HEADERS,
        socket,
    )


class _WithHeaders:
    """Add the headers to every answer, including the error pages of the application."""

    def __init__(
        self, app: ASGIApp, headers: Mapping[str, str], socket: Callable[[WebSocket], Awaitable[None]] | None
    ) -> None:
        self._app = app
        self._headers = headers
        self._socket = socket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        if self._socket is not None and scope["type"] == "websocket" and scope["path"] == _SOCKET:
            await self._socket(WebSocket(scope, receive, send_with_headers))
        else:
            await self._app(scope, receive, send_with_headers)


def _answer(files: SiteFiles, request: Request) -> Response:
    address: str = request.scope["path"].removeprefix("/")
    content = files.read(f"{address}index.html" if address.endswith("/") or not address else address)
    if content is not None:
        kind = media_type(address) if address and not address.endswith("/") else media_type("index.html")
        return _sent(content, kind, request)
    if files.is_page(address):
        # Relative, so that it works behind a proxy that serves the site from a folder.
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"{address.rpartition('/')[2]}/{query}")
    raise HTTPException(404)


def _sent(content: bytes, kind: str, request: Request) -> Response:
    """Return the content, or 304 if the browser has it already."""
    tag, packed = _packed(content)
    headers = {"Cache-Control": _ASK_AGAIN, "Vary": "Accept-Encoding"}
    if packed is not None and _takes_gzip(request.headers.get("accept-encoding", "")):
        content, tag = packed, f"{tag}-gzip"
        headers["Content-Encoding"] = "gzip"
    headers["ETag"] = f'"{tag}"'
    known = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if headers["ETag"] in known or "*" in known:
        headers.pop("Content-Encoding", None)
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)


@lru_cache(maxsize=1024)
def _packed(content: bytes) -> tuple[str, bytes | None]:
    """Return the digest of the content, and the compressed content if compression is worth it."""
    packed = gzip.compress(content, compresslevel=9, mtime=0)
    return digest(content), packed if len(packed) < _WORTH_IT * len(content) else None


def _takes_gzip(accepted: str) -> bool:
    codings = (each.partition(";") for each in accepted.lower().split(","))
    weights = {coding.strip(): weight for coding, _, weight in codings}
    weight = weights.get("gzip", weights.get("*"))
    return weight is not None and not re.fullmatch(r"\s*q=0(\.0*)?\s*", weight)


def _lost(files: SiteFiles, request: Request, problem: Exception) -> Response:
    """Return the page for an unknown address. Its relative links are rewritten to start at the root."""
    if request.method not in _READING:
        return _refused(request, problem)
    page = files.read("404.html")
    if page is None:
        return PlainTextResponse("There is no such page.\n", status_code=404)
    up = b"../" * min(request.url.path.lstrip("/").count("/"), _DEEPEST)
    return Response(
        _LINK.sub(rb"\g<0>" + up, page),
        status_code=404,
        media_type=media_type("404.html"),
        headers={"Cache-Control": _ASK_AGAIN},
    )


def _refused(request: Request, problem: Exception) -> Response:
    """Return the reason of a refusal as JSON, for pages and programs."""
    assert isinstance(problem, HTTPException)  # noqa: S101 - tells mypy
    headers = PRIVATE | dict(problem.headers or {})
    return JSONResponse({"error": problem.detail}, status_code=problem.status_code, headers=headers)


def _unreadable(request: Request, problem: Exception) -> Response:
    _LOG.error("%s: %s", request.url.path, problem)
    return PlainTextResponse("This file cannot be read now.\n", status_code=500)


def _failed(request: Request, problem: Exception) -> Response:
    if request.method in _READING and not request.url.path.startswith("/online/"):
        return PlainTextResponse(f"{_FAILURE}\n", status_code=500, headers=PRIVATE)
    return JSONResponse({"error": _FAILURE}, status_code=500, headers=PRIVATE)
