"""The engine: limits, scores, searches, levels, and the engine protocol. Imports the rules and their notation."""

from sumito.engine.client import OutsideEngine
from sumito.engine.interface import Analysis, AnyEngine, EngineError, Search, Variation
from sumito.engine.levels import LEVELS, MULTI_LEVELS, Level, play_level
from sumito.engine.limit import Limit
from sumito.engine.score import Score
from sumito.engine.searcher import Engine

__all__ = [
    "LEVELS",
    "MULTI_LEVELS",
    "Analysis",
    "AnyEngine",
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
