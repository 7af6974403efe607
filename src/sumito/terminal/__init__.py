"""The game, the puzzles and the texts of a terminal. Imports `learn` and everything below it."""
