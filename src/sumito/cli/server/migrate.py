"""`sumito server migrate`: bring the tables of the database up to date."""

from __future__ import annotations

import argparse

from sumito.cli.options.database import add_database_option, database_of, storage_failures


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the options of the command."""
    parser = commands.add_parser(
        "migrate",
        help="bring the tables of the database up to date",
        description="Bring the tables of the database up to date after an update of sumito. Stop every\n"
        "server and make a backup first. A server does this by itself for a file of SQLite.",
        epilog="example:\n  sumito server migrate",
    )
    add_database_option(parser)
    return parser


def run(args: argparse.Namespace) -> int:
    """Migrate the database."""
    with storage_failures():
        from sumito.server.database import open_database, shown
        from sumito.server.migration import newest_revision

        url = database_of(args)
        open_database(url, holder="sumito server migrate", migration=True).close()
    print(f"{shown(url)} has revision {newest_revision()}")
    return 0
