"""`sumito play`: the web app in a browser, or a game at this terminal, against the engine or a friend."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Final

from sumito.cli.options.board import add_board_options, board_of, whole_number
from sumito.core import BLACK, Color
from sumito.terminal.failures import InputError, quoted
from sumito.terminal.files import checked_name

if TYPE_CHECKING:
    from collections.abc import Mapping

_LEVELS: Final = 12
_FIRST_LEVEL: Final = 2  # for somebody who has not named one


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """The command's own options."""
    parser = commands.add_parser(
        "play",
        help="play in the browser, or at this terminal",
        description="Open the web app in the browser, and serve it until Ctrl-C.\n\n"
        "With --terminal, or any other option, play at this terminal: against the\n"
        "engine with --level, else a game of two. At a terminal it asks which, if you\n"
        "do not say. Moves are typed, in any notation; `help` tells the rest.",
        epilog="example:\n  sumito play --level 4 --layout belgian-daisy",
    )
    parser.add_argument("--terminal", action="store_true", help="play at this terminal; so do all options below")
    start = add_board_options(parser)
    start.add_argument("--resume", metavar="FILE.apgn", help="go on with the last game in this file")
    parser.add_argument("--record", metavar="FILE.apgn", help="keep the game in this new file, move by move")
    parser.add_argument("--level", metavar="N", type=_level, help="play against the engine: 1 to 12, full strength")
    parser.add_argument("--side", choices=("black", "white", "random"), help="who you are against it; black begins")
    return parser


def _level(text: str) -> int:
    return whole_number(text, 1, _LEVELS)


def run(args: argparse.Namespace) -> int:
    """Play until somebody leaves."""
    here = (args.layout, args.position, args.resume, args.record, args.level, args.side)
    if args.terminal or any(option is not None for option in here):
        return _play_here(args)
    from sumito.cli.browser_game import play_in_browser

    return play_in_browser()


def _play_here(args: argparse.Namespace) -> int:
    from sumito.terminal.board_text import look_for
    from sumito.terminal.game import TerminalGame
    from sumito.terminal.game_file import GameFile, file_to_go_on, resumed

    board, headers = (board_of(args), None) if args.resume is None else resumed(args.resume)
    record = None if args.record == args.resume else args.record  # a resumed game goes on in its file anyway
    if record is not None and os.path.lexists(checked_name(record)):
        raise InputError(
            f"--record: {quoted(record)} is there already: name a new file, or go on with its last game by --resume"
        )
    level, side = args.level, _side(args.side)
    if level is None and headers is not None:
        level, side = _engine_in(headers, side)
    elif level is None and sys.stdin.isatty() and sys.stdout.isatty():
        try:
            level = _asked_level()
        except (EOFError, KeyboardInterrupt):
            print()
            return 0
    if level is None and args.side is not None:
        raise InputError("--side is for a game against the engine: name its --level")
    file = None
    if headers is not None and record is None:
        file = file_to_go_on(args.resume, board, headers)
        if file:
            print(f"The game goes on in {args.resume}, move by move.")
        else:
            print(
                f"{args.resume} has more than this program writes, and stays as it is.\nsave FILE.apgn keeps the game."
            )
    file = file or GameFile(record, headers)
    return TerminalGame(board, sys.stdin, sys.stdout, look_for(sys.stdout), file, level=level, side=side).run()


def _side(name: str | None) -> Color:
    from random import choice

    if name == "random":
        return choice(list(Color))  # noqa: S311 - a game
    return Color(name) if name else BLACK


def _engine_in(headers: Mapping[str, str], side: Color) -> tuple[int | None, Color]:
    """The level of the engine that played in a game, and who played against it.

    Raises:
        InputError: nobody did.
    """
    from sumito.terminal.game import engine_name

    levels = {engine_name(level): level for level in range(1, _LEVELS + 1)}
    engines = [color for color in Color if headers[str(color).capitalize()] in levels]
    if len(engines) > 1:
        raise InputError("--resume: the engine plays both sides of this game: say --level and --side for yours")
    for color in engines:
        return levels[headers[str(color).capitalize()]], next(each for each in Color if each is not color)
    return None, side


def _asked_level() -> int | None:
    """The level that somebody wants to play against, None for a friend.

    Raises:
        EOFError: there is no answer.
    """
    from sumito.terminal.console import Console

    console = Console(sys.stdin, sys.stdout)
    console.tell(
        "Abalone. Press Enter to play against the engine, or type its level first: 1 is for a first game, "
        f"{_LEVELS} is full strength. Type f to play against a friend."
    )
    while True:
        answer = console.ask(f"Level [{_FIRST_LEVEL}]: ").lower()
        if not answer:
            return _FIRST_LEVEL
        if answer in ("f", "friend"):
            return None
        if answer in ("q", "quit", "exit"):
            raise EOFError
        try:
            return _level(answer)
        except argparse.ArgumentTypeError:
            console.tell(f"A level is a number from 1 to {_LEVELS}; f is for a friend, q leaves.")
