"""The options `--layout` and `--position`, and the other ways in which people name what is on a board."""

from __future__ import annotations

import argparse
import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, NamedTuple

from sumito.cli.failures import InputError, one_line, quoted
from sumito.core import (
    CELLS,
    LAYOUTS,
    Board,
    Direction,
    IllegalMoveError,
    IllegalReason,
    MoveKind,
    NotationError,
    Verdict,
    cell_name,
    next_cell,
    parse_cell,
    parse_direction,
)

if TYPE_CHECKING:
    from sumito.core import Layout, Rules

_TOKEN: Final = re.compile(
    r"(?P<cell>[a-z]\d+)|(?P<ejects>x)(?=[a-i]\d)|(?P<word>[a-z]+)(?!\d)|(?P<sign>\s*(?:->|[>,-])\s*|\s+)",
    re.ASCII | re.IGNORECASE,
)
# A refusal with one of these says nothing of a marble that was meant to leap: the text was read as a line.
_NO_LINE: Final = frozenset({IllegalReason.NO_MARBLE, IllegalReason.NOT_YOURS, IllegalReason.NOT_A_LINE})


class NoMoveError(InputError):
    """A typed text is no move; the message says it in a sentence."""


def add_board_options(parser: argparse.ArgumentParser) -> argparse._MutuallyExclusiveGroup:
    """Give a command `--layout` and `--position`, of which at most one may stand; the group for more of the kind."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--layout", metavar="NAME", help="the start: a layout's name (`sumito layouts` lists them)")
    group.add_argument("--position", metavar="TEXT", help="the start: a position text, as `sumito play` prints it")
    return group


def board_of(args: argparse.Namespace, rules: Rules | None = None) -> Board:
    """The board that the options name; without any, the standard layout.

    Raises:
        InputError: no layout has this name, or the text is none.
        NotationError: the text is no position.
        PositionError: nobody could have come there.
    """
    if args.position is not None:
        return Board.from_position(plain_text("--position", args.position), rules=rules)
    return Board(layout_named("standard" if args.layout is None else args.layout), rules=rules)


def layout_named(name: str) -> Layout:
    """The layout with this name.

    Raises:
        InputError: there is none; the message has those with a similar name.
    """
    if name in LAYOUTS:
        return LAYOUTS[name]
    names = {each.lower(): slug for slug, layout in LAYOUTS.items() for each in (slug, layout.name, *layout.aliases)}
    near = list(dict.fromkeys(names[each] for each in get_close_matches(name.lower()[:40], names, n=5)))[:3]
    hint = (
        f"did you mean {' or '.join(filter(None, (', '.join(near[:-1]), near[-1])))}?"
        if near
        else "`sumito layouts` lists them"
    )
    raise InputError(f"no such layout: {quoted(name)} ({hint})")


def plain_text(what: str, text: str) -> str:
    """The text itself, if it is one: an argument may hold bytes that are no text in this locale.

    Raises:
        InputError: it does.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError(f"{what}: not a text: {quoted(text)}") from None
    return text


def whole_number(text: str, least: int, most: int) -> int:
    """A whole number in digits, for argparse.

    Raises:
        ArgumentTypeError: it is none, or out of bounds.
    """
    if text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most:
        return int(text)
    raise argparse.ArgumentTypeError(f"a whole number from {least} to {most}, not {quoted(text)}")


def cells_named(text: str) -> list[int]:
    """Cells by name, with commas or spaces between.

    Raises:
        InputError: no cells, or one twice.
        NotationError: no such cell.
    """
    cells = [parse_cell(name) for name in plain_text("cells", text).replace(",", " ").split()]
    if not cells:
        raise InputError("no cells named: e2,e3,e4 names each, e2-e4 the two ends")
    for cell, name in zip(cells, text.replace(",", " ").split(), strict=True):
        if cells.count(cell) > 1:
            raise InputError(f"cell named twice: {name.lower()}")
    return cells


def line_verdict(board: Board, line: str, direction: str) -> tuple[Verdict, Direction]:
    """What the rules say of a line, `e2,e3,e4` or by its ends, `e2-e4` or `e2 e4`, and a direction.

    Raises:
        InputError: no cells, or one twice.
        NotationError: no such cell or direction.
    """
    way = parse_direction(plain_text("direction", direction).strip())
    first, dash, last = line.partition("-")
    if not dash:
        cells = cells_named(line)
        if len(cells) == 2 and "," not in line:
            return board.verdict_between(cells[0], cells[1], way), way
        return board.verdict(cells, way), way
    ends = [*cells_named(first), *cells_named(last)]
    if len(ends) != 2:
        raise InputError(f"a line has two ends, as in e2-e4: {quoted(line)}")
    return board.verdict_between(ends[0], ends[1], way), way


# ---- moves as people type them


class _Typed(NamedTuple):
    """A typed text in its parts."""

    names: list[str]
    signs: list[str]
    """What stands between the cells: empty, a space, or `,` `-` `>` `->` `to` `x`."""
    way: str | None


