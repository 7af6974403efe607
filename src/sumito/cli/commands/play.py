"""`sumito play`: open the web app in a browser, or play at this terminal."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from sumito.cli.options.board import add_board_options, board_of
from sumito.cli.options.language import add_language_option, language_of
from sumito.core import Color
from sumito.terminal.failures import InputError, quoted
from sumito.terminal.files import checked_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sumito.core import Board
    from sumito.engine import Level
    from sumito.learn.catalogue import Catalogue
    from sumito.terminal.console import Console


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "play",
        help="play in the browser, or at this terminal",
        description="Open the web app in the browser, and serve it until Ctrl-C.\n\n"
        "With --terminal, or any other option, play at this terminal: against the\n"
        "computer with --level, else a game for friends. Without --level a terminal asks\n"
        "for it. Type moves in any notation, or `help`.",
        epilog="the ids of the levels, 1 first:\n"
        "  pea, cherry, hazelnut, walnut, plum, apple, orange, coconut, melon, boulder,\n"
        "  moon, sun\n"
        "three to six players have those from hazelnut on\n\n"
        "example:\n  sumito play --level 4 --layout belgian-daisy\n"
        "  sumito play --layout three-players --seats person,walnut,hazelnut",
    )
    parser.add_argument("--lan", action="store_true", help="let other devices of this network open the web app")
    parser.add_argument("--terminal", action="store_true", help="play at this terminal; implied by all options below")
    start = add_board_options(parser)
    start.add_argument("--resume", metavar="FILE.apgn", help="continue the last game in this file")
    parser.add_argument("--record", metavar="FILE.apgn", help="save the game to this new file after every move")
    parser.add_argument(
        "--level",
        metavar="LEVEL",
        type=_level,
        help="play against the computer: 1 to 12 (full strength), or its id",
    )
    parser.add_argument(
        "--side",
        metavar="COLOUR",
        choices=(*map(str, Color), "random"),
        help="your colour against the computer: one of those who play, or random (default: the first)",
    )
    parser.add_argument(
        "--seats",
        metavar="SEAT,SEAT,...",
        help="who plays, in the order of play: `person` or a level for each",
    )
    parser.add_argument(
        "--coach", action="store_true", help="ask before you play a move that gives a marble away to the computer"
    )
    add_language_option(parser)
    return parser


def _level(text: str) -> Level:
    from sumito.engine.levels import typed_level

    try:
        return typed_level(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(args: argparse.Namespace) -> int:
    """Play until the player leaves, and return the exit code."""
    if args.lan and args.terminal:
        raise InputError("--lan is for the web app, not for --terminal")
    here = (args.layout, args.position, args.resume, args.record, args.level, args.side, args.seats, args.lang)
    if args.terminal or args.coach or any(option is not None for option in here):
        return _play_here(args)
    from sumito.cli.browser_game import play_in_browser

    return play_in_browser(lan=args.lan)


def _play_here(args: argparse.Namespace) -> int:
    from sumito.learn.catalogue import catalogue
    from sumito.terminal.board_text import look_for
    from sumito.terminal.console import Console
    from sumito.terminal.game import TerminalGame
    from sumito.terminal.game_file import GameFile, file_to_go_on, resumed

    words = catalogue(language_of(args))
    console = Console(sys.stdin, sys.stdout)
    board, headers = (board_of(args), None) if args.resume is None else resumed(args.resume)
    record = None if args.record == args.resume else args.record  # a resumed game is saved to its own file anyway
    if record is not None and os.path.lexists(checked_name(record)):
        raise InputError(
            f"--record: {quoted(record)} already exists: name a new file, or continue its last game with --resume"
        )
    if len(board.players) > 2 and args.coach:
        raise InputError("--coach: there is a coach only for games of two players")
    side = _side(args.side, board)
    file = GameFile(record, headers)
    file.check(board)
    level = args.level
    if args.seats is None and level is None and headers is None and sys.stdin.isatty() and sys.stdout.isatty():
        try:
            level = _asked_level(console, words, board)
        except (EOFError, KeyboardInterrupt):
            print()
            return 0
    computers = _computers(args, board, side, level, headers)
    if not computers and args.side is not None:
        raise InputError("--side needs a game against the computer: add --level")
    if not computers and args.coach:
        raise InputError("--coach needs a game against the computer: add --level")
    if headers is not None and record is None:
        same = file_to_go_on(args.resume, board, headers)
        console.tell(
            words.say("terminal.resumed" if same else "terminal.resumed.apart", file=words.notation(args.resume))
        )
        file = same or file
    return TerminalGame(
        board,
        sys.stdin,
        sys.stdout,
        look_for(sys.stdout),
        file,
        computers=computers,
        coach=args.coach,
        words=words,
        options="" if args.lang is None else f" --lang {args.lang}",
    ).run()


def _computers(
    args: argparse.Namespace, board: Board, side: Color, level: Level | None, headers: Mapping[str, str] | None
) -> Mapping[Color, Level]:
    """Return the players that the computer plays: by the options, else as in the record with these tags."""
    from sumito.terminal.computers import Computers

    if args.seats is not None:
        return _seats(args, board)
    if level is not None:
        return Computers.against(board, side, _level_for(board, level.id, "--level")).levels
    return {} if headers is None else _engines_in(headers, board)


def _side(name: str | None, board: Board) -> Color:
    from random import choice

    if name == "random":
        return choice(board.players)  # noqa: S311 - a game
    if name and Color(name) not in board.players:
        raise InputError(f"--side: {name} does not play; choose {', '.join(board.players)} or random")
    return Color(name) if name else board.players[0]


def _seats(args: argparse.Namespace, board: Board) -> dict[Color, Level]:
    """Return the players that the computer plays, by their seats."""
    from sumito.terminal.computers import PERSON

    if args.level is not None or args.side is not None or args.coach:
        raise InputError("--seats already tells who plays: leave out --level, --side and --coach")
    seats = [seat.strip() for seat in args.seats.split(",")]
    if len(seats) != len(board.players) or PERSON not in seats:
        raise InputError(
            f"--seats: expected {len(board.players)} seats, each `{PERSON}` or a level, and a person in one of them"
        )
    return {
        color: _level_for(board, seat, "--seats")
        for color, seat in zip(board.players, seats, strict=True)
        if seat != PERSON
    }


def _level_for(board: Board, text: str, option: str) -> Level:
    """Return the level that an option names, for a game with the players of a board."""
    from sumito.terminal.computers import typed_level_for

    try:
        return typed_level_for(board, text)
    except ValueError as error:
        raise InputError(f"{option}: {error}") from None


def _engines_in(headers: Mapping[str, str], board: Board) -> dict[Color, Level]:
    """Return the players that the computer plays in a record. A game of computers only continues as one for people."""
    from sumito.terminal.computers import level_named_for
    from sumito.terminal.game_file import player_tag

    named = {color: level_named_for(board, headers[player_tag(color)]) for color in board.players}
    levels = {color: level for color, level in named.items() if level is not None}
    return {} if len(levels) == len(board.players) else levels


def _asked_level(console: Console, words: Catalogue, board: Board) -> Level | None:
    """Ask for the level of the computer. Return None for a game against a friend.

    Raises:
        EOFError: the player leaves, or the input has ended.
    """
    from sumito.engine.levels import LEVELS
    from sumito.terminal.computers import first_level, typed_level_for

    first = first_level(board)
    welcome = "terminal.welcome" if len(board.players) == 2 else "terminal.welcome.several"
    console.tell(words.say(welcome, least=first.number, most=len(LEVELS)))
    while True:
        answer = console.ask(f"{words.say('play.level')} [{first.number}]:").lower()
        if not answer:
            return first
        if answer in ("f", "friend"):
            return None
        if answer in ("q", "quit", "exit"):
            raise EOFError
        try:
            return typed_level_for(board, answer)
        except ValueError:
            console.tell(words.say("terminal.level.wrong", least=first.number, most=len(LEVELS)))
