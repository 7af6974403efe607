"""The state of an offer that needs the agreement of all players."""

from __future__ import annotations

from dataclasses import dataclass

from sumito.core import Color


@dataclass(slots=True)
class Negotiation:
    """The offers on one subject, such as a draw, in one position."""

    agreed: tuple[Color, ...] = ()
    """The players who have made or accepted the open offer; empty if no offer is open."""
    offered: tuple[Color, ...] = ()
    """The players who have made an offer in this position. They cannot make another."""

    def offer(self, player: Color) -> None:
        """Open an offer of a player."""
        self.agreed = (player,)
        self.offered += (player,)

    def accept(self, player: Color) -> None:
        """Add a player to those who agree."""
        self.agreed += (player,)

    def decline(self) -> None:
        """Close the offer."""
        self.agreed = ()

    def lapse(self) -> None:
        """Close the offer, and allow new ones, since the position has changed."""
        self.agreed = self.offered = ()

    def is_open_to(self, player: Color) -> bool:
        """Return whether an offer is open that this player has not answered."""
        return bool(self.agreed) and player not in self.agreed
