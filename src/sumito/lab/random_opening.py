"""The usual layouts, and random openings for self-play. All randomness comes from the given generator."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Final, TypeVar

from sumito.core import BLACK, LAYOUTS, WHITE, Board, Rules

USUAL_LAYOUTS: Final = ("standard", "belgian-daisy", "german-daisy")

_Item = TypeVar("_Item")


def check_layouts(slugs: Sequence[str]) -> None:
    """Check the slugs of layouts of two players.

    Raises:
        ValueError: there is no layout, or one is not a layout of two players. The message names it.
    """
    if not slugs:
        raise ValueError("expected at least one layout")
    for slug in slugs:
        if slug not in LAYOUTS:
            raise ValueError(f"no such layout of two players: {slug!r}")


def random_opening(dice: random.Random, rules: Rules, *, usual_share: float, plies: range) -> Board:
    """Return a layout after some random plies, in which the game is not over. Without them, games would repeat.

    Args:
        dice: the source of randomness.
        rules: the rules of the game.
        usual_share: the share of games that begin with one of the usual layouts. The others begin with any fair one.
        plies: the possible numbers of random plies.
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
    """Choose an item. Of `random`, only random() promises the same results in every version of Python."""
    return items[int(dice.random() * len(items))]


@cache
def _fair_layouts() -> tuple[str, ...]:
    """Return all layouts in which both players have the same number of marbles."""
    return tuple(
        slug
        for slug, layout in LAYOUTS.items()
        if set(layout.marbles) == {BLACK, WHITE} and len(layout.marbles[BLACK]) == len(layout.marbles[WHITE])
    )
