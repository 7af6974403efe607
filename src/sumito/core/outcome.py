"""How a game can end, and the options that the rulebooks leave open."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from sumito import _native
from sumito.core.cells import Color


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The options where the rulebooks are silent; the defaults are those of play among people.

    >>> Rules(marbles_to_eject=4, ply_cap=200, adjudication="more_ejections")
    Rules(marbles_to_eject=4, repetition=3, ply_cap=200, quiet_cap=0, adjudication='more_ejections', blocked='loses')
    """

    marbles_to_eject: int = 6
    """Whoever first ejects so many wins."""
    repetition: int = 3
    """The occurrence of a position, with the same player to move, that draws the game; 0 switches it off."""
    ply_cap: int = 0
    """Plies in all after which the game ends; 0 for none."""
    quiet_cap: int = 0
    """Plies without an ejection after which the game ends; 0 for none."""
    adjudication: Literal["draw", "more_ejections"] = "draw"
    """What a cap gives: a draw, or a win for whoever has ejected more."""
    blocked: Literal["loses", "draws"] = "loses"
    """What a player without a legal move gets."""

    def __post_init__(self) -> None:
        for name, least in (("marbles_to_eject", 1), ("repetition", 0), ("ply_cap", 0), ("quiet_cap", 0)):
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= 1_000_000:
                raise ValueError(f"{name} is a whole number from {least} to 1000000, not {value!r}")
        if self.marbles_to_eject > 61:
            raise ValueError(f"marbles_to_eject is at most 61, not {self.marbles_to_eject!r}")
        if self.repetition == 1:
            raise ValueError("repetition is 0 or at least 2: every position occurs once")
        if self.adjudication not in ("draw", "more_ejections"):
            raise ValueError(f"adjudication is 'draw' or 'more_ejections', not {self.adjudication!r}")
        if self.blocked not in ("loses", "draws"):
            raise ValueError(f"blocked is 'loses' or 'draws', not {self.blocked!r}")

    def native(self) -> _native.Rules:
        """The same for the core."""
        return _native.Rules(
            self.marbles_to_eject,
            self.repetition,
            self.ply_cap,
            self.quiet_cap,
            self.adjudication == "more_ejections",
            self.blocked == "loses",
        )


class Termination(StrEnum):
    """What ended a game."""

    EJECTION = "ejection"
    REPETITION = "repetition"
    PLY_CAP = "ply_cap"
    BLOCKED = "blocked"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: what ended it, and who won.

    >>> Outcome(Termination.AGREEMENT, ()).winner is None
    True
    """

    termination: Termination
    winners: tuple[Color, ...]
    """Nobody in a draw; several where players win together."""

    @property
    def is_draw(self) -> bool:
        """Whether nobody has won."""
        return not self.winners

    @property
    def winner(self) -> Color | None:
        """The winner, where there is exactly one."""
        return self.winners[0] if len(self.winners) == 1 else None

    def __str__(self) -> str:
        how = self.termination.replace("_", " ")
        if self.is_draw:
            return f"draw by {how}"
        verb = "wins" if self.winner else "win"
        return f"{' and '.join(map(str, self.winners))} {verb} by {how}"
