"""Forms of position text, dialects of move text, and error messages for text that the core cannot read."""

from __future__ import annotations

from sumito import _native
from sumito.core.choice import Choice
from sumito.core.errors import NotationError


class Dialect(Choice):
    """The notations for moves.

    >>> Board("belgian-daisy").format_move(Move.of([0, 6, 13], Direction.NE), Dialect.NACRE)
    'a1d4'
    """

    ABA_PRO = "aba-pro"
    """The default. In line: the rear marble and the cell it moves to. Broadside: both ends of the line, and the cell
    that the first end moves to."""
    NACRE = "nacre"
    """The rear marble, and the cell where the farthest own marble lands."""
    PLAYSTRATEGY = "playstrategy"
    """The rear marble, and the first empty cell beyond all moving marbles. For an ejection: the cell of the ejected
    marble."""


DIALECTS = tuple(Dialect)
ANY_DIALECT = len(DIALECTS)


class PositionForm(Choice):
    """The notations for positions."""

    FEN = "fen"
    """Rows, scores, player to move and counters, as PlayStrategy writes them. The default, and the only form that
    keeps everything."""
    APGN = "apgn"
    """The Position tag of a record."""
    FACTORED = "factored"
    """Marbles lost and cells, first Black's, then White's: `0a12b123_0a45b456`. Black is to move."""
    DIGITS = "digits"
    """61 digits from a1 on: 0 empty, 1 black, 2 white. Black is to move, and no marble is lost."""


FORMS = tuple(PositionForm)

# Indexed by the core's TextProblem. Index 0 means no problem.
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
    """Return a number with its noun in singular or plural.

    >>> counted(1, "ply", "plies"), counted(0, "ply", "plies")
    ('1 ply', '0 plies')
    """
    return f"{number} {one if number == 1 else many}"


def dialect_number(dialect: Dialect | str | None) -> int:
    """Return the number that the core has for a dialect; None is any dialect."""
    return ANY_DIALECT if dialect is None else DIALECTS.index(Dialect(dialect))


def move_error(problem: int, column: int, text: str) -> NotationError:
    """Return the error for the text of a move that the core could not read."""
    return NotationError(PROBLEMS[problem], text, column + 1)


def for_core(text: str) -> str:
    """Replace characters beyond ASCII by `?`, which the core rejects at the same column. No notation uses them."""
    if not isinstance(text, str):
        raise TypeError(f"expected text, not {text!r}")
    return text if text.isascii() else text.encode("ascii", "replace").decode()


def read_setup(text: str, form: PositionForm | str) -> _native.Setup:
    """Parse a position text for the core.

    Raises:
        NotationError: the text is malformed.
        ValueError: there is no such form.
    """
    found = _native.read_position(FORMS.index(PositionForm(form)), for_core(text))
    if isinstance(found, tuple):
        problem, column = found
        raise NotationError(f"not a position, {PROBLEMS[problem]}", text, column + 1)
    return found
