"""The whole server as one ASGI application: the site, and online play if there is a database."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from sumito.server.address_limits import AddressLimits
from sumito.server.device_routes import DeviceRoutes
from sumito.server.guard import Guard
from sumito.server.identity import Identities
from sumito.server.lobby_routes import LobbyRoutes
from sumito.server.monitoring import MonitoringRoutes
from sumito.server.online import OnlineRoutes
from sumito.server.requests import Bounds, Requests
from sumito.server.service import OnlineService
from sumito.server.site import make_site
from sumito.server.sockets import Allowance

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.applications import Starlette
    from starlette.types import ASGIApp

    from sumito.server.files import SiteFiles
    from sumito.server.settings import Settings


def make_app(settings: Settings, files: SiteFiles, *, hosts: tuple[str, ...]) -> ASGIApp:
    """Return the application. `hosts` are the hosts, with ports, at which it is reached.

    Raises:
        StorageError: the database cannot be opened.
    """
    service = OnlineService(settings, holder=settings.public_url or f"http://{hosts[0]}/")
    identities = Identities(service.guests, service.time.now_ms, secure=settings.is_secure)
    shown = files.with_online_play(settings.public_url)
    guard = Guard(settings.public_url, hosts)
    bounds = Bounds(AddressLimits(settings), Allowance(settings.message_burst, settings.messages_per_second))
    requests = Requests(service, identities, guard, bounds)
    online = OnlineRoutes(service, requests, shown)
    routes = [
        *MonitoringRoutes(service, guard).routes(),
        *online.routes(),
        *LobbyRoutes(service, requests).routes(),
        *DeviceRoutes(service, requests).routes(),
    ]

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await service.start()
        try:
            yield
        finally:
            await service.stop()

    return make_site(shown, routes=routes, socket=online.socket, lifespan=lifespan, secure=settings.is_secure)
