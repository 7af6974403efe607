"""A slow search for several players without any pruning, to compare the engine with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sumito import Board, Color

WIN = 30_000
LETTERS = {"black": "b", "white": "w", "blue": "u", "red": "r", "yellow": "y", "green": "g"}


def after_replies(board: Board) -> bool:
    """Return whether one of several opponents replies to each move."""
    return len(board.sides) == len(board.players) and len(board.active) > 2


def replying(board: Board, color: Color) -> Board:
    """Return the board with this opponent to move, without a history. No cap ends the game before the reply."""
    fields = board.position().split()
    fields[3] = LETTERS[color]
    return Board.from_position(" ".join(fields), rules=replace(board.rules, ply_cap=0, quiet_cap=0))


def after_reply(before: Board, after: Board, root: Color) -> Board:
    """Return the board after a reply, with `root` to move. All opponents have moved, so it is the next round."""
    fields = after.position().split()
    fields[3] = LETTERS[root]
    if fields[2] == before.position().split()[2]:  # nothing was ejected
        fields[4] = str(before.quiet_plies + len(before.active) - 1)
    order = before.players
    fields[5] = str(before.round + (order.index(before.turn) > order.index(root)))
    return Board.from_position(" ".join(fields), rules=before.rules)


def side_of(board: Board, color: Color) -> tuple[Color, ...]:
    return next(side for side in board.sides if color in side)


def next_boards(board: Board, root: Color, *, ejections: bool) -> Iterator[Board]:
    """Yield the boards after each move, or after each reply of anybody."""
    replies = after_replies(board) and board.turn is not root
    for color in [each for each in board.active if each is not root] if replies else [board.turn]:
        now = replying(board, color) if replies else board
        for move in now.legal_moves:
            if not ejections or now.is_ejection(move):
                after = now.copy()
                after.play(move)
                goes_on = after.outcome is None and root in after.active
                yield after_reply(board, after, root) if replies and goes_on else after


def value(board: Board, root: Color, depth: int, ply: int = 0) -> int:
    """Return the score of the player `root`."""
    own = side_of(board, root)
    if board.outcome is not None or root not in board.active:
        winners = board.outcome.winners if board.outcome else ("somebody else",)
        return 0 if not winners else WIN - ply if root in winners else ply - WIN
    best = max if board.turn in own else min
    below = [value(after, root, depth - 1, ply + 1) for after in next_boards(board, root, ejections=depth <= 0)]
    if depth <= 0:
        below.append(board._game.scores()[board.sides.index(own)])  # type: ignore[union-attr]
    return best(below)
