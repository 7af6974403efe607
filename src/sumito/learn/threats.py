"""What can be pushed and ejected in a position, what is in danger, and how to defend it: as data and as sentences."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sumito import _native
from sumito.core import MOVES, Board, Color, Move, next_cell
from sumito.core.cells import cells_of
from sumito.learn.sentence import Sentence, sentences_of


class DefenceKind(StrEnum):
    """How a move defends; where several hold, the first."""

    WINS = "wins"
    """It ends the game."""
    EJECTS = "ejects"
    """It ejects a marble itself."""
    SUPPORTS = "supports"
    """It pushes the head of an attacking line aside and stands there: now the row is too strong to be pushed."""
    CUTS = "cuts"
    """It pushes another marble out of an attacking line."""
    AWAY = "away"
    """A marble in danger steps away."""
    GAP = "gap"
    """The marble before it steps away: without contact there is no push."""


_KINDS: Final = tuple(DefenceKind)


@dataclass(frozen=True, slots=True)
class Push:
    """A sumito that a player could play if it were that player's turn."""

    player: Color
    moves: tuple[Move, ...]
    """Every move that does it, the one with the fewest marbles first."""
    pushed: tuple[int, ...]
    """The enemy marbles that it moves, from the head of the line on."""
    ejected: int | None
    """The one that falls."""

    @property
    def odds(self) -> tuple[int, int]:
        """The fewest marbles that can do it, against how many."""
        return len(self.moves[0].cells), len(self.pushed)


@dataclass(frozen=True, slots=True)
class Defence:
    """A move that saves marbles in danger."""

    move: Move
    kind: DefenceKind
    saved: tuple[int, ...]
    """The marbles in danger, as they stand now, that cannot be ejected after it."""
    exposed: tuple[int, ...]
    """Own marbles, as they stand after it, that the enemy can eject then."""


@dataclass(frozen=True, slots=True)
class Threats:
    """What hangs in a position; of a game that is over nothing does."""

    turn: Color
    pushes: tuple[Push, ...]
    """Black's, then White's: first the ejections by the marble that falls, then the others by the first they push."""
    endangered: tuple[int, ...]
    """The marbles of the player to move that the enemy could eject."""
    defences: tuple[Defence, ...]
    """The moves after which none of these can be ejected; where there is none, those that save some of them.

    First those that expose the fewest marbles, then by kind, by the number of marbles moved, by the number of the move.
    """
    wins: bool
    """Whether the player to move can win at once."""

    def ejections(self, player: Color) -> tuple[Push, ...]:
        """What a player could eject.

        >>> board = Board.from_position("5/6/7/8/5SSSs/8/7/6/5 0 0 b 0 1")
        >>> [push] = threats(board).ejections(Color.BLACK)
        >>> cell_name(push.ejected), push.odds, len(push.moves)
        ('e9', (2, 1), 2)
        """
        return tuple(push for push in self.pushes if push.player is player and push.ejected is not None)

    def other_pushes(self, player: Color) -> tuple[Push, ...]:
        """What a player could push without ejecting it."""
        return tuple(push for push in self.pushes if push.player is player and push.ejected is None)


def threats(board: Board) -> Threats:
    """What each player could push and eject, which marbles of the player to move are in danger, and what saves them.

    Of all that ends a game only the last ejection counts here: a move that wins leaves no danger, while repetition and
    caps on plies are not asked for.

    >>> board = Board.from_position("5/6/7/8/5SSSs/8/7/6/5 0 0 w 0 1")
    >>> found = threats(board)
    >>> [cell_name(cell) for cell in found.endangered]
    ['e9']
    >>> [(board.format_move(each.move), str(each.kind)) for each in found.defences]
    [('e9f9', 'away'), ('e9d8', 'away')]
    """
    pushes, defences, wins = _native.threats(board._game)
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
    """A learner's summary: what the player to move can eject, then the dangers and how to defend, then the pushes.

    At most three of each are told; of the defences, the best of each kind. The words are those of
    `catalogue(language).sentences(...)`.

    >>> board = Board.from_position("5/6/7/8/5SSSs/8/7/6/5 0 0 b 0 1")
    >>> from sumito.learn.catalogue import catalogue
    >>> catalogue("en").sentence(explain_position(board)[1])
    'Black can eject the white marble on e9: e7 and e8 push right, 2 against 1.'
    """
    return sentences_of(_native.explain_position(board._game))


def _push(player: Color, number: int, most: int, ejected: int, pushed: int) -> Push:
    move = MOVES[number]
    moves = [move]
    behind = next_cell(move.tail, move.direction.opposite)
    if most > len(move.cells) and behind is not None:
        moves.append(Move.of([behind, *move.cells], move.direction))
    cells = cells_of(pushed)
    return Push(player, tuple(moves), cells if move.direction < 3 else cells[::-1], None if ejected < 0 else ejected)
