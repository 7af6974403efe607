"""`sumito moves`: list the legal moves of a position."""

from __future__ import annotations

import argparse
import sys

from sumito.cli.options.board import add_board_options, board_of


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "moves",
        help="list the legal moves of a position",
        description="List the legal moves, one per line. The columns are the move in Aba-Pro, Nacre\n"
        "and PlayStrategy notation, in_line or broadside, the numbers of a sumito (3-2),\n"
        "and `ejects`. A hyphen marks an empty column.",
        epilog="example:\n  sumito moves --position '5/6/7/8/5SSSs/8/7/6/5 0 0 b 0 1'",
    )
    add_board_options(parser)
    return parser


def run(args: argparse.Namespace) -> int:
    """List the moves, sorted by their text."""
    from sumito.core import Dialect

    board = board_of(args)
    if outcome := board.outcome:
        print(f"sumito moves: no moves, the game is over: {outcome}", file=sys.stderr)
    rows = []
    for move in board.legal_moves:
        odds = board.sumito_odds(move)
        rows.append(
            (
                *(board.format_move(move, dialect) for dialect in Dialect),
                str(move.kind),
                f"{odds[0]}-{odds[1]}" if odds else "-",
                "ejects" if board.is_ejection(move) else "-",
            )
        )
    for aba_pro, nacre, playstrategy, kind, odds_text, ejects in sorted(rows):
        print(f"{aba_pro:<7} {nacre:<5} {playstrategy:<6} {kind:<10} {odds_text:<4} {ejects}")
    return 0
