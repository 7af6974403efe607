"""Openings by chance, for games of the engine against itself. All chance comes from the dice that are given."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Final, TypeVar

from sumito.core import BLACK, LAYOUTS, WHITE, Board, Rules

USUAL_LAYOUTS: Final = ("standard", "belgian-daisy", "german-daisy")

_Item = TypeVar("_Item")


def random_opening(dice: random.Random, rules: Rules, *, usual_share: float, plies: range) -> Board:
    """A layout after some random plies, in which the game goes on; without them the engine would repeat itself.

    Args:
        dice: where all chance comes from.
        rules: those of the game.
        usual_share: so many games begin with one of the usual layouts, the rest with any fair one.
        plies: how many random plies there may be.
    """
    while True:
        slugs = USUAL_LAYOUTS if dice.random() < usual_share else _fair_layouts()
        board = Board(pick(slugs, dice), rules=rules)
        for _ in range(pick(plies, dice)):
            if board.outcome is None:
                board.play(pick(list(board.legal_moves), dice))
        if board.outcome is None:
            return board


def pick(items: Sequence[_Item], dice: random.Random) -> _Item:
    """One of some items, the same in every version of Python: of all that `random` has, only random() promises that."""
    return items[int(dice.random() * len(items))]


@cache
def _fair_layouts() -> tuple[str, ...]:
    """Every layout for two with the same number of marbles."""
    return tuple(
        slug
        for slug, layout in LAYOUTS.items()
        if set(layout.marbles) == {BLACK, WHITE} and len(layout.marbles[BLACK]) == len(layout.marbles[WHITE])
    )
