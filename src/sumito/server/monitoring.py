"""The addresses for the host of the server: is it alive, is it ready, and its metrics."""

from __future__ import annotations

import asyncio
import ipaddress
from typing import TYPE_CHECKING, Final

import structlog
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sumito.server.site import PRIVATE

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from sumito.server.guard import Guard
    from sumito.server.service import OnlineService

_PATIENCE_S: Final = 2.0  # for the database
_LONGEST_WAIT_S: Final = 5.0  # of a move for its commit
_OF_PROXIES: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
_LOG: Final = structlog.get_logger()


class MonitoringRoutes:
    """The handlers of `/health`, `/ready` and `/metrics`."""

    def __init__(self, service: OnlineService, guard: Guard) -> None:
        self._service = service
        self._guard = guard

    def routes(self) -> list[BaseRoute]:
        """Return the addresses and their handlers."""
        return [
            Route("/health", self._health, methods=["GET"]),
            Route("/ready", self._ready, methods=["GET"]),
            Route("/metrics", self._metrics, methods=["GET"]),
        ]

    async def _health(self, _: Request) -> Response:
        return JSONResponse({"status": "alive"}, headers=PRIVATE)

    async def _ready(self, _: Request) -> Response:
        try:
            await asyncio.wait_for(asyncio.to_thread(self._service.store.check), _PATIENCE_S)
        except Exception as error:  # whatever the driver of the database raises
            _LOG.warning("not_ready", error=type(error).__name__)
            raise HTTPException(503, "The database does not answer.") from None
        if (waited_s := self._service.metrics.longest_wait_s) > _LONGEST_WAIT_S:
            _LOG.warning("not_ready", waited_s=round(waited_s))
            raise HTTPException(503, "Moves are not stored.")
        return JSONResponse({"status": "ready"}, headers=PRIVATE)

    async def _metrics(self, request: Request) -> Response:
        """Return the metrics to programs on this machine. To others the address does not exist."""
        if not (self._guard.knows_host(request.headers) and _is_local(request)):
            raise HTTPException(404)
        return Response(self._service.metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4, headers=PRIVATE)


def _is_local(request: Request) -> bool:
    """Return whether a request comes from this machine, and not through a proxy on it."""
    if request.client is None or any(name in request.headers for name in _OF_PROXIES):
        return False
    try:
        address = ipaddress.ip_address(request.client.host)
    except ValueError:
        return False
    server = request.scope.get("server")
    return address.is_loopback or (server is not None and request.client.host == server[0])
