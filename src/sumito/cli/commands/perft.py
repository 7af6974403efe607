"""`sumito perft`: count the positions that move generators are compared by."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Final

from sumito.cli.options.board import add_board_options, board_of, whole_number
from sumito.core import Board, Rules, perft

RULES: Final = Rules(repetition=0)
"""The rules of counting: repetition does not end a game."""

_DEEPEST: Final = 64
STRIDE: Final = 4
"""Plies that one native call counts. It takes some milliseconds, and Ctrl-C waits for it."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "perft",
        help="count the move sequences up to a depth",
        description="Count the sequences of legal moves for each depth. Move generators are compared\n"
        "by these numbers. Repetition does not end a game, and a won position has no\n"
        "moves. The last line is `nodes N`.",
        epilog="example:\n  sumito perft --layout belgian-daisy --depth 3 --divide",
    )
    add_board_options(parser)
    parser.add_argument(
        "--depth",
        metavar="N",
        required=True,
        type=lambda text: whole_number(text, 0, _DEEPEST),
        help="the largest number of plies",
    )
    parser.add_argument("--divide", action="store_true", help="show the count of each first move")
    return parser


def run(args: argparse.Namespace) -> int:
    """Count and print, depth by depth."""
    from sumito.cli.progress import Progress

    board = board_of(args, RULES)
    total = 1
    with Progress() as progress:
        for depth in range(1, args.depth + 1):
            began = time.perf_counter()
            if depth <= STRIDE and not (args.divide and depth == args.depth):
                total = perft(board, depth)
                _tell(depth, total, time.perf_counter() - began)
                continue
            total = 0
            roots = sorted((board.format_move(move), move) for move in board.legal_moves)
            for number, (text, move) in enumerate(roots, 1):
                before = total
                board.play(move)
                for leaves in counts(board, depth - 1):
                    total += leaves
                    progress.show(f"depth {depth}: first move {number} of {len(roots)}, {total} nodes")
                board.undo()
                if args.divide and depth == args.depth:
                    progress.clear()
                    print(text, total - before, flush=True)
            progress.clear()
            _tell(depth, total, time.perf_counter() - began)
    print(f"nodes {total}")
    return 0


def _tell(depth: int, total: int, seconds: float) -> None:
    rate = total / max(seconds, 1e-9)
    print(f"depth {depth}  {total}  {seconds:.3f} s  {rate:.0f} leaves/s", flush=True)


def counts(board: Board, depth: int) -> Iterator[int]:
    """Yield the count in parts, each of which takes little time."""
    if depth <= STRIDE:
        yield perft(board, depth)
        return
    for move in board.legal_moves:
        board.play(move)
        yield from counts(board, depth - 1)
        board.undo()
