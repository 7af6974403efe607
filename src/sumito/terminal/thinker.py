"""The engine of the game: it plays at a level, gives hints and analyses positions."""

from __future__ import annotations

from random import Random
from typing import Final

from sumito.core import Board, Color, Move
from sumito.engine import Analysis, Engine, Limit, play_level
from sumito.engine.levels import DRAW_NODES, HINT_NODES, accepts_draw, accepts_draw_of_several
from sumito.terminal.searching import Hurry, interruptible

_THOUGHT_NODES: Final = 500_000
_THOUGHT_VARIATIONS: Final = 3


class Thinker:
    """An engine that is created when it is first needed. While `hurry` is entered, Ctrl-C ends its search."""

    def __init__(self, random: Random | None = None) -> None:
        self._random = random or Random()  # noqa: S311 - a game
        self._made: Engine | None = None
        self.hurry = Hurry()
        self.thoughts: Analysis | None = None
        """The analysis behind the last move."""

    @property
    def _engine(self) -> Engine:
        if self._made is None:
            self._made = Engine()
        return self._made

    def move(self, board: Board, level: str) -> Move:
        """Return the move of the level with this id."""

        def note(analysis: Analysis) -> None:
            self.thoughts = analysis

        self.thoughts = None
        engine = self._engine
        return interruptible(engine, lambda: play_level(engine, board, level, self._random, report=note), self.hurry)

    def hint(self, board: Board) -> Move:
        """Return a good move."""
        return self._analysis(board, Limit(nodes=HINT_NODES)).best

    def think(self, board: Board) -> Analysis:
        """Return the best variations."""
        return self._analysis(board, Limit(nodes=_THOUGHT_NODES), _THOUGHT_VARIATIONS)

    def agrees_to_draw(self, board: Board, color: Color) -> bool:
        """Return whether the computer that plays a colour accepts a draw from the player to move."""
        if len(board.players) > 2:
            return accepts_draw_of_several(board, color)
        return accepts_draw(board, self._analysis(board, Limit(nodes=DRAW_NODES)))

    def _analysis(self, board: Board, limit: Limit, variations: int = 1) -> Analysis:
        engine = self._engine
        return interruptible(engine, lambda: engine.analyse(board, limit, variations=variations), self.hurry)
