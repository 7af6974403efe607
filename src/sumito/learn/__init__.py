"""What helps to learn the game: reasons, and their words. May import the engine's room and everything below it."""
