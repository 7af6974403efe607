"""The games of the core: of two players, and of more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from sumito import _native
from sumito.core.text import ANY_DIALECT, PositionForm, for_core, move_error, read_setup

if TYPE_CHECKING:
    from sumito.core.board import Board
    from sumito.core.outcome import Rules

AnyGame: TypeAlias = _native.Game | _native.MultiGame
"""A game of the core."""
LEGAL: Final = 0
"""The reason of a verdict on a legal move, as the core gives it."""


def new_game(start: _native.Setup | _native.MultiSetup, rules: Rules) -> AnyGame:
    """Begin a game of the core."""
    if isinstance(start, _native.MultiSetup):
        return _native.MultiGame(start, rules.native(), rules.mixed_moves)
    return _native.Game(start, rules.native())


def game_of_two(board: Board) -> _native.Game:
    """Return the game of a board of two players, for what more players do not have.

    Raises:
        ValueError: more than two players.
    """
    if isinstance(board._game, _native.MultiGame):
        raise _more_than_two(len(board.players))
    return board._game


def setup_of_two(position: str) -> _native.Setup:
    """Return the setup of a position text of two players, for what more players do not have.

    Raises:
        ValueError: more than two players.
    """
    setup = read_setup(position, PositionForm.FEN)
    if isinstance(setup, _native.MultiSetup):
        raise _more_than_two(len(setup.colors))
    return setup


def _more_than_two(players: int) -> ValueError:
    return ValueError(f"only two players have this, not {players}")


def read_move(
    game: AnyGame, text: str, dialect: int = ANY_DIALECT, transposed: bool = False
) -> tuple[int, int, int, int, int, int]:
    """Return the values of the verdict on the move that a text names.

    Raises:
        NotationError: the text does not name a move.
    """
    problem, column, values = _native.read_move(game, for_core(text), dialect, transposed)
    if problem:
        raise move_error(problem, column, text)
    return values
