"""`--database`, and the errors of the storage as failures of a command."""

from __future__ import annotations

import argparse
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sumito.terminal.failures import Failure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import URL


def add_database_option(parser: argparse.ArgumentParser) -> None:
    """Add `--database`."""
    parser.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql://USER@HOST/NAME (default: the environment variable SUMITO_DATABASE, "
        "which is also the place for a password; without it, a file in the data folder)",
    )


def database_of(args: argparse.Namespace) -> URL:
    """Return the address of the database."""
    from sumito.server.database import database_url

    return database_url(args.database or os.environ.get("SUMITO_DATABASE") or None)


@contextmanager
def storage_failures() -> Iterator[None]:
    """Check the extra of the server, and report errors of the storage in one line."""
    from sumito.server.extras import check_extra
    from sumito.server.storage_errors import StorageError

    try:
        check_extra("server")
        yield
    except (ImportError, StorageError) as error:
        raise Failure(str(error)) from error
