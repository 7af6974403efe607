"""The game, the puzzles and the texts that a terminal shows. It may import `learn` and the rooms below."""
