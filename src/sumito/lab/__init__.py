"""The laboratory: what makes the engine stronger and measures it. May import the engine."""
