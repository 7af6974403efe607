"""The reasons why a match refuses commands, as constants: to list what a player can do takes many of them."""

from __future__ import annotations

from typing import Final, NamedTuple

from sumito.play.refusal import RefusalCode

MOST_GIFTS: Final = 10
"""How often a player can give time in one match."""
MOST_PHRASES: Final = 5
"""How many phrases a player can say in one position."""


class Refusal(NamedTuple):
    """Why a match refuses a command. The match makes an error of it if somebody gives the command."""

    code: RefusalCode
    message: str


OVER: Final = Refusal(RefusalCode.OVER, "The match is over.")
LEFT: Final = Refusal(RefusalCode.LEFT, "The player has left the match.")
NOT_OVER: Final = Refusal(RefusalCode.NOT_OVER, "A rematch needs a match that is over.")
NOT_BEGUN: Final = Refusal(RefusalCode.NOT_BEGUN, "The match has not begun.")
BEGUN: Final = Refusal(RefusalCode.ALREADY_DONE, "The match has already begun.")
APPOINTED: Final = Refusal(RefusalCode.TOO_EARLY, "The match begins at its appointment.")
TIME_UP: Final = Refusal(RefusalCode.TIME_UP, "The time has run out.")
TIME_LEFT: Final = Refusal(RefusalCode.TOO_EARLY, "The time has not run out.")
NOT_YOUR_TURN: Final = Refusal(RefusalCode.NOT_YOUR_TURN, "Another player is to move.")
UNKNOWN_VERSION: Final = Refusal(RefusalCode.UNKNOWN_VERSION, "The match has no such version yet.")
STALE: Final = Refusal(RefusalCode.STALE, "The position has changed since.")
ABORT_INSTEAD: Final = Refusal(RefusalCode.TOO_EARLY, "Not every player has moved: abort the match instead.")
RESIGN_INSTEAD: Final = Refusal(RefusalCode.TOO_LATE, "Every player has moved: resign instead.")
CREDITED: Final = Refusal(RefusalCode.ALREADY_DONE, "The match has already received this credit.")
ALREADY_AWAY: Final = Refusal(RefusalCode.ALREADY_DONE, "The player is already away.")
ALREADY_PRESENT: Final = Refusal(RefusalCode.ALREADY_DONE, "The player is already present.")
PHRASES_USED_UP: Final = Refusal(RefusalCode.TOO_MANY, f"No more than {MOST_PHRASES} phrases before the next move.")
NO_GIFTS: Final = Refusal(RefusalCode.NOT_ALLOWED, "No player of this match has a clock of their own.")
NO_GIFTS_YET: Final = Refusal(RefusalCode.TOO_EARLY, "No clock runs before every player has moved.")
GIFT_TO_ONESELF: Final = Refusal(RefusalCode.YOUR_TURN, "Only an opponent to move can receive time for a move.")
GIFTS_USED_UP: Final = Refusal(RefusalCode.TOO_MANY, f"No more than {MOST_GIFTS} gifts of time in a match.")
NO_CLAIMS: Final = Refusal(RefusalCode.NOT_ALLOWED, "No claims by correspondence: the time for the move decides.")
CLAIM_ON_TURN: Final = Refusal(RefusalCode.YOUR_TURN, "A claim needs an absent opponent to move.")
DISMISS_INSTEAD: Final = Refusal(RefusalCode.NOT_ALLOWED, "More than two players: dismiss the absent one instead.")
CLAIM_INSTEAD: Final = Refusal(RefusalCode.NOT_ALLOWED, "Two players: claim a win or a draw instead.")
NO_CLAIM_YET: Final = Refusal(RefusalCode.TOO_EARLY, "The opponents have not been away for long enough.")
NO_TAKEBACKS: Final = Refusal(RefusalCode.NOT_ALLOWED, "A move of this match is final.")
NO_TAKEBACK_YET: Final = Refusal(RefusalCode.TOO_EARLY, "The player has not moved, or not since somebody left.")
NO_DRAW_YET: Final = Refusal(RefusalCode.TOO_EARLY, "No draw before every player has moved.")
REMATCH_AGREED: Final = Refusal(RefusalCode.ALREADY_DONE, "The rematch is agreed.")
ALREADY_OFFERED: Final = Refusal(RefusalCode.ALREADY_OFFERED, "This has already been offered in this position.")
NOTHING_TO_ACCEPT: Final = Refusal(RefusalCode.NOTHING_TO_ACCEPT, "No offer is open to this player.")
