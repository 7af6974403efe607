"""A second implementation of the rules of Abalone, slow and obvious, to compare the package with.

Cells are names like "a1", positions are sets and dicts, and nothing is shared with the package.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

ROWS = "abcdefghi"
ORDER = ("black", "white")
STEPS = {"E": (0, 1), "NE": (1, 1), "NW": (1, 0), "W": (0, -1), "SW": (-1, -1), "SE": (-1, 0)}
DIRECTIONS = tuple(STEPS)
OPPOSITE = {"E": "W", "NE": "SW", "NW": "SE", "W": "E", "SW": "NE", "SE": "NW"}
CELLS = tuple(ROWS[row] + str(number) for row in range(9) for number in range(1, 10) if abs((number - 1) - row) <= 4)


@dataclass(frozen=True)
class State:
    """A position: marbles, player to move, and the marbles that each colour has lost."""

    marbles: frozenset[tuple[str, str]]
    turn: str = "black"
    ejected: tuple[tuple[str, int], ...] = (("black", 0), ("white", 0))
    marbles_to_eject: int = 6

    @cached_property
    def at(self) -> dict[str, str]:
        """Return the colour on each cell that has a marble."""
        return dict(self.marbles)


@dataclass(frozen=True)
class Verdict:
    """The reason of a refusal (None for a legal move), the culprit cells and the numbers."""

    reason: str | None
    cells: frozenset[str]
    n: int
    standing: int = 0
    enemies: int = 0


# Positions


def make_state(
    black: Iterable[str],
    white: Iterable[str],
    turn: str = "black",
    *,
    lost: tuple[int, int] = (0, 0),
    marbles_to_eject: int = 6,
) -> State:
    """Return the state with these marbles; `lost` has the numbers of lost marbles of Black and White."""
    marbles = [(cell, "black") for cell in black] + [(cell, "white") for cell in white]
    names = [cell for cell, _ in marbles]
    if len(set(names)) < len(names) or not set(names) <= set(CELLS) or turn not in ORDER:
        raise ValueError(f"not a position: {marbles!r}, turn {turn!r}")
    return State(frozenset(marbles), turn, tuple(zip(ORDER, lost, strict=True)), marbles_to_eject)


def parse_position(text: str) -> State:
    """Parse `rows black_score white_score turn`. Further fields are ignored."""
    rows, black_score, white_score, turn = text.split()[:4]
    marks = ["".join("." * int(mark) if mark.isdigit() else mark for mark in row) for row in rows.split("/")]
    if [len(row) for row in marks] != [5, 6, 7, 8, 9, 8, 7, 6, 5] or set("".join(marks)) - set(".Ss"):
        raise ValueError(f"not the rows of the board: {rows!r}")
    # Rows come from the top, cells from the bottom.
    placed = list(zip(CELLS, "".join(reversed(marks)), strict=True))
    black = [cell for cell, mark in placed if mark == "S"]
    white = [cell for cell, mark in placed if mark == "s"]
    # A score is what that player has ejected, so the other colour has lost it.
    lost = (int(white_score), int(black_score))
    return make_state(black, white, {"b": "black", "w": "white"}[turn], lost=lost)


def position_rows(state: State) -> str:
    """Return the position as text: rows from i to a, both scores, the player to move."""
    rows = []
    for letter in reversed(ROWS):
        row, empty = "", 0
        for cell in CELLS:
            if cell[0] != letter:
                continue
            if cell in state.at:
                row += (str(empty) if empty else "") + {"black": "S", "white": "s"}[state.at[cell]]
                empty = 0
            else:
                empty += 1
        rows.append(row + (str(empty) if empty else ""))
    scores = " ".join(str(score(state, color)) for color in ORDER)
    return f"{'/'.join(rows)} {scores} {state.turn[0]}"


def score(state: State, color: str) -> int:
    """Return the number of enemy marbles that this colour has ejected."""
    return sum(lost for loser, lost in state.ejected if loser != color)


def winner(state: State) -> str | None:
    """Return the colour that has ejected enough marbles, if any."""
    for color in ORDER:
        if score(state, color) >= state.marbles_to_eject:
            return color
    return None


# Cells


def step(cell: str, direction: str) -> str | None:
    """Return the next cell in a direction, or None off the board."""
    rows, numbers = STEPS[direction]
    row, number = ROWS.index(cell[0]) + rows, int(cell[1]) + numbers
    if 0 <= row < 9 and 1 <= number <= 9 and abs((number - 1) - row) <= 4:
        return ROWS[row] + str(number)
    return None


def ahead(cell: str, direction: str) -> list[str]:
    """Return all cells from here (not included) to the edge, nearest first."""
    path = []
    here = step(cell, direction)
    while here is not None:
        path.append(here)
        here = step(here, direction)
    return path


def cells_between(first: str, last: str) -> list[str] | None:
    """Return the cells from first to last, both included; None if they are not on one axis."""
    for direction in DIRECTIONS:
        path = [first, *ahead(first, direction)]
        if last in path:
            return path[: path.index(last) + 1]
    return None


def distance(first: str, last: str) -> int:
    """Return the number of steps between two cells."""
    rows = ROWS.index(last[0]) - ROWS.index(first[0])
    numbers = int(last[1]) - int(first[1])
    return max(abs(rows), abs(numbers), abs(numbers - rows))


def is_in_line(cells: Iterable[str], direction: str) -> bool:
    """Return whether a line would move along its own axis; a single marble always does."""
    named = set(cells)
    return len(named) == 1 or any(step(cell, direction) in named for cell in named)


def head_and_tail(cells: Iterable[str], direction: str) -> tuple[str, str]:
    """Return the foremost and the rearmost cell of a line that moves in line."""
    named = set(cells)
    (head,) = [cell for cell in named if step(cell, direction) not in named]
    (tail,) = [cell for cell in named if step(cell, OPPOSITE[direction]) not in named]
    return head, tail


# Verdicts


def _check_request(cells: list[str], direction: str) -> None:
    if not cells:
        raise ValueError("no cell is named")
    if len(set(cells)) < len(cells):
        raise ValueError(f"a cell is named twice: {cells!r}")
    if any(cell not in CELLS for cell in cells):
        raise ValueError(f"no such cell in {cells!r}")
    if direction not in DIRECTIONS:
        raise ValueError(f"no such direction: {direction!r}")


def _owner_refusal(state: State, cells: list[str]) -> tuple[str, frozenset[str]] | None:
    """Return the first of game_over, no_marble and not_yours that applies, with its culprits."""
    if winner(state) is not None:
        return "game_over", frozenset()
    empty = frozenset(cell for cell in cells if cell not in state.at)
    if empty:
        return "no_marble", empty
    others = frozenset(cell for cell in cells if state.at[cell] != state.turn)
    if others:
        return "not_yours", others
    return None


def _line_gaps(cells: list[str]) -> frozenset[str] | None:
    """Return None for a line; otherwise the gaps on its axis, or all given cells if they have no common axis."""
    for first in cells:
        for last in cells:
            between = cells_between(first, last)
            if between is not None and set(cells) <= set(between):
                return frozenset(between) - frozenset(cells) or None
    return frozenset(cells)


def verdict(state: State, cells: Iterable[str], direction: str) -> Verdict:
    """Return the verdict on moving exactly these marbles one step. Raise ValueError for a malformed request."""
    named = list(cells)
    _check_request(named, direction)
    n = len(named)
    refusal = _owner_refusal(state, named)
    if refusal is not None:
        return Verdict(*refusal, n)
    if n > 3:
        return Verdict("too_many", frozenset(named), n)
    gaps = _line_gaps(named)
    if gaps is not None:
        return Verdict("not_a_line", gaps, n)
    if is_in_line(named, direction):
        return _in_line_verdict(state, named, direction)
    return _broadside_verdict(state, named, direction)


def _broadside_verdict(state: State, named: list[str], direction: str) -> Verdict:
    n = len(named)
    leaving = frozenset(cell for cell in named if step(cell, direction) is None)
    if leaving:
        return Verdict("off_board", leaving, n)
    targets = {step(cell, direction) for cell in named}
    taken = frozenset(cell for cell in state.at if cell in targets)
    if taken:
        return Verdict("broadside_blocked", taken, n)
    return Verdict(None, frozenset(), n)


def _in_line_verdict(state: State, named: list[str], direction: str) -> Verdict:
    n = len(named)
    head, tail = head_and_tail(named, direction)
    path = ahead(head, direction)

    standing = 1
    for cell in ahead(head, OPPOSITE[direction])[:2]:
        if state.at.get(cell) != state.turn:
            break
        standing += 1

    enemies: list[str] = []
    for cell in path:
        if state.at.get(cell, state.turn) == state.turn:
            break
        enemies.append(cell)
    e = len(enemies)

    def refuse(reason: str, culprits: Iterable[str]) -> Verdict:
        return Verdict(reason, frozenset(culprits), n, standing, e)

    if not path:
        return refuse("off_board", [head])
    if state.at.get(path[0]) == state.turn:
        return refuse("own_marble_ahead", [path[0]])
    if e > 0:
        if standing == min(e, 3):
            return refuse("pac", enemies)
        if standing < min(e, 3):
            return refuse("outnumbered", enemies)
        # The edge counts as room: there is no cell behind the pushed marbles.
        behind = path[e : e + 1]
        if behind and behind[0] in state.at:
            return refuse("no_room_behind", behind)
        if n <= e:
            return refuse("too_few", ahead(tail, OPPOSITE[direction])[: e + 1 - n])
    return Verdict(None, frozenset(), n, standing, e)


def verdict_between(state: State, first: str, last: str, direction: str) -> Verdict:
    """Return the verdict on a line given by its two ends."""
    ends = [first] if first == last else [first, last]
    _check_request(ends, direction)
    refusal = _owner_refusal(state, ends)
    if refusal is not None:
        return Verdict(*refusal, len(ends))
    line = cells_between(first, last)
    if line is None:
        return Verdict("not_a_line", frozenset(ends), 2)
    strangers = frozenset(cell for cell in line if state.at.get(cell) != state.turn)
    if strangers:
        return Verdict("not_a_line", strangers, len(line))
    return verdict(state, line, direction)


# Moves


def all_lines() -> set[frozenset[str]]:
    """Return every line of one, two or three cells on the board."""
    lines = set()
    for cell in CELLS:
        for direction in DIRECTIONS:
            path = [cell, *ahead(cell, direction)]
            for length in (1, 2, 3):
                if len(path) >= length:
                    lines.add(frozenset(path[:length]))
    return lines


LINES = all_lines()


def legal_moves(state: State) -> set[tuple[frozenset[str], str]]:
    """Return every legal move as its line and its direction."""
    return {
        (line, direction)
        for line in LINES
        for direction in DIRECTIONS
        if verdict(state, line, direction).reason is None
    }


def _legal_line(state: State, cells: Iterable[str], direction: str) -> list[str]:
    """Return the cells, lowest first. Raise ValueError if the move is illegal."""
    named = sorted(cells)
    reason = verdict(state, named, direction).reason
    if reason is not None:
        raise ValueError(f"illegal move {named!r} {direction}: {reason}")
    return named


def play(state: State, cells: Iterable[str], direction: str) -> State:
    """Return the state after a legal move. Raise ValueError if it is illegal."""
    moving = _legal_line(state, cells, direction)
    pushed = verdict(state, moving, direction).enemies
    if pushed:
        head, _ = head_and_tail(moving, direction)
        moving += ahead(head, direction)[:pushed]
    marbles = {cell: color for cell, color in state.marbles if cell not in moving}
    lost = dict(state.ejected)
    for cell in moving:
        target = step(cell, direction)
        if target is None:
            lost[state.at[cell]] += 1
        else:
            marbles[target] = state.at[cell]
    turn = ORDER[(ORDER.index(state.turn) + 1) % len(ORDER)]
    ejected = tuple((color, lost[color]) for color in ORDER)
    return State(frozenset(marbles.items()), turn, ejected, state.marbles_to_eject)


def perft(state: State, depth: int) -> int:
    """Count the sequences of exactly `depth` plies."""
    if depth == 0:
        return 1
    return sum(perft(play(state, line, direction), depth - 1) for line, direction in legal_moves(state))


# The text of a legal move


def aba_pro(state: State, cells: Iterable[str], direction: str) -> str:
    """Return the move in Aba-Pro: the tail and its target, or for a broadside both ends and the target of the first."""
    line = _legal_line(state, cells, direction)
    if is_in_line(line, direction):
        _, tail = head_and_tail(line, direction)
        return f"{tail}{step(tail, direction)}"
    return f"{line[0]}{line[-1]}{step(line[0], direction)}"


def nacre(state: State, cells: Iterable[str], direction: str) -> str:
    """Return the move in Nacre: the tail and the target of the head, or the two far corners of a broadside."""
    line = _legal_line(state, cells, direction)
    if is_in_line(line, direction):
        head, tail = head_and_tail(line, direction)
        return f"{tail}{step(head, direction)}"
    return _far_corners(line, direction)


def playstrategy(state: State, cells: Iterable[str], direction: str) -> str:
    """Return the move in PlayStrategy's form: the tail and the end of the whole chain, or a broadside's far corners."""
    line = _legal_line(state, cells, direction)
    if not is_in_line(line, direction):
        return _far_corners(line, direction)
    head, tail = head_and_tail(line, direction)
    target = head
    for cell in ahead(head, direction):
        target = cell
        if cell not in state.at:
            break
    return tail + target


def _far_corners(line: list[str], direction: str) -> str:
    """Return the origin of one end and the target of the other, of the two pairs the one that is farther apart."""
    pairs = [(line[0], step(line[-1], direction)), (line[-1], step(line[0], direction))]
    spans = {distance(origin, target): origin + target for origin, target in pairs if target is not None}
    return spans[max(spans)]
