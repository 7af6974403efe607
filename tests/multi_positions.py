"""Positions of three to six players for the tests: random games, arbitrary marbles, named cells; a record."""

from __future__ import annotations

import random
from collections.abc import Mapping

from hypothesis import strategies as st

import multi_oracle
from positions import directions, rows_of
from sumito import CELLS, Board, Rules, next_cell, parse_cell

RECORD_OF_THREE = """\
[Event "Club evening"]
[Date "2026.11.17"]
[Black "Ada"]
[Blue "Emmy"]
[White "Sofia"]
[Variant "three-players"]
[Players "buw"]
[Result "=black"]
[Notation "Aba-Pro"]
[Plies "4"]

1. d8d7 {a quiet start} 1... b3c3 (1... -blue:time d1d2) 1... -white:resigns
2. -blue:resigns =black
"""

NO_LIMITS = Rules(repetition=0)
MIXED = Rules(repetition=0, mixed_moves=True)
SEATS = {  # the letters of PLAYERS and SCORES, and the letters of the marbles
    "buw 0,0,0": "SBs",
    "buwr 0,0": "SBsR",
    "buwr 0,0,0,0": "SBsR",
    "buwry 0,0,0,0,0": "SBsRY",
    "buwryg 0,0,0,0,0,0": "SBsRYG",
}
FREE = "buw 0,0,0"
TEAMS = "buwr 0,0"


def to_oracle(board: Board) -> multi_oracle.State:
    return multi_oracle.parse_position(board.position(), mixed_moves=board.rules.mixed_moves)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Generate arbitrary marbles in rows of one to five, so that lines meet lines, with any player to move."""
    seats = draw(st.sampled_from([*sorted(SEATS), TEAMS, TEAMS, TEAMS]))
    row = st.tuples(st.sampled_from(CELLS), directions, st.integers(1, 5), st.sampled_from(SEATS[seats]))
    taken: dict[int, str] = {}
    for first, direction, length, letter in draw(st.lists(row, min_size=1, max_size=24)):
        cell: int | None = first
        for _ in range(length):
            if cell is not None:
                taken[cell] = letter
                cell = next_cell(cell, direction)
    turn = draw(st.sampled_from(seats.split()[0]))
    rules = draw(st.sampled_from([NO_LIMITS, MIXED]))
    return Board.from_position(f"{rows_of(taken)} {seats} {turn} 0 1", rules=rules)


def random_game(layout: str, seed: int, plies: int, rules: Rules = NO_LIMITS) -> list[Board]:
    """Return the positions of a random game that prefers ejections, so that it ends."""
    rng = random.Random(seed)
    board = Board(layout, rules=rules)
    seen = [board.copy()]
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        ejections = [move for move in moves if board.is_ejection(move)]
        board.play(rng.choice(ejections if ejections and rng.random() < 0.5 else moves))
        seen.append(board.copy())
    return seen


def board_of(seats: str, marbles: Mapping[str, str], rules: Rules = NO_LIMITS, turn: str = "b") -> Board:
    """Return a board with the marbles of each colour on named cells."""
    letters = {"black": "S", "blue": "B", "white": "s", "red": "R", "yellow": "Y", "green": "G"}
    taken = {parse_cell(name): letters[color] for color, text in marbles.items() for name in text.split()}
    return Board.from_position(f"{rows_of(taken)} {seats} {turn} 0 1", rules=rules)
