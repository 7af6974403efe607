"""The settings of the server: from options, environment variables and a file, in this order."""

from __future__ import annotations

import ipaddress
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

PREFIX: Final = "SUMITO_"
"""The beginning of the environment variables, for instance `SUMITO_DATABASE`."""
FILE_VARIABLE: Final = "SUMITO_CONFIG"
"""The environment variable that names the file."""


class SettingsError(ValueError):
    """A setting has a bad value. The message names the setting and its source."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of the server."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    """The URL of the database. Empty: a SQLite file in the data folder."""
    redis: str = ""
    """The URL of Redis, which carries hints between several processes. Empty: there is only one process."""
    public_url: str = ""
    """The address at which players open the site. Empty: the address of this server."""
    trusted_proxies: str = "127.0.0.1"
    """Addresses of proxies whose X-Forwarded-For header counts, separated by commas."""
    sockets_per_address: int = 200
    handshakes_per_address: int = 400
    """In 30 seconds."""
    games_per_address: int = 60
    """Created or accepted in an hour. The same number of links to other devices is made or used."""
    messages_per_second: int = 5
    """From one socket, in the long run."""
    message_burst: int = 20
    """From one socket, at once."""

    def __post_init__(self) -> None:
        if self.public_url:
            parts = urlsplit(self.public_url)
            if parts.scheme not in ("http", "https") or not parts.hostname:
                raise SettingsError(f"public_url must be an http or https address, not {self.public_url!r}")
        for each in filter(None, (each.strip() for each in self.trusted_proxies.split(","))):
            try:
                ipaddress.ip_network(each)
            except ValueError:
                raise SettingsError(f"trusted_proxies must be addresses or networks, not {each!r}") from None
        for name in (
            "sockets_per_address",
            "handshakes_per_address",
            "games_per_address",
            "messages_per_second",
            "message_burst",
        ):
            if getattr(self, name) < 1:
                raise SettingsError(f"{name} must be at least 1, not {getattr(self, name)}")
        if not 0 <= self.port <= 65535:
            raise SettingsError(f"port must be a whole number from 0 to 65535, not {self.port}")

    @property
    def is_secure(self) -> bool:
        """Whether players open the site over https."""
        return self.public_url.startswith("https:")


def read_settings(
    options: Mapping[str, str | int | None], environment: Mapping[str, str] = os.environ, file: Path | None = None
) -> Settings:
    """Return the settings. An option that is None is not given.

    Raises:
        SettingsError: a setting is unknown or has a bad value.
        OSError: the file cannot be read.
    """
    name = environment.get(FILE_VARIABLE)
    path = file if file is not None else Path(name) if name else None
    values: dict[str, str | int] = {}
    if path is not None:
        values |= _from_file(path)
    for each in fields(Settings):
        text = environment.get(PREFIX + each.name.upper())
        if text is not None:
            values[each.name] = _typed(each.name, text, f"the environment variable {PREFIX}{each.name.upper()}")
    values |= {key: value for key, value in options.items() if value is not None}
    return Settings(**values)  # type: ignore[arg-type]


def _from_file(path: Path) -> dict[str, str | int]:
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: {error}") from None
    return {name: _typed(name, value, f"{path}, {name}") for name, value in found.items()}


def _typed(name: str, value: object, source: str) -> str | int:
    kinds = {each.name: type(each.default) for each in fields(Settings)}
    if name not in kinds:
        raise SettingsError(f"{source}: there is no such setting; the settings are {', '.join(kinds)}")
    if kinds[name] is str and isinstance(value, str):
        return value
    if kinds[name] is int:
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if isinstance(value, str) and value.isascii() and value.isdigit():
            return int(value)
    raise SettingsError(f"{source}: must be {'a text' if kinds[name] is str else 'a whole number'}, not {value!r}")
