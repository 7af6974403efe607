"""Lessons: explanations, formations, threats, rulebook, puzzles. Imports the engine and everything below it."""
