"""`sumito puzzles`: solve puzzles at this terminal."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from sumito.cli.options.board import whole_number
from sumito.cli.options.language import add_language_option, language_of
from sumito.terminal.failures import InputError, quoted

if TYPE_CHECKING:
    from sumito.learn.puzzles import Puzzle

_KINDS: Final = ("eject", "eject-two", "save")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "puzzles",
        help="solve puzzles at this terminal",
        description="Solve puzzles: eject marbles within some moves, or save one. Every solution is\n"
        "proved by exhaustive search, and the board shows why a wrong move fails. Type\n"
        "moves in any notation, or `help`.",
        epilog="example:\n  sumito puzzles --kind save --difficulty 2",
    )
    parser.add_argument(
        "--theme", metavar="NAME", help="only puzzles with this theme, such as broken_pac or double_threat"
    )
    parser.add_argument("--difficulty", metavar="N", type=_difficulty, help="only puzzles of this difficulty, 1 to 5")
    parser.add_argument("--kind", choices=_KINDS, help="only puzzles with this task")
    parser.add_argument("--id", metavar="ID", help="start with this puzzle")
    add_language_option(parser)
    return parser


def _difficulty(text: str) -> int:
    return whole_number(text, 1, 5)


def run(args: argparse.Namespace) -> int:
    """Show puzzles until the player leaves."""
    from sumito.learn.catalogue import catalogue
    from sumito.terminal.board_text import look_for
    from sumito.terminal.console import program
    from sumito.terminal.puzzles import TerminalPuzzles

    chosen = _chosen(args)
    words = catalogue(language_of(args))
    return TerminalPuzzles(chosen, sys.stdin, sys.stdout, look_for(sys.stdout), words).run(_command(args, program()))


def _chosen(args: argparse.Namespace) -> list[Puzzle]:
    """Return the puzzles that the options select.

    Raises:
        InputError: no puzzle matches.
    """
    from sumito.learn.puzzles import THEMES, puzzles

    if args.theme is not None and args.theme not in THEMES:
        raise InputError(f"--theme: no such theme: {quoted(args.theme)} ({', '.join(THEMES)})")
    every = puzzles()
    found = [
        puzzle
        for puzzle in every
        if (args.theme is None or args.theme in puzzle.themes)
        and args.difficulty in (None, puzzle.difficulty)
        and args.kind in (None, _kind(puzzle))
    ]
    if args.id is not None:
        ids = [puzzle.id for puzzle in found]
        if args.id not in ids and any(puzzle.id == args.id for puzzle in every):
            raise InputError(f"--id: {quoted(args.id)} does not match the other options")
        if args.id not in ids:
            raise InputError(f"--id: no such puzzle: {quoted(args.id)}")
        found = found[ids.index(args.id) :]
    if not found:
        raise InputError("no puzzle matches this theme, difficulty and kind")
    return found


def _command(args: argparse.Namespace, program: str) -> str:
    """Return the command that shows the same puzzles again."""
    options = (("theme", args.theme), ("difficulty", args.difficulty), ("kind", args.kind), ("lang", args.lang))
    return " ".join((program, "puzzles", *(f"--{name} {value}" for name, value in options if value is not None)))


def _kind(puzzle: Puzzle) -> str:
    return "eject-two" if puzzle.task.marbles == 2 else puzzle.task.goal.value