def typed_verdict(board: Board, text: str) -> tuple[Verdict, Direction | None]:
    """What the rules say of a typed move: in any notation, or a line and a direction.

    Raises:
        InputError: it names no move; the message is a sentence, or says what is wrong with a `NoMoveError`.
    """
    typed = _split(plain_text("a move", text))
    cells = [_typed_cell(name) for name in typed.names]
    if typed.way is not None:
        return _line_typed(board, text, cells, typed)
    if len(cells) == 1:
        # Of an empty cell, or of another's marble, any direction tells what is to be said.
        verdict = board.verdict(cells, Direction.E)
        if board.outcome is not None or board[cells[0]] is not board.turn:
            return verdict, None
        raise InputError(_only_a_start(board, cells[0]))
    signs = [*typed.signs, ""]
    compact = "".join(name + ("x" if sign == "x" else "") for name, sign in zip(typed.names, signs, strict=True))
    try:
        move = board.parse_move(compact)
    except IllegalMoveError as error:
        if error.verdict.reason in _NO_LINE and _is_leap(board, cells):
            raise InputError(_one_step(board, cells[0])) from error
        return error.verdict, _way_between(cells[0], cells[-1])
    except NotationError as error:
        if _is_leap(board, cells):
            raise InputError(_one_step(board, cells[0])) from error
        problem = "these cells make none" if error.problem == "not a move" else error.problem
        raise _no_move(text, problem) from error
    return board.verdict(move.cells, move.direction), move.direction


def _no_move(text: str, problem: str) -> NoMoveError:
    return NoMoveError(f"{quoted(text)} is no move: {problem}.")


def _split(text: str) -> _Typed:
    """The parts of a text: cells, what stands between them, and a word for the direction.

    Raises:
        NoMoveError: it has others.
    """
    names: list[str] = []
    signs: list[str] = []
    sign = ""
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise _no_move(text, f"nothing is written with {quoted(text[at])}")
        kind, part = found.lastgroup, found[0].strip().lower()
        if kind == "cell":
            signs += [sign] * bool(names)
            names.append(part)
            sign = ""
        elif kind == "word" and part != "to":
            way = text[at:].strip()
            if not names or sign.strip() or re.search(r"[a-z]\d", way, re.IGNORECASE):
                raise _no_move(text, "it is cells, or cells and a direction")
            return _Typed(names, signs, way)
        elif part and (sign.strip() or not names):
            raise _no_move(text, f"{part} stands where a cell should be")
        else:
            sign = part or sign or " "
        at = found.end()
    if not names or (sign.strip() and len(names) > 1):
        raise _no_move(text, "it ends without a cell")
    return _Typed(names, signs, None)


def _typed_cell(name: str) -> int:
    """The cell with this name.

    Raises:
        InputError: there is none; the message says which there are.
    """
    try:
        return parse_cell(name)
    except NotationError:
        row = [cell_name(cell) for cell in CELLS if cell_name(cell)[0] == name[0]]
        there = f"row {name[0]} has {row[0]} to {row[-1]}" if row else "the rows are a to i"
        raise InputError(f"There is no cell {name[:8]}: {there}.") from None


def _line_typed(board: Board, text: str, cells: list[int], typed: _Typed) -> tuple[Verdict, Direction]:
    word = typed.way or ""
    if word.upper() not in Direction.__members__:
        raise InputError(f"No such direction: {one_line(word[:20])}. It is E, NE, NW, W, SW or SE.")
    way, signs = Direction[word.upper()], {sign.strip() for sign in typed.signs} - {""}
    if not signs <= {",", "-"}:
        raise _no_move(text, "it has a cell to go to and a direction too")
    if len(cells) == 2 and "," not in signs:
        return board.verdict_between(cells[0], cells[1], way), way
    if len(signs) == 2:
        raise _no_move(text, "a line has two ends, as in e2-e4")
    for cell in cells:
        if cells.count(cell) > 1:
            raise _no_move(text, f"cell named twice: {cell_name(cell)}")
    return board.verdict(cells, way), way


def _is_leap(board: Board, cells: list[int]) -> bool:
    """Whether an own marble is sent to an empty cell that is not next to it."""
    if len(cells) != 2 or board.outcome is not None:
        return False
    first, last = cells
    near = [next_cell(first, way) for way in Direction]
    return board[first] is board.turn and board[last] is None and last not in near


def _only_a_start(board: Board, cell: int) -> str:
    name = cell_name(cell)
    texts = sorted(text for text in map(board.format_move, board.legal_moves) if text.startswith(name))
    if not texts:
        return f"{name} is only a start, and no legal move begins there."
    return f"{name} is only a start. Where does it go? From {name}: {', '.join(texts)}."


def _one_step(board: Board, cell: int) -> str:
    name = cell_name(cell)
    steps = [move for move in board.legal_moves if move.kind is MoveKind.IN_LINE and move.tail == cell]
    ends = sorted(cell_name(end) for move in steps if (end := next_cell(cell, move.direction)) is not None)
    if not ends:
        return f"A marble goes one step at a time, and from {name} there is no legal one."
    there = " or ".join(filter(None, (", ".join(ends[:-1]), ends[-1])))
    return f"A marble goes one step at a time: from {name} to {there}."


def _way_between(first: int, last: int) -> Direction | None:
    """The direction in which one cell lies from another; None where none leads there."""
    for direction in Direction:
        cell: int | None = first
        while cell is not None:
            cell = next_cell(cell, direction)
            if cell == last:
                return direction
    return None
