"""`sumito server backup`: copy the database while the server runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from sumito.cli.options.database import add_database_option, database_of, storage_failures
from sumito.terminal.files import checked_name


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the options of the command."""
    parser = commands.add_parser(
        "backup",
        help="copy the database to a new file, while the server runs",
        description="Copy the database to a new file. The server can go on running.\n\n"
        "PostgreSQL needs its program pg_dump.",
        epilog="example:\n  sumito server backup games.backup",
    )
    parser.add_argument("file", metavar="FILE", help="the new file")
    add_database_option(parser)
    return parser


def run(args: argparse.Namespace) -> int:
    """Make the backup."""
    target = Path(checked_name(args.file))
    with storage_failures():
        from sumito.server.backup import back_up

        back_up(database_of(args), target)
    print(f"wrote {target}: {target.stat().st_size} bytes")
    return 0
