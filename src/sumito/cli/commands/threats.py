"""`sumito threats`: describe the threats of a position."""

from __future__ import annotations

import argparse
import sys

from sumito.cli.options.board import add_board_options, board_of_two
from sumito.cli.options.language import add_language_option, language_of
from sumito.terminal.wrapping import text_lines


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "threats",
        help="describe the threats and defences of a position",
        description="Describe what the player to move can eject, which of that player's marbles are\n"
        "in danger, which moves save them, and what can be pushed. Draw the board with\n"
        "the marbles in danger marked.",
        epilog="example:\n  sumito threats --position '5/6/7/8/5SSSs/8/7/6/5 0 0 w 0 1'",
    )
    add_board_options(parser)
    add_language_option(parser)
    return parser


def run(args: argparse.Namespace) -> int:
    """Print the sentences, one per line, and draw the board."""
    from sumito.learn.catalogue import catalogue
    from sumito.learn.threats import explain_position, threats
    from sumito.terminal.board_text import board_lines, legend, look_for

    board = board_of_two(args)
    words = catalogue(language_of(args))
    for sentence in explain_position(board):
        print(*text_lines(words.sentence(sentence), rest="  "), sep="\n")
    look = look_for(sys.stdout)
    print()
    print("\n".join(board_lines(board, look, marks=threats(board).endangered)))
    print()
    print(legend(board, look, words))
    return 0
