"""The engine: limits, scores, the searcher, levels. May import the rules and their notation."""

from sumito.engine.levels import LEVELS, Level, play_level
from sumito.engine.limit import Limit
from sumito.engine.score import Score
from sumito.engine.searcher import Analysis, Engine, Variation

__all__ = ["LEVELS", "Analysis", "Engine", "Level", "Limit", "Score", "Variation", "play_level"]
