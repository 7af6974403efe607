"""A second implementation of the rules for three to six players, slow and obvious, to compare the package with.

Cells are names like "a1", positions are sets and dicts, and nothing is shared with the package.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from oracle import (
    CELLS,
    DIRECTIONS,
    LINES,
    OPPOSITE,
    ROWS,
    Verdict,
    ahead,
    cells_between,
    head_and_tail,
    is_in_line,
    step,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MARBLES = {"S": "black", "s": "white", "B": "blue", "R": "red", "Y": "yellow", "G": "green"}
LETTERS = {"b": "black", "w": "white", "u": "blue", "r": "red", "y": "yellow", "g": "green"}


@dataclass(frozen=True)
class State:
    """A position: marbles, players in the order of play, player to move, scores of the sides."""

    marbles: frozenset[tuple[str, str]]
    order: tuple[str, ...]
    turn: str
    scores: tuple[int, ...]
    gone: frozenset[str] = frozenset()
    quiet: int = 0
    round: int = 1
    mixed_moves: bool = False
    marbles_to_eject: int = 6

    @cached_property
    def at(self) -> dict[str, str]:
        """Return the colour on each cell that has a marble."""
        return dict(self.marbles)

    @property
    def teams(self) -> bool:
        """Whether partners play together."""
        return len(self.scores) < len(self.order)

    def side(self, color: str) -> int:
        """Return the side of a player: partners sit opposite each other."""
        return self.order.index(color) % len(self.scores)

    def is_own(self, cell: str) -> bool:
        """Return whether a cell has a marble of the player to move."""
        return self.at.get(cell) == self.turn

    def is_partner(self, cell: str) -> bool:
        """Return whether a cell has a marble of a partner of the player to move."""
        color = self.at.get(cell)
        return color is not None and color != self.turn and self.side(color) == self.side(self.turn)

    def is_enemy(self, cell: str) -> bool:
        """Return whether a cell has a marble of another side."""
        color = self.at.get(cell)
        return color is not None and self.side(color) != self.side(self.turn)

    @property
    def active(self) -> list[str]:
        """The players who have not left."""
        return [color for color in self.order if color not in self.gone]


# Text


def parse_position(text: str, *, mixed_moves: bool = False) -> State:
    """Parse `rows players scores turn quiet round`."""
    rows, players, scores, turn, quiet, number = text.split()
    marks = ["".join("." * int(mark) if mark.isdigit() else mark for mark in row) for row in rows.split("/")]
    if [len(row) for row in marks] != [5, 6, 7, 8, 9, 8, 7, 6, 5]:
        raise ValueError(f"not the rows of the board: {rows!r}")
    placed = zip(CELLS, "".join(reversed(marks)), strict=True)
    return State(
        frozenset((cell, MARBLES[mark]) for cell, mark in placed if mark != "."),
        tuple(LETTERS[letter.lower()] for letter in players),
        LETTERS[turn],
        tuple(map(int, scores.split(","))),
        frozenset(LETTERS[letter.lower()] for letter in players if letter.isupper()),
        int(quiet),
        int(number),
        mixed_moves,
    )


def position_text(state: State) -> str:
    """Return the position as text."""
    rows = []
    marks = {color: mark for mark, color in MARBLES.items()}
    letters = {color: letter for letter, color in LETTERS.items()}
    for letter in reversed(ROWS):
        row, empty = "", 0
        for cell in CELLS:
            if cell[0] != letter:
                continue
            if cell in state.at:
                row += (str(empty) if empty else "") + marks[state.at[cell]]
                empty = 0
            else:
                empty += 1
        rows.append(row + (str(empty) if empty else ""))
    players = "".join(letters[color].upper() if color in state.gone else letters[color] for color in state.order)
    scores = ",".join(map(str, state.scores))
    return f"{'/'.join(rows)} {players} {scores} {letters[state.turn]} {state.quiet} {state.round}"


# Verdicts


def verdict(state: State, cells: Iterable[str], direction: str) -> Verdict:
    """Return the verdict on moving exactly these marbles one step."""
    named = list(cells)
    n = len(named)
    empty = frozenset(cell for cell in named if cell not in state.at)
    if empty:
        return Verdict("no_marble", empty, n)
    enemies = frozenset(cell for cell in named if state.is_enemy(cell))
    if enemies:
        return Verdict("not_yours", enemies, n)
    if not any(state.is_own(cell) for cell in named):
        return Verdict("not_yours", frozenset(named), n)
    if n > 3:
        return Verdict("too_many", frozenset(named), n)
    gaps = _line_gaps(named)
    if gaps:
        return Verdict("not_a_line", gaps, n)
    if is_in_line(named, direction):
        return _in_line_verdict(state, named, direction)
    return _broadside_verdict(state, named, direction)


def _line_gaps(cells: list[str]) -> frozenset[str]:
    """Return the gaps of a line, or all given cells if they have no common axis."""
    for first in cells:
        for last in cells:
            between = cells_between(first, last)
            if between is not None and set(cells) <= set(between):
                return frozenset(between) - frozenset(cells)
    return frozenset(cells)


def _broadside_verdict(state: State, named: list[str], direction: str) -> Verdict:
    n = len(named)
    leaving = frozenset(cell for cell in named if step(cell, direction) is None)
    if leaving:
        return Verdict("off_board", leaving, n)
    taken = frozenset(target for cell in named if (target := step(cell, direction)) in state.at)
    if taken:
        return Verdict("broadside_blocked", frozenset(cell for cell in taken if cell), n)
    helpers = frozenset(cell for cell in named if state.is_partner(cell))
    if helpers and not state.mixed_moves:
        return Verdict("partner_without_push", helpers, n)
    return Verdict(None, frozenset(), n)


def _in_line_verdict(state: State, named: list[str], direction: str) -> Verdict:
    n = len(named)
    head, tail = head_and_tail(named, direction)
    path = ahead(head, direction)

    # The lines of one, two or three marbles of the side with an own marble at the rear, which could push from the head.
    row = [head, *ahead(head, OPPOSITE[direction])][:3]
    pushers = []
    for length, rear in enumerate(row, 1):
        if not all(state.is_own(cell) or state.is_partner(cell) for cell in row[:length]):
            break
        if state.is_own(rear):
            pushers.append(row[:length])
    standing = max(map(len, pushers), default=0)

    enemies: list[str] = []
    for cell in path:
        if not state.is_enemy(cell):
            break
        enemies.append(cell)
    e = len(enemies)

    def refuse(reason: str, culprits: Iterable[str]) -> Verdict:
        return Verdict(reason, frozenset(culprits), n, standing, e)

    if not path:
        return refuse("off_board", [head])
    if state.is_own(path[0]):
        return refuse("own_marble_ahead", [path[0]])
    if state.is_partner(path[0]):
        return refuse("partner_ahead", [path[0]])
    helpers = [cell for cell in named if state.is_partner(cell)]
    if helpers and e == 0 and not state.mixed_moves:
        return refuse("partner_without_push", helpers)
    if state.is_partner(tail):
        return refuse("rear_not_yours", [tail])
    if e > 0:
        if standing == min(e, 3):
            return refuse("pac", enemies)
        if standing < min(e, 3):
            return refuse("outnumbered", enemies)
        behind = path[e : e + 1]
        if behind and behind[0] in state.at:
            return refuse("no_room_behind", behind)
        if n <= e:
            enough = next(line for line in pushers if len(line) > e)
            return refuse("too_few", [cell for cell in enough if cell not in named])
    return Verdict(None, frozenset(), n, standing, e)


def verdict_between(state: State, first: str, last: str, direction: str) -> Verdict:
    """Return the verdict on a line given by its two ends."""
    ends = [first] if first == last else [first, last]
    line = cells_between(first, last)
    if line is None or any(cell not in state.at or state.is_enemy(cell) for cell in ends):
        return verdict(state, ends, direction)
    strangers = frozenset(cell for cell in line if cell not in state.at or state.is_enemy(cell))
    if strangers:
        return Verdict("not_a_line", strangers, len(line))
    return verdict(state, line, direction)


# Moves


def _legal_moves(state: State) -> Iterator[tuple[frozenset[str], str]]:
    for line in LINES:
        for direction in DIRECTIONS:
            if verdict(state, line, direction).reason is None:
                yield line, direction


def legal_moves(state: State) -> set[tuple[frozenset[str], str]]:
    """Return every legal move of the player to move, as its line and its direction."""
    return set(_legal_moves(state))


def can_move(state: State) -> bool:
    """Return whether the player to move has a legal move."""
    return any(True for _ in _legal_moves(state))


def winners(state: State) -> list[str] | None:
    """Return the players who have won by ejection or because all others have left; None if the game goes on."""
    for color in state.active:
        if state.scores[state.side(color)] >= state.marbles_to_eject:
            return [each for each in state.order if state.side(each) == state.side(color)]
    if state.teams and state.gone:
        losers = {state.side(color) for color in state.gone}
        return [color for color in state.order if state.side(color) not in losers]
    return state.active if len(state.active) == 1 else None


def _passed(state: State) -> State:
    """Return the state with the turn at the next player who has not left."""
    place = state.order.index(state.turn)
    following = [*state.order[place + 1 :], *state.order[: place + 1]]
    turn = next(color for color in following if color not in state.gone)
    return replace(state, turn=turn, round=state.round + (state.order.index(turn) <= place))


def leave(state: State, color: str) -> State:
    """Return the state after a player has left, without consequences."""
    marbles = frozenset((cell, owner) for cell, owner in state.marbles if owner != color)
    left = replace(state, marbles=marbles, gone=state.gone | {color})
    return _passed(left) if state.turn == color else left


def settled(state: State) -> State:
    """Return the state after all players have left, or have been skipped, who cannot move."""
    while winners(state) is None:
        if state.teams:
            if can_move(state):
                return state
            partner = next(c for c in state.order if c != state.turn and state.side(c) == state.side(state.turn))
            if not can_move(replace(state, turn=partner)):
                return state
            state = _passed(state)
            continue
        without = [color for color in state.active if color not in state.at.values()]
        if without:
            state = leave(state, without[0])
        elif not can_move(state):
            state = leave(state, state.turn)
        else:
            return state
    return state


def play(state: State, cells: Iterable[str], direction: str) -> State:
    """Return the state after a legal move and its consequences. Raise ValueError if the move is illegal."""
    moving = sorted(cells)
    judged = verdict(state, moving, direction)
    if judged.reason is not None:
        raise ValueError(f"illegal move {moving!r} {direction}: {judged.reason}")
    if judged.enemies:
        head, _ = head_and_tail(moving, direction)
        moving += ahead(head, direction)[: judged.enemies]
    marbles = {cell: color for cell, color in state.marbles if cell not in moving}
    scores = list(state.scores)
    for cell in moving:
        target = step(cell, direction)
        if target is None:
            scores[state.side(state.turn)] += 1
        else:
            marbles[target] = state.at[cell]
    quiet = state.quiet + 1 if tuple(scores) == state.scores else 0
    moved = replace(state, marbles=frozenset(marbles.items()), scores=tuple(scores), quiet=quiet)
    return settled(_passed(moved))


def perft(state: State, depth: int) -> int:
    """Count the sequences of exactly `depth` plies."""
    if depth == 0:
        return 1
    if winners(state) is not None:
        return 0
    if depth == 1:
        return len(legal_moves(state))
    return sum(perft(play(state, line, direction), depth - 1) for line, direction in legal_moves(state))
