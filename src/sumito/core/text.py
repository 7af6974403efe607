"""Forms of position text, dialects of move text, and error messages for text that the core cannot read."""

from __future__ import annotations

from typing import Final

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
    """Rows, scores, player to move and counters, as PlayStrategy writes them. The default, the only form that keeps
    everything, and the only one for more than two players."""
    APGN = "apgn"
    """The Position tag of a record."""
    FACTORED = "factored"
    """Marbles lost and cells, first Black's, then White's: `0a12b123_0a45b456`. Black is to move."""
    DIGITS = "digits"
    """61 digits from a1 on: 0 empty, 1 black, 2 white. Black is to move, and no marble is lost."""


FORMS = tuple(PositionForm)

# The codes of the core's TextProblem, in its order, and the words of each in an error.
PROBLEMS: Final = {
    "none": "",
    "empty": "nothing to read",
    "bad_character": "a character that does not belong here",
    "row_too_long": "a row with too many cells",
    "row_too_short": "a row with too few cells",
    "too_few_rows": "fewer than nine rows",
    "too_many_rows": "more than nine rows",
    "bad_score": "the number of lost marbles must be from 0 to 60",
    "bad_turn": "the player to move must be b or w",
    "bad_counter": "a counter must be a whole number up to 1000000, and moves count from 1",
    "too_many_fields": "unexpected text after the position",
    "bad_cell": "no such cell",
    "cell_twice": "two marbles in one cell",
    "no_separator": "no _ or , between the players",
    "bad_length": "not 61 digits",
    "player_twice": "a player twice",
    "too_few_players": "fewer than three players",
    "all_have_left": "all players have left",
    "not_a_move": "not a move",
    "not_adjacent": "the cell a marble steps to is its neighbour",
    "not_broadside": "three cells name a broadside move, but this move is in line",
    "not_in_dialect": "not a move of this dialect",
    "wrong_destination": "this is not where the move ends",
}
_CODES: Final = tuple(PROBLEMS)
_SEVERAL_PLAYERS: Final = {
    "bad_character": "a character that does not belong here, or a marble or letter of nobody who plays",
    "bad_score": "the scores are one number from 0 to 60 for each side, with commas between them",
    "bad_turn": "the player to move must be one of those who play",
}
"""The words that differ if more than two play."""


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
    code = _CODES[problem]
    return NotationError(PROBLEMS[code], text, column + 1, code)


def for_core(text: str) -> str:
    """Replace characters beyond ASCII by `?`, which the core rejects at the same column. No notation uses them."""
    if not isinstance(text, str):
        raise TypeError(f"expected text, not {text!r}")
    return text if text.isascii() else text.encode("ascii", "replace").decode()


def read_setup(text: str, form: PositionForm | str) -> _native.Setup | _native.MultiSetup:
    """Parse a position text for the core.

    Raises:
        NotationError: the text is malformed.
        ValueError: there is no such form.
    """
    found = _native.read_position(FORMS.index(PositionForm(form)), for_core(text))
    if isinstance(found, tuple):
        problem, column = found
        code = _CODES[problem]
        words = PROBLEMS[code]
        if _native.has_players(for_core(text)):
            words = _SEVERAL_PLAYERS.get(code, words)
        raise NotationError(f"not a position, {words}", text, column + 1, code)
    return found
