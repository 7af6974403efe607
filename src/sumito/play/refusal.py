"""The error for a command that the match refuses, with a code for programs."""

from __future__ import annotations

from sumito.core import SumitoError, Verdict
from sumito.core.choice import Choice


class RefusalCode(Choice):
    """The reasons why a match refuses a command."""

    NOT_BEGUN = "not_begun"
    """The match has not begun."""
    OVER = "over"
    """The match is over."""
    LEFT = "left"
    """The player has left the match, which the others play on."""
    NOT_OVER = "not_over"
    """A rematch needs a match that is over."""
    TIME_UP = "time_up"
    """The time of the player to move has run out, so the match waits only for `Flag`."""
    NOT_YOUR_TURN = "not_your_turn"
    """Another player is to move."""
    YOUR_TURN = "your_turn"
    """The player is to move, so nobody else keeps the match waiting."""
    STALE = "stale"
    """The position has changed since the version that the player saw."""
    UNKNOWN_VERSION = "unknown_version"
    """The player has seen a later version of the match than this one."""
    BAD_MOVE = "bad_move"
    """The text does not name a move."""
    ILLEGAL_MOVE = "illegal_move"
    """The move is illegal. `CommandError.verdict` has the reason."""
    NOT_ALLOWED = "not_allowed"
    """The terms of the match exclude this command."""
    TOO_EARLY = "too_early"
    """The command is not possible yet."""
    TOO_LATE = "too_late"
    """The command is no longer possible."""
    ALREADY_OFFERED = "already_offered"
    """The player has already made this offer in this position, or a request of another player is open."""
    NOTHING_TO_ACCEPT = "nothing_to_accept"
    """The player has no open offer to answer."""
    TOO_MANY = "too_many"
    """The player has used up the phrases of this position, or the gifts of this match."""
    UNKNOWN_PHRASE = "unknown_phrase"
    """There is no such phrase."""
    ALREADY_DONE = "already_done"
    """The command would change nothing."""


class CommandError(SumitoError, ValueError):
    """A match refuses a command.

    Attributes:
        code: the reason; programs compare this, never the message.
        verdict: the verdict on an illegal move; None for other refusals.
    """

    def __init__(self, code: RefusalCode | str, message: str, verdict: Verdict | None = None) -> None:
        super().__init__(message)
        self.code = code if isinstance(code, RefusalCode) else RefusalCode(code)
        self.verdict = verdict

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, str(self), self.verdict)
