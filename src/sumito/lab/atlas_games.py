"""The games of the atlas: the engine against itself from one layout. All randomness comes from one seed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from random import Random
from typing import Final, NamedTuple

from sumito.core import BLACK, LAYOUTS, WHITE, Board, Color, Layout, Move, cell_name
from sumito.engine import Engine, Limit
from sumito.lab.random_opening import pick
from sumito.lab.selfplay import RULES, engine_with
from sumito.lab.varied_opening import VariedOpening, distinct_moves

OPENING_PLIES: Final = 6
"""The number of plies in which the engine chooses among good moves. Without them, games would repeat."""
VARIATIONS: Final = 4
"""The number of best moves to choose from. Images of a move count as one."""
TEMPERATURE: Final = 20
"""Hundredths of a marble: a move that is worse by this much is chosen 1/e times as often as the best."""
MARGIN: Final = 40
"""Hundredths of a marble: a move that is worse by more is never chosen."""
OFFERS: Final = 4
"""With the swap rule, the number of most even first moves to choose from."""


class Start(StrEnum):
    """How a game starts."""

    PLAIN = "plain"
    """By the rules."""
    BLACK_HANDICAP = "black_handicap"
    """Black, who plays first, starts without one marble. It counts as ejected."""
    WHITE_HANDICAP = "white_handicap"
    """White starts without one marble."""
    SWAP = "swap"
    """One player makes Black's first move, and the other then chooses a colour."""


class Game(NamedTuple):
    """A finished game."""

    number: int
    points: float
    """The points of the player who made the first move: 1, 1/2 or 0."""
    plies: int
    ejections: int
    """The number of marbles that were ejected during the game, of both players."""
    key: str
    """A hash, which is equal for games that differ only by a symmetry of the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Games from one layout. A game depends on its number and not on the other games of the task."""

    layout: str
    start: str
    """A `Start`."""
    first_game: int
    """The number of the first game. The others follow."""
    games: int
    nodes: int
    """The number of nodes that the engine searches for a move."""
    seed: int
    network: str | None
    """The network file. "none" selects the hand-made evaluation, None the shipped network."""

    def play(self) -> Iterator[bytes]:
        """Play the games. Yield each as a line of JSON, with the fields of `Game`."""
        with engine_with(self.network) as engine:
            table = _Table(engine, LAYOUTS[self.layout], Start(self.start), self.nodes)
            for number in range(self.first_game, self.first_game + self.games):
                dice = Random(f"{self.seed} {self.layout} {self.start} {number}")  # noqa: S311
                yield json.dumps(table.play(number, dice)).encode() + b"\n"


def read_games(data: bytes) -> list[Game]:
    """Read the games of a finished task."""
    return [Game(*json.loads(line)) for line in data.splitlines()]


def start_board(layout: Layout, start: Start) -> Board:
    """Return the board at the start of a game.

    A handicap takes away the marble that is farthest from the centre, as in the web app.
    """
    board = Board(layout, rules=RULES)
    if start in (Start.PLAIN, Start.SWAP):
        return board
    giver = BLACK if start is Start.BLACK_HANDICAP else WHITE
    marbles: dict[Color, tuple[int, ...]] = dict(layout.marbles)
    missing = max(marbles[giver], key=lambda cell: (_distance(cell), cell))
    marbles[giver] = tuple(cell for cell in marbles[giver] if cell != missing)
    rows = Board(Layout.from_cells(marbles, unequal=True)).position().split()[0]
    scores = "0 1" if giver is BLACK else "1 0"  # the marbles that Black and White have ejected
    return Board.from_position(f"{rows} {scores} b 0 1", rules=RULES)


def _distance(cell: int) -> int:
    """Return the square of the distance from the centre, in steps."""
    name = cell_name(cell)
    up, right = ord(name[0]) - ord("e"), int(name[1]) - 5
    return up * up + right * right - up * right


class _Table:
    """Plays games from one layout."""

    def __init__(self, engine: Engine, layout: Layout, start: Start, nodes: int) -> None:
        self._engine = engine
        self._start = start_board(layout, start)
        self._limit = Limit(nodes=nodes)
        self._opening = VariedOpening(nodes=nodes, choices=VARIATIONS, temperature=TEMPERATURE, margin=MARGIN)
        self._offers = self._even_moves(nodes) if start is Start.SWAP else ()

    def _even_moves(self, nodes: int) -> tuple[Move, ...]:
        """Return the first moves after which the engine likes both colours most equally."""
        moves = distinct_moves(self._start)
        limit = Limit(nodes=nodes * len(moves))
        found = self._engine.analyse(self._start, limit, variations=len(moves), moves=moves).variations
        by_evenness = sorted(found, key=lambda each: (abs(each.score.value), each.moves[0].number))
        return tuple(each.moves[0] for each in by_evenness[:OFFERS])

    def play(self, number: int, dice: Random) -> Game:
        engine, board = self._engine, self._start.copy()
        engine.forget()  # so that a game does not depend on earlier ones
        swapped = False
        if self._offers:
            board.play(pick(self._offers, dice))
            swapped = engine.analyse(board, self._limit).score.value < 0
        while board.outcome is None:
            opening = board.ply < OPENING_PLIES
            board.play(self._opening.move(engine, board, dice) if opening else engine.play(board, self._limit))
        winner = board.outcome.winner
        points = 0.5 if winner is None else float((winner is BLACK) != swapped)
        before, after = (sum(map(each.ejected, each.players)) for each in (self._start, board))
        end = f"{board.ply} {board.canonical().position()}"
        key = blake2b(end.encode(), digest_size=6).hexdigest()
        return Game(number, points, board.ply, after - before, key)
