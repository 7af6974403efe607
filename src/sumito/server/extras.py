"""Check that the packages of an extra are installed."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Final

# One module of each package. tests/server/test_database.py compares the lists with pyproject.toml.
_MODULES: Final = {
    "server": (
        *("sqlalchemy", "alembic", "msgspec", "structlog", "prometheus_client", "limits", "segno"),
        *("httptools", "websockets", *(() if sys.platform == "win32" else ("uvloop",))),
    ),
    "postgres": ("psycopg",),
    "redis": ("redis",),
}
_USES: Final = {"server": "Online games need", "postgres": "PostgreSQL needs", "redis": "Redis needs"}


def check_extra(extra: str) -> None:
    """Check that the packages of an extra are installed.

    Raises:
        ImportError: one of them is missing. The message says how to install the extra.
    """
    if any(find_spec(module) is None for module in _MODULES[extra]):
        raise ImportError(f"{_USES[extra]} an extra: pip install 'sumito[{extra}]', or `make all` in a clone")
