"""Threats of a position: possible pushes and ejections, marbles in danger, and defences. As data and as sentences."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sumito import _native
from sumito.core import MOVES, Board, Color, Move, next_cell
from sumito.core.cells import cells_of
from sumito.core.native_game import game_of_two
from sumito.learn.sentence import Sentence, sentences_of


class DefenceKind(StrEnum):
    """The ways in which a move defends. If several apply, the first counts."""

    WINS = "wins"
    """It wins the game."""
    EJECTS = "ejects"
    """It ejects a marble itself."""
    SUPPORTS = "supports"
    """It pushes the head of an attacking line aside and takes its place, so that the row is too strong to be pushed."""
    CUTS = "cuts"
    """It pushes another marble out of an attacking line."""
    AWAY = "away"
    """It moves a marble out of danger."""
    GAP = "gap"
    """It moves the marble in front, so that the attackers have no contact and cannot push."""


_KINDS: Final = tuple(DefenceKind)


@dataclass(frozen=True, slots=True)
class Push:
    """A sumito that a player could play on that player's turn."""

    player: Color
    moves: tuple[Move, ...]
    """The moves that make this push, the one with the fewest marbles first."""
    pushed: tuple[int, ...]
    """The enemy marbles that it pushes, beginning with the nearest."""
    ejected: int | None
    """The marble that it ejects, or None."""

    @property
    def odds(self) -> tuple[int, int]:
        """The fewest marbles that can push, and the number of marbles pushed."""
        return len(self.moves[0].cells), len(self.pushed)


@dataclass(frozen=True, slots=True)
class Defence:
    """A move that saves marbles in danger."""

    move: Move
    kind: DefenceKind
    saved: tuple[int, ...]
    """The cells of the marbles in danger that cannot be ejected after the move."""
    exposed: tuple[int, ...]
    """The cells of own marbles, after the move, that the enemy can then eject."""


@dataclass(frozen=True, slots=True)
class Threats:
    """The threats of a position. They are empty if the game is over."""

    turn: Color
    pushes: tuple[Push, ...]
    """Black's pushes, then White's. Ejections come first, sorted by the ejected marble; then the others, sorted by the
    first marble pushed."""
    endangered: tuple[int, ...]
    """The cells of the marbles of the player to move that the enemy could eject."""
    defences: tuple[Defence, ...]
    """The moves after which none of these marbles can be ejected. If there are none: the moves that save some of them.

    They are sorted by the number of exposed marbles, by kind, by the number of marbles moved, and by move number.
    """
    wins: bool
    """Whether the player to move can win with one move."""

    def ejections(self, player: Color | str) -> tuple[Push, ...]:
        """Return the pushes of a player that eject a marble.

        >>> board = Board.from_position("5/6/7/8/5SSSs/8/7/6/5 0 0 b 0 1")
        >>> [push] = threats(board).ejections(Color.BLACK)
        >>> cell_name(push.ejected), push.odds, len(push.moves)
        ('e9', (2, 1), 2)
        """
        color = Color(player)
        return tuple(push for push in self.pushes if push.player is color and push.ejected is not None)

    def other_pushes(self, player: Color | str) -> tuple[Push, ...]:
        """Return the pushes of a player that eject no marble."""
        color = Color(player)
        return tuple(push for push in self.pushes if push.player is color and push.ejected is None)


def threats(board: Board) -> Threats:
    """Return the pushes of both players, the marbles of the player to move that are in danger, and the defences.

    A move that wins by ejection leaves no danger. Repetition and caps on plies are ignored.

    >>> board = Board.from_position("5/6/7/8/5SSSs/8/7/6/5 0 0 w 0 1")
    >>> found = threats(board)
    >>> [cell_name(cell) for cell in found.endangered]
    ['e9']
    >>> [(board.format_move(each.move), str(each.kind)) for each in found.defences]
    [('e9f9', 'away'), ('e9d8', 'away')]
    """
    pushes, defences, wins = _native.threats(game_of_two(board))
    found = tuple(_push(player, *values) for player, each in zip(board.players, pushes, strict=True) for values in each)
    return Threats(
        board.turn,
        found,
        tuple(sorted({push.ejected for push in found if push.player is not board.turn and push.ejected is not None})),
        tuple(
            Defence(MOVES[move], _KINDS[kind], cells_of(saved), cells_of(exposed))
            for move, kind, saved, exposed in defences
        ),
        wins,
    )


def explain_position(board: Board) -> tuple[Sentence, ...]:
    """Return a summary for learners: possible ejections, then dangers and defences, then other pushes.

    There are at most three of each, and of the defences the best of each kind. `catalogue(language).sentences(...)`
    gives the text.

    >>> board = Board.from_position("5/6/7/8/5SSSs/8/7/6/5 0 0 b 0 1")
    >>> from sumito.learn.catalogue import catalogue
    >>> catalogue("en").sentence(explain_position(board)[1])
    'Black can eject the white marble on e9: e7 and e8 push right, 2 against 1.'
    """
    return sentences_of(_native.explain_position(game_of_two(board)))


def _push(player: Color, number: int, most: int, ejected: int, pushed: int) -> Push:
    move = MOVES[number]
    moves = [move]
    behind = next_cell(move.tail, move.direction.opposite)
    if most > len(move.cells) and behind is not None:
        moves.append(Move.of([behind, *move.cells], move.direction))
    cells = cells_of(pushed)
    return Push(player, tuple(moves), cells if move.direction < 3 else cells[::-1], None if ejected < 0 else ejected)
