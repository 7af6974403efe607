"""The engine: limits, scores, the searcher. May import the rules and their notation."""

from sumito.engine.limit import Limit
from sumito.engine.score import Score
from sumito.engine.searcher import Analysis, Engine, Search, Variation

__all__ = ["Analysis", "Engine", "Limit", "Score", "Search", "Variation"]
