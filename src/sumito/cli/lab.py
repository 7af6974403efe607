"""`sumito lab`: the commands of the laboratory, one module each."""

from __future__ import annotations

import argparse
from typing import Final

from sumito.cli import lab_selfplay

_COMMANDS: Final = (lab_selfplay,)


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """The commands of the laboratory."""
    parser = commands.add_parser(
        "lab",
        help="games of the engine against itself",
        description="What makes the engine stronger, and measures it.",
        epilog="example:\n  sumito lab selfplay -o samples --games 4 --nodes 100\n\n"
        "`sumito lab COMMAND --help` tells more about a command.",
    )
    below = parser.add_subparsers(metavar="COMMAND", title="commands", required=True)
    for module in _COMMANDS:
        command = module.add(below)
        command.add_argument(
            "--debug",
            action="store_true",
            default=argparse.SUPPRESS,
            help="show the traceback when something goes wrong",
        )
        command.set_defaults(run=module.run, command=command.prog.removeprefix("sumito "))
    return parser


def run(args: argparse.Namespace) -> int:
    """Never called: a command of the laboratory runs itself."""
    raise NotImplementedError(args.command)
