"""The lab: matches, their statistics, openings, self-play, training. May import the engine."""

from sumito.core import SumitoError

__all__ = ["LabError"]


class LabError(SumitoError, ValueError):
    """Something that the lab was given cannot be used: a book, a journal, a player. The message says what and why."""
