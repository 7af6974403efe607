"""The lab: matches and their statistics, openings, self-play, training. Imports the engine and the lessons."""

from sumito.core import SumitoError

__all__ = ["LabError"]


class LabError(SumitoError, ValueError):
    """A book, journal, player or network cannot be used. The message names it and the reason."""
