"""Rules options, and outcomes of games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sumito import _native
from sumito.core.cells import ORDER_OF_PLAY, Color
from sumito.core.choice import Choice


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The options that the rulebooks leave open.

    >>> Rules(marbles_to_eject=4, ply_cap=200, adjudication="more_ejections").repetition
    3
    """

    marbles_to_eject: int = 6
    """The number of ejected marbles that wins."""
    repetition: int = 3
    """The occurrence of a position, with the same player to move, that draws the game. 0 disables the rule."""
    ply_cap: int = 0
    """The number of plies after which the game ends. 0 disables the cap."""
    quiet_cap: int = 0
    """The number of plies without an ejection after which the game ends. 0 disables the cap."""
    adjudication: Literal["draw", "more_ejections"] = "draw"
    """The result at a cap: a draw, or a win for the side with most ejections."""
    blocked: Literal["loses", "draws"] = "loses"
    """The result for a player without a legal move. With more than two players, one who `loses` leaves the game."""
    mixed_moves: bool = False
    """In teams: whether a partner's marbles can move in every line with an own marble, and not only in a push."""

    def __post_init__(self) -> None:
        for name, least in (("marbles_to_eject", 1), ("repetition", 0), ("ply_cap", 0), ("quiet_cap", 0)):
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= 1_000_000:
                raise ValueError(f"{name} must be a whole number from {least} to 1000000, not {value!r}")
        if self.marbles_to_eject > 61:
            raise ValueError(f"marbles_to_eject must be at most 61, not {self.marbles_to_eject!r}")
        if self.repetition == 1:
            raise ValueError("repetition must be 0 or at least 2: every position occurs once")
        if type(self.mixed_moves) is not bool:
            raise ValueError(f"mixed_moves must be True or False, not {self.mixed_moves!r}")
        if self.adjudication not in ("draw", "more_ejections"):
            raise ValueError(f"adjudication must be 'draw' or 'more_ejections', not {self.adjudication!r}")
        if self.blocked not in ("loses", "draws"):
            raise ValueError(f"blocked must be 'loses' or 'draws', not {self.blocked!r}")

    def native(self) -> _native.Rules:
        """Return these rules as the core's type, without `mixed_moves`."""
        return _native.Rules(
            self.marbles_to_eject,
            self.repetition,
            self.ply_cap,
            self.quiet_cap,
            self.adjudication == "more_ejections",
            self.blocked == "loses",
        )


class Termination(Choice):
    """The ways in which a game can end. `PLY_CAP` is either cap."""

    EJECTION = "ejection"
    REPETITION = "repetition"
    PLY_CAP = "ply_cap"
    BLOCKED = "blocked"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game, and how it ended.

    >>> Outcome(Termination.AGREEMENT, ()).winner is None
    True
    """

    termination: Termination
    winners: tuple[Color, ...]
    """Empty for a draw. Partners win together, in the order black, blue, white, red, yellow, green.

    Raises:
        ValueError: a winner is given twice.
    """

    def __post_init__(self) -> None:
        winners = tuple(map(Color, self.winners))
        if len(set(winners)) != len(winners):
            raise ValueError(f"a winner twice: {', '.join(winners)}")
        object.__setattr__(self, "termination", Termination(self.termination))
        object.__setattr__(self, "winners", tuple(color for color in ORDER_OF_PLAY if color in winners))

    @property
    def is_draw(self) -> bool:
        """Whether the game is a draw."""
        return not self.winners

    @property
    def winner(self) -> Color | None:
        """The winner, if there is exactly one; else None."""
        return self.winners[0] if len(self.winners) == 1 else None

    def __str__(self) -> str:
        how = self.termination.replace("_", " ")
        if self.is_draw:
            return f"draw by {how}"
        verb = "wins" if self.winner else "win"
        return f"{' and '.join(map(str, self.winners))} {verb} by {how}"
