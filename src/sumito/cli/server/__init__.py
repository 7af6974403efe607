"""`sumito server`: commands for the host of online games, one module each."""

from __future__ import annotations

import argparse
from typing import Final

from sumito.cli.command import add_commands
from sumito.cli.server import backup, migrate, restore
from sumito.terminal.failures import InputError

_COMMANDS: Final = (backup, restore, migrate)


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the commands of the host."""
    parser = commands.add_parser(
        "server",
        help="look after the database of online games",
        description="Back up, restore and migrate the database of online games.",
        epilog="example:\n  sumito server migrate --database sqlite:///games.sqlite\n\n"
        "See `sumito server COMMAND --help` for each command.",
    )
    add_commands(parser.add_subparsers(metavar="COMMAND", title="commands"), _COMMANDS)
    return parser


def run(args: argparse.Namespace) -> int:
    """Report that the command is missing."""
    raise InputError("expected a command (see sumito server --help)")
