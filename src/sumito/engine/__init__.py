"""The engine: limits, scores, the searcher, levels, its protocol. May import the rules and their notation."""

from sumito.engine.client import EngineError, OutsideEngine
from sumito.engine.levels import LEVELS, Level, play_level
from sumito.engine.limit import Limit
from sumito.engine.score import Score
from sumito.engine.searcher import Analysis, Engine, Search, Variation

__all__ = [
    "LEVELS",
    "Analysis",
    "Engine",
    "EngineError",
    "Level",
    "Limit",
    "OutsideEngine",
    "Score",
    "Search",
    "Variation",
    "play_level",
]
