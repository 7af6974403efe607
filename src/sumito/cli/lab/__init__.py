"""`sumito lab`: commands that make the engine stronger and measure it, one module each."""

from __future__ import annotations

import argparse
from typing import Final

from sumito.cli.command import add_commands
from sumito.cli.lab import (
    atlas,
    book,
    explorer,
    match,
    openings,
    puzzles,
    seats,
    selfplay,
    ship,
    tournament,
    train,
    tune,
    tune_search,
)
from sumito.terminal.failures import InputError

_COMMANDS: Final = (
    match,
    tournament,
    seats,
    book,
    openings,
    atlas,
    puzzles,
    explorer,
    selfplay,
    train,
    tune,
    tune_search,
    ship,
)


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the commands of the lab."""
    parser = commands.add_parser(
        "lab",
        help="matches between engines, self-play, training",
        description="Run experiments: matches with statistics, opening books, self-play, training of\n"
        "networks, tuning of the hand-made evaluation and of the search.",
        epilog="example:\n  sumito lab match nodes=200 nodes=100 --games 4\n\n"
        "See `sumito lab COMMAND --help` for each command.",
    )
    add_commands(parser.add_subparsers(metavar="COMMAND", title="commands"), _COMMANDS)
    return parser


def run(args: argparse.Namespace) -> int:
    """Report that the command is missing."""
    raise InputError("expected a command (see sumito lab --help)")
