"""Matches: a game between players in time. Pure: the time is an argument, and nothing is read or written."""

from sumito.play import commands, events
from sumito.play.match import Match
from sumito.play.phrases import PHRASES
from sumito.play.refusal import CommandError, RefusalCode
from sumito.play.result import Cause, Leaving, Result
from sumito.play.terms import Terms

__all__ = [
    "PHRASES", "Cause", "CommandError", "Leaving", "Match", "RefusalCode", "Result", "Terms", "commands", "events",
]  # fmt: skip
