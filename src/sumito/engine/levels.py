"""Levels of play, from a first opponent to full strength: how much is searched, and how freely is chosen."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from math import exp
from random import Random
from typing import Final

from sumito.core import Board, Move
from sumito.engine.interface import Analysis, Variation
from sumito.engine.limit import Limit
from sumito.engine.searcher import Engine


@dataclass(frozen=True, slots=True)
class Level:
    """One level: its search, and its choice among the best lines. docs/levels.md has the rule."""

    number: int
    """From 1, which a child beats, to 12."""
    nodes: int | None
    """Positions to look at; None: as many as the time allows."""
    time_ms: int | None
    """Time for a move; None: as long as the nodes take."""
    variations: int
    """How many best lines are compared."""
    temperature: float
    """Hundredths of a marble: a line that is worse by so much is played e times more rarely than the best."""
    margin: int
    """Hundredths of a marble: a line that is worse by more is never played."""
    eagerness: int
    """Hundredths of a marble that a line gains in the choice if it begins with an ejection: beginners love them."""

    @property
    def limit(self) -> Limit:
        """What ends its search."""
        return Limit(nodes=self.nodes, time_ms=self.time_ms)


def _levels() -> tuple[Level, ...]:
    data = json.loads((files("sumito") / "data/levels.json").read_text(encoding="utf-8"))
    return tuple(Level(number, **values) for number, values in enumerate(data, 1))


LEVELS: Final[tuple[Level, ...]] = _levels()
"""Every level, weakest first. The data is `src/sumito/data/levels.json`, which the web app reads too."""


def level_numbered(number: int) -> Level:
    """The level with this number.

    Raises:
        ValueError: there is none.
    """
    if type(number) is not int or not 1 <= number <= len(LEVELS):
        raise ValueError(f"a level is a whole number from 1 to {len(LEVELS)}, not {number!r}")
    return LEVELS[number - 1]


def play_level(
    engine: Engine,
    board: Board,
    level: int,
    random: Random | None = None,
    *,
    report: Callable[[Analysis], None] | None = None,
) -> Move:
    """The move that a level plays; the board is not changed.

    A level with a budget of nodes lets the engine forget what it knows, so that its move depends on the game so far
    and on `random` alone, and nothing that was searched for another purpose makes it stronger. Without `random` the
    choice is another one each time. `report` is called with what is known after each iteration, as that of
    `Engine.analyse`.

    Raises:
        ValueError: no such level.
        GameOverError: the game has ended.
    """
    chosen = level_numbered(level)
    if chosen.nodes is not None:
        engine.forget()
    lines = min(chosen.variations, len(board.legal_moves))
    complete: list[Analysis] = []

    def keep(analysis: Analysis) -> None:
        # Lines of different depths cannot be compared: an iteration counts once it has finished all of them, and the
        # first one as far as it has come.
        if len({each.depth for each in analysis.variations}) == 1:
            complete[:] = [analysis]
        if report is not None:
            report(analysis)

    analysis = engine.analyse(board, chosen.limit, variations=max(lines, 1), report=keep)
    if not complete or lines == 1:
        return analysis.best
    chance = (random or Random()).random()  # noqa: S311 - a game
    return choose(board, complete[0].variations, chosen, chance).moves[0]


def choose(board: Board, variations: Sequence[Variation], level: Level, chance: float) -> Variation:
    """The variation that a level takes of some that were searched equally deep; `chance` is at least 0 and below 1.

    The better a line is, the likelier it is taken. A proved win or loss is no matter of taste: there the best is.
    """
    best = min(variations, key=lambda each: (-each.score.value, each.moves[0].number))
    if best.score.win_in is not None:
        return best
    worths = [each.score.value + level.eagerness * board.is_ejection(each.moves[0]) for each in variations]
    most = max(worths)
    sound = [(worth, each) for worth, each in zip(worths, variations, strict=True) if most - worth <= level.margin]
    sound.sort(key=lambda each: (-each[0], each[1].moves[0].number))
    weights = [exp((worth - most) / level.temperature) for worth, _ in sound]
    rest = chance * sum(weights)
    for weight, (_, each) in zip(weights, sound, strict=True):
        rest -= weight
        if rest < 0:
            return each
    return sound[-1][1]  # where rounding has left a trace
