"""Positions for the tests: random games, arbitrary marbles, and conversions between board and oracle."""

import random
from collections.abc import Iterator, Mapping

from hypothesis import strategies as st

import oracle
from sumito import CELLS, LAYOUTS, Board, Direction, IllegalReason, Rules, cell_name, next_cell, parse_cell

OF_TEAMS = {IllegalReason.PARTNER_AHEAD, IllegalReason.PARTNER_WITHOUT_PUSH, IllegalReason.REAR_NOT_YOURS}
NO_LIMITS = Rules(repetition=0)
SOME_LAYOUTS = ("standard", "belgian-daisy", "german-daisy", "snakes", "atomouche", "sibe", "im-a-robot", "the-wall")


def to_oracle(board: Board) -> oracle.State:
    """Return the oracle's state of a board, by way of its text."""
    return oracle.parse_position(board.position())


def names(cells: tuple[int, ...]) -> frozenset[str]:
    return frozenset(map(cell_name, cells))


def cells(cell_names: frozenset[str]) -> list[int]:
    return sorted(map(parse_cell, cell_names))


def rows_of(letters: Mapping[int, str]) -> str:
    """Return the rows of a position text: S for a black marble, s for a white one."""
    rows = []
    for row in range(8, -1, -1):
        first = sum(9 - abs(below - 4) for below in range(row))
        rows.append("".join(letters.get(cell, "1") for cell in range(first, first + 9 - abs(row - 4))))
    return "/".join(rows)


def make_board(black: str, white: str = "", *, lost: tuple[int, int] = (0, 0), rules: Rules | None = None) -> Board:
    """Return a board with marbles on named cells, separated by spaces. Black is to move; `lost` is for each player."""
    letters = {parse_cell(name): letter for text, letter in ((black, "S"), (white, "s")) for name in text.split()}
    return Board.from_position(f"{rows_of(letters)} {lost[1]} {lost[0]} b 0 1", rules=rules)


def exchanged(board: Board) -> Board:
    """Return the position with colours exchanged."""
    rows, black, white, turn, *rest = board.position().split()
    text = " ".join([rows.swapcase(), white, black, "w" if turn == "b" else "b", *rest])
    return Board.from_position(text, rules=board.rules, check=False)


def random_game(seed: int, plies: int, layout: str | None = None) -> Iterator[Board]:
    """Play one board at random, and yield it before each ply. Prefer ejections, so that games end."""
    rng = random.Random(seed)
    board = Board(layout or rng.choice(SOME_LAYOUTS), rules=NO_LIMITS)
    for _ in range(plies):
        yield board
        moves = list(board.legal_moves)
        if not moves:
            return
        ejections = [move for move in moves if board.is_ejection(move)]
        board.play(rng.choice(ejections if ejections and rng.random() < 0.5 else moves))
    yield board


directions = st.sampled_from(list(Direction))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Generate arbitrary marbles in rows of one to five, so that lines meet lines, with either player to move."""
    row = st.tuples(st.sampled_from(CELLS), directions, st.integers(1, 5), st.sampled_from("Ss"))
    taken: dict[int, str] = {}
    for first, direction, length, letter in draw(st.lists(row, min_size=1, max_size=24)):
        cell: int | None = first
        for _ in range(length):
            if cell is not None:
                taken[cell] = letter
                cell = next_cell(cell, direction)
    black, white = draw(st.tuples(st.integers(0, 5), st.integers(0, 5)))
    turn = draw(st.sampled_from("bw"))
    return Board.from_position(f"{rows_of(taken)} {black} {white} {turn} 0 1", rules=NO_LIMITS)


cell_sets = st.lists(st.sampled_from(CELLS), min_size=1, max_size=5, unique=True)
layouts = st.sampled_from(list(LAYOUTS))
