"""What helps to learn the game. May import the engine's room and everything below it."""

from sumito.learn.formations import Formation, FormationKind, formations

__all__ = ["Formation", "FormationKind", "formations"]
