"""A client of the server: creates and joins online games, and plays them over a socket."""

from sumito.client.connection import ClientError, Connection, RemoteGame
from sumito.client.site import GameAddress, Site, SiteError

__all__ = ["ClientError", "Connection", "GameAddress", "RemoteGame", "Site", "SiteError"]
