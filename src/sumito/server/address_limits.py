"""Limits for each address of the network: open sockets, handshakes, new games, links to other devices."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from limits import RateLimitItemPerHour, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from limits import RateLimitItem

    from sumito.server.settings import Settings

_HANDSHAKE_WINDOW_S: Final = 30
_MOST_OF_A_GUEST: Final = 20  # open sockets
_PATIENCE_S: Final = 10  # until a socket of the same address is likely to have closed
_UNKNOWN: Final = "unknown"


class LimitError(Exception):
    """An address has reached a limit. The message is one sentence for its user."""

    def __init__(self, name: str, message: str, retry_after_s: int) -> None:
        """`name` is for metrics and logs."""
        super().__init__(message)
        self.name = name
        self.retry_after_s = retry_after_s


class AddressLimits:
    """Counts what the clients of each address do. Addresses of one IPv6 network of 64 bits count as one."""

    def __init__(self, settings: Settings) -> None:
        self._rates = FixedWindowRateLimiter(MemoryStorage())
        self._handshakes = RateLimitItemPerSecond(settings.handshakes_per_address, _HANDSHAKE_WINDOW_S, "handshakes")
        self._games = RateLimitItemPerHour(settings.games_per_address, namespace="games")
        self._transfers = RateLimitItemPerHour(settings.games_per_address, namespace="transfers")
        self._most_sockets = settings.sockets_per_address
        self._sockets: Counter[str] = Counter()

    def count_game(self, host: str | None) -> None:
        """Count a new game of a host.

        Raises:
            LimitError: the host has created too many.
        """
        self._count(self._games, host, "Too many games were created from your network: try again later.")

    def count_transfer(self, host: str | None) -> None:
        """Count that a host makes or uses a link to another device.

        Raises:
            LimitError: the host does so too often.
        """
        self._count(self._transfers, host, "Your network changes devices too often: try again later.")

    @contextmanager
    def socket(self, host: str | None, guest: int | None = None) -> Iterator[None]:
        """Count a socket of a host, or of a guest, while the block runs.

        Guests are counted by themselves. After a restart of the server all players of a school come back at once,
        from one address.

        Raises:
            LimitError: the host or the guest has opened too many.
        """
        who = limited_network(host) if guest is None else f"guest {guest}"
        whose = "Your network opens" if guest is None else "You open"
        self._count_for(self._handshakes, who, f"{whose} connections too often: try again later.")
        if self._sockets[who] >= (self._most_sockets if guest is None else _MOST_OF_A_GUEST):
            whose = "Your network has" if guest is None else "You have"
            message = f"{whose} too many open connections: close some pages of this site first."
            raise LimitError("sockets", message, _PATIENCE_S)
        self._sockets[who] += 1
        try:
            yield
        finally:
            self._sockets[who] -= 1
            if not self._sockets[who]:
                del self._sockets[who]

    def _count(self, item: RateLimitItem, host: str | None, message: str) -> None:
        self._count_for(item, limited_network(host), message)

    def _count_for(self, item: RateLimitItem, who: str, message: str) -> None:
        if not self._rates.hit(item, who):
            reset = self._rates.get_window_stats(item, who).reset_time
            raise LimitError(item.namespace, message, max(1, math.ceil(reset - time.time())))


def limited_network(host: str | None) -> str:
    """Return the network that shares the limits of a host: an IPv4 address, or 64 bits of an IPv6 address.

    >>> limited_network("2001:db8::1:2:3:4"), limited_network("::ffff:192.0.2.7")
    ('2001:db8::/64', '192.0.2.7')
    """
    return _network(host, 32, 64)


def logged_network(host: str | None) -> str:
    """Return the part of an address that logs contain. It names no person.

    >>> logged_network("192.0.2.77"), logged_network("2001:db8:1:2::7")
    ('192.0.2.0/24', '2001:db8:1::/48')
    """
    return _network(host, 24, 48)


def _network(host: str | None, bits_4: int, bits_6: int) -> str:
    try:
        address = ipaddress.ip_address((host or "").partition("%")[0])
    except ValueError:
        return _UNKNOWN
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    network = ipaddress.ip_network((address, bits_4 if address.version == 4 else bits_6), strict=False)
    return str(address) if network.num_addresses == 1 else str(network)
