"""`sumito explain`: explain why a move is legal or illegal."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from sumito.cli.options.board import add_board_options, board_of, plain_text
from sumito.cli.options.language import add_language_option, language_of
from sumito.terminal.failures import InputError
from sumito.terminal.typed_moves import TypedError, explain_line, explain_typed
from sumito.terminal.wrapping import text_lines

if TYPE_CHECKING:
    from sumito.core import Board
    from sumito.learn.catalogue import Catalogue
    from sumito.learn.reasons import Explanation


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "explain",
        help="explain why a move is legal or illegal",
        description="Explain why a line can or cannot move in a direction, and draw the board. Name\n"
        "each marble of the line (e2,e3,e4) or its two ends (e2-e4), or give a move as\n"
        "you type it in `sumito play`.",
        epilog="example:\n  sumito explain --position 5/6/7/8/1SSss4/8/7/6/5 --line e2-e3 --direction E",
    )
    add_board_options(parser)
    parser.add_argument("--line", metavar="CELLS", help="e2,e3,e4 or e2-e4 or e4")
    parser.add_argument("--direction", metavar="D", help="E, NE (up right), NW (up left), W, SW (down left) or SE")
    parser.add_argument("--move", metavar="TEXT", help="a move such as e2e3, instead of --line and --direction")
    add_language_option(parser)
    return parser


def run(args: argparse.Namespace) -> int:
    """Print the verdict, the explanation and the board."""
    from sumito.learn.catalogue import catalogue
    from sumito.terminal.board_text import board_lines, legend, look_for

    board = board_of(args)
    words = catalogue(language_of(args))
    try:
        explanation = _explanation(board, args)
    except TypedError as error:
        raise InputError(error.text(words)) from error
    look = look_for(sys.stdout)
    print(headline(board, explanation, words))
    print(*text_lines(words.sentences(explanation.sentences)), sep="\n")
    print()
    print("\n".join(board_lines(board, look, marks=explanation.marks)))
    print()
    if len(board.players) > 2:
        print(words.say("several.to_move", legend=legend(board, look, words), player=board.turn))
        return 0
    black, white = (words.notation(look.row(color)) for color in board.players)
    print(words.say("explain.to_move", black=black, white=white, player=board.turn))
    return 0


def _explanation(board: Board, args: argparse.Namespace) -> Explanation:
    if args.line is not None and args.direction is not None and args.move is None:
        return explain_line(board, plain_text("--line", args.line), plain_text("--direction", args.direction))
    if args.move is not None and args.line is None and args.direction is None:
        return explain_typed(board, plain_text("--move", args.move).strip())
    raise InputError("expected --line and --direction, or --move alone")


def headline(board: Board, explanation: Explanation, words: Catalogue) -> str:
    """Return the verdict in a few words: `illegal: pac`, or `legal: e2e3, sumito 3-2, ejects`."""
    move = explanation.move
    if move is None:
        return words.say("explain.illegal", reason=words.say(f"explain.reason.{explanation.reason}"))
    odds = board.sumito_odds(move)
    kind = (
        words.say("explain.sumito", odds=words.notation(f"{odds[0]}-{odds[1]}"))
        if odds
        else words.say(f"explain.{move.kind}")
    )
    parts = [words.notation(board.format_move(move)), kind]
    if board.is_ejection(move):
        parts.append(words.say("explain.ejects"))
    return words.say("explain.legal", parts=", ".join(parts))
