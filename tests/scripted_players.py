"""Matches for tests: a small book, and players with random moves that fail or give scores as told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from sumito import MOVES, Board, Color, Move
from sumito.engine import Limit, Score
from sumito.lab.book import Book, Opening
from sumito.lab.match import Match, Result
from sumito.lab.players import Player, PlayerSpec

BOOK = Book(Opening(layout, (choice, 3, 5, 7)) for layout in ("standard", "belgian-daisy") for choice in range(12))
QUICK = Limit(nodes=40)


@dataclass(frozen=True)
class Scripted(PlayerSpec):
    """A player with random moves, which records calls."""

    seen: list[tuple[int, Color]] = field(default_factory=list, compare=False)
    fails_at: int | None = None
    """The ply at which it fails."""
    fault: str = "raise"
    says: Mapping[int, int] = field(default_factory=dict, compare=False)
    """Its own score at a ply, in hundredths of a marble. At other plies it gives none."""

    def start(self) -> Player:
        return ScriptedPlayer(self)


class ScriptedPlayer:
    def __init__(self, spec: Scripted) -> None:
        self.spec = spec
        self.dice = Random(0)

    def new_game(self, dice: Random) -> None:
        self.dice = dice

    def move(self, board: Board, limit: Limit) -> Move:
        self.spec.seen.append((board.ply, board.turn))
        if self.spec.fails_at is not None and board.ply >= self.spec.fails_at:
            if self.spec.fault == "raise":
                raise RuntimeError("out of\nideas")
            return next(move for move in MOVES if move not in board.legal_moves)
        return self.dice.choice(list(board.legal_moves))

    def scored_move(self, board: Board, limit: Limit) -> tuple[Move, Score | None]:
        said = self.spec.says.get(board.ply)
        return self.move(board, limit), None if said is None else Score(board.turn, said)

    def stop(self) -> None: ...

    def close(self) -> None: ...


def match(one: PlayerSpec | str, two: PlayerSpec | str, **options: object) -> Match:
    specs = tuple(spec if isinstance(spec, PlayerSpec) else PlayerSpec.parse(spec) for spec in (one, two))
    return Match(specs, BOOK, **{"limit": QUICK, **options})  # type: ignore[arg-type]


def played(result: Result) -> list[tuple[int, str, float, list[str]]]:
    return [(pair.number, pair.layout, pair.score, [game.moves for game in pair.games]) for pair in result.pairs]
