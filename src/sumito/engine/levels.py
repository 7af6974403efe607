"""Levels of play, from a first opponent to full strength. docs/levels.md describes the rule."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from importlib.resources import files
from random import Random
from typing import Any, Final

from sumito import _native
from sumito.core import Board, Color, Move
from sumito.core.native_game import game_of_two
from sumito.engine.interface import Analysis, Variation
from sumito.engine.limit import Limit
from sumito.engine.searcher import Engine


@dataclass(frozen=True, slots=True)
class Level:
    """A level: how much it searches, and how freely it chooses among the best variations."""

    id: str
    """A word that always means this level, in records and in kept games."""
    number: int
    """From 1, which somebody who has just learnt the rules beats, to 12, full strength. Version 0.1 numbered other
    levels: the ids of those begin with `r1-`."""
    nodes: int | None
    """The number of positions to search; None if it does not limit the search."""
    time_ms: int | None
    """The time for a move; None if it does not limit the search."""
    depth: int | None
    """The number of plies to search; None if it does not limit the search."""
    variations: int
    """The number of best variations to compare."""
    temperature: int
    """Hundredths of a marble: a variation that is worse by this much is played 1/e times as often as the best."""
    margin: int
    """Hundredths of a marble: a variation that is worse by more is never played."""
    eagerness: int
    """Hundredths of a marble that are added to a variation that begins with an ejection, as beginners prefer them."""
    sight: int
    """How much of the score counts, in percent: the rest of it the level does not see."""
    attention: int
    """The chance that it notices an ejection, in percent. It does not play an ejection that it misses."""
    push: int
    """Hundredths of a marble that are added to a variation that begins with a push."""
    centre: int
    """Hundredths of a marble that are added for each step of a marble towards the centre in the first move."""

    @property
    def limit(self) -> Limit:
        """The limit of its search."""
        return Limit(nodes=self.nodes, time_ms=self.time_ms, depth=self.depth)

    @property
    def name(self) -> str:
        """Its name in the player tags of a record."""
        return _native.level_name(self.id)


_DATA: Final[dict[str, Any]] = json.loads((files("sumito") / "data/levels.json").read_text(encoding="utf-8"))

LEVELS: Final[tuple[Level, ...]] = tuple(Level(number=i, **values) for i, values in enumerate(_DATA["levels"], 1))
"""Every level, weakest first. The data is `src/sumito/data/levels.json`, which the web app reads too."""
MULTI_LEVELS: Final[tuple[Level, ...]] = tuple(level for level in LEVELS if level.id in _DATA["several_players"])
"""The levels that games of several players offer, weakest first: those that are far enough apart there."""
FORMER_LEVELS: Final[tuple[Level, ...]] = tuple(
    Level(number=i, **{name: value for name, value in values.items() if name != "now"})
    for i, values in enumerate(_DATA["former"], 1)
)
"""The levels of version 0.1, for games that were begun with it."""
DEFAULT_LEVEL: Final[str] = _DATA["default"]
"""The id of the level of a player who has not chosen one."""
HINT_NODES: Final[int] = _DATA["hint_nodes"]
"""The number of positions to search for a hint."""
DRAW_NODES: Final[int] = _DATA["draw_nodes"]
"""The number of positions to search before the computer answers an offer of a draw."""


def find_level(level: int | str) -> Level:
    """Return the level with this number or id. The levels of version 0.1 have ids only.

    >>> find_level(3).id
    'hazelnut'
    >>> find_level("r1-3").name
    'sumito level 3'

    Raises:
        ValueError: there is no such level.
    """
    for each in (*LEVELS, *FORMER_LEVELS):
        if each.id == level or (type(level) is int and each in LEVELS and each.number == level):
            return each
    raise ValueError(f"a level must be a number from 1 to {len(LEVELS)} or an id, not {level!r}")


def typed_level(text: str) -> Level:
    """Return the level with this number or id, as somebody typed it.

    Raises:
        ValueError: there is no such level.
    """
    return find_level(int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text)


def level_named(name: str) -> Level | None:
    """Return the level with this name in a record; None if it is another player."""
    known = _native.level_named(name)
    return find_level(known) if known else None


def play_level(
    engine: Engine,
    board: Board,
    level: int | str | Level,
    random: Random | None = None,
    *,
    moves: Collection[Move] | None = None,
    report: Callable[[Analysis], None] | None = None,
) -> Move:
    """Return the move that a level plays. The board is unchanged. `level` is its number or its id, or your own level.

    A level with a limit of nodes or depth clears the engine's memory first. Its move depends on the game so far and on
    `random` only, and no earlier search makes it stronger. Without `random` the choice differs each time. `moves` are
    the only moves to consider, and `report` is called after each iteration, as by `Engine.analyse`.

    Raises:
        ValueError: there is no such level, or `moves` is empty.
        IllegalMoveError: one of `moves` is illegal.
        GameOverError: the game is over.
    """
    playing = level if isinstance(level, Level) else find_level(level)
    if playing.nodes is not None or playing.depth is not None:
        engine.forget()
    count = min(playing.variations, len(board.legal_moves if moves is None else moves))
    complete: list[Analysis] = []

    def keep(analysis: Analysis) -> None:
        # An iteration counts once it has finished all variations; the first iteration counts as far as it has come.
        if _native.comparable([each.depth for each in analysis.variations]):
            complete[:] = [analysis]
        if report is not None:
            report(analysis)

    analysis = engine.analyse(board, playing.limit, variations=max(count, 1), moves=moves, report=keep)
    if not complete or count == 1:
        return analysis.best
    number = (random or Random()).random()  # noqa: S311 - a game
    return choose(board, complete[0].variations, playing, number).moves[0]


def choose(board: Board, variations: Sequence[Variation], level: Level, random: float) -> Variation:
    """Return the variation that a level plays, of several that were searched equally deep.

    A better variation is more likely. If the best one is a proved win or loss, it is played.

    Args:
        board: the position in which the variations begin.
        variations: at least one.
        level: how freely to choose.
        random: a number from 0 to less than 1.
    """
    candidates = [(each.score.value, each.moves[0].number) for each in variations]
    taste = (level.temperature, level.margin, level.eagerness, level.sight, level.attention, level.push, level.centre)
    index = _native.choose(board._game, candidates, taste, random)
    return variations[index]


def accepts_draw(board: Board, analysis: Analysis) -> bool:
    """Return whether the computer accepts a draw from the player to move.

    It does if no marble has been ejected for 20 plies and it stands no better than the player.

    Args:
        board: the position in which the draw is offered.
        analysis: a search of that position, to `DRAW_NODES`.
    """
    return _native.accepts_draw(game_of_two(board), analysis.score.value)


def accepts_draw_of_several(board: Board, color: Color) -> bool:
    """Return whether a computer of several players, which plays a colour, accepts a draw.

    It does if another side has ejected more marbles.

    Raises:
        ValueError: the colour does not play, or only two play.
    """
    if len(board.players) == 2:
        raise ValueError("only several players have this, not 2")
    return _native.accepts_draw(board._game, board._player(color))
