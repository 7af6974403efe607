"""Add commands to the parser."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Protocol


class Command(Protocol):
    """A module that is a command."""

    def add(self, commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
        """Add the parser of the command, and return it."""

    def run(self, args: argparse.Namespace) -> int:
        """Run the command, and return the exit code."""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser], modules: Iterable[Command]) -> None:
    """Add commands to a parser."""
    for module in modules:
        command = module.add(commands)
        add_debug(command)
        command.set_defaults(run=module.run, name=command.prog)


def add_debug(parser: argparse.ArgumentParser) -> None:
    """Add `--debug`, which can stand before the command or after it."""
    parser.add_argument(
        "--debug", action="store_true", default=argparse.SUPPRESS, help="show the traceback of an error"
    )
