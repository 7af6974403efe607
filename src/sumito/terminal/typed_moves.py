"""Parse typed moves, and explain input that is not a move."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from sumito.core import (
    CELLS,
    Board,
    Direction,
    IllegalReason,
    MoveKind,
    NotationError,
    cell_name,
    next_cell,
    parse_cell,
)
from sumito.terminal.failures import InputError, one_line, quoted

if TYPE_CHECKING:
    from sumito.learn.catalogue import Catalogue
    from sumito.learn.reasons import Explanation
    from sumito.learn.sentence import Value

_TOKEN: Final = re.compile(
    r"(?P<cell>[a-z]\d+)|(?P<ejects>x)(?=[a-i]\d)|(?P<word>[a-z]+)(?!\d)|(?P<sign>\s*(?:->|[>,-])\s*|\s+)",
    re.ASCII | re.IGNORECASE,
)
# With these reasons the text was read as a line, but the player may have meant a leap of one marble.
_NO_LINE: Final = frozenset({IllegalReason.NO_MARBLE, IllegalReason.NOT_YOURS, IllegalReason.NOT_A_LINE})
# The message for each code of an error that has one of its own.
_NO_MOVES: Final = {
    "not_adjacent": "typed.no_move.neighbour",
    "not_broadside": "typed.no_move.along",
    "wrong_destination": "typed.no_move.target",
}


class TypedError(InputError):
    """A typed text is not a line, a direction or a move."""

    def __init__(self, message: str, **parameters: Value) -> None:
        from sumito.learn.catalogue import catalogue

        self.message: Final = message
        self.parameters: Final = parameters
        super().__init__(self.text(catalogue("en")))

    def text(self, words: Catalogue) -> str:
        """Return the problem as a sentence."""
        return words.say(
            self.message,
            **{
                name: words.notation(value) if isinstance(value, str) else value
                for name, value in self.parameters.items()
            },
        )


class NoMoveError(TypedError):
    """A typed text is not a move, and an example of a move would help."""


def explain_line(board: Board, line: str, direction: str) -> Explanation:
    """Explain a typed line, `e2,e3,e4` or by its ends, `e2-e4` or `e2 e4`, that goes in a direction.

    Raises:
        TypedError: there is no such direction or cell, no cell at all, or a cell is named twice.
    """
    from sumito.learn.reasons import explain, explain_between

    way = _direction(direction.strip())
    first, dash, last = line.partition("-")
    if not dash:
        cells = _cells(line)
        if len(cells) == 2 and "," not in line:
            return explain_between(board, cells[0], cells[1], way)
        return explain(board, cells, way)
    ends = [*_cells(first), *_cells(last)]
    if len(ends) != 2:
        raise TypedError("typed.two_ends", text=quoted(line))
    return explain_between(board, ends[0], ends[1], way)


def _cells(text: str) -> list[int]:
    cells = [_cell(name.lower()) for name in text.replace(",", " ").split()]
    if not cells:
        raise TypedError("typed.no_cells")
    for cell in cells:
        if cells.count(cell) > 1:
            raise TypedError("typed.twice", cells=(cell,))
    return cells


class _Typed(NamedTuple):
    """The parts of a typed text."""

    names: list[str]
    signs: list[str]
    """The separators between the cells: empty, a space, or `,` `-` `>` `->` `to` `x`."""
    way: str | None


def explain_typed(board: Board, text: str) -> Explanation:
    """Explain a typed move, legal or not: in any notation, or a line and a direction.

    Raises:
        TypedError: the text names no move.
    """
    from sumito.learn.reasons import explain, explain_text

    typed = _split(text)
    cells = [_cell(name) for name in typed.names]
    if typed.way is not None:
        return _line_typed(board, text, cells, typed)
    if len(cells) == 1:
        if board.outcome is not None or board[cells[0]] is not board.turn:
            return explain(board, cells, Direction.E)  # every direction has the same explanation
        raise _only_a_start(board, cells[0])
    signs = [*typed.signs, ""]
    compact = "".join(name + ("x" if sign == "x" else "") for name, sign in zip(typed.names, signs, strict=True))
    try:
        explanation = explain_text(board, compact)
    except NotationError as error:
        if _is_leap(board, cells):
            raise _one_step(board, cells[0]) from error
        raise NoMoveError(_NO_MOVES.get(error.code, "typed.no_move.cells"), text=quoted(text)) from error
    if explanation.reason in _NO_LINE and _is_leap(board, cells):
        raise _one_step(board, cells[0])
    return explanation


def _split(text: str) -> _Typed:
    """Split a text into cells, separators and a direction.

    Raises:
        NoMoveError: the text has other parts.
    """
    names: list[str] = []
    signs: list[str] = []
    sign = ""
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise NoMoveError("typed.no_move.sign", text=quoted(text), sign=quoted(text[at]))
        kind, part = found.lastgroup, found[0].strip().lower()
        if kind == "cell":
            signs += [sign] * bool(names)
            names.append(part)
            sign = ""
        elif kind == "word" and part != "to":
            way = text[at:].strip()
            if not names or sign.strip() or re.search(r"[a-z]\d", way, re.IGNORECASE):
                raise NoMoveError("typed.no_move.parts", text=quoted(text))
            return _Typed(names, signs, way)
        elif part and (sign.strip() or not names):
            raise NoMoveError("typed.no_move.place", text=quoted(text), sign=part)
        else:
            sign = part or sign or " "
        at = found.end()
    if not names or (sign.strip() and len(names) > 1):
        raise NoMoveError("typed.no_move.end", text=quoted(text))
    return _Typed(names, signs, None)


def _cell(name: str) -> int:
    """Return the cell with this name.

    Raises:
        TypedError: there is no such cell; the message names the cells of the row.
    """
    try:
        return parse_cell(name)
    except NotationError:
        row = [cell for cell in CELLS if cell_name(cell)[0] == name[0]]
        there = one_line(name[:8])
        if not row:
            raise TypedError("typed.no_cell", cell=there) from None
        raise TypedError("typed.no_cell.row", cell=there, row=name[0], first=(row[0],), last=(row[-1],)) from None


def _direction(name: str) -> Direction:
    if name.upper() not in Direction.__members__:
        raise TypedError("typed.no_direction", word=one_line(name[:20]))
    return Direction[name.upper()]


def _line_typed(board: Board, text: str, cells: list[int], typed: _Typed) -> Explanation:
    from sumito.learn.reasons import explain, explain_between

    way, signs = _direction(typed.way or ""), {sign.strip() for sign in typed.signs} - {""}
    if not signs <= {",", "-"}:
        raise NoMoveError("typed.no_move.both", text=quoted(text))
    if len(cells) == 2 and "," not in signs:
        return explain_between(board, cells[0], cells[1], way)
    if len(signs) == 2:
        raise NoMoveError("typed.no_move.ends", text=quoted(text))
    for cell in cells:
        if cells.count(cell) > 1:
            raise NoMoveError("typed.no_move.twice", text=quoted(text), cells=(cell,))
    return explain(board, cells, way)


def _is_leap(board: Board, cells: list[int]) -> bool:
    """Return whether an own marble is moved to an empty cell that is not its neighbour."""
    if len(cells) != 2 or board.outcome is not None:
        return False
    first, last = cells
    near = [next_cell(first, way) for way in Direction]
    return board[first] is board.turn and board[last] is None and last not in near


def _only_a_start(board: Board, cell: int) -> TypedError:
    name = cell_name(cell)
    texts = sorted(text for text in map(board.format_move, board.legal_moves) if text.startswith(name))
    if not texts:
        return TypedError("typed.start.blocked", cells=(cell,))
    return TypedError("typed.start", cells=(cell,), moves=", ".join(texts))


def _one_step(board: Board, cell: int) -> TypedError:
    steps = [move for move in board.legal_moves if move.kind is MoveKind.IN_LINE and move.tail == cell]
    ends = sorted(end for move in steps if (end := next_cell(cell, move.direction)) is not None)
    if not ends:
        return TypedError("typed.step.blocked", cells=(cell,))
    return TypedError("typed.step", n=len(ends), cells=(cell,), targets=tuple(ends))
