"""`sumito server restore`: replace the database by a backup."""

from __future__ import annotations

import argparse
from pathlib import Path

from sumito.cli.options.database import add_database_option, database_of, storage_failures
from sumito.terminal.files import checked_name


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the options of the command."""
    parser = commands.add_parser(
        "restore",
        help="replace the database by a backup",
        description="Replace the database by a backup. Stop the server first.\n\n"
        "A file of SQLite is kept under another name. A database of PostgreSQL must be\n"
        "empty, and needs the program pg_restore.",
        epilog="example:\n  sumito server restore games.backup",
    )
    parser.add_argument("file", metavar="FILE", help="a file that `sumito server backup` has written")
    add_database_option(parser)
    return parser


def run(args: argparse.Namespace) -> int:
    """Restore the backup."""
    source = Path(checked_name(args.file))
    with storage_failures():
        from sumito.server.backup import restore
        from sumito.server.database import shown

        url = database_of(args)
        before = restore(url, source)
    print(f"restored {shown(url)}")
    if before is not None:
        print(f"the database before is {before}")
    return 0
