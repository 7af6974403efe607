"""Commands: what players and the server ask of a match. `Match.decide` turns an accepted one into events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from sumito.core import Color
from sumito.core import Move as BoardMove


@dataclass(frozen=True, slots=True)
class Command:
    """A command. `kind` is its name in messages."""

    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class PlayerCommand(Command):
    """A command of a player."""

    player: Color

    def __post_init__(self) -> None:
        if type(self.player) is not Color:
            object.__setattr__(self, "player", Color(self.player))


@dataclass(frozen=True, slots=True)
class Move(PlayerCommand):
    """Play a move."""

    kind: ClassVar[str] = "move"
    move: BoardMove | str
    """The move, or its text in any dialect."""
    version: int
    """The version of the match that the player saw."""


class Resign(PlayerCommand):
    """Resign. Before every player has moved, abort instead. Of several players only this one leaves."""

    __slots__ = ()
    kind = "resign"


class OfferDraw(PlayerCommand):
    """Offer a draw to all other players. If another offer is open, agree to it."""

    __slots__ = ()
    kind = "offer_draw"


class AcceptDraw(PlayerCommand):
    """Agree to a draw."""

    __slots__ = ()
    kind = "accept_draw"


class DeclineDraw(PlayerCommand):
    """Decline a draw."""

    __slots__ = ()
    kind = "decline_draw"


class AskTakeback(PlayerCommand):
    """Ask to take back one's last move, and every move after it."""

    __slots__ = ()
    kind = "ask_takeback"


class AcceptTakeback(PlayerCommand):
    """Agree to a takeback."""

    __slots__ = ()
    kind = "accept_takeback"


class DeclineTakeback(PlayerCommand):
    """Decline a takeback."""

    __slots__ = ()
    kind = "decline_takeback"


class AddTime(PlayerCommand):
    """Give `terms.gift_ms` to every opponent, or to the player to move if the time is per move."""

    __slots__ = ()
    kind = "add_time"


class Abort(PlayerCommand):
    """End the match without a result, before every player has moved."""

    __slots__ = ()
    kind = "abort"


class ClaimWin(PlayerCommand):
    """Claim a win of two players, because the opponent to move has been away for long enough."""

    __slots__ = ()
    kind = "claim_win"


class ClaimDraw(PlayerCommand):
    """Claim a draw, in the same situation as `ClaimWin`."""

    __slots__ = ()
    kind = "claim_draw"


class Dismiss(PlayerCommand):
    """Let the player to move leave a match of several players, because this opponent has been away for long enough."""

    __slots__ = ()
    kind = "dismiss"


class OfferRematch(PlayerCommand):
    """Offer another match. If another offer is open, agree to it."""

    __slots__ = ()
    kind = "offer_rematch"


class AcceptRematch(PlayerCommand):
    """Agree to another match."""

    __slots__ = ()
    kind = "accept_rematch"


class DeclineRematch(PlayerCommand):
    """Decline another match."""

    __slots__ = ()
    kind = "decline_rematch"


@dataclass(frozen=True, slots=True)
class Phrase(PlayerCommand):
    """Say a set phrase."""

    kind: ClassVar[str] = "phrase"
    phrase: str
    """One of `PHRASES`."""


class Leave(PlayerCommand):
    """Record that a player has lost the connection. The server issues it."""

    __slots__ = ()
    kind = "leave"


class Return(PlayerCommand):
    """Record that a player is back. The server issues it."""

    __slots__ = ()
    kind = "return"


class Begin(Command):
    """Begin the match, since all seats are taken. The server issues it."""

    __slots__ = ()
    kind = "begin"


class Flag(Command):
    """End the turn because its deadline has passed. The server issues it."""

    __slots__ = ()
    kind = "flag"


@dataclass(frozen=True, slots=True)
class Credit(Command):
    """Move the start of the running turn to a later time, to make up for an outage. The server issues it."""

    kind: ClassVar[str] = "credit"
    boot: str
    """Names the credit, by the server process that has died. A match takes each only once."""
    ms: int

    def __post_init__(self) -> None:
        if type(self.ms) is not int or self.ms <= 0:
            raise ValueError(f"a credit must be a positive whole number of milliseconds, not {self.ms!r}")


PLAYER_COMMANDS: Final = (
    Resign, OfferDraw, AcceptDraw, DeclineDraw, AskTakeback, AcceptTakeback, DeclineTakeback, AddTime, Abort, ClaimWin,
    ClaimDraw, Dismiss, OfferRematch, AcceptRematch, DeclineRematch,
)  # fmt: skip
"""The commands that need nothing but the player."""
