"""The engine: limits, scores, the searcher, the engine protocol. May import the rules and their notation."""

from sumito.engine.client import EngineError, OutsideEngine
from sumito.engine.limit import Limit
from sumito.engine.score import Score
from sumito.engine.searcher import Analysis, Engine, Search, Variation

__all__ = ["Analysis", "Engine", "EngineError", "Limit", "OutsideEngine", "Score", "Search", "Variation"]
