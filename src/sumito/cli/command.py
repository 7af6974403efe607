"""How a command joins the others: its options, the switch that all have, and what runs it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Protocol


class Command(Protocol):
    """A module of this folder that is a command."""

    def add(self, commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
        """Add its parser."""

    def run(self, args: argparse.Namespace) -> int:
        """Run it; the exit code."""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser], modules: Iterable[Command]) -> None:
    """Give a parser these commands."""
    for module in modules:
        command = module.add(commands)
        add_debug(command)
        command.set_defaults(run=module.run, name=command.prog)


def add_debug(parser: argparse.ArgumentParser) -> None:
    """Give a parser the switch that shows tracebacks; it may stand before the command or after it."""
    parser.add_argument(
        "--debug", action="store_true", default=argparse.SUPPRESS, help="show the traceback when something goes wrong"
    )
