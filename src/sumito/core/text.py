"""What the core says of text that it cannot read, in words, names of forms and dialects, and numbers of things."""

from __future__ import annotations

from enum import Enum, StrEnum

from sumito import _native
from sumito.core.errors import NotationError


class Dialect(StrEnum):
    """The ways in which moves are written.

    >>> Board("belgian-daisy").format_move(Move.of([0, 6, 13], Direction.NE), Dialect.NACRE)
    'a1d4'
    """

    ABA_PRO = "aba-pro"
    """The project's own: the rear marble and the cell it steps to; broadside, both ends and where the first goes."""
    NACRE = "nacre"
    """The rear marble and where the farthest own marble lands."""
    PLAYSTRATEGY = "playstrategy"
    """The rear marble and the first empty cell after all that moves, or the edge cell of the marble that falls."""


DIALECTS = tuple(Dialect)
ANY_DIALECT = len(DIALECTS)


class PositionForm(Enum):
    """The ways in which positions are written."""

    FEN = 0
    """Rows, scores, player to move, counters, as PlayStrategy writes it. The project's own, and the only one that
    holds everything."""
    APGN = 1
    """The Position tag of a record."""
    FACTORED = 2
    """Marbles lost and cells, Black then White: `0a12b123_0a45b456`. Black is to move."""
    DIGITS = 3
    """61 digits from a1 on: 0 empty, 1 black, 2 white. Black is to move and nothing is lost."""


# By the numbers of the core's TextProblem; the first is "none".
PROBLEMS = (
    "",
    "nothing to read",
    "a character that does not belong here",
    "a row with too many cells",
    "a row with too few cells",
    "fewer than nine rows",
    "more than nine rows",
    "a number of lost marbles is from 0 to 60",
    "the player to move is b or w",
    "a counter is a whole number up to 1000000, and moves count from 1",
    "more than a position holds",
    "no such cell",
    "two marbles in one cell",
    "no _ or , between the players",
    "not 61 digits",
    "not a move",
    "the cell a marble steps to is its neighbour",
    "three cells name a broadside move, and this goes along the line",
    "not a move of this dialect",
    "this is not where the move ends",
)


def counted(number: int, one: str, many: str) -> str:
    """A number with its noun.

    >>> counted(1, "ply", "plies"), counted(0, "ply", "plies")
    ('1 ply', '0 plies')
    """
    return f"{number} {one if number == 1 else many}"


def for_core(text: str) -> str:
    """The text as the core reads it: no notation has a character beyond ASCII, so each counts as one that is wrong."""
    if not isinstance(text, str):
        raise TypeError(f"text, not {text!r}")
    return text if text.isascii() else text.encode("ascii", "replace").decode()


def read_setup(text: str, form: PositionForm) -> _native.Setup:
    """A position text for the core.

    Raises:
        NotationError: it is not well formed.
    """
    found = _native.read_position(form.value, for_core(text))
    if isinstance(found, tuple):
        problem, column = found
        raise NotationError(f"not a position, {PROBLEMS[problem]}", text, column + 1)
    return found
