"""The state of an offer that needs the agreement of all players."""

from __future__ import annotations

from dataclasses import dataclass

from sumito.core import Color


@dataclass(frozen=True, slots=True)
class Negotiation:
    """The offers on one subject, such as a draw, in one position."""

    agreed: tuple[Color, ...] = ()
    """The players who have made or accepted the open offer; empty if no offer is open."""
    offered: tuple[Color, ...] = ()
    """The players who have made an offer in this position. They cannot make another."""

    def offered_by(self, player: Color) -> Negotiation:
        """Return the state after an offer of a player."""
        return Negotiation((player,), (*self.offered, player))

    def accepted_by(self, player: Color) -> Negotiation:
        """Return the state after a player has agreed."""
        return Negotiation((*self.agreed, player), self.offered)

    def declined(self) -> Negotiation:
        """Return the state after a player has declined."""
        return Negotiation((), self.offered)

    def is_open_to(self, player: Color) -> bool:
        """Return whether an offer is open that this player has not answered."""
        return bool(self.agreed) and player not in self.agreed
